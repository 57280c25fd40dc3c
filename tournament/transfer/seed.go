package transfer

import (
	"cmp"
	"math"
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/standings"
)

// seed sets the seeds of an elimination for formats without seeds: the order of our
// standings, or that of the players' seeds where nothing is played before, if the bracket of
// these seeds gives the matches that were played; otherwise the slots in which they were
// played, with the better player first.
func (b *build) seed() error {
	t := b.t
	first := slices.IndexFunc(t.Ledger.Rounds, func(r ledger.Round) bool { return rules.IsElimination(r.Stage) })
	if first < 0 {
		return nil
	}
	rank, err := b.ranks(first)
	if err != nil {
		return err
	}
	in := slices.Clone(b.entrants)
	counted := make([]bool, len(t.Players))
	for _, p := range in {
		counted[p] = true
	}
	for i := range t.Ledger.Rounds[first:] {
		for j := range t.Ledger.Rounds[first+i].Matches {
			for _, p := range t.Ledger.Rounds[first+i].Matches[j].Players() {
				if !counted[p] {
					in, counted[p] = append(in, p), true
				}
			}
		}
	}
	pods := t.Rules.Seats.Max > 2
	if len(in) < 2 || len(in) > bracket.MaxSingle || doubled(t) && len(in) > bracket.MaxDouble {
		return nil
	}
	byRank := func(p, q int32) int { return rank(p) - rank(q) }
	sorted.Stable(in, byRank)
	if pods {
		in = b.waiting(in, first, rank)
	}
	if first > 0 {
		b.cutOf(len(in))
	}
	t.CutSeeds = in
	if br := bracketOf(t, doubled(t)); br != nil {
		if _, state := enter(t, br, nil); state != nil {
			b.seeded(first, in)
			return nil
		}
	}
	if t.CutSeeds = b.slots(first, rank); pods {
		t.CutSeeds = b.podSlots(in, first, rank)
	}
	if t.CutSeeds != nil {
		if br := bracketOf(t, doubled(t)); br != nil {
			if which, state := enter(t, br, nil); state == nil && which != nil {
				return failed(finding("transfer.refused.crossing", "at", b.placeOf(which), "first", clip(playerLabel(t, which.Seats[0])), "second", clip(playerLabel(t, which.Seats[1]))))
			}
		}
		b.seeded(first, in)
	}
	return nil
}

// seeded adds a finding about seeds that follow from standings.
func (b *build) seeded(first int, in []int32) {
	if first > 0 {
		b.note("transfer.decided.seeds", "n", len(in))
	}
}

// ranks returns the order in which players enter an elimination that begins with the given
// round: that of our standings, or of the seeds where it is all of the event.
func (b *build) ranks(first int) (rank func(int32) int, err error) {
	t := b.t
	if first == 0 {
		return func(p int32) int {
			if seed := t.Ledger.Players[p].Seed; seed > 0 {
				return int(seed)
			}
			return math.MaxInt32
		}, nil
	}
	table, err := standings.Compute(t.Ledger, t.Rules, standings.Options{After: first})
	if err != nil {
		return nil, err
	}
	return func(p int32) int {
		if row := table.Row(p); row != nil {
			return row.Rank
		}
		return len(t.Players)
	}, nil
}

// waiting adds the players to those at the tables of a cut who wait for a later one: the best
// others, as many as the stated cut has, or the smallest that begins with so many tables.
func (b *build) waiting(in []int32, first int, rank func(int32) int) []int32 {
	tables := len(b.t.Ledger.Rounds[first].Matches)
	sizes := slices.DeleteFunc(bracket.PodSizes(), func(size int) bool {
		br, err := bracket.New(bracket.Config{Type: bracket.Pods, Size: size})
		return err != nil || size < len(in) || len(br.Rounds().At(1).Matches) != tables
	})
	if len(sizes) == 0 {
		return in
	}
	size := sizes[0]
	if slices.Contains(sizes, b.top) {
		size = b.top
	}
	var others []int32
	for p := range b.t.Players {
		if l := b.t.Ledger.Players[p]; !slices.Contains(in, int32(p)) && l.DroppedAfter == ledger.Active {
			others = append(others, int32(p))
		}
	}
	byRank := func(p, q int32) int { return rank(p) - rank(q) }
	sorted.Stable(others, byRank)
	if size > len(in)+len(others) {
		return in
	}
	in = append(in, others[:size-len(in)]...)
	sorted.Stable(in, byRank)
	return in
}

