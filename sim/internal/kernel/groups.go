package kernel

import "slices"

// Apart makes groups of players (of, by player; from 0) play the rounds up to a number
// among themselves, each odd one with a bye: the pods of a draft
// (docs/rules/magic.md#mtg-55). Points, tiebreakers and places are those of the whole
// field.
func (s *Start) Apart(of []int, rounds int) {
	s.parts, s.of, s.apart = split(of), of, rounds
}

// Together has groups of players (of, by player; from 0) play one event in which the
// own group comes before the own points (docs/rules/pokemon.md#pkm-19, PKM-20). The
// pairings are close to those of package pairing, not always the best: see pairTogether.
func (s *Start) Together(of []int) {
	s.parts, s.of, s.together = split(of), of, true
}

func split(of []int) [][]uint16 {
	var parts [][]uint16
	for p, g := range of {
		for len(parts) <= g {
			parts = append(parts, nil)
		}
		parts[g] = append(parts[g], uint16(p))
	}
	return parts
}

// Only returns the same position in which no other player is paired, or takes a place,
// any more. Open tables of others stay open: their results count for tiebreakers.
func (s *Start) Only(in func(p int) bool) *Start {
	t := *s
	t.out = slices.Clone(s.out)
	for p := range t.out {
		t.out[p] = t.out[p] || !in(p)
	}
	return &t
}

// Alone is Only for players who never meet any others again, such as a division that
// plays apart: tables of others are as if they were not there.
func (s *Start) Alone(in func(p int) bool) *Start {
	t := s.Only(in)
	t.hidden = slices.Clone(s.hidden)
	for p := range t.hidden {
		t.hidden[p] = t.hidden[p] || !in(p)
	}
	other := func(p int) bool { return !in(p) }
	t.open, t.under = nil, nil
	for i, x := range s.open {
		if other(int(x[0])) && other(int(x[1])) {
			continue
		}
		if t.open = append(t.open, x); s.under != nil {
			t.under = append(t.under, s.under[i])
		}
	}
	if s.inPlay && len(t.open) == 0 {
		t.inPlay = false
		t.played++
	}
	if len(s.rules.Beyond) > 0 && s.source != nil && len(s.source.Rounds) > 0 {
		t.source = s.source.Clone()
		last := t.source.Rounds.At(len(t.source.Rounds))
		all := *last
		last.Matches, last.Boards = nil, nil
		for i, m := range all.Matches {
			if m.Finished() || in(int(m.Seats[0])) {
				last.Take(&all, i)
			}
		}
	}
	return t
}

// playApart plays a round group by group.
func (e *Simulator) playApart(round int, first bool) {
	all := e.active
	for i, part := range e.from.parts {
		e.members = e.in(part)
		e.part, e.active = i, e.members
		e.countActive()
		e.pair(round)
		e.results(round, first)
	}
	e.part, e.active = 0, all
	e.countActive()
}

// in returns those of a group who have not left.
func (e *Simulator) in(part []uint16) []uint16 {
	list := e.members[:0]
	for _, p := range part {
		if !e.out[p] {
			list = append(list, p)
		}
	}
	return list
}

// Narrow has Line, Bubble and Seeds look at some players only, until the next event
// is played.
func (e *Simulator) Narrow(to []uint16) {
	e.departed = true // so that the next event brings all players back
	e.active = append(e.active[:0], e.in(to)...)
	e.countActive()
}

