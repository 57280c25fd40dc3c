package rounds

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/pods"
)

// draftFirstRound pairs opposite seats. The player opposite the empty seat of an odd
// pod has the bye; players whose opponents have left meet each other
// (docs/rules/magic.md#mtg-15 to MTG-17).
func draftFirstRound(s *tournament.State) *madeRound {
	out := &madeRound{stage: ledger.Swiss, optimal: true}
	var byes []tournament.Pairing
	for _, seats := range s.Draft.Pods {
		here := func(seat int) (int, bool) {
			n := numbered.Get(seats, seat)
			return n, s.Taking(n) && !s.Players.At(n).SitsOut(1)
		}
		var alone []int
		pairs, vacant := pods.DraftFirstRound(len(seats))
		for _, pair := range pairs {
			a, hasA := here(pair[0])
			b, hasB := here(pair[1])
			switch {
			case hasA && hasB:
				out.pairings = append(out.pairings, tournament.Pairing{Players: []int{a, b}, Why: notice.New("why.opposite")})
			case hasA:
				alone = append(alone, a)
			case hasB:
				alone = append(alone, b)
			}
		}
		if vacant > 0 {
			if n, ok := here(vacant); ok {
				alone = append(alone, n)
			}
		}
		for pair := range slices.Chunk(alone, 2) {
			if len(pair) == 2 {
				out.pairings = append(out.pairings, tournament.Pairing{Players: slices.Clone(pair), Why: notice.New("why.both_alone")})
				continue
			}
			byes = append(byes, tournament.Pairing{Kind: ledger.Bye, Players: []int{pair[0]}, Why: notice.New("why.alone")})
		}
		for _, n := range seats {
			if s.Taking(n) && sitsOut(s, n, 1) && !misses(s, n, 1) {
				byes = append(byes, tournament.Pairing{Kind: ledger.Bye, Players: []int{n}, Why: notice.New("why.awarded")})
			}
		}
	}
	for i := range out.pairings {
		out.pairings[i].Table = i + 1
	}
	out.pairings = append(out.pairings, byes...)
	return out
}
