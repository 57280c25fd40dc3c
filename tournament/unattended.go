package tournament

import (
	"slices"
	"time"

	"topcut/tournament/fixture"
)

// An unattended event goes on without an organiser. What would stand still for ever is
// settled by an order that the event's card announces: a table without a report when its
// time is over, a dispute, a report that turns an earlier one round, one after which a judge
// was called, and one in the cut. Each is asked about in a post and has a time to answer in
// which people can be heard.

// AbsenceAsked asks the players of tables without a report whether they are there or, the
// second time, what the result is.
type AbsenceAsked struct {
	Round   int   `json:"round"`
	Matches []int `json:"matches"`
}

func (ev *AbsenceAsked) apply(s *State, e *Envelope) error {
	for _, match := range ev.Matches {
		m, l := s.change(ev.Round, match)
		if m == nil || l.N < 2 || m.Confirmed {
			return Refuse(Conflict, "match.final", "match", match, "round", ev.Round)
		}
		m.Live = m.Live.Clone()
		m.Live.Asked, m.Live.Asks, m.Live.Paused = fixture.Asked{At: e.Time, Seq: e.Seq}, m.Live.Asks+1, nil
		m.Live.Drop()
	}
	return nil
}

// Unanswered reports whether the players of a match of a live round are asked for it.
func (m *Match) Unanswered() bool {
	return m.Live != nil && m.Live.Asks > 0 && !m.Confirmed && m.Report == nil && !m.Disputed
}

// unattended reports whether round r goes on by itself.
func (s *State) unattended(r *Round) bool {
	_, graced := s.grace(r)
	return s.Settings.Unattended && graced && r.Status == Started
}

// SilentTables returns the tables of a round that are to be asked for at a time: those
// without a report whose time is over.
func (s *State) SilentTables(r *Round, now time.Time) (out []int) {
	for m := range s.Contests(r.Number) {
		if at := s.askedAt(r, m); !at.IsZero() && !at.After(now) {
			out = append(out, m)
		}
	}
	return out
}

// askedAt returns when a table without a report is asked for, or zero. A claim that is
// settled as soon as those who are asked now would be comes first.
func (s *State) askedAt(r *Round, match int) time.Time {
	m, l := s.Match(r.Number, match)
	if l.N < 2 || l.Finished() || m.Report != nil || m.Disputed || m.Live != nil && m.Live.Asks > 0 {
		return time.Time{}
	}
	over := s.TableDeadline(r.Number, match)
	if l.N == 2 && m.Claimed() && !over.IsZero() {
		long, _ := s.grace(r)
		if end := s.ClaimEnds(Place{r.Number, match}); !end.IsZero() && !end.After(s.clock().Ends(over, long)) {
			return time.Time{}
		}
	}
	return over
}

// LatestEnd returns until when what holds up a match of an unattended event may do so: two
// questions after its time and, once there is a report, the time to answer that. So no
// player holds up the others by reporting, disputing or calling a judge again and again.
// Where an undo has restored a clock of the match it counts from the end of that. It is zero
// if there is no such end.
func (s *State) LatestEnd(at Place) time.Time {
	r := s.Round(at.Round)
	m, _ := s.Match(at.Round, at.Match)
	over := s.TableDeadline(at.Round, at.Match)
	if over.IsZero() {
		return over
	}
	grace, _ := s.grace(r)
	clock := s.clock()
	if m.Live != nil { // a pause after the time moved its end, if into an outage then for nothing
		for _, pause := range slices.Backward(m.Live.Paused) {
			if first := over.Add(-pause.Until.Sub(pause.From)); !pause.From.Before(first) {
				over, clock.Stops = first, clock.Stops.With(pause)
			}
		}
	}
	end := clock.Ends(over, 2*grace)
	for i := range s.Holds {
		switch h := &s.Holds[i]; {
		case h.Round != at.Round || h.Match != at.Match:
		case h.Left == 0:
			return time.Time{}
		case h.From.Add(h.Left).After(end):
			end = h.From.Add(h.Left)
		}
	}
	if m.Report == nil && !m.Disputed {
		return end
	}
	answer := time.Duration(s.Settings.ConfirmMinutes) * time.Minute
	if answer == 0 {
		answer = grace
	}
	return clock.Ends(end, answer)
}

// StaleAt returns when what holds up a match of an unattended event is settled by its
// rules, or zero: a table that was asked for, a dispute, a report that nothing else
// confirms.
func (s *State) StaleAt(at Place) (end, since time.Time) {
	r := s.Round(at.Round)
	m, l := s.Match(at.Round, at.Match)
	long, _ := s.grace(r)
	switch {
	case !s.unattended(r) || !r.PausedAt.IsZero() || l.N < 2 || l.Finished():
		return end, since
	case m.Unanswered():
		since = m.Live.Asked.At
	case m.Disputed:
		since = m.DisputedAt
	case m.Report != nil && s.silenceInTime(at):
		return end, since
	case m.Report != nil:
		since = m.Report.At
		if m.Judge != 0 && m.JudgeAt.After(since) {
			since = m.JudgeAt
		}
	case l.N == 2 && m.Claimed() && s.ClaimWaits(at): // else the others play on meanwhile
		since = m.Claim().At
	default:
		return end, since
	}
	if m.Report != nil || m.Disputed {
		long = max(long, time.Duration(s.Settings.ConfirmMinutes)*time.Minute)
	}
	from, left, runs := s.resumed(staleDue(at, since), since, long)
	if !runs {
		return time.Time{}, since
	}
	for _, n := range s.PlayingAt(at) {
		if own := s.graceEnds(m, n, from, left); own.After(end) {
			end = own
		}
	}
	if m.Unanswered() && m.Live.Asks == 1 || !from.Equal(since) {
		return end, since
	}
	if last := s.LatestEnd(at); !last.IsZero() && last.Before(end) && last.After(since) {
		end = last
	}
	return end, since
}

// silenceInTime reports whether silence confirms the report of a match before it has held
// up an unattended event for too long.
func (s *State) silenceInTime(at Place) bool {
	end, last := s.SilenceAt(at.Round, at.Match), s.LatestEnd(at)
	return !end.IsZero() && (last.IsZero() || !end.After(last))
}

func staleDue(at Place, since time.Time) Due {
	return Due{Kind: DueStale, Round: at.Round, Match: at.Match, Asked: since.Unix()}
}

// unattendedDeadlines adds what an unattended event asks and settles by itself.
func (s *State) unattendedDeadlines(r *Round, add func(time.Time, Due)) {
	if !s.unattended(r) {
		return
	}
	var ask time.Time
	for m := range s.Contests(r.Number) {
		at := Place{r.Number, m}
		if first := s.askedAt(r, m); !first.IsZero() && (ask.IsZero() || first.Before(ask)) {
			ask = first
		}
		if end, since := s.StaleAt(at); !end.IsZero() {
			add(end, staleDue(at, since))
		}
	}
	if !ask.IsZero() {
		add(ask, Due{Kind: DueAsk, Round: r.Number, Asked: ask.Unix()})
	}
}
