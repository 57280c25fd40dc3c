package kernel

import "math"

// results plays the pairs of e.order.
func (e *Simulator) results(round int, first bool) {
	order := e.order
	switch {
	case e.crews != nil:
		e.boardResults(round, first, order)
		return
	case first && e.opt.Forced != nil || e.opt.Edge != nil || e.record != nil:
		if e.agrees(round) {
			e.careful(round)
		}
		e.carefulResults(round, first, order)
		return
	case e.agrees(round):
		n := e.careful(round)
		e.carefulResults(round, first, order[:n])
		order = order[n:]
	}
	if len(order) == len(e.order) && e.piling(round) {
		e.pileUp(round)
		return
	}
	// One random number is enough for two matches.
	m, w, row, rng := e.memory, e.wheel, (*[size]uint16)(e.opp[round*e.players:]), e.rng
	for ; len(order) > 3; order = order[4:] {
		rng += stride
		x := rng.mix()
		a, b := order[0], order[1]
		m.play(a, b, w.spin(x>>32))
		row[a], row[b] = b, a
		a, b = order[2], order[3]
		m.play(a, b, w.spin(uint64(uint32(x))))
		row[a], row[b] = b, a
	}
	if len(order) > 1 {
		a, b := order[0], order[1]
		m.play(a, b, w.spin(rng.next()>>32))
		row[a], row[b] = b, a
	}
	e.rng = rng
}

// agrees reports whether players may agree on draws in a round: in the last two, but
// not while groups play apart, in a round robin or on boards.
func (e *Simulator) agrees(round int) bool {
	return e.opt.Agreed != NoDraws && e.crews == nil && e.rules.Rounds-round <= 2 && round >= e.from.apart && e.robin(round) == nil
}

// play books a match, except the opponents by round, so that it can be inlined.
func (m *memory) play(a, b uint16, outcome uint8) {
	x, y := m.words[a]+m.firsts[outcome], m.words[b]+m.seconds[outcome]
	m.words[a], m.words[b] = x, y
	m.count[x>>pointsAt]++
	m.count[y>>pointsAt]++
	m.met[a] |= 1 << (b & 63)
	m.met[b] |= 1 << (a & 63)
}

const lossesMask Word = 31 << lossesAt

// carefulResults plays pairs of which some may be agreed or decided beforehand, or
// are of unequal strength.
func (e *Simulator) carefulResults(round int, first bool, order []uint16) {
	agreed := e.agrees(round)
	for i := 1; i < len(order); i += 2 {
		a, b := order[i-1], order[i]
		k := uint64(e.wheel.spin(e.rng.next() >> 32))
		if e.opt.Edge != nil {
			k = e.unequal(a, b, k)
		}
		if agreed && e.agree(a, b, round) {
			k = e.agreed(k)
		}
		if f := e.opt.Forced; first && f != nil && (int(a) == f.Player || int(b) == f.Player) {
			k = e.forced(k, int(a) == f.Player)
		}
		e.book(a, b, int(k), round)
	}
}

// unequal draws the winner again: by the strength of the two and by the first turn,
// whose advantages add up as log-odds.
func (e *Simulator) unequal(a, b uint16, k uint64) uint64 {
	edge := e.opt.Edge(int(a), int(b))
	if k&firstSeatStarts != 0 {
		edge += e.startEdge
	} else {
		edge -= e.startEdge
	}
	return withWinner(k, float64(e.rng.next()>>11)*(1+math.Exp(-edge)) < 1<<53)
}

// withWinner sets who wins in an outcome index.
func withWinner(k uint64, first bool) uint64 {
	k &^= starterWins
	if first == (k&firstSeatStarts != 0) {
		k |= starterWins
	}
	return k
}

// agreed makes an agreed draw of an outcome index.
func (e *Simulator) agreed(k uint64) uint64 {
	if e.opt.PlainDraws {
		return k | isDraw
	}
	return noteAgreed + k/firstSeatStarts
}

// forced returns the outcome index of the match of the player whose result is not left to
// chance, who may be the first.
func (e *Simulator) forced(k uint64, isFirst bool) uint64 {
	f := e.opt.Forced
	if k >= noteAgreed {
		k = (k - noteAgreed) * firstSeatStarts
	}
	switch {
	case f.Outcome == 0 && f.Agreed:
		return e.agreed(k)
	case f.Outcome == 0:
		return k | isDraw
	}
	return withWinner(k&^isDraw, (f.Outcome > 0) == isFirst)
}

func (e *Simulator) book(a, b uint16, outcome, round int) {
	e.words[a] += e.rules.seats[outcome][0]
	e.words[b] += e.rules.seats[outcome][1]
	for _, p := range [2]uint16{a, b} {
		e.count[e.words[p]>>pointsAt]++
	}
	e.note(round, a, noteFirst+outcome)
	e.met[a] |= 1 << (b & 63)
	e.met[b] |= 1 << (a & 63)
	row := e.opp[round*e.players:]
	row[a], row[b] = b, a
}

// finishRound draws the results that are missing in a round under way.
func (e *Simulator) finishRound(round int) {
	clear(e.count[:e.totals])
	for _, p := range e.active {
		if !e.from.seated[p] {
			e.count[e.words[p]>>pointsAt]++
		}
	}
	e.order = e.memory.seats[:0]
	for _, t := range e.from.open {
		e.order = append(e.order, t[0], t[1])
	}
	if e.agrees(round) {
		e.countReach(round, nil, e.order)
	}
	if e.crews != nil {
		e.finishBoards(round)
	} else {
		e.carefulResults(round, true, e.order)
	}
	e.countActive() // a player at a table may have dropped in this round
}

