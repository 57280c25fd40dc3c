package tournament

import (
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
	before := s.Silenced(ev.From, ev.Until)
	s.Outages = s.Outages.With(fairclock.Span{From: ev.From, Until: ev.Until})
	for _, end := range []*time.Time{&s.CheckInEnd, &s.Mixing.Until} {
		if end.After(ev.From) {
			*end = end.Add(ev.Until.Sub(ev.From) - before)
		}
	}
	return nil
}

// Silenced returns how much of the time between from and until people could not reach the
// bot.
func (s *State) Silenced(from, until time.Time) time.Duration {
	return s.Outages.In(fairclock.Span{From: from, Until: until}).Long()
}

// ForSilence reports whether a deadline of this kind decides by silence or ends a time to
// answer. It waits while people cannot reach the bot.
func (k DueKind) ForSilence() bool {
	return k == DueCheckIn || k == DueCheckInEnd || k == DueStart || k == DueMixed || k == DueConfirm || k == DueClaim || k == DueAwaited || k == DueStale || k == DuePick || k == DueLineUp || k == DueSubstitute
}
