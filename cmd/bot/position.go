package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// position is a tournament file as the live bot would hold the event after one
// of its rounds, so that commands on files go through the code of live events.
type position struct {
	file  *file.Tournament
	live  *tournament.State // of the log of an export; nil for other files
	after int               // rounds of the file that count
	// asLive says that state has the rounds of the live event, of which one can
	// be several of the file.
	asLive bool
	state  *tournament.State
	book   *tournament.Book
}

// newPosition builds the position after a round, or after the last one of the
// file (allRounds).
func newPosition(t *file.Tournament, live *tournament.State, after int, c chance) (*position, error) {
	last := len(t.Ledger.Rounds)
	if after > last {
		return nil, fmt.Errorf("the file has %d rounds, so nothing can be said after round %d", last, after)
	}
	if after == allRounds {
		after = last
	}
	s := &tournament.State{Settings: tournament.DefaultSettings(titleOf(t))}
	if live != nil {
		*s = *live // settings, schedule and fixed tables are not all in the file
		s.Rounds, s.Preview, s.PreviewMatches, s.Places, s.Attempts = nil, nil, nil, nil, 0
		s.Stages = slices.DeleteFunc(slices.Clone(s.Stages), func(st tournament.Stage) bool {
			return st.Kind.Eliminates() || st.FirstRound-1 > after
		})
	}
	s.ID, s.Seq, s.Phase, s.Rules, s.Ledger = exported, 1, tournament.Running, t.Rules, *t.Ledger.Clone()
	s.Commitment, s.Joins = c.commitment, c.joins
	if live == nil && divided(t) {
		s.Settings.Divisions = t.Divisions
	}
	if live == nil {
		if err := plan(s, t); err != nil {
			return nil, err
		}
	}
	players := s.Players
	s.Players = make([]tournament.Player, len(t.Players))
	book := &tournament.Book{Secret: c.secret[:]}
	for i := range t.Players {
		l := &s.Ledger.Players[i]
		rewind(t.Ledger, int32(i), l, after)
		if len(s.Settings.Divisions) == 0 {
			l.Division = 0
		}
		if i < len(players) {
			s.Players[i] = players[i]
			was := &live.Ledger.Players[i]
			l.Division, l.Tag, l.Flight, l.Seat = was.Division, was.Tag, was.Flight, was.Seat
		} else {
			s.Players[i] = tournament.Player{Status: tournament.Registered, Round: int(l.LateRounds) + 1}
		}
		s.Players[i].Person = i + 1
		book.People = append(book.People, tournament.Person{No: i + 1, Name: nameOf(t, i)})
	}
	s.Ledger.Rounds = s.Ledger.Rounds[:after]
	for i := range s.Ledger.Rounds {
		r := &s.Ledger.Rounds[i]
		round := tournament.Round{Number: i + 1, Stage: r.Stage, Status: tournament.Done, Matches: make([]tournament.Match, len(r.Matches))}
		for j := range round.Matches {
			round.Matches[j] = tournament.Match{Part: r.Stage, Confirmed: r.Matches[j].Finished()}
		}
		s.Rounds = append(s.Rounds, round)
	}
	p := &position{file: t, live: live, after: after, state: s, book: book}
	if live != nil {
		p.atLive()
	} else {
		p.fileFlights()
	}
	var err error
	s.Locks, err = s.LocksByRule()
	return p, err
}

// plan gives the state of a file the stages that the file says: the first is under
// way, and the others are to come.
func plan(s *tournament.State, t *file.Tournament) error {
	one := *t
	if len(t.Cut.PerDivision) > 0 { // the stages have one size for all divisions; commands read the file's own
		most := 0
		for _, n := range t.Cut.PerDivision {
			most = max(most, n)
		}
		one.Cut.PerDivision = make(map[string]int, len(t.Cut.PerDivision))
		for division := range t.Cut.PerDivision {
			one.Cut.PerDivision[division] = most
		}
	}
	chain, err := tournament.ChainOfFile(&one)
	if err != nil {
		return err
	}
	s.Settings.Stages = chain
	if s.Settings, err = s.Settings.Fit(t.Rules); err != nil {
		return err
	}
	chain = s.Settings.Stages
	for i, st := range chain.Stages {
		planned := tournament.Planned{Stage: st, Rounds: st.Rounds}
		if st.Entry.By == stage.Top {
			planned.Size = st.Entry.N
		}
		if i == 0 && !st.Kind.Eliminates() {
			planned.Rounds = max(t.RoundsPlanned, st.Rounds)
			s.Stages = []tournament.Stage{{Kind: st.Kind, FirstRound: 1, Rounds: planned.Rounds}}
		}
		s.Plan = append(s.Plan, planned)
	}
	return nil
}

