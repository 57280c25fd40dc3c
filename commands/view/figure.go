package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/numbered"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

// figure is a picture of a message: the name of its files (letters and "-") and its data.
// Its content is also in the message as text, or one button away.
type figure struct {
	Name    string
	Drawing pictures.Drawing
}

// maxFigures bounds the pictures of one message.
const maxFigures = 10

// gallery draws figures and adds them to the panel. It reports whether they were added;
// there are none if a picture fails or is not ready in time.
func (p *panel) gallery(e Env, list ...figure) bool {
	if e.Draw == nil || e.AsText {
		return false
	}
	var files []discord.File
	for _, f := range list {
		drawn := e.Draw(f.Name, pictures.In(e.Words.Language, e.Words.Plain(), e.theme(), f.Drawing))
		if len(drawn) == 0 {
			return false
		}
		files = append(files, drawn...)
	}
	if files = files[:min(len(files), maxFigures-len(p.files))]; len(files) == 0 {
		return false
	}
	var items []discord.Thumbnail
	for _, f := range files {
		items = append(items, discord.Thumbnail{URL: "attachment://" + f.Name, Description: f.Description})
	}
	p.parts, p.files = append(p.parts, discord.MediaGallery{Items: items}), append(p.files, files...)
	return true
}

// figureRows is the number of players in one picture of standings.
const figureRows = 32

// standingsFigure returns a page of the standings of a group, figureRows rows per page.
func (e Env) standingsFigure(t *standings.Table, all []standings.Row, page int, title string) figure {
	rows, page := pageOf(all, page, figureRows)
	d := e.standingsShown(table.Picture, t, rows, title)
	if len(all) > figureRows {
		first := page*figureRows + 1
		d.Subtitle += " · " + e.say("standings.span", "from", first, "to", first+len(rows)-1, "n", len(all))
	}
	d.Cut = e.cut(t, all, page*figureRows)
	return figure{"standings", pictures.TableData{Table: d}}
}

// StandingsDrawing returns the standings of the whole field as one drawing, for programs
// without Discord.
func StandingsDrawing(e Env, t *standings.Table) pictures.Drawing {
	return pictures.TableData{Table: StandingsTable(e, table.Picture, t, field.Group{})}
}

// StandingsTable returns the standings of a group, with the cut line.
func StandingsTable(e Env, form table.Form, t *standings.Table, g field.Group) *table.Table {
	rows := e.groupRows(t, g)
	d := e.standingsShown(form, t, rows, e.standingsTitle(t.After, g))
	d.Cut = e.cut(t, rows, 0)
	return d
}

// standingsShown returns rows of the standings with all that explains them.
func (e Env) standingsShown(form table.Form, t *standings.Table, rows []standings.Row, title string) *table.Table {
	d := e.standings(t, rows).Make(form, e.words())
	d.Title, d.Subtitle, d.Note = title, e.subtitle(), legend(d, ": ", " · ")
	if slices.ContainsFunc(rows, func(r standings.Row) bool { return r.Place == 0 }) {
		d.Note = strings.TrimPrefix(d.Note+" · "+e.say("standings.unplaced"), " · ")
	}
	return d
}

// cut returns the line of the cut among all rows of a group, for a table that begins
// after some of them.
func (e Env) cut(t *standings.Table, all []standings.Row, before int) table.Cut {
	after, places := e.cutLine(t, all)
	if after <= before {
		return table.Cut{}
	}
	return table.Cut{After: after - before, Label: e.say("cut.top", "n", places)}
}

// cutLine returns after how many of these rows the cut falls, and how many of the players
// above it make the cut. Players who have dropped and rank above the cut do not count.
// There is no line if an active player above it is not in the cut.
func (e Env) cutLine(t *standings.Table, rows []standings.Row) (after, places int) {
	s := e.state()
	if plan := finals(s); plan != nil && len(field.Groups(s)) == 0 {
		for i := range rows {
			switch {
			case rows[i].Place == 0:
			case places == plan.Size:
				return after, places
			default:
				after, places = i+1, places+1
			}
		}
		return 0, 0 // no player is below them
	}
	in := s.InCut(t)
	for i := range rows {
		n := int(rows[i].Player) + 1
		if !slices.Contains(in, n) {
			continue
		}
		for _, above := range rows[after:i] {
			if s.PlaysOn(int(above.Player)+1) && !s.Players[above.Player].StandIn {
				return 0, 0
			}
		}
		after, places = i+1, places+1
	}
	return after, places
}

