package kernel

import "math/bits"

// certificate searches for a pairing whose point differences meet their lower bound,
// that of consecutive players of the order, with the fewest repeated floats that each
// step down allows. It takes the same steps as package pairing, so that it finds each
// pairing as often.
type certificate struct {
	e       *Simulator
	last    int // group
	round   int
	allowed []int // repeated floats, by group that a player leaves
	pairs   []uint16
	stack   []uint16
	// effort is what may still be spent, in looks at a pair.
	effort int
}

// run pairs a chain of groups of e.order. It returns false if it finds nothing.
func (c *certificate) run(e *Simulator, first, last, round int) bool {
	from, to := e.groups[first].start, e.groups[last].end
	c.e, c.last, c.round = e, last, round
	c.pairs, c.stack = c.pairs[:0], c.stack[:0]
	c.effort = searchEffort + 2*int(to-from)
	c.allowed = append(c.allowed[:0], make([]int, len(e.groups))...)
	for k := first; k < last; k++ {
		if c.allowed[k] = c.fewest(k); c.allowed[k] == 3 {
			return false
		}
	}
	if !c.group(first, none) {
		return false
	}
	copy(e.order[from:to], c.pairs)
	return true
}

// fewest returns the fewest repeated floats with which a player can leave group k, or 3
// if none can.
func (c *certificate) fewest(k int) int {
	n := 3
	for _, p := range c.list(k) {
		for _, q := range c.list(k + 1) {
			if n = min(n, c.e.repeats(p, q, c.round)); n == 0 {
				return 0
			}
		}
	}
	return n
}

// searchEffort is the effort of a search among few players. Searches that find
// something hardly ever take more.
const searchEffort = 160

func (c *certificate) met(a, b uint16) bool {
	c.effort--
	return c.e.haveMet(a, b, c.round)
}

// goes tells whether a may go down from group k to b.
func (c *certificate) goes(k int, a, b uint16) bool {
	c.effort--
	return c.e.repeats(a, b, c.round) <= c.allowed[k]
}

func (c *certificate) list(k int) []uint16 {
	g := c.e.groups[k]
	return c.e.order[g.start:g.end]
}

// group pairs group k and all below it, given the player who goes down to it.
func (c *certificate) group(k int, above uint16) bool {
	if k > c.last {
		return above == none
	}
	list := c.list(k)
	size := len(list)
	if above != none {
		size++
	}
	odd := size%2 == 1
	if above == none && !odd {
		return c.attempt(k, list, none)
	}
	if c.drawn(k, list, above, odd) {
		return true
	}
	// The draw failed: try every partner for the player who comes down, and every other
	// player to go down.
	base := len(c.stack)
	c.stack = append(c.stack, list...)
	all := c.stack[base:]
	found := c.tryAll(k, list, all, above, odd)
	if !found {
		copy(list, all)
	}
	c.stack = c.stack[:base]
	return found
}

func (c *certificate) tryAll(k int, list, all []uint16, above uint16, odd bool) bool {
	single := [1]uint16{none}
	partners, floaters := all, all
	if above == none {
		partners = single[:]
	}
	if !odd {
		floaters = single[:]
	}
	for _, u := range partners {
		if u != none && !c.goes(k-1, above, u) {
			continue
		}
		for i := len(floaters) - 1; i >= 0; i-- {
			d := floaters[i]
			if d != none && (d == u || !c.canFloat(d, k)) {
				continue
			}
			if c.effort < 0 {
				return false
			}
			rest := list[:0]
			for _, p := range all {
				if p != u && p != d {
					rest = append(rest, p)
				}
			}
			mark := len(c.pairs)
			if u != none {
				c.pairs = append(c.pairs, above, u)
			}
			if c.attempt(k, rest, d) {
				return true
			}
			c.pairs = c.pairs[:mark]
		}
	}
	return false
}

