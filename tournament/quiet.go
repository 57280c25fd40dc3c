package tournament

import (
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
)

// Hours is a part of each day.
type Hours = fairclock.Hours

// Quiet returns the quiet hours of the event that contain at; ok is false if people may
// be notified then. They may during check-in and live rounds, when they are present.
func (s *State) Quiet(at time.Time) (from, until time.Time, ok bool) {
	from, until, ok = s.quietHours().Around(at.In(s.Settings.Location()))
	return from.UTC(), until.UTC(), ok
}

// quietHours returns the quiet hours that are kept now, see Quiet.
func (s *State) quietHours() Hours {
	if s.Phase == CheckIn || s.Phase == Running && !s.Correspondence() && !s.Arranged() {
		return ""
	}
	return s.Settings.QuietHours
}

// clock returns the clock of time that runs against all players.
func (s *State) clock() *fairclock.Clock {
	return &fairclock.Clock{Zone: s.Settings.Location(), Quiet: s.quietHours(), Stops: s.Outages}
}

// ClockOf returns the clock of time that runs against player n: with the quiet hours in
// the player's own time zone, if it is known, and without the days away.
func (s *State) ClockOf(n int) *fairclock.Clock {
	c := s.present(n)
	c.Stops = c.Stops.Union(s.AwayOf(n))
	return c
}

// present returns the clock of player n as if the player were never away.
func (s *State) present(n int) *fairclock.Clock {
	c := s.clock()
	if zone, err := ParseZone(s.Players.At(n).TimeZone); err == nil && s.Players.At(n).TimeZone != "" {
		c.Zone = zone
	}
	return c
}

// AwayOf returns when player n is or was away, as far as it was said before.
func (s *State) AwayOf(n int) (out fairclock.Spans) {
	for _, a := range s.Away {
		if a.Player == n && a.Said.After(a.From) {
			a.From = a.Said
		}
		if a.Player == n {
			out = out.With(fairclock.Span{From: a.From, Until: a.Until})
		}
	}
	return out
}

// excused reports whether the agreed time of a match came while one of its players was
// away, as was said before it.
func (s *State) excused(at Place, f *fixture.Fixture) bool {
	return !f.Agreed.IsZero() && (s.AwayOf(s.PlayerAt(at, fixture.First)).Contains(f.Agreed) || s.AwayOf(s.PlayerAt(at, fixture.Second)).Contains(f.Agreed))
}

// clocksOf returns the clocks of the players of a match.
func (s *State) clocksOf(l *ledger.Match) (out []*fairclock.Clock) {
	for _, p := range l.Players() {
		out = append(out, s.ClockOf(int(p)+1))
	}
	return out
}

// silenceEnds returns when everyone at a table whom player n has asked at a time, see
// couldAnswer, has had an amount of time to answer that begins at from; zero if it never
// does, see answerEnds.
func (s *State) silenceEnds(at Place, n int, asked, from time.Time, long time.Duration) (end time.Time) {
	m, l := s.Match(at.Round, at.Match)
	for _, p := range l.Players() {
		if s.AbsentFrom(at, int(p)+1) || !s.couldBeAsked(int(p)+1, n, asked) {
			continue
		}
		own := s.answerEnds(m.Fixture, int(p)+1, from, long)
		if own.IsZero() {
			return own
		}
		if own.After(end) {
			end = own
		}
	}
	return end
}

// answerEnds returns when player n has had an amount of time to answer that begins at
// from. It is zero if the days away take longer than the window of the match can be
// extended: then no silence decides, and the organisers do. So being away protects, but
// not for ever.
func (s *State) answerEnds(f *fixture.Fixture, n int, from time.Time, long time.Duration) time.Time {
	end := s.ClockOf(n).Ends(from, long)
	if last := s.lastMoment(f, n, from, long); !last.IsZero() && end.After(last) {
		return time.Time{}
	}
	return end
}

// lastMoment returns until when days away can hold up an answer of player n in an
// arranged match: until its window can be extended no more, but for at least as long as
// the answer takes without them. In other matches it is zero.
func (s *State) lastMoment(f *fixture.Fixture, n int, from time.Time, long time.Duration) time.Time {
	if f == nil {
		return time.Time{}
	}
	last := f.Last(s.Settings.Fixtures.rules())
	if end := s.present(n).Ends(from, long); end.After(last) {
		return end
	}
	return last
}

// ClaimFrom returns when a side of an arranged match may claim a forfeit if nothing
// else happens, or zero if it may not. The time to answer a proposal runs in the second
// half of the window only.
func (s *State) ClaimFrom(at Place, f *fixture.Fixture, by fixture.Side) time.Time {
	from, long := f.Waits(s.Settings.Fixtures.rules(), by)
	if from.IsZero() {
		return from
	}
	clock := s.ClockOf(s.PlayerAt(at, by.Other()))
	if f.Agreed.IsZero() {
		clock.Stops = clock.Stops.With(fairclock.Span{From: f.Opens, Until: f.Half()})
	}
	return clock.Ends(from, long)
}

// remindAt returns when the people with these clocks are reminded of something due at
// the time at: outside the quiet hours of all, after them or, if that is too late,
// before. Where their nights leave no such time it is at.
func remindAt(at, before time.Time, clocks ...*fairclock.Clock) time.Time {
	if after, ok := fairclock.Together(at, clocks...); ok && (after.Equal(at) || after.Before(before)) {
		return after
	}
	if ahead, ok := fairclock.Before(at, clocks...); ok {
		return ahead.Add(-beforeQuiet)
	}
	return at
}

// remindMatchAt is remindAt for the players of a match. While all who would get the
// reminder are away it waits for the first to come back, unless that is too late.
func (s *State) remindMatchAt(l *ledger.Match, kind fixture.Kind, due, before time.Time) time.Time {
	clocks := s.clocksOf(l)
	first := remindAt(due, before, clocks...)
	for at := first; at.Before(before); {
		players, back := s.reminded(l, kind, at)
		if len(players) > 0 {
			return at
		}
		if back.IsZero() || !back.Before(before) {
			break
		}
		at = remindAt(back, before, clocks...)
		if at.Before(back) { // the night before is in the absence
			break
		}
	}
	return first
}

// beforeQuiet is how long before quiet hours reminders are sent of what is due in them,
// since a post may take a moment.
const beforeQuiet = 5 * time.Minute
