package pairing

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"topcut/tournament/random"
)

// shuffleLevels sorts players, who are in order of rank, by descending level, with
// equal ones in random order. If the own division comes before the own score, divisions
// come first. It returns where each group begins, and the end.
func (r *round) shuffleLevels(order []int32, rng *random.Source) []int32 {
	start := r.sections(order)
	for g := range len(start) - 1 {
		random.Slice(rng, order[start[g]:start[g+1]])
	}
	return start
}

// sections sorts players for shuffleLevels.
func (r *round) sections(order []int32) []int32 {
	start := make([]int32, 0, len(r.groups.list)+1)
	divided := r.divisionFirst()
	if r.groups.ranked && r.levels == nil && !divided {
		// The groups are sections of the ranks.
		from, end, out := 0, 0, r.size()-len(order)
		for _, g := range r.groups.list {
			end += int(g.size)
			// The group ends before rank end, less the players not in the order.
			low, high := max(from, end-out), min(end, len(order))
			size, _ := slices.BinarySearch(order[low:high], int32(end))
			if to := low + size; to > from {
				start = append(start, int32(from))
				from = to
			}
		}
		return append(start, int32(len(order)))
	}
	r.sortByLevel(order)
	for k, i := range order {
		if k == 0 || r.level(order[k-1]) != r.level(i) || divided && r.player(order[k-1]).Division != r.player(i).Division {
			start = append(start, int32(k))
		}
	}
	return append(start, int32(len(order)))
}

// sortByLevel sorts players by descending level and is stable; if shuffleLevels does
// so, divisions come first. Ranks are nearly always in order already.
func (r *round) sortByLevel(order []int32) {
	last := int64(math.MaxInt64)
	for _, i := range order {
		level := r.level(i)
		if level > last {
			slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(r.level(b), r.level(a)) })
			break
		}
		last = level
	}
	if r.divisionFirst() {
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(r.player(a).Division, r.player(b).Division) })
	}
}

// divisionFirst tells whether CrossDivision comes before the score difference.
func (r *round) divisionFirst() bool {
	for _, t := range r.terms {
		switch t {
		case CrossDivision:
			return true
		case PointGap, GroupGap, SingleSided:
			return false
		default: // weighs neither
		}
	}
	return false
}

// certificate looks for a pairing that meets the lower bound: consecutive players
// of the sorted list two by two have the smallest sum of squared differences, and
// no term is below 0. The squares are strictly convex, so every pairing that
// meets the bound pairs an odd group's floater with the next group.
type certificate struct {
	*round
	order, start []int32 // as in field
	// effort is what may still be spent, in looks at a pair; below patience the
	// looks are prepared for.
	effort, patience int
}

// certify arranges the order such that neighbours, two by two, make a pairing that
// is proved optimal; it returns false if it finds none. The order is sorted by
// level and of even length; only groups in it are rearranged.
func (r *round) certify(f *field) bool {
	order := f.order
	if r.has[RankGap] || r.has[HoursApart] {
		return false // hardly ever 0
	}
	if r.divisionFirst() {
		for k := 1; k < len(order); k += 2 {
			if r.player(order[k-1]).Division != r.player(order[k]).Division {
				return false // an odd division has to mix, which the bound does not know
			}
		}
	}
	c := certificate{round: r, order: order, start: f.start, effort: 2000 + 16*len(order)}
	c.patience = c.effort - 4*len(order)
	if !c.group(0) {
		return false
	}
	for _, k := range f.start {
		if k%2 == 1 {
			d := r.level(order[k-1]) - r.level(order[k])
			r.gap += d * d
		}
	}
	return true
}

// none stands for no player.
const none = int32(-1)

func (c *certificate) look(a, b int32) bool {
	c.effort--
	if c.mate[a] == b {
		return !c.demanding || c.harmless(a, b)
	}
	return c.free(a, b)
}

// group pairs group g and all below it. If it begins at an odd place, the player before
// it floats into it; if it ends at one, its last player floats on.
func (c *certificate) group(g int) bool {
	if g == len(c.start)-1 {
		return true
	}
	from, to := c.start[g], c.start[g+1]
	list := c.order[from:to]
	above, down := none, to%2 == 1
	if from%2 == 1 {
		above = c.order[from-1]
	}
	if above == none && !down {
		return c.attempt(g, list)
	}
	if c.drawn(g, list, above, down) {
		return true
	}
	// The draw failed: try every partner for the floater, and every other player as the
	// next floater.
	c.prepare()
	all := slices.Clone(list)
	partners, floaters := all, all
	if above == none {
		partners = []int32{none}
	}
	if !down {
		floaters = []int32{none}
	}
	for _, u := range partners {
		if u != none && !c.look(above, u) {
			continue
		}
		for k := range floaters {
			d := floaters[len(floaters)-1-k]
			if d != none && (d == u || !c.canFloat(d, g)) {
				continue
			}
			if c.effort < 0 {
				copy(list, all)
				return false
			}
			rest := list[:0]
			if u != none {
				list[0] = u
				rest = list[1:1]
			}
			for _, i := range all {
				if i != u && i != d {
					rest = append(rest, i)
				}
			}
			if d != none {
				list[len(list)-1] = d
			}
			if c.attempt(g, rest) {
				return true
			}
		}
	}
	copy(list, all)
	return false
}

