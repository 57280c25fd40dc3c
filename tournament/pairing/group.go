package pairing

import (
	"cmp"
	"slices"
)

// group is a score group: its number from 1 (the best), and how many players it
// has.
type group struct {
	score        int64
	number, size int32
}

// groups knows the score groups of a field that is not empty.
type groups struct {
	list   []group // the best first
	ranked bool    // ranks follow the scores
	// index finds a group by the distance from the highest score where scores
	// lie close together, as match points do; others are found by bisection.
	index []int32
}

// set looks at the scores of a field, which are nearly always in descending order.
func (g *groups) set(scores []int64) {
	if g.ranked = g.count(scores); !g.ranked {
		sorted := slices.Clone(scores)
		slices.SortFunc(sorted, func(a, b int64) int { return cmp.Compare(b, a) })
		g.count(sorted)
	}
	g.index = g.index[:0]
	if span := g.high() - g.low(); span >= 0 && span <= int64(len(scores)+256) {
		g.index = slices.Grow(g.index, int(span)+1)[:span+1]
		for k := range g.list {
			g.index[g.high()-g.list[k].score] = int32(k)
		}
	}
}

// count lists the groups of players in descending order of score; it returns false
// for others.
func (g *groups) count(scores []int64) bool {
	g.list = g.list[:0]
	for from := 0; from < len(scores); {
		score, to := scores[from], from+1
		for to < len(scores) && scores[to] == score {
			to++
		}
		if to < len(scores) && scores[to] > score {
			return false
		}
		g.list = append(g.list, group{score, int32(len(g.list)) + 1, int32(to - from)})
		from = to
	}
	return true
}

func (g *groups) high() int64 { return g.list[0].score }

func (g *groups) low() int64 { return g.list[len(g.list)-1].score }

// scores lists the scores of the groups.
func (g *groups) scores() []int64 {
	list := make([]int64, len(g.list))
	for k := range list {
		list[k] = g.list[k].score
	}
	return list
}

// of returns the group of a score that occurs in the field.
func (g *groups) of(score int64) *group {
	if len(g.index) > 0 {
		return &g.list[g.index[g.high()-score]]
	}
	k, _ := slices.BinarySearchFunc(g.list, score, func(g group, score int64) int { return cmp.Compare(score, g.score) })
	return &g.list[k]
}
