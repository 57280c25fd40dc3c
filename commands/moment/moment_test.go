package moment_test

import (
	"errors"
	"testing"
	"time"

	"topcut/commands/moment"
	"topcut/tournament"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// What people type is the time they mean.
func TestATimeIsReadAsItIsMeant(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 11, 18, 19, 5, 30, 0, berlin) // a Wednesday
	for typed, want := range map[string]string{
		"sat 20:00": "2026-11-21 20:00", "Saturday at 8 pm": "2026-11-21 20:00", "sat 8pm": "2026-11-21 20:00", "Sat, 8:30 p.m.": "2026-11-21 20:30",
		"sat 20h": "2026-11-21 20:00", "sat 20h30": "2026-11-21 20:30", "sat 20": "2026-11-21 20:00", "sat 20.30": "2026-11-21 20:30", "this friday 8.30pm": "2026-11-20 20:30",
		"tomorrow 8pm": "2026-11-19 20:00", "8pm tomorrow": "2026-11-19 20:00", "tomorrow noon": "2026-11-19 12:00", "tomorrow at 9:15 am": "2026-11-19 09:15",
		"today 20:00": "2026-11-18 20:00", "tonight 9pm": "2026-11-18 21:00", "20:00": "2026-11-18 20:00", "18:00": "2026-11-19 18:00",
		"wed 20:00": "2026-11-18 20:00", "wed 19:00": "2026-11-25 19:00", "in 30 min": "2026-11-18 19:35", "in 30min": "2026-11-18 19:35", "In 2 Hours": "2026-11-18 21:05",
		"in an hour": "2026-11-18 20:05", "in 1h30": "2026-11-18 20:35", "in 1 hour and 15 minutes": "2026-11-18 20:20", "in 2 days": "2026-11-20 19:05",
		"in 2 days at 18:00": "2026-11-20 18:00", "in a week": "2026-11-25 19:05", "28 Nov 20:00": "2026-11-28 20:00", "nov 28 8pm": "2026-11-28 20:00",
		"November 28th, 2026 20:00": "2026-11-28 20:00", "28.11. 20:00": "2026-11-28 20:00", "28.11.2026 20.00": "2026-11-28 20:00", "28.11 19:30": "2026-11-28 19:30",
		"2026-11-28 20:00": "2026-11-28 20:00", "2026-11-28T20:00": "2026-11-28 20:00", "28/11 20:00": "2026-11-28 20:00", "11/28 20:00": "2026-11-28 20:00",
		"3 jan 18:00": "2027-01-03 18:00", "sat 28 nov 20:00": "2026-11-28 20:00", "12am tomorrow": "2026-11-19 00:00", "<t:1795806000:F>": "2026-11-28 00:00",
	} {
		got, err := moment.Parse(typed, now, berlin)
		if s := got.In(berlin).Format("2006-01-02 15:04"); err != nil || typed[0] != '<' && s != want {
			t.Errorf("%q: %s (%v), want %s", typed, s, err, want)
		}
	}
}

// What could be two times, is none, or is over is refused with what is wrong.
func TestNoTimeIsGuessed(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 11, 18, 19, 5, 0, 0, berlin)
	for typed, want := range map[string]string{
		"": "time.unreadable", "soon": "time.unreadable", "8pm 9pm": "time.unreadable", "sat": "time.hour", "tomorrow": "time.hour", "28 nov": "time.hour",
		"sat 8": "time.two_ways", "next sat 20:00": "time.two_ways", "3/4 20:00": "time.two_ways", "20.11": "time.two_ways", "8": "time.two_ways",
		"today 18:00": "time.past", "2026-11-17 20:00": "time.past", "2025-12-24 20:00": "time.past", "<t:1000000:R>": "time.past", "2062-01-01 20:00": "time.far",
		"25:00": "time.unreadable", "sat 20:61": "time.unreadable", "13pm": "time.unreadable", "30 feb 20:00": "time.no_day", "in 5": "time.unreadable", "in": "time.unreadable",
		"in 2 days and 3 hours": "time.unreadable", "sun 28 nov 20:00": "time.weekday", "tomorrow sat 20:00": "time.unreadable", "in 99999999999999 min": "time.unreadable",
		"saturday night": "time.unreadable", "28/13 20:00": "time.unreadable",
	} {
		at, err := moment.Parse(typed, now, berlin)
		if refusal := new(tournament.Refusal); !errors.As(err, &refusal) || string(refusal.Notice.Code) != want {
			t.Errorf("%q: %v (%v), want %s", typed, at, err, want)
		}
	}
}

// A change of clocks moves no time of day, and a time it leaves out is refused.
func TestAChangeOfClocksMovesNoTimeOfDay(t *testing.T) {
	for _, c := range []struct{ zone, now, typed, want, code string }{
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "tomorrow 20:00", "2026-03-29T18:00:00Z", ""},
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "tomorrow 2:30", "", "time.skipped"},
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "in 1 day", "2026-03-29T17:00:00Z", ""},
		{"Europe/Berlin", "2026-03-28T18:00:00Z", "in 24 hours", "2026-03-29T18:00:00Z", ""},
		{"Europe/Berlin", "2026-10-24T18:00:00Z", "tomorrow 20:00", "2026-10-25T19:00:00Z", ""},
		{"Europe/Berlin", "2026-10-24T18:00:00Z", "tomorrow 2:30", "2026-10-25T00:30:00Z", ""},
		{"America/Los_Angeles", "2026-10-31T18:00:00Z", "sun 1:30", "2026-11-01T08:30:00Z", ""},
		{"Australia/Lord_Howe", "2026-04-03T18:00:00Z", "sun 1:45", "2026-04-04T14:45:00Z", ""},
		{"America/Santiago", "2026-09-04T18:00:00Z", "sun 0:30", "", "time.skipped"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		at, err := moment.Parse(c.typed, now, zone(t, c.zone))
		refusal := new(tournament.Refusal)
		switch {
		case c.code == "" && (err != nil || at.UTC().Format(time.RFC3339) != c.want):
			t.Errorf("%s, %q: %v (%v), want %s", c.zone, c.typed, at.UTC(), err, c.want)
		case c.code != "" && (!errors.As(err, &refusal) || string(refusal.Notice.Code) != c.code):
			t.Errorf("%s, %q: %v (%v), want %s", c.zone, c.typed, at, err, c.code)
		}
	}
}

// Whatever is typed is a time to come or a refusal.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"sat 20:00", "in 30 min", "28.11. 20:00", "<t:1:R>", "20.11", "1h30", "in 1h", "noon"} {
		f.Add(s)
	}
	now := time.Date(2026, 11, 18, 19, 5, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, typed string) {
		at, err := moment.Parse(typed, now, time.UTC)
		if err == nil && !at.After(now) {
			t.Errorf("%q is %v, which is over", typed, at)
		}
		if err != nil && tournament.ClassOf(err) != tournament.BadInput {
			t.Errorf("%q: %v", typed, err)
		}
	})
}
