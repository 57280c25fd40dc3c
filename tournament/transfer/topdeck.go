package transfer

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// topdeckEvent is an event as TopDeck.gg's API answers it: alone, with what it is about in
// an object of its own, or in the list of a search.
type topdeckEvent struct {
	About struct {
		Name string `json:"name"`

		_ jsonfile.Passed `keys:"game format startDate"`
	} `json:"data"`
	Name      string             `json:"tournamentName"`
	Swiss     loose              `json:"swissNum"`
	Cut       loose              `json:"topCut"`
	Standings []*topdeckStanding `json:"standings"`
	Rounds    []*topdeckRound    `json:"rounds"`

	_ jsonfile.Passed `keys:"TID game format startDate averageElo modeElo medianElo topElo eventData"`
}

type topdeckStanding struct {
	ID     loose  `json:"id"`
	Name   string `json:"name"`
	Points loose  `json:"points"`

	_ jsonfile.Passed `keys:"standing decklist deckObj deckSnapshot wins winsSwiss winsBracket losses lossesSwiss lossesBracket draws byes winRate winRateSwiss winRateBracket"`
}

type topdeckRound struct {
	Number loose           `json:"round"`
	Tables []*topdeckTable `json:"tables"`
}

type topdeckTable struct {
	Number   loose            `json:"table"` // a number or "Byes"
	Players  []*topdeckPlayer `json:"players"`
	Winner   string           `json:"winner"` // a name or "Draw"
	WinnerID loose            `json:"winner_id"`
	Status   string           `json:"status"`
}

type topdeckPlayer struct {
	ID   loose  `json:"id"`
	Name string `json:"name"`

	_ jsonfile.Passed `keys:"decklist deckObj deckSnapshot"`
}

// topdeckItem is an event or a round in a list.
type topdeckItem struct {
	topdeckEvent
	topdeckRound
}

// readTopDeck reads what TopDeck.gg's API answers about one event, its rounds or several
// events, or what MTGODecklistCache makes of it.
func readTopDeck(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(text, `"tables"`) && !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return readCache(data, o)
	}
	events, left, err := topdeckJSON(text)
	if err != nil {
		return nil, err
	}
	var out []Imported
	for _, e := range events {
		b, err := newBuild(o, e.ruleset(), nil)
		if err != nil {
			return nil, err
		}
		b.findings = append(append(b.findings, findings...), left...)
		in, err := b.topdeckEvent(e)
		if err != nil {
			return nil, err
		}
		if len(events) > 1 {
			in.Part = in.Tournament.Name
		}
		out = append(out, in)
	}
	if len(out) == 0 {
		return nil, failed(finding("transfer.refused.players"))
	}
	return out, nil
}

// topdeckJSON decodes a file: an event, a list of events, or the list of the rounds of one.
func topdeckJSON(text string) ([]*topdeckEvent, []notice.Notice, error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		var e topdeckEvent
		left, err := readJSON(text, 20, &e)
		return []*topdeckEvent{&e}, left, err
	}
	var items []*topdeckItem
	left, err := readJSON(text, 20, &items)
	var events []*topdeckEvent
	one := &topdeckEvent{}
	for _, x := range items {
		switch {
		case x == nil:
		case len(x.Tables) > 0:
			one.Rounds = append(one.Rounds, &x.topdeckRound)
		default:
			events = append(events, &x.topdeckEvent)
		}
	}
	if len(one.Rounds) > 0 {
		events = append(events, one)
	}
	return events, left, err
}

// ruleset returns the ruleset of an event by the seats of its tables: the answer names
// formats that players of one game and of pods share.
func (e *topdeckEvent) ruleset() string {
	for _, r := range e.Rounds {
		if r == nil {
			continue
		}
		for _, t := range r.Tables {
			if t != nil && !t.byes() && len(t.Players) > 2 {
				return "commander-pods"
			}
		}
	}
	return "magic"
}

// byes reports whether a table lists those who have a bye.
func (t *topdeckTable) byes() bool {
	return rules.IsBye(string(t.Number)) || strings.EqualFold(string(t.Number), "byes") || strings.EqualFold(t.Status, "bye")
}

