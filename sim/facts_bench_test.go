package sim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// pairedByPoints plays rounds in which neighbours in the order of points meet; the
// given percentage of the last tables has no result yet.
func pairedByPoints(rng *rand.Rand, all []report, players, rounds, open int) *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, players)}
	order, points := rng.Perm(players), make([]int, players)
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	for number := 1; number <= rounds; number++ {
		r := ledger.Round{Number: int16(number)}
		rng.Shuffle(players, func(i, j int) { order[i], order[j] = order[j], order[i] })
		slices.SortStableFunc(order, func(a, b int) int { return points[b] - points[a] })
		for i := 1; i < players; i += 2 {
			m := ledger.Match{N: 2, Seats: seats(int32(order[i-1]), int32(order[i]))}
			if number < rounds || rng.IntN(100) >= open {
				k := all[rng.IntN(len(all))]
				m.Kind, m.Result = k.kind, k.result
				switch v := k.result.V; {
				case v[0] > v[1]:
					points[order[i-1]] += 3
				case v[0] < v[1]:
					points[order[i]] += 3
				}
			}
			r.Matches = append(r.Matches, m)
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l
}

// What the post after a round costs: everything that is certain, with one, two and
// three rounds to be paired, and with the last under way.
func BenchmarkProve(b *testing.B) {
	rs := load(b, "magic")
	all, _ := reports(rs)
	for _, size := range []struct{ players, rounds, cut int }{{64, 6, 8}, {400, 9, 8}, {2000, 11, 32}} {
		for left := range 4 {
			l := pairedByPoints(rand.New(rand.NewPCG(1, 7)), all, size.players, size.rounds-left, 0)
			name := fmt.Sprintf("%d/%d to pair", size.players, left)
			if left == 0 {
				name = fmt.Sprintf("%d/last open", size.players)
				l = pairedByPoints(rand.New(rand.NewPCG(1, 7)), all, size.players, size.rounds, 100)
			}
			c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: size.rounds, Cut: rules.Cut{Top: size.cut}, Player: -1}
			b.Run(name, func(b *testing.B) {
				found := 0
				for b.Loop() {
					p, err := sim.Prove(c)
					if err != nil {
						b.Fatal(err)
					}
					found = 0
					for _, f := range p.Facts {
						if f != "" {
							found++
						}
					}
				}
				b.ReportMetric(float64(found), "facts")
			})
		}
	}
}
