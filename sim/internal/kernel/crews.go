package kernel

import (
	"math"
	"math/bits"

	"topcut/tournament/ledger"
)

// crews plays matches on boards for a Simulator.
type crews struct {
	boards   int
	sides    bool    // the first side of a board is an advantage to who has it, which alternates
	drawn    float64 // chance of a board to be drawn
	even     *lots   // of a match of equals, by outcome index
	supposed [2]*lots
	tables   []crewTable
	now      []score // how these ended, in this trial
	open     []int   // memory of layBoards
}

// crewTable is an open table of the round under way: the scores that it can end with.
type crewTable struct {
	lots   *lots
	scores []score
	words  [][2]Word
}

// newCrews returns nil if matches are not played on boards.
func newCrews(e *Simulator) *crews {
	set := e.rules.Set
	if set.Boards == 0 {
		return nil
	}
	c := &crews{boards: set.Boards, sides: len(set.Seats.Sides) > 0, drawn: float64(e.opt.DrawChance) / 200}
	scores, all := scoresOf(c.boards), uint16(1<<c.boards-1)
	if e.opt.Edge == nil {
		both := c.eachStart(func(starts bool) []float64 { return e.chancesOf(0, 0, all, starts) })
		c.even = newLots(both)
		if f := e.opt.Forced; f != nil {
			for seat := range c.supposed {
				c.supposed[seat] = newLots(c.eachStart(func(starts bool) []float64 {
					return supposing(scores, e.chancesOf(0, 0, all, starts), f.outcome(seat == 0))
				}))
			}
		}
	}
	for i, t := range e.from.open {
		u := e.from.under[i]
		left := scoresOf(bits.OnesCount16(u.open))
		table := crewTable{}
		for _, s := range left {
			end := u.plus(s)
			table.scores, table.words = append(table.scores, end), append(table.words, e.rules.scored(end))
		}
		odds := e.chancesOf(int(t[0]), int(t[1]), u.open, true)
		if f := e.opt.Forced; f != nil && (f.Player == int(t[0]) || f.Player == int(t[1])) {
			odds = supposing(table.scores, odds, f.outcome(f.Player == int(t[0])))
		}
		table.lots = newLots(odds)
		c.tables = append(c.tables, table)
	}
	c.now = make([]score, len(c.tables))
	return c
}

// outcome returns the supposed outcome of the first side, who may be the player.
func (f *Forced) outcome(isFirst bool) int {
	if isFirst {
		return f.Outcome
	}
	return -f.Outcome
}

// eachStart returns the chances of outcome indices, whoever starts.
func (c *crews) eachStart(of func(starts bool) []float64) (all []float64) {
	with, without := of(true), of(false)
	for i := range with {
		all = append(all, with[i]/2, without[i]/2)
	}
	return all
}

// supposing returns the chances of scores if the first side has a given outcome: only those
// count, each as much as any other where none can happen by itself.
func supposing(scores []score, odds []float64, outcome int) []float64 {
	out, sum := make([]float64, len(odds)), 0.0
	for i, s := range scores {
		if is, _ := s.outcome(); is == outcome {
			out[i] = odds[i]
			sum += odds[i]
		}
	}
	for i, s := range scores {
		if is, _ := s.outcome(); sum == 0 && is == outcome {
			out[i] = 1
		}
	}
	return out
}

// chancesOf returns the chances of the scores of some boards between a and b; starts means
// that a has the first side on the first board.
func (e *Simulator) chancesOf(a, b int, open uint16, starts bool) []float64 {
	var boards [][2]float64
	for ; open != 0; open &= open - 1 {
		win := e.winOf(a, b, starts == (bits.TrailingZeros16(open)&1 == 0))
		played := 1 - e.opt.draws()
		boards = append(boards, [2]float64{played * win, played * (1 - win)})
	}
	return chances(boards)
}

// draws returns the chance of a draw.
func (o *Options) draws() float64 { return float64(o.DrawChance) / 200 }

// winOf returns the chance of a to win a board that is not drawn, with the first side of it or
// with the other.
func (e *Simulator) winOf(a, b int, starts bool) float64 {
	edge := 0.0
	if e.opt.Edge != nil {
		edge = e.opt.Edge(a, b)
	}
	with, without := 1/(1+math.Exp(-edge-e.startEdge)), 1/(1+math.Exp(-edge+e.startEdge))
	switch {
	case len(e.rules.Set.Seats.Sides) == 0: // a coin
		return (with + without) / 2
	case starts:
		return with
	}
	return without
}

// boardResults plays the pairs of e.order on boards.
func (e *Simulator) boardResults(round int, first bool, order []uint16) {
	c, f := e.crews, e.opt.Forced
	for ; len(order) > 1; order = order[2:] {
		a, b := order[0], order[1]
		var k int
		switch {
		case first && f != nil && (int(a) == f.Player || int(b) == f.Player):
			k = e.supposed(a, b)
		case e.opt.Edge != nil:
			k = e.boardByBoard(a, b)
		default:
			k = int(c.even.draw(e.rng.next() >> 32))
		}
		e.book(a, b, k, round)
	}
}

// boardByBoard plays a match of two of unequal strength.
func (e *Simulator) boardByBoard(a, b uint16) int {
	x := e.rng.next()
	starts := x&1 == 0
	draws := e.opt.draws()
	var limits [2]float64 // below it the first wins, on odd and on even boards
	for i := range limits {
		limits[i] = draws + (1-draws)*e.winOf(int(a), int(b), starts == (i == 0))
	}
	won, lost := 0, 0
	for board := range e.crews.boards {
		switch v := float64(e.rng.next()>>11) / (1 << 53); {
		case v < draws:
		case v < limits[board&1]:
			won++
		default:
			lost++
		}
	}
	return 2*scoreAt(e.crews.boards, won, lost) + int(x&1)
}

// supposed plays the match of the player whose result is not left to chance.
func (e *Simulator) supposed(a, b uint16) int {
	seat := 0
	if int(b) == e.opt.Forced.Player {
		seat = 1
	}
	odds := e.crews.supposed[seat]
	if odds == nil {
		scores, all := scoresOf(e.crews.boards), uint16(1<<e.crews.boards-1)
		odds = newLots(e.crews.eachStart(func(starts bool) []float64 {
			return supposing(scores, e.chancesOf(int(a), int(b), all, starts), e.opt.Forced.outcome(seat == 0))
		}))
	}
	return int(odds.draw(e.rng.next() >> 32))
}

// layBoards writes the boards of a match of a round that is ranked by package standings: those
// without a result have the given score in any order, as equals have.
func (e *Simulator) layBoards(r *ledger.Round, at int, left score) {
	for len(r.Boards) <= at {
		r.Boards = append(r.Boards, nil)
	}
	list, open, known := &r.Boards[at], e.crews.open[:0], []ledger.Match(nil)
	if round := int(r.Number) - 1; round < len(e.from.source.Rounds) && at < len(e.from.source.Rounds[round].Boards) {
		known = e.from.source.Rounds[round].Boards[at]
	}
	*list = append((*list)[:0], known...)
	for b := range e.crews.boards {
		if b == len(*list) {
			*list = append(*list, ledger.Match{N: 2, Seats: r.Matches[at].Seats})
		}
		if !(*list)[b].Finished() {
			open = append(open, b)
		}
	}
	e.crews.open = open
	for i, n := range left {
		for range n {
			k := e.rng.below(len(open))
			board := &(*list)[open[k]]
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
