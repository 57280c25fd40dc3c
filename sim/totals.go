package sim

import (
	"math"

	"topcut/sim/internal/kernel"
)

// fixed is the unit in which tiebreakers are added up: whole numbers have the
// same sum in any order.
const fixed = 1 << 32

// spread adds up counts by chunk, for the variance between chunks; trials is the
// sum of n times the trials of the chunk, of which the last may have fewer.
type spread struct{ in, n, inIn, inN, nn, trials int64 }

// add counts a chunk of trials.
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

// luck counts players with equally many first turns. A coin is tossed for every round
// of the event, also for one that a player does not play: then it does not depend on
// who dropped, sat out or went on to the second day, and players with equally many are
// alike except for what the first turn is worth.
type luck struct{ players, wins, rounds, in int64 }

// totals is what one worker has counted, or all of them together.
type totals struct {
	p       *plan
	rules   *kernel.Rules
	list    []kernel.Record // records that an event can end with
	entries []*entries      // into each stage that only some players enter, the cut last
	values  [][]int64       // by tiebreak, then by record, in 1/fixed
	seen    []int64         // players behind values
	column  []float64       // of one tiebreak
	details int64           // tournaments looked at one by one
	active  []uint16        // who could still make the cut
	ahead   []uint16        // who makes it
}

// entries counts who enters a stage, by what they had after the given number of rounds.
type entries struct {
	rounds  int
	width   int          // rounds of the event + 1
	chunk   []uint64     // of this chunk, by record: players, and those who enter from bit 32 up
	records []spread     // by record
	guide   []nextResult // by round, wins, losses
	luck    []luck       // by turns
	in      []int64      // by player, 0 or 1
	line    struct {
		events, places, clean int64
		last                  spread // points of the last in, by how many are in: of each group if it has separate places
	}
}

func newTotals(r *kernel.Rules, p *plan) *totals {
	w := r.Rounds + 1
	t := &totals{
		p: p, rules: r, seen: make([]int64, kernel.Records), column: make([]float64, p.c.Players),
	}
	for range r.Tiebreaks() {
		t.values = append(t.values, make([]int64, kernel.Records))
	}
	for _, d := range p.c.days(r) {
		t.entries = append(t.entries, newEntries(d.Rounds, w, p.c.Players))
	}
	t.entries = append(t.entries, newEntries(r.Rounds, w, p.c.Players))
	for wins := range w {
		for losses := range w - wins {
			for draws := range w - wins - losses {
				t.list = append(t.list, kernel.NewRecord(wins, losses, draws))
			}
		}
	}
	return t
}

func newEntries(rounds, width, players int) *entries {
	return &entries{
		rounds: rounds, width: width, chunk: make([]uint64, kernel.Records), records: make([]spread, kernel.Records),
		guide: make([]nextResult, width*width*width), luck: make([]luck, width), in: make([]int64, players),
	}
}

// last returns the entries into the cut.
func (t *totals) last() *entries { return t.entries[len(t.entries)-1] }

// add counts an event that has been played.
func (t *totals) add(e *kernel.Simulator, detailed bool) {
	for i, x := range t.entries[:len(t.entries)-1] {
		end := e.Ended(i)
		x.count(end.Words, end.Active, end.On, t.each(i))
	}
	if c := &t.p.c; c.Cut.Lock > 0 || c.Cut.PerFlight > 0 {
		t.addCut(e)
	} else {
		t.addLine(e, detailed)
	}
	if detailed {
		t.addDetails(e)
	}
}

// each returns the group of each player if the same number of each go on after the i-th
// day, otherwise nil.
func (t *totals) each(i int) []int {
	if len(t.p.c.Days) > 0 && t.p.c.Days[i].Cut.PerFlight > 0 {
		return t.p.of
	}
	return nil
}

// addLine counts the cut of one field, by the line alone.
func (t *totals) addLine(e *kernel.Simulator, detailed bool) {
	x, line := t.last(), e.Line(t.p.c.Cut)
	bubble, in := e.Bubble(line)
	words, active := e.Words(), e.Active()
	if len(active) == len(words) {
		limit := uint64(line.Points)
		for _, w := range words {
			above := (limit - uint64(w.Points())) >> 63
			x.chunk[w.Record()&(kernel.Records-1)] += 1 + above<<32
		}
	} else {
		for _, w := range words {
			x.chunk[w.Record()]++
		}
		for _, p := range active {
			if words[p].Points() > line.Points {
				x.chunk[words[p].Record()] += 1 << 32
			}
		}
	}
	for _, p := range bubble[:in] {
		x.chunk[words[p].Record()] += 1 << 32
	}
	if line.Places > 0 {
		x.addLine(line.Places, line.Points, 1, line.Clean())
	}
	if detailed {
		clear(x.in)
		for _, p := range active {
			if words[p].Points() > line.Points {
				x.in[p] = 1
			}
		}
		for _, p := range bubble[:in] {
			x.in[p] = 1
		}
	}
}

