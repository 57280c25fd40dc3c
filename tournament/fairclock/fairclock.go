// Package fairclock measures time that runs against a person: the hours to answer a
// proposal, to appear at an agreed time, to object to a claim, to answer a report.
//
// Such time stands still while the person cannot be expected to act: in the quiet hours
// of their own time zone, on days they said they are away, while people could not reach
// the bot, and in the first half of a window for what has time until its second. A
// Clock holds these times of one person, and Ends is the only place where a deadline is
// computed from them. Package tournament builds the clocks from the log, so that a
// replay finds the same deadlines.
//
// A time is over at the first moment at which it has run in full and does not stand
// still. So no time is over in a night or in an absence. Quiet hours are compared with
// the clock on the wall, also on a day that skips or repeats an hour.
//
// TestDeadlinesEqualACountOfMinutes holds the computation to an independent count.
package fairclock

import "time"

// Clock is the time that runs against one person. The zero Clock runs always.
type Clock struct {
	Zone  *time.Location // of the quiet hours; nil means UTC
	Quiet Hours          // of each day; empty for none
	Stops Spans          // in which the clock stands still
}

// stopped reports whether the clock stands still at a moment and, if it does, a later
// moment until which it certainly does.
func (c *Clock) stopped(at time.Time) (until time.Time, stops bool) {
	if until, stops = c.Stops.at(at); stops {
		return until, true
	}
	_, until, stops = c.Quiet.Around(at.In(c.zone()))
	return until, stops
}

func (c *Clock) zone() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}

// next returns the first moment after one at which the clock runs at which it stands
// still; ok is false if there is none.
func (c *Clock) next(at time.Time) (stop time.Time, ok bool) {
	stop, ok = c.Stops.after(at)
	if quiet, any := c.Quiet.next(at.In(c.zone())); any && (!ok || quiet.Before(stop)) {
		return quiet, true
	}
	return stop, ok
}

// Ends returns when an amount of time that begins to run at from is over. With no time
// at all it is the first moment from then on at which the clock runs.
func (c *Clock) Ends(from time.Time, long time.Duration) time.Time {
	at := c.awake(from)
	for {
		stop, ok := c.next(at)
		if !ok || stop.Sub(at) > long {
			return at.Add(long).UTC()
		}
		long -= stop.Sub(at)
		at = c.awake(stop)
	}
}

// awake returns the first moment from at on at which the clock runs.
func (c *Clock) awake(at time.Time) time.Time {
	for {
		until, stops := c.stopped(at)
		if !stops {
			return at.UTC()
		}
		at = until
	}
}

// Together returns the first moment from at on that is in no quiet hours of the clocks;
// ok is false if their nights leave none for two days.
func Together(at time.Time, clocks ...*Clock) (_ time.Time, ok bool) {
	last := at.Add(2 * day)
	for i := 0; i < len(clocks); i++ {
		if at.After(last) {
			return at.UTC(), false
		}
		if _, until, quiet := clocks[i].Quiet.Around(at.In(clocks[i].zone())); quiet {
			at, i = until, -1
		}
	}
	return at.UTC(), true
}

// Before returns the last moment up to at that ends a time outside all quiet hours of
// the clocks: at itself, or the beginning of a night; ok is false if there is none for
// two days.
func Before(at time.Time, clocks ...*Clock) (_ time.Time, ok bool) {
	first := at.Add(-2 * day)
	for i := 0; i < len(clocks); i++ {
		if at.Before(first) {
			return at.UTC(), false
		}
		if from, _, quiet := clocks[i].Quiet.Around(at.Add(-1).In(clocks[i].zone())); quiet {
			at, i = from, -1
		}
	}
	return at.UTC(), true
}
