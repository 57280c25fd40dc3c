package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"topcut/sim"
	"topcut/tournament/rules"
)

// What an answer of /odds costs, at its default settings, with two rounds to be paired.
func BenchmarkOdds(b *testing.B) {
	rs := load(b, "magic")
	all, _ := reports(rs)
	for _, size := range []struct{ players, rounds int }{{9, 4}, {32, 5}, {128, 7}, {400, 9}} {
		b.Run(fmt.Sprint(size.players), func(b *testing.B) {
			l := pairedByPoints(rand.New(rand.NewPCG(1, 1)), all, size.players, size.rounds-2, 0)
			c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: size.rounds, Cut: rules.Cut{Top: min(8, size.players/2)}, Player: -1, Trials: 100_000 / size.players}
			c.Usual()
			for b.Loop() {
				if _, err := sim.Odds(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*c.Trials), "µs/trial")
		})
	}
}
