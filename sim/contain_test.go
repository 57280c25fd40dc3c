package sim_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"topcut/sim"
	"topcut/tournament/rules"
)

// TestAPanicInASimulationEndsTheSimulationOnly: it comes back as an error of the
// one who asked, although workers have goroutines of their own.
func TestAPanicInASimulationEndsTheSimulationOnly(t *testing.T) {
	c := sim.OddsConfig{
		Rules: load(t, "lorcana"), Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 4}, Player: -1, Trials: 1_000_000,
		Threads: 2, Now: time.Now, First: time.Nanosecond, Every: time.Nanosecond, Budget: time.Minute,
		Update: func(*sim.OddsResult) { panic("poison") },
	}
	if _, err := sim.Odds(t.Context(), c); !errors.Is(err, sim.ErrPanic) || !strings.Contains(err.Error(), "poison") {
		t.Errorf("the error is %v", err)
	}
}
