package kernel

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"topcut/tournament/fraction"
)

// dropped reports whether q has left by the end of the given number of rounds.
func (e *Simulator) dropped(q uint16, rounds int) bool { return int(e.left[q]) <= rounds }

// meanOf returns the mean share of the opponents of p, over scale * means.
func (e *Simulator) meanOf(s *step, p uint16, rounds int) uint64 {
	var sum uint64
	n := 0
	capped := s.dropCap < math.MaxUint64
	for at := int(p); at < rounds*e.players; at += e.players {
		if q := e.opp[at]; q != none {
			sum += s.share(e.words[q], capped && e.dropped(q, rounds))
			n++
		}
	}
	if n == 0 {
		return s.empty
	}
	return sum * e.rules.over[n]
}

// frozen is meanOf at the time when p dropped.
func (e *Simulator) frozen(s *step, p uint16) uint64 {
	last := int(e.left[p])
	var sum uint64
	n := 0
	for at := int(p); at < last*e.players; at += e.players {
		if q := e.opp[at]; q != none {
			sum += s.share(e.snaps[last*e.players+int(q)], e.dropped(q, last))
			n++
		}
	}
	if n == 0 {
		return s.empty
	}
	return sum * e.rules.over[n]
}

// meanOfMeans sums meanOf over the opponents of p; n is their number.
func (e *Simulator) meanOfMeans(s *step, p uint16, rounds int) (sum uint64, n uint8) {
	for at := int(p); at < rounds*e.players; at += e.players {
		q := e.opp[at]
		if q == none {
			continue
		}
		if s.freeze && e.dropped(q, rounds) {
			sum += e.frozen(s, q)
		} else {
			sum += e.meanOf(s, q, rounds)
		}
		n++
	}
	if n == 0 {
		return s.empty, 1
	}
	return sum, n
}

// meanOfGames sums the game shares of the opponents of p.
func (e *Simulator) meanOfGames(s *step, p uint16, rounds int) float64 {
	var sum float64
	n := 0
	for at := int(p); at < rounds*e.players; at += e.players {
		if q := e.opp[at]; q != none {
			sum += e.rules.gameShare(s, e.words[q])
			n++
		}
	}
	if n == 0 {
		return s.emptyF
	}
	return sum / float64(n)
}

func (e *Simulator) exactMeanOfGames(s *step, p uint16, rounds int) fraction.Fraction {
	var values []fraction.Fraction
	for at := int(p); at < rounds*e.players; at += e.players {
		if q := e.opp[at]; q != none {
			values = append(values, e.rules.exactGameShare(s, e.words[q]))
		}
	}
	empty := fraction.Fraction{}
	switch {
	case s.rule.NoOpponents != nil:
		empty = *s.rule.NoOpponents
	case s.rule.Floor != nil:
		empty = *s.rule.Floor
	}
	return fraction.Mean(values, empty)
}

// prepare computes the values of a step for a group, as whole numbers that are
// ordered like the values (but see compare).
func (e *Simulator) prepare(s *step, group []uint16, rounds int) {
	for _, p := range group {
		switch s.fn {
		case onTime:
			e.mean[p] = 1
			if e.from.late[p] {
				e.mean[p] = 0
			}
		case ownShare:
			e.mean[p] = s.share(e.words[p], e.dropped(p, rounds))
		case meanShare:
			e.mean[p] = e.meanOf(s, p, rounds)
		case meanMean:
			e.mean[p], e.parts[p] = e.meanOfMeans(s, p, rounds)
		case ownGames:
			e.mean[p] = math.Float64bits(e.rules.gameShare(s, e.words[p]))
		case meanGames:
			e.mean[p] = math.Float64bits(e.meanOfGames(s, p, rounds))
		case headToHead:
		}
	}
}

// closeGames is far above the rounding of a mean and far below the difference of
// two unequal fractions that a float could confuse.
const closeGames = 1e-9

// compare puts the better of two prepared players first.
func (e *Simulator) compare(s *step, a, b uint16, rounds int) int {
	c := 0
	switch s.fn {
	case meanMean:
		h1, l1 := bits.Mul64(e.mean[a], uint64(e.parts[b]))
		h2, l2 := bits.Mul64(e.mean[b], uint64(e.parts[a]))
		if c = cmp.Compare(h2, h1); c == 0 {
			c = cmp.Compare(l2, l1)
		}
	case meanGames:
		x, y := math.Float64frombits(e.mean[a]), math.Float64frombits(e.mean[b])
		if math.Abs(x-y) > closeGames {
			c = cmp.Compare(y, x)
		} else if a != b {
			c = e.exactMeanOfGames(s, b, rounds).Cmp(e.exactMeanOfGames(s, a, rounds))
		}
	case onTime, ownShare, meanShare, ownGames, headToHead:
		c = cmp.Compare(e.mean[b], e.mean[a])
	}
	if s.lower {
		return -c
	}
	return c
}

// wins counts the matches that a won against b.
func (e *Simulator) wins(a, b uint16, rounds int) int {
	n := 0
	for r := range rounds {
		at := r*e.players + int(a)
		if e.opp[at] == b {
			n += e.snaps[at+e.players].Record().Wins() - e.snaps[at].Record().Wins()
		}
	}
	return n
}

