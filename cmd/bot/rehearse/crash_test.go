package rehearse

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"
)

var crashes = flag.Int("crash", 4, "how often TestNothingIsLostWhenTheBotIsKilled kills the bot")

// TestNothingIsLostWhenTheBotIsKilled plays events one after the other until the
// bot was killed as often as -crash says, with faults in Discord's answers
// beside it. The full run is -crash 300.
func TestNothingIsLostWhenTheBotIsKilled(t *testing.T) {
	t.Parallel()
	const most = 100 // events
	killed, events, told, posts, timers := 0, 0, 0, 0, 0
	var slowest time.Duration
	for seed := 1; killed < *crashes; seed++ {
		if seed > most {
			t.Fatalf("only %d kills in %d events", killed, most)
		}
		r := prepared(t, "--players", "16", "--seed", fmt.Sprint(seed), "--restart-every", "500ms", "--faults", "5")
		r.o.restarts = *crashes - killed
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
		n, _ := r.bot.figures()
		killed += n
		if len(found.lost)+len(found.doubled)+len(found.violations) > 0 {
			t.Fatalf("seed %d, after %d kills: lost %q, doubled %q, violations %q", seed, n, found.lost, found.doubled, found.violations)
		}
		if len(r.play.claims) == 0 || found.posts == 0 {
			t.Fatalf("seed %d: nobody was told a result, or nothing was posted", seed)
		}
		events, told, posts, timers = events+1, told+len(r.play.claims), posts+found.posts, timers+found.fired
		slowest = max(slowest, r.bot.slowestStart())
		r.close()
	}
	t.Logf("%d kills in %d events: %d results that somebody was told, %d posts and %d timers, none lost, none twice; ready again within %v",
		killed, events, told, posts, timers, slowest.Round(time.Millisecond))
}
