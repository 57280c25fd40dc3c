package standings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// readExample decodes the worked example of that number.
func readExample(t *testing.T, number string, into any) {
	t.Helper()
	files, err := filepath.Glob("testdata/examples/" + number + "_*.json")
	if err != nil || len(files) != 1 {
		t.Fatalf("example %s: %v %v", number, files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("example %s: %v", number, err)
	}
}

// exMatch is a match in the notation of the example files.
type exMatch struct {
	A, B       string
	GA, GB, GD int32
	Res        string // "a", "b", "d"
	PA, PB     json.Number
	Bye        string
	Absent     string
}

// frac is a number that examples write as a string, a number or {"frac": …}.
type frac struct{ fraction.Fraction }

func (f *frac) UnmarshalJSON(data []byte) error {
	var both struct{ Frac string }
	if err := json.Unmarshal(data, &both); err == nil && both.Frac != "" {
		return f.UnmarshalText([]byte(both.Frac))
	}
	return f.UnmarshalText([]byte(strings.Trim(string(data), `"`)))
}

// field builds a ledger whose players are given by name.
type field struct {
	names []string
	l     *ledger.Ledger
}

func newField(names ...string) *field {
	f := &field{names: names, l: &ledger.Ledger{}}
	for range names {
		f.l.Players = append(f.l.Players, ledger.Player{DroppedAfter: ledger.Active})
	}
	return f
}

func (f *field) index(name string) int32 { return int32(slices.Index(f.names, name)) }

func (f *field) name(p int32) string { return f.names[p] }

func (f *field) drop(after map[string]int) {
	for name, round := range after {
		f.l.Players[f.index(name)].DroppedAfter = int16(round)
	}
}

// match adds a match to round number n, which is started when needed.
func (f *field) match(n int, stage ledger.Stage, kind ledger.Kind, res ledger.Result, names ...string) {
	for len(f.l.Rounds) < n {
		f.l.Rounds = append(f.l.Rounds, ledger.Round{Number: int16(len(f.l.Rounds) + 1), Stage: stage})
	}
	m := ledger.Match{Kind: kind, Result: res, N: uint8(len(names)), Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
	for i, name := range names {
		m.Seats[i] = f.index(name)
	}
	r := &f.l.Rounds[n-1]
	r.Matches = append(r.Matches, m)
}

// play adds rounds in the notation of the examples; win is the score of "a".
func (f *field) play(rounds [][]exMatch, win [3]int32) {
	for i, round := range rounds {
		for _, m := range round {
			n := i + 1
			switch {
			case m.Bye != "":
				f.match(n, ledger.Swiss, ledger.Bye, ledger.Result{}, m.Bye)
			case m.Absent != "":
				f.match(n, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, m.Absent)
			case m.Res == "a":
				f.match(n, ledger.Swiss, ledger.Played, gamesResult(win[0], win[1], win[2]), m.A, m.B)
			case m.Res == "b":
				f.match(n, ledger.Swiss, ledger.Played, gamesResult(win[1], win[0], win[2]), m.A, m.B)
			case m.Res == "d":
				f.match(n, ledger.Swiss, ledger.Played, gamesResult(0, 0, 0), m.A, m.B)
			default:
				f.match(n, ledger.Swiss, ledger.Played, gamesResult(m.GA, m.GB, m.GD), m.A, m.B)
			}
		}
	}
}

func gamesResult(a, b, d int32) ledger.Result {
	return ledger.Result{Form: ledger.Games, V: [4]int32{a, b, d}}
}

func (f *field) compute(t testing.TB, rs *rules.Ruleset) *standings.Table {
	t.Helper()
	table, err := standings.Compute(f.l, rs, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func (f *field) order(table *standings.Table) []string {
	var out []string
	for _, row := range table.Rows {
		out = append(out, f.name(row.Player))
	}
	return out
}

// expectValue compares a tiebreaker of a player.
func (f *field) expectValue(t *testing.T, table *standings.Table, player, fn string, want fraction.Fraction) {
	t.Helper()
	row := table.Row(f.index(player))
	got, ok := table.Value(row, fn)
	if !ok || !got.Equal(want) {
		t.Errorf("%s: %s = %v (%v), want %v", player, fn, got, ok, want)
	}
}

// expectRow compares rank and points.
func (f *field) expectRow(t *testing.T, table *standings.Table, player string, rank int, points fraction.Fraction) {
	t.Helper()
	row := table.Row(f.index(player))
	if row.Rank != rank || !row.Points.Equal(points) {
		t.Errorf("%s: rank %d with %v points, want %d with %v", player, row.Rank, row.Points, rank, points)
	}
}
