package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/sorted"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

func pairCommand() subcommand {
	return subcommand{
		name: "pair", args: "[FILE]", about: "pair the next round of a tournament file",
		text: "Reads a tournament file (or standard input) and pairs the round after its last\none, or after --after. It is the pairing of the live bot: the same history and\nseed give the same round. After the last planned round comes the cut.",
		setup: func(fs *flag.FlagSet) action {
			after := afterFlag(fs, "pair the round after round `N` (default: after the last of the file)")
			explain := fs.Bool("explain", false, "say why each pair meets")
			src, out, pics := sourceFlags(fs), outputFlags(fs), pictureFlags(fs)
			return func(_ context.Context, p *program, args []string) error {
				if err := out.check(); err != nil {
					return err
				}
				pos, err := src.event(p, args, nil)
				if err != nil {
					return err
				}
				if err := pos.upTo(*after, true); err != nil {
					return err
				}
				table, err := pos.table()
				if err != nil {
					return err
				}
				paired, err := pos.pair()
				if err != nil {
					return err
				}
				sorted.Stable(paired.Pairings, byTable)
				if err := pics.pairings(pos, table, paired); err != nil {
					return err
				}
				return out.write(p.stdout, pairSheet(pos, table, paired, *explain), pairJSON(pos, paired, *explain))
			}
		},
	}
}

// byTable compares pairings by table number, byes last.
func byTable(a, b tournament.Pairing) int {
	return cmp.Or(cmp.Compare(min(b.Table, 1), min(a.Table, 1)), cmp.Compare(a.Table, b.Table))
}

// pair pairs the next round as the live bot would now.
func (e *event) pair() (*tournament.RoundPaired, error) {
	if err := e.unfinished(e.after); err != nil {
		return nil, fmt.Errorf("%w, or pair an earlier round with --after", err)
	}
	s := e.state()
	switch {
	case e.odd != nil && len(s.Rounds) < e.after:
		return nil, e.odd
	case s.RoundsOver() && s.Elimination() == nil && s.PlannedCut() != nil && e.saysRounds():
		if _, err := e.do(&command.MakeCut{Early: true}); err != nil {
			return nil, err
		}
	default:
		if err := e.moreRounds(); err != nil {
			return nil, err
		}
	}
	made, err := e.do(&command.Pair{Again: true})
	if err != nil {
		return nil, err
	}
	for i := range made {
		if paired, ok := made[i].Event.(*tournament.RoundPaired); ok {
			paired.Round = e.after + 1 // one round of the event can be several in the file
			return paired, nil
		}
	}
	return nil, fmt.Errorf("round %d could not be paired", e.after+1)
}

// moreRounds allows rounds beyond the planned ones of the current stage, since the
// command line explicitly asks for one.
func (e *event) moreRounds() error {
	s := e.state()
	st := s.Stage()
	if st == nil || !st.Kind.ByPoints() || !s.RoundsOver() || len(s.Rounds) < st.FirstRound+st.Rounds-1 {
		return nil
	}
	_, err := e.do(&command.ChangeSettings{Edit: func(to tournament.Settings) (tournament.Settings, error) {
		to.Stages.Stages = slices.Clone(to.Stages.Stages)
		to.Stages.Stages[st.Plan].Rounds = len(s.Rounds) + 2 - st.FirstRound
		return to, nil
	}})
	return err
}

// matchJSON is a match in a tournament file.
type matchJSON struct {
	Table   int         `json:"table,omitempty"`
	Players []string    `json:"players"`
	Kind    ledger.Kind `json:"kind"`
}

// whyJSON explains a pair.
type whyJSON struct {
	Players []string `json:"players"`
	Why     string   `json:"why"`
}

// pairedJSON is the output of `pair --json`.
type pairedJSON struct {
	Round    int              `json:"round"`
	Matches  []matchJSON      `json:"matches"`
	Cost     map[string]int64 `json:"cost"`
	Optimal  bool             `json:"proved_optimal"`
	Warnings []string         `json:"warnings"`
	Explain  []whyJSON        `json:"explain,omitempty"`
}

