package sim_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topcut/sim"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var (
	referenceTrials = flag.Int("reference", 100, "tournaments of TestPlansEqualTheReference")
	referencePlans  = flag.Int("reference-plans", 0, "random plans that TestPlansEqualTheReference plays beside the named ones")
)

// share is a mean over tournaments of one count for each of another, with what is needed
// for its spread.
type share struct{ n, part, whole, pp, pw, ww float64 }

func (m *share) add(part, whole float64) {
	m.n++
	m.part += part
	m.whole += whole
	m.pp += part * part
	m.pw += part * whole
	m.ww += whole * whole
}

func (m *share) value() float64 { return m.part / m.whole }

// spread returns the standard error of the value.
func (m *share) spread() float64 {
	v := m.value()
	sum := m.pp - 2*v*m.pw + v*v*m.ww
	return math.Sqrt(max(sum, 0)) / m.whole
}

// counts adds up the counts of one tournament for each cell of the output.
type counts struct {
	all map[string]*share
	now map[string][2]float64
}

func (c *counts) add(cell string, part, whole float64) {
	v := c.now[cell]
	c.now[cell] = [2]float64{v[0] + part, v[1] + whole}
}

// TestPlansEqualTheReference holds every output of a plan, its totals, marks, estimates,
// verdicts and margins too, against a simulator that was written from the document alone: with and without intentional draws, in odd fields,
// with drops, byes, a second day, chains of stages, early places, groups, and a first turn
// that is worth nothing, 5 % and 10 %. -reference 40000 plays more tournaments,
// -reference-plans 20 as many random plans beside these.
func TestPlansEqualTheReference(t *testing.T) {
	configs := []sim.PlanConfig{
		{Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}},
		{Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral, DrawChance: 10, PlayChance: 110},
		{Players: 32, Rounds: 6, Cut: rules.Cut{Top: 8}, IDs: sim.IDsStrict, PlayChance: 120},
		{Players: 33, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral},
		{Players: 47, Rounds: 6, Cut: rules.Cut{Top: 8}, DropLosses: 3, PlayChance: 120, DrawChance: 5},
		{Players: 40, Rounds: 7, Cut: rules.Cut{Top: 4}, DayTwo: sim.Record{Wins: 3, Losses: 1}, IDs: sim.IDsLiteral, PlayChance: 110},
		{Players: 31, Rounds: 6, Cut: rules.Cut{Top: 4}, DayTwo: sim.Record{Wins: 2, Losses: 2}, DropLosses: 3, Byes: []int{1, 2}, DrawChance: 20},
		chained("swiss 4 > top 16 swiss 3 > single 4", sim.PlanConfig{Players: 33, IDs: sim.IDsLiteral, PlayChance: 110}),
		chained("swiss 6 > single 8 lock 12", sim.PlanConfig{Players: 31, IDs: sim.IDsStrict, DrawChance: 10}),
		chained("swiss 3 > points 6 min 10 swiss 2 > single 4 lock 12", sim.PlanConfig{Players: 29, DropLosses: 2, DrawChance: 20, PlayChance: 120}),
		chained("groups 4 swiss 3 > single 8", sim.PlanConfig{Players: 30, DropLosses: 2, PlayChance: 110}),
		chained("groups 2 swiss 3 > top 12 swiss 2 > single 4", sim.PlanConfig{Players: 27, IDs: sim.IDsLiteral, DrawChance: 5}),
		chained("swiss 3 > equal 12 max 18 swiss 1 > equal 6 swiss 1 > single 2", sim.PlanConfig{Players: 32, DrawChance: 10}),
		chained("roundrobin > single 4", sim.PlanConfig{Players: 9, DrawChance: 10, PlayChance: 110, IDs: sim.IDsStrict}),
		chained("groups 4 roundrobin > single 8", sim.PlanConfig{Players: 18, DropLosses: 3, DrawChance: 10, PlayChance: 120}),
		chained("groups 2 roundrobin > top 6 swiss 2 > single 2", sim.PlanConfig{Players: 13, IDs: sim.IDsLiteral, DrawChance: 5, Byes: []int{1}}),
		chained("swiss 3 > top 7 roundrobin > single 2", sim.PlanConfig{Players: 21, DropLosses: 3, IDs: sim.IDsLiteral}),
		chained("swiss 2 > points 6 min 3 roundrobin > single 2", sim.PlanConfig{Players: 12, DrawChance: 20, PlayChance: 110}),
		chained("draft > roundrobin > single 8", sim.PlanConfig{Players: 20, DropLosses: 4, DrawChance: 10}),
		chained("groups 3 roundrobin > single 8", sim.PlanConfig{Players: 14, DrawChance: 10, PlayChance: 110}),
		chained("groups 3 roundrobin twice > single 6", sim.PlanConfig{Players: 13, DropLosses: 4, DrawChance: 10, PlayChance: 110}),
		chained("groups 3 roundrobin", sim.PlanConfig{Players: 16, DrawChance: 10}),
	}
	rng := rand.New(rand.NewPCG(1, 12))
	for range *referencePlans {
		configs = append(configs, somePlan(rng))
	}
	worst := 0.0
	for i, c := range configs {
		c.Rules = load(t, "lorcana")
		if len(c.Stages.Stages) > 0 {
			var err error
			if c, err = c.With(c.Stages); err != nil {
				t.Fatal(err)
			}
		}
		want := reference(c, uint64(i))
		c.Trials, c.Threads = max(40**referenceTrials, 10_000), 2
		res := plan(t, c)
		got := cells(res)
		name := fmt.Sprintf("%d players, %v, %d rounds, cut %d, ids %v, draws %v, drops %d, byes %v, second day %v, first turn %v", c.Players, c.Stages, c.Rounds, c.Cut.Top, c.IDs, c.DrawChance, c.DropLosses, c.Byes, c.DayTwo, c.PlayChance)
		seen := 0
		for cell, m := range want.all {
			v, ok := got[cell]
			if m.whole < 30 || !ok && (m.part < 1 || strings.HasSuffix(cell, "cumulative")) {
				continue // hardly ever happened
			}
			seen++
			off, limit := math.Abs(v-m.value()), allowed(v, m, res.Detailed)
			if worst = max(worst, off/limit); off > limit {
				t.Errorf("%s: %s is %.4f, in the reference %.4f ± %.4f", name, cell, v, m.value(), m.spread())
			}
		}
		seen += reported(t, name, &c, want, res)
		if seen < 40 {
			t.Errorf("%s: only %d numbers were compared", name, seen)
		}
		t.Logf("%s: %d numbers", name, seen)
	}
	t.Logf("the largest difference is %.2f of what is allowed", worst)
}

