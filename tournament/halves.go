package tournament

import (
	"cmp"
	"slices"

	"topcut/tournament/pairing"
	"topcut/tournament/random"
)

// halves pairs round 1 by seed if the ruleset says so (as in chess): the
// best of the upper half meets the best of the lower half, and so on; in an odd field
// the last player has the bye. Seeds come first, then ratings, then the draw. Pairs and
// byes given by an organiser stay, and the other players are paired around them. The
// pairs are written into in; sides reports whether the first of a pair has the first
// side.
func (s *State) halves(in *pairing.Input) (sides map[pairing.Pair]bool) {
	if s.Rules.Pairing.First != "halves" || in.Round != 1 || s.Draft != nil || in.Policy.SeparateDivisions || in.Policy.SeparateFlights {
		return nil
	}
	taken := map[int32]bool{}
	for _, b := range in.Byes {
		taken[b] = true
	}
	for _, p := range in.Pairs {
		taken[p.A], taken[p.B] = true, true
	}
	var field []pairing.Player
	for _, p := range in.Players {
		if !taken[p.ID] {
			field = append(field, p)
		}
	}
	seed := func(p pairing.Player) int32 {
		if n := s.Ledger.Players[p.ID-1].Seed; n > 0 {
			return n
		}
		return MaxPlayers + 1
	}
	slices.SortStableFunc(field, func(a, b pairing.Player) int {
		return cmp.Or(cmp.Compare(seed(a), seed(b)), cmp.Compare(s.Ledger.Players[b.ID-1].Rating, s.Ledger.Players[a.ID-1].Rating), cmp.Compare(a.Rank, b.Rank))
	})
	if len(field)%2 == 1 {
		last := len(field) - 1
		in.Byes, field = append(in.Byes, field[last].ID), field[:last]
	}
	sides = map[pairing.Pair]bool{}
	upperFirst := random.New(in.Seed, "halves").IntN(2) == 0
	for k := range len(field) / 2 {
		upper, lower := field[k].ID, field[k+len(field)/2].ID
		pair := pairing.Pair{A: upper, B: lower}
		if (k%2 == 0) != upperFirst { // the drawn side goes to the odd seeds of the upper half
			pair = pairing.Pair{A: lower, B: upper}
		}
		in.Pairs = append(in.Pairs, pair)
		sides[pair] = true
	}
	return sides
}

// orient returns a table of round 1 with the side from halves.
func orient(t pairing.Table, sides map[pairing.Pair]bool) (table pairing.Table, halves bool) {
	switch {
	case sides[pairing.Pair{A: t.A, B: t.B}]:
		return t, true
	case sides[pairing.Pair{A: t.B, B: t.A}]:
		t.A, t.B = t.B, t.A
		return t, true
	}
	return t, false
}
