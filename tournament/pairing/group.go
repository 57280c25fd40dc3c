package pairing

import "slices"

// group is a score group.
type group struct{ number, size int32 }

// groups knows the score groups of a field by score. Scores close together, as
// match points are, are looked up in a table; others by bisection.
type groups struct {
	high   int64
	table  []group // by distance from the highest score
	scores []int64 // descending; only without a table
	list   []group
}

func newGroups(score []int64, low, high int64) groups {
	g := groups{high: high}
	if span := high - low; span >= 0 && span <= int64(8*len(score)+256) {
		table := make([]group, span+1)
		for _, s := range score {
			table[high-s].size++
		}
		g.table = table
		number := int32(0)
		for k := range g.table {
			if g.table[k].size > 0 {
				number++
				g.table[k].number = number
			}
		}
		return g
	}
	g.scores = slices.Clone(score)
	slices.Sort(g.scores)
	slices.Reverse(g.scores)
	for k, s := range g.scores {
		if k == 0 || s != g.scores[k-1] {
			g.list = append(g.list, group{number: int32(len(g.list)) + 1})
		}
		g.list[len(g.list)-1].size++
	}
	g.scores = slices.Compact(g.scores)
	return g
}

// of returns the group of a score that occurs in the field.
func (g *groups) of(score int64) group {
	if g.table != nil {
		return g.table[g.high-score]
	}
	k, _ := slices.BinarySearchFunc(g.scores, score, func(s, score int64) int {
		switch {
		case s > score:
			return -1
		case s < score:
			return 1
		}
		return 0
	})
	return g.list[k]
}
