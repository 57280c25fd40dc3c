package kernel

// lineUp orders the active players by points, each group shuffled: a counting sort by
// e.count, which the round before has left, fused with the inside-out shuffle of Fisher
// and Yates. It clears e.count for the next round.
func (e *Simulator) lineUp(round int) {
	groups, odd, m := e.groups[:cap(e.groups)], e.odd[:cap(e.odd)], e.memory
	at, g, k := 0, 0, 0
	for v := min(e.totals-1, e.rules.most*round); v >= 0; v-- {
		n := int(m.count[v&maxPoints])
		m.count[v&maxPoints] = 0
		m.starts[v&maxPoints] = uint32(at)
		m.taken[v&maxPoints] = 0
		groups[g] = group{uint16(at), uint16(at + n), uint16(v)}
		odd[k] = uint16(g)
		at += n
		some := min(n, 1)
		g += some
		k += some & at & 1
	}
	e.groups, e.odd, e.mixed = groups[:g], odd[:k], false
	e.order = m.seats[:at]
	full := e.piles != nil && e.piles.full
	switch {
	case round == 0 && e.opt.Alike:
		copy(e.order, e.active)
	case full:
		e.seatPiles()
	default:
		e.shuffle()
	}
	if e.piles != nil {
		e.piles.begin()
	}
}

// shuffle seats the players in the groups of their points. One random number is enough
// for two of them.
func (e *Simulator) shuffle() {
	active, m, rng := e.active, e.memory, e.rng
	for ; len(active) > 3; active = active[4:] { // four at once: their memory is waited for together
		rng += stride
		x := rng.mix()
		m.seat(active[0], x>>32)
		m.seat(active[1], uint64(uint32(x)))
		rng += stride
		x = rng.mix()
		m.seat(active[2], x>>32)
		m.seat(active[3], uint64(uint32(x)))
	}
	if len(active) > 1 {
		x := rng.next()
		m.seat(active[0], x>>32)
		m.seat(active[1], uint64(uint32(x)))
		active = active[2:]
	}
	if len(active) > 0 {
		m.seat(active[0], rng.next()>>32)
	}
	e.rng = rng
}

// seat gives a player a seat in the group of its points: the next one, then exchanged
// with a random one of those taken. x are 32 random bits.
func (m *memory) seat(p uint16, x uint64) {
	v := m.words[p] >> pointsAt
	n := m.taken[v]
	m.taken[v] = n + 1
	start := m.starts[v]
	j := start + uint32(x*uint64(n+1)>>32)
	m.seats[uint16(start+n)] = m.seats[uint16(j)]
	m.seats[uint16(j)] = p
}

// closeUp takes a place of the order that is no longer there out of the groups.
func (e *Simulator) closeUp(at int) {
	groups, odd := e.groups[:0], e.odd[:0]
	for _, g := range e.groups {
		if int(g.start) > at {
			g.start--
		}
		if int(g.end) > at {
			g.end--
		}
		if g.end == g.start {
			continue
		}
		if g.end&1 == 1 {
			odd = append(odd, uint16(len(groups)))
		}
		groups = append(groups, g)
	}
	e.groups, e.odd = groups, odd
}

// arrange makes opponents neighbours in e.order. As in package pairing, the drawn order
// is repaired inside the groups; if that is not enough, the groups that depend on each
// other are searched for a pairing whose point differences meet their lower bound; and
// if none is found, other groups help out.
func (e *Simulator) arrange(round int) {
	e.drawn = append(e.drawn[:0], e.order...)
	e.unproved, e.failed, e.grown = false, -1, 0
	e.sendDown(round)
	e.separate(round)
	if e.exact != nil && !e.mixed && e.repeated(round) {
		e.unproved = true
	}
	switch {
	case e.unproved && e.exact != nil: // the round is paired again
	case e.mixed:
		if e.grown >= floatCost*e.rules.Win*e.rules.Win {
			e.polish(round)
		}
		e.noteAllFloats(round)
	case e.avoid > 0:
		e.noteFloats(round)
	}
	if e.unproved {
		e.Unproved++
	}
}

