package pairing

import (
	"cmp"
	"slices"

	"topcut/tournament/random"
	"topcut/tournament/sorted"
)

// Halves pairs a first round as in chess: the best of the upper half meets the best of the
// lower half, and so on; in an odd field the last player has the bye. best orders the field,
// before its order by rank. Pairs and byes that are given stay, and the other players are
// paired around them. The pairs are written into in; sides reports whether the first of a
// pair has the first side, see [Table.Sides]. Players who are to be kept apart exchange
// opponents with those behind; if that does not help, sides is nil and in as it was.
func Halves(in *Input, best func(a, b Player) int) (sides map[Pair]bool) {
	taken := map[int32]bool{}
	for _, b := range in.Byes {
		taken[b] = true
	}
	for _, p := range in.Pairs {
		taken[p.A], taken[p.B] = true, true
	}
	var field []Player
	for _, p := range in.Players {
		if !taken[p.ID] {
			field = append(field, p)
		}
	}
	sorted.Stable(field, func(a, b Player) int { return cmp.Or(best(a, b), cmp.Compare(a.Rank, b.Rank)) })
	byes := in.Byes
	if len(field)%2 == 1 {
		last := len(field) - 1
		byes, field = append(byes, field[last].ID), field[:last]
	}
	half := len(field) / 2
	lower, ok := acrossHalves(half, func(k, j int) bool {
		a, b := &field[k], &field[half+j]
		return !slices.Contains(a.Apart, b.ID) && !slices.Contains(b.Apart, a.ID)
	})
	if !ok {
		return nil
	}
	in.Byes, sides = byes, map[Pair]bool{}
	upperFirst := random.New(in.Seed, "halves").IntN(2) == 0
	for k := range half {
		upper, lower := field[k].ID, field[half+lower[k]].ID
		pair := Pair{A: upper, B: lower}
		if (k%2 == 0) != upperFirst { // the drawn side goes to the odd seeds of the upper half
			pair = Pair{A: lower, B: upper}
		}
		in.Pairs = append(in.Pairs, pair)
		sides[pair] = true
	}
	return sides
}

// acrossHalves returns for each player of the upper half, best first, the first of the
// lower half that is left, as far as the players may meet and those behind can still be
// paired. It returns false if there is no such pairing.
func acrossHalves(half int, may func(k, j int) bool) ([]int, bool) {
	mate := make([]int, half) // by the place in the lower half; -1 = none
	for j := range mate {
		if mate[j] = j; !may(j, j) {
			mate[j] = -1
		}
	}
	fixed := 0 // uppers whose opponents are settled
	var augment func(k int, seen []bool) bool
	augment = func(k int, seen []bool) bool {
		for j := range half {
			if seen[j] || !may(k, j) || mate[j] >= 0 && mate[j] < fixed {
				continue
			}
			seen[j] = true
			if mate[j] < 0 || augment(mate[j], seen) {
				mate[j] = k
				return true
			}
		}
		return false
	}
	for k := range half {
		if mate[k] != k && !slices.Contains(mate, k) && !augment(k, make([]bool, half)) {
			return nil, false
		}
	}
	out := make([]int, half)
	for ; fixed < half; fixed++ {
		now := slices.Index(mate, fixed)
		for j := range now {
			// Take j from a later player, if that one can be paired otherwise.
			later := mate[j]
			if later < fixed || !may(fixed, j) {
				continue
			}
			before := slices.Clone(mate)
			mate[j], mate[now] = fixed, -1
			seen := make([]bool, half)
			seen[j] = true
			if augment(later, seen) {
				now = j
				break
			}
			mate = before
		}
		out[fixed] = now
	}
	return out, true
}

// Sides returns the table with the sides that Halves has drawn; ok is false if it drew none
// for these players.
func (t Table) Sides(sides map[Pair]bool) (table Table, ok bool) {
	switch {
	case sides[Pair{A: t.A, B: t.B}]:
		return t, true
	case sides[Pair{A: t.B, B: t.A}]:
		t.A, t.B = t.B, t.A
		return t, true
	}
	return t, false
}