// drawn is the common case of group: the first partner and the last to go down who
// will do.
func (c *certificate) drawn(k int, list []uint16, above uint16, odd bool) bool {
	mark := len(c.pairs)
	rest := list
	if above != none {
		i := 0
		for i < len(rest) && !c.goes(k-1, above, rest[i]) {
			i++
		}
		if i == len(rest) {
			return false
		}
		rest[0], rest[i] = rest[i], rest[0]
		c.pairs = append(c.pairs, above, rest[0])
		rest = rest[1:]
	}
	floater := uint16(none)
	if odd {
		i := len(rest) - 1
		for i >= 0 && !c.canFloat(rest[i], k) {
			i--
		}
		if i < 0 {
			c.pairs = c.pairs[:mark]
			return false
		}
		last := len(rest) - 1
		rest[i], rest[last] = rest[last], rest[i]
		floater, rest = rest[last], rest[:last]
	}
	if c.attempt(k, rest, floater) {
		return true
	}
	c.pairs = c.pairs[:mark]
	return false
}

// canFloat reports whether any player of the next group could meet the player.
func (c *certificate) canFloat(p uint16, k int) bool {
	if k == c.last {
		return false
	}
	for _, q := range c.list(k + 1) {
		if c.goes(k, p, q) {
			return true
		}
	}
	return false
}

// attempt pairs the rest of group k among themselves and the groups below.
func (c *certificate) attempt(k int, rest []uint16, floater uint16) bool {
	if !c.pairUp(rest) && !c.pairExactly(rest) {
		return false
	}
	mark := len(c.pairs)
	c.pairs = append(c.pairs, rest...)
	if c.group(k+1, floater) {
		return true
	}
	c.pairs = c.pairs[:mark]
	return false
}

// pairUp rearranges the list such that neighbours may meet: each player takes the first
// of the remaining ones; a player without a partner breaks up an earlier pair.
func (c *certificate) pairUp(list []uint16) bool {
	for i := 0; i < len(list); i += 2 {
		j := i + 1
		for j < len(list) && c.met(list[i], list[j]) {
			j++
		}
		if j < len(list) {
			list[i+1], list[j] = list[j], list[i+1]
			continue
		}
		c.effort -= i
		if !c.e.breakUp(list, i, c.round) {
			return false
		}
	}
	return true
}

func (c *certificate) pairExactly(list []uint16) bool {
	c.effort -= len(list) * len(list) / 2
	found := c.e.search.pairs(c.e, list, c.round)
	c.effort -= c.e.search.spent
	return found
}

// search looks for a pairing of a small group without rematches by trying all.
type search struct {
	may   [largestSearch]uint32 // bit j: may meet the player at j
	mate  [largestSearch]int8
	spent int
}

// Groups up to largestSearch players are searched, in searchNodes steps.
const (
	largestSearch = 24
	searchNodes   = 400
)

// pairs rearranges the list such that neighbours may meet. It returns false if
// it finds no way.
func (s *search) pairs(e *Simulator, list []uint16, round int) bool {
	s.spent = 0
	if len(list) > largestSearch {
		return false
	}
	s.may = [largestSearch]uint32{}
	for i, p := range list {
		for j, q := range list[:i] {
			if !e.haveMet(p, q, round) {
				s.may[i] |= 1 << j
				s.may[j] |= 1 << i
			}
		}
	}
	if !s.try(1<<len(list)-1, len(list)) {
		return false
	}
	var paired [largestSearch]uint16
	n := 0
	for i, j := range s.mate[:len(list)] {
		if int(j) > i {
			paired[n], paired[n+1] = list[i], list[j]
			n += 2
		}
	}
	copy(list, paired[:n])
	return true
}

// try pairs the players of open, the one with the fewest possible opponents first.
func (s *search) try(open uint32, n int) bool {
	if open == 0 {
		return true
	}
	if s.spent++; s.spent > searchNodes {
		return false
	}
	pick, fewest := 0, largestSearch+1
	for i := range n {
		if open&(1<<i) == 0 {
			continue
		}
		if k := bits.OnesCount32(s.may[i] & open); k < fewest {
			pick, fewest = i, k
		}
	}
	for left := s.may[pick] & open; left != 0; left &= left - 1 {
		j := bits.TrailingZeros32(left)
		s.mate[pick], s.mate[j] = int8(j), int8(pick)
		if s.try(open&^(1<<pick|1<<j), n) {
			return true
		}
	}
	return false
}
