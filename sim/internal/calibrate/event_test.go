package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/file"
	"topcut/tournament/rules"
)

// small is an event of eight players and three rounds; player p8 leaves after the
// second.
const small = `{"version":1,"name":"Small","ruleset":"lorcana","rounds_planned":3,"cut":2,
"players":[{"id":"p1"},{"id":"p2"},{"id":"p3"},{"id":"p4"},{"id":"p5"},{"id":"p6"},{"id":"p7"},{"id":"p8","dropped_after":2}],
"rounds":[
{"number":1,"matches":[{"players":["p1","p2"],"games":[2,0,0],"kind":"played"},{"players":["p3","p4"],"games":[2,0,0],"kind":"played"},{"players":["p5","p6"],"games":[2,0,0],"kind":"played"},{"players":["p7","p8"],"games":[2,0,0],"kind":"played"}]},
{"number":2,"matches":[{"players":["p1","p3"],"games":[2,0,0],"kind":"played"},{"players":["p5","p7"],"games":[2,0,0],"kind":"played"},{"players":["p2","p4"],"games":[2,0,0],"kind":"played"},{"players":["p6","p8"],"games":[2,0,0],"kind":"played"}]},
{"number":3,"matches":[{"players":["p1","p5"],"games":[2,0,0],"kind":"played"},{"players":["p3","p6"],"games":[2,1,0],"kind":"played"},{"players":["p7","p2"],"games":[0,2,0],"kind":"played"},{"players":["p4"],"kind":"bye"}]}]}`

func read(t *testing.T, text string) *event {
	t.Helper()
	f, err := file.Read([]byte(text), rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	return &event{name: f.Name, Tournament: f}
}

// The position after a round knows neither later results nor later drops.
func TestAfterARound(t *testing.T) {
	e := read(t, small)
	for round, in := range map[int]int{1: 8, 2: 7, 3: 7} {
		l := e.after(round, false)
		players, points, err := order(e.Rules, l)
		if err != nil {
			t.Fatal(err)
		}
		if len(players) != in || len(l.Rounds) != round || points[0] != float64(3*round) {
			t.Errorf("after round %d: %d players in, %d rounds, the first has %v points", round, len(players), len(l.Rounds), points[0])
		}
	}
}

func TestOnPoints(t *testing.T) {
	got := onPoints([]float64{9, 6, 6, 6, 3}, 2)
	if diff := cmp.Diff([]float64{1, 1. / 3, 1. / 3, 1. / 3, 0}, got); diff != "" {
		t.Errorf("points only (-want +got):\n%s", diff)
	}
}

func TestPrepare(t *testing.T) {
	for _, tc := range []struct {
		from, to, want string
		cut            int
	}{
		{"", "", "", 2},
		{`"cut":2,`, "", "no number of places", 0}, // the table of Lorcana has none for eight
		{`"cut":2`, `"cut":8`, "all 8 players", 8},
		{`"players":["p1","p5"],"games":[2,0,0]`, `"players":["p1","p5"]`, "without a result", 2},
	} {
		e := read(t, strings.Replace(small, tc.from, tc.to, 1))
		got := e.prepare()
		if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) || e.Cut.Top != tc.cut {
			t.Errorf("with %q for %q: %q and a cut of %d, want %q and %d", tc.to, tc.from, got, e.Cut.Top, tc.want, tc.cut)
		}
	}
}

// The stakes in the last round of the small event: p1 and p5 have won twice, so that
// one of them is first and no other player of two places is sure.
func TestStakes(t *testing.T) {
	e := read(t, small)
	m := &e.Ledger.Rounds[2].Matches[0]
	certain, expected := e.stakes([]float64{6, 3, 3, 3, 6, 3, 3, 0}, []int32{0, 1, 2, 3, 4, 5, 6}, m, 1)
	if !certain || expected != 0.25 { // the other, level: one half of two places
		t.Errorf("p1 against p5: certain %v, %v of the places", certain, expected)
	}
}

// Of draws that all come below one share of the places, and half of them below another,
// the bounds and the shares are found.
func TestBoundsAreLearned(t *testing.T) {
	h := &habit{}
	for k := range 300 {
		expected := float64(k%15)/10 + 0.05
		h.matches = append(h.matches, stake{expected: expected, last: k%2 == 0, drawn: expected < 0.625 || expected < 0.875 && k/15%2 == 0})
	}
	got := h.fitted()
	if got.bounds != [2]float64{0.625, 0.875} || got.safe != (count{120, 120}) || got.likely != (count{60, 30}) {
		t.Errorf("bounds %v, drawn when safe %+v, when likely in %+v", got.bounds, got.safe, got.likely)
	}
}