// elimination reports whether a round belongs to the cut, by its name.
func (r *topdeckRound) elimination() bool {
	named := cacheRound{RoundName: r.Number}
	return named.elimination()
}

func (b *build) topdeckEvent(e *topdeckEvent) (Imported, error) {
	b.t.Name = cmp.Or(e.About.Name, e.Name)
	b.note("transfer.decided.experimental")
	for i, s := range e.Standings {
		if s == nil {
			continue
		}
		p, err := b.topdeckPlayer(notice.Text(fmt.Sprintf("standings[%d]", i)), &topdeckPlayer{ID: s.ID, Name: s.Name})
		if err != nil {
			return Imported{}, err
		}
		if v, half, ok := s.Points.decimal(); ok {
			b.state(p, "points", v, half)
		}
	}
	for i, r := range e.Rounds {
		if r == nil {
			continue
		}
		if err := b.topdeckRound(notice.Text(fmt.Sprintf("rounds[%d]", i)), r); err != nil {
			return Imported{}, err
		}
	}
	b.droppedByAbsence()
	cut, _ := e.Cut.number()
	b.top = cmp.Or(b.top, int(cut))
	swiss, _ := e.Swiss.number()
	b.plan(min(int(swiss), maxRounds), false)
	if err := b.seed(); err != nil {
		return Imported{}, err
	}
	return b.event()
}

// topdeckPlayer returns a player by the account or, for one without, by the name.
func (b *build) topdeckPlayer(at notice.Value, p *topdeckPlayer) (int32, error) {
	id := cmp.Or(string(p.ID), "name "+p.Name)
	if no, ok := b.index[id]; ok {
		return no, nil
	}
	return b.player(at, id, p.Name)
}

func (b *build) topdeckRound(at notice.Text, r *topdeckRound) error {
	stage := ledger.Swiss
	if r.elimination() {
		stage = ledger.Elimination
		if b.top == 0 {
			b.top = number(digits.FindString(string(r.Number))) // "Top 7"
		}
	}
	if err := b.round(stage); err != nil {
		return err
	}
	for i, t := range r.Tables {
		if t == nil {
			continue
		}
		if err := b.topdeckTable(notice.Text(fmt.Sprintf("%s.tables[%d]", at, i)), t); err != nil {
			return err
		}
	}
	return nil
}

func (b *build) topdeckTable(at notice.Text, t *topdeckTable) error {
	var seats []int32
	winner := ledger.None
	for i, p := range t.Players {
		if p == nil || p.ID == "" && none(p.Name) {
			continue
		}
		no, err := b.topdeckPlayer(notice.Text(fmt.Sprintf("%s.players[%d]", at, i)), p)
		if err != nil {
			return err
		}
		if t.WinnerID != "" && t.WinnerID == p.ID || t.WinnerID == "" && t.Winner != "" && names.Key(t.Winner) == names.Key(p.Name) {
			winner = len(seats)
		}
		seats = append(seats, no)
	}
	if t.byes() || len(seats) == 1 {
		for _, p := range seats {
			if b.current().Stage != ledger.Swiss {
				continue // waits for the next round of the bracket
			}
			if err := b.bye(at, p, false); err != nil {
				return err
			}
		}
		return nil
	}
	number, _ := t.Number.number()
	said := cmp.Or(string(t.WinnerID), t.Winner)
	switch {
	case len(seats) == 0:
		return nil
	case len(seats) < b.t.Rules.Seats.Min || len(seats) > b.t.Rules.Seats.Max:
		return failed(finding("transfer.refused.code", "at", at, "what", "players", "code", strconv.Itoa(len(seats))))
	case said == "":
		return b.add(at, ledger.Played, int(number), ledger.Result{}, seats...)
	case winner == ledger.None && !rules.Level(said), winner != ledger.None && t.WinnerID != "" && t.Winner != "" && names.Key(t.Winner) != names.Key(b.t.Players[seats[winner]].Name):
		return failed(finding("transfer.refused.result", "at", at, "result", clip(said)))
	}
	res, ok := b.t.Rules.ResultOf(b.current().Stage, len(seats), winner)
	if !ok {
		return failed(finding("transfer.refused.result", "at", at, "result", clip(said)))
	}
	b.winners++
	return b.add(at, ledger.Played, int(number), res, seats...)
}