// subtitle returns the name of the event for a figure.
func (e Env) subtitle() string { return e.state().Settings.Name }

// CrosstableDrawing returns the crosstable in the order of the standings. ok is false if
// the event is not a round robin or is too large for a readable one.
func CrosstableDrawing(e Env, t *standings.Table) (d pictures.CrosstableData, ok bool) {
	const most = 24
	s := e.state()
	if !s.Settings.Stages.First().Kind.MeetsAll() || len(t.Rows) < 2 || len(t.Rows) > most || len(field.Groups(s)) > 0 {
		return d, false
	}
	d = pictures.CrosstableData{Title: e.say("crosstable.title"), Subtitle: e.subtitle(), TotalTitle: e.say("column.points_long")}
	place := map[int32]int{}
	for i := range t.Rows {
		r := &t.Rows[i]
		place[r.Player] = i
		d.Players = append(d.Players, pictures.CrossPlayer{
			Name: e.rawName(int(r.Player) + 1), Cells: make([]pictures.CrossCell, len(t.Rows)), Total: pointsOf(s.Rules, r),
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
				c.Text = strings.TrimSpace(c.Text + " " + e.cellResult(l, seat))
				c.Won = s.Rules.Winner(l) == seat
			}
		}
	}
	return d, true
}

// cellResult returns a result from the side of a seat, short enough for a cell: the score, or a
// letter or two.
func (e Env) cellResult(l *ledger.Match, seat int) string {
	rs := e.state().Rules
	won := rs.Winner(l)
	switch {
	case l.Kind == ledger.Bye:
		return e.say("score.bye")
	case l.Kind == ledger.AssignedLoss:
		return e.say("score.absent")
	case l.Kind == ledger.IntentionalDraw:
		return e.say("score.intentional")
	case l.Kind == ledger.DoubleLoss:
		return "0–0"
	case l.Kind == ledger.Forfeit && won == seat:
		return e.say("score.forfeit_won")
	case l.Kind == ledger.Forfeit:
		return e.say("score.forfeit_lost")
	case l.Result.Form == ledger.Scores && seat < int(l.N):
		return strconv.Itoa(int(l.Result.V[seat]))
	}
	if numbers := wording.Score(rs, l, seat); numbers != "" {
		return numbers
	}
	switch won {
	case seat:
		return e.say("score.won")
	case ledger.None:
		return e.say("score.drawn")
	}
	return e.say("score.lost")
}

// BracketDrawing returns a bracket as Discord shows it, for programs without Discord; ok
// is false for one with tables of more than two, which has no lines to draw.
func BracketDrawing(e Env, one *tournament.DivisionBracket) (d pictures.BracketData, ok bool) {
	if one.Tree.Config().Type == bracket.Pods {
		return d, false
	}
	d = pictures.BracketData{Title: e.say("bracket.title"), Subtitle: e.subtitle()}
	if one.Division >= 0 {
		d.Title = e.say("bracket.title_group", "group", text.Raw(e.about().Group(field.Division(one.Division))))
	}
	for _, r := range one.Tree.Rounds() {
		round := pictures.BracketRound{Name: e.partName(one.Tree, r), Part: figurePart(r.Part, one.Tree.Config().Type)}
		for _, id := range r.Matches {
			if one.State.Matches.At(id).Needed {
				round.Matches = append(round.Matches, e.bracketMatch(one, id))
			}
		}
		if len(round.Matches) > 0 {
			d.Rounds = append(d.Rounds, round)
		}
	}
	const places = 8
	for place := 1; place <= places && one.State.Champion != 0; place++ {
		for i, n := range one.Seeds {
			if one.State.Places[i] == place {
				d.Places = append(d.Places, pictures.BracketPlace{Place: strconv.Itoa(place), Name: e.rawName(n)})
			}
		}
	}
	return d, true
}

