package command

import (
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// Fire carries out the deadline with Key. It does nothing if the deadline no longer
// follows from the state.
type Fire struct {
	Key   string
	Quiet bool  // of a digest: organisers are called by that of another event of the league
	Gone  []int // of a digest: players who are not in the server
	Away  []int // of a digest: persons of crews who have left, of whom a mate is there
}

func (c *Fire) decide(d *decision) error {
	timers := tournament.Timers(d.after)
	i := slices.IndexFunc(timers, func(t tournament.Timer) bool { return t.Key() == c.Key })
	if i < 0 || timers[i].At.After(d.now) {
		return tournament.Refuse(tournament.NoChange, "deadline.not_due")
	}
	switch due := timers[i].Due; due.Kind {
	case tournament.DueCheckInEnd:
		return d.emit(&tournament.CheckInEnded{})
	case tournament.DueCheckIn:
		if err := d.reminded(due); err != nil {
			return err
		}
		until := time.Unix(d.after.Settings.StartAt, 0).UTC()
		if d.now.Sub(timers[i].At) > time.Minute { // late: players get the whole time
			until = d.now.Add(time.Duration(d.after.Settings.CheckInMinutes) * time.Minute)
		}
		return d.emit(&tournament.CheckInStarted{Until: until})
	case tournament.DueStart:
		return d.startByItself(due)
	case tournament.DueMixed:
		return d.startMixed(due)
	case tournament.DueBuildWarning:
		return d.emit(&tournament.BuildReminded{})
	case tournament.DueBuildEnd:
		if err := d.emit(&tournament.BuildEnded{}); err != nil || !d.after.Settings.AutoAdvance {
			return err
		}
		return d.goOn()
	case tournament.DueNextRound:
		// Record this first, so that organisers are asked only once for a decision that advance
		// leaves to them.
		if err := d.reminded(due); err != nil {
			return err
		}
		return d.goOn()
	case tournament.DueWarning:
		return d.emit(&tournament.ClockReminded{Round: due.Round, Before: due.Minutes})
	case tournament.DueConfirm:
		return d.settle(&tournament.ResultConfirmed{Place: tournament.Place{Round: due.Round, Match: due.Match}, By: tournament.BySilence})
	case tournament.DueLeague:
		return d.emit(&tournament.LeagueHeard{League: d.after.CountsIn()})
	case tournament.DueClaim:
		return d.claimSettled(tournament.Place{Round: due.Round, Match: due.Match})
	case tournament.DueAsk:
		r := d.after.Current()
		return d.emit(&tournament.AbsenceAsked{Round: r.Number, Matches: d.after.SilentTables(r, d.now)})
	case tournament.DueLineUp:
		return d.lineUpsOver()
	case tournament.DueSubstitute:
		return d.benchSilent(due)
	case tournament.DuePick:
		return d.pickLate(tournament.Place{Round: due.Round, Match: due.Match})
	case tournament.DueStale:
		return d.stale(tournament.Place{Round: due.Round, Match: due.Match})
	case tournament.DueAwaited:
		return d.closeIfDone()
	case tournament.DueCall, tournament.DueStaff, tournament.DueLineUpWarning:
		return d.reminded(due)
	case tournament.DueDigest:
		if err := d.emit(&tournament.Reminded{What: due.Kind, Asked: due.Asked, Quiet: c.Quiet, Gone: c.Gone}); err != nil {
			return err
		}
		return d.captainsAway(c.Away)
	case tournament.DueOverdue:
		return d.overdue(tournament.Place{Round: due.Round, Match: due.Match})
	case tournament.DueTime:
		if r := d.after.Current(); d.after.Dated(r) {
			return d.closeRound(r)
		}
		awaited := due.Match == 0 && len(d.after.Awaited(d.after.Current())) > 0
		if err := d.emit(&tournament.TimeCalled{Round: due.Round, Match: due.Match}); err != nil || !awaited {
			return err
		}
		return d.closeIfDone()
	}
	if what, ok := timers[i].Kind.Reminder(); ok {
		return d.emit(&tournament.FixtureReminded{Place: tournament.Place{Round: timers[i].Round, Match: timers[i].Match}, What: what, About: time.Unix(timers[i].Asked, 0).UTC()})
	}
	return tournament.Refuse(tournament.Unsupported, "deadline.unknown", "key", notice.Text(c.Key))
}

// reminded records that a timed action has happened.
func (d *decision) reminded(due tournament.Due) error {
	return d.emit(&tournament.Reminded{What: due.Kind, Round: due.Round, Asked: due.Asked})
}

// startByItself starts an unattended event with the players present. If it cannot, for
// example with too few players, it records why and leaves the decision to an organiser.
// An event without any players is cancelled. No player is asked to mix the draw, since
// none waits in the channel for it.
func (d *decision) startByItself(due tournament.Due) error {
	if err := d.reminded(due); err != nil {
		return err
	}
	if s := d.after; s.Count(tournament.Registered)+s.Count(tournament.Waiting) == 0 {
		return d.emit(&tournament.EventCancelled{})
	}
	return d.tryStart(&Start{LeaveOut: true, Alone: true})
}

// tryStart starts the event, or leaves it to the organisers if the start is refused.
func (d *decision) tryStart(start *Start) error {
	if err := d.attempt(start.decide); tournament.ClassOf(err) != "" {
		return nil
	} else if err != nil {
		return err
	}
	if start.Alone && d.after.Phase == tournament.Running && len(d.after.Rounds) == 0 {
		return d.goOn()
	}
	return nil
}

// Interrupt gives people back the time in which they could not reach the bot. It does
// nothing in an event in which silence decides nothing.
type Interrupt struct{ From, Until time.Time }

func (c *Interrupt) decide(d *decision) error {
	s := d.after
	concerned := s.Phase == tournament.CheckIn && s.CheckInEnd.After(c.From) || s.Waits() && s.Mixing.Until.After(c.From) || s.LineUpsWait(s.Current()) || len(s.OpenBenchRequests()) > 0
	for r := s.FirstPlayed(); r <= len(s.Rounds) && s.Rounds.At(r).Status != tournament.Published; r++ {
		concerned = concerned || s.Settings.Unattended && s.Rounds.At(r).Status == tournament.Started
		for number := range s.Contests(r) {
			m, _ := s.Match(r, number)
			claim := m.Claim()
			concerned = concerned || claim != nil && claim.At.Before(c.Until) || m.Unanswered() || m.Report != nil && !m.Confirmed && m.Report.At.Before(c.Until) || s.PickTurn(tournament.Place{Round: r, Match: number}) != nil
		}
	}
	if !concerned || !c.Until.After(c.From) || s.Silenced(c.From, c.Until) == c.Until.Sub(c.From) {
		return tournament.Refuse(tournament.NoChange, "deadline.not_due")
	}
	return d.emit(&tournament.Interrupted{From: c.From, Until: c.Until})
}
