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

// calendar parses a cron expression in a time zone.
func calendar(expression, zone string) (cron.Schedule, error) {
	if strings.Contains(expression, "TZ=") || strings.HasPrefix(expression, "@") {
		return nil, tournament.Refuse(tournament.BadInput, "cron.fields")
	}
	if _, err := tournament.ParseZone(zone); err != nil {
		return nil, err
	}
	s, err := cron.ParseStandard("CRON_TZ=" + zone + " " + expression)
	if err != nil {
		return nil, tournament.Refuse(tournament.BadInput, "cron.unreadable", "value", notice.Text(expression[:min(len(expression), 60)]))
	}
	return s, nil
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
