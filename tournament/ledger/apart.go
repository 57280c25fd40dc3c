package ledger

import (
	"cmp"
	"slices"
)

// Apart is two players who are not to be paired with each other: siblings, say, or
// players of one club. Only rounds that are paired by points keep it.
type Apart struct {
	A, B     int32 // player indices, A < B
	From, To int16 // the first and the last round for which it holds; 0 = from the first, to the last
}

// In reports whether the two are to be kept apart in the round.
func (a Apart) In(round int) bool {
	return int(a.From) <= round && (a.To == 0 || round <= int(a.To))
}

// KeepApart returns a list with a pair added, unless it is known. It ignores a player paired
// with themselves. It does not change the given list.
func KeepApart(list []Apart, a Apart) []Apart {
	if a.A > a.B {
		a.A, a.B = a.B, a.A
	}
	at, known := slices.BinarySearchFunc(list, a, func(x, y Apart) int {
		return cmp.Or(cmp.Compare(x.B, y.B), cmp.Compare(x.A, y.A), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	if known || a.A == a.B {
		return list
	}
	return slices.Insert(slices.Clone(list), at, a)
}

// LetMeet returns a list without what KeepApart has added of two players. It does not change
// the given list.
func LetMeet(list []Apart, a, b int32) []Apart {
	return slices.DeleteFunc(slices.Clone(list), func(x Apart) bool { return x.A == min(a, b) && x.B == max(a, b) })
}
