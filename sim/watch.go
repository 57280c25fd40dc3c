package sim

import (
	"math"
	"slices"

	"topcut/sim/internal/kernel"
)

// Watch is an open table whose result changes a player's chance of making the cut.
type Watch struct {
	Players [2]int32 `json:"players"`
	// The player's chance of the cut if the first of the two wins, if the second
	// does, and after a draw.
	First  Estimate `json:"if_first"`
	Second Estimate `json:"if_second"`
	Draw   Estimate `json:"if_draw"`
}

// Swing returns how much the result matters: the difference between the two wins.
func (w Watch) Swing() float64 { return math.Abs(w.First.P - w.Second.P) }

// Bounds of the tables to watch: at most mostWatched tables of a player, each with at
// least leastSwing of chance and more than the numbers could show by accident. Fields
// and rounds of more than mostCells pairs are not searched.
const (
	mostWatched = 3
	leastSwing  = 0.02
	mostCells   = 1 << 18
)

// watchTally counts, for every open table and each of its results, how often that
// happened and how often each player then made the cut.
type watchTally struct {
	open  [][2]uint16
	round int        // after which the result is seen
	last  bool       // it is the last round
	happ  [][3]int32 // by table, then by result for its first player
	made  [][3]int32 // by player*tables + table
	now   []uint8    // result of each table in this trial
}

// newWatchTally returns nil if there is nothing to watch.
func newWatchTally(o *odds, f *field) *watchTally {
	open := f.start.Open()
	if len(open) == 0 || len(open)*f.start.Players() > mostCells {
		return nil
	}
	return &watchTally{
		open: open, round: f.start.Played() + 1, last: f.start.Played()+1 == o.rules.Rounds,
		happ: make([][3]int32, len(open)), made: make([][3]int32, len(open)*f.start.Players()), now: make([]uint8, len(open)),
	}
}

// see notes the results of the round under way in a trial.
func (t *watchTally) see(e *kernel.Simulator) {
	after := e.Words()
	if !t.last {
		after = e.After(t.round)
	}
	for i, x := range t.open {
		before, rec := e.Before(int(x[0])), after[x[0]].Record()
		result := uint8(resultDraw)
		switch {
		case rec.Wins() > before.Wins():
			result = resultWin
		case rec.Losses() > before.Losses():
			result = resultLoss
		}
		t.now[i] = result
		t.happ[i][result]++
	}
}

// add counts who made a cut of the trial.
func (t *watchTally) add(seeds []uint16) {
	for _, p := range seeds {
		row := t.made[int(p)*len(t.open):]
		for i, result := range t.now {
			row[i][result]++
		}
	}
}

func (t *watchTally) take(o *watchTally) {
	for i := range t.happ {
		for k := range 3 {
			t.happ[i][k] += o.happ[i][k]
		}
	}
	for i := range t.made {
		for k := range 3 {
			t.made[i][k] += o.made[i][k]
		}
	}
	clear(o.happ)
	clear(o.made)
}

// of returns the tables that a player should watch besides their own, the most important
// first.
func (t *watchTally) of(p int) []Watch {
	var out []Watch
	for i, x := range t.open {
		if int(x[0]) == p || int(x[1]) == p {
			continue
		}
		made := t.made[p*len(t.open)+i]
		chance := func(result int) Estimate { return wilson(int64(made[result]), int64(t.happ[i][result])) }
		w := Watch{Players: [2]int32{int32(x[0]), int32(x[1])}, First: chance(resultWin), Second: chance(resultLoss), Draw: chance(resultDraw)}
		if w.Swing() >= leastSwing && t.sure(w, i) {
			out = append(out, w)
		}
	}
	slices.SortStableFunc(out, func(a, b Watch) int { return sign(b.Swing() - a.Swing()) })
	return out[:min(len(out), mostWatched)]
}

// sure reports whether the two chances differ by more than four standard errors:
// among hundreds of tables some differ by three.
func (t *watchTally) sure(w Watch, table int) bool {
	variance := func(e Estimate, n int32) float64 { return e.P * (1 - e.P) / float64(max(n, 1)) }
	h := t.happ[table]
	return w.Swing() > 4*math.Sqrt(variance(w.First, h[resultWin])+variance(w.Second, h[resultLoss])+1e-9)
}
