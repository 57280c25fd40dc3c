package post

import (
	"testing"
	"time"
)

// TestASteppedClockIsNoSilence: a suspended machine and a clock put forward are
// distinguished from elapsed time. A clock put back gives more time anyway.
func TestASteppedClockIsNoSilence(t *testing.T) {
	for _, tc := range []struct {
		passed, wall time.Duration
		want         bool
	}{
		{time.Second, time.Second, false},
		{20 * time.Second, 21 * time.Second, false}, // a busy machine, a clock being adjusted
		{time.Second, time.Hour, true},              // suspended, or put forward
		{time.Hour, time.Hour, true},                // stopped
		{time.Second, -time.Hour, false},            // put back
	} {
		if got := standstill(tc.passed, tc.wall); got != tc.want {
			t.Errorf("%v passed and the clock shows %v more: %t", tc.passed, tc.wall, got)
		}
	}
}
