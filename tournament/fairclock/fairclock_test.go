package fairclock

import (
	"math/rand/v2"
	"testing"
	"time"
	_ "time/tzdata"
)

// zones with summer time in both hemispheres, half hours, a change of half an hour (Lord
// Howe), one at midnight (Beirut), a day that was skipped (Apia), and none.
var zones = []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Beirut", "America/Santiago", "Pacific/Apia", "Pacific/Auckland"}

var starts = []time.Time{ // each before a change of clocks somewhere
	time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC), time.Date(2026, 10, 24, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 7, 0, 0, 0, 0, time.UTC),
	time.Date(2026, 4, 3, 0, 0, 0, 0, time.UTC), time.Date(2026, 9, 5, 0, 0, 0, 0, time.UTC), time.Date(2011, 12, 28, 0, 0, 0, 0, time.UTC),
	time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC),
}

// calendar is a random person, as the test counts: by the minute.
type calendar struct {
	zone     *time.Location
	from, to int // quiet minutes of the day; equal for none
	stops    [][2]time.Time
}

func (c *calendar) runs(minute time.Time) bool {
	local := minute.In(c.zone)
	now := local.Hour()*60 + local.Minute()
	if c.from < c.to && now >= c.from && now < c.to || c.from > c.to && (now >= c.from || now < c.to) {
		return false
	}
	for _, s := range c.stops {
		if !minute.Before(s[0]) && minute.Before(s[1]) {
			return false
		}
	}
	return true
}

// ends counts minutes that run, and returns the first after them that runs too.
func (c *calendar) ends(from time.Time, minutes int) time.Time {
	for at := from; ; at = at.Add(time.Minute) {
		if !c.runs(at) {
			continue
		}
		if minutes == 0 {
			return at
		}
		minutes--
	}
}

func (c *calendar) clock() *Clock {
	out := &Clock{Zone: c.zone}
	if c.from != c.to {
		at := func(minutes int) string {
			return time.Date(2000, 1, 1, minutes/60, minutes%60, 0, 0, time.UTC).Format("15:04")
		}
		out.Quiet = Hours(at(c.from) + "-" + at(c.to))
	}
	for _, s := range c.stops {
		out.Stops = out.Stops.With(Span{From: s[0], Until: s[1]})
	}
	return out
}

func randomCalendar(t *testing.T, rng *rand.Rand, start time.Time) *calendar {
	t.Helper()
	zone, err := time.LoadLocation(zones[rng.IntN(len(zones))])
	if err != nil {
		t.Fatal(err)
	}
	c := &calendar{zone: zone}
	if rng.IntN(4) > 0 {
		c.from, c.to = rng.IntN(24*4)*15, rng.IntN(24*4)*15
	}
	for range rng.IntN(4) {
		from := start.Add(time.Duration(rng.IntN(10*24*60)-24*60) * time.Minute)
		c.stops = append(c.stops, [2]time.Time{from, from.Add(time.Duration(1+rng.IntN(3*24*60)) * time.Minute)})
	}
	return c
}

// TestDeadlinesEqualACountOfMinutes: over random zones, quiet hours, absences and changes
// of summer time a deadline is what counting minute by minute finds, and never in a time
// in which the clock stands still.
func TestDeadlinesEqualACountOfMinutes(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 4))
	for i := range 4000 {
		start := starts[i%len(starts)]
		c := randomCalendar(t, rng, start)
		clock := c.clock()
		from := start.Add(time.Duration(rng.IntN(3*24*60)) * time.Minute)
		minutes := []int{0, 1, 20, 24 * 60, 48 * 60, rng.IntN(3000)}[rng.IntN(6)]
		want := c.ends(from, minutes)
		got := clock.Ends(from, time.Duration(minutes)*time.Minute)
		if _, stops := clock.stopped(got); !got.Equal(want) || stops {
			t.Fatalf("%d: %d minutes from %s in %s, quiet %s, stops %v: over at %s, counted %s", i, minutes, from, c.zone, clock.Quiet, clock.Stops, got.In(c.zone), want.In(c.zone))
		}
	}
}

