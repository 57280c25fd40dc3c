package hours

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	_ "time/tzdata"

	"topcut/tournament/fairclock"
)

// zones with summer time in both hemispheres, offsets of half and quarter hours, a change of
// half an hour (Lord Howe), one at midnight (Beirut), and none.
var zones = []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Asia/Beirut", "Pacific/Auckland"}

var starts = []time.Time{ // each before a change of clocks somewhere
	time.Date(2026, 3, 27, 18, 0, 0, 0, time.UTC), time.Date(2026, 10, 23, 18, 0, 0, 0, time.UTC), time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC),
	time.Date(2026, 4, 3, 18, 0, 0, 0, time.UTC), time.Date(2026, 9, 25, 18, 0, 0, 0, time.UTC), time.Date(2026, 7, 1, 9, 20, 0, 0, time.UTC),
}

// counted is a random person, as the test counts.
type counted struct {
	zone     *time.Location
	on       [7][24]bool // by weekday and hour
	from, to int         // quiet hours; equal for none
	busy     [][2]time.Time
}

func (c *counted) free(at time.Time) bool {
	local := at.In(c.zone)
	h := local.Hour()
	if !c.on[local.Weekday()][h] || c.from < c.to && h >= c.from && h < c.to || c.from > c.to && (h >= c.from || h < c.to) {
		return false
	}
	for _, b := range c.busy {
		if !at.Before(b[0]) && at.Before(b[1]) {
			return false
		}
	}
	return true
}

func random(t *testing.T, rng *rand.Rand, start time.Time) (*counted, *Person) {
	t.Helper()
	zone, err := time.LoadLocation(zones[rng.IntN(len(zones))])
	if err != nil {
		t.Fatal(err)
	}
	c, p := &counted{zone: zone}, &Person{Zone: zone}
	for _, part := range Parts {
		var days []time.Weekday
		for d := range time.Weekday(7) {
			if rng.IntN(3) == 0 {
				continue
			}
			days = append(days, d)
			for h := part.From; h < part.Until; h++ {
				c.on[d][h] = true
			}
		}
		p.Week = p.Week.With(part, days...)
		if got := p.Week.Days(part); !slices.Equal(got, days) || !p.Week.Valid() {
			t.Fatalf("%v in %s are kept as %v", days, p.Week, got)
		}
	}
	if rng.IntN(2) == 0 {
		c.from, c.to = 22, 8
		p.Quiet = "22:00-08:00"
	}
	for range rng.IntN(3) {
		from := start.Add(time.Duration(rng.IntN(5*24*60)) * time.Minute)
		until := from.Add(time.Duration(1+rng.IntN(2*24*60)) * time.Minute)
		c.busy = append(c.busy, [2]time.Time{from, until})
		p.Busy = p.Busy.With(fairclock.Span{From: from, Until: until})
	}
	return c, p
}

// TestCommonHoursEqualACountOfMinutes: over random people, zones and changes of clocks the
// common hours are what going through every minute finds, and those chosen are among them, in
// order, on different evenings if there are.
func TestCommonHoursEqualACountOfMinutes(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 5))
	found, none := 0, 0
	for i := range 600 {
		start := starts[i%len(starts)]
		a, pa := random(t, rng, start)
		b, pb := random(t, rng, start)
		window := fairclock.Span{From: start.Add(time.Duration(rng.IntN(600)) * time.Minute), Until: start.Add(4 * 24 * time.Hour)}
		var want []time.Time
		for at := window.From; at.Before(window.Until); at = at.Add(time.Minute) {
			if a.free(at) && b.free(at) && (at.In(a.zone).Minute() == 0 || at.In(b.zone).Minute() == 0) {
				want = append(want, at)
			}
		}
		got := shared(window, pa, pb)
		if !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Fatalf("%d: %v in %s and %v in %s from %s: %v, counted %v", i, pa.Week, a.zone, pb.Week, b.zone, window.From, got, want)
		}
		best := best(nil, got, 3)
		if !slices.IsSortedFunc(best, time.Time.Compare) || len(best) == 0 && len(got) > 0 {
			t.Fatalf("chosen of %v: %v", got, best)
		}
		for k, at := range best {
			if !slices.ContainsFunc(got, at.Equal) || k > 0 && at.Sub(best[k-1]) < roomy {
				t.Fatalf("chosen of %v: %v", got, best)
			}
		}
		for k, h := range Offer(window, pa, pb, 3) {
			for side, c := range []*counted{a, b} {
				usual, waking := c.on[h.At.In(c.zone).Weekday()][h.At.In(c.zone).Hour()], *c
				for d := range waking.on {
					for hour := 8; hour < 23; hour++ {
						waking.on[d][hour] = true
					}
				}
				if h.Unusual[side] == usual || !waking.free(h.At) || k < len(best) && len(best) == 3 && h.Unusual[side] {
					t.Fatalf("%s is offered in %s (%v): %v", h.At, c.zone, usual, h.Unusual)
				}
			}
		}
		if len(got) == 0 {
			none++
		} else {
			found++
		}
	}
	if found < 300 || none < 3 {
		t.Errorf("%d pairs with common hours, %d without", found, none)
	}
}

// TestTheBestHoursLeaveAChoice: three evenings rather than three hours of one, and rather the
// beginning of a long evening than the last hour of a short one.
func TestTheBestHoursLeaveAChoice(t *testing.T) {
	evening := func(day int, hours ...int) (out []time.Time) {
		for _, h := range hours {
			out = append(out, time.Date(2026, 3, day, h, 0, 0, 0, time.UTC))
		}
		return out
	}
	common := slices.Concat(evening(9, 23), evening(10, 19, 20, 21), evening(11, 20, 21), evening(12, 18, 19))
	if got, want := best(nil, common, 3), slices.Concat(evening(10, 19), evening(11, 20), evening(12, 18)); !slices.Equal(got, want) {
		t.Errorf("chosen %v, want %v", got, want)
	}
	if got, want := best(nil, evening(10, 19, 20, 21), 3), evening(10, 19, 20, 21); !slices.Equal(got, want) {
		t.Errorf("of one evening %v, want %v", got, want)
	}
	if got := best(nil, nil, 3); got != nil {
		t.Errorf("of none %v", got)
	}
}

// TestAWeekIsReadAsItIsStored: what is no week is refused, and an empty one is stored as none.
func TestAWeekIsReadAsItIsStored(t *testing.T) {
	w := Week("").With(Parts[2], time.Monday)
	if w != "1e0000000000000000000000000000000000000000" || !w.Valid() {
		t.Errorf("Monday evenings are stored as %q", w)
	}
	if got := w.With(Parts[2]); got != "" {
		t.Errorf("no hours are stored as %q", got)
	}
	for _, bad := range []Week{"1e", "0000000000000000000000000000000000000000", "00000000000000000000000000000000000000000000", "zz0000000000000000000000000000000000000000"} {
		if bad.Valid() || bad.Has(starts[0]) {
			t.Errorf("%q is taken for a week", bad)
		}
	}
}
