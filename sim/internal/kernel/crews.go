package kernel

import (
	"math"
	"math/bits"
	"slices"

	"topcut/tournament/ledger"
)

// crews plays matches on boards for a Simulator.
type crews struct {
	takes    []uint8                               // by player, how many boards the crew can take
	even     [mostBoards + 1][mostBoards + 1]*lots // of equals, by how many the two can take; nil until needed
	supposed map[[2]uint16]*lots                   // with Options.Forced, by the two players
	tables   []crewTable
	now      []score // how these ended, in this trial
	open     []int   // memory of layBoards
}

// crewTable is an open table of the round under way: the scores that it can end with.
type crewTable struct {
	under
	lots   *lots
	scores []score
	words  [][2]Word
}

// useBoards makes e.crews if matches are played on boards.
func (e *Simulator) useBoards() {
	boards := e.rules.Set.Boards
	if boards == 0 {
		return
	}
	c := &crews{takes: make([]uint8, e.players), supposed: map[[2]uint16]*lots{}, now: make([]score, len(e.from.open))}
	for p := range c.takes {
		if c.takes[p] = uint8(boards); e.opt.Members != nil {
			c.takes[p] = uint8(min(boards, e.opt.Members[p]))
		}
	}
	e.crews = c
	for i, t := range e.from.open {
		f := e.opt.Forced
		if f != nil && f.Player != int(t[0]) && f.Player != int(t[1]) {
			f = nil
		}
		table := crewTable{under: e.from.under[i]}
		if !table.dealt {
			table.under = e.deal(t[0], t[1], f)
		}
		table.scores = table.plays()
		for _, end := range table.scores {
			table.words = append(table.words, e.rules.scored(end))
		}
		table.lots = newLots(e.chancesOf(t[0], t[1], table.under, true, f))
		c.tables = append(c.tables, table)
	}
}

// deal returns a match to come between a and b, of which the last boards are over if either has
// no member for them. f, if not nil, is a result of one of them: if they cannot bring it about
// all boards are open, as if their crews were full.
func (e *Simulator) deal(a, b uint16, f *Forced) under {
	x, y := int(e.crews.takes[a]), int(e.crews.takes[b])
	both := min(x, y)
	u := under{score: score{x - both, y - both}, open: 1<<both - 1}
	if f != nil && !slices.ContainsFunc(u.plays(), func(end score) bool { return end.is(f.outcome(f.Player == int(a))) }) {
		return e.rules.whole()
	}
	return u
}

// lotsOf returns the lots of a match to come between a and b, among outcome indices. f, if not
// nil, is its result for one of them.
func (e *Simulator) lotsOf(a, b uint16, f *Forced) *lots {
	u := e.deal(a, b, f)
	with, without := e.chancesOf(a, b, u, true, f), e.chancesOf(a, b, u, false, f)
	var odds []float64
	var outcomes []uint16
	for i, end := range u.plays() {
		k := uint16(e.rules.indexOf(end))
		odds, outcomes = append(odds, with[i], without[i]), append(outcomes, k, k+1)
	}
	return newLots(odds).named(outcomes)
}

// outcome returns the supposed outcome of the first side, who may be the player.
func (f *Forced) outcome(isFirst bool) int {
	if isFirst {
		return f.Outcome
	}
	return -f.Outcome
}

// supposing returns the chances of scores if the first side has a given outcome: only those
// count, each as much as any other where none can happen by itself.
func supposing(scores []score, odds []float64, outcome int) []float64 {
	out, sum := make([]float64, len(odds)), 0.0
	for i, s := range scores {
		if s.is(outcome) {
			out[i] = odds[i]
			sum += odds[i]
		}
	}
	for i, s := range scores {
		if sum == 0 && s.is(outcome) {
			out[i] = 1
		}
	}
	return out
}

// chancesOf returns the chances of the scores that a match between a and b can end with, in the
// order of plays; starts means that a has the first side on the first board. f, if not nil, is
// a result of one of them.
func (e *Simulator) chancesOf(a, b uint16, u under, starts bool, f *Forced) []float64 {
	wins, played := e.winsOf(a, b), 1-e.opt.draws()
	var boards [][2]float64
	for open := u.open; open != 0; open &= open - 1 {
		win := wins[0]
		if starts != (bits.TrailingZeros16(open)&1 == 0) {
			win = wins[1]
		}
		boards = append(boards, [2]float64{played * win, played * (1 - win)})
	}
	if f == nil {
		return chances(boards)
	}
	return supposing(u.plays(), chances(boards), f.outcome(f.Player == int(a)))
}

// draws returns the chance of a draw.
func (o *Options) draws() float64 { return float64(o.DrawChance) / 200 }

// winsOf returns the chances of a to win a board that is not drawn, with the first side of it and
// with the other.
func (e *Simulator) winsOf(a, b uint16) [2]float64 {
	edge := 0.0
	if e.opt.Edge != nil {
		edge = e.opt.Edge(int(a), int(b))
	}
	with, without := 1/(1+math.Exp(-edge-e.startEdge)), 1/(1+math.Exp(-edge+e.startEdge))
	if len(e.rules.Set.Seats.Sides) == 0 { // a coin
		with = (with + without) / 2
		without = with
	}
	return [2]float64{with, without}
}