func pairJSON(pos *event, paired *tournament.RoundPaired, explain bool) pairedJSON {
	out := pairedJSON{Round: paired.Round, Cost: map[string]int64{}, Optimal: paired.Optimal, Warnings: []string{}}
	for _, m := range paired.Pairings {
		match := matchJSON{Table: m.Table, Kind: m.Kind}
		for _, i := range indices(m.Players) {
			match.Players = append(match.Players, pos.id(i))
		}
		out.Matches = append(out.Matches, match)
		if explain {
			out.Explain = append(out.Explain, whyJSON{match.Players, pos.words().Notice(m.Why)})
		}
	}
	for _, n := range pos.missing(paired.Round) {
		out.Matches = append(out.Matches, matchJSON{Players: []string{pos.id(n)}, Kind: ledger.AssignedLoss})
	}
	for _, c := range paired.Cost {
		out.Cost[c.Term] = c.Value
	}
	for _, w := range paired.Warnings {
		out.Warnings = append(out.Warnings, pos.words().Notice(w))
	}
	return out
}

// missing returns the players who miss the round because they enter later, or are absent
// as known beforehand; a file has an assigned loss for them.
func (e *event) missing(round int) []int32 {
	var out []int32
	for i := range e.state().Players {
		if l := &e.state().Players[i]; (round <= int(l.LateRounds) || l.Away(round)) && !l.Out(round) {
			out = append(out, int32(i))
		}
	}
	return out
}

func pairSheet(pos *event, ranked *standings.Table, paired *tournament.RoundPaired, explain bool) *table.Table {
	seats := 2
	for _, m := range paired.Pairings {
		seats = max(seats, len(m.Players))
	}
	s := &table.Table{Columns: []table.Column{{Title: "Table", Key: "table", Kind: table.Number}}}
	for i := range seats {
		title := "Opponent"
		if i == 0 || seats > 2 {
			title = "Player"
		}
		s.Columns = append(s.Columns, table.Column{Title: title, Key: fmt.Sprintf("player_%d", i+1)}, table.Column{Title: "Points", Key: fmt.Sprintf("points_%d", i+1), Kind: table.Number})
	}
	if explain {
		s.Columns = append(s.Columns, table.Column{Title: "Why", Key: "why"})
	}
	line := func(number int, players []int32, instead, why string) {
		cells := make([]string, 1, len(s.Columns))
		if number > 0 {
			cells[0] = strconv.Itoa(number)
		}
		for _, i := range players {
			points := ""
			if r := ranked.Row(i); r != nil {
				points = pos.file.Rules.FormatPoints(r.Points)
			}
			cells = append(cells, pos.name(i), points)
		}
		if len(players) == 1 {
			cells = append(cells, instead, "")
		}
		for len(cells) < 1+2*seats {
			cells = append(cells, "")
		}
		if explain {
			cells = append(cells, why)
		}
		s.Add(cells...)
	}
	for _, m := range paired.Pairings {
		instead := strings.ReplaceAll(m.Kind.String(), "_", " ")
		line(m.Table, indices(m.Players), instead, pos.words().Notice(m.Why))
	}
	for _, n := range pos.missing(paired.Round) {
		instead, why := "late, assigned loss", "Comes after this round."
		if pos.state().Players[n].Away(paired.Round) {
			instead, why = "absent", "Known beforehand."
		}
		line(0, []int32{n}, instead, why)
	}
	s.Above = append(s.Above, fmt.Sprintf("Round %d", paired.Round), "")
	proof := "no better pairing exists"
	if !paired.Optimal {
		proof = "not proved to be the best"
	}
	cost := ""
	for _, c := range paired.Cost {
		cost += fmt.Sprintf("%s %d, ", c.Term, c.Value)
	}
	if cost != "" { // the pairs of a bracket are not chosen
		s.Below = append(s.Below, "", "Cost: "+cost+proof+".")
	}
	for _, w := range paired.Warnings {
		s.Below = append(s.Below, "Note: "+pos.words().Notice(w))
	}
	return s
}

// indices converts player numbers to ledger indices.
func indices(numbers []int) []int32 {
	out := make([]int32, len(numbers))
	for i, n := range numbers {
		out[i] = int32(n - 1)
	}
	return out
}
