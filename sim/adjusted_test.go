package sim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/sim"
	"topcut/tournament/final"
	"topcut/tournament/fraction"
	"topcut/tournament/season"
)

// leagueOf returns a season that is this event, with adjustments; its members are the
// players by number.
func (e *evening) leagueOf(adjustments []season.Adjustment) sim.SeasonConfig {
	e.t.Helper()
	rules, ok := season.Preset("records")
	if !ok {
		e.t.Fatal("no preset")
	}
	in := &season.Input{Rules: rules, Single: true, Adjustments: adjustments}
	for n := range e.snap.State.Players {
		in.Members = append(in.Members, n+1)
	}
	return sim.SeasonConfig{Input: in, Running: &sim.RunningEvent{Event: e.snap, Member: e.member}}
}

// member returns the player number of a person or, by name, of a crew.
func (e *evening) member(p season.Person) int {
	for n := range e.snap.State.Players {
		if p.User == "" && e.snap.Name(n+1) == p.Name {
			return n + 1
		}
	}
	return e.snap.PlayerByUser(p.User)
}

// table returns the table of a season when the event has ended as it stands, after those
// of the input.
func (e *evening) table(cfg sim.SeasonConfig) *season.Table {
	e.t.Helper()
	record, err := final.RecordNow(e.snap.State)
	if err != nil {
		e.t.Fatal(err)
	}
	count, in := season.Counting(e.snap, record), *cfg.Input
	of := func(n int) int {
		if n == 0 {
			return 0
		}
		return e.member(count.People[n-1])
	}
	leg := count.Event
	for i := range leg.Results {
		leg.Results[i].Member = of(leg.Results[i].Member)
	}
	for i := range leg.Meetings {
		m := &leg.Meetings[i]
		m.A, m.B, m.Winner = of(m.A), of(m.B), of(m.Winner)
	}
	in.Events = append(slices.Clip(in.Events), leg)
	return season.Compute(&in)
}

// TestFactsWithAdjustmentsHoldInEveryWay: in a league that is one Swiss, with the last
// round paired and points taken from members or given to them, no fact is false in any way
// in which the round can end, and half of what is true for members without adjustments is
// found; the rest needs tiebreakers, or how far an adjustment moves its member.
func TestFactsWithAdjustmentsHoldInEveryWay(t *testing.T) {
	lines := []int{1, 2, 3, 4, 5}
	truths, found := map[bool]int{}, map[bool]int{}
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 79))
		e := begun(t, "magic", eveningSettings(4, 0), 6)
		for range 3 {
			e.pair()
			e.finish(rng, -1)
		}
		e.pair()
		var adjustments []season.Adjustment
		for range 1 + rng.IntN(3) {
			adjustments = append(adjustments, season.Adjustment{Member: 1 + rng.IntN(6), Points: fraction.Int([]int64{-6, -3, -1, 1, 3}[rng.IntN(5)])})
		}
		cfg := e.leagueOf(adjustments)
		cfg.Lines = lines
		odds, err := sim.Season(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		best, worst := map[int]int{}, map[int]int{}
		for f := range e.inEveryWay(4) {
			table := f.table(cfg)
			for i := range table.Rows {
				r := &table.Rows[i]
				sharing := 0
				for k := range table.Rows {
					if table.Rows[k].Place == r.Place {
						sharing++
					}
				}
				if best[r.Member] == 0 || r.Place < best[r.Member] {
					best[r.Member] = r.Place
				}
				worst[r.Member] = max(worst[r.Member], r.Place+sharing-1)
			}
		}
		for i := range odds.Members {
			m := &odds.Members[i]
			moved := slices.ContainsFunc(adjustments, func(a season.Adjustment) bool { return a.Member == m.Member })
			for k, line := range lines {
				in, out := worst[m.Member] <= line, best[m.Member] > line
				if in || out {
					truths[moved]++
				}
				switch fact := m.Lines[k].Fact; {
				case fact == sim.Clinched && !in, fact == sim.Eliminated && !out:
					t.Fatalf("%s: member %d is %s of the first %d, and ends from %d to %d", fmt.Sprint(adjustments), m.Member, fact, line, best[m.Member], worst[m.Member])
				case fact != "":
					found[moved]++
				}
			}
		}
	}
	t.Logf("found without an adjustment %d of %d, with one %d of %d", found[false], truths[false], found[true], truths[true])
	if found[false]*2 < truths[false] || found[true] == 0 {
		t.Errorf("found without an adjustment %d of %d, with one %d of %d", found[false], truths[false], found[true], truths[true])
	}
}