// fileFlights numbers the flights of a file from 1, as a live event does, and
// counts those of each division. The pods of a draft are none.
func (p *position) fileFlights() {
	s := p.state
	if s.Settings.Stages.Prepares(stage.Draft) {
		return
	}
	number := make([]int16, len(p.file.Flights))
	flights := int16(0)
	for i, name := range p.file.Flights {
		if name != "" {
			flights++
			number[i] = flights
		}
	}
	in := map[int]map[int16]bool{}
	for i := range s.Ledger.Players {
		l := &s.Ledger.Players[i]
		if int(l.Flight) >= len(number) || number[l.Flight] == 0 {
			l.Flight = 0
			continue
		}
		l.Flight = number[l.Flight]
		if in[int(l.Division)] == nil {
			in[int(l.Division)] = map[int16]bool{}
		}
		in[int(l.Division)][l.Flight] = true
	}
	by := tournament.DrawnFlights
	if s.Settings.Stages.First().Kind == stage.RoundRobin || s.Settings.Stages.First().Groups > 1 {
		by = tournament.DrawnGroups
	}
	for _, d := range slices.Sorted(maps.Keys(in)) {
		s.Drawn = append(s.Drawn, tournament.Drawn{By: by, Division: d, Count: len(in[d])})
	}
}

// divided reports whether any player is in a named division. A ruleset may name
// divisions that an event does not use.
func divided(t *file.Tournament) bool {
	for i := range t.Ledger.Players {
		if d := int(t.Ledger.Players[i].Division); d < len(t.Divisions) && t.Divisions[d] != "" {
			return true
		}
	}
	return false
}

// rewind takes back what happened to a player after a round.
func rewind(l *ledger.Ledger, index int32, p *ledger.Player, after int) {
	if int(p.DroppedAfter) > after {
		p.DroppedAfter, p.Disqualified = ledger.Active, false
	}
	if !p.Disqualified {
		return
	}
	for i := after; i < len(l.Rounds); i++ {
		for j := range l.Rounds[i].Matches {
			if l.Rounds[i].Matches[j].Seat(index) >= 0 {
				p.Disqualified = false
				return
			}
		}
	}
}

// nameOf returns the shown name of a player by index.
func nameOf(t *file.Tournament, i int) string { return cmp.Or(t.Players[i].Name, t.Players[i].ID) }

// titleOf is the name of an event, or of its game where it has none.
func titleOf(t *file.Tournament) string { return cmp.Or(t.Name, t.Rules.Name) }

func (p *position) title() string { return titleOf(p.file) }

func (p *position) name(i int32) string { return nameOf(p.file, int(i)) }

func (p *position) id(i int32) string { return p.file.Players[i].ID }

// knockout reports whether a stage is played for elimination.
func knockout(part ledger.Stage) bool {
	switch part {
	case ledger.Elimination, ledger.ThirdPlace, ledger.Upper, ledger.Lower, ledger.Final:
		return true
	case ledger.Swiss, ledger.RoundRobin, ledger.Scramble, ledger.FinalTables, ledger.Playoff:
	}
	return false
}

// lastSwiss returns the number of the last counted round before the elimination
// stage.
func (p *position) lastSwiss() int {
	for i := range p.state.Ledger.Rounds {
		if knockout(p.state.Ledger.Rounds[i].Stage) {
			return i
		}
	}
	return p.after
}

// table returns the Swiss standings; elimination rounds do not enter.
func (p *position) table() (*standings.Table, error) { return p.state.Table(p.lastSwiss()) }

// unfinished returns an error that names the first of so many rounds with an
// open match.
func (p *position) unfinished(rounds int) error {
	for i := range p.state.Ledger.Rounds[:min(rounds, len(p.state.Ledger.Rounds))] {
		var open []string
		for j := range p.state.Ledger.Rounds[i].Matches {
			m := &p.state.Ledger.Rounds[i].Matches[j]
			if m.Finished() {
				continue
			}
			where := p.name(m.Seats[0])
			if m.Table > 0 {
				where = "table " + strconv.Itoa(int(m.Table))
			}
			open = append(open, where)
		}
		if len(open) > 0 {
			text := open[0]
			if len(open) > 1 {
				text += fmt.Sprintf(" and %d others have", len(open)-1)
			} else {
				text += " has"
			}
			return fmt.Errorf("round %d is not finished: %s no result; enter what is missing", i+1, text)
		}
	}
	return nil
}

// words says notices about the event, with the names of the file.
func (p *position) words() text.Printer {
	return text.Printer{Name: func(n int) string {
		if n < 1 || n > len(p.file.Players) {
			return ""
		}
		return p.name(int32(n - 1))
	}}
}