// TestQuietHoursAreThoseOnTheWall: the hours around a time begin and end where a minute
// of the wall does, before and after it.
func TestQuietHoursAreThoseOnTheWall(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 5))
	for i := range 3000 {
		c := randomCalendar(t, rng, starts[i%len(starts)])
		c.stops = nil
		quiet := c.clock().Quiet
		at := starts[i%len(starts)].Add(time.Duration(rng.IntN(4*24*60)) * time.Minute)
		from, until, ok := quiet.Around(at.In(c.zone))
		if ok == c.runs(at) {
			t.Fatalf("%s in %s at %s: quiet %v", quiet, c.zone, at.In(c.zone), ok)
		}
		if !ok {
			continue
		}
		first, last := at, at
		for !c.runs(first.Add(-time.Minute)) {
			first = first.Add(-time.Minute)
		}
		for !c.runs(last) {
			last = last.Add(time.Minute)
		}
		if !from.Equal(first) || !until.Equal(last) {
			t.Fatalf("%s in %s at %s: from %s to %s, counted %s to %s", quiet, c.zone, at.In(c.zone), from, until, first.In(c.zone), last.In(c.zone))
		}
	}
}

// TestReminderTimesAreOutsideTheNightsOfBoth: the first moment from a time on, and the
// last up to it, outside the quiet hours of two people; none if the nights cover the day.
func TestReminderTimesAreOutsideTheNightsOfBoth(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 6))
	found, none := 0, 0
	for i := range 2000 {
		start := starts[i%len(starts)]
		a, b := randomCalendar(t, rng, start), randomCalendar(t, rng, start)
		a.stops, b.stops = nil, nil
		at := start.Add(time.Duration(rng.IntN(3*24*60)) * time.Minute)
		free := func(minute time.Time) bool { return a.runs(minute) && b.runs(minute) }
		next, last := at, at
		for !free(next) && next.Sub(at) < 3*day {
			next = next.Add(time.Minute)
		}
		for !free(last.Add(-time.Minute)) && at.Sub(last) < 3*day {
			last = last.Add(-time.Minute)
		}
		got, ok := Together(at, a.clock(), b.clock())
		before, any := Before(at, a.clock(), b.clock())
		if !free(next) {
			none++
		} else {
			found++
		}
		if ok && !got.Equal(next) || !ok && next.Sub(at) <= 2*day || any && !before.Equal(last) || !any && at.Sub(last) <= 2*day {
			t.Fatalf("%s in %s and %s in %s at %s: %s and %s, counted %s and %s", a.clock().Quiet, a.zone, b.clock().Quiet, b.zone, at, got, before, next, last)
		}
	}
	if found < 500 || none < 10 {
		t.Errorf("%d with a time for both, %d without", found, none)
	}
}

// TestSpansAreSetsOfMoments: union, difference and part of random spans, counted by the
// hour.
func TestSpansAreSetsOfMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 7))
	start := starts[0]
	span := func() Span {
		from := start.Add(time.Duration(rng.IntN(100)) * time.Hour)
		return Span{from, from.Add(time.Duration(rng.IntN(30)) * time.Hour)}
	}
	for range 2000 {
		var s Spans
		in := map[int]bool{}
		hours := func(x Span, do func(hour int)) {
			for h := range 140 {
				if at := start.Add(time.Duration(h) * time.Hour); !at.Before(x.From) && at.Before(x.Until) {
					do(h)
				}
			}
		}
		for range 1 + rng.IntN(8) {
			x := span()
			if rng.IntN(3) > 0 {
				s = s.With(x)
				hours(x, func(h int) { in[h] = true })
			} else {
				s = s.Without(x)
				hours(x, func(h int) { delete(in, h) })
			}
		}
		within := span()
		part := 0
		hours(within, func(h int) {
			if in[h] {
				part++
			}
		})
		if s.Long() != time.Duration(len(in))*time.Hour || s.In(within).Long() != time.Duration(part)*time.Hour {
			t.Fatalf("%v is %s long, %s of it in %v; counted %d and %d", s, s.Long(), s.In(within).Long(), within, len(in), part)
		}
		for h := range 140 {
			if s.Contains(start.Add(time.Duration(h)*time.Hour)) != in[h] {
				t.Fatalf("%v at hour %d", s, h)
			}
		}
		for i := 1; i < len(s); i++ {
			if !s[i].From.After(s[i-1].Until) {
				t.Fatalf("%v is not in order", s)
			}
		}
	}
}
