package tournament

import (
	"slices"
	"time"

	"topcut/tournament/fairclock"
)

// Interrupted records that people could not reach the bot for a while: the bot, its
// connection or its posts were down, or the host's clock was put forward. Decisions by
// silence wait that much longer.
type Interrupted struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

func (ev *Interrupted) apply(s *State, _ *Envelope) error {
	before := s.silenced(ev.From, ev.Until)
	s.Outages = s.Outages.With(fairclock.Span{From: ev.From, Until: ev.Until})
	for _, end := range []*time.Time{&s.CheckInEnd, &s.Mixing.Until} {
		if end.After(ev.From) {
			*end = end.Add(ev.Until.Sub(ev.From) - before)
		}
	}
	return nil
}

// silenced returns how much of the time between from and until people could not reach the
// bot.
func (s *State) silenced(from, until time.Time) time.Duration {
	return s.Outages.In(fairclock.Span{From: from, Until: until}).Long()
}

// Interrupt gives people back the time in which they could not reach the bot. It does
// nothing in an event in which silence decides nothing.
type Interrupt struct{ From, Until time.Time }

func (c *Interrupt) decide(d *decision) error {
	s := d.after
	concerned := s.Phase == CheckIn && s.CheckInEnd.After(c.From) || s.Waits() && s.Mixing.Until.After(c.From)
	for r := s.firstPlayed(); r <= len(s.Rounds) && s.Rounds.At(r).Status != Published; r++ {
		concerned = concerned || slices.ContainsFunc(s.Rounds.At(r).Matches, func(m Match) bool {
			claimed := m.Fixture != nil && m.Fixture.Claim != nil && m.Fixture.Claim.At.Before(c.Until)
			return claimed || m.Report != nil && !m.Confirmed && m.Report.At.Before(c.Until)
		})
	}
	if !concerned || !c.Until.After(c.From) || s.silenced(c.From, c.Until) == c.Until.Sub(c.From) {
		return Refuse(NoChange, "deadline.not_due")
	}
	return d.emit(&Interrupted{From: c.From, Until: c.Until})
}

// ForSilence reports whether a deadline of this kind decides by silence or ends a time to
// answer. It waits while people cannot reach the bot.
func (k DueKind) ForSilence() bool {
	return k == DueCheckIn || k == DueCheckInEnd || k == DueStart || k == DueMixed || k == DueConfirm || k == DueClaim
}