// allowed returns how far off a value may be from the reference. Both are estimates: a plan
// counts some of its tournaments one by one, each of which varies as one of the
// reference does.
func allowed(v float64, m *share, looked int) float64 {
	if m.part == 0 {
		return 0.004 + 12/m.whole // what never happened here has no spread
	}
	both := math.Sqrt(1 + float64(*referenceTrials)/float64(looked))
	// What happened too rarely here has too small a one.
	return 4.8*math.Sqrt(max(1, v/m.value()))*both*m.spread() + 0.004 + 6/m.whole
}

// The names of cells: those of an entry into a stage, of a record after a round of it,
// and of a number of first turns.
func entryName(i int) string { return fmt.Sprintf("entry %d: ", i+1) }

func guideName(into string, round int, r sim.Record) string {
	return fmt.Sprintf("%safter round %d with %v ", into, round, r)
}

func luckName(into string, turns int) string { return fmt.Sprintf("%s%d first turns ", into, turns) }

// chained returns a plan of a chain.
func chained(stages string, c sim.PlanConfig) sim.PlanConfig {
	c.Stages = stage.MustParse(stages)
	return c
}

// somePlan returns a plan of any kind.
func somePlan(rng *rand.Rand) sim.PlanConfig {
	c := sim.PlanConfig{
		Players: 24 + rng.IntN(25), IDs: sim.IDMode(rng.IntN(3)), DrawChance: sim.Percent(5 * rng.IntN(4)),
		PlayChance: []sim.Percent{0, 100, 110, 120}[rng.IntN(4)],
	}
	if rng.IntN(3) == 0 {
		c.DropLosses = 2 + rng.IntN(2)
	}
	if rng.IntN(3) == 0 {
		c.Byes = []int{1, 2}[:1+rng.IntN(2)]
	}
	first, cut := 3+rng.IntN(3), 4<<rng.IntN(2)
	switch rng.IntN(9) {
	case 6:
		c.Players -= 8
		return chained(fmt.Sprintf("groups %d roundrobin > single %d", 2+2*rng.IntN(2), cut), c)
	case 7:
		c.Players -= 12
		return chained(fmt.Sprintf("groups 2 roundrobin > top %d swiss 2 > single 4", 6+2*rng.IntN(2)), c)
	case 8:
		return chained(fmt.Sprintf("swiss %d > top %d roundrobin > single 2", first, 4+rng.IntN(5)), c)
	case 0:
		c.Rounds, c.Cut.Top = first+1, cut
	case 1:
		c.Rounds, c.Cut.Top, c.DayTwo = first+2, cut, sim.Record{Wins: first - 1, Losses: 1}
	case 2:
		return chained(fmt.Sprintf("swiss %d > single %d lock %d", first+1, cut, 3*first-3*rng.IntN(2)), c)
	case 3:
		return chained(fmt.Sprintf("swiss %d > top %d swiss %d > single %d", first, 9+rng.IntN(8), 1+rng.IntN(3), cut), c)
	case 4:
		return chained(fmt.Sprintf("groups 2 swiss 3 > top %d swiss 2 > single %d", 10+2*rng.IntN(3), cut), c)
	case 5:
		return chained(fmt.Sprintf("swiss %d > points %d min 9 swiss 2 > single %d lock %d", first, 3*first-6, cut, 3*first), c)
	}
	return c
}

