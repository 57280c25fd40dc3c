package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/roundrobin/plan"
)

// Scheduled returns the ledger of a round robin under way with every match still to
// come, open, in rounds after the existing ones, and without matches that count for
// nothing. A player whose opponent has left has a bye. It returns false if the stage is
// no round robin, or its groups are not drawn yet.
func Scheduled(s *tournament.State) (*ledger.Ledger, bool) {
	st := s.Stage()
	if s.Phase != tournament.Running || st == nil || !st.Kind.MeetsAll() || s.Drafts() && s.Draft == nil {
		return nil, false
	}
	groups := s.GroupNumbers(st)
	if st.FirstRound == 1 && s.Settings.Stages.First().Groups > 1 && len(groups) == 1 {
		return nil, false
	}
	l := &ledger.Ledger{Players: s.Facts().Players}
	for r := range s.Ledger.Rounds {
		round := ledger.Round{Number: int16(r + 1), Stage: s.Ledger.Rounds[r].Stage}
		for i, m := range s.Ledger.Rounds[r].Matches {
			annulled := slices.ContainsFunc(m.Players(), func(p int32) bool { return s.Players[p].Annulled })
			if !annulled && !s.Rounds[r].Matches[i].Void() {
				round.Take(&s.Ledger.Rounds[r], i)
			}
		}
		l.Rounds = append(l.Rounds, round)
	}
	none := [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}
	come := func(at int, p tournament.Pairing) {
		for len(l.Rounds) <= at {
			l.Rounds = append(l.Rounds, ledger.Round{Number: int16(len(l.Rounds) + 1), Stage: ledger.RoundRobin})
		}
		m := ledger.Match{Kind: p.Kind, N: uint8(len(p.Players)), Seats: none}
		for i, n := range p.Players {
			m.Seats[i] = int32(n - 1)
		}
		l.Rounds[at].Matches = append(l.Rounds[at].Matches, m)
	}
	for _, group := range groups {
		for leg := legOf(st, len(s.Rounds)+1); leg < legsOf(st); leg++ {
			p := plan.New(robinGroup(s, st, group, leg, [32]byte{}))
			for i, round := range p.From() {
				for _, pair := range round {
					if m := meeting(s, pair[0], pair[1]); m != nil {
						come(max(len(s.Rounds), p.First-1)+i, *m)
					}
				}
			}
		}
	}
	return l, true
}
