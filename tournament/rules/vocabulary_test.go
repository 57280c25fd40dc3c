package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

func games(a, b, d int32) ledger.Result {
	return ledger.Result{Form: ledger.Games, V: [4]int32{a, b, d}}
}

func TestParseResult(t *testing.T) {
	for _, tc := range []struct {
		ruleset string
		stage   ledger.Stage
		seat    int
		text    string
		kind    ledger.Kind
		want    ledger.Result
	}{
		{"magic", ledger.Swiss, 0, "2-1", ledger.Played, games(2, 1, 0)},
		{"magic", ledger.Swiss, 1, "2-1", ledger.Played, games(1, 2, 0)},
		{"magic", ledger.Swiss, 1, " 2 - 0 ", ledger.Played, games(0, 2, 0)},
		{"magic", ledger.Swiss, 0, "2:0", ledger.Played, games(2, 0, 0)},
		{"magic", ledger.Swiss, 1, "1-1-1", ledger.Played, games(1, 1, 1)},
		{"magic", ledger.Swiss, 0, "0-1-1", ledger.Played, games(0, 1, 1)},
		{"magic", ledger.Swiss, 0, "ID", ledger.IntentionalDraw, games(0, 0, 3)},
		{"magic", ledger.Swiss, 1, "0-0-3", ledger.IntentionalDraw, games(0, 0, 3)},
		{"magic", ledger.Swiss, 0, "0-0", ledger.Played, games(0, 0, 0)},
		{"magic", ledger.Elimination, 1, "1-0-1", ledger.Played, games(0, 1, 1)},
		{"magic", ledger.Swiss, 0, "won 2-1", ledger.Played, games(2, 1, 0)},
		{"magic", ledger.Swiss, 1, "W 2:1", ledger.Played, games(1, 2, 0)},
		{"magic", ledger.Swiss, 0, "2–1 gewonnen", ledger.Played, games(2, 1, 0)},
		{"magic", ledger.Swiss, 0, "i won 2 - 0", ledger.Played, games(2, 0, 0)},
		{"magic", ledger.Swiss, 0, "lost 1-2", ledger.Played, games(1, 2, 0)},
		{"magic", ledger.Swiss, 0, "perdu 2-1", ledger.Played, games(1, 2, 0)},
		{"magic", ledger.Swiss, 1, "1-1-1 Draw", ledger.Played, games(1, 1, 1)},
		{"magic", ledger.Elimination, 1, "victoria 2-0", ledger.Played, games(0, 2, 0)},
		{"magic-melee", ledger.Swiss, 0, "3-0", ledger.Played, games(3, 0, 0)},
		{"magic-melee", ledger.Swiss, 0, "0-1-2", ledger.Played, games(0, 1, 2)},
	} {
		kind, got, err := load(t, tc.ruleset).ParseResult(tc.stage, tc.seat, 2, tc.text)
		if err != nil {
			t.Errorf("%s %q: %v", tc.ruleset, tc.text, err)
			continue
		}
		if diff := cmp.Diff(tc.want, got); diff != "" || kind != tc.kind {
			t.Errorf("%s %q: kind %d, want %d (-want +got):\n%s", tc.ruleset, tc.text, kind, tc.kind, diff)
		}
	}
}

func TestParseResultRefuses(t *testing.T) {
	const legal = "legal=legal.like codes=[2-0 2-1 1-0-1]"
	for _, tc := range []struct {
		ruleset string
		stage   ledger.Stage
		text    string
		want    string
	}{
		{"magic", ledger.Swiss, "2-2", "typed.unknown value=2-2 " + legal},
		{"magic", ledger.Swiss, "3-0", legal},
		{"magic", ledger.Swiss, "2-0-3", legal},
		{"magic", ledger.Swiss, "won", legal},
		{"magic", ledger.Swiss, "", legal},
		{"magic", ledger.Swiss, "won 1-1", "typed.unknown value=won 1-1"},
		{"magic", ledger.Swiss, "draw 2-1", legal},
		{"magic", ledger.Swiss, "not won 2-1", legal},
		{"magic", ledger.Swiss, "won 3-0", legal},
		{"magic", ledger.Swiss, "2", legal},
		{"magic", ledger.Swiss, "2--1", legal},
		{"magic", ledger.Swiss, "2-1-0-0", legal},
		{"magic", ledger.Swiss, strings.Repeat("9", 65), "typed.long"},
		{"magic", ledger.Swiss, "double-loss", "typed.no_double_loss"},
		{"magic", ledger.Elimination, "1-1-1", "typed.elimination value=1-1-1"},
		{"magic", ledger.Elimination, "0-0-3", "typed.elimination value=0-0-3"},
		{"magic", ledger.Elimination, "id", "typed.no_agreement"},
		{"magic-melee", ledger.Swiss, "6-0", "typed.unknown value=6-0"},
	} {
		_, _, err := load(t, tc.ruleset).ParseResult(tc.stage, 0, 2, tc.text)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s %q: %v, want %q", tc.ruleset, tc.text, err, tc.want)
		}
	}
	if _, _, err := load(t, "magic").ParseResult(ledger.Swiss, 0, 3, "2-0"); err == nil {
		t.Error("three players had a match of Magic")
	}
	if _, _, err := load(t, "magic").ParseResult(ledger.Swiss, 2, 2, "2-0"); err == nil {
		t.Error("a third seat reported a match of two")
	}
}

