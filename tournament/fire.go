package tournament

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/tournament/notice"
)

// Fire is the clock speaking: the deadline with Key has come. A deadline that
// no longer follows from the state has been overtaken by events and does
// nothing.
type Fire struct{ Key string }

func (c *Fire) decide(d *decision) error {
	due := Deadlines(d.after)
	i := slices.IndexFunc(due, func(x Deadline) bool { return x.Key == c.Key })
	if i < 0 || due[i].At.After(d.now) {
		return Refuse(NoChange, "deadline.not_due")
	}
	switch c.Key {
	case "checkin.end":
		return d.emit(&CheckInEnded{})
	case "checkin.open":
		if err := d.emit(&Reminded{Key: c.Key}); err != nil {
			return err
		}
		until := time.Unix(d.after.Settings.StartAt, 0).UTC()
		if d.now.Sub(due[i].At) > time.Minute { // late: the time for it is the whole time
			until = d.now.Add(time.Duration(d.after.Settings.CheckInMinutes) * time.Minute)
		}
		return d.emit(&CheckInStarted{Until: until})
	case "start":
		return d.startByItself()
	case d.after.mixKey():
		return d.startMixed()
	case "build.warn":
		return d.emit(&BuildReminded{})
	case "build.end":
		if err := d.emit(&BuildEnded{}); err != nil || !d.after.Settings.AutoAdvance {
			return err
		}
		return d.goOn()
	}
	var round, match, minutes int
	var seq int64
	switch {
	case scan(c.Key, "r%d.next", &round):
		// Noted first, so that a decision which advance leaves to an organiser is
		// asked for once.
		if err := d.emit(&Reminded{Key: c.Key}); err != nil {
			return err
		}
		return d.goOn()
	case scan(c.Key, "r%d.warn.%d", &round, &minutes):
		return d.emit(&ClockReminded{Round: round, Before: minutes})
	case scan(c.Key, "r%d.m%d.confirm.%d", &round, &match, &seq):
		if err := d.emit(&ResultConfirmed{Round: round, Match: match, By: BySilence}); err != nil {
			return err
		}
		return d.closeIfDone()
	case scan(c.Key, "r%d.m%d.time", &round, &match):
		return d.emit(&TimeCalled{Round: round, Match: match})
	case scan(c.Key, "r%d.time", &round):
		return d.emit(&TimeCalled{Round: round})
	}
	return Refuse(Unsupported, "deadline.unknown", "key", notice.Text(c.Key))
}

// startByItself starts an unattended event with whoever is there, or says why
// it cannot: too few players is then in the log, and an organiser decides.
func (d *decision) startByItself() error {
	if err := d.emit(&Reminded{Key: "start"}); err != nil {
		return err
	}
	return d.tryStart(&Start{LeaveOut: true, Mix: true, Alone: true})
}

// tryStart starts the event, or leaves it to the organisers where that is refused.
func (d *decision) tryStart(start *Start) error {
	if err := d.attempt(start.decide); ClassOf(err) != "" {
		return nil
	} else if err != nil {
		return err
	}
	if start.Alone && d.after.Phase == Running && len(d.after.Rounds) == 0 {
		return d.goOn()
	}
	return nil
}

// scan reports whether key has exactly the form of format.
func scan(key, format string, args ...any) bool {
	if strings.Count(key, ".") != strings.Count(format, ".") {
		return false
	}
	n, err := fmt.Sscanf(key, format, args...)
	if err != nil || n != len(args) {
		return false
	}
	values := make([]any, len(args))
	for i, a := range args {
		switch v := a.(type) {
		case *int:
			values[i] = *v
		case *int64:
			values[i] = *v
		}
	}
	return fmt.Sprintf(format, values...) == key
}
