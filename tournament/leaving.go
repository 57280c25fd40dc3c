package tournament

import (
	"slices"

	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
)

// Leaving is what becomes of the matches of a player who leaves a round robin.
type Leaving string

// The ways in which the matches of a player who left count.
const (
	LeavingKept      Leaving = "kept"      // results stay, the matches to come are not played
	LeavingAnnulled  Leaving = "annulled"  // results count for ratings only
	LeavingForfeited Leaving = "forfeited" // results stay, opponents win the matches to come
)

// Leavings lists the ways.
func Leavings() []Leaving { return []Leaving{LeavingKept, LeavingAnnulled, LeavingForfeited} }

// AnnouncedLeaving returns what becomes of the matches of player n by what the event has
// announced, if they leave now: where matches are arranged, less than half of the matches
// played is annulled, unless the settings forfeit all. It returns "" for stages in which not
// all meet, and if a waiting player takes the seat over: who leaves has no match to come.
func (s *State) AnnouncedLeaving(n int) Leaving {
	st := s.Stage()
	switch {
	case s.Phase != Running || st == nil || !st.Kind.MeetsAll() || !s.Taking(n):
		return ""
	case s.Arranged() && !s.Settings.Fixtures.ForfeitAll && !s.playedHalf(n):
		return LeavingAnnulled
	}
	return LeavingForfeited
}

// playedHalf reports whether at least half of player n's arranged matches of the current
// stage are over.
func (s *State) playedHalf(n int) bool {
	st, over := s.Stage(), 0
	for r := st.FirstRound; r <= len(s.Rounds); r++ {
		if m, _ := s.Match(r, s.MatchOf(r, n)); m != nil && (m.Fixture != nil && m.Fixture.End != "" || len(m.Boards) > 0 && m.Confirmed) && !m.Void() {
			over++
		}
	}
	return fixture.Counts(over, st.Rounds)
}

// withoutAnnulled returns the ledger without the matches of players who left early and
// whose results do not count.
func (s *State) withoutAnnulled() *ledger.Ledger {
	gone := func(p int32) bool { return s.Players[p].Annulled }
	if !slices.ContainsFunc(s.Players, func(p Player) bool { return p.Annulled }) {
		return s.Facts()
	}
	out := s.Facts().Clone()
	for i := range out.Rounds {
		r, all := &out.Rounds[i], out.Rounds[i]
		r.Matches, r.Boards = nil, nil
		for m := range all.Matches {
			if !slices.ContainsFunc(all.Matches[m].Players(), gone) {
				r.Take(&all, m)
			}
		}
	}
	return out
}