// careful returns how many players of the order, from its start, have to be asked
// whether they agree on a draw: the others have too few points to be sure of the
// cut.
func (e *Simulator) careful(round int) int {
	if e.mixed {
		e.countReach(round, nil, e.order)
		return len(e.order)
	}
	e.countReach(round, e.groups, nil)
	rest := (e.rules.Rounds - round) * e.rules.Draw
	if e.opt.Agreed != StrictDraws {
		rest++
	}
	// bothSafe subtracts at most two from the number of players who can reach as much,
	// and so does agree from those expected to.
	least := 0
	for least < len(e.reach) && int(e.reach[least]) >= e.places+2 && (e.opt.Agreed != UsualDraws || e.ahead[least] >= float64(e.places+2)) {
		least++
	}
	least -= rest
	if limit := e.opt.CutPoints; limit > 0 {
		least = min(least, limit-(e.rules.Rounds-round)*e.rules.Draw)
	}
	n := 0
	for _, g := range e.groups {
		if int(g.points) >= least {
			n = int(g.end)
		}
	}
	return n + n&1
}

// countReach counts players by the points they can still reach: all rounds won.
// Those at a table, in groups or one by one, can win this round; the others are in
// e.count.
func (e *Simulator) countReach(round int, groups []group, single []uint16) {
	clear(e.reach)
	after := (e.rules.Rounds - round - 1) * e.rules.Win
	for v, n := range e.count[:e.totals] {
		e.reach[v+after] += int32(n)
	}
	for _, g := range groups {
		e.reach[int(g.points)+after+e.rules.Win] += int32(g.end - g.start)
	}
	for _, p := range single {
		e.reach[e.words[p].Points()+after+e.rules.Win]++
	}
	for v := len(e.reach) - 2; v >= 0; v-- {
		e.reach[v] += e.reach[v+1]
	}
	if e.opt.Agreed == UsualDraws {
		e.expect(round, groups, single)
	}
}

// expect is countReach for what can be expected: every round won or lost evenly.
func (e *Simulator) expect(round int, groups []group, single []uint16) {
	clear(e.ahead)
	left := e.rules.Rounds - round
	for v, n := range e.count[:e.totals] {
		e.spread(v, left-1, float64(n))
	}
	for _, g := range groups {
		e.spread(int(g.points), left, float64(g.end-g.start))
	}
	for _, p := range single {
		e.spread(e.words[p].Points(), left, 1)
	}
	above := 0.0
	for v := len(e.ahead) - 1; v >= 0; v-- {
		at := e.ahead[v]
		e.ahead[v] = above + at/2
		above += at
	}
}

// spread adds n players with v points and one or two rounds, or none, to play.
func (e *Simulator) spread(v, left int, n float64) {
	if n == 0 {
		return
	}
	r := e.rules
	for wins, ways := range [3][]float64{{1}, {0.5, 0.5}, {0.25, 0.5, 0.25}}[left] {
		e.ahead[v+wins*r.Win+(left-wins)*r.Loss] += n * ways
	}
}

// above returns what a player with v points and left rounds to play adds to
// Simulator.ahead[limit].
func (r *Rules) above(v, left, limit int) float64 {
	sum := 0.0
	for wins, ways := range [3][]float64{{1}, {0.5, 0.5}, {0.25, 0.5, 0.25}}[left] {
		switch have := v + wins*r.Win + (left-wins)*r.Loss; {
		case have > limit:
			sum += ways
		case have == limit:
			sum += ways / 2
		}
	}
	return sum
}

// agree draws whether two players agree on a draw.
func (e *Simulator) agree(a, b uint16, round int) bool {
	if e.opt.Agreed != UsualDraws {
		return e.bothSafe(a, b, round)
	}
	chance := 0
	switch share := e.expectedAhead(a, b, round); {
	case share < e.opt.Habit.SafeBelow || e.bothSafe(a, b, round):
		chance = e.opt.Habit.Safe
	case share < e.opt.Habit.LikelyBelow:
		chance = e.opt.Habit.Likely
	}
	return chance > 0 && e.rng.below(200) < chance
}

// expectedAhead returns how many places of the cut those can be expected to take who end
// ahead of a, or of b if those are more, when the two draw all their rounds.
func (e *Simulator) expectedAhead(a, b uint16, round int) float64 {
	left, most := e.rules.Rounds-round, 0.0
	if e.places <= 0 {
		return math.Inf(1) // by points alone, which bothSafe looks at, or all are taken
	}
	for range 2 {
		limit, other := e.words[a].Points()+left*e.rules.Draw, e.words[b].Points()+left*e.rules.Draw
		n := e.ahead[limit] - e.rules.above(e.words[a].Points(), left, limit) - e.rules.above(e.words[b].Points(), left, limit) +
			e.rules.above(other, 0, limit)
		most = max(most, n)
		a, b = b, a
	}
	return most / float64(e.places)
}

// bothSafe reports whether a and b can draw all their rounds and still be sure
// of the cut (docs/rules/lorcana.md#lor-33). Results drawn earlier in the same loop do
// not matter: the count was made before them, but the points of a and b are their own.
func (e *Simulator) bothSafe(a, b uint16, round int) bool {
	r := e.rules
	left := r.Rounds - round
	if limit := e.opt.CutPoints; limit > 0 && min(e.words[a].Points(), e.words[b].Points())+left*r.Draw >= limit {
		return true
	}
	return e.worse(a, b, left) < e.places && e.worse(b, a, left) < e.places
}

// worse counts the players who may end up ahead of p: those who can reach more points
// than p has after drawing everything, or as many in strict mode. The opponent of this
// round draws it too.
func (e *Simulator) worse(p, opponent uint16, left int) int {
	r := e.rules
	limit := e.words[p].Points() + left*r.Draw
	if e.opt.Agreed != StrictDraws {
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
