package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// docs/rules/magic.md#mtg-35, MTG-38, MTG-47: the results of the document, what else
// occurs, and what is refused.
func TestMagicResults(t *testing.T) {
	var ex struct {
		SeedMtgResultSet struct {
			Swiss, Elimination, Refuse []string
			Mapping                    []struct {
				Result string
				A, B   int
				GW     [3]int32
			}
		}
	}
	readExample(t, "24_end_of_match", &ex)
	set := ex.SeedMtgResultSet
	for _, id := range []string{"magic", "lorcana"} {
		r := load(t, id)
		for _, code := range set.Swiss {
			code, _, _ = strings.Cut(code, " ")
			if _, _, err := r.ParseResult(ledger.Swiss, 0, 2, code); err != nil {
				t.Errorf("%s Swiss: %v", id, err)
			}
		}
		for _, code := range set.Elimination {
			if _, _, err := r.ParseResult(ledger.Elimination, 0, 2, code); err != nil {
				t.Errorf("%s elimination: %v", id, err)
			}
		}
		for _, tc := range set.Mapping {
			kind, res, err := r.ParseResult(ledger.Swiss, 0, 2, tc.Result)
			if err != nil {
				t.Fatal(err)
			}
			if got := [3]int32(res.V[:3]); got != tc.GW {
				t.Errorf("%s: %s means games %v", id, tc.Result, got)
			}
			want := ledger.None
			if tc.A > tc.B {
				want = 0
			} else if tc.B > tc.A {
				want = 1
			}
			if got := r.Winner(&ledger.Match{Kind: kind, N: 2, Result: res}); got != want {
				t.Errorf("%s: %s is won by seat %d", id, tc.Result, got)
			}
		}
		for _, code := range []string{"1-1", "1-0", "0-0", "2-0-1", "2-1-1"} { // extraNeeded
			if _, _, err := r.ParseResult(ledger.Swiss, 0, 2, code); err != nil {
				t.Errorf("%s needs %s too: %v", id, code, err)
			}
		}
		for _, code := range []string{"2-2", "3-0", "2-0-3"} { // refuse
			if _, _, err := r.ParseResult(ledger.Swiss, 0, 2, code); err == nil {
				t.Errorf("%s accepts %s", id, code)
			}
		}
		for _, code := range []string{"1-1-1", "1-1", "0-0-1", "0-0", "0-0-3"} {
			if _, _, err := r.ParseResult(ledger.Elimination, 0, 2, code); err == nil {
				t.Errorf("%s accepts %s in elimination", id, code)
			}
		}
	}
	bo1 := load(t, "magic", "match", "best-of-one")
	for _, code := range []string{"1-0", "0-1", "0-0-1"} {
		if _, _, err := bo1.ParseResult(ledger.Swiss, 0, 2, code); err != nil {
			t.Errorf("best of one: %v", err)
		}
	}
	if _, _, err := bo1.ParseResult(ledger.Swiss, 0, 2, "2-0"); err == nil {
		t.Error("best of one accepts 2-0")
	}
}

// Who wins when the clock has run out.
func TestResultsAtTime(t *testing.T) {
	for id, want := range map[string]string{"yugioh": "double_loss", "commander-pods": "draw", "magic": "text", "lorcana": "text", "meccg": "text"} {
		if got := load(t, id).AtTime(ledger.Swiss); got != want {
			t.Errorf("%s at time: %s, want %s", id, got, want)
		}
	}
	if got := load(t, "one-piece", "overtime", "no").AtTime(ledger.Swiss); got != "double_loss" {
		t.Errorf("one-piece without overtime: %s", got)
	}
	if got := load(t, "yugioh").Clock(ledger.Elimination); got != 0 {
		t.Errorf("yugioh elimination is timed: %v", got)
	}
	if load(t, "commander-pods").Bracket.DrawGoes != "best_rank" {
		t.Error("a drawn elimination pod has no winner")
	}
	for id, words := range map[string][]string{
		"magic":   {"TURNS", "five additional turns"},
		"lorcana": {"turn 0", "five more turns"},
		"pokemon": {"Three more turns", "15 minutes"},
		"meccg":   {"second player finishes a turn", "council"},
	} {
		for _, w := range words {
			if text := load(t, id).EndOfMatch(ledger.Swiss); !strings.Contains(text, w) {
				t.Errorf("%s says at time %q, without %q", id, text, w)
			}
		}
	}
}

