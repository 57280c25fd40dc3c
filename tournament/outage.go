package tournament

import (
	"slices"
	"time"
)

// Span is a time from one moment to another.
type Span struct{ From, Until time.Time }

// Interrupted says that people could not be heard for a while: the bot, its
// connection or its posts were away, or the host's clock was put forward. What their
// silence decides gets that time back.
type Interrupted struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

func (ev *Interrupted) apply(s *State, _ *Envelope) error {
	before := s.silenced(ev.From, ev.Until)
	s.Outages = with(s.Outages, Span{ev.From, ev.Until})
	for _, end := range []*time.Time{&s.CheckInEnd, &s.Mixing.Until} {
		if end.After(ev.From) {
			*end = end.Add(ev.Until.Sub(ev.From) - before)
		}
	}
	return nil
}

// with adds a span to spans that are in order and do not meet.
func with(spans []Span, add Span) []Span {
	out := make([]Span, 0, len(spans)+1)
	for _, x := range spans {
		switch {
		case x.Until.Before(add.From):
			out = append(out, x)
		case add.Until.Before(x.From):
			out = append(out, add)
			add = x
		default:
			if x.From.Before(add.From) {
				add.From = x.From
			}
			if x.Until.After(add.Until) {
				add.Until = x.Until
			}
		}
	}
	return append(out, add)
}

// silenced returns for how much of a time nobody could be heard.
func (s *State) silenced(from, until time.Time) time.Duration {
	var sum time.Duration
	for _, x := range s.Outages {
		if x.From.Before(from) {
			x.From = from
		}
		if x.Until.After(until) {
			x.Until = until
		}
		sum += max(x.Until.Sub(x.From), 0)
	}
	return sum
}

// reachableFor returns when people could be heard for so long since a moment.
func (s *State) reachableFor(from time.Time, long time.Duration) time.Time {
	end := from.Add(long)
	for _, x := range s.Outages {
		if x.From.Before(from) {
			x.From = from
		}
		if x.Until.After(x.From) && x.From.Before(end) {
			end = end.Add(x.Until.Sub(x.From))
		}
	}
	return end
}

// Interrupt gives people the time back in which they could not be heard. An event in
// which nobody's silence decides anything is left alone.
type Interrupt struct{ From, Until time.Time }

func (c *Interrupt) decide(d *decision) error {
	s := d.after
	concerned := s.Phase == CheckIn && s.CheckInEnd.After(c.From) || s.Waits() && s.Mixing.Until.After(c.From)
	for r := s.firstPlayed(); r <= len(s.Rounds) && s.Rounds[r-1].Status != Published; r++ {
		concerned = concerned || slices.ContainsFunc(s.Rounds[r-1].Matches, func(m Match) bool {
			claimed := m.Fixture != nil && m.Fixture.Claim != nil && m.Fixture.Claim.At.Before(c.Until)
			return claimed || m.Report != nil && !m.Confirmed && m.Report.At.Before(c.Until)
		})
	}
	if !concerned || !c.Until.After(c.From) || s.silenced(c.From, c.Until) == c.Until.Sub(c.From) {
		return Refuse(NoChange, "deadline.not_due")
	}
	return d.emit(&Interrupted{From: c.From, Until: c.Until})
}

// ForSilence reports whether a deadline of this kind decides over people who say
// nothing, or gives them a time to say something. While they cannot be heard it
// waits.
func (k DueKind) ForSilence() bool {
	return k == DueCheckIn || k == DueCheckInEnd || k == DueStart || k == DueMixed || k == DueConfirm || k == DueClaim
}
