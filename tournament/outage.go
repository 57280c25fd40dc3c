package tournament

import (
	"slices"
	"time"
)

// Span is the time between two moments.
type Span struct{ From, Until time.Time }

// Interrupted records that people could not reach the bot for a while: the bot, its
// connection or its posts were down, or the host's clock was put forward. Decisions by
// silence wait that much longer.
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

// with returns spans, which are sorted and disjoint, with add merged in.
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

// silenced returns how much of the time between from and until people could not reach the
// bot.
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

// reachableFor returns the time by which people could reach the bot for the duration long
// since from.
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

// Interrupt gives people back the time in which they could not reach the bot. It does
// nothing in an event in which silence decides nothing.
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

// ForSilence reports whether a deadline of this kind decides by silence or ends a time to
// answer. It waits while people cannot reach the bot.
func (k DueKind) ForSilence() bool {
	return k == DueCheckIn || k == DueCheckInEnd || k == DueStart || k == DueMixed || k == DueConfirm || k == DueClaim
}
