package sim

import (
	"context"
	"math/rand/v2"
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/random"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// meets computes the chances in a round robin, with or without groups. Its remaining
// pairings are known, so the matches are played as they are, and the event's own
// standings and entry rule determine who enters the next stage.
type meets struct {
	runner
	real  *meetings // what facts hold for
	pools []pool
	of    []int // by player, the pool; -1 = has left, or is not in this stage
	next  []int // by player, the own open match of real that comes first; -1
	// start is where estimates begin: it includes pending reports.
	start  *meetings
	model  notice.Notice
	tally  *meetTally
	what   *meetTally // with the assumed result; nil without one
	proofs [][3]proofs
}

// meeting returns the shape and the cut of a round robin under way: who enters the stage
// after it. cut is for one that nothing follows.
func meeting(s *tournament.State, cut rules.Cut) (Shape, rules.Cut, error) {
	var shape Shape
	if _, err := newMeetings(s); err != nil {
		return shape, cut, err
	}
	if next := s.Next(); next != nil {
		e := next.Entry()
		if next.Kind().Eliminates() && e.By != stage.Points && e.By != stage.Equal {
			e = stage.TopN(next.Size)
		}
		if e.By == stage.Equal && e.N == 0 {
			e.N = next.Size
		}
		if cut = goOn(e, 1); e.By == stage.All || cut.IsZero() {
			return shape, rules.Cut{}, nil
		}
	}
	groups := s.GroupCount()
	if !s.InGroups() || !cut.IsTop() || cut.Top%groups != 0 {
		groups = 1
	}
	if groups == 1 && cut.Top == s.CutRule().Top && cut.Points == s.CutRule().Points {
		return shape, cut, nil
	}
	for g := range groups {
		name, title := "", notice.Notice{}
		if groups > 1 {
			name, title = groupTitle(s, g)
		}
		c := cut
		c.Top /= groups
		shape.add(name, title)
		shape.Cuts = append(shape.Cuts, c)
	}
	for i := range s.Players {
		g := 0
		if groups > 1 {
			g = groupOf(s, i)
		}
		shape.Of = append(shape.Of, min(max(g, 0), groups-1))
	}
	return shape, rules.Cut{}, nil
}

// groupOf returns the group of a player by index, from 0: drawn ones are numbered from 1, the
// pods of a draft from 0.
func groupOf(s *tournament.State, i int) int {
	g := int(s.Players[i].Flight)
	if s.Draft == nil {
		g--
	}
	return g
}

// groupTitle names a group of a round robin.
func groupTitle(s *tournament.State, g int) (string, notice.Notice) {
	if s.Draft != nil {
		return podName(g)
	}
	return groupName(g)
}

// newMeets prepares the question of OddsConfig.State.
func newMeets(c OddsConfig) (*meets, error) {
	s := c.State
	m := &meets{runner: runner{c: c}}
	var err error
	if m.real, err = newMeetings(s); err != nil {
		return nil, err
	}
	m.start = m.real
	edge, model, err := c.Strength.edges(c.Rules, c.Ledger, c.Ratings)
	if err != nil {
		return nil, err
	}
	m.model = model
	m.of, m.next = slices.Repeat([]int{-1}, len(s.Players)), slices.Repeat([]int{-1}, len(s.Players))
	for i, at := range slices.Backward(m.real.open) {
		for _, p := range m.real.at(at).Players() {
			m.next[p] = i
		}
	}
	if c.Reported != nil {
		if m.start, err = newMeetings(s.With(m.withReports())); err != nil {
			return nil, err
		}
	}
	m.real.edge, m.start.edge = edge, edge
	for _, g := range []*meetings{m.real, m.start} {
		g.drawn = float64(c.DrawChance) / 200
	}
	return m, m.pooled()
}

// withReports returns the ledger with pending reports; the match with an assumed result
// is open.
func (m *meets) withReports() *ledger.Ledger {
	l := m.c.Reported.Clone()
	if at := m.nextOf(int(m.c.Player)); m.c.If != "" && at >= 0 {
		open := m.real.at(m.real.open[at])
		for r := range l.Rounds {
			for i := range l.Rounds[r].Matches {
				x := &l.Rounds[r].Matches[i]
				if r+1 != m.real.open[at].Round || x.N != 2 || x.Seats != open.Seats {
					continue
				}
				if *x = *open; i < len(l.Rounds[r].Boards) {
					l.Rounds[r].Boards[i] = m.c.Ledger.Rounds[r].Boards[i]
				}
			}
		}
	}
	return l
}

// nextOf returns the first open match of a player, -1 without one.
func (m *meets) nextOf(player int) int {
	if player < 0 || player >= len(m.next) {
		return -1
	}
	return m.next[player]
}

// meetOdds is Odds of a round robin.
func meetOdds(ctx context.Context, c OddsConfig) (*OddsResult, error) {
	m, err := newMeets(c)
	if err != nil {
		return nil, err
	}
	if err := m.prove(); err != nil {
		return nil, err
	}
	m.tally = newMeetTally(m)
	if c.If != "" {
		at := m.nextOf(int(c.Player))
		switch {
		case at < 0 || c.If != IfWin && c.If != IfLoss && len(m.real.draws) == 0:
			return nil, notice.Err("chances.no_match")
		case !m.real.can(m.real.open[at], m.fromFirst(at)):
			return nil, errRuledOut
		}
		m.what = newMeetTally(m)
	}
	m.workers, m.answers = m.players, m.result
	m.played = func() int { return int(m.tally.trials) }
	m.subject = func() (e Estimate) {
		if p := int(c.Player); p >= 0 && p < len(m.of) {
			e = m.tally.chance(p)
		}
		return e
	}
	if err := m.run(ctx); err != nil {
		return nil, err
	}
	return m.result(), nil
}

// result returns what is known so far.
func (m *meets) result() *OddsResult {
	shape := &m.c.Shape
	res := &OddsResult{Trials: m.played(), Model: m.model, Players: make([]PlayerOdds, len(m.of)), Notes: shape.Notes}
	for g := range shape.Cuts {
		res.Groups = append(res.Groups, shape.Group(g, shape.Cuts[g]))
	}
	for p := range m.of {
		x := m.tally.of(p)
		x.Cut.Fact, x.Cut.Reason = m.fact(p)
		x.Cut.settle()
		if shape.Of != nil {
			x.Group = shape.Of[p]
		}
		if x.Cut.Fact != Clinched && x.Cut.Fact != Eliminated {
			x.Watch = m.tally.watch.of(p)
		}
		res.Players[p] = x
	}
	if m.what != nil {
		p := int(m.c.Player)
		x := m.what.of(p)
		x.Group = res.Players[p].Group
		if m.of[p] >= 0 {
			switch proved := m.proofs[p][m.c.supposes()]; {
			case proved.in:
				x.Cut.Fact, x.Cut.Reason = Clinched, proved.why
			case proved.out:
				x.Cut.Fact, x.Cut.Reason = Eliminated, proved.why
			}
		}
		x.Cut.settle()
		res.WhatIf = &WhatIf{If: m.c.If, PlayerOdds: x}
	}
	return res
}

// players returns one worker's simulations.
func (m *meets) players() []player {
	out := []player{&meetPlayer{m: m, g: m.start.another(), tally: newMeetTally(m), into: m.tally}}
	if m.what != nil {
		out = append(out, &meetPlayer{m: m, g: m.start.another(), tally: newMeetTally(m), into: m.what, label: "if"})
	}
	return out
}

// meetPlayer is one worker's simulation of a round robin.
type meetPlayer struct {
	m           *meets
	g           *meetings
	tally, into *meetTally
	label       string
}

func (p *meetPlayer) play(n, chunk int) error {
	src := random.New(p.m.c.Seed, "meets"+p.label, uint64(chunk))
	rng := rand.New(rand.NewPCG(src.Uint64(), src.Uint64()))
	var forced func(open int) (int, bool)
	if p.into == p.m.what {
		forced = p.supposed()
	}
	for range n {
		t, err := p.g.table(p.g.play(rng, forced))
		if err != nil {
			return err
		}
		p.tally.add(p.g, t, p.m.entering(t))
	}
	return nil
}

func (p *meetPlayer) collect() { p.into.take(p.tally) }

// fromFirst returns the assumed result of an open match for its first seat.
func (m *meets) fromFirst(open int) int {
	if result := m.c.supposes(); m.real.at(m.real.open[open]).Seats[1] != m.c.Player {
		return result
	}
	return resultLoss - m.c.supposes()
}

// supposed returns a function that decides the match with the assumed result, from the
// side of its first seat.
func (p *meetPlayer) supposed() func(open int) (int, bool) {
	m := p.m
	next := m.nextOf(int(m.c.Player))
	at, result := m.real.open[next], m.fromFirst(next)
	seats := m.real.at(at).Seats
	return func(open int) (int, bool) {
		if p.g.open[open].Round != at.Round {
			return 0, false
		}
		return result, p.g.at(p.g.open[open]).Seats == seats
	}
}

// entering returns the players who go on with these standings, best first.
func (m *meets) entering(t *standings.Table) []int {
	s := m.real.s
	if s.Next() != nil {
		return s.Entering(t)
	}
	players, err := s.Seeds(t, m.c.Cut.Top)
	if err != nil {
		return nil
	}
	return players
}
