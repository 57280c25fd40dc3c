package transfer

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
	"topcut/tournament/standings"
)

// seed sets the seeds of a single elimination after the Swiss, for formats without
// seeds: the order of our standings if the bracket of these seeds gives the matches
// that were played, otherwise the slots in which they were played, with the better
// player of our standings first.
func (b *build) seed() error {
	t := b.t
	first := slices.IndexFunc(t.Ledger.Rounds, func(r ledger.Round) bool { return r.Stage == ledger.Elimination })
	if first < 0 {
		return nil
	}
	table, err := standings.Compute(t.Ledger, t.Rules, standings.Options{After: first})
	if err != nil {
		return err
	}
	rank := func(p int32) int {
		if row := table.Row(p); row != nil {
			return row.Rank
		}
		return len(t.Players)
	}
	var in []int32
	counted := make([]bool, len(t.Players))
	for i := range t.Ledger.Rounds[first:] {
		for j := range t.Ledger.Rounds[first+i].Matches {
			for _, p := range t.Ledger.Rounds[first+i].Matches[j].Players() {
				if !counted[p] {
					in, counted[p] = append(in, p), true
				}
			}
		}
	}
	if len(in) < 2 || len(in) > bracket.MaxSingle {
		return nil
	}
	sorted.Stable(in, func(p, q int32) int { return rank(p) - rank(q) })
	b.cutOf(len(in))
	t.CutSeeds = in
	if br := bracketOf(t, false); br != nil {
		if _, state := enter(t, br, nil); state != nil {
			b.note("transfer.decided.seeds", "n", len(in))
			return nil
		}
	}
	t.CutSeeds = b.slots(first, rank)
	if t.CutSeeds != nil {
		if br := bracketOf(t, false); br != nil {
			if which, state := enter(t, br, nil); state == nil && which != nil {
				return failed(finding("transfer.refused.bracket", "at", "", "first", clip(playerLabel(t, which.Seats[0])), "second", clip(playerLabel(t, which.Seats[1]))))
			}
		}
		b.note("transfer.decided.seeds", "n", len(in))
	}
	return nil
}

// slots returns the seeds with which all players are where they played, or nil if the
// field is no power of two or the rounds are no bracket.
func (b *build) slots(first int, rank func(int32) int) []int32 {
	var trees [][]int32 // parts of the bracket, each from top to bottom, its best player first
	join := func(x, y []int32) []int32 {
		if rank(y[0]) < rank(x[0]) {
			x, y = y, x
		}
		return slices.Concat(x, y)
	}
	for i := range b.t.Ledger.Rounds[first:] {
		r := &b.t.Ledger.Rounds[first+i]
		for j := range r.Matches {
			m := &r.Matches[j]
			if r.Stage != ledger.Elimination || m.N != 2 {
				continue
			}
			var parts [2][]int32
			for k, p := range m.Seats[:2] {
				parts[k] = []int32{p}
				if at := slices.IndexFunc(trees, func(tree []int32) bool { return slices.Contains(tree, p) }); at >= 0 {
					parts[k] = trees[at]
					trees = slices.Delete(trees, at, at+1)
				}
			}
			if len(parts[0]) != len(parts[1]) {
				return nil
			}
			trees = append(trees, join(parts[0], parts[1]))
		}
	}
	for len(trees) > 1 { // rounds that are still to be played
		sorted.Stable(trees, func(x, y []int32) int { return rank(x[0]) - rank(y[0]) })
		if len(trees)%2 != 0 || len(trees[0]) != len(trees[len(trees)-1]) {
			return nil
		}
		var next [][]int32
		for i := range len(trees) / 2 {
			next = append(next, join(trees[i], trees[len(trees)-1-i]))
		}
		trees = next
	}
	if len(trees) == 0 || len(trees[0]) != bracket.FullSize(len(trees[0])) {
		return nil
	}
	seeds := make(numbered.List[int32], len(trees[0]))
	for i, s := range bracket.SlotOrder(len(seeds)) {
		*seeds.At(s) = trees[0][i]
	}
	return seeds
}
