package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/sim"
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
		l := e.after(round)
		players, points, err := order(e.Rules, l)
		if err != nil {
			t.Fatal(err)
		}
		if len(players) != in || len(l.Rounds) != round || points[0] != float64(3*round) {
			t.Errorf("after round %d: %d players in, %d rounds, the first has %v points", round, len(players), len(l.Rounds), points[0])
		}
	}
}

func TestByPoints(t *testing.T) {
	got := byPoints([]float64{9, 6, 6, 6, 3}, 2)
	if diff := cmp.Diff([]float64{1, 1. / 3, 1. / 3, 1. / 3, 0}, got); diff != "" {
		t.Errorf("points only (-want +got):\n%s", diff)
	}
}

func TestUnusable(t *testing.T) {
	for _, tc := range []struct{ from, to, want string }{
		{"", "", ""},
		{`"cut":2,`, "", "not published"},
		{`"cut":2`, `"cut":8`, "all 8 players"},
		{`"players":["p1","p5"],"games":[2,0,0]`, `"players":["p1","p5"]`, "without a result"},
	} {
		got := read(t, strings.Replace(small, tc.from, tc.to, 1)).unusable()
		if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
			t.Errorf("with %q for %q: %q, want %q", tc.to, tc.from, got, tc.want)
		}
	}
}

// Before the last round of the small event p1 and p5, who meet, have won twice.
func TestStudy(t *testing.T) {
	s := study{first: 2, trials: 500, ids: sim.IDsOff}
	if err := s.add(t.Context(), read(t, small), 1); err != nil {
		t.Fatal(err)
	}
	if s.positions != 2 || s.all.n != 4 || s.matches != 11 || s.drawn != 0 {
		t.Errorf("%d positions, %d chances, %d of %d matches drawn", s.positions, s.all.n, s.drawn, s.matches)
	}
	last := s.left[0]
	if last.byRank != last.byPoints || last.ours <= 0 || last.ours >= 1 {
		t.Errorf("scores of the last round: %+v", last)
	}
	var page bytes.Buffer
	s.write(&page, "off")
	if !strings.Contains(page.String(), "| 1 | 2 | ") {
		t.Errorf("the page has no line for one round left:\n%s", &page)
	}
}
