package localdiscord_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

// TestAScheduledEventThatTheClockOvertakesIsNoViolation: a clock that is set forward may
// pass the start of an event whose request is under way.
func TestAScheduledEventThatTheClockOvertakesIsNoViolation(t *testing.T) {
	now := start()
	w := newTestServer(t, func(c *localdiscord.Config) { c.ViewClock = func() time.Time { return now } })
	w.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.CreateEvents)
	list := "/guilds/" + w.guild.ID() + "/scheduled-events"
	w.call("GET", list, "")
	body := fmt.Sprintf(`{"name":"x","scheduled_start_time":%q,"scheduled_end_time":%q,"privacy_level":2,"entity_type":3,"entity_metadata":{"location":"#pairings"}}`,
		now.Add(time.Hour).UTC().Format(time.RFC3339), now.Add(3*time.Hour).UTC().Format(time.RFC3339))
	now = now.Add(2 * time.Hour)
	if a := w.call("POST", list, body); a.Code != 50035 {
		t.Errorf("overtaken: %d %s", a.status, a.body)
	}
	if v := w.Violations(); len(v) > 0 {
		t.Errorf("violations: %v", v)
	}
}

// TestScheduledEventsAreKeptAsDiscordKeepsThem: made, listed, dispatched to sessions
// with the intent, changed step by step, deleted; with Discord's limits and
// permissions, and in its shape.
func TestScheduledEventsAreKeptAsDiscordKeepsThem(t *testing.T) {
	conformance := schemas(t)
	w := newTestServer(t, func(c *localdiscord.Config) { c.Conformance = conformance })
	w.Tolerate(50013, 50035, 10070, 180000, 30038)
	list := "/guilds/" + w.guild.ID() + "/scheduled-events"
	at := func(d time.Duration) string { return start().Add(d).UTC().Format(time.RFC3339) }
	body := func(name string, from, until time.Duration) string {
		return fmt.Sprintf(`{"name":%q,"scheduled_start_time":%q,"scheduled_end_time":%q,"privacy_level":2,"entity_type":3,"entity_metadata":{"location":"#pairings"}}`, name, at(from), at(until))
	}
	if a := w.call("POST", list, body("Alice – Bob", time.Hour, 2*time.Hour)); a.Code != 50013 {
		t.Errorf("without Create Events: %d %s", a.status, a.body)
	}
	w.guild.BotRole().SetPermissions(localdiscord.EveryonePermissions | wire.CreateEvents)
	made := w.call("POST", list, body("Alice – Bob", time.Hour, 2*time.Hour))
	if made.status != 200 || made.ID == "" {
		t.Fatalf("made: %d %s", made.status, made.body)
	}
	for name, tt := range map[string]struct{ body, field string }{
		"in the past":     {body("x", -time.Hour, time.Hour), `"scheduled_start_time":{"_errors"`},
		"ends first":      {body("x", 2*time.Hour, time.Hour), `"scheduled_end_time":{"_errors"`},
		"no name":         {body("", time.Hour, 2*time.Hour), `"name":{"_errors"`},
		"nothing said":    {`{}`, `"entity_metadata":{"_errors"`},
		"a voice channel": {strings.Replace(body("x", time.Hour, 2*time.Hour), `"entity_type":3`, `"entity_type":2`, 1), `"entity_type":{"_errors"`},
	} {
		if a := w.call("POST", list, tt.body); a.Code != 50035 || !strings.Contains(a.body, tt.field) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	one := list + "/" + made.ID
	if a := w.call("PATCH", one, fmt.Sprintf(`{"scheduled_end_time":%q}`, at(3*time.Hour))); a.status != 200 || !strings.Contains(a.body, `"name":"Alice – Bob"`) {
		t.Errorf("moved: %d %s", a.status, a.body)
	}
	if a := w.call("PATCH", one, `{"status":3}`); a.Code != 50035 {
		t.Errorf("over before it began: %d %s", a.status, a.body)
	}
	for _, status := range []string{`{"status":2}`, `{"status":3}`} {
		if a := w.call("PATCH", one, status); a.status != 200 {
			t.Errorf("%s: %d %s", status, a.status, a.body)
		}
	}
	if a := w.call("PATCH", one, `{"name":"x"}`); a.Code != 180000 {
		t.Errorf("one that is over is changed: %d %s", a.status, a.body)
	}
	if a := w.call("GET", list, ""); a.body != "[]" {
		t.Errorf("one that is over is listed: %s", a.body)
	}
	w.guild.Unlist("Alice – Bob")
	if a := w.call("PATCH", one, `{"name":"x"}`); a.Code != 10070 {
		t.Errorf("deleted: %d %s", a.status, a.body)
	}
	for range 100 {
		if a := w.call("POST", list, body("x", time.Hour, 2*time.Hour)); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	if a := w.call("POST", list, body("x", time.Hour, 2*time.Hour)); a.Code != 30038 {
		t.Errorf("the hundred and first: %d %s", a.status, a.body)
	}
}
