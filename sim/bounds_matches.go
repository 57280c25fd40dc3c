package sim

import (
	"math"

	"topcut/sim/internal/kernel"
)

// Players who must gain points also play each other. A match that is not paired yet gives
// two units: both to its winner, or one to each in a draw; a bye gives two. So players
// who have to catch up share a limited number of units, and some number of units must go
// to some players. No assumption is made about the pairings.

// limitedField is the largest field for which units are counted: in larger ones the cut
// has too few places for it to matter.
const limitedField = 128

// limited reports whether counting units can help.
func (p *position) limited() bool {
	return p.future > 0 && p.closed && p.in <= limitedField
}

// yield returns the most (or fewest) points of a round by units taken in it.
func (p *position) yield(side bound) [3]float64 {
	has := [kernel.NoTable]bool{}
	for _, o := range p.outcomes {
		has[o] = true
	}
	one := math.Inf(1)
	if side == higher {
		one = math.Inf(-1)
	}
	y := [3]float64{float64(p.worth[kernel.Lost]), one, float64(p.worth[kernel.Won])}
	if has[kernel.Drawn] {
		y[1] = float64(p.worth[kernel.Drawn])
	}
	if side == higher {
		y[2] = float64(p.most)
	}
	if has[kernel.BothLost] && side == higher {
		y[0] = math.Max(y[0], float64(p.worth[kernel.BothLost]))
	}
	if side == lower {
		y[0] = float64(p.least)
	}
	return y
}

// gains returns the most (or fewest) points that a number of units in all rounds to
// come can be worth.
func (p *position) gains(side bound) []float64 {
	y := p.yield(side)
	best := []float64{0}
	for range p.future {
		next := make([]float64, len(best)+2)
		for u := range next {
			next[u] = math.Inf(1)
			if side == higher {
				next[u] = math.Inf(-1)
			}
			for k := range y {
				if u-k < 0 || u-k >= len(best) {
					continue
				}
				if v := best[u-k] + y[k]; side == higher {
					next[u] = math.Max(next[u], v)
				} else {
					next[u] = math.Min(next[u], v)
				}
			}
		}
		best = next
	}
	return best
}

// never is a number of units that cannot be reached.
const never = math.MaxInt / 4

// supply proves that there are too few units for as many others as there are places to
// catch up with a player who loses everything after a result now.
func (p *position) supply(player, result, places int, a *argument) bool {
	gains := p.gains(higher)
	r := rivalry{p: p, player: player, result: result, side: higher, points: a.points}
	cost := func(q int, o kernel.Outcome) int {
		now := p.start.Points(q)
		if o != kernel.NoTable {
			now += p.worth[o]
		}
		if now+p.future*p.most == r.points && p.bounds != nil && r.decided(kernel.Path{Player: q, Outcome: o}) {
			return never
		}
		for u, v := range gains {
			if float64(now)+v >= float64(r.points) {
				return u
			}
		}
		return never
	}
	least := make([]int, places+1) // units for that many others
	for i := range least[1:] {
		least[i+1] = never
	}
	p.eachRival(player, result, func(ways []way) {
		one, two := never, never
		for _, w := range ways {
			x, y := never, never
			if w.first >= 0 {
				x = cost(w.first, w.outcome)
			}
			if w.second >= 0 {
				y = cost(w.second, w.outcome.Mirror())
			}
			one, two = min(one, x, y), min(two, x+y)
		}
		for i := places; i > 0; i-- {
			least[i] = min(least[i], least[i-1]+one)
			if i > 1 {
				least[i] = min(least[i], least[i-2]+two)
			}
		}
	})
	units := p.future*p.in + p.sitOuts
	if p.table[player] < 0 {
		units -= unitsOf(result)
	}
	if least[places] <= units {
		return false
	}
	a.by, a.others = byMatches, 0
	for i := range least {
		if least[i] <= units {
			a.others = i
		}
	}
	return true
}

// capacity proves that some player must take more units than possible while fewer
// others than there are places end ahead of a player who wins everything after a result
// now.
func (p *position) capacity(player, result, places int, a *argument) bool {
	if len(p.results) < len(p.outcomes) {
		return false // a double loss gives no player a unit
	}
	gains := p.gains(lower)
	r := rivalry{p: p, player: player, result: result, side: lower, points: a.points}
	room := func(q int, o kernel.Outcome) int { // -1: ends ahead in any case
		now := p.start.Points(q)
		if o != kernel.NoTable {
			now += p.worth[o]
		}
		if now+p.future*p.least == r.points && p.bounds != nil && r.decided(kernel.Path{Player: q, Outcome: o}) {
			return -1
		}
		for u := len(gains) - 1; u >= 0; u-- {
			if float64(now)+gains[u] <= float64(r.points) {
				return u
			}
		}
		return -1
	}
	all := 2 * p.future
	most := make([]int, places) // units taken while that many others are ahead
	for i := range most[1:] {
		most[i+1] = -never
	}
	p.eachRival(player, result, func(ways []way) {
		var best [3]int
		for i := range best {
			best[i] = -never
		}
		for _, w := range ways {
			x, y := 0, 0 // units that go to no player
			seats := 0
			if w.first >= 0 {
				x, seats = room(w.first, w.outcome), seats+1
			}
			if w.second >= 0 {
				y, seats = room(w.second, w.outcome.Mirror()), seats+1
			}
			if x >= 0 && y >= 0 {
				best[0] = max(best[0], x+y)
			}
			switch {
			case seats == 1:
				best[1] = max(best[1], all)
			case seats == 2:
				if x >= 0 {
					best[1] = max(best[1], x+all)
				}
				if y >= 0 {
					best[1] = max(best[1], y+all)
				}
				best[2] = max(best[2], 2*all)
			}
		}
		for i := places - 1; i >= 0; i-- {
			v := most[i] + best[0]
			for k := 1; k <= 2 && k <= i; k++ {
				v = max(v, most[i-k]+best[k])
			}
			most[i] = max(v, -never)
		}
	})
	taken := all
	if p.table[player] < 0 {
		taken += unitsOf(result) - 2
	}
	for _, v := range most {
		if v+taken >= p.future*p.in-p.sitOuts {
			return false
		}
	}
	a.by, a.others = byMatches, places
	return true
}

// unitsOf returns the units that a result takes.
func unitsOf(result int) int {
	switch result {
	case resultWin:
		return 2
	case resultDraw:
		return 1
	}
	return 0
}

// way is one way a table can end for the rivals at it; -1 for no rival there.
type way struct {
	first, second int
	outcome       kernel.Outcome // of the first
}

// eachRival calls call with the ways of every open table, and of every player without
// one, after a result of the player.
func (p *position) eachRival(player, result int, call func([]way)) {
	for q := range p.table {
		if q != player && p.table[q] < 0 && p.start.In(q) {
			call([]way{{q, -1, kernel.NoTable}})
		}
	}
	rival := func(q uint16) int {
		if int(q) == player || !p.start.In(int(q)) {
			return -1
		}
		return int(q)
	}
	for i, t := range p.open {
		outcomes := p.tables[i]
		if p.table[player] == i {
			if outcomes = p.outcomesOf(result); int(t[0]) != player {
				outcomes = mirrored(outcomes)
			}
		}
		var ways []way
		for _, o := range outcomes {
			ways = append(ways, way{rival(t[0]), rival(t[1]), o})
		}
		call(ways)
	}
}