// cells names every number of a result.
func cells(res *sim.PlanResult) map[string]float64 {
	out := map[string]float64{}
	for i := range res.Distribution {
		r := &res.Distribution[i]
		for _, name := range []string{"omw", "gwp", "ogw"} {
			out["record "+r.Record.String()+" "+name] = res.Tiebreak(r, name)
		}
		out["record "+r.Record.String()+" seen"] = float64(r.Seen) / float64(res.Detailed)
	}
	for i, e := range append(slices.Clone(res.Earlier), res.Entry) {
		entryCells(out, entryName(i), &e, res.Detailed)
	}
	return out
}

func entryCells(out map[string]float64, into string, e *sim.Entry, detailed int) {
	out[into+"clean"], out[into+"last in"], out[into+"places"] = e.Summary.Clean.P, e.Summary.LastIn, e.Summary.Cut
	for i := range e.Distribution {
		r := &e.Distribution[i]
		key := into + "record " + r.Record.String() + " "
		out[key+"players"], out[key+"on"], out[key+"cumulative"] = r.Players, r.TopCut, r.Cumulative
	}
	for i := range e.Guide {
		r := &e.Guide[i]
		key := guideName(into, r.Round, r.Record)
		out[key+"players"] = float64(r.Players) / float64(detailed)
		for k, n := range []int64{r.Won, r.Lost, r.Drew} {
			word := []string{"won", "lost", "drew"}[k]
			out[key+word] = float64(n) / float64(r.Players)
			if c := []sim.Chance{r.CutIfWin, r.CutIfLoss, r.CutIfDraw}[k]; !c.Estimated {
				out[key+"on if "+word] = c.P
			}
		}
	}
	for _, r := range e.Luck {
		key := luckName(into, r.OnThePlay)
		out[key+"players"], out[key+"wins"], out[key+"win share"], out[key+"on"] = r.Players.P, r.Wins, r.WinShare, r.TopCut.P
	}
}