// env is the event for the views that the bot has.
func (p *position) env() view.Env {
	return view.Env{Snap: &tournament.Snapshot{State: p.state, Book: p.book}}
}

// stageOf gives the state a bracket of the file as a stage, with its matches.
func (p *position) stageOf(e *elimination) {
	p.state.Stages = append(slices.Clip(p.state.Stages), tournament.Stage{Kind: stage.Single, Plan: len(p.state.Plan) - 1, FirstRound: p.lastSwiss() + 1})
	for at, slot := range e.slots {
		p.state.Rounds[at[0]].Matches[at[1]].Slot = slot
	}
}

// elimination is the elimination stage of a file.
type elimination struct {
	seeds     []int32 // player indices, best first
	bracket   *bracket.Bracket
	results   bracket.Results
	slots     map[[2]int]int // round and match, from 0 -> match of the bracket
	oneOfMany bool           // other divisions have brackets of their own
	live      *bracket.State // of the live event; nil for a bracket that is seeded from the file
	offset    int            // added to the numbers of its matches in the live event
}

// resolve returns what is known of the bracket.
func (e *elimination) resolve() (*bracket.State, error) {
	if e.live != nil {
		return e.live, nil
	}
	return e.bracket.Resolve(e.results)
}

var errManyBrackets = errors.New("each division of this event has a bracket of its own; choose one with --division")

// bracketOptions say which bracket is wanted where the file leaves it open.
type bracketOptions struct {
	size     int    // 0 = the file's cut
	kind     string // single, double, pods; empty = by format and ruleset
	third    bool
	division string
}

// elimination seeds the bracket by the standings (or, where the whole event is
// elimination, by the given seeds and the order of the file) and enters the
// results of the elimination rounds.
func (p *position) elimination(o bracketOptions) (*elimination, error) {
	if e, ok, err := p.liveBracket(o); ok || err != nil {
		return e, err
	}
	t := p.file
	cfg := bracket.Config{Third: o.third, Reseed: t.Rules.Bracket.Reseed}
	pure := p.state.Settings.Stages.First().Kind.Eliminates()
	kind := o.kind
	var began *tournament.Stage
	if p.live != nil {
		began = p.live.Elimination()
	}
	chosen, _, _ := p.state.Settings.Stages.Elimination()
	if kind == "" {
		switch {
		case began != nil && began.Kind == stage.Double:
			kind = "double"
		case began != nil && began.Kind == stage.Tables:
			kind = "pods"
		case began != nil:
			kind = "single"
		case chosen.Kind == stage.Double, !pure && chosen.Kind != stage.Single && t.Rules.Bracket.Type == "double":
			kind = "double"
		case t.Rules.Bracket.PodSize > 2:
			kind = "pods"
		default:
			kind = "single"
		}
	}
	switch kind {
	case "single":
		for i := range t.Ledger.Rounds {
			cfg.Third = cfg.Third || t.Ledger.Rounds[i].Stage == ledger.ThirdPlace
		}
		if began != nil {
			cfg.Reseed, cfg.Placement = began.Kind == stage.Reseed, began.Kind == stage.Placement
		}
		cfg.Third = cfg.Third || began != nil && began.Third && len(began.Players) >= 4
		if pure {
			cfg.Ranking = bracket.ByEliminator // EX-20: nobody has a Swiss rank
		}
	case "double":
		cfg.Type, cfg.Reseed = bracket.Double, false
	case "pods":
		cfg.Type, cfg.Reseed = bracket.Pods, false
	default:
		return nil, usagef("--type is single, double or pods, not %q", kind)
	}
	e := &elimination{results: bracket.Results{}, slots: map[[2]int]int{}, oneOfMany: o.division != ""}
	var err error
	if e.seeds, err = p.seeds(o, pure); err != nil {
		return nil, err
	}
	cfg.Size = len(e.seeds)
	if e.bracket, err = bracket.New(cfg); err != nil {
		return nil, err
	}
	return e, p.enter(e)
}

