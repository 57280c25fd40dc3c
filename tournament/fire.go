package tournament

import (
	"slices"
	"strings"
	"time"

	"topcut/tournament/notice"
)

// Fire carries out the deadline with Key. It does nothing if the deadline no longer
// follows from the state.
type Fire struct {
	Key   string
	Quiet bool  // of a digest: organisers are called by that of another event of the league
	Gone  []int // of a digest: players who are not in the server
}

func (c *Fire) decide(d *decision) error {
	timers := Timers(d.after)
	i := slices.IndexFunc(timers, func(t Timer) bool { return t.Key() == c.Key })
	if i < 0 || timers[i].At.After(d.now) {
		return Refuse(NoChange, "deadline.not_due")
	}
	switch due := timers[i].Due; due.Kind {
	case DueCheckInEnd:
		return d.emit(&CheckInEnded{})
	case DueCheckIn:
		if err := d.reminded(due); err != nil {
			return err
		}
		until := time.Unix(d.after.Settings.StartAt, 0).UTC()
		if d.now.Sub(timers[i].At) > time.Minute { // late: players get the whole time
			until = d.now.Add(time.Duration(d.after.Settings.CheckInMinutes) * time.Minute)
		}
		return d.emit(&CheckInStarted{Until: until})
	case DueStart:
		return d.startByItself(due)
	case DueMixed:
		return d.startMixed(due)
	case DueBuildWarning:
		return d.emit(&BuildReminded{})
	case DueBuildEnd:
		if err := d.emit(&BuildEnded{}); err != nil || !d.after.Settings.AutoAdvance {
			return err
		}
		return d.goOn()
	case DueNextRound:
		// Record this first, so that organisers are asked only once for a decision that advance
		// leaves to them.
		if err := d.reminded(due); err != nil {
			return err
		}
		return d.goOn()
	case DueWarning:
		return d.emit(&ClockReminded{Round: due.Round, Before: due.Minutes})
	case DueConfirm:
		if err := d.emit(&ResultConfirmed{Place: Place{due.Round, due.Match}, By: BySilence}); err != nil {
			return err
		}
		return d.closeIfDone()
	case DueLeague:
		return d.emit(&LeagueHeard{League: d.after.CountsIn()})
	case DueClaim:
		return d.claimSettled(Place{due.Round, due.Match})
	case DueCall:
		return d.reminded(due)
	case DueDigest:
		return d.emit(&Reminded{What: due.Kind, Asked: due.Asked, Quiet: c.Quiet, Gone: c.Gone})
	case DueOverdue:
		return d.overdue(Place{due.Round, due.Match})
	case DueTime:
		if r := d.after.Current(); d.after.Dated(r) {
			return d.closeRound(r)
		}
		return d.emit(&TimeCalled{Round: due.Round, Match: due.Match})
	}
	if what, ok := strings.CutPrefix(string(timers[i].Kind), remindPrefix); ok {
		return d.emit(&FixtureReminded{Place: Place{timers[i].Round, timers[i].Match}, What: what, About: time.Unix(timers[i].Asked, 0).UTC()})
	}
	return Refuse(Unsupported, "deadline.unknown", "key", notice.Text(c.Key))
}

// reminded records that a timed action has happened.
func (d *decision) reminded(due Due) error {
	return d.emit(&Reminded{What: due.Kind, Round: due.Round, Asked: due.Asked})
}

// startByItself starts an unattended event with the players present. If it cannot, for
// example with too few players, it records why and leaves the decision to an organiser.
// An event without any players is cancelled. No player is asked to mix the draw, since
// none waits in the channel for it.
func (d *decision) startByItself(due Due) error {
	if err := d.reminded(due); err != nil {
		return err
	}
	if s := d.after; s.Count(Registered)+s.Count(Waiting) == 0 {
		return d.emit(&EventCancelled{})
	}
	return d.tryStart(&Start{LeaveOut: true, Alone: true})
}

// tryStart starts the event, or leaves it to the organisers if the start is refused.
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
