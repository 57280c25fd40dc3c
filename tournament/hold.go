package tournament

import (
	"slices"
	"time"
)

// A correction takes longer than the clocks of the state that an undo restores: the
// silence of the report that ended an event is over long before an organiser takes the
// end back, and would end it again within a second. So an undo holds each clock that it
// sets back (package command). Nothing that a clock did and an organiser has taken back happens
// again by a clock: it takes an organiser.

// ClocksHeld records how the clocks that an undo set back go on, and which reports wait for
// an answer again. It is part of the undo and never taken back.
type ClocksHeld struct {
	Clocks []HeldClock `json:"clocks,omitempty"`
	Again  []Place     `json:"again,omitempty"` // matches whose opponents are asked anew
}

// HeldClock is a deadline that an undo has restored.
type HeldClock struct {
	Kind    DueKind   `json:"kind"`
	Round   int       `json:"round,omitempty"`
	Match   int       `json:"match,omitempty"`   // of the round
	Minutes int       `json:"minutes,omitempty"` // of a reminder: minutes before the end
	Asked   int64     `json:"asked,omitempty"`   // the event to be answered
	At      time.Time `json:"at"`                // when it would have been due
	Left    int64     `json:"left,omitempty"`    // milliseconds from the undo; 0 = it stands still until an organiser goes on
}

// Hold says how a deadline that an undo has restored goes on.
type Hold struct {
	Timer
	From time.Time     // the undo
	Left time.Duration // from then; 0 = it stands still
}

func (ev *ClocksHeld) apply(s *State, e *Envelope) error {
	for _, c := range ev.Clocks {
		h := Hold{From: e.Time, Left: time.Duration(c.Left) * time.Millisecond}
		h.Due, h.At = Due{Kind: c.Kind, Round: c.Round, Match: c.Match, Minutes: c.Minutes, Asked: c.Asked}, c.At
		if h.Left == 0 || !s.setClock(&h) {
			s.Holds = append(slices.Clip(s.Holds), h)
		}
	}
	for _, at := range ev.Again {
		if m, _ := s.change(at.Round, at.Match); m != nil && m.Report != nil {
			again := *m.Report
			again.Asked, m.Report = e.Seq, &again
		}
	}
	return nil
}

// setClock moves the end of a time that is part of the state, and reports whether c is
// about such a time. An undo of what began it leaves nothing to move.
func (s *State) setClock(c *Hold) bool {
	until := c.From.Add(c.Left)
	switch c.Kind {
	case DueCheckInEnd:
		if s.Phase == CheckIn && !s.CheckInEnd.IsZero() {
			s.CheckInEnd = until
		}
	case DueBuildEnd:
		if s.Build != nil && !s.Build.Over && !s.Build.Deadline.IsZero() {
			build := *s.Build
			build.Deadline = until
			s.Build = &build
		}
	case DueTime:
		r := s.Round(c.Round)
		switch {
		case r == nil || r.Status != Started || r.Deadline.IsZero():
		case c.Match == 0:
			r.Deadline = until
		default:
			if m, _ := s.change(c.Round, c.Match); m != nil {
				m.Extra = until.Sub(r.Deadline)
			}
		}
	case DueOverdue:
		if m, _ := s.change(c.Round, c.Match); m != nil && m.Fixture != nil && m.Fixture.End == "" {
			m.Fixture = m.Fixture.Clone()
			m.Fixture.PlayBy = until
		}
	default:
		return false
	}
	return true
}

// resumed returns from when a time to answer runs and how long it is: since the undo that
// restored it, if one did. It does not run if the undo has stopped it.
func (s *State) resumed(due Due, from time.Time, long time.Duration) (time.Time, time.Duration, bool) {
	for _, h := range slices.Backward(s.Holds) {
		if h.Due == due {
			return h.From, h.Left, h.Left > 0
		}
	}
	return from, long, true
}

// held returns when a deadline is due that would be at a time; zero if an undo has
// stopped its clock. A clock that was set to another time since then runs. Times to
// answer follow resumed.
func (s *State) held(due Due, at time.Time) time.Time {
	if due.Kind == DueConfirm || due.Kind == DueClaim || due.Kind == DueStale || due.Kind == DuePick || due.Kind == DueLineUp || due.Kind == DueSubstitute {
		return at
	}
	for i := range s.Holds {
		h := &s.Holds[i]
		if at.IsZero() || h.Due != due || due.Asked == 0 && !h.At.Equal(at) {
			continue
		}
		if at = h.From.Add(h.Left); h.Left == 0 {
			at = time.Time{}
		}
	}
	return at
}

// SilenceStopped reports whether a report waits for an answer whose clock an undo has
// stopped.
func (s *State) SilenceStopped(r, m int) bool {
	match, _ := s.Match(r, m)
	if match == nil || match.Report == nil || match.Confirmed || match.Disputed {
		return false
	}
	_, _, runs := s.resumed(Due{Kind: DueConfirm, Round: r, Match: m, Asked: match.Report.Seq}, match.Report.At, 0)
	return !runs
}

// Appointment reports whether a deadline is at a time that was announced, and not so
// long after something happened.
func (k DueKind) Appointment() bool {
	_, reminds := k.Reminder()
	return k == DueStart || k == DueCheckIn || reminds
}
