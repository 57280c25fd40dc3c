package tournament

import (
	"slices"

	"topcut/tournament/notice"
)

// Unchecked reports whether a check-in was held and at least one player has not checked
// in.
func (s *State) Unchecked() bool {
	if s.Phase != CheckIn && !s.CheckedInAny() {
		return false
	}
	return slices.ContainsFunc(s.Players, func(p Player) bool { return p.Status == Registered && !p.CheckedIn })
}

// CheckedInAny reports whether at least one player has checked in.
func (s *State) CheckedInAny() bool {
	return slices.ContainsFunc(s.Players, func(p Player) bool { return p.CheckedIn })
}

// Kinds of action that an event waits for.
const (
	MissingCheckIn notice.Code = "check_in"
	MissingDeck    notice.Code = "deck"
	MissingReport  notice.Code = "report"
	MissingTime    notice.Code = "time"
)

// Missing returns the players that the event waits for, and what they have not done:
// checked in, submitted a deck, reported a result.
func (s *State) Missing() (what notice.Code, players []int) {
	lacks := func(p *Player) bool {
		return s.Settings.Decks == DecksRequired && s.CardsKnown() && p.Deck == 0
	}
	switch {
	case s.Phase == CheckIn:
		what, lacks = MissingCheckIn, func(p *Player) bool { return !p.CheckedIn }
	case s.Phase == Open || s.Phase == Closed, s.Phase == Running && len(s.Rounds) == 0:
		what = MissingDeck // after a draft the decks are due before round 1
	case s.Phase == Running && s.Arranged():
		return MissingTime, s.withoutTime(s.At)
	case s.Phase == Running && s.Preview == nil && s.Current() != nil && s.Current().Status == Started:
		for _, m := range s.Blocking(len(s.Rounds)) {
			if match, l := s.Match(len(s.Rounds), m); match.Report == nil {
				for _, q := range l.Players() {
					players = append(players, int(q)+1)
				}
			}
		}
		return MissingReport, players
	default:
		return "", nil
	}
	for i := range s.Players {
		if p := &s.Players[i]; p.Status == Registered && (s.Phase < Running || s.Taking(i+1)) && lacks(p) {
			players = append(players, i+1)
		}
	}
	return what, players
}