// sendDown lets the last of each odd group go down who can, to the first of the
// next group who will do (docs/rules/lorcana.md#lor-29, LOR-65).
func (e *Simulator) sendDown(round int) {
	order, met := e.order, e.met
	recent := uint8(max(round-e.avoid, 0))
	for i := 0; i < len(e.odd); i++ {
		k := int(e.odd[i])
		end := e.groups[k].end
		a, b := order[end-1], order[end]
		if e.floats[a].down <= recent && e.floats[b].up <= recent && met[a]>>(b&63)&(met[b]>>(a&63))&1 == 0 || e.choose(k, round) {
			continue
		}
		first, last := e.chain(k)
		if !e.settle(first, last, round) {
			e.unproved = true
			continue
		}
		for i+1 < len(e.odd) && int(e.odd[i+1]) < last {
			i++
		}
	}
}

// choose is sendDown if the last and the first do not fit: of the pairs who have not
// met it takes the one with the fewest repeated floats. It returns false if a pair with
// fewer is ruled out only by the player who comes from above.
func (e *Simulator) choose(k, round int) bool {
	order, g, next := e.order, e.groups[k], e.groups[k+1]
	recent := uint8(max(round-e.avoid, 0))
	best, from, to := 3, 0, 0
	for at := int(g.end) - 1; at >= int(g.start+g.start&1) && best > 0; at-- {
		p, again := order[at], 0
		if e.floats[p].down > recent {
			again = 1
		}
		for i := int(next.start); i < int(next.end) && again < best; i++ {
			n := again
			if e.floats[order[i]].up > recent {
				n++
			}
			if n < best && !e.haveMet(p, order[i], round) {
				best, from, to = n, at, i
			}
		}
	}
	if best == 0 { // who was passed over says who cannot float
		e.piles.loosen(from, to+1)
	} else {
		e.piles.loosen(int(g.start), int(next.end))
	}
	if best < 3 {
		order[from], order[g.end-1] = order[g.end-1], order[from]
		order[to], order[next.start] = order[next.start], order[to]
	}
	if best > 0 && g.start&1 == 1 {
		for _, q := range order[next.start:next.end] {
			if e.repeats(order[g.start], q, round) < best {
				return false
			}
		}
	}
	return best < 3
}

// repeats counts the players who float the same way again if p goes down to q; 3 means
// a rematch.
func (e *Simulator) repeats(p, q uint16, round int) int {
	recent := max(round-e.avoid, 0)
	n := 0
	if int(e.floats[p].down) > recent {
		n++
	}
	if int(e.floats[q].up) > recent {
		n++
	}
	if e.haveMet(p, q, round) {
		n = 3
	}
	return n
}

// chain returns the first and the last of the groups that depend on each other and on
// group k: a player goes down between them.
func (e *Simulator) chain(k int) (first, last int) {
	first, last = k, k
	for e.groups[first].start&1 == 1 {
		first--
	}
	for e.groups[last].end&1 == 1 {
		last++
	}
	return first, last
}

// settle searches a chain of groups for a pairing that meets the lower bound, from
// the order in which it was drawn. Where it finds none, the order stays as it is.
func (e *Simulator) settle(first, last, round int) bool {
	if e.failed == first {
		return false
	}
	order, drawn := e.order[e.groups[first].start:e.groups[last].end], e.drawn[e.groups[first].start:e.groups[last].end]
	e.saved = append(e.saved[:0], order...)
	copy(order, drawn)
	e.piles.loosen(int(e.groups[first].start), int(e.groups[last].end))
	if e.proof.run(e, first, last, round) {
		return true
	}
	copy(order, e.saved)
	e.failed = first
	return false
}

// repeated reports whether a player floats the same way again between two groups, which
// package pairing does not accept as a proof either.
func (e *Simulator) repeated(round int) bool {
	for _, k := range e.odd {
		if end := e.groups[k].end; e.repeats(e.order[end-1], e.order[end], round) > 0 {
			return true
		}
	}
	return false
}

// noteFloats records the players who meet a player of the next group.
func (e *Simulator) noteFloats(round int) {
	for _, k := range e.odd {
		end := e.groups[k].end
		e.floats[e.memory.seats[end-1]].down = uint8(round + 1)
		e.floats[e.memory.seats[end]].up = uint8(round + 1)
	}
}

