package sim_test

import (
	"math"
	"slices"
	"testing"

	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// conclusions compares what a report concludes from its counts with what follows from
// those of the reference: running totals, bubble, the totals that always and ever made
// it, estimates of missing cases, verdicts and margins (docs/rules/lorcana.md#lor-42,
// LOR-48, LOR-49, LOR-51, LOR-52, LOR-55).
type conclusions struct {
	*testing.T
	name string // of the plan
	into string // of the cells of the entry
	want *counts
	res  *sim.PlanResult
	e    *sim.Entry
	seen int
}

// reported compares everything of a report that is not one of cells.
func reported(t *testing.T, name string, c *sim.PlanConfig, want *counts, res *sim.PlanResult) (seen int) {
	t.Helper()
	if res.Trials != c.Trials || res.Detailed < 1 || res.Detailed > res.Trials || !slices.Equal(res.Tiebreaks, []string{"omw", "gwp", "ogw"}) {
		t.Errorf("%s: %d tournaments, %d of them in detail, tiebreakers %v", name, res.Trials, res.Detailed, res.Tiebreaks)
	}
	stages, rounds := stagesOf(c), 0
	for i, e := range append(slices.Clone(res.Earlier), res.Entry) {
		into := stages[i+1].Kind
		if i+2 == len(stages) && len(c.Stages.Stages) == 0 {
			into = stage.Bracket // a cut of which nothing else is known
		}
		rounds += stages[i].Rounds
		x := conclusions{t, name, entryName(i), want, res, &e, 0}
		if into == "" {
			x.is("stage", e.Stage, notice.Word(""))
		} else {
			x.is("stage", e.Stage, into.Word())
		}
		x.is("rounds", e.After, rounds)
		x.is("rounds of the summary", e.Summary.Rounds, rounds)
		x.is("players", e.Summary.Players, c.Players)
		x.rows(i+2 == len(stages))
		x.totals()
		x.guide()
		x.luck()
		x.margins()
		seen += x.seen
	}
	return seen
}

// is compares what has no spread.
func (x *conclusions) is(what string, got, want any) {
	x.Helper()
	x.seen++
	if got != want {
		x.Errorf("%s: %s%s is %v, want %v", x.name, x.into, what, got, want)
	}
}

// missed reports whether something seen that often may well not be seen in other
// trials.
func missed(part, whole, others float64) bool { return whole == 0 || part/whole*others < 12 }

// finishes returns how many ended with a record in the reference, and how many of them went on.
func (x *conclusions) finishes(r sim.Record) (in, all float64) {
	if m := x.want.all[x.into+"record "+r.String()+" on"]; m != nil {
		return m.part, m.whole
	}
	return 0, 0
}

// rows compares the point distribution with itself, and its marks with the reference.
func (x *conclusions) rows(last bool) {
	var seen int64
	for i := range x.e.Distribution {
		r := &x.e.Distribution[i]
		what := "record " + r.Record.String() + " "
		x.is(what+"points", r.Points, float64(3*r.Record.Wins+r.Record.Draws))
		x.is(what+"players", r.Players, float64(r.FinishesInRow)/float64(x.res.Trials))
		x.is(what+"share", r.TopCut, float64(r.QualifiedInRow)/float64(r.FinishesInRow))
		x.is(what+"is marked", r.Bubble, r.TopCut > 0 && r.TopCut < 1)
		if i > 0 && !above(x.e.Distribution[i-1].Record, r.Record) {
			x.Errorf("%s: %s%sstands below %v", x.name, x.into, what, x.e.Distribution[i-1].Record)
		}
		in, all := x.finishes(r.Record)
		if marked := in > 0 && in < all; marked != r.Bubble {
			got, n := float64(min(r.QualifiedInRow, r.FinishesInRow-r.QualifiedInRow)), float64(r.FinishesInRow)
			if !missed(got, n, all) || !missed(min(in, all-in), all, n) {
				x.Errorf("%s: %s%sis on the bubble: %v, in the reference %v of %v went on", x.name, x.into, what, r.Bubble, in, all)
			}
		}
		if last {
			seen += r.Seen
		} else if r.Tiebreaks != nil || r.Seen != 0 {
			x.Errorf("%s: %s%shas tiebreakers of %d", x.name, x.into, what, r.Seen)
		}
	}
	if last {
		x.is("finishes with tiebreakers", seen, int64(x.res.Detailed*x.e.Summary.Players))
	}
}

// above reports whether one record stands above another: by points, then by wins.
func above(a, b sim.Record) bool {
	if p, q := 3*a.Wins+a.Draws, 3*b.Wins+b.Draws; p != q {
		return p > q
	}
	return a.Wins > b.Wins || a.Wins == b.Wins && a.Losses < b.Losses
}

// records lists the records of the given rounds and fewer, best first.
func records(rounds int) (list []sim.Record) {
	for w := range rounds + 1 {
		for l := range rounds + 1 - w {
			for d := range rounds + 1 - w - l {
				list = append(list, sim.Record{Wins: w, Losses: l, Draws: d})
			}
		}
	}
	slices.SortFunc(list, func(a, b sim.Record) int {
		switch {
		case a == b:
			return 0
		case above(a, b):
			return -1
		}
		return 1
	})
	return list
}

// totals compares the lowest total with which, as with all above it, all players went
// on, and the lowest with which any did. The two sides may differ by what is too rare
// to be seen on both.
func (x *conclusions) totals() {
	type sums struct{ in, all float64 }
	most := 3 * x.e.After
	ours, theirs := make([]sums, most+1), make([]sums, most+1)
	for _, r := range records(x.e.After) {
		in, all := x.finishes(r)
		v := &theirs[3*r.Wins+r.Draws]
		v.in, v.all = v.in+in, v.all+all
	}
	for i := range x.e.Distribution {
		r := &x.e.Distribution[i]
		v := &ours[int(r.Points)]
		v.in, v.all = v.in+float64(r.QualifiedInRow), v.all+float64(r.FinishesInRow)
	}
	s := &x.e.Summary
	compare := func(what string, points int, got bool, our, their sums) {
		x.seen++
		if want := their.in == 0; got != want && (!missed(our.in, our.all, their.all) || !missed(their.in, their.all, our.all)) {
			x.Errorf("%s: %s%d points: %s is %v, in the reference %v of %v are against it, here %v of %v", x.name, x.into, points, what, got, their.in, their.all, our.in, our.all)
		}
	}
	var our, their sums // out, from the top
	for v := most; v >= 0; v-- {
		our, their = sums{our.in + ours[v].all - ours[v].in, our.all + ours[v].all}, sums{their.in + theirs[v].all - theirs[v].in, their.all + theirs[v].all}
		compare("always in", v, s.AlwaysIn != nil && float64(v) >= *s.AlwaysIn, our, their)
	}
	our, their = sums{}, sums{} // in, from the bottom
	for v := range most + 1 {
		our, their = sums{our.in + ours[v].in, our.all + ours[v].all}, sums{their.in + theirs[v].in, their.all + theirs[v].all}
		compare("never in", v, s.EverIn == nil || float64(v) < *s.EverIn, our, their)
	}
	if s.AlwaysIn != nil && ours[int(*s.AlwaysIn)].all == 0 || s.EverIn != nil && ours[int(*s.EverIn)].in == 0 {
		x.Errorf("%s: %snobody ended with the totals of the summary", x.name, x.into)
	}
}

// told is a chance in the reference, and how far off ours may be.
type forecast struct {
	p, off    float64
	estimated bool
	known     bool
}

// guide compares what was not counted but concluded: estimates, and the verdict.
func (x *conclusions) guide() {
	words := []string{"won", "lost", "drew"}
	for i := range x.e.Guide {
		g := &x.e.Guide[i]
		key := guideName(x.into, g.Round, g.Record)
		chances := []sim.Chance{g.CutIfWin, g.CutIfLoss, g.CutIfDraw}
		x.is(key+"players", g.Players, g.Won+g.Lost+g.Drew)
		var of [3]forecast
		for k, did := range []int64{g.Won, g.Lost, g.Drew} {
			x.is(key+words[k]+" observed", chances[k].N, did)
			x.is(key+words[k]+" estimated", chances[k].Estimated, did == 0)
			of[k] = x.forecast(g, k, key+"on if "+words[k], chances[k].P)
		}
		order(&of)
		for k := range of {
			if t := of[k]; t.known && t.estimated && chances[k].Estimated {
				if x.seen++; math.Abs(chances[k].P-t.p) > t.off {
					x.Errorf("%s: %sestimated on if %s is %.4f, in the reference %.4f", x.name, key, words[k], chances[k].P, t.p)
				}
			}
		}
		x.verdict(g, key, of)
	}
}

// forecast returns the chance of going on after a result in the reference, by counting
// or, without a case, by the point distribution.
func (x *conclusions) forecast(g *sim.GuideRow, k int, cell string, ours float64) forecast {
	if m := x.want.all[cell]; m != nil && m.whole > 0 {
		off := allowed(ours, m, x.res.Detailed)
		return forecast{p: m.value(), off: off, known: m.whole >= 30}
	}
	after := g.Record
	switch k {
	case 0:
		after.Wins++
	case 1:
		after.Losses++
	default:
		after.Draws++
	}
	var p, off float64
	left := x.e.After - after.Rounds()
	for results := range 1 << left { // each of the rest is won or lost
		wins := 0
		for r := range left {
			wins += results >> r & 1
		}
		q, o := x.at(3*after.Wins + after.Draws + 3*wins)
		p, off = p+q/float64(int(1)<<left), off+o/float64(int(1)<<left)
	}
	return forecast{p: p, off: off, estimated: true, known: true}
}

// at returns the share of players with the points who went on: in proportion between
// the nearest totals if there are none.
func (x *conclusions) at(points int) (share, off float64) {
	total := func(points int) (in, all float64) {
		for _, r := range records(x.e.After) {
			if 3*r.Wins+r.Draws == points {
				n, of := x.finishes(r)
				in, all = in+n, all+of
			}
		}
		return in, all
	}
	spread := func(in, all float64) float64 { return 4.8*math.Sqrt(in*(all-in)/all)/all + 0.004 + 6/all }
	if in, all := total(points); all > 0 {
		return in / all, spread(in, all)
	}
	for up := points + 1; up <= 3*x.e.After; up++ {
		in, all := total(up)
		if all == 0 {
			continue
		}
		for down := points - 1; down >= 0; down-- {
			if i, a := total(down); a > 0 {
				part := float64(points-down) / float64(up-down)
				return i/a + part*(in/all-i/a), 0.5 // ours may have seen totals between
			}
		}
		return 0, 0.004
	}
	return 1, 0.004
}

// order keeps estimates beside what was counted: of the three, an estimated loss is worth
// the least, an estimated win the most, and an estimated draw lies between.
func order(of *[3]forecast) {
	for _, place := range []struct{ result, rank int }{{1, 0}, {0, 2}, {2, 1}} {
		if of[place.result].estimated {
			of[place.result].p = slices.Sorted(slices.Values([]float64{of[0].p, of[1].p, of[2].p}))[place.rank]
		}
	}
}

// verdict compares the word with the chances beside it, and with those of the
// reference: Out if no win led on, otherwise by the chance after a draw.
func (x *conclusions) verdict(g *sim.GuideRow, key string, of [3]forecast) {
	words := []string{sim.Risky, sim.SomeRisk, sim.Safe}
	word := func(p float64) int {
		switch {
		case p >= 0.99:
			return 2
		case p >= 0.5:
			return 1
		}
		return 0
	}
	want := words[word(g.CutIfDraw.P)]
	if g.CutIfWin.P == 0 {
		want = sim.Out
	}
	x.is(key+"verdict", g.Verdict, want)
	won := x.want.all[key+"on if won"]
	if won != nil && won.whole > 0 && g.Won > 0 {
		if out := g.Verdict == sim.Out; out != (won.part == 0) && (!missed(won.part, won.whole, float64(g.Won)) || !missed(g.CutIfWin.P, 1, won.whole)) {
			x.Errorf("%s: %sthe verdict is %s, in the reference %v of %v went on after a win", x.name, key, g.Verdict, won.part, won.whole)
		}
	}
	if draw := of[2]; g.Verdict != sim.Out && draw.known && draw.estimated == g.CutIfDraw.Estimated {
		x.seen++
		if got := slices.Index(words, g.Verdict); got < word(draw.p-draw.off) || got > word(draw.p+draw.off) {
			x.Errorf("%s: %sthe verdict is %s, in the reference %.4f ± %.4f go on after a draw", x.name, key, g.Verdict, draw.p, draw.off)
		}
	}
}

// luck compares the shares of first turns.
func (x *conclusions) luck() {
	sum := 0.0
	for _, l := range x.e.Luck {
		x.is("share of first turns", l.Share, float64(l.OnThePlay)/float64(x.e.After))
		sum += l.Players.P
	}
	if math.Abs(sum-1) > 1e-9 {
		x.Errorf("%s: %sthe lines of luck have %v of all players", x.name, x.into, sum)
	}
}

// margins compares half the widths of the 95 % intervals with the spread of the reference
// between tournaments. Those of the point distribution and of the last in are of that very
// spread; the others take players for independent, who share a fixed number of places, and
// so are wider than they need to be, never narrower.
func (x *conclusions) margins() {
	check := func(what, cell string, margin float64, trials int, widest float64) {
		m := x.want.all[cell]
		if m == nil || m.part < 150 || m.whole-m.part < 150 && m.whole > m.part {
			return // too rare for a spread
		}
		each := m.spread() * math.Sqrt(float64(*referenceTrials))
		if each < 0.2 {
			return // too little differs between tournaments to have a spread of its own
		}
		x.seen++
		if want := 1.96 * each / math.Sqrt(float64(trials)); margin < 0.7*want || margin > widest*want {
			x.Errorf("%s: %s: the margin of %s is %.5f, in the reference %.5f", x.name, cell, what, margin, want)
		}
	}
	for i := range x.e.Distribution {
		r := &x.e.Distribution[i]
		key := x.into + "record " + r.Record.String() + " "
		check("the share", key+"on", r.Margin, x.res.Trials, 1.4)
		check("the players", key+"players", r.PlayersMargin, x.res.Trials, 1.4)
	}
	check("clean cuts", x.into+"clean", x.e.Summary.Clean.Margin, x.res.Trials, 1.4)
	check("the last in", x.into+"last in", x.e.Summary.LastInMargin, x.res.Trials, 1.4)
	for i := range x.e.Guide {
		g := &x.e.Guide[i]
		key := guideName(x.into, g.Round, g.Record)
		check("wins", key+"on if won", g.CutIfWin.Margin, x.res.Detailed, math.Inf(1))
		check("losses", key+"on if lost", g.CutIfLoss.Margin, x.res.Detailed, math.Inf(1))
		check("draws", key+"on if drew", g.CutIfDraw.Margin, x.res.Detailed, math.Inf(1))
	}
	for _, l := range x.e.Luck {
		key := luckName(x.into, l.OnThePlay)
		check("players", key+"players", l.Players.Margin, x.res.Detailed, math.Inf(1))
		check("the share", key+"on", l.TopCut.Margin, x.res.Detailed, math.Inf(1))
	}
}