// podSlots returns the seeds with which the players of the first tables of a cut sit where
// they sat: the table of the best of them is that of the best seed that plays.
func (b *build) podSlots(in []int32, first int, rank func(int32) int) []int32 {
	br, err := bracket.New(bracket.Config{Type: bracket.Pods, Size: len(in)})
	if err != nil || len(br.Rounds().At(1).Matches) != len(b.t.Ledger.Rounds[first].Matches) {
		return nil
	}
	byRank := func(p, q int32) int { return rank(p) - rank(q) }
	var tables [][]int32
	waits := slices.Clone(in)
	for i := range b.t.Ledger.Rounds[first].Matches {
		table := slices.Clone(b.t.Ledger.Rounds[first].Matches[i].Players())
		sorted.Stable(table, byRank)
		tables = append(tables, table)
		waits = slices.DeleteFunc(waits, func(p int32) bool { return slices.Contains(table, p) })
	}
	sorted.Stable(tables, func(x, y []int32) int { return byRank(x[0], y[0]) })
	var places [][]int
	seeds := make(numbered.List[int32], len(in))
	free := make([]bool, len(in)+1)
	for _, id := range br.Rounds().At(1).Matches {
		var place []int
		for _, s := range br.Matches().At(id).Sources {
			place = append(place, s.N)
			free[s.N] = true
		}
		slices.Sort(place)
		places = append(places, place)
	}
	slices.SortFunc(places, slices.Compare)
	for i, place := range places {
		if len(place) != len(tables[i]) {
			return nil
		}
		for k, seed := range place {
			*seeds.At(seed) = tables[i][k]
		}
	}
	for seed := 1; seed <= len(in); seed++ {
		if !free[seed] {
			*seeds.At(seed), waits = waits[0], waits[1:]
		}
	}
	return seeds
}

// hole is the place of no player in a bracket: whoever is beside it has a bye.
const hole int32 = -1

// slots returns the seeds with which all players are where they played, or nil if the rounds
// are no bracket.
func (b *build) slots(first int, rank func(int32) int) []int32 {
	var trees [][]int32 // parts of the bracket, each from top to bottom, its best player first
	join := func(x, y []int32) []int32 {
		if rank(y[0]) < rank(x[0]) {
			x, y = y, x
		}
		return slices.Concat(x, y)
	}
	take := func(p int32) []int32 {
		if at := slices.IndexFunc(trees, func(tree []int32) bool { return slices.Contains(tree, p) }); at >= 0 {
			tree := trees[at]
			trees = slices.Delete(trees, at, at+1)
			return tree
		}
		return []int32{p}
	}
	for _, pair := range b.meetings(first) {
		x, y := take(pair[0]), take(pair[1])
		switch {
		case len(x) == 1 && len(y) == 2:
			x = append(x, hole)
		case len(y) == 1 && len(x) == 2:
			y = append(y, hole)
		}
		if len(x) != len(y) {
			return nil
		}
		trees = append(trees, join(x, y))
	}
	for _, p := range b.entrants {
		if tree := take(p); len(tree) == 1 {
			trees = append(trees, []int32{p, hole})
		} else {
			trees = append(trees, tree)
		}
	}
	for len(trees) > 1 { // rounds that are still to be played: the smallest parts first
		sorted.Stable(trees, func(x, y []int32) int {
			return cmp.Or(len(x)-len(y), rank(x[0])-rank(y[0]))
		})
		n := 0
		for n < len(trees) && len(trees[n]) == len(trees[0]) {
			n++
		}
		if n%2 != 0 {
			return nil
		}
		var next [][]int32
		for i := range n / 2 {
			next = append(next, join(trees[i], trees[n-1-i]))
		}
		trees = append(next, trees[n:]...)
	}
	if len(trees) == 0 || len(trees[0]) != bracket.FullSize(len(trees[0])) {
		return nil
	}
	seeds := make(numbered.List[int32], len(trees[0])-holes(trees[0]))
	if !placed(trees[0], bracket.SlotOrder(len(trees[0])), seeds) {
		return nil
	}
	return seeds
}

// holes counts the places of a part of a bracket that have no player.
func holes(tree []int32) (n int) {
	for _, p := range tree {
		if p == hole {
			n++
		}
	}
	return n
}

// placed gives the players of a part of a bracket the seeds of its slots, and reports whether
// the byes are where those of the seeds are. The halves of each part may change places.
func placed(tree []int32, slots []int, seeds numbered.List[int32]) bool {
	free := 0
	for _, s := range slots {
		if s > len(seeds) {
			free++
		}
	}
	half := len(tree) / 2
	switch {
	case free != holes(tree):
		return false
	case half == 0 && tree[0] != hole:
		*seeds.At(slots[0]) = tree[0]
		return true
	case half == 0:
		return true
	}
	return placed(tree[:half], slots[:half], seeds) && placed(tree[half:], slots[half:], seeds) ||
		placed(tree[half:], slots[:half], seeds) && placed(tree[:half], slots[half:], seeds)
}

// meetings returns a player of each side of the matches of a bracket, in the order of its
// rounds, without the losers' bracket: as the file says, also of matches to come, or those
// that were played.
func (b *build) meetings(first int) (out [][2]int32) {
	if len(b.drawn) > 0 {
		return b.drawn
	}
	for i := range b.t.Ledger.Rounds[first:] {
		r := &b.t.Ledger.Rounds[first+i]
		for j := range r.Matches {
			if m := &r.Matches[j]; m.N == 2 && (r.Stage == ledger.Elimination || r.Stage == ledger.Upper) {
				out = append(out, [2]int32(m.Seats[:2]))
			}
		}
	}
	return out
}
