package site

import (
	"testing"

	"topcut/sim"
)

// TestChancesAfterClosedRoundsAreKept: they are computed again only if a correction or an
// undo came since, or by more trials. Before the first round is closed nothing is kept.
func TestChancesAfterClosedRoundsAreKept(t *testing.T) {
	known := &charted{moment{rounds: 2, changes: 1}, 1000, make([]*sim.OddsResult, 3)}
	for _, c := range []struct {
		name   string
		known  *charted
		at     moment
		trials int
		kept   int
	}{
		{"after another round", known, moment{3, 1}, 1000, 3},
		{"at the end, by fewer trials", known, moment{3, 1}, 300, 3},
		{"by more trials", known, moment{3, 1}, 1001, 0},
		{"after a correction", known, moment{3, 2}, 1000, 0},
		{"after the round was undone", known, moment{1, 1}, 1000, 0},
		{"before the first round", &charted{moment{}, 1000, make([]*sim.OddsResult, 1)}, moment{1, 0}, 1000, 0},
		{"for the first time", nil, moment{1, 0}, 1000, 0},
	} {
		if got := len(c.known.until(c.at, c.trials)); got != c.kept {
			t.Errorf("%s: %d are kept, not %d", c.name, got, c.kept)
		}
	}
}
