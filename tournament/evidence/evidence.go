// Package evidence tells what each player of a match has done for it, as far as the log
// shows it, and the ruling that this suggests. Organisers who decide a match that was not
// played see it, and all its players see the same.
package evidence

import (
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/rules"
)

// Side is what one player has done for a match.
type Side struct {
	Player   int
	Offered  int // proposals of times
	Days     int // on how many days of the event's time zone
	Accepted int
	Came     int
	Claims   int       // that the other is not there, or did not answer
	Reports  int       // of a result
	Objected bool      // to a claim or a report
	Asked    time.Time // in a live round: when the player was last asked to come or to report; zero for never
	Answered time.Time // when the player first answered that
}

// Did reports whether the player has done anything.
func (x *Side) Did() bool { return x.Offered+x.Accepted+x.Came+x.Claims+x.Reports > 0 || x.Objected }

// Silent reports whether the player was called in a live round and has not answered.
func (x *Side) Silent() bool { return !x.Asked.IsZero() && x.Answered.IsZero() }

// Ruling is what the evidence suggests.
type Ruling string

// Rulings.
const (
	None       Ruling = ""       // it suggests nothing: all have tried, or they say different things
	FirstWins  Ruling = "first"  // without play
	SecondWins Ruling = "second" // without play
	NoFault    Ruling = "draw"   // both have tried and found no time
	BothLose   Ruling = "double" // none has done anything
	MoreTime   Ruling = "more"   // both have tried, and one has to win
	Alone      Ruling = "alone"  // at a table of three or four: who is the only one not Silent wins
	Without    Ruling = "others" // at such a table: it plays without those who are Silent
)

// Of returns what the players of a match have done, by side, and the ruling that it
// suggests. Lines of the log that were undone do not count.
func Of(s *tournament.State, log []tournament.Envelope, undone map[int64]bool, at tournament.Place) (sides []Side, suggests Ruling) {
	m, l := s.Match(at.Round, at.Match)
	sides = make([]Side, l.N)
	days := make([]map[string]bool, l.N)
	for side := range sides {
		sides[side].Player, days[side] = s.PlayerAt(at, fixture.Side(side)), map[string]bool{}
	}
	of := func(player int) int {
		return slices.IndexFunc(sides, func(x Side) bool { return x.Player == player })
	}
	asks := func(side int, when time.Time) { sides[side].Asked, sides[side].Answered = when, time.Time{} }
	for i := range log {
		e := &log[i]
		if undone[e.Seq] {
			continue
		}
		if ev, ok := e.Event.(*tournament.AbsenceAsked); ok && ev.Round == at.Round && slices.Contains(ev.Matches, at.Match) {
			for side := range sides {
				asks(side, e.Time)
			}
			continue
		}
		player, does := deed(e.Event, at)
		side := of(player)
		if does == nil || side < 0 {
			continue
		}
		x := &sides[side]
		does(x)
		switch ev := e.Event.(type) {
		case *tournament.TimesProposed:
			days[side][e.Time.In(s.Settings.Location()).Format(time.DateOnly)] = true
			x.Days = len(days[side])
		case *tournament.ForfeitClaimed:
			if missed := of(ev.Missed(s)); m.Fixture == nil && missed >= 0 {
				asks(missed, e.Time)
			}
		}
		if !x.Asked.IsZero() && x.Answered.IsZero() {
			x.Answered = e.Time
		}
	}
	switch {
	case l.N == 2:
		return sides, suggestion(s, at, &sides[0], &sides[1])
	case m.Report == nil && !m.Disputed:
		return sides, tableSuggestion(m, sides)
	}
	return sides, None
}

// tableSuggestion returns the ruling that follows from what the players of a table of three
// or four without a report have done: those who were called and are silent are not there.
func tableSuggestion(m *tournament.Match, sides []Side) Ruling {
	there := len(sides)
	for i := range sides {
		switch x := &sides[i]; {
		case x.Silent() && x.Came > 0:
			return None // who came before and is missed again may be called for nothing
		case x.Silent():
			there--
		}
	}
	switch {
	case there == len(sides):
		return None
	case there > 1:
		return Without
	case there == 1:
		return Alone
	case rules.IsElimination(m.Part):
		return None // one of them goes on, and the log does not say who
	}
	return BothLose
}

// deed returns which player of a match has done what with an event; nil for other events.
func deed(event tournament.Event, at tournament.Place) (player int, does func(*Side)) {
	var where tournament.Place
	switch ev := event.(type) {
	case *tournament.TimesProposed:
		where, player, does = ev.Place, ev.Player, func(x *Side) { x.Offered++ }
	case *tournament.TimeAgreed:
		where, player, does = ev.Place, ev.Player, func(x *Side) { x.Accepted++ }
	case *tournament.PlayerPresent:
		where, player, does = ev.Place, ev.Player, func(x *Side) { x.Came++ }
	case *tournament.ForfeitClaimed:
		where, player, does = ev.Place, ev.Player, func(x *Side) { x.Claims++ }
	case *tournament.ResultReported:
		where, player, does = ev.Place, ev.Player, func(x *Side) { x.Reports++ }
	case *tournament.ClaimObjected:
		where, player, does = ev.Place, ev.Player, func(x *Side) { x.Objected = true }
	case *tournament.ResultDisputed:
		where, player, does = ev.Place, ev.Player, func(x *Side) { x.Objected = true }
	}
	if where != at {
		return 0, nil
	}
	return player, does
}

// suggestion returns the ruling that follows from what both have done. It suggests a loss
// only for a player who has done nothing where the other has, or did not come or answer
// where the other did.
func suggestion(s *tournament.State, at tournament.Place, a, b *Side) Ruling {
	m, _ := s.Match(at.Round, at.Match)
	here := [2]bool{a.Did(), b.Did()}
	switch {
	case m.Report != nil || m.Disputed || a.Player == 0 || b.Player == 0:
		return None
	case m.Fixture == nil:
		if a.Asked.IsZero() && b.Asked.IsZero() {
			return None // neither was asked
		}
		if a.Silent() && a.Came > 0 || b.Silent() && b.Came > 0 {
			return None // who came before and is missed again may be called for nothing
		}
		here = [2]bool{a.Asked.IsZero() && a.Did() || !a.Answered.IsZero(), b.Asked.IsZero() && b.Did() || !b.Answered.IsZero()}
	case !m.Fixture.Agreed.IsZero() && (a.Came > 0) != (b.Came > 0):
		here = [2]bool{a.Came > 0, b.Came > 0}
	}
	switch {
	case here[0] && !here[1]:
		return FirstWins
	case here[1] && !here[0]:
		return SecondWins
	case m.Fixture == nil && here[0]:
		return None // both are there: they play
	case rules.IsElimination(m.Part):
		return MoreTime
	case here[0]:
		return NoFault
	case m.Fixture != nil && s.Settings.Fixtures.Unplayed == tournament.UnplayedDraw:
		return NoFault
	}
	return BothLose
}
