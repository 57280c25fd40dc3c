package field

import (
	"cmp"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
)

// Winners returns the players with first place, per division if each has its own.
func Winners(s *tournament.State) []int {
	if !AnyPlayed(s) {
		return nil // the places are by lot
	}
	var out []int
	for i, place := range s.Places {
		if place == 1 {
			out = append(out, i+1)
		}
	}
	if s.ByDivision() {
		sorted.Stable(out, func(a, b int) int {
			return int(s.Players.At(a).Division) - int(s.Players.At(b).Division)
		})
	}
	return out
}

// AnyPlayed reports whether a match of the event has a result in which one of its players
// took part.
func AnyPlayed(s *tournament.State) bool {
	for r := range s.Rounds {
		for m := range s.Rounds[r].Matches {
			match, l := s.Match(r+1, m+1)
			idle := l.Kind == ledger.Bye || l.Kind == ledger.DoubleLoss || l.Kind == ledger.AssignedLoss
			if l.Kind == ledger.Elsewhere || match.Confirmed && !idle {
				return true
			}
		}
	}
	return false
}

// Placed returns the players with a final place, best first; players with equal places
// are in order of registration. If divisions have places of their own, one division
// follows another.
func Placed(s *tournament.State) []int {
	if s.ByDivision() {
		var out []int
		for n := range s.Places {
			if s.Places[n] > 0 {
				out = append(out, n+1)
			}
		}
		sorted.Stable(out, func(a, b int) int {
			x, y := s.Players.At(a).Division, s.Players.At(b).Division
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(numbered.Get(s.Places, a), numbered.Get(s.Places, b)))
		})
		return out
	}
	var out []int
	for place := 1; place <= len(s.Places) && len(out) < len(s.Places); place++ {
		for i, p := range s.Places {
			if p == place {
				out = append(out, i+1)
			}
		}
	}
	return out
}

// TookPart counts the players who took part.
func TookPart(s *tournament.State) int {
	n := 0
	for i := range s.Players {
		if l := &s.Players[i]; l.Status == tournament.Registered && !l.Absent && !l.StandIn {
			n++
		}
	}
	return n
}

// StillIn returns how many people can still play: those who take part, without
// stand-ins and, in an elimination, without those who are out.
func StillIn(s *tournament.State) int {
	n := 0
	if all, err := s.Brackets(); err == nil {
		for _, b := range all {
			n += len(b.State.Alive())
		}
		return n
	}
	for _, p := range s.Field() {
		if !s.Players.At(p).StandIn {
			n++
		}
	}
	return n
}

// PlayedBy returns how many matches of player n have a result that counts as played, and
// how many of those known are open.
func PlayedBy(s *tournament.State, n int) (played, open int) {
	for r := range s.Rounds {
		m, l := s.Match(r+1, s.MatchOf(r+1, n))
		switch {
		case m == nil || m.Void() || l.N < 2:
		case m.Confirmed:
			played++
		default:
			open++
		}
	}
	return played, open
}