// pairTogether pairs a round in which the own group comes before the own points. Each
// group is paired separately, without the player of an odd one who leaves the smallest
// point differences, in the group and with the player met instead. Pairs who have met
// are broken up; the players left over meet each other, or exchange with the pair that
// makes the differences grow least. Package pairing finds the optimum by a matching;
// this finds it if at most one pair is exchanged.
func (e *Simulator) pairTogether(round int) {
	if len(e.order)%2 == 1 {
		e.sitOut(round)
	}
	all := e.active
	t := &e.mixing
	t.reset(e)
	for i := 0; i < len(t.odd); i += 2 {
		t.leave(e, t.odd[i], t.odd[i+1], round)
	}
	pairs := e.pairs[:0]
	for _, members := range t.groups {
		t.count = append(t.count[:0], e.count[:e.totals]...) // byes are in it already
		e.active = members
		e.countActive()
		e.lineUp(round)
		e.arrange(round)
		copy(e.count[:], t.count)
		for i := 1; i < len(e.order); i += 2 {
			a, b := e.order[i-1], e.order[i]
			if e.haveMet(a, b, round) {
				t.left = append(t.left, a, b)
				continue
			}
			pairs = append(pairs, a, b)
		}
	}
	e.active = all
	// The last pairs are those of the players left over, the nearest first.
	slices.SortStableFunc(t.left, func(a, b uint16) int { return e.words[b].Points() - e.words[a].Points() })
	from := len(pairs)
	e.pairs = append(pairs, t.left...)
	e.order = e.memory.seats[:len(e.pairs)]
	copy(e.order, e.pairs)
	e.groups, e.odd, e.mixed = e.groups[:0], e.odd[:0], true
	if len(t.left) == 0 {
		return
	}
	e.deep.run(e, from, len(e.order), round)
	e.improve(round)
	e.noteAllFloats(round)
}

// improve exchanges partners between a rematch, or a pair of two groups, and another
// pair as long as that costs less: first of all a rematch, then a pair of two groups,
// then point differences. Inside the groups there is nothing to gain.
func (e *Simulator) improve(round int) {
	for better := true; better; {
		better = false
		for i := 0; i < len(e.order); i += 2 {
			if here := e.costAcross(e.order[i], e.order[i+1], round); here >= acrossCost && e.exchange(i, here, round) {
				better = true
			}
		}
	}
}

// exchange makes the best exchange between the pair at place i, which costs so much,
// and another one; it returns false if none is better than none.
func (e *Simulator) exchange(i, here, round int) bool {
	a, b := e.order[i], e.order[i+1]
	best, ties, at, turned := 0, 0, 0, false
	for k := 0; k < len(e.order); k += 2 {
		if k == i {
			continue
		}
		c, d := e.order[k], e.order[k+1]
		now := here + e.costAcross(c, d, round)
		for _, turn := range [2]bool{false, true} {
			cost := e.costAcross(a, c, round) + e.costAcross(b, d, round) - now
			switch {
			case cost < best:
				best, ties, at, turned = cost, 1, k, turn
			case cost == best && ties > 0:
				if ties++; e.rng.below(ties) == 0 {
					at, turned = k, turn
				}
			}
			c, d = d, c
		}
	}
	if ties == 0 {
		return false
	}
	if turned {
		e.order[at], e.order[at+1] = e.order[at+1], e.order[at]
	}
	e.order[i+1], e.order[at] = e.order[at], b
	return true
}

// Costs of pairs in groups that play together, above any point differences: to have
// met comes before another group.
const (
	rematchCost = 1 << 50
	acrossCost  = 1 << 30
)

// costAcross is cost with rematches and the other group before it.
func (e *Simulator) costAcross(p, q uint16, round int) int {
	n := e.cost(p, q, round)
	if e.from.of[p] != e.from.of[q] {
		n += acrossCost
	}
	if e.haveMet(p, q, round) {
		n += rematchCost
	}
	return n
}

// mixing is what pairTogether works with.
type mixing struct {
	groups [][]uint16 // who is still to be paired in each group
	odd    []int      // groups with an odd number
	left   []uint16   // two by two, players without an opponent in their group
	plays  []bool
	rest   []uint16
	count  []uint32 // Simulator.count meanwhile
	// By points, of two odd groups: how many have them, and what it costs if one of
	// these leaves.
	level [2][]int
	costs [2][]int
	each  [2][]int // the same by place in the group
}

