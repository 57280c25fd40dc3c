package roundrobin

import (
	"math/bits"
	"slices"

	"topcut/tournament/pairing/matching"
	"topcut/tournament/random"
)

// Rest plans the rounds that are left of an event whose first rounds were not drawn
// here: each of the pairs meets once, in as few rounds as possible and at most the given
// number. Players are numbered from 0 to n−1. It looks ahead over all rounds, since
// choosing one after another ends in rounds that can no longer be filled.
//
// It returns the pairs of each round. Where the rounds are too few for all pairs, or no
// such plan is found, complete is false and some pairs are left out; none is ever played
// twice.
//
// A plan is a coloring of the pairs by rounds. A perfect matching that covers all players
// who need every round is taken out at random, one after another, until three rounds are
// left, for which every way is tried. Few graphs of three rounds have none; then others
// are taken out.
//
// Players for whom out reports true sit out that round, counted from 0; out may be nil.
func Rest(n, rounds int, pairs []Pair, out func(player, round int) bool, src *random.Source) (plan [][]Pair, complete bool) {
	if rounds < 1 || n < 2 || n > maxPlayers {
		return nil, len(pairs) == 0
	}
	if out == nil {
		out = func(int, int) bool { return false }
	}
	most := slices.Max(degrees(n, pairs))
	best, count := [][]Pair(nil), -1
	for few := max(1, min(most, rounds)); few <= rounds; few++ {
		tries := attempts
		if !fits(n, few, pairs, out) {
			if tries = partial; few < rounds {
				continue
			}
		}
		for range tries {
			plan, placed, certain := attempt(n, few, pairs, out, src)
			if placed > count {
				best, count = plan, placed
			}
			if count == len(pairs) {
				return best, true
			}
			if certain {
				break
			}
		}
	}
	return best, false
}

const (
	attempts = 30    // draws of the first rounds
	partial  = 3     // draws where some pairs must be left out
	exact    = 3     // rounds for which every way is tried
	steps    = 5_000 // of such a trial at most
)

// degrees returns the number of pairs of each player.
func degrees(n int, pairs []Pair) []int {
	out := make([]int, n)
	for _, p := range pairs {
		out[p.First]++
		out[p.Second]++
	}
	return out
}

// attempt makes one plan and returns how many pairs it has. certain reports that no draw
// was made, so that another attempt is of no use.
func attempt(n, rounds int, pairs []Pair, out func(player, round int) bool, src *random.Source) (plan [][]Pair, placed int, certain bool) {
	left, all := slices.Clone(pairs), rounds
	for rounds > 0 && len(left) > 0 && (rounds > exact || slices.Max(degrees(n, left)) > rounds) {
		var round []Pair
		round, left = takeOut(n, left, all-rounds, all, out, src)
		plan, placed = append(plan, round), placed+len(round)
		rounds--
	}
	f := finish{pairs: left, rounds: rounds, free: slices.Repeat([]uint{1<<rounds - 1}, n), round: slices.Repeat([]int{-1}, len(left)), steps: steps}
	f.best = slices.Clone(f.round)
	for v := range n {
		for r := range rounds {
			if out(v, all-rounds+r) {
				f.free[v] &^= 1 << r
			}
		}
	}
	done := f.place(0)
	if certain = done || f.steps > 0 && len(plan) == 0; !done {
		f.some, f.steps = true, steps
		f.place(0)
	}
	for r := range rounds {
		var round []Pair
		for i, p := range left {
			if f.best[i] == r {
				round = append(round, p)
			}
		}
		plan, placed = append(plan, round), placed+len(round)
	}
	return plan, placed, certain
}

// fits reports whether the rounds have room for all pairs: for those of each player, and
// for as many in each round as its players can play.
func fits(n, rounds int, pairs []Pair, out func(player, round int) bool) bool {
	room, degree := 0, degrees(n, pairs)
	for r := range rounds {
		active := 0
		for v, d := range degree {
			if d > 0 && !out(v, r) {
				active++
			}
		}
		room += active / 2
	}
	for v, d := range degree {
		if d > present(v, 0, rounds, out) {
			return false
		}
	}
	return len(pairs) <= room
}

// present returns in how many of the rounds from one to before another a player is in.
func present(v, from, to int, out func(player, round int) bool) (n int) {
	for r := from; r < to; r++ {
		if !out(v, r) {
			n++
		}
	}
	return n
}

// takeOut takes the pairs of a random round, the number at of so many, out of the pairs.
// It covers the players whose pairs are as many as the rounds left for them, and of the
// others as many as it can.
func takeOut(n int, pairs []Pair, at, rounds int, out func(player, round int) bool, src *random.Source) (round, left []Pair) {
	degree := degrees(n, pairs)
	even := n + n%2
	index := slices.Repeat([]int{-1}, even*even)
	for i, p := range pairs {
		if !out(p.First, at) && !out(p.Second, at) {
			index[min(p.First, p.Second)*even+max(p.First, p.Second)] = i
		}
	}
	needs := func(v int) int64 {
		if v < n && !out(v, at) && degree[v] >= present(v, at, rounds, out) {
			return 1
		}
		return 0
	}
	var edges []matching.Edge
	for w := range even {
		for v := range w {
			cost := matching.Weight{Lo: int64(src.IntN(1000))}
			if index[v*even+w] < 0 { // they do not meet: both sit out
				cost = matching.Weight{Hi: needs(v) + needs(w), Lo: 1_000_000}
			}
			edges = append(edges, matching.Edge{U: int32(v), V: int32(w), W: cost})
		}
	}
	solver := matching.New(even, edges)
	solver.Solve() // in a graph with all edges there is always one
	taken := make([]bool, len(pairs))
	for v, mate := range solver.Mate() {
		if w := int(mate); v < w && index[v*even+w] >= 0 {
			taken[index[v*even+w]] = true
		}
	}
	for i, p := range pairs {
		if taken[i] {
			round = append(round, p)
		} else {
			left = append(left, p)
		}
	}
	return round, left
}

// finish gives the pairs the last rounds, by trying every way.
type finish struct {
	pairs  []Pair
	rounds int
	free   []uint // by player: the rounds without a pair, as a set
	round  []int  // of each pair, -1 = none yet
	steps  int    // left

	some   bool  // some pairs are enough: those without a possible round are left out
	best   []int // the rounds of the most pairs that were placed
	placed int
}

// place gives rounds to the pairs that have none, the one with the fewest possible
// rounds first. It reports whether it is done.
func (f *finish) place(placed int) bool {
	if placed > f.placed {
		f.placed, f.best = placed, slices.Clone(f.round)
	}
	if placed == len(f.pairs) {
		return true
	}
	next, fewest := -1, f.rounds+1
	for i, p := range f.pairs {
		if f.round[i] >= 0 {
			continue
		}
		if n := bits.OnesCount(f.free[p.First] & f.free[p.Second]); n < fewest && (n > 0 || !f.some) {
			next, fewest = i, n
		}
	}
	if next < 0 {
		return true
	}
	p := f.pairs[next]
	for r := range f.rounds {
		bit := uint(1) << r
		if f.steps <= 0 || f.free[p.First]&f.free[p.Second]&bit == 0 {
			continue
		}
		f.steps--
		f.free[p.First], f.free[p.Second], f.round[next] = f.free[p.First]&^bit, f.free[p.Second]&^bit, r
		if f.place(placed + 1) {
			return true
		}
		f.free[p.First], f.free[p.Second], f.round[next] = f.free[p.First]|bit, f.free[p.Second]|bit, -1
	}
	return false
}