// entry counts one tournament's entry into the i-th stage behind the first.
func (s *simple) entry(out *counts, i, rounds int) {
	into := entryName(i)
	groups := s.dealt(i)
	robin := slices.ContainsFunc(s.stages[:i+1], func(st stage.Stage) bool { return st.Kind == stage.RoundRobin })
	last, best, places := make([]int, groups), make([]int, groups), 0.0
	for g := range groups {
		last[g], best[g] = math.MaxInt, -1
	}
	for p := range s.players {
		x := &s.players[p]
		rec, in, g := x.records[rounds], 0.0, x.group%groups
		if x.on[i] {
			in, last[g] = 1, min(last[g], x.after[i])
			places++
		} else if x.ran[i] {
			best[g] = max(best[g], x.after[i])
		}
		key := into + "record " + rec.String() + " "
		out.add(key+"players", 1, 0)
		out.add(key+"on", in, 1)
		for round := 1; round < rounds && !robin; round++ {
			key := guideName(into, round, x.records[round])
			if x.results[round] != 0 {
				out.add(key+"players", 1, 0)
			}
			did := map[byte]string{'w': "won", 'b': "won", 'l': "lost", 'd': "drew"}[x.results[round]]
			for _, word := range []string{"won", "lost", "drew"} {
				switch {
				case did == word:
					out.add(key+word, 1, 1)
					out.add(key+"on if "+word, in, 1)
				case did != "":
					out.add(key+word, 0, 1)
				}
			}
		}
		first := 0
		for _, turn := range x.turns[:rounds] {
			if turn {
				first++
			}
		}
		key = luckName(into, first)
		out.add(key+"players", 1, 0)
		out.add(key+"wins", float64(rec.Wins), 1)
		out.add(key+"win share", float64(rec.Wins), float64(rec.Rounds()))
		out.add(key+"on", in, 1)
	}
	ended, sum := map[sim.Record]int{}, 0
	for p := range s.players {
		ended[s.players[p].records[rounds]]++
	}
	for _, r := range records(rounds) {
		sum += ended[r]
		out.add(into+"record "+r.String()+" cumulative", float64(sum), 0)
	}
	for g := range groups {
		if last[g] == math.MaxInt {
			continue
		}
		clean := 0.0
		if last[g] > best[g] {
			clean = 1
		}
		out.add(into+"clean", clean, 1)
		out.add(into+"last in", float64(last[g]), 1)
	}
	if places > 0 {
		out.add(into+"places", places, 1)
	}
}

// reference plays a plan with the simple simulator.
func reference(c sim.PlanConfig, seed uint64) *counts {
	s := &simple{PlanConfig: c, stages: stagesOf(&c), rng: rand.New(rand.NewPCG(seed, 5))}
	out := &counts{all: map[string]*share{}}
	for range *referenceTrials {
		s.play()
		out.now = map[string][2]float64{}
		for p := range s.players {
			x := &s.players[p]
			for name, v := range map[string]float64{"omw": x.omw, "gwp": x.gwp, "ogw": x.ogw} {
				out.add("record "+s.record(p).String()+" "+name, v, 1)
			}
			out.add("record "+s.record(p).String()+" seen", 1, 0)
		}
		rounds := 0
		for i, st := range s.stages[:len(s.stages)-1] {
			rounds += st.Rounds
			s.entry(out, i, rounds)
		}
		for cell, v := range out.now {
			m := out.all[cell]
			if m == nil {
				m = &share{}
				out.all[cell] = m
			}
			m.add(v[0], v[1])
		}
	}
	for cell, m := range out.all { // means for each tournament, or each player
		if m.whole == 0 {
			m.whole, m.ww, m.pw = float64(*referenceTrials), float64(*referenceTrials), m.part
			if strings.HasSuffix(cell, "turns players") {
				m.part, m.pp, m.pw = m.part/float64(c.Players), m.pp/float64(c.Players*c.Players), m.pw/float64(c.Players)
			}
		}
	}
	return out
}