// drawn is the common case of group: the first partner and the last floater that
// will do.
func (c *certificate) drawn(g int, list []int32, above int32, down bool) bool {
	rest := list
	if above != none {
		k := slices.IndexFunc(rest, func(i int32) bool { return c.look(above, i) })
		if k < 0 {
			return false
		}
		rest[0], rest[k] = rest[k], rest[0]
		rest = rest[1:]
	}
	if down {
		k := len(rest) - 1
		for k >= 0 && !c.canFloat(rest[k], g) {
			k--
		}
		if k < 0 {
			return false
		}
		last := len(rest) - 1
		rest[k], rest[last] = rest[last], rest[k]
		rest = rest[:last]
	}
	return c.attempt(g, rest)
}

// prepare readies the answers to many questions once many have been asked.
func (c *certificate) prepare() {
	if c.effort < c.patience {
		c.setBloom()
	}
}

// canFloat reports whether any player of the next group could meet the floater.
func (c *certificate) canFloat(i int32, g int) bool {
	if g+2 >= len(c.start) {
		return false
	}
	for _, j := range c.order[c.start[g+1]:c.start[g+2]] {
		if c.look(i, j) {
			return true
		}
	}
	return false
}

// attempt pairs the rest of group g among themselves and the groups below.
func (c *certificate) attempt(g int, rest []int32) bool {
	return (c.pairUp(rest) || c.pairExactly(rest)) && c.group(g+1)
}

// pairUp rearranges the list such that neighbours may meet: each player takes the first
// of the remaining ones; a player without a partner breaks up an earlier pair.
func (c *certificate) pairUp(list []int32) bool {
	for i := 0; i < len(list); i += 2 {
		if i += c.strangers(list[i:]); i == len(list) {
			break
		}
		j := i + 1
		for j < len(list) && !c.look(list[i], list[j]) {
			j++
		}
		if j < len(list) {
			list[i+1], list[j] = list[j], list[i+1]
			continue
		}
		if !c.exchange(list, i) {
			return false
		}
	}
	return true
}

// strangers returns how many players at the front of the list are paired with their
// neighbours already, because they are known never to have met.
func (c *certificate) strangers(list []int32) int {
	if c.demanding {
		return 0
	}
	mate, k := c.mate, 0
	for k+1 < len(list) && mate[list[k]] == list[k+1] {
		k += 2
	}
	c.effort -= k / 2
	return k
}

// exchange swaps partners between the pair at i, which may not meet, and an
// earlier one.
func (c *certificate) exchange(list []int32, i int) bool {
	c.prepare()
	a, b := list[i], list[i+1]
	for k := i - 2; k >= 0; k -= 2 {
		x, y := list[k], list[k+1]
		if c.look(a, x) && c.look(b, y) {
			list[k], list[k+1], list[i], list[i+1] = a, x, b, y
			return true
		}
		if c.look(a, y) && c.look(b, x) {
			list[k], list[k+1], list[i], list[i+1] = a, y, b, x
			return true
		}
	}
	return false
}

// pairExactly is pairUp with a complete search, for small groups.
func (c *certificate) pairExactly(list []int32) bool {
	const largest = 24
	if len(list) > largest {
		return false
	}
	var may [largest]uint32
	for i := range list {
		for j := range i {
			if c.look(list[i], list[j]) {
				may[i] |= 1 << j
				may[j] |= 1 << i
			}
		}
	}
	var mate [largest]int8
	nodes := 400
	var try func(open uint32) bool
	try = func(open uint32) bool {
		if open == 0 {
			return true
		}
		if nodes--; nodes < 0 {
			return false
		}
		// The player with the fewest opponents left decides.
		pick, fewest := -1, largest+1
		for i := range list {
			if open&(1<<i) == 0 {
				continue
			}
			if k := bits.OnesCount32(may[i] & open); k < fewest {
				pick, fewest = i, k
			}
		}
		for j := range list {
			if may[pick]&open&(1<<j) == 0 {
				continue
			}
			mate[pick], mate[j] = int8(j), int8(pick)
			if try(open &^ (1<<pick | 1<<j)) {
				return true
			}
		}
		return false
	}
	found := try(1<<len(list) - 1)
	c.effort -= 400 - nodes
	if !found {
		return false
	}
	paired := make([]int32, 0, largest)
	for i := range list {
		if j := int(mate[i]); j > i {
			paired = append(paired, list[i], list[j])
		}
	}
	copy(list, paired)
	return true
}
