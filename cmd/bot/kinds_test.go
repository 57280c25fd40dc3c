package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/histories"
	"topcut/tournament/stage"
)

// ok runs the program and fails the test unless it succeeds.
func ok(t *testing.T, args ...string) string {
	t.Helper()
	done := runProgram(t.Context(), nil, "", args...)
	if done.code != 0 || done.stdout == "" {
		t.Fatalf("%s: exit code %d: %s", strings.Join(args[:len(args)-1], " "), done.code, done.stderr)
	}
	return done.stdout
}

// TestEngineCommandsOnEveryKindOfEvent plays an event of every kind to its end and runs
// standings, pair, seat and bracket on the exported file, as a table, as JSON and with
// --explain: they return the pairings, brackets and final places of the live event.
func TestEngineCommandsOnEveryKindOfEvent(t *testing.T) {
	t.Parallel()
	shape := func(chain string, divisions ...string) tournament.Settings {
		s := swissWithCut(3, 4)
		s.Stages, s.Divisions = stage.MustParse(chain), divisions
		return s
	}
	for _, c := range []struct {
		name, ruleset string
		players       int
		settings      tournament.Settings
	}{
		{"Swiss", "lorcana", 9, shape("swiss 3")},
		{"Swiss and cut", "magic", 13, shape("swiss 4 > bracket 4")},
		{"early lock into the cut", "magic", 13, shape("swiss 4 > bracket 4 lock 6")},
		{"single elimination", "pokemon", 11, shape("single")},
		{"double elimination", "netrunner", 9, shape("double")},
		{"round robin", "chess-casual", 6, shape("roundrobin")},
		{"round robin in groups", "magic", 11, shape("groups 3 roundrobin > bracket 6")},
		{"flights", "pokemon-2009", 64, shape("swiss 3 > bracket 8", "masters")},
		{"draft", "magic", 13, shape("draft > swiss 3 > bracket 4")},
		{"divisions", "pokemon-2009", 24, shape("swiss 3 > bracket 4", "junior", "senior", "masters")},
		{"ties", "meccg", 5, shape("swiss 1")},
		{"pods", "commander-pods", 15, shape("swiss 3 > bracket 4")},
		{"scramble", "riichi-helper", 13, shape("schedule 3 > final 8")},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := histories.Options{Players: c.players}
			if c.name == "flights" {
				opts.Flights = 2
			}
			snap, name := playedFile(t, c.ruleset, opts, -1, c.settings)
			checkStandings(t, snap, name)
			if comparePairings(t, snap, name) == 0 {
				t.Error("no pairing was compared")
			}
			ok(t, "pair", "--after", "0", "--explain", name)
			if text := ok(t, "replay", "--allow-forced", name); !strings.HasPrefix(text, "identical") {
				t.Errorf("replay: %s", text)
			}
			checkBrackets(t, snap, name)
			if len(snap.State.Drawn) > 0 || len(snap.State.Locks) > 0 {
				checkWithoutLog(t, snap, name)
			}
			if snap.State.Schedule() != nil {
				ok(t, "seat", "--explain", name)
				ok(t, "seat", "--explain", "--json", name)
			}
		})
	}
}

// TestOddsOfGroupsOnTheCommandLine: for a round robin in groups each player's odds are
// for the places of their own group, based on the matches played so far.
func TestOddsOfGroupsOnTheCommandLine(t *testing.T) {
	s := swissWithCut(3, 4)
	s.Stages = stage.MustParse("groups 2 roundrobin > single 4")
	_, name := playedFile(t, "magic", histories.Options{Players: 8}, 2, s)
	var got oddsJSON
	if err := json.Unmarshal([]byte(ok(t, "odds", "--json", "--trials", "500", name)), &got); err != nil {
		t.Fatal(err)
	}
	sums := make([]float64, 2)
	for _, p := range got.Players {
		sums[p.Group] += p.Cut.P
	}
	if len(got.Groups) != 2 || got.Groups[1].Cut.Top != 2 || math.Abs(sums[0]-2) > 0.01 || math.Abs(sums[1]-2) > 0.01 {
		t.Errorf("groups %+v, whose chances sum to %v", got.Groups, sums)
	}
	if text := ok(t, "odds", "--trials", "500", name); !strings.Contains(text, "group 2: Top 2") {
		t.Errorf("in words: %s", text)
	}
}

