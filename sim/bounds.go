package sim

import (
	"topcut/sim/internal/kernel"
)

// bound says whether a number is bounded from above or below.
type bound bool

const (
	higher bound = true  // at most
	lower  bound = false // at least
)

// census counts the active players by points at the end: for each number of points v, at
// most (or at least) how many have v or more.
type census struct {
	each  int      // points of a round that is not paired
	count []int    // by points, in units
	pairs [][2]int // of each open table: points up to which one and both of it count
}

// census returns the census if each round that is not paired is worth each points. For a
// table, the result with the highest (or lowest) count is used, for any number of points.
func (p *position) census(each int, side bound) census {
	top := 0
	for q := range p.table {
		top = max(top, p.start.Points(q))
	}
	c := census{each: each, count: make([]int, top+(p.future+1)*p.rules.Most()+2), pairs: make([][2]int, len(p.open))}
	for q := range p.table {
		if p.table[q] < 0 && p.start.In(q) {
			c.count[p.start.Points(q)+p.future*each]++
		}
	}
	for i, t := range p.open {
		for k, o := range p.tables[i] {
			x, y := p.after(t[0], o, each), p.after(t[1], o.Mirror(), each)
			one, both := max(x, y), min(x, y)
			if k == 0 {
				c.pairs[i] = [2]int{one, both}
			} else if side == higher {
				c.pairs[i] = [2]int{max(one, c.pairs[i][0]), max(both, c.pairs[i][1])}
			} else {
				c.pairs[i] = [2]int{min(one, c.pairs[i][0]), min(both, c.pairs[i][1])}
			}
		}
		for _, v := range c.pairs[i] {
			if v >= 0 {
				c.count[v]++
			}
		}
	}
	for v := len(c.count) - 2; v >= 0; v-- {
		c.count[v] += c.count[v+1]
	}
	return c
}

// after returns the final points of a player at a table, or -1 if the player is out.
func (p *position) after(player uint16, o kernel.Outcome, each int) int {
	if !p.start.In(int(player)) {
		return -1
	}
	return p.start.Points(int(player)) + p.worth[o] + p.future*each
}

// ahead counts the other players who can have (or surely have) at least points after a
// result of the player.
func (p *position) ahead(player, result, points int, side bound) int {
	c := &p.reach
	if side == lower {
		c = &p.floor
	}
	if points >= len(c.count) {
		return 0
	}
	n := c.count[max(points, 0)]
	t := p.table[player]
	if t < 0 {
		if p.start.Points(player)+p.future*c.each >= points {
			n--
		}
		return n
	}
	for _, v := range c.pairs[t] {
		if v >= points {
			n--
		}
	}
	opponent := p.open[t][0] + p.open[t][1] - uint16(player)
	has := 0
	for i, o := range p.outcomesOf(result) {
		k := 0
		if p.after(opponent, o.Mirror(), c.each) >= points {
			k = 1
		}
		if i == 0 || (k > has) == (side == higher) {
			has = k
		}
	}
	return n + has
}

// fewer proves that a player who loses everything after a result now still has fewer
// others ahead than there are places.
func (p *position) fewer(player, result, places int, a *argument) bool {
	if a.others = p.ahead(player, result, a.points, higher); a.others < places {
		a.by = byCount
		return true
	}
	tied := p.bounds != nil && p.ahead(player, result, a.points+1, higher) < places
	if tied && p.compared(player, result, higher, a) < places {
		return true
	}
	return p.limited() && p.supply(player, result, places, a)
}

// enough proves that a player who wins everything after a result now still has at least
// as many others ahead as there are places.
func (p *position) enough(player, result, places int, a *argument) bool {
	if a.others = p.ahead(player, result, a.points+1, lower); a.others >= places {
		a.by = byCount
		return true
	}
	tied := p.bounds != nil && p.ahead(player, result, a.points, lower) >= places
	if tied && p.compared(player, result, lower, a) >= places {
		return true
	}
	return p.limited() && p.capacity(player, result, places, a)
}

// compared counts the others who can end (or surely end) ahead of a player with a.points,
// including by tiebreaks among players who are then level.
func (p *position) compared(player, result int, side bound, a *argument) int {
	a.by, a.others, a.level = byTiebreaks, 0, 0
	r := rivalry{p: p, player: player, result: result, side: side, points: a.points}
	for q := range p.table {
		if q != player && p.table[q] < 0 && p.start.In(q) {
			a.others += r.count(q, kernel.NoTable)
		}
	}
	for i, t := range p.open {
		outcomes := p.tables[i]
		if p.table[player] == i {
			if outcomes = p.outcomesOf(result); int(t[0]) != player {
				outcomes = mirrored(outcomes)
			}
		}
		best := 0
		for k, o := range outcomes {
			n := 0
			if int(t[0]) != player && p.start.In(int(t[0])) {
				n += r.count(int(t[0]), o)
			}
			if int(t[1]) != player && p.start.In(int(t[1])) {
				n += r.count(int(t[1]), o.Mirror())
			}
			if k == 0 || (n > best) == (side == higher) && n != best {
				best = n
			}
		}
		a.others += best
	}
	a.level, a.apart = r.level, r.apart
	return a.others
}

func mirrored(list []kernel.Outcome) []kernel.Outcome {
	out := make([]kernel.Outcome, len(list))
	for i, o := range list {
		out[i] = o.Mirror()
	}
	return out
}

// rivalry compares others with a player after a result.
type rivalry struct {
	p              *position
	player, result int
	side           bound
	points         int
	level          int   // others ordered by tiebreaks
	apart          apart // by how much
}

// count returns 1 if a player, with an outcome of the open table, can end (or surely
// ends) ahead.
func (r *rivalry) count(q int, o kernel.Outcome) int {
	p := r.p
	points := p.start.Points(q)
	if o != kernel.NoTable {
		points += p.worth[o]
	}
	switch r.side {
	case higher:
		points += p.future * p.most
	default:
		points += p.future * p.least
	}
	switch {
	case points != r.points:
		return ordered(points > r.points)
	case r.decided(kernel.Path{Player: q, Outcome: o}):
		r.level++
		return ordered(r.side == lower)
	}
	return ordered(r.side == higher)
}

func ordered(ahead bool) int {
	if ahead {
		return 1
	}
	return 0
}

// decided reports whether a level rival is surely behind the player (or, from the lower
// side, surely ahead).
func (r *rivalry) decided(q kernel.Path) bool {
	for _, o := range r.p.outcomesOf(r.result) {
		me := r.p.path(r.player, int(o))
		// A result of the next match is one of the rounds that are not paired.
		me.Any = me.Outcome == kernel.NoTable && r.result != r.steady()
		if r.p.table[r.player] >= 0 && r.p.table[r.player] == r.p.table[q.Player] && q.Outcome != o.Mirror() {
			continue // the other way to lose
		}
		first, second := q, me
		if r.side == lower {
			first, second = me, q
		}
		if !r.p.bounds.Behind(first, second) {
			return false
		}
		r.apart.add(r.p.bounds.Apart(first, second))
	}
	return true
}

// steady returns the result that the player has in all rounds that are not paired, unless
// another is assumed for the next.
func (r *rivalry) steady() int {
	if r.side == lower {
		return resultWin
	}
	return resultLoss
}
