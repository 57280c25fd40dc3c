package rehearse

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"
)

var crashes = flag.Int("crash", 4, "how often TestNothingIsLostWhenTheBotIsKilled kills the bot")

// TestNothingIsLostWhenTheBotIsKilled plays events one after the other until the
// bot was killed as often as -crash says, with faults in Discord's answers
// beside it. The full run is -crash 300.
func TestNothingIsLostWhenTheBotIsKilled(t *testing.T) {
	t.Parallel()
	const most = 200 // events
	killed, events, told, posts, timers, compared := 0, 0, 0, 0, 0, 0
	var starts []time.Duration
	for seed := 1; killed < *crashes; seed++ {
		if seed > most {
			t.Fatalf("only %d kills in %d events", killed, most)
		}
		r := prepared(t, "--players", "16", "--seed", fmt.Sprint(seed), "--restart-every", "500ms", "--faults", "5")
		r.o.restarts = *crashes - killed
		// The event's clock runs, so that reminders, the end of rounds and silence
		// come between the kills; in every other event matches have threads, in the
		// others rounds take a day and have many reminders.
		r.o.hurry, r.o.set = 20_000, map[string]string{"threads": "yes", "confirm_minutes": "5"}
		if seed%2 == 1 {
			r.o.set = map[string]string{"round_days": "1", "confirm_minutes": "5", "reminder_hours": "23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1"}
		}
		found := performed(t, r)
		n, _ := r.bot.figures()
		killed += n
		if len(r.play.claims) == 0 || found.posts == 0 || found.compared < found.posts {
			t.Fatalf("seed %d: nobody was told a result, or posts were not read: %+v", seed, found)
		}
		if found.fired == 0 {
			t.Fatalf("seed %d: no timer fired, so nothing is known of them", seed)
		}
		compared += found.compared
		events, told, posts, timers = events+1, told+len(r.play.claims), posts+found.posts, timers+found.fired
		starts = append(starts, r.bot.starts...)
		r.bot.kill()
		r.close()
	}
	slices.Sort(starts)
	t.Logf("%d kills in %d events: %d results that somebody was told, %d posts and %d timers, none lost, none twice; %d messages and threads say what the log says; ready again within %v (99 %%), at most %v",
		killed, events, told, posts, timers, compared, starts[len(starts)*99/100].Round(time.Millisecond), starts[len(starts)-1].Round(time.Millisecond))
}
