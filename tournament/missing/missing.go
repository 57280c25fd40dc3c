// Package missing says whom an event waits for, and for what: a check-in, a deck, a report, a
// time for a match.
package missing

import (
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/notice"
)

// Unchecked reports whether a check-in was held and at least one player has not checked
// in.
func Unchecked(s *tournament.State) bool {
	if s.Phase != tournament.CheckIn && !CheckedInAny(s) {
		return false
	}
	return slices.ContainsFunc(s.Players, func(p tournament.Player) bool { return p.Status == tournament.Registered && !p.CheckedIn })
}

// CheckedInAny reports whether at least one player has checked in.
func CheckedInAny(s *tournament.State) bool {
	return slices.ContainsFunc(s.Players, func(p tournament.Player) bool { return p.CheckedIn })
}

// Kinds of action that an event waits for.
const (
	CheckIn notice.Code = "check_in"
	Deck    notice.Code = "deck"
	Report  notice.Code = "report"
	Time    notice.Code = "time"
)

// Players returns the players that the event waits for, and what they have not done:
// checked in, submitted a deck, reported a result.
func Players(s *tournament.State) (what notice.Code, players []int) {
	lacks := func(p *tournament.Player) bool {
		return s.Settings.Decks == tournament.DecksRequired && s.CardsKnown() && p.Deck == 0
	}
	switch {
	case s.Phase == tournament.CheckIn:
		what, lacks = CheckIn, func(p *tournament.Player) bool { return !p.CheckedIn }
	case s.Phase == tournament.Open || s.Phase == tournament.Closed, s.Phase == tournament.Running && len(s.Rounds) == 0:
		what = Deck // after a draft the decks are due before round 1
	case s.Phase == tournament.Running && s.Arranged():
		return Time, withoutTime(s, s.At)
	case s.Phase == tournament.Running && s.Preview == nil && s.Current() != nil && s.Current().Status == tournament.Started:
		for _, m := range s.Blocking(len(s.Rounds)) {
			if match, l := s.Match(len(s.Rounds), m); match.Report == nil {
				for _, q := range l.Players() {
					players = append(players, int(q)+1)
				}
			}
		}
		return Report, players
	default:
		return "", nil
	}
	for i := range s.Players {
		if p := &s.Players[i]; p.Status == tournament.Registered && (s.Phase < tournament.Running || s.Taking(i+1)) && lacks(p) {
			players = append(players, i+1)
		}
	}
	return what, players
}

// answerDue is how long a player has, of time that runs against them, until a match
// without an agreed time is said to wait for them.
const answerDue = 24 * time.Hour

// Owes reports whether a player has had a day to do something about a match without an
// agreed time and has not: to propose a time where none is proposed, or to answer.
func Owes(s *tournament.State, at tournament.Place, f *fixture.Fixture, side fixture.Side, now time.Time) bool {
	since := f.Opens
	switch {
	case f.End != "" || f.Claim != nil || f.Overdue || !f.Agreed.IsZero():
		return false
	case f.Open != nil && f.Open.By == side:
		return false
	case f.Open != nil:
		since = f.Open.At
	}
	return !s.ClockOf(s.PlayerAt(at, side)).Ends(since, answerDue).After(now)
}

// withoutTime returns the players who owe a time or an answer at a time, see Owes.
func withoutTime(s *tournament.State, now time.Time) (players []int) {
	for at, m := range s.EachFixture {
		for side := fixture.First; side <= fixture.Second; side++ {
			n := s.PlayerAt(at, side)
			if m.Report == nil && Owes(s, at, m.Fixture, side, now) && !slices.Contains(players, n) {
				players = append(players, n)
			}
		}
	}
	return players
}

// Still returns which of the players who were last reminded the event still waits
// for, see Players. Others for whom it began to wait since are not among them.
func Still(s *tournament.State) (what notice.Code, players []int) {
	if what, players = Players(s); what == Time {
		players = withoutTime(s, s.MissingAt)
	}
	return what, players
}