func TestParseResultOfOtherGames(t *testing.T) {
	mp := func(a, b int32, by ledger.By, winner int8) ledger.Result {
		return ledger.Result{Form: ledger.Marshalling, V: [4]int32{a, b}, By: by, HasWinner: winner >= 0, Winner: max(winner, 0)}
	}
	form := func(f ledger.Form, v ...int32) ledger.Result {
		r := ledger.Result{Form: f}
		copy(r.V[:], v)
		return r
	}
	single := form(ledger.Points, 0, 3)
	single.Sides = 1
	for _, tc := range []struct {
		ruleset string
		option  []string
		seat    int
		seats   int
		text    string
		kind    ledger.Kind
		want    ledger.Result
	}{
		{"meccg", nil, 0, 2, "29-15", ledger.Played, mp(29, 15, ledger.ByPoints, -1)},
		{"meccg", nil, 1, 2, "29-15", ledger.Played, mp(15, 29, ledger.ByPoints, -1)},
		{"meccg", nil, 1, 2, "-3 - 5", ledger.Played, mp(5, -3, ledger.ByPoints, -1)},
		{"meccg", nil, 1, 2, "ring", ledger.Played, mp(0, 0, ledger.ByRing, 1)},
		{"meccg", nil, 1, 2, "ring-lost", ledger.Played, mp(0, 0, ledger.ByRing, 0)},
		{"meccg", nil, 0, 2, "14-14 weakest", ledger.Played, mp(14, 14, ledger.ByWeakestLink, 0)},
		{"meccg", nil, 0, 2, "tie", ledger.Played, mp(0, 0, ledger.ByTie, -1)},
		{"riichi-helper", nil, 2, 4, "41200 32500 27300 19000", ledger.Played, form(ledger.Scores, 41200, 32500, 27300, 19000)},
		{"riichi-helper", nil, 0, 4, "66,000 41,000 21,000 -8,000", ledger.Played, form(ledger.Scores, 66000, 41000, 21000, -8000)},
		{"commander-pods", nil, 2, 4, "win", ledger.Played, form(ledger.Places, 2, 2, 1, 2)},
		{"commander-pods", nil, 2, 3, "seat 1", ledger.Played, form(ledger.Places, 1, 2, 2)},
		{"commander-pods", nil, 0, 4, "draw", ledger.Played, form(ledger.Places, 1, 1, 1, 1)},
		{"commander-pods", []string{"scoring", "places"}, 0, 4, "2 1 4 2", ledger.Played, form(ledger.Places, 2, 1, 4, 2)},
		{"netrunner", nil, 1, 2, "4-1", ledger.Played, form(ledger.Points, 1, 4)},
		{"netrunner", nil, 0, 2, "id", ledger.IntentionalDraw, form(ledger.Points, 3, 3)},
		{"netrunner", []string{"sides", "single"}, 1, 2, "3-0", ledger.Played, single},
		{"yugioh", nil, 1, 2, "double-loss", ledger.DoubleLoss, ledger.Result{}},
		{"pokemon", nil, 0, 2, "0-0", ledger.Played, form(ledger.Games, 0, 0, 0)},
		{"pokemon", nil, 0, 2, "id", ledger.IntentionalDraw, form(ledger.Games, 0, 0, 0)},
		{"chess-casual", nil, 0, 2, "1/2", ledger.Played, form(ledger.Games, 0, 0, 1)},
		{"one-piece", nil, 1, 2, "won", ledger.Played, form(ledger.Games, 0, 1, 0)},
		{"flesh-and-blood", nil, 1, 2, "loss", ledger.Played, form(ledger.Games, 1, 0, 0)},
	} {
		kind, got, err := load(t, tc.ruleset, tc.option...).ParseResult(ledger.Swiss, tc.seat, tc.seats, tc.text)
		if err != nil {
			t.Errorf("%s %q: %v", tc.ruleset, tc.text, err)
			continue
		}
		if diff := cmp.Diff(tc.want, got); diff != "" || kind != tc.kind {
			t.Errorf("%s %q: kind %d (-want +got):\n%s", tc.ruleset, tc.text, kind, diff)
		}
	}
}

