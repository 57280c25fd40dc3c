package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

func pairCommand() command {
	return command{
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
				pos, err := src.position(p, args, *after)
				if err != nil {
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
				slices.SortStableFunc(paired.Pairings, byTable)
				if err := pics.pairings(pos, table, paired); err != nil {
					return err
				}
				return out.write(p.stdout, pairSheet(pos, table, paired, *explain), pairJSON(pos, paired, *explain))
			}
		},
	}
}

// byTable orders pairings by their tables, byes after them.
func byTable(a, b tournament.Pairing) int {
	return cmp.Or(cmp.Compare(min(b.Table, 1), min(a.Table, 1)), cmp.Compare(a.Table, b.Table))
}

// pair pairs the next round as the live bot would at this position.
func (p *position) pair() (*tournament.RoundPaired, error) {
	s, t := p.state, p.file
	if err := p.unfinished(p.after); err != nil {
		return nil, fmt.Errorf("%w, or pair an earlier round with --after", err)
	}
	switch scramble := s.Settings.Stages.First().Kind == stage.Schedule; {
	case scramble && p.live == nil, !scramble && t.Rules.Tables != nil:
		return nil, fmt.Errorf("%s is played by a schedule that is made beforehand; see `topcut seat`", t.Rules.Name)
	case p.live == nil && s.Settings.Stages.Prepares(stage.Draft):
		if err := p.sitDraft(); err != nil {
			return nil, err
		}
	}
	if p.cutIsNext() {
		if err := p.makeCut(); err != nil {
			return nil, err
		}
		s = p.state
	} else {
		p.moreRounds()
	}
	before := &tournament.Snapshot{State: s, Book: p.book}
	_, events, err := tournament.Decide(before, tournament.Request{Command: &tournament.Pair{}}, time.Time{})
	if err != nil {
		return nil, err
	}
	for i := range events {
		if paired, ok := events[i].Event.(*tournament.RoundPaired); ok {
			paired.Round = p.after + 1 // a live round can be several of the file
			return paired, nil
		}
	}
	return nil, fmt.Errorf("round %d could not be paired", p.after+1)
}

// moreRounds lets a round be paired behind the planned ones of the stage under way:
// who asks for it on the command line wants it.
func (p *position) moreRounds() {
	s := p.state
	s.Stages = slices.Clone(s.Stages)
	if st := s.Stage(); st != nil {
		st.Rounds = max(st.Rounds, p.after+2-st.FirstRound)
	}
}

// sitDraft gives a draft its pods: the players of each flight in the order of
// their seats. Only round 1 asks who sits where (MTG-15).
func (p *position) sitDraft() error {
	s := p.state
	s.Draft, s.Build = &tournament.DraftState{}, &tournament.BuildState{Over: true}
	if p.after > 0 {
		return nil
	}
	seat := func(n int) int { return int(s.Ledger.Players[n-1].Seat) }
	pods := make([][]int, len(p.file.Flights))
	for i := range s.Ledger.Players {
		if l := &s.Ledger.Players[i]; l.Seat > 0 || !l.Out(1) {
			pods[l.Flight] = append(pods[l.Flight], i+1)
		}
	}
	for _, pod := range pods {
		slices.SortFunc(pod, func(a, b int) int { return cmp.Compare(seat(a), seat(b)) })
		for i, n := range pod {
			var wrong string
			switch {
			case seat(n) == 0:
				wrong = p.name(int32(n-1)) + " has no seat"
			case seat(n) <= i:
				wrong = fmt.Sprintf("two players sit in seat %d", seat(n))
			case seat(n) > i+1:
				wrong = fmt.Sprintf("nobody sits in seat %d", i+1)
			default:
				continue
			}
			return fmt.Errorf("%s; round 1 of a draft is paired by \"seat\", numbered from 1 in each pod (\"flight\")", wrong)
		}
	}
	s.Draft.Pods = slices.DeleteFunc(pods, func(pod []int) bool { return len(pod) == 0 })
	return nil
}

// cutIsNext reports whether the next round belongs to the elimination stage.
func (p *position) cutIsNext() bool {
	t := p.file
	switch {
	case p.state.Settings.Stages.First().Kind.Eliminates(), p.lastSwiss() < p.after:
		return true
	case p.after < len(t.Ledger.Rounds):
		return knockout(t.Ledger.Rounds[p.after].Stage)
	}
	return !t.Cut.IsZero() && t.RoundsPlanned > 0 && p.after >= t.RoundsPlanned
}

// makeCut gives the state the elimination stage: that of the live event, or the
// one that the file describes.
func (p *position) makeCut() error {
	switch {
	case p.asLive && p.state.Elimination() != nil:
		return nil
	case p.asLive:
		cut, _, err := tournament.Decide(&tournament.Snapshot{State: p.state, Book: p.book}, tournament.Request{Command: &tournament.MakeCut{Early: true}}, time.Time{})
		if err == nil {
			p.state = cut.State
		}
		return err
	}
	all, err := p.eliminations()
	if err != nil {
		return err
	}
	cfg := all[0].bracket.Config()
	cut := tournament.Stage{Kind: stage.Single, Plan: len(p.state.Plan) - 1, FirstRound: p.lastSwiss() + 1, Third: cfg.Third}
	switch {
	case cfg.Type == bracket.Double:
		cut.Kind = stage.Double
	case cfg.Type == bracket.Pods:
		cut.Kind = stage.Tables
	case cfg.Reseed:
		cut.Kind = stage.Reseed
	case cfg.Placement:
		cut.Kind = stage.Placement
	}
	for _, e := range all {
		for _, i := range e.seeds {
			cut.Players = append(cut.Players, int(i)+1)
		}
		if len(all) > 1 {
			cut.Parts = append(cut.Parts, len(e.seeds))
		}
	}
	if !p.state.Settings.Stages.First().Kind.Eliminates() {
		table, err := p.table()
		if err != nil {
			return err
		}
		for i := range table.Rows {
			cut.Ranking = append(cut.Ranking, int(table.Rows[i].Player)+1)
		}
	}
	p.state.Stages = append(slices.Clip(p.state.Stages), cut)
	brackets, err := p.state.Brackets()
	if err != nil {
		return err
	}
	for i, e := range all {
		for at, slot := range e.slots {
			p.state.Rounds[at[0]].Matches[at[1]].Slot = slot + brackets[i].Offset
		}
	}
	return nil
}