// seeds returns the players of the elimination stage, best first.
func (p *position) seeds(o bracketOptions, pure bool) ([]int32, error) {
	t := p.file
	if p.live != nil && p.live.Elimination() != nil && o.size == 0 && o.division == "" {
		var seeds []int32
		for _, n := range p.live.Elimination().Players {
			seeds = append(seeds, int32(n-1))
		}
		return seeds, nil
	}
	if pure {
		var all []int32
		for i := range t.Players {
			if p.state.Ledger.Players[i].DroppedAfter != 0 {
				all = append(all, int32(i))
			}
		}
		slices.SortStableFunc(all, func(a, b int32) int {
			sa, sb := p.state.Ledger.Players[a].Seed, p.state.Ledger.Players[b].Seed
			return cmp.Or(cmp.Compare(min(sb, 1), min(sa, 1)), cmp.Compare(sa, sb))
		})
		if o.size > 0 {
			all = all[:min(o.size, len(all))]
		}
		return all, nil
	}
	cut := t.Cut
	switch {
	case o.size > 0:
		cut = rules.Cut{Top: o.size}
	case p.live != nil && cut.IsZero():
		cut = rules.Cut{Top: p.live.CutSize()}
	}
	if len(t.CutSeeds) > 0 && o.size == 0 {
		return p.ofDivision(slices.Clone(t.CutSeeds), o.division, len(cut.PerDivision) > 0)
	}
	if cut.IsZero() {
		return nil, fmt.Errorf("the file has no cut; say how many play on with --size")
	}
	if err := p.unfinished(p.lastSwiss()); err != nil {
		return nil, err
	}
	table, err := p.table()
	if err != nil {
		return nil, err
	}
	seeds, err := table.Advance(cut, t.Divisions, t.Flights)
	if err != nil {
		return nil, err
	}
	if len(p.state.Locks) > 0 || p.state.InGroups() {
		// The order of the standings is not that of the seeds.
		numbers, err := p.state.Seeds(table, max(cut.Top, cut.PerFlight*p.state.FlightsOf(0)))
		if err != nil {
			return nil, err
		}
		seeds = indices(numbers)
	}
	if seeds, err = p.ofDivision(seeds, o.division, len(cut.PerDivision) > 0); err != nil {
		return nil, err
	}
	if o.size > len(seeds) {
		return nil, fmt.Errorf("only %d players are left for a bracket of %d", len(seeds), o.size)
	}
	if len(seeds) < 2 {
		return nil, fmt.Errorf("a bracket needs at least two players; %d advance", len(seeds))
	}
	return seeds, nil
}

// ofDivision keeps the seeds of one division, where each has a bracket of its own.
func (p *position) ofDivision(seeds []int32, division string, divided bool) ([]int32, error) {
	switch {
	case division != "":
		d := slices.Index(p.file.Divisions, division)
		if d < 0 {
			return nil, fmt.Errorf("there is no division %q in the file", division)
		}
		seeds = slices.DeleteFunc(seeds, func(i int32) bool { return int(p.state.Ledger.Players[i].Division) != d })
	case divided:
		return nil, errManyBrackets
	}
	return seeds, nil
}

// enter finds the bracket match of every elimination match and its result.
func (p *position) enter(e *elimination) error {
	seedOf := map[int32]int{}
	for i, player := range e.seeds {
		seedOf[player] = i + 1
	}
	for i := range p.state.Ledger.Rounds {
		r := &p.state.Ledger.Rounds[i]
		if !knockout(r.Stage) {
			continue
		}
		st, err := e.resolve()
		if err != nil {
			return err
		}
		for j := range r.Matches {
			m := &r.Matches[j]
			if m.N == 1 {
				continue // a walkover: the bracket has no such match
			}
			var seeds []int
			for _, q := range m.Players() {
				seeds = append(seeds, seedOf[q])
			}
			if slices.Max(seeds) == 0 && e.oneOfMany {
				continue // of another division
			}
			slot := p.slot(e, st, r.Stage, seeds)
			if slot == 0 {
				return fmt.Errorf("round %d: %s do not meet in a bracket seeded by the standings; check cut, size and results", i+1, p.together(m.Players()))
			}
			e.slots[[2]int{i, j}] = slot
			if order := p.order(m, seeds); order != nil {
				e.results[slot] = order
			}
		}
	}
	return nil
}

// slot returns the open bracket match of these seeds, or 0.
func (p *position) slot(e *elimination, st *bracket.State, part ledger.Stage, seeds []int) int {
	for _, id := range st.Ready {
		m, _ := e.bracket.Match(id)
		if _, taken := e.results[id]; taken || (m.Part == bracket.Third) != (part == ledger.ThirdPlace) {
			continue
		}
		players := slices.Clone(st.Matches[id-1].Players)
		if slices.Sort(players); slices.Equal(players, slices.Sorted(slices.Values(seeds))) {
			return id
		}
	}
	return 0
}

// order returns the seeds of a finished match in the order of finish, else nil.
func (p *position) order(m *ledger.Match, seeds []int) []int {
	if !m.Finished() {
		return nil
	}
	w := p.file.Rules.Winner(m)
	if w < 0 {
		return nil
	}
	order := []int{seeds[w]}
	for i, s := range seeds {
		if i != w {
			order = append(order, s)
		}
	}
	return order
}

func (p *position) together(players []int32) string {
	text := ""
	for i, q := range players {
		if i > 0 {
			text += " and "
		}
		text += p.name(q)
	}
	return text
}
