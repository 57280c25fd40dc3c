package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/tournament/growth"
	"topcut/tournament/pairing"
)

// history plays rounds of a Swiss with 3/1/0 points and 5 % draws, each player meeting
// the first in a shuffled list by points whom they have not met.
func history(players, rounds int, seed uint64) pairing.Input {
	for try := uint64(7); ; try++ {
		if in, ok := tryHistory(players, rounds, seed, rand.New(rand.NewPCG(seed, try))); ok {
			return in
		}
	}
}

// tryHistory gives up where the drawn rounds leave no way on.
func tryHistory(players, rounds int, seed uint64, rng *rand.Rand) (pairing.Input, bool) {
	in := pairing.Input{Policy: usual(), Round: rounds + 1}
	in.Seed[0], in.Seed[1] = byte(seed), byte(seed>>8)
	for i := range players {
		in.Players = append(in.Players, pairing.Player{ID: int32(i + 1)})
	}
	for range rounds {
		tries := 0
		for !playRound(in.Players, rng) {
			if tries++; tries == 100 {
				return in, false
			}
		}
	}
	// The lists one behind the other, as a caller copies them from the ledger.
	flat := make([]int32, 0, players*rounds)
	for i := range in.Players {
		from := len(flat)
		flat = append(flat, in.Players[i].Opponents...)
		in.Players[i].Opponents = flat[from:len(flat):len(flat)]
	}
	order := rng.Perm(players)
	slices.SortStableFunc(order, func(a, b int) int { return int(in.Players[b].Score - in.Players[a].Score) })
	for k, i := range order {
		in.Players[i].Rank = int32(k + 1)
	}
	return in, true
}

func playRound(players []pairing.Player, rng *rand.Rand) bool {
	order := rng.Perm(len(players))
	slices.SortStableFunc(order, func(a, b int) int { return int(players[b].Score - players[a].Score) })
	used := make([]bool, len(players))
	var pairs [][2]int
	for k, a := range order {
		if used[a] {
			continue
		}
		used[a] = true
		j := slices.IndexFunc(order[k+1:], func(b int) bool {
			return !used[b] && !slices.Contains(players[a].Opponents, players[b].ID)
		})
		if j < 0 {
			return false
		}
		b := order[k+1+j]
		used[b] = true
		pairs = append(pairs, [2]int{a, b})
	}
	for i := range players {
		players[i].Floated = 0
	}
	for _, pair := range pairs {
		a, b := &players[pair[0]], &players[pair[1]]
		if a.Score > b.Score {
			a.Floated, b.Floated = pairing.FloatDown, pairing.FloatUp
		}
		a.Opponents = append(a.Opponents, b.ID)
		b.Opponents = append(b.Opponents, a.ID)
		switch x := rng.Float64(); {
		case x < 0.05:
			a.Score++
			b.Score++
		case x < 0.525:
			a.Score += 3
		default:
			b.Score += 3
		}
	}
	return true
}

// middle returns the round in the middle of an event of the usual length.
func middle(players int) int {
	rounds := 0
	for n := 1; n < players; n *= 2 {
		rounds++
	}
	return (rounds + 1) / 2
}

// shapes are the rounds that are measured: in the middle and near the end of an event.
var shapes = []struct{ players, played int }{
	{64, middle(64)}, {64, 8}, {256, middle(256)}, {1024, middle(1024)}, {1024, 9}, {4096, middle(4096)}, {4096, 11},
}

// BenchmarkPair measures rounds that the bound settles and rounds that need the
// matching apart from each other.
func BenchmarkPair(b *testing.B) {
	for _, shape := range shapes {
		tasks := map[pairing.Proof][]pairing.Input{}
		for seed := range uint64(40) {
			in := history(shape.players, shape.played, seed+1)
			in.Policy.Cost = []pairing.Term{pairing.PointGap}
			r, err := pairing.Swiss(in)
			if err != nil {
				b.Fatal(err)
			}
			tasks[r.Proof] = append(tasks[r.Proof], in)
		}
		for proof, name := range map[pairing.Proof]string{pairing.ProofBound: "bound", pairing.ProofPrices: "prices"} {
			list := tasks[proof]
			if len(list) == 0 {
				continue
			}
			b.Run(fmt.Sprintf("players=%d/round=%d/proof=%s", shape.players, shape.played+1, name), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if _, err := pairing.Swiss(list[i%len(list)]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkGrowthSwiss pairs a round in the middle of an event.
func BenchmarkGrowthSwiss(b *testing.B) {
	growth.Bench(b, growth.Players(), func(n int) (int, func() func()) {
		in := history(n, 5, 1)
		in.Policy.Cost = []pairing.Term{pairing.PointGap}
		return n, func() func() {
			if _, err := pairing.Swiss(in); err != nil {
				b.Fatal(err)
			}
			return nil
		}
	})
}
