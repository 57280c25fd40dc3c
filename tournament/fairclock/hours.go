package fairclock

import (
	"fmt"
	"strings"
	"time"

	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// Hours is a part of each day in its stored form, "22:00-08:00", or empty. It may
// extend past midnight.
type Hours string

// ParseHours reads two times of day, such as 22:00-8:00 or 22-8.
func ParseHours(typed string) (Hours, error) {
	bad := journal.Refuse(journal.BadInput, "settings.quiet_hours", "got", notice.Text(typed))
	from, until, two := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(typed, "–", "-"), " ", ""), "-")
	a, early := timeOfDay(from)
	b, late := timeOfDay(until)
	if !two || !early || !late || a == b {
		return "", bad
	}
	return Hours(fmt.Sprintf("%02d:%02d-%02d:%02d", a/60, a%60, b/60, b%60)), nil
}

// timeOfDay parses a time of day and returns it in minutes.
func timeOfDay(typed string) (minutes int, ok bool) {
	for _, layout := range []string{"15:04", "15"} {
		if t, err := time.Parse(layout, typed); err == nil {
			return t.Hour()*60 + t.Minute(), true
		}
	}
	return 0, false
}

const day = 24 * time.Hour

// ends returns the times of day at which the hours begin and end.
func (h Hours) ends() (from, until time.Duration, ok bool) {
	if len(h) != len("22:00-08:00") {
		return 0, 0, false
	}
	at := func(i int) time.Duration { return time.Duration(10*(h[i]-'0') + h[i+1] - '0') }
	return at(0)*time.Hour + at(3)*time.Minute, at(6)*time.Hour + at(9)*time.Minute, true
}

// onWall returns the time of day that a clock on the wall shows at t.
func onWall(t time.Time) time.Duration {
	hour, minute, second := t.Clock()
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second + time.Duration(t.Nanosecond())
}

// within reports whether the wall shows one of the hours at t.
func (h Hours) within(t time.Time) bool {
	from, until, ok := h.ends()
	now := onWall(t)
	if from <= until {
		return ok && now >= from && now < until
	}
	return ok && (now >= from || now < until)
}

// edgeAfter returns the first moment after t at which the wall shows an end of the
// hours, or at which it is put forward or back.
func (h Hours) edgeAfter(t time.Time) time.Time {
	from, until, _ := h.ends()
	now := onWall(t)
	to := func(edge time.Duration) time.Duration { return (edge-now+day-1)%day + 1 }
	edge := t.Add(min(to(from), to(until)))
	if _, change := t.ZoneBounds(); !change.IsZero() && change.Before(edge) {
		return change.In(t.Location())
	}
	return edge
}

// edgeUpTo returns the last moment up to t at which the wall shows an end of the hours,
// or at which it was put forward or back.
func (h Hours) edgeUpTo(t time.Time) time.Time {
	from, until, _ := h.ends()
	now := onWall(t)
	since := func(edge time.Duration) time.Duration { return (now - edge + day) % day }
	edge := t.Add(-min(since(from), since(until)))
	if change, _ := t.ZoneBounds(); change.After(edge) {
		return change.In(t.Location())
	}
	return edge
}

// Around returns the hours that contain a time, in the location of the time; ok is false
// if none do.
func (h Hours) Around(at time.Time) (from, until time.Time, ok bool) {
	if !h.within(at) {
		return from, until, false
	}
	for until = h.edgeAfter(at); h.within(until); {
		until = h.edgeAfter(until)
	}
	for from = h.edgeUpTo(at); h.within(from.Add(-1)); {
		from = h.edgeUpTo(from.Add(-1))
	}
	return from, until, true
}

// next returns when the hours begin next after a time outside them; ok is false if there
// are none.
func (h Hours) next(at time.Time) (from time.Time, ok bool) {
	if _, _, ok := h.ends(); !ok {
		return from, false
	}
	for from = h.edgeAfter(at); !h.within(from); {
		from = h.edgeAfter(from)
	}
	return from, true
}
