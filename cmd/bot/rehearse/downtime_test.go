package rehearse

import (
	"context"
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
	for seed := 1; seed <= 2; seed++ {
		r := prepared(t, "--players", "16", "--rounds", "3", "--seed", fmt.Sprint(seed), "--downtime", "30m")
		if err := r.open(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		if err := r.perform(ctx); err != nil {
			t.Fatalf("seed %d: %v", seed, r.explain(err))
		}
		found, err := r.play.audit(ctx)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(found.lost)+len(found.doubled)+len(found.violations) > 0 {
			t.Errorf("seed %d: lost %q, doubled %q, violations %q", seed, found.lost, found.doubled, found.violations)
		}
		d := r.play.down
		if d == nil {
			t.Fatalf("seed %d: the bot was never left down", seed)
		}
		if d.pressed == 0 {
			t.Errorf("seed %d: nobody acted meanwhile", seed)
		}
		keys := fmt.Sprint(d.due)
		for _, kind := range []string{".warn.5 ", ".time ", ".confirm."} {
			if !strings.Contains(keys, kind) {
				t.Errorf("seed %d: no %s among what fell due: %s", seed, kind, keys)
			}
		}
		t.Logf("seed %d: %d timers fell due, %d people were told that there was no answer, ready again in %v", seed, len(d.due), d.pressed, r.bot.slowestStart().Round(time.Millisecond))
		r.close()
	}
}