// checkWithoutLog removes the log from an export: the rest is enough to seed the bracket
// as the live event did.
func checkWithoutLog(t *testing.T, snap *tournament.Snapshot, export string) {
	t.Helper()
	data, err := os.ReadFile(export)
	if err != nil {
		t.Fatal(err)
	}
	var f map[string]json.RawMessage
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	delete(f, "log")
	bare, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "event.json")
	write(t, name, string(bare), 0o600)
	checkBrackets(t, snap, name)
	var d bracket.Diagram
	if err := json.Unmarshal([]byte(ok(t, "bracket", "--json", name)), &d); err != nil {
		t.Fatal(err)
	}
	for i, id := range d.Seeds {
		if playerNumber(t, id) != snap.State.Elimination().Players[i] {
			t.Errorf("seed %d is %s, live p%d", i+1, id, snap.State.Elimination().Players[i])
		}
	}
	ok(t, "standings", name)
	if snap.State.Settings.Stages.First().Kind != stage.Swiss || len(snap.State.Settings.Stages.Prepare) > 0 {
		return
	}
	var paired pairedJSON
	if err := json.Unmarshal([]byte(ok(t, "pair", "--json", "--after", "1", name)), &paired); err != nil {
		t.Fatal(err)
	}
	for _, m := range paired.Matches {
		if a, b := playerNumber(t, m.Players[0]), playerNumber(t, m.Players[len(m.Players)-1]); snap.State.Players[a-1].Flight != snap.State.Players[b-1].Flight {
			t.Errorf("players %d and %d of two flights meet", a, b)
		}
	}
}

// checkStandings compares the final places.
func checkStandings(t *testing.T, snap *tournament.Snapshot, name string) {
	t.Helper()
	var rows []standingJSON
	if err := json.Unmarshal([]byte(ok(t, "standings", "--json", name)), &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		n := playerNumber(t, row.Player)
		place := 0
		if row.Place != nil {
			place = *row.Place
		}
		if place != snap.State.Places[n-1] {
			t.Errorf("%s has place %d, live %d", row.Player, place, snap.State.Places[n-1])
		}
	}
	ok(t, "standings", name)
	ok(t, "standings", "--explain", rows[0].Player, name)
}

// checkBrackets compares the winners of all brackets.
func checkBrackets(t *testing.T, snap *tournament.Snapshot, name string) {
	t.Helper()
	if snap.State.Elimination() == nil {
		return
	}
	all, err := snap.State.Brackets()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range all {
		args := []string{"bracket"}
		if b.Division >= 0 {
			args = append(args, "--division", snap.State.Settings.Divisions[b.Division])
		}
		var d bracket.Diagram
		if err := json.Unmarshal([]byte(ok(t, append(args, "--json", name)...)), &d); err != nil {
			t.Fatal(err)
		}
		if len(d.Places) == 0 || playerNumber(t, d.Places[0].Player) != b.Seeds[b.State.Champion-1] {
			t.Errorf("%v: the bracket of division %d has the places %v, live champion p%d", args, b.Division, d.Places, b.Seeds[b.State.Champion-1])
		}
		ok(t, append(args, name)...)
		if text := ok(t, append(args, "--explain", name)...); !strings.Contains(text, "Seed 1 is ") || !strings.Contains(text, "Match 1 (") {
			t.Errorf("%v --explain: %s", args, text)
		}
	}
}

// playerNumber returns the number in the id of an exported player.
func playerNumber(t *testing.T, id string) int {
	t.Helper()
	var n int
	if err := json.Unmarshal([]byte(strings.TrimPrefix(id, "p")), &n); err != nil || n < 1 {
		t.Fatalf("%q is no id of an export", id)
	}
	return n
}
