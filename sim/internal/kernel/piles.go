package kernel

import "math/bits"

// pileFrom is the size of a field from which piles are quicker than a counting sort, and
// leastPile the number of matches in a group from which they are.
const (
	pileFrom  = 1024
	leastPile = 16
)

// piles are the winners and the losers of each group in a round, in the order in which the
// group was seated.
//
// That order is by lot, and results do not depend on seats, so that each pile is in an order
// by lot too. The next order needs lots only to mix the winners of one group with the
// losers of another: half of the players just move on. Where a pairing was repaired, or a
// player passed over, the seats tell who has met whom; the players of such matches are
// loose, and each gets a place by lot in the next order. So do players of small groups, and
// those who drew.
type piles struct {
	wheel     []uint32 // Simulator.wheel with more in each cell
	full      bool     // there are piles of the round before
	groups    []pile   // from the best down
	loose     []uint64 // by match of the round under way, a bit
	rest      []uint16 // players who are on no pile
	least     uint16   // leastPile
	win, loss uint16   // points
}

// pile is where the players of a group with so many points are: its matches of the order,
// those that were decided from the front of memory.upper and memory.lower, and those that
// were drawn from the end.
type pile struct{ points, from, to, won, wonEnd, drawn, drawnEnd uint16 }

// What a cell of piles.wheel holds beside the outcome: if the match is decided, and all bits
// if the second player won.
const (
	wonBy     = 16
	decidedAt = 8
)

func newPiles(r *Rules, w wheel, players int) *piles {
	t := &piles{
		wheel: make([]uint32, len(w)), loose: make([]uint64, players/128+1),
		least: leastPile, win: uint16(r.Win), loss: uint16(r.Loss),
	}
	for i, k := range w {
		t.wheel[i] = uint32(k)
		if k&isDraw == 0 {
			t.wheel[i] |= 1 << decidedAt
		}
		if (k&starterWins != 0) != (k&firstSeatStarts != 0) {
			t.wheel[i] |= (1<<16 - 1) << wonBy
		}
	}
	return t
}

// begin makes room for the piles of the next round.
func (t *piles) begin() {
	t.full, t.rest = false, t.rest[:0]
	clear(t.loose)
}

// loosen takes the matches at places of the order, from the one to before the other, out
// of the piles.
func (t *piles) loosen(from, to int) {
	if t == nil {
		return
	}
	for j := from / 2; j < (to+1)/2; j++ {
		t.loose[j>>6] |= 1 << (j & 63)
	}
}

// piling reports whether the results of a round are to be put on piles.
func (e *Simulator) piling(round int) bool {
	return e.piles != nil && !e.mixed && round+1 < e.rules.Rounds && round >= e.from.apart && e.robin(round) == nil
}

// pileUp is results for piles.
func (e *Simulator) pileUp(round int) {
	order, m := e.order, e.memory
	w, row, rng := e.piles.wheel, (*[size]uint16)(e.opp[round*e.players:]), e.rng
	at, won := uint16(0), uint16(0)
	for ; len(order) > 3; order = order[4:] {
		rng += stride
		x := rng.mix()
		a, b := order[0], order[1]
		k := w[(x>>32)*uint64(len(w))>>32]
		m.book(a, b, uint8(k))
		won = m.pile(a, b, k, at, won)
		row[a], row[b] = b, a
		a, b = order[2], order[3]
		k = w[uint64(uint32(x))*uint64(len(w))>>32]
		m.book(a, b, uint8(k))
		won = m.pile(a, b, k, at+1, won)
		row[a], row[b] = b, a
		at += 2
	}
	if len(order) > 1 {
		a, b := order[0], order[1]
		k := w[(rng.next()>>32)*uint64(len(w))>>32]
		m.book(a, b, uint8(k))
		won = m.pile(a, b, k, at, won)
		row[a], row[b] = b, a
		at++
	}
	e.rng = rng
	m.before[at] = won
	e.sortPiles()
}

// book is memory.play without counting.
func (m *memory) book(a, b uint16, outcome uint8) {
	m.words[a] += m.firsts[outcome]
	m.words[b] += m.seconds[outcome]
	m.met[a] |= 1 << (b & 63)
	m.met[b] |= 1 << (a & 63)
}

// pile puts the players of a match on the piles: the next after won decided ones, or
// from the end the next after those that were drawn.
func (m *memory) pile(a, b uint16, cell uint32, at, won uint16) uint16 {
	d := (a ^ b) & uint16(cell>>wonBy)
	decided := uint16(cell >> decidedAt & 1)
	to := (won^(won-at-2))&-decided ^ (won - at - 2)
	m.upper[to], m.lower[to] = a^d, b^d
	m.before[at] = won
	return won + decided
}

