package sim

import (
	"slices"

	"topcut/sim/internal/kernel"
)

// oddsTally counts the outcome for every player.
type oddsTally struct {
	trials  int64
	start   *kernel.Start
	rivals  []*rivals
	label   string    // of the stream of random numbers
	brief   bool      // only chances are asked for
	left    int       // rounds
	records [][]int32 // by player, then by wins*(left+1)+losses that were added
	made    [][]int32 // the same, in the cut
	seeds   [][]int32 // by player
	pasted  *pastedOrder
	watch   *watchTally
	dayTwo  []int32 // by player: played on after the day under way; nil if none is to end
}

func newOddsTally(o *odds, f *field) *oddsTally {
	n := f.start.Players()
	t := &oddsTally{start: f.start, rivals: f.rivals, left: o.rules.Rounds - f.start.Played(), records: make([][]int32, n), made: make([][]int32, n), seeds: make([][]int32, n)}
	t.pasted, t.brief = newPastedOrder(o.rules, &o.c), o.c.Brief
	if !t.brief {
		t.watch = newWatchTally(o, f)
	}
	if o.days != nil {
		t.dayTwo = make([]int32, n)
	}
	side := t.left + 1
	for _, r := range f.rivals {
		places := r.cut.Top
		if r.cut.Points > 0 || r.cut.EqualPoints {
			places = len(r.players)
		}
		for _, p := range r.players {
			t.records[p], t.made[p], t.seeds[p] = make([]int32, side*side), make([]int32, side*side), make([]int32, places)
		}
	}
	return t
}

func (t *oddsTally) play(e *kernel.Simulator, n, chunk int, c *OddsConfig) {
	e.Seed(c.Seed, t.label, uint64(chunk))
	if t.pasted != nil {
		t.pasted.begin(c.Seed, chunk)
	}
	for range n {
		e.Play()
		t.trials++
		if t.watch != nil {
			t.watch.see(e)
		}
		if t.dayTwo != nil {
			for _, p := range e.Ended(0).On {
				t.dayTwo[p]++
			}
		}
		for _, r := range t.rivals {
			if len(t.rivals) > 1 {
				e.Narrow(r.players)
			}
			t.count(e, r)
		}
	}
}

// count records the outcome for players who compete for the same places.
func (t *oddsTally) count(e *kernel.Simulator, r *rivals) {
	side := t.left + 1
	cell := func(p uint16) int {
		a, b := e.Before(int(p)), e.Words()[p].Record()
		return (b.Wins()-a.Wins())*side + b.Losses() - a.Losses()
	}
	for _, p := range r.players {
		t.records[p][cell(p)]++
	}
	early, cut := e.Early(), r.cut
	cut.Top -= min(len(early), cut.Top)
	line := e.Line(cut)
	var seeds []uint16
	switch {
	case t.pasted != nil:
		seeds = t.pasted.seeds(e, line)
	case r.group >= 0 && t.dayTwo != nil && line.Places < 2:
		// no opponent is left of the group, so that it has no cut
	default:
		seeds = e.Seeds(line)
	}
	if len(early) > 0 {
		seeds = slices.Concat(early, seeds)
	}
	for seed, p := range seeds {
		t.made[p][cell(p)]++
		t.seeds[p][seed]++
	}
	if t.watch != nil {
		t.watch.add(seeds)
	}
}

// take adds the counts of another tally and clears it.
func (t *oddsTally) take(o *oddsTally) {
	t.trials += o.trials
	o.trials = 0
	if t.watch != nil {
		t.watch.take(o.watch)
	}
	move(t.dayTwo, o.dayTwo)
	for p := range t.records {
		move(t.records[p], o.records[p])
		move(t.made[p], o.made[p])
		move(t.seeds[p], o.seeds[p])
	}
}

// move adds counts to others and clears them.
func move(to, from []int32) {
	for i, v := range from {
		to[i] += v
	}
	clear(from)
}

// chance returns how often a player made the cut.
func (t *oddsTally) chance(p int) Estimate {
	var in int64
	for _, n := range t.made[p] {
		in += int64(n)
	}
	return wilson(in, t.trials)
}

// of returns the counts of the trials for a player.
func (t *oddsTally) of(f *field, p int) PlayerOdds {
	x := PlayerOdds{Player: int32(p)}
	x.Cut.Estimate = t.chance(p)
	if t.dayTwo != nil {
		x.DayTwo = &CutOdds{Estimate: wilson(int64(t.dayTwo[p]), t.trials)}
	}
	if !t.brief {
		x.Records, x.Seeds = t.recordsOf(f, p), t.seedsOf(p)
	}
	return x
}

// recordsOf returns the chances of a player to end with each record that came up.
func (t *oddsTally) recordsOf(f *field, p int) []RecordOdds {
	have := f.start.Record(p)
	side := t.left + 1
	out := slices.Grow([]RecordOdds(nil), came(t.records[p]))
	for i, n := range slices.Backward(t.records[p]) {
		if n == 0 {
			continue
		}
		made := int64(t.made[p][i])
		wins, losses := i/side, i%side
		draws := max(f.start.Left(p)-wins-losses, 0)
		if !f.start.In(p) {
			draws = 0
		}
		out = append(out, RecordOdds{
			Record:   Record{have.Wins() + wins, have.Losses() + losses, have.Draws() + draws},
			Estimate: wilson(int64(n), t.trials), Cut: wilson(made, int64(n)),
		})
	}
	return out
}

// seedsOf returns the chances of a player to get each seed that came up.
func (t *oddsTally) seedsOf(p int) []SeedOdds {
	out := slices.Grow([]SeedOdds(nil), came(t.seeds[p]))
	for i, n := range t.seeds[p] {
		if n > 0 {
			out = append(out, SeedOdds{Seed: i + 1, Estimate: wilson(int64(n), t.trials)})
		}
	}
	return out
}

// came returns how many counts are not 0.
func came(counts []int32) (n int) {
	for _, c := range counts {
		if c != 0 {
			n++
		}
	}
	return n
}
