package league

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"topcut/tournament/season"
)

// TestASeriesStartsOnceWhenClocksAreSet: in every time zone, for every change of its
// clocks in three years, an event at each hour around the change that is due every day
// starts once a day, also where its hour is left out or comes twice.
func TestASeriesStartsOnceWhenClocksAreSet(t *testing.T) {
	list, err := os.ReadFile("../moment/zones.txt")
	if err != nil {
		t.Fatal(err)
	}
	begin, end := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC)
	changes, zones := 0, 0
	for name := range strings.FieldsSeq(string(list)) {
		zone, err := time.LoadLocation(name)
		if err != nil {
			continue // a word of the list that is no zone
		}
		zones++
		_, change := begin.In(zone).ZoneBounds()
		for ; !change.IsZero() && change.Before(end); _, change = change.In(zone).ZoneBounds() {
			changes++
			for minutes := -90; minutes <= 90; minutes += 30 {
				startsOncePerDay(t, name, change.In(zone), change.Add(time.Duration(minutes)*time.Minute).In(zone))
			}
		}
	}
	if zones < 300 || changes < 500 {
		t.Errorf("%d changes of %d zones were tried", changes, zones)
	}
	t.Logf("%d changes of %d zones", changes, zones)
}

// startsOncePerDay fails if a daily event at the hour that clocks show does not start
// once on each day around a change.
func startsOncePerDay(t *testing.T, name string, change, hour time.Time) {
	t.Helper()
	s := &season.Series{Cron: fmt.Sprintf("%d %d * * *", hour.Minute(), hour.Hour()), Zone: name}
	at := change.AddDate(0, 0, -3)
	days := map[string]int{}
	for range 6 {
		next, err := nextStart(s, at)
		if err != nil || !next.After(at) {
			t.Fatalf("%s, %s after %s: %s, %v", name, s.Cron, at, next, err)
		}
		at = next
		days[next.In(change.Location()).Format(time.DateOnly)]++
		// From any time before it the same start comes next.
		if again, err := nextStart(s, next.Add(-time.Minute)); err != nil || !again.Equal(next) {
			t.Errorf("%s, %s: a minute before %s the next is %s, %v", name, s.Cron, next, again, err)
		}
	}
	for day, n := range days {
		if n != 1 {
			t.Errorf("%s, %s: %d starts on %s", name, s.Cron, n, day)
		}
	}
	if len(days) != 6 {
		t.Errorf("%s, %s: starts on %d days of 6", name, s.Cron, len(days))
	}
}

// TestHoursThatClocksLeaveOutOrShowTwice: the hour that is left out in Berlin counts as
// the moment of the change, and the first of two counts.
func TestHoursThatClocksLeaveOutOrShowTwice(t *testing.T) {
	for _, tc := range []struct{ cron, after, want string }{
		{"30 2 * * *", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"},
		{"30 2 * * *", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"},
		{"30 2 * * *", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"},
		{"30 2 * * *", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},
		{"30 2 * * *", "2026-10-25T01:10:00Z", "2026-10-26T01:30:00Z"}, // within the hour that comes again
		{"0 19 * * 5", "2026-03-20T18:00:00Z", "2026-03-27T18:00:00Z"},
		{"0 19 * * 5", "2026-03-27T18:00:00Z", "2026-04-03T17:00:00Z"},
	} {
		after, err := time.Parse(time.RFC3339, tc.after)
		if err != nil {
			t.Fatal(err)
		}
		got, err := nextStart(&season.Series{Cron: tc.cron, Zone: "Europe/Berlin"}, after)
		if err != nil || got.Format(time.RFC3339) != tc.want {
			t.Errorf("%s after %s is %s (%v), want %s", tc.cron, tc.after, got.Format(time.RFC3339), err, tc.want)
		}
	}
}