// eliminations are the brackets that the file describes: one, or one for each
// division that sends anybody on.
func (p *position) eliminations() ([]*elimination, error) {
	if len(p.file.Cut.PerDivision) == 0 {
		e, err := p.elimination(bracketOptions{size: p.playersInFirstRound()})
		return []*elimination{e}, err
	}
	var all []*elimination
	for _, division := range p.file.Divisions {
		if p.file.Cut.PerDivision[division] == 0 {
			continue
		}
		e, err := p.elimination(bracketOptions{division: division})
		if err != nil {
			return nil, fmt.Errorf("division %s: %w", division, err)
		}
		all = append(all, e)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no division of the file has a cut")
	}
	return all, nil
}

// playersInFirstRound is the size of a bracket that the file plays without
// naming a cut; 0 = the cut decides.
func (p *position) playersInFirstRound() int {
	first := p.lastSwiss()
	if !p.file.Cut.IsZero() || p.live != nil || first >= len(p.file.Ledger.Rounds) || p.state.Settings.Stages.First().Kind.Eliminates() {
		return 0
	}
	n := 0
	for i := range p.file.Ledger.Rounds[first].Matches {
		n += int(p.file.Ledger.Rounds[first].Matches[i].N)
	}
	return n
}

// matchJSON is a match as it stands in a tournament file.
type matchJSON struct {
	Table   int         `json:"table,omitempty"`
	Players []string    `json:"players"`
	Kind    ledger.Kind `json:"kind"`
}

// whyJSON says why a pair meets.
type whyJSON struct {
	Players []string `json:"players"`
	Why     string   `json:"why"`
}

// pairedJSON is `pair --json`.
type pairedJSON struct {
	Round    int              `json:"round"`
	Matches  []matchJSON      `json:"matches"`
	Cost     map[string]int64 `json:"cost"`
	Optimal  bool             `json:"proved_optimal"`
	Warnings []string         `json:"warnings"`
	Explain  []whyJSON        `json:"explain,omitempty"`
}

func pairJSON(pos *position, paired *tournament.RoundPaired, explain bool) pairedJSON {
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
	for _, n := range pos.latecomers(paired.Round) {
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

// latecomers are the players who miss the round because they come later; a file
// holds an assigned loss for it.
func (p *position) latecomers(round int) []int32 {
	var out []int32
	for i := range p.state.Ledger.Players {
		if l := &p.state.Ledger.Players[i]; round <= int(l.LateRounds) && !l.Out(round) {
			out = append(out, int32(i))
		}
	}
	return out
}

func pairSheet(pos *position, table *standings.Table, paired *tournament.RoundPaired, explain bool) *sheet {
	seats := 2
	for _, m := range paired.Pairings {
		seats = max(seats, len(m.Players))
	}
	s := &sheet{head: []heading{{title: "Table", name: "table", right: true}}}
	for i := range seats {
		title := "Opponent"
		if i == 0 || seats > 2 {
			title = "Player"
		}
		s.head = append(s.head, heading{title: title, name: fmt.Sprintf("player_%d", i+1)}, heading{title: "Points", name: fmt.Sprintf("points_%d", i+1), right: true})
	}
	if explain {
		s.head = append(s.head, heading{title: "Why", name: "why"})
	}
	line := func(number int, players []int32, instead, why string) {
		cells := make([]string, 1, len(s.head))
		if number > 0 {
			cells[0] = strconv.Itoa(number)
		}
		for _, i := range players {
			points := ""
			if r := table.Row(i); r != nil {
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
		s.add(cells...)
	}
	for _, m := range paired.Pairings {
		instead := strings.ReplaceAll(m.Kind.String(), "_", " ")
		line(m.Table, indices(m.Players), instead, pos.words().Notice(m.Why))
	}
	for _, n := range pos.latecomers(paired.Round) {
		line(0, []int32{n}, "late, assigned loss", "Comes after this round.")
	}
	s.above = append(s.above, fmt.Sprintf("Round %d", paired.Round), "")
	proof := "no better pairing exists"
	if !paired.Optimal {
		proof = "not proved to be the best"
	}
	cost := ""
	for _, c := range paired.Cost {
		cost += fmt.Sprintf("%s %d, ", c.Term, c.Value)
	}
	if cost != "" { // the pairs of a bracket are not chosen
		s.below = append(s.below, "", "Cost: "+cost+proof+".")
	}
	for _, w := range paired.Warnings {
		s.below = append(s.below, "Note: "+pos.words().Notice(w))
	}
	return s
}

// indices turns player numbers into ledger indices.
func indices(numbers []int) []int32 {
	out := make([]int32, len(numbers))
	for i, n := range numbers {
		out[i] = int32(n - 1)
	}
	return out
}
