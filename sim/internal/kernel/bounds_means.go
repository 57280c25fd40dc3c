package kernel

// later lists how many opponents a player can get in the rounds that are not paired. A
// mean moves in one direction with each more of the same, so the fewest and the most
// suffice.
func (b *Bounds) later() []int {
	if b.sitOut && b.future > 0 {
		return []int{0, b.future}
	}
	return []int{b.future}
}

// opponents returns how many known opponents a player has.
func (b *Bounds) opponents(p int) int {
	n := 0
	for at := p; at < b.known*b.start.players; at += b.start.players {
		if b.start.opp[at] != none {
			n++
		}
	}
	return n
}

// weigh adds a weight to the share of every known opponent of a player.
func (b *Bounds) weigh(p int, weight int64) {
	for at := p; at < b.known*b.start.players; at += b.start.players {
		q := b.start.opp[at]
		if q == none {
			continue
		}
		if b.weight[q] == 0 {
			b.touched = append(b.touched, q)
		}
		b.weight[q] += weight
	}
}

// difference returns the most that the mean over the opponents of a can be above
// that of c, times the numbers of opponents of both.
func difference[T int64 | float64](b *Bounds, s *shares[T], a, c Path) T {
	var most T
	ka, kc := b.opponents(a.Player), b.opponents(c.Player)
	for i, fa := range b.later() {
		for j, fc := range b.later() {
			na, nc := max(ka+fa, 1), max(kc+fc, 1)
			b.weigh(a.Player, int64(nc))
			b.weigh(c.Player, -int64(na))
			d := largest(b, s, a, c)
			d += T(nc)*s.unknown(ka, fa, s.strongest(a)) - T(na)*s.unknown(kc, fc, s.weakest(c))
			if i+j == 0 || d > most {
				most = d
			}
		}
	}
	return most
}

// unknown returns what the opponents of rounds to come add to a sum over opponents.
func (s *shares[T]) unknown(known, later int, each T) T {
	if known+later == 0 {
		return s.empty
	}
	return T(later) * each
}

// most and least bound the mean over the opponents of one player.
func most[T int64 | float64](b *Bounds, s *shares[T], a Path) float64 {
	return alone(b, s, a, 1, s.strongest(a))
}

func least[T int64 | float64](b *Bounds, s *shares[T], c Path) float64 {
	return -alone(b, s, c, -1, s.weakest(c))
}

func alone[T int64 | float64](b *Bounds, s *shares[T], p Path, sign int64, each T) float64 {
	best := 0.0
	k := b.opponents(p.Player)
	for i, f := range b.later() {
		b.weigh(p.Player, sign)
		sum := largest(b, s, p, p) + T(sign)*s.unknown(k, f, each)
		if v := float64(sum) / float64(max(k+f, 1)); i == 0 || v > best {
			best = v
		}
	}
	return best
}

// largest returns the largest sum of weighted shares and forgets the weights. The
// two at an open table get there by the same result.
func largest[T int64 | float64](b *Bounds, s *shares[T], a, c Path) T {
	var sum T
	for _, x := range b.touched {
		w := b.weight[x]
		b.weight[x] = 0
		if b.table[x] < 0 || w == 0 {
			sum += s.weighted(int(x), NoTable, w, a, c)
			continue
		}
		t := b.start.open[b.table[x]]
		y := t[0] + t[1] - x
		v := b.weight[y]
		b.weight[y] = 0
		var best T
		first := true
		for _, o := range b.outcomesOf(int(x)) {
			if !a.allows(int(x), o) || !c.allows(int(x), o) || !a.allows(int(y), o.Mirror()) || !c.allows(int(y), o.Mirror()) {
				continue
			}
			d := s.weighted(int(x), o, w, a, c) + s.weighted(int(y), o.Mirror(), v, a, c)
			if first || d > best {
				best, first = d, false
			}
		}
		sum += best
	}
	b.touched = b.touched[:0]
	return sum
}

// allows reports whether a player's table may end so.
func (p Path) allows(player int, o Outcome) bool { return p.Player != player || p.Outcome == o }

// weighted returns the most that a share times its weight can be.
func (s *shares[T]) weighted(p int, o Outcome, weight int64, a, c Path) T {
	if weight == 0 {
		return 0
	}
	sp := &s.free[p][o]
	switch p {
	case a.Player:
		sp = s.rising(a)
	case c.Player:
		sp = s.falling(c)
	}
	if weight > 0 {
		return T(weight) * sp.high
	}
	return T(weight) * sp.low
}