// noteAllFloats is noteFloats if any two players may meet.
func (e *Simulator) noteAllFloats(round int) {
	for i := 1; i < len(e.order); i += 2 {
		a, b := e.order[i-1], e.order[i]
		switch x, y := e.words[a]>>pointsAt, e.words[b]>>pointsAt; {
		case x > y:
			e.floats[a].down, e.floats[b].up = uint8(round+1), uint8(round+1)
		case x < y:
			e.floats[a].up, e.floats[b].down = uint8(round+1), uint8(round+1)
		}
	}
}

// separate removes rematches among neighbours.
func (e *Simulator) separate(round int) {
	order, m := e.order, e.memory
	for i := 0; i < len(order)-1; i += 2 {
		a, b := order[i], order[i+1]
		if m.met[a]>>(b&63)&(m.met[b]>>(a&63))&1 != 0 && e.haveMet(a, b, round) && !e.takeNext(i, round) {
			e.resolve(i, round)
		}
	}
}

// takeNext gives the player at place i, who has met the neighbour, the one after that,
// which nearly always works. It returns false if the two and the next pair are not all
// of one group.
func (e *Simulator) takeNext(i, round int) bool {
	order := e.order
	if i+3 >= len(order) {
		return false
	}
	a, b, c, d := order[i], order[i+1], order[i+2], order[i+3]
	x := e.words[a] >> pointsAt
	if e.words[b]>>pointsAt != x || e.words[c]>>pointsAt != x || e.words[d]>>pointsAt != x || e.haveMet(a, c, round) {
		return false
	}
	order[i+1], order[i+2] = c, b
	e.piles.loosen(i, i+4)
	return true
}

// haveMet looks two players up in the rounds that were played. Who is to be kept apart
// counts as met.
func (e *Simulator) haveMet(a, b uint16, round int) bool {
	if e.met[a]>>(b&63)&(e.met[b]>>(a&63))&1 == 0 {
		return false
	}
	if e.players <= 64 {
		return true
	}
	return e.inRows(a, b, round) || e.apart(a, b, round)
}

// resolve finds another partner for the player at place i, who has met the neighbour:
// inside the group the first possible one after them, or by breaking up a pair before
// them, or by a search; then by other players going down; then anywhere.
func (e *Simulator) resolve(i, round int) {
	k := 0
	for int(e.groups[k].end) <= i {
		k++
	}
	g := e.groups[k]
	if start := int(g.start + g.start&1); !e.mixed && i >= start && i+1 < int(g.end-g.end&1) {
		e.piles.loosen(start, int(g.end))
		if e.resolveIn(e.order[start:int(g.end-g.end&1)], i-start, round) {
			return
		}
		if first, last := e.chain(k); first < last && e.settle(first, last, round) {
			return
		}
	}
	e.unproved, e.mixed = true, true
	e.replace(i, round)
}

// resolveIn is resolve inside a group; players who leave it or come into it are not in
// the list.
func (e *Simulator) resolveIn(list []uint16, i, round int) bool {
	a := list[i]
	for j := i + 2; j < len(list); j++ {
		if !e.haveMet(a, list[j], round) {
			list[i+1], list[j] = list[j], list[i+1]
			return true
		}
	}
	return e.breakUp(list, i, round) || e.search.pairs(e, list, round)
}

// breakUp swaps partners between the pair at i, which may not meet, and an earlier
// one of the list.
func (e *Simulator) breakUp(list []uint16, i, round int) bool {
	a, b := list[i], list[i+1]
	for k := i - 2; k >= 0; k -= 2 {
		x, y := list[k], list[k+1]
		if !e.haveMet(a, x, round) && !e.haveMet(b, y, round) {
			list[k], list[k+1], list[i], list[i+1] = a, x, b, y
			return true
		}
		if !e.haveMet(a, y, round) && !e.haveMet(b, x, round) {
			list[k], list[k+1], list[i], list[i+1] = a, y, b, x
			return true
		}
	}
	return false
}
