package kernel

// results plays the pairs of e.order.
func (e *Event) results(round int, first bool) {
	left := e.rules.Rounds - round
	if first && e.opt.Forced != nil || e.opt.Agreed != NoDraws && left <= 2 {
		e.carefulResults(round, first, e.order)
		return
	}
	words, met, order := e.words, e.met, e.order
	row := (*[size]uint16)(e.opp[round*e.players:])
	seats := &e.rules.seats
	buckets, players := e.buckets, e.players
	count := (*[maxPoints + 1]uint32)(e.count[:maxPoints+1])
	drawLimit, firstLimit, dropAt := e.drawLimit, e.firstLimit, e.dropAt
	gone, leaving := e.gone[:cap(e.gone)], len(e.gone)
	rng := e.rng
	for i := 1; i < len(order); i += 2 {
		a, b := order[i-1], order[i]
		k := outcome(rng.next(), drawLimit, firstLimit)
		x, y := words[a]+seats[0][k&15], words[b]+seats[1][k&15]
		words[a], words[b] = x, y
		met[a] |= 1 << (b & 63)
		met[b] |= 1 << (a & 63)
		row[a], row[b] = b, a

		// This is collect for both, written out.
		turn := rng.next()
		if x&lossesMask < dropAt {
			v := x >> pointsAt
			n := count[v]
			count[v] = n + 1
			at := int(v)*players + int(n)
			j := at - int(n) + int(turn>>32*uint64(n+1)>>32)
			buckets[at] = buckets[j]
			buckets[j] = a
		} else {
			gone[leaving] = a
			leaving++
		}
		if y&lossesMask < dropAt {
			v := y >> pointsAt
			n := count[v]
			count[v] = n + 1
			at := int(v)*players + int(n)
			j := at - int(n) + int(turn&0xffffffff*uint64(n+1)>>32)
			buckets[at] = buckets[j]
			buckets[j] = b
		} else {
			gone[leaving] = b
			leaving++
		}
	}
	e.rng, e.gone = rng, gone[:leaving]
}

const lossesMask Word = 31 << lossesAt

// outcome makes the outcome index of a match from 64 random bits, without a
// branch: bits 0 to 31 for the draw, 32 to 55 for the winner, 62 for the third
// game, 63 for the first turn.
func outcome(x, drawLimit, firstLimit uint64) uint64 {
	draw := (x&0xffffffff - drawLimit) >> 63
	firstWins := (x>>32&0xffffff - firstLimit) >> 63
	starts := x >> 63
	return ^(starts^firstWins)&1 | x>>61&thirdGame | draw<<2 | starts<<3
}

// carefulResults plays pairs of which some may be agreed or decided beforehand.
func (e *Event) carefulResults(round int, first bool, order []uint16) {
	agreed := e.opt.Agreed != NoDraws && e.rules.Rounds-round <= 2
	if agreed {
		e.countReach(round, order)
	}
	seats := &e.rules.seats
	for i := 1; i < len(order); i += 2 {
		a, b := order[i-1], order[i]
		k := outcome(e.rng.next(), e.drawLimit, e.firstLimit)
		dA, dB := seats[0][k&15], seats[1][k&15]
		if agreed && e.bothSafe(a, b, round) {
			dA, dB = e.rules.id, e.rules.id
		}
		if f := e.opt.Forced; first && f != nil && (int(a) == f.Player || int(b) == f.Player) {
			dA, dB = e.forced(f, int(a) == f.Player, k)
		}
		e.book(a, b, dA, dB, round)
	}
}

func (e *Event) forced(f *Forced, isFirst bool, k uint64) (dA, dB Word) {
	switch {
	case f.Outcome == 0 && f.Agreed:
		return e.rules.id, e.rules.id
	case f.Outcome == 0:
		k |= isDraw
	case (f.Outcome > 0) == isFirst:
		k = k&^isDraw | firstSeatWins
	default:
		k &^= isDraw | firstSeatWins
	}
	return e.rules.seats[0][k&15], e.rules.seats[1][k&15]
}

func (e *Event) book(a, b uint16, dA, dB Word, round int) {
	e.words[a] += dA
	e.words[b] += dB
	for _, p := range [2]uint16{a, b} {
		if w := e.words[p]; w&lossesMask < e.dropAt {
			e.collect(p, w)
		} else {
			e.gone = append(e.gone, p)
		}
	}
	e.met[a] |= 1 << (b & 63)
	e.met[b] |= 1 << (a & 63)
	row := e.opp[round*e.players:]
	row[a], row[b] = b, a
}

// finishRound draws the results that are missing in a round under way.
func (e *Event) finishRound(round int) {
	order := e.order[:0]
	clear(e.count)
	for _, p := range e.active {
		if !e.from.seated[p] {
			e.collect(p, e.words[p])
		}
	}
	for _, t := range e.from.open {
		order = append(order, t[0], t[1])
	}
	e.carefulResults(round, true, order)
}

// countReach counts players by the points they can still reach: all rounds won.
// In the round under way only the tables of order are open.
func (e *Event) countReach(round int, order []uint16) {
	clear(e.reach)
	after := (e.rules.Rounds - round - 1) * e.rules.Win
	for _, p := range e.active {
		e.reach[e.words[p].Points()+after]++
	}
	for _, p := range order {
		v := e.words[p].Points() + after
		e.reach[v]--
		e.reach[v+e.rules.Win]++
	}
	for v := len(e.reach) - 2; v >= 0; v-- {
		e.reach[v] += e.reach[v+1]
	}
}

// bothSafe reports whether a and b can draw all their rounds and still be sure
// of the cut (EX-23). Results drawn earlier in the same loop do not matter: the
// count was made before them, but the points of a and b are their own.
func (e *Event) bothSafe(a, b uint16, round int) bool {
	r := e.rules
	left := r.Rounds - round
	if limit := e.opt.CutPoints; limit > 0 && min(e.words[a].Points(), e.words[b].Points())+left*r.Draw >= limit {
		return true
	}
	return e.worse(a, b, left) < e.opt.Cut && e.worse(b, a, left) < e.opt.Cut
}

// worse counts the players who may end up ahead of p: those who can reach more
// points than p has after drawing everything, or as many in strict mode. The
// opponent of this round draws it too.
func (e *Event) worse(p, opponent uint16, left int) int {
	r := e.rules
	limit := e.words[p].Points() + left*r.Draw
	if e.opt.Agreed == LiteralDraws {
		limit++
	}
	n := int(e.reach[limit])
	best := left * r.Win
	if e.words[p].Points()+best >= limit {
		n--
	}
	q := e.words[opponent].Points()
	if q+best >= limit && q+best-r.Win+r.Draw < limit {
		n--
	}
	return n
}
