package rehearse

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestDowntime leaves the bot down for half an hour of the event's time and of
// Discord's, in the middle of a round: what fell due meanwhile happens once, and
// what was being posted is posted once, though the nonces are long forgotten.
func TestDowntime(t *testing.T) {
	t.Parallel()
	for _, seed := range []string{"1", "2"} {
		t.Run("seed "+seed, func(t *testing.T) {
			t.Parallel()
			r := prepared(t, "--players", "16", "--rounds", "3", "--seed", seed, "--downtime", "30m")
			performed(t, r)
			d := r.play.down
			if d == nil {
				t.Fatal("the bot was never left down")
			}
			if d.pressed == 0 {
				t.Error("nobody acted meanwhile")
			}
			keys := fmt.Sprint(d.due)
			for _, kind := range []string{".warn.5 ", ".time ", ".confirm."} {
				if !strings.Contains(keys, kind) {
					t.Errorf("no %s among what fell due: %s", kind, keys)
				}
			}
			t.Logf("%d timers fell due, %d people were told that there was no answer, ready again in %v", len(d.due), d.pressed, r.bot.slowestStart().Round(time.Millisecond))
		})
	}
}