// figurePart converts the part of a round. The final of a single elimination belongs to
// its tree.
func figurePart(part bracket.Part, kind bracket.Type) pictures.Part {
	switch part {
	case bracket.Lower:
		return pictures.Lower
	case bracket.Third:
		return pictures.Third
	case bracket.Final:
		if kind == bracket.Double {
			return pictures.Final
		}
	case bracket.Upper:
	}
	return pictures.Upper
}

// bracketMatch returns a two-player match, with words for players who are not known yet.
func (e Env) bracketMatch(one *tournament.DivisionBracket, id int) pictures.BracketMatch {
	m, _ := one.Tree.Match(id)
	state := one.State.Matches.At(id)
	out := pictures.BracketMatch{ID: id, Label: e.say("table.match", "match", id)}
	scores := e.bracketScores(one, id, state)
	for i, seed := range state.Players[:min(len(state.Players), 2)] {
		from := m.Sources[i]
		switch from.Kind {
		case bracket.WinnerOf, bracket.LoserOf:
			out.From[i] = from.N
		case bracket.Survivor:
			out.From[i] = lastWon(one, seed, id)
		case bracket.Nobody, bracket.Seed:
		}
		if seed == 0 {
			out.Sides[i] = pictures.BracketSide{Pending: wording.Pending(e.words(), from), Bye: from.Kind == bracket.Nobody}
			continue
		}
		out.Sides[i] = pictures.BracketSide{Seed: strconv.Itoa(seed), Name: e.rawName(numbered.Get(one.Seeds, seed)), Score: scores[i]}
		if seed == state.Winner() {
			out.Winner = i + 1
		}
	}
	return out
}

// lastWon returns the last match before id that a seed won, or 0.
func lastWon(one *tournament.DivisionBracket, seed, id int) int {
	last := 0
	for i := range one.State.Matches[:id-1] {
		if seed != 0 && one.State.Matches[i].Winner() == seed {
			last = i + 1
		}
	}
	return last
}

// bracketScores returns the scores of a bracket match in the order of its players; empty
// if the result has no score.
func (e Env) bracketScores(one *tournament.DivisionBracket, id int, state *bracket.MatchState) (out [2]string) {
	l := e.bracketResult(one, id)
	if l == nil || len(state.Order) == 0 || len(state.Players) != 2 {
		return out
	}
	for side, seed := range state.Players {
		seat := l.Seat(int32(numbered.Get(one.Seeds, seed) - 1))
		if l.Kind != ledger.Played || l.N != 2 || seat < 0 {
			return [2]string{}
		}
		if out[side] = numberOf(e.state().Rules, l, seat); out[side] == "" {
			return [2]string{}
		}
	}
	return out
}

// bracketResult returns the match of a bracket as played, or nil if it has no result.
func (e Env) bracketResult(one *tournament.DivisionBracket, id int) *ledger.Match {
	s := e.state()
	for r := len(s.Rounds); r >= s.Elimination().FirstRound; r-- {
		for i := range s.Rounds.At(r).Matches {
			if m := &s.Rounds.At(r).Matches[i]; m.Slot == id+one.Offset && m.Confirmed {
				return &s.Ledger.Rounds.At(r).Matches[i]
			}
		}
	}
	return nil
}

// numberOf returns what a seat scored; "" if the result has no score.
func numberOf(rs *rules.Ruleset, l *ledger.Match, seat int) string {
	first, _, ok := strings.Cut(wording.Score(rs, l, seat), "–")
	if !ok {
		return ""
	}
	return first
}

// seatingFigure returns a draft table from above, seat 1 at the top.
func (e Env) seatingFigure(pod, pods int, seats []int) figure {
	d := pictures.SeatingData{Title: e.say("draft.seats_short"), Subtitle: e.subtitle()}
	if pods > 1 {
		d.Title = e.say("draft.seats_pod", "pod", pod)
	}
	for _, n := range seats {
		d.Seats = append(d.Seats, e.rawName(n))
	}
	return figure{fmt.Sprintf("seats-%d", pod), d}
}
