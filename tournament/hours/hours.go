// Package hours finds hours at which two people can usually play.
//
// A Week says at which hours of a week a person can begin a match, on the clock on the wall
// of their own time zone. The moments of a window that are in the weeks of
// both are gone through one after another and read on both walls, so an hour that a
// change of clocks skips is never found, and one that is repeated is found twice. Offer
// chooses a few of them.
//
// TestCommonHoursEqualACountOfMinutes holds the computation to an independent count, and
// TestMostMatchesAreAgreedByPressesAlone measures what it is good for.
package hours

import (
	"iter"
	"strconv"
	"strings"
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/sorted"
)

// Week is the set of the hours of a week at which a person can begin a match, in its stored
// form: six hexadecimal digits for each day from Monday on, whose bit h is the hour from h to
// h+1 o'clock. The empty Week is not known; one without any hour is stored as empty.
type Week string

const (
	days      = 7
	dayDigits = 6
)

// Valid reports whether w is empty or in the stored form.
func (w Week) Valid() bool {
	if w == "" {
		return true
	}
	return len(w) == days*dayDigits && strings.Trim(string(w), "0123456789abcdef") == "" && strings.Trim(string(w), "0") != ""
}

// day returns the hours of a day.
func (w Week) day(d time.Weekday) uint32 {
	if len(w) != days*dayDigits {
		return 0
	}
	from := int(d+6) % days * dayDigits
	set, err := strconv.ParseUint(string(w[from:from+dayDigits]), 16, 32)
	if err != nil {
		return 0
	}
	return uint32(set)
}

// Part is a part of the day, from one hour until another.
type Part struct{ From, Until int }

func (p Part) set() uint32 { return 1<<p.Until - 1<<p.From }

// Parts are the parts of the day by which a week is asked for.
var Parts = [...]Part{{8, 12}, {12, 17}, {17, 21}, {21, 24}}

// Days returns the days on which a person can play in a whole part of the day.
func (w Week) Days(p Part) (out []time.Weekday) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if w.day(d)&p.set() == p.set() {
			out = append(out, d)
		}
	}
	return out
}

// With returns w with the given days, and no others, in a part of the day.
func (w Week) With(p Part, on ...time.Weekday) Week {
	var sets [days]uint32
	any := uint32(0)
	for d := range sets {
		sets[d] = w.day(time.Weekday(d)) &^ p.set()
	}
	for _, d := range on {
		sets[d] |= p.set()
	}
	var out strings.Builder
	for i := range sets {
		set := sets[(i+1)%days]
		any |= set
		digits := strconv.FormatUint(uint64(set), 16)
		out.WriteString(strings.Repeat("0", dayDigits-len(digits)) + digits)
	}
	if any == 0 {
		return ""
	}
	return Week(out.String())
}

// Has reports whether a match can begin at a time, in the location of the time.
func (w Week) Has(at time.Time) bool { return w.day(at.Weekday())&(1<<at.Hour()) != 0 }

// Quarters yields the quarter hours of the seven days from a moment, numbered from 0, at which a
// person can begin a match in a zone, outside quiet hours.
func (w Week) Quarters(from time.Time, zone *time.Location, quiet fairclock.Hours) iter.Seq[int] {
	p := Person{Week: w, Zone: zone, Quiet: quiet}
	return func(yield func(int) bool) {
		for i := range days * 24 * int(time.Hour/step) {
			if free, _ := p.free(from.UTC().Truncate(step).Add(time.Duration(i) * step)); free && !yield(i) {
				return
			}
		}
	}
}

// Person is when one player can play.
type Person struct {
	Week  Week
	Zone  *time.Location  // of the week and of the quiet hours
	Quiet fairclock.Hours // of each day, in which nothing begins
	Busy  fairclock.Spans // absences, and other matches
}

// step is what the offsets of all time zones are multiples of.
const step = 15 * time.Minute

// free reports whether a match can begin at a time, which is a full hour if whole is set.
func (p *Person) free(at time.Time) (free, whole bool) {
	local := at.In(p.Zone)
	if !p.Week.Has(local) || p.Busy.Contains(at) {
		return false, false
	}
	if _, _, quiet := p.Quiet.Around(local); quiet {
		return false, false
	}
	return true, local.Minute() == 0
}

// shared returns the moments of a window at which a match of two people can begin: full
// hours on the wall of at least one of them, in order.
func shared(window fairclock.Span, a, b *Person) (out []time.Time) {
	at := window.From.UTC().Truncate(step)
	for ; at.Before(window.Until); at = at.Add(step) {
		if at.Before(window.From) {
			continue
		}
		free, whole := a.free(at)
		if !free {
			continue
		}
		if free, also := b.free(at); free && (whole || also) {
			out = append(out, at)
		}
	}
	return out
}

// Hour is a time that is offered for a match.
type Hour struct {
	At      time.Time
	Unusual [2]bool // who has not said that they can play then, though it is no night
}

// Offer returns up to n hours of a window for a match of two people, in order. Where they
// have fewer in common, there are those that are in the week of one of them and not in the
// night of the other.
func Offer(window fairclock.Span, a, b *Person, n int) []Hour {
	list := best(nil, shared(window, a, b), n)
	if len(list) < n {
		one, other := *a, *b
		one.Week, other.Week = awake, awake
		near := append(shared(window, a, &other), shared(window, &one, b)...)
		sorted.Stable(near, time.Time.Compare)
		list = best(list, near, n)
	}
	out := make([]Hour, len(list))
	for i, t := range list {
		out[i] = Hour{At: t, Unusual: [2]bool{!a.Week.Has(t.In(a.Zone)), !b.Week.Has(t.In(b.Zone))}}
	}
	return out
}

// awake are the hours of any day that are in no night.
var awake = Week("").With(Part{8, 23}, time.Sunday, time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday)

const (
	roomy = time.Hour      // a match that begins so long before the last common hour is not in a hurry
	apart = 20 * time.Hour // between times that are not of the same evening
)

// best adds to chosen times up to n of the moments of a list, which is in order: on different
// days if it can, and rather those after which another hour is in the list. Earlier ones come
// first.
func best(chosen, list []time.Time, n int) []time.Time {
	in := make(map[time.Time]bool, len(list))
	for _, t := range list {
		in[t] = true
	}
	ranked := make([]time.Time, 0, len(list))
	for _, last := range []bool{false, true} {
		for _, t := range list {
			if in[t.Add(roomy)] != last {
				ranked = append(ranked, t)
			}
		}
	}
	for _, distance := range []time.Duration{apart, roomy} {
		for _, t := range ranked {
			if len(chosen) < n && far(chosen, t, distance) {
				chosen = append(chosen, t)
			}
		}
	}
	sorted.Stable(chosen, time.Time.Compare)
	return chosen
}

// far reports whether a time is at least a distance from all of a list.
func far(list []time.Time, t time.Time, distance time.Duration) bool {
	for _, o := range list {
		if o.Sub(t).Abs() < distance {
			return false
		}
	}
	return true
}
