package rehearse

import (
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
		found := performed(t, r)
		n, _ := r.bot.figures()
		killed += n
		if len(r.play.claims) == 0 || found.posts == 0 {
			t.Fatalf("seed %d: nobody was told a result, or nothing was posted", seed)
		}
		events, told, posts, timers = events+1, told+len(r.play.claims), posts+found.posts, timers+found.fired
		slowest = max(slowest, r.bot.slowestStart())
		r.bot.kill()
		r.close()
	}
	t.Logf("%d kills in %d events: %d results that somebody was told, %d posts and %d timers, none lost, none twice; ready again within %v",
		killed, events, told, posts, timers, slowest.Round(time.Millisecond))
}
