package sim

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/tournament/fraction"
	"topcut/tournament/season"
)

var seasonsLeft = flag.Int("season-facts", 50, "small seasons to play out in every way")

// fields calls with every way in which the given number can come to an event and be
// placed, shared places too.
func fields(members []int, with func([]season.Result)) {
	level := make([]int, len(members)) // 0 = stays away
	var next func(i, top int)
	next = func(i, top int) {
		if i < len(members) {
			for l := 0; l <= len(members); l++ {
				level[i] = l
				next(i+1, max(top, l))
			}
			return
		}
		for l := 1; l <= top; l++ {
			if !slices.Contains(level, l) {
				return
			}
		}
		var out []season.Result
		for k, m := range members {
			if level[k] == 0 {
				continue
			}
			place := 1
			for _, other := range level {
				if other > 0 && other < level[k] {
					place++
				}
			}
			out = append(out, season.Result{Member: m, Place: place})
		}
		with(out)
	}
	next(0, 0)
}

// ends calls with the table of every way in which the events to come can go.
func ends(in *season.Input, left []SeasonEvent, members []int, with func(*season.Table)) {
	if len(left) == 0 {
		with(season.Compute(in))
		return
	}
	fields(members, func(results []season.Result) {
		more := *in
		more.Events = append(slices.Clip(in.Events), season.Leg{Weight: left[0].Weight, Results: results})
		ends(&more, left[1:], members, with)
	})
}

// smallSeason returns a season with one or two events to come.
func smallSeason(rng *rand.Rand) (in *season.Input, left []SeasonEvent, members []int) {
	n := 4
	left = []SeasonEvent{{Weight: fraction.Int(int64(1 + rng.IntN(2)))}}
	if rng.IntN(3) == 0 {
		n, left = 2, append(left, SeasonEvent{Weight: fraction.Int(1)})
	}
	in = &season.Input{Rules: season.Rules{Best: rng.IntN(4), Equal: season.Equal(rng.IntN(2))}}
	points := []int64{7, 5, 4, 2, 1}
	for _, p := range points[:1+rng.IntN(5)] {
		in.Rules.Places = append(in.Rules.Places, fraction.Int(p))
	}
	if rng.IntN(2) == 0 {
		in.Rules.Attendance = fraction.Int(1)
	}
	if rng.IntN(6) == 0 {
		in.Rules.Below = fraction.Int(-1)
	}
	in.Rules.Ties = [][]season.Tie{nil, {season.Results}, {season.Results, season.Shared}, {season.Results, season.FewerEvents}, {season.FewerEvents}}[rng.IntN(5)]
	for m := 1; m <= n; m++ {
		members = append(members, m)
	}
	for range 1 + rng.IntN(5) {
		var e season.Leg
		for place, i := range rng.Perm(n)[:1+rng.IntN(n)] {
			e.Results = append(e.Results, season.Result{Member: i + 1, Place: place + 1, Disqualified: rng.IntN(20) == 0})
		}
		in.Events = append(in.Events, e)
	}
	in.Members = members
	if rng.IntN(4) == 0 {
		in.Adjustments = []season.Adjustment{{Member: 1 + rng.IntN(n), Points: fraction.Int(int64(rng.IntN(9) - 4))}}
	}
	return in, left, append(members, n+1) // and a new member
}

// No fact is ever false, and in the last two events nearly all that are true are
// found; -season-facts 2000 for more.
func TestSeasonFactsAgainstBruteForce(t *testing.T) {
	found, truths, facts := 0, 0, 0
	for i := range *seasonsLeft {
		in, left, all := smallSeason(rand.New(rand.NewPCG(uint64(i), 6)))
		cfg := SeasonConfig{Input: in, Left: left, Lines: []int{1, 2, 3}, Open: i%2 == 0}
		if !cfg.Open {
			all = all[:len(all)-1]
		}
		odds, err := Season(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		highest, lowest := map[int]int{}, map[int]int{}
		ends(in, left, all, func(table *season.Table) {
			for k := range table.Rows {
				r := &table.Rows[k]
				if p, seen := highest[r.Member]; !seen || r.Place < p {
					highest[r.Member] = r.Place
				}
				lowest[r.Member] = max(lowest[r.Member], r.Place)
			}
		})
		for _, m := range odds.Members {
			for k, line := range cfg.Lines {
				in, out := lowest[m.Member] <= line, highest[m.Member] > line
				counts := line == 1 || !cfg.Open // here one person is new, in truth there may be more
				if (in || out) && counts {
					truths++
				}
				switch fact := m.Lines[k].Fact; {
				case fact == Clinched && !in, fact == Eliminated && !out:
					t.Fatalf("season %d: member %d is %s for %d places, and can end from %d to %d", i, m.Member, fact, line, highest[m.Member], lowest[m.Member])
				case fact != "":
					if facts++; counts {
						found++
					}
				}
			}
		}
	}
	share := float64(found) / float64(truths)
	t.Logf("%d seasons: %d facts, 0 of them false; %.1f %% of the %d true ones", *seasonsLeft, facts, 100*share, truths)
	if share < 0.95 {
		t.Errorf("only %.1f %% of the true facts are found", 100*share)
	}
}

// Of two who always come and one who never does the first two share the chances, the
// better has more, and what is proved needs no luck.
func TestSeasonEstimates(t *testing.T) {
	in := &season.Input{Rules: season.Rules{Places: []fraction.Fraction{fraction.Int(3), fraction.Int(1)}}}
	for range 6 {
		in.Events = append(in.Events, season.Leg{
			Results:  []season.Result{{Member: 1, Place: 1}, {Member: 2, Place: 1}},
			Meetings: []season.Meeting{{A: 1, B: 2, Winner: 1}, {A: 1, B: 2, Winner: 1}, {A: 2, B: 1, Winner: 1}},
		})
	}
	in.Members = []int{1, 2, 3}
	odds, err := Season(t.Context(), SeasonConfig{Input: in, Left: make([]SeasonEvent, 2), Lines: []int{1}, Trials: 4000})
	if err != nil {
		t.Fatal(err)
	}
	first, second, third := odds.Members[0].Lines[0], odds.Members[1].Lines[0], odds.Members[2].Lines[0]
	if third.Fact != Eliminated || third.P != 0 || first.Fact != "" || first.P <= second.P+0.05 || first.P+second.P < 0.99 || math.IsNaN(first.P) {
		t.Errorf("chances %+v, %+v, %+v", first, second, third)
	}
	if odds.Model.IsZero() || odds.Trials != 4000 {
		t.Error("the answer does not say what it is from")
	}
}
