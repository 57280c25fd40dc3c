package tournament

import (
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/ledger"
)

// Lacks reports whether TakeCalendar would write something for player n.
func (s *State) Lacks(n int, c Calendar, now time.Time) bool {
	if !s.Arranged() || s.Crewed() || s.Phase >= Finished || !s.Taking(n) { // a calendar is that of one person
		return false
	}
	ahead := fairclock.Span{From: now, Until: now.Add(10 * mostAway)}
	missing := c.Away.In(ahead)
	for _, known := range s.AwayOf(n) {
		missing = missing.Without(known)
	}
	return len(missing) > 0 || c.Week != "" && c.Week != s.Players.At(n).Week || c.Zone != "" && c.Zone != s.Players.At(n).TimeZone
}

// mostAway is how long a person can be away at once. How long that holds up a match is
// bounded by the match, see answerEnds.
const mostAway = 60 * 24 * time.Hour

// bothTold reports whether both players of a match have said when they can usually play.
// Where all rounds open at once they are asked in their own lists only: a post for each match
// would be hundreds.
func (s *State) bothTold(round int, l *ledger.Match) bool {
	for _, p := range l.Players() {
		if s.Players[p].Week == "" || s.allAtOnce(round) {
			return false
		}
	}
	return true
}

// CheckAbsence returns a refusal of an absence that is over, backwards or too long.
func CheckAbsence(span fairclock.Span, now time.Time) error {
	switch {
	case !span.Until.After(span.From) || !span.Until.After(now):
		return Refuse(BadInput, "fixtures.away")
	case span.Until.Sub(span.From) > mostAway:
		return Refuse(BadInput, "fixtures.away_long", "most", mostAway)
	}
	return nil
}