// A fold learns from the events of the others alone: of two events, one with draws by
// time in every match of its first round, each is forecast with the parameters of the
// other.
func TestAFoldLearnsFromOtherEventsAlone(t *testing.T) {
	drawn := strings.Replace(small, `"games":[2,0,0],"kind":"played"}`, `"games":[1,1,1],"kind":"played"}`, 4)
	s := study{trials: 50, threads: 1, events: []*event{read(t, small), read(t, drawn)}, note: func(int, int) {}}
	for _, e := range s.events {
		if why := e.prepare(); why != "" {
			t.Fatal(why)
		}
	}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a, b := s.learned[0].byTime, s.learned[1].byTime; a != (count{4, 4}) || b != (count{4, 0}) {
		t.Errorf("drawn by time: %+v and %+v", a, b)
	}
}

// A regression finds the coefficients that its data were made with.
func TestFit(t *testing.T) {
	var xs [][5]float64
	var made []float64
	for wins := -3.0; wins <= 3; wins++ {
		x := features(wins, 2)
		p := 1 / (1 + math.Exp(-1.5*wins))
		for k := range 1000 {
			xs = append(xs, x)
			made = append(made, 0)
			if float64(k) < 1000*p {
				made[len(made)-1] = 1
			}
		}
	}
	b := fit(xs, made)
	for wins := -2.0; wins <= 2; wins++ {
		if got, want := b.chance(features(wins, 2)), 1/(1+math.Exp(-1.5*wins)); math.Abs(got-want) > 0.01 {
			t.Errorf("%v wins above the line: %.3f, want %.3f", wins, got, want)
		}
	}
}

// Before the last round of the small event p1 and p5, who meet, have won twice.
func TestStudy(t *testing.T) {
	e := read(t, small)
	if why := e.prepare(); why != "" {
		t.Fatal(why)
	}
	s := study{trials: 500, threads: 1, events: []*event{e}, note: func(int, int) {}}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(s.rows) != 2*(8+7) {
		t.Errorf("%d chances", len(s.rows))
	}
	if brier, loss := scores(s.rows, asked); brier <= 0 || brier >= 0.25 || loss <= 0 || loss >= math.Ln2 {
		t.Errorf("Brier %v, log loss %v", brier, loss)
	}
	var page bytes.Buffer
	s.write(&page)
	for _, want := range []string{"0 of these were false", "| 2 left (16) |", "| `/odds` |", "points only: off", "| `glicko2` starts at ± | 70 |"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %q:\n%s", want, &page)
		}
	}
}

// A simulated field is an event of its ruleset's table in which people agree on draws
// as often as they are counted to, and the study asks about it.
func TestFields(t *testing.T) {
	h := &habit{byTime: count{100, 0}, safe: count{1, 1}, likely: count{1, 0}, lastElse: count{1, 0}}
	events, err := fields(4, h)
	if err != nil {
		t.Fatal(err)
	}
	agreed := 0
	for _, e := range events {
		if why := e.prepare(); why != "" || e.made {
			t.Errorf("%s: %s", e.name, why)
		}
		if got := e.habitOf(); got.byTime.drawn+got.likely.drawn+got.lastElse.drawn > 0 || got.safe.drawn != got.safe.n {
			t.Errorf("%s: drawn %+v", e.name, got)
		}
		agreed += e.habitOf().safe.drawn
	}
	if agreed < 4 {
		t.Errorf("%d agreed draws in four events", agreed)
	}
	s := study{simulated: true, trials: 100, threads: 1, events: events, note: func(int, int) {}}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	s.write(&page)
	for _, want := range []string{"4 events, ", "0 of these were false", "| points only |"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %q:\n%s", want, &page)
		}
	}
	if strings.Contains(page.String(), "glicko2") {
		t.Error("the page has models that were not asked")
	}
}

// Of an event whose first day ended by an unrecorded target, the second day is used,
// and the page reports it.
func TestAFirstDayWithoutATargetIsLeftOut(t *testing.T) {
	e := read(t, small)
	if why := e.prepare(); why != "" {
		t.Fatal(why)
	}
	e.from = 2
	s := study{trials: 100, threads: 1, events: []*event{e}, note: func(int, int) {}}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	s.write(&page)
	for _, want := range []string{"(1 of them over two days), 2 positions", "Of 1 events on record 0 are asked about whole.", "sent home after round 2"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %q:\n%s", want, &page)
		}
	}
	if len(s.rows) != 2*7 {
		t.Errorf("%d chances", len(s.rows))
	}
}
