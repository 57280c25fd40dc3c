package tournament

import (
	"fmt"
	"strings"
	"time"

	"topcut/tournament/notice"
)

// Hours is a part of each day in its stored form, "22:00-08:00", or empty. It may
// extend past midnight.
type Hours string

// ParseHours reads two times of day, such as 22:00-8:00 or 22-8.
func ParseHours(typed string) (Hours, error) {
	bad := Refuse(BadInput, "settings.quiet_hours", "got", notice.Text(typed))
	from, until, two := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(typed, "–", "-"), " ", ""), "-")
	a, early := clock(from)
	b, late := clock(until)
	if !two || !early || !late || a == b {
		return "", bad
	}
	return Hours(fmt.Sprintf("%02d:%02d-%02d:%02d", a/60, a%60, b/60, b%60)), nil
}

// clock parses a time of day and returns it in minutes.
func clock(typed string) (minutes int, ok bool) {
	for _, layout := range []string{"15:04", "15"} {
		if t, err := time.Parse(layout, typed); err == nil {
			return t.Hour()*60 + t.Minute(), true
		}
	}
	return 0, false
}

// around returns the hours that contain the time at; ok is false if none do.
func (h Hours) around(at time.Time) (from, until time.Time, ok bool) {
	var a, b, c, d int
	if n, _ := fmt.Sscanf(string(h), "%d:%d-%d:%d", &a, &b, &c, &d); n != 4 {
		return from, until, false
	}
	on := func(day, hour, minute int) time.Time {
		return time.Date(at.Year(), at.Month(), at.Day()+day, hour, minute, 0, 0, at.Location())
	}
	for began := -1; began <= 0; began++ {
		from, until = on(began, a, b), on(began, c, d)
		if !until.After(from) {
			until = on(began+1, c, d)
		}
		if !at.Before(from) && at.Before(until) {
			return from, until, true
		}
	}
	return from, until, false
}

// Quiet returns the quiet hours of the event that contain at; ok is false if people may
// be notified then. They may during check-in and live rounds, when they are present.
func (s *State) Quiet(at time.Time) (from, until time.Time, ok bool) {
	if s.Phase == CheckIn || s.Phase == Running && !s.Correspondence() && !s.Arranged() {
		return from, until, false
	}
	from, until, ok = s.Settings.QuietHours.around(at.In(s.Settings.Location()))
	return from.UTC(), until.UTC(), ok
}

// remindAt returns when people are reminded of something due at the time at: after quiet
// hours or, if that is too late, before them.
func (s *State) remindAt(at, before time.Time) time.Time {
	from, until, quiet := s.Quiet(at)
	switch {
	case !quiet:
		return at
	case until.Before(before):
		return until
	}
	return from.Add(-beforeQuiet)
}

// beforeQuiet is how long before quiet hours reminders are sent of what is due in them,
// since a post may take a moment.
const beforeQuiet = 5 * time.Minute

// readAfter returns when a person who was asked at a time can be expected to have read it.
func (s *State) readAfter(at time.Time) time.Time {
	if _, until, quiet := s.Quiet(at); quiet {
		return until
	}
	return at
}
