package league

import (
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// leastBetween is the least time between two events of a league: "* * * * *" is a mistake
// and would fill the channel.
const leastBetween = time.Hour

// schedule is when the events of a series start: at hours of a zone's clocks.
type schedule struct {
	hours cron.Schedule // on clocks that are never set, those of UTC
	zone  *time.Location
}

// calendar parses a cron expression in a time zone.
func calendar(expression, zone string) (*schedule, error) {
	if strings.Contains(expression, "TZ=") || strings.HasPrefix(expression, "@") {
		return nil, tournament.Refuse(tournament.BadInput, "cron.fields")
	}
	in, err := tournament.ParseZone(zone)
	if err != nil {
		return nil, err
	}
	hours, err := cron.ParseStandard("CRON_TZ=UTC " + expression)
	if err != nil {
		return nil, tournament.Refuse(tournament.BadInput, "cron.unreadable", "value", notice.Text(expression[:min(len(expression), 60)]))
	}
	return &schedule{hours, in}, nil
}

// Next returns the first start after a time; zero if there is none. An hour that the
// clocks leave out counts as the moment at which they are set, and one that comes twice
// counts the first time: each starts one event.
func (c *schedule) Next(after time.Time) time.Time {
	hour := onClock(after.In(c.zone)).Add(-longestGap)
	for {
		if hour = c.hours.Next(hour); hour.IsZero() {
			return hour
		}
		if at := moment(hour, c.zone); at.After(after) {
			return at
		}
	}
}

// longestGap is the most time that clocks were ever put forward by: islands that changed
// the side of the date line left out a day.
const longestGap = 25 * time.Hour

// onClock returns what a clock shows at a time, as a time of UTC.
func onClock(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

// moment returns the first time at which the clocks of a zone show an hour or, if they
// leave it out, the time at which they are set past it.
func moment(hour time.Time, zone *time.Location) time.Time {
	t := time.Date(hour.Year(), hour.Month(), hour.Day(), hour.Hour(), hour.Minute(), 0, 0, zone)
	since, until := t.ZoneBounds()
	switch shown := onClock(t); {
	case shown.Before(hour):
		return until
	case shown.After(hour):
		return since
	}
	if since.IsZero() {
		return t
	}
	_, now := t.Zone()
	_, before := since.Add(-time.Second).Zone()
	if first := t.Add(-time.Duration(before-now) * time.Second); before > now && first.Before(since) {
		return first
	}
	return t
}

// nextStart returns the first start of a series after a time.
func nextStart(s *season.Series, after time.Time) (time.Time, error) {
	c, err := calendar(s.Cron, s.Zone)
	if err != nil {
		return time.Time{}, err
	}
	return c.Next(after).UTC(), nil
}

// First returns the first start of a series that an organiser has just typed, or a
// refusal if it never starts or starts too often.
func First(s *season.Series, after time.Time) (time.Time, error) {
	c, err := calendar(s.Cron, s.Zone)
	if err != nil {
		return time.Time{}, err
	}
	next := c.Next(after)
	if next.IsZero() {
		return next, tournament.Refuse(tournament.BadInput, "cron.never")
	}
	for i, at := 0, next; i < 50; i++ {
		following := c.Next(at)
		if !following.IsZero() && following.Sub(at) < leastBetween {
			return time.Time{}, tournament.Refuse(tournament.BadInput, "cron.often")
		}
		at = following
	}
	return next.UTC(), nil
}
