package discord

import (
	"testing"
	"time"
)

// TestABotThatHasSpentItsSessionsWaits: a fifth of the day's sessions is free,
// the others have to last until the count begins anew.
func TestABotThatHasSpentItsSessionsWaits(t *testing.T) {
	for _, tt := range []struct {
		limit sessionLimit
		want  time.Duration
	}{
		{sessionLimit{Total: 1000, Remaining: 1000, ResetAfter: 86_400_000}, 0},
		{sessionLimit{Total: 1000, Remaining: 800, ResetAfter: 86_400_000}, 0},
		{sessionLimit{Total: 1000, Remaining: 719, ResetAfter: 86_400_000}, 2 * time.Minute},
		{sessionLimit{Total: 1000, Remaining: 0, ResetAfter: 60_000}, time.Minute},
		{sessionLimit{}, 0},
	} {
		if got := tt.limit.pause(); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.limit, got, tt.want)
		}
	}
}