// reset puts each player of the order into their group.
func (t *mixing) reset(e *Simulator) {
	if t.groups == nil {
		t.groups, t.plays = make([][]uint16, len(e.from.parts)), make([]bool, e.players)
		for i := range t.level {
			t.level[i], t.costs[i] = make([]int, e.totals), make([]int, e.totals)
		}
	}
	t.odd, t.left = t.odd[:0], t.left[:0]
	clear(t.plays)
	for _, p := range e.order {
		t.plays[p] = true
	}
	for g, part := range e.from.parts {
		t.groups[g] = t.groups[g][:0]
		for _, p := range part {
			if t.plays[p] {
				t.groups[g] = append(t.groups[g], p)
			}
		}
		if len(t.groups[g])%2 == 1 {
			t.odd = append(t.odd, g)
		}
	}
}

// leave chooses the players of two odd groups who meet each other: by the point
// differences that remain in the groups and between the two, then by repeated
// floats, then by lot.
func (t *mixing) leave(e *Simulator, g, h, round int) {
	costs := [2][]int{t.alone(e, 0, t.groups[g], round), t.alone(e, 1, t.groups[h], round)}
	best, ties := -1, 0
	var from, to int
	for i, a := range t.groups[g] {
		for k, b := range t.groups[h] {
			cost := costs[0][i] + costs[1][k]
			if best >= 0 && cost > best {
				continue
			}
			switch cost += e.costAcross(a, b, round); {
			case best < 0 || cost < best:
				best, ties, from, to = cost, 1, i, k
			case cost == best:
				if ties++; e.rng.below(ties) == 0 {
					from, to = i, k
				}
			}
		}
	}
	t.left = append(t.left, t.groups[g][from], t.groups[h][to])
	t.groups[g], t.groups[h] = slices.Delete(t.groups[g], from, from+1), slices.Delete(t.groups[h], to, to+1)
}

// alone returns what it costs in one of two groups if each of its players leaves it.
func (t *mixing) alone(e *Simulator, i int, members []uint16, round int) []int {
	level, byLevel := t.level[i], t.costs[i]
	clear(level)
	for _, p := range members {
		level[e.words[p].Points()]++
	}
	for v, n := range level {
		if n > 0 {
			byLevel[v] = t.without(i, v) * floatCost
		}
	}
	t.each[i] = t.each[i][:0]
	for _, p := range members {
		t.each[i] = append(t.each[i], byLevel[e.words[p].Points()]+2*acrossCost*t.again(e, members, p, round))
	}
	return t.each[i]
}

// smallGroup is the size of groups whose rematches are looked ahead to: in larger ones
// every player finds a new opponent.
const smallGroup = 9

// again is 1 where a small group cannot be paired without a rematch once a player has
// left it.
func (t *mixing) again(e *Simulator, group []uint16, without uint16, round int) int {
	if len(group) > smallGroup {
		return 0
	}
	list := t.rest[:0]
	for _, p := range group {
		if p != without {
			list = append(list, p)
		}
	}
	t.rest = list
	if fresh(e, list, round) {
		return 0
	}
	return 1
}

// fresh reports whether a list can be paired without rematches. It puts the list in
// such an order.
func fresh(e *Simulator, list []uint16, round int) bool {
	for i := 1; i < len(list); i++ {
		if e.haveMet(list[0], list[i], round) {
			continue
		}
		list[1], list[i] = list[i], list[1]
		if fresh(e, list[2:], round) {
			return true
		}
		list[1], list[i] = list[i], list[1]
	}
	return len(list) == 0
}

// without returns the sum of squared differences of a group paired in order of points
// after one with v points has left it.
func (t *mixing) without(group, v int) int {
	sum, above, n := 0, 0, 0
	for w, here := range slices.Backward(t.level[group]) {
		if w == v {
			here--
		}
		if here > 0 && n%2 == 1 {
			sum += (above - w) * (above - w)
		}
		if here > 0 {
			above = w
		}
		n += here
	}
	return sum
}
