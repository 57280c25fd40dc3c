package rehearse

import (
	"strings"
	"testing"
	"time"

	"topcut/tournament"
)

// TestDowntime leaves the bot down for half an hour of the event's time and of Discord's,
// in the middle of a round. What fell due meanwhile happens once, posts in progress are
// posted once although the nonces have expired, and no player's silence decides anything
// before they have had their time (see timers).
func TestDowntime(t *testing.T) {
	t.Parallel()
	atLength(t)
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
			if !allKinds(d.due) {
				t.Errorf("not every kind of timer is among what fell due: %v", d.due)
			}
			t.Logf("%d timers fell due, %d people were told that there was no answer, ready again in %v", len(d.due), d.pressed, r.bot.slowestStart().Round(time.Millisecond))
		})
	}
}

// TestFiftyMinutesWithoutDiscord cuts Discord off for fifty minutes of the event's time
// and its own, in the middle of a round. Silence decides nothing meanwhile, nor before
// those who could not respond have had their time. Everything that waited is sent when
// the gateway is back, except outdated reminders.
func TestFiftyMinutesWithoutDiscord(t *testing.T) {
	t.Parallel()
	atLength(t)
	r := prepared(t, "--players", "16", "--rounds", "3", "--seed", "3", "--downtime", "50m")
	r.o.dark = true
	found := performed(t, r)
	d := r.play.down
	if d == nil {
		t.Fatal("Discord was never away")
	}
	given := 0
	snap, err := r.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	for i := range snap.Log {
		e := &snap.Log[i]
		if out, ok := e.Event.(*tournament.Interrupted); ok {
			lost := out.Until.Sub(out.From)
			if lost < time.Minute { // this machine was suspended, and that time is given back too
				continue
			}
			given++
			if lost < r.o.downtime || lost > r.o.downtime+10*time.Minute {
				t.Errorf("%v are given back for an outage of %v", lost, r.o.downtime)
			}
		}
	}
	if given == 0 {
		t.Error("no time was given back")
	}
	for _, c := range r.venue.guild.Channels() {
		for _, m := range r.venue.srv.Messages(c, nil) {
			if text := r.venue.srv.Render(m); strings.Contains(text, "This reminder is") {
				t.Errorf("a reminder came late:\n%s", text)
			}
		}
	}
	// Up to a dozen requests are usual: nothing is tried over and over, and no pause of the outage
	// goes on after it.
	const most = 40
	if d.asked > most || d.left > 0 {
		t.Errorf("after %d requests, at most %d, %d posts still waited", d.asked, most, d.left)
	}
	t.Logf("%d timers fell due; all that waited was out after %d requests; %d messages say what the log says", len(d.due), d.asked, found.Compared)
}