// boardResults plays the pairs of e.order on boards.
func (e *Simulator) boardResults(round int, first bool, order []uint16) {
	f := e.opt.Forced
	for ; len(order) > 1; order = order[2:] {
		a, b := order[0], order[1]
		var k int
		switch {
		case first && f != nil && (int(a) == f.Player || int(b) == f.Player):
			k = int(e.supposed(a, b).draw(e.rng.next() >> 32))
		case e.opt.Edge != nil:
			k = e.boardByBoard(a, b)
		default:
			k = int(e.even(a, b).draw(e.rng.next() >> 32))
		}
		e.book(a, b, k, round)
	}
}

// boardByBoard plays a match of two of unequal strength.
func (e *Simulator) boardByBoard(a, b uint16) int {
	second := int(e.rng.next() & 1) // 1 if b has the first side on the first board
	draws, wins := e.opt.draws(), e.winsOf(a, b)
	var limits [2]float64 // below it the first wins, on odd and on even boards
	for i := range limits {
		limits[i] = draws + (1-draws)*wins[i^second]
	}
	u := e.deal(a, b, nil)
	end := u.score
	for board := range bits.OnesCount16(u.open) {
		switch v := float64(e.rng.next()>>11) / (1 << 53); {
		case v < draws:
			end[2]++
		case v < limits[board&1]:
			end[0]++
		default:
			end[1]++
		}
	}
	return e.rules.indexOf(end) + second
}

// even returns the lots of a match of equals.
func (e *Simulator) even(a, b uint16) *lots {
	c := e.crews
	l := &c.even[c.takes[a]][c.takes[b]]
	if *l == nil {
		*l = e.lotsOf(a, b, nil)
	}
	return *l
}

// supposed returns the lots of the match of the player whose result is not left to chance.
func (e *Simulator) supposed(a, b uint16) *lots {
	l := e.crews.supposed[[2]uint16{a, b}]
	if l == nil {
		l = e.lotsOf(a, b, e.opt.Forced)
		e.crews.supposed[[2]uint16{a, b}] = l
	}
	return l
}

// begun returns how a match to come between a and b was dealt that has ended with a score.
func (e *Simulator) begun(a, b uint16, end score) under {
	if u := e.deal(a, b, nil); u.leadsTo(end) {
		return u
	}
	return e.rules.whole()
}

// layBoards writes the boards of a match of a round that is ranked by package standings, which
// has ended with a score: those that were over when it was dealt, and the others in any order,
// as equals have.
func (e *Simulator) layBoards(r *ledger.Round, at int, u under, end score) {
	for len(r.Boards) <= at {
		r.Boards = append(r.Boards, nil)
	}
	list, open := r.Boards[at][:0], e.crews.open[:0]
	if u.dealt {
		list = append(list, e.from.source.Rounds.At(int(r.Number)).Boards[at]...)
	}
	for b := range e.rules.Set.Boards {
		if b == len(list) {
			list = append(list, ledger.Match{N: 2, Seats: r.Matches[at].Seats})
		}
		switch {
		case u.open>>b&1 == 1:
			open = append(open, b)
		case !u.dealt:
			e.vacate(&list[b], b)
		}
	}
	r.Boards[at], e.crews.open = list, open
	for i, n := range end.less(u.score) {
		for range n {
			k := e.rng.below(len(open))
			board := &list[open[k]]
			is := i
			if is < 2 && board.Seats[0] != r.Matches[at].Seats[0] {
				is = 1 - is
			}
			board.Result = ledger.Result{Form: ledger.Games}
			board.Result.V[is] = 1
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
		}
	}
}

// vacate ends a board, by its place from 0, for which a crew has no member.
func (e *Simulator) vacate(board *ledger.Match, b int) {
	var missing [2]bool
	for seat, p := range board.Players() {
		missing[seat] = b >= int(e.crews.takes[p])
	}
	board.Kind, board.Result = ledger.Forfeit, ledger.Result{Form: ledger.Games, V: [4]int32{1}}
	switch missing {
	case [2]bool{true, true}:
		board.Kind, board.Result = ledger.DoubleLoss, e.rules.Set.BothLost()
	case [2]bool{true, false}:
		board.Seats[0], board.Seats[1] = board.Seats[1], board.Seats[0]
	}
}

// finishBoards plays what is left of the open tables.
func (e *Simulator) finishBoards(round int) {
	row := e.opp[round*e.players:]
	for i, t := range e.from.open {
		a, b, table := t[0], t[1], &e.crews.tables[i]
		k := table.lots.draw(e.rng.next() >> 32)
		e.crews.now[i] = table.scores[k]
		for seat, p := range t {
			e.words[p] += table.words[k][seat]
			e.count[e.words[p]>>pointsAt]++
		}
		e.met[a] |= 1 << (b & 63)
		e.met[b] |= 1 << (a & 63)
		row[a], row[b] = b, a
	}
}
