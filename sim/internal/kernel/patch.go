package kernel

import "math"

// replace finds other partners for the two at places i and i+1, who have met: it
// exchanges with the pair that makes the point differences grow least. Pairs after
// them may be rematches that are still to be dealt with.
func (e *Simulator) replace(i, round int) {
	x := exchange{e: e, round: round, a: e.order[i], b: e.order[i+1], growth: math.MaxInt}
	x.before = e.cost(x.a, x.b, round)
	for k := i + 2; k+1 < len(e.order) && x.try(k, x.b, e.order[k]); k += 2 {
	}
	for k := i - 2; k >= 0 && x.try(k, e.order[k+1], x.a); k -= 2 {
	}
	if x.growth < math.MaxInt {
		e.grown += x.growth
		e.order[i], e.order[i+1], e.order[x.at], e.order[x.at+1] = x.a, x.c, x.b, x.d
		return
	}
	for size := 8; ; size *= 2 {
		start := max(i+2-size, 0)
		if e.deep.run(e, start, len(e.order), round) || start == 0 {
			return
		}
	}
}

// exchange is the search for the best exchange between the pair a, b and another.
type exchange struct {
	e      *Simulator
	round  int
	a, b   uint16
	before int // squared difference of a and b

	growth int    // of the squared differences, with the best exchange so far:
	at     int    // with the pair here,
	c, d   uint16 // a meets c, b meets d
}

// try tries the pair at k. It returns false if no player further away, beyond the
// neighbours near and far, can be better.
func (x *exchange) try(k int, near, far uint16) bool {
	e := x.e
	c, d := e.order[k], e.order[k+1]
	now := x.before + e.cost(c, d, x.round)
	if gap := e.gap(near, far) * floatCost; x.growth <= 0 || x.growth < math.MaxInt && 2*gap >= x.growth+now {
		return false
	}
	for range 2 {
		if n := e.cost(x.a, c, x.round) + e.cost(x.b, d, x.round) - now; n < x.growth && !e.haveMet(x.a, c, x.round) && !e.haveMet(x.b, d, x.round) {
			x.growth, x.at, x.c, x.d = n, k, c, d
		}
		c, d = d, c
	}
	return true
}

// polish goes on exchanging, among three pairs at a time, as long as the differences
// become smaller. It takes long, so it is used only for rounds in which replace had to
// widen them much: of 64 players over eight rounds 1.9 % are then wider than the
// optimum without it, and 0.3 % with it; with six rounds it is hardly ever called.
func (e *Simulator) polish(round int) {
	for again := true; again; {
		again = false
		for i := 0; i+1 < len(e.order); i += 2 {
			if e.gap(e.order[i], e.order[i+1]) > 0 {
				again = e.narrow(i, i+1, round) || e.narrow(i+1, i, round) || again
			}
		}
	}
}

// narrowWindow is how many places before and after a pair narrow looks at.
const narrowWindow = 16

// narrow looks for another partner of the player at place i, who meets the one at k:
// that one takes the partner who is set free, or one of a third pair. It makes the
// first exchange that makes the differences smaller and returns false if there is none.
func (e *Simulator) narrow(i, k, round int) bool {
	order := e.order
	from, to := max(i&^1-narrowWindow, 0), min(i&^1+2+narrowWindow, len(order)&^1)
	a, b := order[i], order[k]
	before := e.cost(a, b, round)
	for j := from; j < to; j++ {
		c, d := order[j], order[j^1]
		growth := e.cost(a, c, round) - before - e.cost(c, d, round)
		if j&^1 == i&^1 || growth >= 0 || e.haveMet(a, c, round) {
			continue
		}
		if growth+e.cost(b, d, round) < 0 && !e.haveMet(b, d, round) {
			order[k], order[j] = c, b
			return true
		}
		for l := from; l < to; l++ {
			f, g := order[l], order[l^1]
			if l&^1 != i&^1 && l&^1 != j&^1 && growth+e.cost(b, f, round)+e.cost(d, g, round)-e.cost(f, g, round) < 0 &&
				!e.haveMet(b, f, round) && !e.haveMet(d, g, round) {
				order[k], order[j], order[j^1], order[l] = c, b, f, d
				return true
			}
		}
	}
	return false
}

// floatCost is what a squared difference of 1 costs, a repeated float being 1.
const floatCost = 8

// cost returns the squared point difference first and then the repeated floats.
func (e *Simulator) cost(p, q uint16, round int) int {
	gap := e.gap(p, q)
	if gap == 0 {
		return 0
	}
	if e.words[p] < e.words[q] {
		p, q = q, p
	}
	recent, n := max(round-e.avoid, 0), 0
	if int(e.floats[p].down) > recent {
		n++
	}
	if int(e.floats[q].up) > recent {
		n++
	}
	return gap*floatCost + n
}

func (e *Simulator) gap(a, b uint16) int {
	d := e.words[a].Points() - e.words[b].Points()
	return d * d
}

// deepSteps is the number of steps of a deep search.
const deepSteps = 4000

// deep is a depth-first search for a pairing of part of the order, across groups.
// It tries partners in order, so that the first pairing it finds is close to it.
type deep struct {
	in, out []uint16
	used    []bool
	steps   int
}

// run searches order[start:end] and writes what it found. It returns false if there is
// nothing without a rematch; if the part is the whole order, the fewest rematches that
// the search finds are then allowed.
func (s *deep) run(e *Simulator, start, end, round int) bool {
	if s.find(e, start, end, round, 0) {
		return true
	}
	if start > 0 {
		return false
	}
	for rematches := 1; rematches <= (end-start)/2; rematches++ {
		if s.find(e, start, end, round, rematches) {
			return true
		}
	}
	return false
}

func (s *deep) find(e *Simulator, start, end, round, rematches int) bool {
	s.in = append(s.in[:0], e.order[start:end]...)
	s.out = s.out[:0]
	s.used = append(s.used[:0], make([]bool, len(s.in))...)
	s.steps = 0
	if !s.next(e, round, rematches, 0) {
		return false
	}
	copy(e.order[start:end], s.out)
	return true
}

func (s *deep) next(e *Simulator, round, rematches, from int) bool {
	for from < len(s.in) && s.used[from] {
		from++
	}
	if from == len(s.in) {
		return true
	}
	if s.steps++; s.steps > deepSteps {
		return false
	}
	a := s.in[from]
	s.used[from] = true
	for j := from + 1; j < len(s.in); j++ {
		if s.used[j] {
			continue
		}
		again := 0
		if e.haveMet(a, s.in[j], round) {
			again = 1
		}
		if again > rematches {
			continue
		}
		s.used[j] = true
		s.out = append(s.out, a, s.in[j])
		if s.next(e, round, rematches-again, from+1) {
			return true
		}
		s.out = s.out[:len(s.out)-2]
		s.used[j] = false
	}
	s.used[from] = false
	return false
}
