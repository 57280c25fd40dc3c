package sim

import (
	"topcut/sim/internal/kernel"
)

// fixed is the unit in which tiebreakers are added up: whole numbers have the
// same sum in any order.
const fixed = 1 << 32

// spread adds up counts by chunk, for the variance between chunks; trials is the
// sum of n times the trials of the chunk, of which the last may have fewer.
type spread struct{ in, n, inIn, inN, nn, trials int64 }

// add counts a chunk of so many trials.
func (s *spread) add(in, n, trials int64) {
	s.trials += n * trials
	s.in += in
	s.n += n
	s.inIn += in * in
	s.inN += in * n
	s.nn += n * n
}

func (s *spread) merge(o spread) {
	s.trials += o.trials
	s.in += o.in
	s.n += o.n
	s.inIn += o.inIn
	s.inN += o.inN
	s.nn += o.nn
}

// nextResult counts results of the next round: [outcome][in the cut].
type nextResult [3][2]int64

// luck counts players with so many first turns. A coin is thrown for every round of the
// event, for one that a player does not play too: then it says nothing about who dropped,
// sat out or went on to the second day, and those with equally many are alike but for
// what the first turn is worth.
type luck struct{ players, wins, rounds, in int64 }

// totals is what one worker has counted, or all of them together.
type totals struct {
	p     *plan
	rules *kernel.Rules
	list  []kernel.Record // records that an event can end with

	chunk   []uint64     // of this chunk, by record: players, and those in the cut from bit 32 up
	records []spread     // by record
	values  [][]int64    // by tiebreak, then by record, in 1/fixed
	seen    []int64      // players behind values
	guide   []nextResult // by round, wins, losses
	luck    []luck       // by turns
	dayOne  []spread     // by record, after the first day
	day     []int64      // of this chunk
	column  []float64    // of one tiebreak
	inCut   []int64      // by player, 0 or 1
	width   int          // rounds + 1
	details int64        // tournaments looked at one by one
	line    struct{ n, clean, points, squares, places int64 }
}

func newTotals(r *kernel.Rules, p *plan) *totals {
	w := r.Rounds + 1
	t := &totals{
		p: p, rules: r, width: w,
		chunk: make([]uint64, kernel.Records), records: make([]spread, kernel.Records), seen: make([]int64, kernel.Records),
		guide: make([]nextResult, w*w*w), luck: make([]luck, w),
		column: make([]float64, p.c.Players), inCut: make([]int64, p.c.Players),
	}
	for range r.Tiebreaks() {
		t.values = append(t.values, make([]int64, kernel.Records))
	}
	if p.c.DayTwo != (Record{}) {
		t.dayOne, t.day = make([]spread, kernel.Records), make([]int64, kernel.Records)
	}
	for wins := range w {
		for losses := range w - wins {
			for draws := range w - wins - losses {
				t.list = append(t.list, kernel.NewRecord(wins, losses, draws))
			}
		}
	}
	return t
}

// add counts an event that has been played.
func (t *totals) add(e *kernel.Event, detailed bool) {
	line := e.Line(t.p.c.Cut)
	bubble, in := e.Bubble(line)
	words, active := e.Words(), e.Active()
	if len(active) == len(words) {
		limit := uint64(line.Points)
		for _, w := range words {
			above := (limit - uint64(w.Points())) >> 63
			t.chunk[w.Record()&(kernel.Records-1)] += 1 + above<<32
		}
	} else {
		for _, w := range words {
			t.chunk[w.Record()]++
		}
		for _, p := range active {
			if words[p].Points() > line.Points {
				t.chunk[words[p].Record()] += 1 << 32
			}
		}
	}
	for _, p := range bubble[:in] {
		t.chunk[words[p].Record()] += 1 << 32
	}
	t.addLine(line)
	if t.day != nil {
		for _, w := range e.Day() {
			t.day[w.Record()]++
		}
	}
	if detailed {
		clear(t.inCut)
		for _, p := range active {
			if words[p].Points() > line.Points {
				t.inCut[p] = 1
			}
		}
		for _, p := range bubble[:in] {
			t.inCut[p] = 1
		}
		t.addDetails(e)
	}
}

func (t *totals) addLine(l kernel.Line) {
	if l.Places == 0 {
		return
	}
	t.line.n++
	t.line.places += int64(l.Places)
	t.line.points += int64(l.Points)
	t.line.squares += int64(l.Points) * int64(l.Points)
	if l.Clean() {
		t.line.clean++
	}
}

func (t *totals) addDetails(e *kernel.Event) {
	t.details++
	words := e.Words()
	for i, sums := range t.values {
		e.Values(i, t.column)
		for p, v := range t.column {
			sums[words[p].Record()] += int64(v * fixed)
		}
	}
	for p, w := range words {
		t.seen[w.Record()]++
		row := &t.luck[e.FirstTurns(p)]
		rec := w.Record()
		row.players++
		row.wins += int64(rec.Wins())
		row.rounds += int64(rec.Wins() + rec.Losses() + rec.Draws())
		row.in += t.inCut[p]
	}
	for round := range t.rules.Rounds {
		before, after := e.After(round), e.After(round+1)
		for p := range words {
			a, b := before[p].Record(), after[p].Record()
			if a == b {
				continue // not in the round
			}
			d := b - a // a win, a loss or a draw; told apart without a branch
			outcome := d>>5&1 + d&1<<1
			t.guide[(round*t.width+a.Wins())*t.width+a.Losses()][outcome][t.inCut[p]]++
		}
	}
}

// endChunk books the counts of a chunk of so many trials.
func (t *totals) endChunk(trials int) {
	for _, rec := range t.list {
		if x := t.chunk[rec]; x != 0 {
			t.records[rec].add(int64(x>>32), int64(x&0xffffffff), int64(trials))
			t.chunk[rec] = 0
		}
		if t.day != nil && t.day[rec] != 0 {
			t.dayOne[rec].add(0, t.day[rec], int64(trials))
			t.day[rec] = 0
		}
	}
}

// merge adds the counts of a worker.
func (t *totals) merge(o *totals) {
	for _, rec := range t.list {
		t.records[rec].merge(o.records[rec])
		t.seen[rec] += o.seen[rec]
		for i := range t.values {
			t.values[i][rec] += o.values[i][rec]
		}
		if t.dayOne != nil {
			t.dayOne[rec].merge(o.dayOne[rec])
		}
	}
	for i := range t.guide {
		for outcome := range 3 {
			for in := range 2 {
				t.guide[i][outcome][in] += o.guide[i][outcome][in]
			}
		}
	}
	for i := range t.luck {
		a, b := &t.luck[i], &o.luck[i]
		a.players += b.players
		a.wins += b.wins
		a.rounds += b.rounds
		a.in += b.in
	}
	t.details += o.details
	t.line.n += o.line.n
	t.line.clean += o.line.clean
	t.line.points += o.line.points
	t.line.squares += o.line.squares
	t.line.places += o.line.places
}