// pair orders two players by their own matches and reports whether these decide.
func (e *Simulator) pairOrder(group []uint16, rounds int) bool {
	if len(group) != 2 {
		return false
	}
	x, y := e.wins(group[0], group[1], rounds), e.wins(group[1], group[0], rounds)
	if y > x {
		group[0], group[1] = group[1], group[0]
	}
	return x != y
}

// tabled reports whether package standings ranks after the given number of rounds: at
// the end, and if a player's event ends or a place is given early. The bye of a round
// is not worth the time.
func (e *Simulator) tabled(rounds int) bool {
	return e.record != nil && (rounds == e.rules.Rounds || e.decides)
}

// rank puts a group of players level on points in order, by the steps from k on.
func (e *Simulator) rank(group []uint16, k, rounds int) {
	if e.tabled(rounds) {
		e.byTable(group, rounds)
		return
	}
	for ; k < len(e.rules.steps) && len(group) > 1; k++ {
		s := &e.rules.steps[k]
		if s.fn == headToHead {
			if e.pairOrder(group, rounds) {
				return
			}
			continue
		}
		e.prepare(s, group, rounds)
		slices.SortFunc(group, func(a, b uint16) int { return e.compare(s, a, b, rounds) })
		if e.compare(s, group[0], group[len(group)-1], rounds) == 0 {
			continue
		}
		// Ranking a part prepares other steps, so all ends are found first.
		ends := e.ends(s, group, rounds)
		start := 0
		for _, end := range ends {
			e.rank(group[start:end], k+1, rounds)
			start = end
		}
		return
	}
	e.drawLots(group)
}

func (e *Simulator) ends(s *step, group []uint16, rounds int) []int {
	var ends []int
	for i := 1; i <= len(group); i++ {
		if i == len(group) || e.compare(s, group[i-1], group[i], rounds) != 0 {
			ends = append(ends, i)
		}
	}
	return ends
}

func (e *Simulator) drawLots(group []uint16) {
	for i := len(group) - 1; i > 0; i-- {
		j := e.rng.below(i + 1)
		group[i], group[j] = group[j], group[i]
	}
}

// best moves the m best of a group level on points to its front, in any order.
func (e *Simulator) best(group []uint16, m, rounds int) {
	if e.tabled(rounds) {
		if m < len(group) {
			e.byTable(group, rounds)
		}
		return
	}
	for k := 0; k < len(e.rules.steps) && m > 0 && m < len(group); k++ {
		s := &e.rules.steps[k]
		if s.fn == headToHead {
			if e.pairOrder(group, rounds) {
				return
			}
			continue
		}
		e.prepare(s, group, rounds)
		var lo, hi int
		if s.fn == meanMean || s.fn == meanGames {
			slices.SortFunc(group, func(a, b uint16) int { return e.compare(s, a, b, rounds) })
			for lo = m - 1; lo > 0 && e.compare(s, group[lo-1], group[m-1], rounds) == 0; {
				lo--
			}
			for hi = m; hi < len(group) && e.compare(s, group[hi], group[m-1], rounds) == 0; {
				hi++
			}
		} else {
			lo, hi = e.divide(group, m, s.lower)
		}
		if hi == m {
			return
		}
		group, m = group[lo:hi], m-lo
	}
	if m > 0 && m < len(group) {
		e.drawLots(group)
	}
}

// divide moves the m best by prepared values to the front. Those from lo to hi
// are level with the last of them.
func (e *Simulator) divide(group []uint16, m int, lower bool) (lo, hi int) {
	list := e.keyed[:0]
	flip := uint64(math.MaxUint64)
	if lower {
		flip = 0
	}
	for _, p := range group { // the smallest key is the best
		list = append(list, keyed{e.mean[p] ^ flip, p})
	}
	left, right := 0, len(list)-1
	for left < right { // Hoare's selection of position m-1
		pivot := list[(left+right)/2].key
		i, j := left, right
		for i <= j {
			for list[i].key < pivot {
				i++
			}
			for list[j].key > pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case m-1 <= j:
			right = j
		case m-1 >= i:
			left = i
		default:
			left, right = m-1, m-1
		}
	}
	at := list[m-1].key
	less, level := 0, 0
	for _, x := range list {
		if x.key < at {
			less++
		} else if x.key == at {
			level++
		}
	}
	lo, hi = less, less+level
	i, j, k := 0, lo, hi
	for _, x := range list {
		switch {
		case x.key < at:
			group[i] = x.player
			i++
		case x.key == at:
			group[j] = x.player
			j++
		default:
			group[k] = x.player
			k++
		}
	}
	return lo, hi
}

// lowest returns the player who ranks last in a group level on points.
func (e *Simulator) lowest(group []uint16, rounds int) uint16 {
	e.best(group, len(group)-1, rounds)
	return group[len(group)-1]
}

func (e *Simulator) rankAll(list []uint16, rounds int) {
	slices.SortFunc(list, func(a, b uint16) int { return cmp.Compare(e.words[b]>>pointsAt, e.words[a]>>pointsAt) })
	for start := 0; start < len(list); {
		end := start + 1
		for end < len(list) && e.samePoints(list[start], list[end]) {
			end++
		}
		e.rank(list[start:end], 0, rounds)
		start = end
	}
}
