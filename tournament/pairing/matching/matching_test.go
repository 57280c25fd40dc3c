package matching_test

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/pairing/matching"
)

// cheapest finds the minimum perfect matching by trying everything.
func cheapest(n int, edges []matching.Edge) (matching.Weight, bool) {
	type state struct {
		w  matching.Weight
		ok bool
	}
	best := make([]state, 1<<n)
	best[0].ok = true
	for set := 1; set < 1<<n; set++ {
		v := bits.TrailingZeros(uint(set))
		for _, e := range edges {
			if int(e.U) != v && int(e.V) != v || set&(1<<e.U) == 0 || set&(1<<e.V) == 0 {
				continue
			}
			rest := best[set&^(1<<e.U)&^(1<<e.V)]
			w := matching.Weight{Hi: rest.w.Hi + e.W.Hi, Lo: rest.w.Lo + e.W.Lo}
			if rest.ok && (!best[set].ok || w.Less(best[set].w)) {
				best[set] = state{w, true}
			}
		}
	}
	return best[1<<n-1].w, best[1<<n-1].ok
}

func cost(t interface{ Fatalf(string, ...any) }, n int, edges []matching.Edge, mate []int32) matching.Weight {
	var sum matching.Weight
	for v := range n {
		m := int(mate[v])
		if m < 0 || int(mate[m]) != v {
			t.Fatalf("vertex %d is matched with %d, which is matched with someone else: %v", v, m, mate)
		}
		if m < v {
			continue
		}
		found := false
		var least matching.Weight
		for _, e := range edges {
			if (int(e.U) == v && int(e.V) == m || int(e.V) == v && int(e.U) == m) && (!found || e.W.Less(least)) {
				found, least = true, e.W
			}
		}
		if !found {
			t.Fatalf("%d and %d are matched without an edge", v, m)
		}
		sum.Hi += least.Hi
		sum.Lo += least.Lo
	}
	return sum
}

func drawGraph(t *rapid.T) (int, []matching.Edge) {
	n := 2 * rapid.IntRange(1, 6).Draw(t, "half the vertices")
	maxHi := rapid.SampledFrom([]int64{0, 0, 1, 3}).Draw(t, "largest upper word")
	maxLo := rapid.SampledFrom([]int64{1, 4, 20, 1000}).Draw(t, "largest lower word")
	density := rapid.IntRange(20, 100).Draw(t, "density")
	var edges []matching.Edge
	for u := range int32(n) {
		for v := range u {
			if rapid.IntRange(1, 100).Draw(t, "there") <= density {
				edges = append(edges, matching.Edge{U: u, V: v, W: matching.Weight{
					Hi: rapid.Int64Range(0, maxHi).Draw(t, "hi"), Lo: rapid.Int64Range(0, maxLo).Draw(t, "lo"),
				}})
			}
		}
	}
	return n, edges
}

func TestSolveAgreesWithExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		want, possible := cheapest(n, edges)
		s := matching.New(n, edges)
		if rapid.Bool().Draw(t, "with a start") {
			s.Start(make([]int32, n))
		}
		_, ok := s.Solve()
		if ok != possible {
			t.Fatalf("Solve says %v, a perfect matching exists: %v", ok, possible)
		}
		if !ok {
			return
		}
		if got := cost(t, n, edges, s.Mate()); got != want {
			t.Fatalf("cost %v, want %v", got, want)
		}
		if !s.Proved() {
			t.Fatalf("the optimum is not proved")
		}
	})
}

// TestAddKeepsTheProof gives the edges in portions: after each the solver must
// hold the optimum of the edges so far.
func TestAddKeepsTheProof(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		cut := rapid.IntRange(0, len(edges)).Draw(t, "first portion")
		s := matching.New(n, edges[:cut])
		s.Start(make([]int32, n))
		s.Solve()
		for cut < len(edges) {
			more := rapid.IntRange(1, len(edges)-cut).Draw(t, "portion")
			s.Add(edges[cut : cut+more])
			cut += more
			want, possible := cheapest(n, edges[:cut])
			if _, ok := s.Solve(); ok != possible {
				t.Fatalf("Solve says %v, a perfect matching exists: %v", ok, possible)
			}
			if !possible {
				continue
			}
			if got := cost(t, n, edges[:cut], s.Mate()); got != want {
				t.Fatalf("cost %v, want %v", got, want)
			}
			if !s.Proved() {
				t.Fatalf("the optimum is not proved")
			}
		}
	})
}

func TestExcessFindsTheMissingEdge(t *testing.T) {
	// A square with dear sides; the cheap diagonals are missing.
	s := matching.New(4, []matching.Edge{
		{U: 0, V: 1, W: matching.Weight{Lo: 10}},
		{U: 1, V: 2, W: matching.Weight{Lo: 10}},
		{U: 2, V: 3, W: matching.Weight{Lo: 10}},
		{U: 3, V: 0, W: matching.Weight{Lo: 10}},
	})
	if _, ok := s.Solve(); !ok {
		t.Fatal("the square has a perfect matching")
	}
	if !s.Prices().Excess(0, 2, matching.Weight{}) && !s.Prices().Excess(1, 3, matching.Weight{}) {
		t.Error("neither free diagonal breaks the prices, though together they are cheaper")
	}
}

// TestLargeGraphsAreProved uses the solver's own proof as the oracle: prices that
// fit every edge and add up to the cost leave no room for a better matching.
func TestLargeGraphsAreProved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(10, 150).Draw(t, "half the vertices")
		degree := rapid.IntRange(2, 12).Draw(t, "degree")
		maxLo := rapid.SampledFrom([]int64{0, 1, 2, 9, 1000}).Draw(t, "largest weight")
		seed := rapid.Uint64().Draw(t, "seed")
		next := func(bound int64) int64 {
			seed = seed*6364136223846793005 + 1442695040888963407
			return int64(seed>>33) % bound
		}
		edges := make([]matching.Edge, 0, n*degree)
		for v := range int32(n) {
			// A ring, so that a perfect matching exists.
			edges = append(edges, matching.Edge{U: v, V: (v + 1) % int32(n), W: matching.Weight{Hi: 1, Lo: next(maxLo + 1)}})
			for range degree {
				if u := int32(next(int64(n))); u != v {
					edges = append(edges, matching.Edge{U: v, V: u, W: matching.Weight{Hi: next(2), Lo: next(maxLo + 1)}})
				}
			}
		}
		// Half of the edges first, so that blossoms are loosened as well.
		s := matching.New(n, edges[:len(edges)/2])
		s.Start(make([]int32, n))
		s.Solve()
		s.Add(edges[len(edges)/2:])
		if _, ok := s.Solve(); !ok {
			t.Fatal("the ring is a perfect matching, none was found")
		}
		if !s.Proved() {
			t.Fatal("the optimum is not proved")
		}
		cost(t, n, edges, s.Mate())
	})
}
