package roundrobin_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/random"
	"topcut/tournament/roundrobin"
)

// docs/rules/magic.md#mtg-29: all players meet each other once.
func TestMTG29_EveryPairMeetsOnce(t *testing.T) {
	var ex struct {
		RoundRobin struct {
			Players, Rounds, ByesEach, Matches int
			Players6                           struct{ Rounds, Matches int }
		}
	}
	data, err := os.ReadFile("testdata/21_pairing_rules.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &ex); err != nil {
		t.Fatal(err)
	}
	five := ex.RoundRobin
	for _, want := range []struct{ players, rounds, byesEach, matches int }{
		{five.Players, five.Rounds, five.ByesEach, five.Matches},
		{6, five.Players6.Rounds, 0, five.Players6.Matches},
	} {
		rounds, err := roundrobin.Schedule(want.players, 1)
		if err != nil {
			t.Fatal(err)
		}
		matches, byes := 0, make([]int, want.players)
		for _, r := range rounds {
			matches += len(r.Pairs)
			if r.Bye != roundrobin.NoBye {
				byes[r.Bye]++
			}
		}
		if len(rounds) != want.rounds || matches != want.matches {
			t.Errorf("%d players: %d rounds and %d matches, want %d and %d", want.players, len(rounds), matches, want.rounds, want.matches)
		}
		if slices.Max(byes) != want.byesEach || slices.Min(byes) != want.byesEach {
			t.Errorf("%d players: byes %v, want %d each", want.players, byes, want.byesEach)
		}
	}
}

// In a field of any size players meet legs times, and nobody has one side three times in
// a row or, within a leg, twice more than the other.
func TestPropertyAllPlayersMeetOnBalancedSides(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(rt, "players")
		legs := rapid.IntRange(1, 2).Draw(rt, "legs")
		rounds, err := roundrobin.Schedule(n, legs)
		if err != nil {
			rt.Fatal(err)
		}
		met := make(map[[2]int]int)
		sides, run := make([]int, n), make([]int, n)
		play := func(p, side int) {
			if sides[p] += side; run[p]*side < 0 {
				run[p] = 0
			}
			if run[p] += side; run[p]*side > 2 || sides[p]*side > legs {
				rt.Fatalf("player %d of %d has one side %d times in a row and %+d times more often", p, n, run[p]*side, sides[p])
			}
		}
		for i, r := range rounds {
			seen := make([]bool, n)
			if r.Bye != roundrobin.NoBye {
				seen[r.Bye] = true
			}
			for _, p := range r.Pairs {
				if seen[p.First] || seen[p.Second] || p.First == p.Second {
					rt.Fatalf("round %d seats somebody twice: %v", i+1, r)
				}
				seen[p.First], seen[p.Second] = true, true
				play(p.First, 1)
				play(p.Second, -1)
				met[[2]int{min(p.First, p.Second), max(p.First, p.Second)}]++
			}
			if slices.Contains(seen, false) {
				rt.Fatalf("round %d leaves somebody out: %v", i+1, r)
			}
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				if met[[2]int{p, q}] != legs {
					rt.Fatalf("players %d and %d meet %d times, want %d", p, q, met[[2]int{p, q}], legs)
				}
			}
			if limit := (n - 1) * legs % 2; sides[p] > limit || sides[p] < -limit {
				rt.Fatalf("player %d is first %+d times more often than second", p, sides[p])
			}
		}
	})
}

func TestMTG29_RandomTables(t *testing.T) {
	first := make(map[int]bool)
	for i := range uint64(60) {
		tables := roundrobin.Tables(4, random.New([32]byte{}, "tables", i))
		first[tables[0]] = true
		slices.Sort(tables)
		if !slices.Equal(tables, []int{1, 2, 3, 4}) {
			t.Fatalf("tables %v are not 1 to 4", tables)
		}
	}
	if len(first) != 4 {
		t.Errorf("the first match was only at tables %v in 60 draws", first)
	}
}

func TestScheduleRefuses(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {257, 1}, {4, 0}, {4, 3}} {
		if _, err := roundrobin.Schedule(c[0], c[1]); err == nil {
			t.Errorf("Schedule(%d, %d) gives no error", c[0], c[1])
		}
	}
}
