// Package drawing turns an event, a simulated one or its odds into what package pictures
// draws: crosstables, brackets, seatings and plots.
package drawing

import (
	"strconv"
	"strings"

	"topcut/commands/pictures"
	"topcut/commands/wording"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// Crosstable returns the crosstable in the order of the standings. ok is false if
// the event is not a round robin or is too large for a readable one.
func Crosstable(e wording.Event, t *standings.Table) (d pictures.CrosstableData, ok bool) {
	const most = 24
	s := e.Snap.State
	if !s.Settings.Stages.First().Kind.MeetsAll() || len(t.Rows) < 2 || len(t.Rows) > most || len(field.Groups(s)) > 0 {
		return d, false
	}
	d = pictures.CrosstableData{Title: e.Say("crosstable.title"), Subtitle: e.Snap.State.Settings.Name, TotalTitle: e.Say("column.points_long")}
	place := map[int32]int{}
	for i := range t.Rows {
		r := &t.Rows[i]
		place[r.Player] = i
		d.Players = append(d.Players, pictures.CrossPlayer{
			Name: e.Given(int(r.Player) + 1), Cells: make([]pictures.CrossCell, len(t.Rows)), Total: s.Rules.FormatPoints(r.Points),
		})
	}
	for r, round := range s.Ledger.Rounds[:min(t.After, len(s.Ledger.Rounds))] {
		for i := range round.Matches {
			l := wording.Shown(&s.Rounds[r].Matches[i], &round.Matches[i])
			if l.N != 2 || !l.Finished() {
				continue
			}
			for seat := range 2 {
				row, known := place[l.Seats[seat]]
				column, both := place[l.Seats[1-seat]]
				if !known || !both {
					continue
				}
				c := &d.Players[row].Cells[column]
				c.Text = strings.TrimSpace(c.Text + " " + Result(e, l, seat))
				c.Won = s.Rules.Winner(l) == seat
			}
		}
	}
	return d, true
}

// Result returns a result from the side of a seat, short enough for a cell: the score, or a
// letter or two.
func Result(e wording.Event, l *ledger.Match, seat int) string {
	rs := e.Rules()
	won := rs.Winner(l)
	switch {
	case l.Kind == ledger.Bye:
		return e.Say("score.bye")
	case l.Kind == ledger.AssignedLoss:
		return e.Say("score.absent")
	case l.Kind == ledger.IntentionalDraw:
		return e.Say("score.intentional")
	case l.Kind == ledger.DoubleLoss:
		return "0–0"
	case l.Kind == ledger.Forfeit && won == seat:
		return e.Say("score.forfeit_won")
	case l.Kind == ledger.Forfeit:
		return e.Say("score.forfeit_lost")
	case l.Result.Form == ledger.Scores && seat < int(l.N):
		return strconv.Itoa(int(l.Result.V[seat]))
	}
	if numbers := wording.Score(rs, l, seat); numbers != "" {
		return numbers
	}
	switch won {
	case seat:
		return e.Say("score.won")
	case ledger.None:
		return e.Say("score.drawn")
	}
	return e.Say("score.lost")
}