func TestParseResultOfOtherGamesRefuses(t *testing.T) {
	for _, tc := range []struct {
		ruleset string
		stage   ledger.Stage
		seats   int
		text    string
		want    string
	}{
		{"meccg", ledger.Swiss, 2, "14-14", "typed.level value=14-14"},
		{"meccg", ledger.Swiss, 2, "20-10 weakest", "typed.not_level value=20-10"},
		{"meccg", ledger.Swiss, 2, "scenario", "typed.unknown value=scenario"},
		{"meccg", ledger.Swiss, 2, "tie-lost", "typed.unknown value=tie-lost"},
		{"meccg", ledger.Swiss, 2, "1000-3", "typed.total value=1000"},
		{"riichi-helper", ledger.Scramble, 4, "41200 32500 27300 18900", "typed.sum sum=119900 want=120000"},
		{"riichi-helper", ledger.Scramble, 4, "41200 32500 27300", "n=3 want=4"},
		{"riichi-helper", ledger.Scramble, 4, "a b c d", "typed.score value=a legal=legal.scores sum=120000 example=41200 32500 27300 19000"},
		{"riichi-helper", ledger.Scramble, 4, "id", "typed.no_id"},
		{"commander-pods", ledger.Swiss, 4, "seat 5", "typed.no_seat value=seat 5"},
		{"commander-pods", ledger.Swiss, 4, "1 3 3 4", "typed.place place=3 seat=2"},
		{"commander-pods", ledger.Swiss, 4, "1 1 3 3", "typed.all_draw"},
		{"commander-pods", ledger.Swiss, 2, "win", "typed.table players=2"},
		{"netrunner", ledger.Swiss, 2, "5-1", "typed.unknown value=5-1 legal=legal.like codes=[6-0"},
		{"netrunner", ledger.Upper, 2, "6-0", "codes=[3-0"},
		{"pokemon-2009", ledger.Swiss, 2, "draw", "codes=[1-0 2-0 2-1"},
		{"yugioh", ledger.Swiss, 2, "id", "typed.no_id"},
		{"yugioh", ledger.Elimination, 2, "double-loss", "typed.no_double_loss"},
		{"one-piece", ledger.Swiss, 2, "draw", "typed.unknown value=draw"},
	} {
		_, _, err := load(t, tc.ruleset).ParseResult(tc.stage, 0, tc.seats, tc.text)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s %q: %v, want %q", tc.ruleset, tc.text, err, tc.want)
		}
	}
}

func TestWinnerOfUnplayedKinds(t *testing.T) {
	r := load(t, "magic")
	for _, tc := range []struct {
		m    ledger.Match
		want int
		text string
	}{
		{ledger.Match{Kind: ledger.Bye, N: 1}, 0, "bye"},
		{ledger.Match{Kind: ledger.AssignedLoss, N: 1}, ledger.None, "absent"},
		{ledger.Match{Kind: ledger.Forfeit, N: 2}, 0, "forfeit"},
		{ledger.Match{Kind: ledger.DoubleLoss, N: 2}, ledger.None, "double-loss"},
		{ledger.Match{Kind: ledger.IntentionalDraw, N: 2}, ledger.None, "id"},
		{ledger.Match{N: 2}, ledger.None, ""},
		{ledger.Match{N: 2, Result: ledger.Result{Form: ledger.Games, V: [4]int32{1, 1, 1}, HasWinner: true, Winner: 1}}, 1, "1-1-1 (lost)"},
	} {
		if got := r.Winner(&tc.m); got != tc.want {
			t.Errorf("%q is won by seat %d, want %d", tc.text, got, tc.want)
		}
		if got := r.FormatResult(tc.m, ledger.None); got != tc.text {
			t.Errorf("FormatResult = %q, want %q", got, tc.text)
		}
	}
	if got := r.FormatResult(ledger.Match{Kind: ledger.Forfeit, N: 2}, 1); got != "forfeit-lost" {
		t.Errorf("the loser of a forfeit sees %q", got)
	}
	// Tenhou-like: among equal scores the earlier seat is first.
	tie := ledger.Match{N: 4, Result: ledger.Result{Form: ledger.Scores, V: [4]int32{35000, 35000, 20000, 10000}}}
	if got := load(t, "riichi-helper", "scoring", "tenhou").Winner(&tie); got != 0 {
		t.Errorf("Tenhou-like: seat %d", got)
	}
	if got := load(t, "riichi-helper").Winner(&tie); got != ledger.None {
		t.Errorf("with shared places: seat %d", got)
	}
}

func TestCutSurvivesJSON(t *testing.T) {
	for text, cut := range map[string]rules.Cut{
		`8`:                                      {Top: 8},
		`{"points":19,"top":32}`:                 {Points: 19, Top: 32},
		`{"top":4,"equal_points":true,"max":16}`: {Top: 4, EqualPoints: true, Max: 16},
		`{"per_division":{"a":2}}`:               {PerDivision: map[string]int{"a": 2}},
	} {
		var got rules.Cut
		if err := got.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(cut, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		b, err := got.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var back rules.Cut
		if err := back.UnmarshalJSON(b); err != nil || cmp.Diff(cut, back) != "" {
			t.Errorf("%s came back as %+v, %v", text, back, err)
		}
	}
}