// addCut counts a cut with early places, or with the same number from each group.
func (t *totals) addCut(e *kernel.Simulator) {
	cut, x := t.p.c.Cut, t.last()
	of, on := t.p.of, t.ahead[:0]
	active := append(t.active[:0], e.Active()...)
	if cut.PerFlight > 0 {
		on = append(on, e.Dealt(cut.Top, cut.PerFlight)...)
	} else {
		of = nil
		active, on = append(active, e.Early()...), append(on, e.Early()...)
		cut.Top -= min(len(on), cut.Top)
		on = append(on, e.Seeds(e.Line(cut))...)
	}
	t.ahead, t.active = on, active
	x.count(e.Words(), active, on, of)
}

// count counts the active players who enter a stage; of is the group of each player if
// each has separate places.
func (x *entries) count(words []kernel.Word, active, on []uint16, of []int) {
	clear(x.in)
	for _, p := range on {
		x.in[p] = 1
	}
	for p, w := range words {
		x.chunk[w.Record()] += 1 + uint64(x.in[p])<<32
	}
	groups := 1
	if of != nil {
		groups = of[len(of)-1] + 1
	}
	total, lines, points := 0, 0, 0
	for g := range groups {
		places, least, most := 0, math.MaxInt, -1
		for _, p := range active {
			switch {
			case of != nil && of[p] != g:
			case x.in[p] == 1:
				places++
				least = min(least, words[p].Points())
			default:
				most = max(most, words[p].Points())
			}
		}
		if places > 0 {
			total, lines, points = total+places, lines+1, points+least
			if least > most {
				x.line.clean++
			}
		}
	}
	if lines > 0 {
		x.addLine(total, points, lines, false)
	}
}

// addLine counts an event with the given places, and the points of the last in of each
// of its lines.
func (x *entries) addLine(places, points, lines int, clean bool) {
	x.line.events++
	x.line.places += int64(places)
	x.line.last.add(int64(points), int64(lines), 1)
	if clean {
		x.line.clean++
	}
}

func (t *totals) addDetails(e *kernel.Simulator) {
	t.details++
	words := e.Words()
	for i, sums := range t.values {
		e.Values(i, t.column)
		for p, v := range t.column {
			sums[words[p].Record()] += int64(v * fixed)
		}
	}
	for _, w := range words {
		t.seen[w.Record()]++
	}
	for _, x := range t.entries {
		x.addDetails(e)
	}
}

func (x *entries) addDetails(e *kernel.Simulator) {
	for p, w := range e.After(x.rounds) {
		row := &x.luck[e.FirstTurns(p, x.rounds)]
		rec := w.Record()
		row.players++
		row.wins += int64(rec.Wins())
		row.rounds += int64(rec.Wins() + rec.Losses() + rec.Draws())
		row.in += x.in[p]
	}
	for round := range x.rounds {
		before, after := e.After(round), e.After(round+1)
		for p := range after {
			a, b := before[p].Record(), after[p].Record()
			if a == b {
				continue // not in the round
			}
			d := b - a // a win, a loss or a draw, without a branch
			outcome := d>>5&1 + d&1<<1
			x.guide[(round*x.width+a.Wins())*x.width+a.Losses()][outcome][x.in[p]]++
		}
	}
}

// endChunk books the counts of a chunk of trials.
func (t *totals) endChunk(trials int) {
	for _, x := range t.entries {
		for _, rec := range t.list {
			if n := x.chunk[rec]; n != 0 {
				x.records[rec].add(int64(n>>32), int64(n&0xffffffff), int64(trials))
				x.chunk[rec] = 0
			}
		}
	}
}

// merge adds the counts of a worker.
func (t *totals) merge(o *totals) {
	for _, rec := range t.list {
		t.seen[rec] += o.seen[rec]
		for i := range t.values {
			t.values[i][rec] += o.values[i][rec]
		}
	}
	t.details += o.details
	for i, x := range t.entries {
		x.merge(o.entries[i], t.list)
	}
}

func (x *entries) merge(o *entries, list []kernel.Record) {
	for _, rec := range list {
		x.records[rec].merge(o.records[rec])
	}
	for i := range x.guide {
		for outcome := range 3 {
			for in := range 2 {
				x.guide[i][outcome][in] += o.guide[i][outcome][in]
			}
		}
	}
	for i := range x.luck {
		a, b := &x.luck[i], &o.luck[i]
		a.players += b.players
		a.wins += b.wins
		a.rounds += b.rounds
		a.in += b.in
	}
	x.line.events += o.line.events
	x.line.places += o.line.places
	x.line.clean += o.line.clean
	x.line.last.merge(o.line.last)
}
