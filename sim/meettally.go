package sim

import (
	"cmp"
	"slices"

	"topcut/tournament"
	"topcut/tournament/numbered"
	"topcut/tournament/standings"
)

// meetTally counts what became of every player.
type meetTally struct {
	trials  int64
	records []map[Record][2]int32  // by player: how often, and how often with the cut
	seeds   numbered.List[[]int32] // by player
	watch   *watchTally
	places  []int // of the open matches in meets.start that are watched
}

func newMeetTally(m *meets) *meetTally {
	n := len(m.of)
	t := &meetTally{records: make([]map[Record][2]int32, n), seeds: make(numbered.List[[]int32], n), watch: &watchTally{}}
	for p := range n {
		t.records[p], t.seeds[p] = map[Record][2]int32{}, make([]int32, n)
	}
	current := len(m.real.s.Rounds)
	if r := m.real.s.Current(); r == nil || r.Status == tournament.Done {
		current = 0 // no player is at a table
	}
	for i, at := range m.start.open {
		if at.Round == current && (len(t.places)+1)*n <= mostCells {
			x := m.start.at(at)
			t.places, t.watch.open = append(t.places, i), append(t.watch.open, [2]uint16{uint16(x.Seats[0]), uint16(x.Seats[1])})
		}
	}
	k := len(t.places)
	t.watch.happ, t.watch.made, t.watch.now = make([][3]int32, k), make([][3]int32, k*n), make([]uint8, k)
	return t
}

// add counts a trial, after which these go on.
func (t *meetTally) add(g *meetings, table *standings.Table, on []int) {
	t.trials++
	for k, i := range t.places {
		m := *g.scratch.Rounds.At(g.open[i].Round).Matches.At(g.open[i].Match)
		result := uint8(resultDraw)
		switch w := g.s.Rules.Winner(&m); {
		case w >= 0 && uint16(m.Seats[w]) == t.watch.open[k][0]:
			result = resultWin
		case w >= 0:
			result = resultLoss
		}
		t.watch.now[k] = result
		t.watch.happ[k][result]++
	}
	made := make(numbered.List[bool], len(t.records))
	seeds := make([]uint16, len(on))
	for seed, n := range on {
		*made.At(n) = true
		seeds[seed] = uint16(n - 1)
		numbered.Get(t.seeds, n)[seed]++
	}
	t.watch.add(seeds)
	for i := range table.Rows {
		r := &table.Rows[i]
		record := Record{r.Record[0], r.Record[1], r.Record[2]}
		n := t.records[r.Player][record]
		n[0]++
		if made[r.Player] {
			n[1]++
		}
		t.records[r.Player][record] = n
	}
}

// take adds the counts of another tally and empties it.
func (t *meetTally) take(o *meetTally) {
	t.trials += o.trials
	o.trials = 0
	t.watch.take(o.watch)
	for p := range t.records {
		for r, n := range o.records[p] {
			have := t.records[p][r]
			t.records[p][r] = [2]int32{have[0] + n[0], have[1] + n[1]}
		}
		clear(o.records[p])
		move(t.seeds[p], o.seeds[p])
	}
}

// chance returns how often a player went on.
func (t *meetTally) chance(p int) Estimate {
	var in int64
	for _, n := range t.records[p] {
		in += int64(n[1])
	}
	return wilson(in, t.trials)
}

// of returns the counts of the trials for a player.
func (t *meetTally) of(p int) PlayerOdds {
	x := PlayerOdds{Player: int32(p), Cut: CutOdds{Estimate: t.chance(p)}}
	for r, n := range t.records[p] {
		x.Records = append(x.Records, RecordOdds{Record: r, Estimate: wilson(int64(n[0]), t.trials), Cut: wilson(int64(n[1]), int64(n[0]))})
	}
	slices.SortStableFunc(x.Records, func(a, b RecordOdds) int {
		return cmp.Or(b.Record.Wins-a.Record.Wins, a.Record.Losses-b.Record.Losses, a.Record.Draws-b.Record.Draws)
	})
	for i, n := range t.seeds[p] {
		if n > 0 {
			x.Seeds = append(x.Seeds, SeedOdds{Seed: i + 1, Estimate: wilson(int64(n), t.trials)})
		}
	}
	return x
}