// A chess player writes a draw as on a score sheet, and the result as the opponent's
// 0-1.
func TestChessResultsAsOnAScoreSheet(t *testing.T) {
	r := load(t, "chess-casual")
	for text, want := range map[string][4]int32{
		"½-½": {0, 0, 1}, "½–½": {0, 0, 1}, "½ - ½": {0, 0, 1}, "1/2-1/2": {0, 0, 1}, "1/2": {0, 0, 1}, "draw": {0, 0, 1}, "1-0": {1, 0, 0}, "0-1": {0, 1, 0},
	} {
		kind, res, err := r.ParseResult(ledger.Swiss, 0, 2, text)
		if err != nil || kind != ledger.Played || res.V != want {
			t.Errorf("%q is read as %v %v, %v", text, kind, res.V, err)
		}
	}
}

// What is offered comes in the order wins, losses, the rest, and elimination offers
// no draw.
func TestResultsAreOfferedWinsFirst(t *testing.T) {
	var got []string
	for _, o := range load(t, "magic").Results(ledger.Swiss) {
		got = append(got, o.Value)
	}
	want := []string{
		"2-0", "2-1", "1-0-1", "1-0", "2-0-1", "2-1-1", "0-2", "1-2", "0-1-1", "0-1", "0-2-1", "1-2-1", "1-1-1", "1-1", "0-0-1", "0-0", "id",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	magic := load(t, "magic")
	for _, o := range magic.Results(ledger.Elimination) {
		if m := (ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}); magic.Winner(&m) == ledger.None {
			t.Errorf("elimination offers %q", o.Value)
		}
	}
}

func stages() []ledger.Stage {
	return []ledger.Stage{ledger.Swiss, ledger.Elimination, ledger.ThirdPlace, ledger.Upper, ledger.Lower, ledger.Final, ledger.RoundRobin, ledger.Playoff}
}

// Whatever is offered can be reported from every seat, and reads back from the
// same seat.
func TestFormatResultReadsBack(t *testing.T) {
	for _, id := range rules.IDs() {
		r := load(t, id)
		seats := r.Seats.Preferred
		for _, stage := range stages() {
			options := r.Results(stage)
			if len(options) == 0 && r.Vocabulary.Form != "scores" {
				t.Errorf("%s offers nothing at stage %d", id, stage)
			}
			for _, o := range options {
				for seat := range seats {
					kind, res, err := r.ParseResult(stage, seat, seats, o.Value)
					if err != nil {
						t.Fatalf("%s stage %d offers %q: %v", id, stage, o.Value, err)
					}
					m := ledger.Match{Kind: kind, N: uint8(seats), Result: res}
					if err := r.CheckResult(stage, &m); err != nil {
						t.Fatalf("%s stage %d offers %q: %v", id, stage, o.Value, err)
					}
					if rules.IsElimination(stage) && r.Winner(&m) == ledger.None && r.Bracket.DrawGoes == "" {
						t.Errorf("%s: %q has no winner in elimination", id, o.Value)
					}
					text := r.FormatResult(m, seat)
					kind2, res2, err := r.ParseResult(stage, seat, seats, text)
					if err != nil || kind2 != kind {
						t.Fatalf("%s stage %d: %q is shown as %q: %v", id, stage, o.Value, text, err)
					}
					if diff := cmp.Diff(res, res2); diff != "" {
						t.Errorf("%s: %q shown as %q reads back differently:\n%s", id, o.Value, text, diff)
					}
				}
			}
		}
	}
}

// Both players see one result: what the first reports as 2-1 is what the second
// reports as 1-2.
func TestBothSeatsReportOneResult(t *testing.T) {
	r := load(t, "magic")
	rapid.Check(t, func(t *rapid.T) {
		o := rapid.SampledFrom(r.Results(ledger.Swiss)).Draw(t, "result")
		kind, res, err := r.ParseResult(ledger.Swiss, 0, 2, o.Value)
		if err != nil {
			t.Fatal(err)
		}
		m := ledger.Match{Kind: kind, N: 2, Result: res}
		kind2, res2, err := r.ParseResult(ledger.Swiss, 1, 2, r.FormatResult(m, 1))
		if err != nil || kind2 != kind || res2 != res {
			t.Fatalf("%q: %v %v %v", o.Value, kind2, res2, err)
		}
	})
}

func FuzzParseResult(f *testing.F) {
	for _, s := range []string{"2-1", "id", "29-15", "-3--7", "ring-lost", "41200 32500 27300 19000", "win", "seat 2", "1 2 3 4", "1-1-1", "14-14 weakest"} {
		f.Add(s, 0)
	}
	var all []*rules.Ruleset
	for _, id := range rules.IDs() {
		r, err := rules.Load(id)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, r)
	}
	f.Fuzz(func(t *testing.T, text string, seat int) {
		for _, r := range all {
			kind, res, err := r.ParseResult(ledger.Swiss, seat, r.Seats.Preferred, text)
			if err != nil {
				continue
			}
			m := ledger.Match{Kind: kind, N: uint8(r.Seats.Preferred), Result: res}
			if err := r.CheckResult(ledger.Swiss, &m); err != nil {
				t.Fatalf("%s read %q as an illegal result: %v", r.ID, text, err)
			}
		}
	})
}