// sortPiles finds the piles of each group, takes the loose matches out of them, and
// counts players by points.
func (e *Simulator) sortPiles() {
	t, m := e.piles, e.memory
	alone := len(t.rest) // who had no opponent is counted
	t.groups = t.groups[:0]
	for _, g := range e.groups {
		from, to := (g.start+1)/2, g.end/2
		if to-from < t.least {
			t.rest = append(t.rest, e.order[2*from:2*to]...)
			from, to = 0, 0
		}
		w, v := m.before[from], m.before[to]
		t.groups = append(t.groups, pile{g.points, from, to, w, v, v - to - 1, w - from - 1})
	}
	for _, k := range e.odd {
		end := int(e.groups[k].end)
		t.loosen(end-1, end+1)
		t.rest = append(t.rest, e.order[end-1:end+1]...)
	}
	e.takeLoose()
	for i := range t.groups {
		g := &t.groups[i]
		if g.from == g.to {
			continue
		}
		t.rest = append(t.rest, m.upper[g.drawn:g.drawnEnd]...)
		t.rest = append(t.rest, m.lower[g.drawn:g.drawnEnd]...)
		n := uint32(g.wonEnd - g.won)
		m.count[(g.points+t.win)&maxPoints] += n
		m.count[(g.points+t.loss)&maxPoints] += n
	}
	for _, p := range t.rest[alone:] {
		m.count[m.words[p]>>pointsAt]++
	}
	t.full = true
}

// takeLoose takes the loose matches out of the piles, from the last on.
func (e *Simulator) takeLoose() {
	t, k := e.piles, len(e.groups)-1
	for i := len(t.loose) - 1; i >= 0; i-- {
		for word := t.loose[i]; word != 0; {
			top := 63 - bits.LeadingZeros64(word)
			word &^= 1 << top
			j := i<<6 + top
			for int(e.groups[k].start) > 2*j+1 {
				k--
			}
			if g := &t.groups[k]; int(g.from) <= j && j < int(g.to) {
				e.memory.takeOut(g, uint16(j))
				t.rest = append(t.rest, e.order[2*j], e.order[2*j+1])
			}
		}
	}
}

// takeOut takes a match out of the piles of its group. All matches after it that are to
// be taken out have been.
func (m *memory) takeOut(g *pile, j uint16) {
	var last uint16
	at := m.before[j]
	if m.before[j+1] != at {
		g.wonEnd--
		last = g.wonEnd
	} else {
		at = at - j - 2
		last = g.drawn
		g.drawn++
	}
	m.upper[at], m.lower[at] = m.upper[last], m.lower[last]
}

// seatPiles is shuffle for piles.
func (e *Simulator) seatPiles() {
	t, m := e.piles, e.memory
	k, i := 0, 0
	for _, g := range e.groups {
		for k < len(t.groups) && t.groups[k].points+t.win > g.points {
			k++
		}
		for i < len(t.groups) && t.groups[i].points+t.loss > g.points {
			i++
		}
		var won, lost []uint16
		if k < len(t.groups) && t.groups[k].points+t.win == g.points {
			won = m.upper[t.groups[k].won:t.groups[k].wonEnd]
		}
		if i < len(t.groups) && t.groups[i].points+t.loss == g.points {
			lost = m.lower[t.groups[i].won:t.groups[i].wonEnd]
		}
		if len(won) < len(lost) {
			won, lost = lost, won
		}
		if len(won) == 0 {
			continue
		}
		n := copy(m.seats[g.start:g.end], won)
		m.taken[g.points&maxPoints] = uint32(e.mix(int(g.start), n, lost))
	}
	rest, rng := t.rest, e.rng
	for ; len(rest) > 1; rest = rest[2:] {
		rng += stride
		x := rng.mix()
		m.seat(rest[0], x>>32)
		m.seat(rest[1], uint64(uint32(x)))
	}
	e.rng = rng
	if len(rest) > 0 {
		m.seat(rest[0], e.rng.next()>>32)
	}
}

// mix gives players places by lot among the n of the order from start on, and returns how
// many there are then.
func (e *Simulator) mix(start, n int, list []uint16) int {
	m, rng, at := e.memory, e.rng, uint64(n)
	seats := (*[size]uint16)(m.seats[start:])
	for ; len(list) > 1; list = list[2:] {
		rng += stride
		x := rng.mix()
		j := uint16((x >> 32) * (at + 1) >> 32)
		seats[uint16(at)] = seats[j]
		seats[j] = list[0]
		j = uint16(uint64(uint32(x)) * (at + 2) >> 32)
		seats[uint16(at+1)] = seats[j]
		seats[j] = list[1]
		at += 2
	}
	e.rng = rng
	if len(list) > 0 {
		j := uint16((e.rng.next() >> 32) * (at + 1) >> 32)
		seats[uint16(at)] = seats[j]
		seats[j] = list[0]
		at++
	}
	return int(at)
}
