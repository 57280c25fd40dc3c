package sim_test

import (
	"fmt"
	"testing"

	"topcut/sim"
	"topcut/tournament/rules"
)

// BenchmarkPlan plays the workload of the naive simulator; compare-naive.sh
// compares them.
func BenchmarkPlan(b *testing.B) {
	rs := load(b, "lorcana")
	for _, shape := range [][2]int{{64, 6}, {256, 8}, {1024, 10}, {2048, 11}} {
		b.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(b *testing.B) {
			c := sim.PlanConfig{
				Rules: rs, Players: shape[0], Rounds: shape[1], Cut: rules.Cut{Top: 8}, DrawChance: 10,
				Trials: max(1_000_000/shape[0]/shape[1], 256),
			}
			for b.Loop() {
				if _, err := sim.Plan(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
			matches := float64(b.N) * float64(c.Trials) * float64(c.Players/2*c.Rounds)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/matches, "ns/match")
		})
	}
}
