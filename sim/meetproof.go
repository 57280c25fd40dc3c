package sim

import (
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// pool are players who compete for the same places.
type pool struct {
	players []int // by index
	in, out int   // the number who surely go on, and at most; equal if only places decide
	target  *fraction.Fraction
	race    *units // nil if points are too fine
	at      []int  // by player, the index in players; -1
	opened  map[int]int
}

// exact reports whether nothing but places in the pool decides who goes on.
func (p *pool) exact() bool { return p.target == nil && p.in == p.out }

// proofs is what was proved about a player for a result of the next match.
type proofs struct {
	in, out bool
	why     notice.Notice
}

// pooled makes the pools.
func (m *meets) pooled() error {
	s, c := m.real.s, &m.c
	cut, groups := c.Cut, 1
	if c.Shape.Cuts != nil {
		cut = c.Shape.Cuts[0]
		cut.Top *= len(c.Shape.Cuts)
	}
	if s.InGroups() && cut.IsTop() {
		groups = s.GroupCount()
	}
	base, err := m.real.table(m.real.ledger)
	if err != nil {
		return err
	}
	m.pools = make([]pool, groups)
	for g := range m.pools {
		p := &m.pools[g]
		p.in, p.out = cut.Top/groups, (cut.Top+groups-1)/groups
		if cut.Points > 0 {
			target := fraction.Int(int64(cut.Points))
			p.target = &target
		}
		p.at = slices.Repeat([]int{-1}, len(s.Players))
		var points []fraction.Fraction
		for i := range base.Rows {
			q := int(base.Rows[i].Player)
			if !s.PlaysOn(q+1) || s.Players[q].StandIn || groups > 1 && groupOf(s, q) != g {
				continue
			}
			p.at[q], m.of[q] = len(p.players), g
			p.players, points = append(p.players, q), append(points, base.Rows[i].Points)
		}
		race := m.real.race(p.at, len(p.players), func(x *ledger.Match) [2]fraction.Fraction {
			w := standings.Score(s.Rules, 1, x)
			return [2]fraction.Fraction{w[0], w[1]}
		})
		race.base = points
		if u, ok := race.whole(); ok {
			p.race, p.opened = u, map[int]int{}
			for game, open := range race.opened {
				p.opened[open] = game
			}
		}
	}
	return nil
}

// prove fills in what is certain about each player.
func (m *meets) prove() error {
	m.proofs = make([][3]proofs, len(m.of))
	for g := range m.pools {
		p := &m.pools[g]
		open := false // the points alone do not decide
		for _, q := range p.players {
			for result := range m.proofs[q] {
				m.proofs[q][result] = m.byPoints(p, q, result)
				open = open || !m.proofs[q][result].in && !m.proofs[q][result].out
			}
		}
		if open && p.exact() {
			if err := m.byTrying(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// after returns the result of the next match after which a proof holds, or that there
// is no such match.
func (m *meets) after(player, result int) notice.Word {
	if m.next[player] < 0 {
		return afterAll
	}
	return [3]notice.Word{afterWin, afterDraw, afterLoss}[result]
}

// byPoints proves what points prove.
func (m *meets) byPoints(p *pool, player, result int) (x proofs) {
	if p.race == nil {
		return x
	}
	var s *supposed
	if open := m.next[player]; open >= 0 {
		s = &supposed{game: p.opened[open], player: p.at[player], result: result}
	}
	worst, best := p.race.worst(p.at[player], s), p.race.best(p.at[player], s)
	low, high := fraction.New(worst.points, p.race.unit), fraction.New(best.points, p.race.unit)
	switch {
	case p.target != nil && !low.Less(*p.target):
		x.in, x.why = true, notice.New("proof.in.target", "after", m.after(player, result), "points", pointsWord(*p.target))
	case worst.place <= p.in:
		x.in, x.why = true, notice.New("proof.in.count", "after", m.after(player, result), "others", atMost(worst.place-1), "points", pointsWord(low), "cut", p.in)
	case best.place > p.out && (p.target == nil || high.Less(*p.target)):
		x.out = true
		x.why = notice.New("proof.out.count", "points", pointsWord(high), "others", others(best.place-1), "cut", p.out)
		if p.target != nil {
			x.why = notice.New("proof.out.target", "points", pointsWord(high), "target", pointsWord(*p.target))
		}
	}
	return x
}

// mostTables bounds how many standings are computed to prove what tiebreakers prove.
const mostTables = 1 << 12

// byTrying proves also what depends on tiebreakers, by trying every end of the matches
// that affect a pool, if there are few.
func (m *meets) byTrying(p *pool) error {
	g := m.real
	if g.readsBoards() {
		return nil
	}
	var open []int
	for i := range g.open {
		if _, own := p.opened[i]; own || m.together() {
			open = append(open, i)
		}
	}
	ends := g.everyEnd()
	ways := 1
	for range open {
		if ways *= len(ends); ways > mostTables {
			return nil
		}
	}
	var can [2][][3]bool // by player and result: to be in, to be out
	for k := range can {
		can[k] = make([][3]bool, len(m.of))
	}
	chosen := make([]int, len(open))
	for way := range ways {
		for k := range chosen {
			chosen[k] = way % len(ends)
			way /= len(ends)
		}
		t, err := g.table(g.ended(open, chosen, ends))
		if err != nil {
			return err
		}
		m.see(p, t, func(player int, in, out bool) {
			for result := range 3 {
				if at := m.next[player]; at >= 0 && slices.Contains(open, at) {
					me := 0
					if int(g.at(g.open[at]).Seats[1]) == player {
						me = 1
					}
					if !ends[chosen[slices.Index(open, at)]].is(me, result) {
						continue
					}
				}
				can[0][player][result] = can[0][player][result] || in
				can[1][player][result] = can[1][player][result] || out
			}
		})
	}
	m.tried(p, can)
	return nil
}

// tried proves what all ends have in common: can says, by player and result, whether a player
// can be in, and out.
func (m *meets) tried(p *pool, can [2][][3]bool) {
	for _, q := range p.players {
		for result := range 3 {
			x, in, out := &m.proofs[q][result], can[0][q][result], can[1][q][result]
			switch {
			case x.in || x.out:
			case in && !out:
				*x = proofs{in: true, why: notice.New("proof.in.tried", "after", m.after(q, result), "cut", p.in)}
			case out && !in:
				*x = proofs{out: true, why: notice.New("proof.out.tried", "cut", p.in)}
			}
		}
	}
}

// together reports whether results in other groups can affect the order in a group,
// because a tiebreaker uses all players who are level.
func (m *meets) together() bool {
	if len(m.pools) == 1 {
		return true
	}
	return slices.ContainsFunc(m.c.Rules.Ranking.Tiebreaks, func(t rules.Tiebreak) bool {
		b := standings.Lookup(t.Func)
		return b == nil || b.Group()
	})
}

// see reports for each player of a pool whether they can be among those who go on, and
// whether they can be left out, with these standings: level players may be in any
// order.
func (m *meets) see(p *pool, t *standings.Table, say func(player int, in, out bool)) {
	var block []int
	ahead := 0
	flush := func() {
		for _, q := range block {
			say(q, ahead < p.out, ahead+len(block) > p.in)
		}
		ahead += len(block)
		block = block[:0]
	}
	for i := range t.Rows {
		if !t.Level(i) {
			flush()
		}
		if q := int(t.Rows[i].Player); p.at[q] >= 0 {
			block = append(block, q)
		}
	}
	flush()
}

// fact returns the strongest fact about a player, with why it holds.
func (m *meets) fact(player int) (string, notice.Notice) {
	if m.of[player] < 0 {
		return Eliminated, notice.New("proof.out.left")
	}
	x := &m.proofs[player]
	draws := len(m.real.draws) > 0
	all := func(holds func(proofs) bool) bool {
		return holds(x[resultWin]) && holds(x[resultLoss]) && (!draws || holds(x[resultDraw]))
	}
	in, out := func(x proofs) bool { return x.in }, func(x proofs) bool { return x.out }
	switch {
	case all(out):
		return Eliminated, x[resultWin].why
	case all(in):
		return Clinched, reworded(x[resultLoss].why)
	case m.next[player] < 0 || !x[resultWin].in:
		return "", notice.Notice{}
	case draws && x[resultDraw].in:
		return DrawAndIn, x[resultDraw].why
	}
	return WinAndIn, x[resultWin].why
}

// reworded returns a reason that holds whatever happens.
func reworded(why notice.Notice) notice.Notice {
	args := slices.Clone(why.Args)
	for i := range args {
		if args[i].Name == "after" {
			args[i].Value = afterAll
		}
	}
	why.Args = args
	return why
}

// meetProved is Prove of a round robin.
func meetProved(c OddsConfig) (*Proved, error) {
	m, err := newMeets(c)
	if err != nil {
		return nil, err
	}
	if err := m.prove(); err != nil {
		return nil, err
	}
	out := &Proved{Reason: func(player int) notice.Notice {
		_, why := m.fact(player)
		return why
	}}
	for p := range m.of {
		fact, _ := m.fact(p)
		out.Facts = append(out.Facts, fact)
	}
	return out, nil
}
