package rehearse

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	crashes = flag.Int("crash", 2, "how often TestNothingIsLostWhenTheBotIsKilled kills the bot")
	ready   = flag.Duration("crash.ready", 0, "fail where more than one start in a hundred takes longer; 0 = however long")
)

// reminders is the number of reminders of a round of two days: hourly, as many as a form
// accepts.
const reminders = 36

func hourly() string {
	var hours []string
	for h := reminders; h > 0; h-- {
		hours = append(hours, fmt.Sprint(h))
	}
	return strings.Join(hours, " ")
}

// crashEvents are the events played under kills, in turn. The event's clock runs so fast that
// its timers fire between the kills, and one match of each round waits for the end of its
// time, so that all of them fire. In the last event the host's clock is set an hour
// forward and back.
var crashEvents = []struct {
	hurry  float64
	steps  time.Duration
	set    map[string]string
	timers int // at least, for two rounds
}{
	{120_000, 0, map[string]string{"round_days": "2", "reminder_hours": hourly(), "confirm_minutes": "240"}, 2 * reminders},
	{120_000, 0, map[string]string{"round_days": "2", "reminder_hours": hourly(), "confirm_minutes": "240", "threads": "yes"}, 2 * reminders},
	{600, 6 * time.Second, map[string]string{"round_minutes": "25", "confirm_minutes": "2", "threads": "yes"}, 2},
}

// TestNothingIsLostWhenTheBotIsKilled plays events one after the other until the bot was
// killed -crash times, also with faults in Discord's answers. The full run is -crash 1000
// -crash.ready 500ms.
func TestNothingIsLostWhenTheBotIsKilled(t *testing.T) {
	t.Parallel()
	const most = 400 // number of events
	rounds, cut := "4", "4"
	if *crashes < 10 {
		rounds, cut = "2", "0"
	}
	killed, events, told, posts, timers, compared := 0, 0, 0, 0, 0, 0
	var starts []time.Duration
	for seed := 1; killed < *crashes; seed++ {
		if seed > most {
			t.Fatalf("only %d kills in %d events", killed, most)
		}
		r := prepared(t, "--players", "16", "--rounds", rounds, "--cut", cut, "--seed", fmt.Sprint(seed), "--restart-every", "500ms", "--faults", "5")
		r.o.restarts, r.o.linger = *crashes-killed, true
		h := crashEvents[(seed-1)%len(crashEvents)]
		r.o.hurry, r.o.steps, r.o.set = h.hurry, h.steps, h.set
		found := performed(t, r)
		n, _ := r.bot.figures()
		killed += n
		if len(r.play.claims) == 0 || found.Posts == 0 || found.Compared < found.Posts {
			t.Fatalf("seed %d: nobody was told a result, or posts were not read: %+v", seed, found)
		}
		if found.fired < h.timers {
			t.Fatalf("seed %d: %d timers fired, want %d, so little is known of them", seed, found.fired, h.timers)
		}
		compared += found.Compared
		events, told, posts, timers = events+1, told+len(r.play.claims), posts+found.Posts, timers+found.fired
		starts = append(starts, r.bot.starts...)
		r.bot.kill()
		r.close()
		t.Logf("seed %d: %d kills, %d posts, %d timers", seed, n, found.Posts, found.fired)
	}
	if *crashes >= 10 && timers < 100*events {
		t.Errorf("%d timers fired in %d events", timers, events)
	}
	slices.Sort(starts)
	if late := starts[len(starts)*99/100]; *ready > 0 && late > *ready {
		t.Errorf("ready again within %v at the 99th percentile, want %v", late, *ready)
	}
	t.Logf("%d kills in %d events: %d results that somebody was told, %d posts and %d timers, none lost, none twice; %d messages and threads say what the log says; ready again within %v (50 %%), %v (99 %%), at most %v",
		killed, events, told, posts, timers, compared, starts[len(starts)/2].Round(time.Millisecond), starts[len(starts)*99/100].Round(time.Millisecond), starts[len(starts)-1].Round(time.Millisecond))
}
