package standings

import (
	"cmp"
	"slices"

	"topcut/tournament/fraction"
)

// played returns how many matches the record of a row has.
func (r *Row) played() int { return r.Record[0] + r.Record[1] + r.Record[2] }

// PerMatch returns a sum divided by the matches of the row, 0 without a match.
func (r *Row) PerMatch(sum fraction.Fraction) fraction.Fraction {
	if r.played() == 0 {
		return fraction.Fraction{}
	}
	return sum.Quo(fraction.Int(int64(r.played())))
}

// AcrossGroups orders players who have the same place in different groups: by points for
// each match, then by wins for each match. Who is level then keeps the order of the
// standings if all have had as many matches; sums of points over opponents favour those of
// larger groups, so otherwise the draw decides.
func (t *Table) AcrossGroups(players []int32) {
	alike := !slices.ContainsFunc(players, func(p int32) bool { return t.Row(p).played() != t.Row(players[0]).played() })
	slices.SortFunc(players, func(a, b int32) int {
		x, y := t.Row(a), t.Row(b)
		last := cmp.Compare(x.Rank, y.Rank)
		if !alike {
			last = drawOrder(t.history.seed, a, b)
		}
		return cmp.Or(
			y.PerMatch(y.Points).Cmp(x.PerMatch(x.Points)),
			y.PerMatch(fraction.Int(int64(y.Record[0]))).Cmp(x.PerMatch(fraction.Int(int64(x.Record[0])))),
			last,
		)
	})
}
