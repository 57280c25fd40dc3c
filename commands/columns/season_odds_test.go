package columns

import (
	"testing"

	"topcut/sim"
)

// TestNoEstimateOfASeasonIsRoundedToCertainty: half a percent is not 0%.
func TestNoEstimateOfASeasonIsRoundedToCertainty(t *testing.T) {
	for p, want := range map[float64]string{0: "<0.1%", 0.004: "0.4%", 0.005: "0.5%", 0.006: "1% ±1", 0.5: "50% ±1", 0.994: "99% ±1", 0.995: "99.5%", 1: ">99.9%"} {
		if got := seasonChance(&sim.CutOdds{Estimate: sim.Estimate{P: p, Low: p, High: p}}); got != want {
			t.Errorf("%v is said as %q, want %q", p, got, want)
		}
	}
}
