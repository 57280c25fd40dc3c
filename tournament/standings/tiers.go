package standings

import (
	"container/heap"
	"slices"
)

// tiers ranks like the Council of Lórien (docs/rules/meccg.md#mec-54 to MEC-61): each
// criterion keeps its best in contention until one is left; all who were removed form the
// next tier and start again.
func (r *ranking) tiers(lo, hi int) {
	c := r.contend(r.order[lo:hi])
	for lo < hi {
		tier, reason := c.best()
		end := lo + copy(r.order[lo:], tier)
		r.markLevel(lo, end)
		if end < hi {
			r.reason[end] = reason
		}
		lo = end
	}
}

// contest is a heap of the players who have no tier yet. It is ordered by the first
// criteria of the list, as far as the value of a player stays or can be counted again once
// an opponent has a tier, so that a tier costs what is in it and not what is left.
type contest struct {
	*ranking
	losing  bool // the first criterion is the losses among all in the heap
	counted int  // criteria before this one order the heap
	heap    []int32
	at      []int32 // by player: position in the heap and 1, or 0
	losses  []int32 // by player in the heap: games lost to others in the heap
}

// contend returns the contest of some level players.
func (r *ranking) contend(group []int32) *contest {
	if r.contest == nil {
		r.contest = &contest{ranking: r, at: make([]int32, len(r.points)), losses: make([]int32, len(r.points))}
		r.contest.losing = len(r.tbs) > 0 && r.tbs[0].kind.losses && !r.tbs[0].ShowOnly
		for r.contest.counted < len(r.tbs) && r.contest.counts(r.contest.counted) {
			r.contest.counted++
		}
	}
	c := r.contest
	c.heap = append(c.heap[:0], group...)
	for i, p := range group {
		c.at[p] = int32(i) + 1
	}
	for _, p := range group {
		c.losses[p] = c.lossesOf(p)
	}
	heap.Init(c)
	return c
}

// counts reports whether criterion k can order the heap: each player has a value, or none
// is compared.
func (c *contest) counts(k int) bool {
	return c.tbs[k].ShowOnly || c.columns[k] != nil || k == 0 && c.losing
}

// lossesOf counts the games that a player lost to others in the heap.
func (c *contest) lossesOf(p int32) (n int32) {
	if !c.losing {
		return 0
	}
	entries := c.h.of(int(p))
	for i := range entries {
		if entries[i].outcome != lost {
			continue
		}
		for _, q := range entries[i].opponents() {
			if q >= 0 && c.at[q] > 0 {
				n++
			}
		}
	}
	return n
}

// best removes the best tier and returns it, with the criterion that separates it from
// the others.
func (c *contest) best() (tier []int32, reason int) {
	tier, reason = []int32{heap.Pop(c).(int32)}, undecided
	for len(c.heap) > 0 && reason == undecided {
		if k := c.separates(tier[0], c.heap[0]); k < c.counted {
			reason = k
		} else {
			tier = append(tier, heap.Pop(c).(int32))
		}
	}
	for k := c.counted; k < len(c.tbs) && len(tier) > 1; k++ {
		cmp := c.orderBy(k, tier)
		if c.tbs[k].ShowOnly || cmp == nil {
			continue
		}
		slices.SortStableFunc(tier, cmp)
		last := slices.IndexFunc(tier, func(p int32) bool { return cmp(tier[0], p) != 0 })
		if last < 0 {
			continue
		}
		for _, p := range tier[last:] {
			heap.Push(c, p)
		}
		tier, reason = tier[:last], k
	}
	c.recount(tier)
	return tier, reason
}

// recount counts the losses of those again who met one of the players that have a tier.
func (c *contest) recount(tier []int32) {
	if !c.losing {
		return
	}
	for _, q := range tier {
		entries := c.h.of(int(q))
		for i := range entries {
			for _, p := range entries[i].opponents() {
				if p < 0 || c.at[p] == 0 {
					continue
				}
				if n := c.lossesOf(p); n != c.losses[p] {
					c.losses[p] = n
					heap.Fix(c, int(c.at[p])-1)
				}
			}
		}
	}
}

// separates returns the first criterion of the heap's order that separates two players,
// or counted if none does.
func (c *contest) separates(a, b int32) int {
	k := 0
	for k < c.counted && c.compare(k, a, b) == 0 {
		k++
	}
	return k
}

// compare orders two players by a criterion of the heap's order.
func (c *contest) compare(k int, a, b int32) int {
	switch t := &c.tbs[k]; {
	case t.ShowOnly:
		return 0
	case t.kind.losses:
		return int(c.losses[a]) - int(c.losses[b])
	case t.Lower:
		return c.columns[k].cmp(a, b)
	default:
		return c.columns[k].cmp(b, a)
	}
}

// Len, Less, Swap, Push and Pop are heap.Interface.
func (c *contest) Len() int { return len(c.heap) }

// Less reports whether i is better than j.
func (c *contest) Less(i, j int) bool {
	k := c.separates(c.heap[i], c.heap[j])
	return k < c.counted && c.compare(k, c.heap[i], c.heap[j]) < 0
}

// Swap swaps two players.
func (c *contest) Swap(i, j int) {
	c.heap[i], c.heap[j] = c.heap[j], c.heap[i]
	c.at[c.heap[i]], c.at[c.heap[j]] = int32(i)+1, int32(j)+1
}

// Push adds a player at the end.
func (c *contest) Push(x any) {
	p := x.(int32)
	c.heap = append(c.heap, p)
	c.at[p] = int32(len(c.heap))
}

// Pop removes the player at the end.
func (c *contest) Pop() any {
	p := c.heap[len(c.heap)-1]
	c.heap = c.heap[:len(c.heap)-1]
	c.at[p] = 0
	return p
}
