package roundrobin_test

import (
	"encoding/binary"
	"testing"

	"topcut/tournament/random"
	"topcut/tournament/roundrobin"
)

// unmet returns the pairs of n players that are not in the rounds, those of the player
// who sits out, numbered n in an odd field, among them.
func unmet(n int, rounds []roundrobin.Round) (out []roundrobin.Pair) {
	met := map[[2]int]bool{}
	for _, r := range rounds {
		for _, p := range r.Pairs {
			met[[2]int{min(p.First, p.Second), max(p.First, p.Second)}] = true
		}
		if r.Bye != roundrobin.NoBye {
			met[[2]int{r.Bye, n}] = true
		}
	}
	for q := range n + n%2 {
		for p := range q {
			if !met[[2]int{p, q}] {
				out = append(out, roundrobin.Pair{First: p, Second: q})
			}
		}
	}
	return out
}

// source returns a source of draws for a number.
func source(n uint64) *random.Source {
	var seed [32]byte
	binary.BigEndian.PutUint64(seed[:], n)
	return random.New(seed, "rest")
}

// valid checks that a plan has each pair at most once and each player at most once in a
// round, and returns how many pairs it has.
func valid(t *testing.T, pairs []roundrobin.Pair, plan [][]roundrobin.Pair) (count int) {
	t.Helper()
	open := map[roundrobin.Pair]bool{}
	for _, p := range pairs {
		open[p] = true
	}
	for _, round := range plan {
		busy := map[int]bool{}
		for _, p := range round {
			if !open[p] || busy[p.First] || busy[p.Second] {
				t.Fatalf("%v is doubled or unknown in %v", p, plan)
			}
			delete(open, p)
			busy[p.First], busy[p.Second] = true, true
			count++
		}
	}
	return count
}

// TestWhatRemainsIsPlannedTogether completes schedules that began by the circle, by its
// steps or in any order of their rounds, with the exact number of rounds.
func TestWhatRemainsIsPlannedTogether(t *testing.T) {
	tried := 0
	for n := 3; n <= 24; n++ {
		for _, schedule := range []func(int) ([]roundrobin.Round, error){
			roundrobin.Circle,
			func(n int) ([]roundrobin.Round, error) { return roundrobin.Schedule(n, 1) },
		} {
			rounds, err := schedule(n)
			if err != nil {
				t.Fatal(err)
			}
			for done := range len(rounds) {
				for seed := range uint64(4) {
					played := append([]roundrobin.Round(nil), rounds...)
					if seed > 1 {
						source(seed).Shuffle(len(played), func(i, j int) { played[i], played[j] = played[j], played[i] })
					}
					pairs := unmet(n, played[:done])
					plan, complete := roundrobin.Rest(n+n%2, len(rounds)-done, pairs, nil, source(seed))
					if count := valid(t, pairs, plan); !complete || count != len(pairs) {
						t.Errorf("%d players after round %d: %d of %d pairs", n, done, count, len(pairs))
					}
					tried++
				}
			}
		}
	}
	t.Logf("%d schedules", tried)
}

// TestAPlanThatCannotBeCompletedLeavesPairsOut has too few rounds, and the graph of
// Petersen, whose 15 pairs do not fit in three rounds.
func TestAPlanThatCannotBeCompletedLeavesPairsOut(t *testing.T) {
	var petersen []roundrobin.Pair
	for i := range 5 {
		petersen = append(petersen, roundrobin.Pair{First: i, Second: (i + 1) % 5}, roundrobin.Pair{First: i, Second: i + 5}, roundrobin.Pair{First: 5 + i, Second: 5 + (i+2)%5})
	}
	for _, c := range []struct {
		name      string
		n, rounds int
		pairs     []roundrobin.Pair
		want      int
	}{
		{"Petersen in three rounds", 10, 3, petersen, 13},
		{"Petersen in four", 10, 4, petersen, 15},
		{"three who have not met, one round", 3, 1, unmet(3, nil)[:1], 1},
		{"six in two rounds", 6, 2, unmet(6, nil), 6},
		{"no round", 4, 0, unmet(4, nil), 0},
		{"no pair", 4, 2, nil, 0},
	} {
		plan, complete := roundrobin.Rest(c.n, c.rounds, c.pairs, nil, source(1))
		if count := valid(t, c.pairs, plan); count != c.want || complete != (count == len(c.pairs)) {
			t.Errorf("%s: %d of %d pairs, want %d; complete is %v", c.name, count, len(c.pairs), c.want, complete)
		}
	}
}