// twice returns the most that the mean of the opponents' means of a can be above
// that of c in the last round, times the numbers of opponents of both.
func (b *Bounds) twice(m *measure, a, c Path) int64 {
	na, nc := max(b.opponents(a.Player), 1), max(b.opponents(c.Player), 1)
	fixed := b.weighTwice(m, a.Player, int64(nc)) + b.weighTwice(m, c.Player, -int64(na))
	return fixed + largest(b, &m.whole, a, c)
}

// weighTwice weighs the opponents of a player's opponents and returns what is
// already fixed, over scale * means.
func (b *Bounds) weighTwice(m *measure, p int, weight int64) (fixed int64) {
	if b.opponents(p) == 0 {
		return weight * int64(m.empty)
	}
	for at := p; at < b.known*b.start.players; at += b.start.players {
		q := b.start.opp[at]
		if q == none {
			continue
		}
		if v, ok := b.settled(m, int(q)); ok {
			fixed += weight * v
			continue
		}
		b.weigh(int(q), weight*int64(b.rules.over[b.opponents(int(q))]))
	}
	return fixed
}

// settled returns the mean over the opponents of a player if it no longer depends on
// results: it was frozen when the player dropped, or there are none.
func (b *Bounds) settled(m *measure, p int) (mean int64, ok bool) {
	if m.freeze && int(b.start.left[p]) <= b.start.played {
		return int64(b.played().frozen(m.step, uint16(p))), true
	}
	if b.opponents(p) == 0 && (b.future == 0 || b.start.out[p]) {
		return int64(m.empty), true
	}
	return 0, false
}

// meanShares replaces shares by the means over the opponents, which then are between
// their extremes each for itself.
func (b *Bounds) meanShares(m *measure) {
	n := len(b.table)
	fold := make([]spread[int64], n)
	var in []int
	var highs, lows []int64
	for p := range n {
		for i, o := range b.outcomesOf(p) {
			sp := m.whole.free[p][o]
			if i == 0 {
				fold[p] = sp
			}
			fold[p].take(sp.low)
			fold[p].take(sp.high)
		}
		if !b.start.out[p] {
			in, highs, lows = append(in, p), append(highs, fold[p].high), append(lows, fold[p].low)
		}
	}
	high, low := extremeOf(in, highs, above), extremeOf(in, lows, below)
	means := shares[int64]{free: make([]byOutcome[int64], n), empty: int64(m.empty)}
	highs, lows = highs[:0], lows[:0]
	for p := range n {
		var sp spread[int64]
		if v, ok := b.settled(m, p); ok {
			sp = spread[int64]{v, v}
		} else {
			sp = b.meanSpread(m, p, fold, high.without(p), low.without(p))
		}
		for o := range means.free[p] {
			means.free[p][o] = sp
		}
		if !b.start.out[p] {
			highs, lows = append(highs, sp.high), append(lows, sp.low)
		}
	}
	means.upward, means.down = means.free, means.free
	means.best, means.worst = extremeOf(in, highs, above), extremeOf(in, lows, below)
	means.beaten, means.victor = means.best, means.worst
	m.whole = means
}

// meanSpread is between what the mean over the opponents of one player can be, over
// scale * means.
func (b *Bounds) meanSpread(m *measure, p int, fold []spread[int64], high, low int64) (sp spread[int64]) {
	later := b.later()
	if b.start.out[p] {
		later = []int{0}
	}
	var sum spread[int64]
	for at := p; at < b.known*b.start.players; at += b.start.players {
		if q := b.start.opp[at]; q != none {
			sum.low += fold[q].low
			sum.high += fold[q].high
		}
	}
	k := b.opponents(p)
	for i, f := range later {
		each := spread[int64]{int64(m.empty), int64(m.empty)}
		if k+f > 0 {
			over := int64(b.rules.over[k+f])
			each = spread[int64]{(sum.low + int64(f)*low) * over, (sum.high + int64(f)*high) * over}
		}
		if i == 0 {
			sp = each
		}
		sp.take(each.low)
		sp.take(each.high)
	}
	return sp
}
