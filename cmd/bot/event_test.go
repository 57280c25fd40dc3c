package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topcut/commands/drawing"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// standingJSON is one row of `standings --json`.
type standingJSON struct {
	Rank        int
	Player      string
	Place       *int
	Dropped     bool
	Points      string
	Tiebreakers map[string]struct{ Value float64 }
}

// `standings --json` reproduces every value published for 41 real events.
func TestRealEvents(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "events", "melee-*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("the files of real events are not at hand (shared/data/events beside the repository)")
	}
	compared := 0
	for _, name := range files {
		compared += compareEvent(t, name)
	}
	if want := 23960; compared != want {
		t.Errorf("%d values were compared, want %d", compared, want)
	}
}

func compareEvent(t *testing.T, name string) (compared int) {
	done := runProgram(t.Context(), nil, "", "standings", "--json", name)
	if done.code != 0 {
		t.Fatalf("%s: exit code %d: %s", filepath.Base(name), done.code, done.stderr)
	}
	var rows []standingJSON
	if err := json.Unmarshal([]byte(done.stdout), &rows); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var published struct{ Expect []map[string]any }
	if err := json.Unmarshal(data, &published); err != nil {
		t.Fatal(err)
	}
	byID := map[string]standingJSON{}
	for _, r := range rows {
		byID[r.Player] = r
	}
	names := map[string]string{"omw": "omw", "gw": "gwp", "ogw": "ogw"} // ours by the published name
	for _, want := range published.Expect {
		row := byID[want["player"].(string)]
		for key, value := range want {
			wanted, ok := value.(float64)
			if !ok {
				continue // the player
			}
			got := row.Tiebreakers[names[key]].Value
			if key == "points" {
				if got, err = strconv.ParseFloat(row.Points, 64); err != nil {
					t.Fatal(err)
				}
			}
			compared++
			if math.Abs(got-wanted) > 2e-6 {
				t.Errorf("%s: %s: %s = %v, published %v", filepath.Base(name), row.Player, key, got, wanted)
			}
		}
	}
	return compared
}

// `pair` on the export of a live event gives the pairings of the live event, including
// those of the elimination stage, and `replay` finds no difference.
func TestPairOnAnExportIsTheLivePairing(t *testing.T) {
	t.Parallel()
	automatic := swissWithCut(3, 0)
	automatic.Stages = automatic.Stages.WithCut(stage.Entry{By: stage.Auto})
	third := swissWithCut(3, 4)
	third.Stages = third.Stages.WithThird(true)
	placement, reseed, single := swissWithCut(3, 8), swissWithCut(3, 8), swissWithCut(3, 4)
	placement.Stages, reseed.Stages = placement.Stages.WithTree(stage.Placement), reseed.Stages.WithTree(stage.Reseed)
	dayTwo := swissWithCut(2, 4)
	dayTwo.Stages = dayTwo.Stages.WithSecond(stage.TopN(8), 2)
	single.Options = []tournament.Option{{Name: "sides", Value: "single"}}
	for _, tc := range []struct {
		ruleset  string
		players  int
		settings tournament.Settings
		rounds   int // number of compared rounds
	}{
		{"magic", 13, swissWithCut(4, 4), 6},
		{"lorcana", 12, third, 5},
		{"pokemon", 9, swissWithCut(3, 6), 6},
		{"netrunner", 10, swissWithCut(3, 4), 3},
		{"netrunner", 12, single, 3},
		{"magic", 12, placement, 6},
		{"magic", 12, reseed, 6},
		{"magic", 14, dayTwo, 6},
		{"commander-pods", 15, swissWithCut(3, 4), 4},
		{"riichi-ema", 14, automatic, 3},
	} {
		t.Run(tc.ruleset, func(t *testing.T) {
			snap, name := playedFile(t, tc.ruleset, histories.Options{Players: tc.players}, -1, tc.settings)
			if rounds := comparePairings(t, snap, name); rounds < tc.rounds {
				t.Errorf("%d rounds were compared, want %d", rounds, tc.rounds)
			}
			if done := runProgram(t.Context(), nil, "", "replay", "--allow-forced", name); done.code != 0 || !strings.HasPrefix(done.stdout, "identical") {
				t.Errorf("replay: %+v", done)
			}
			comparePictures(t, snap, name)
		})
	}
}

// TestReplayCountsWhatCannotBeComputedAgain: pairings forced by an organiser are accepted
// and counted, and replay fails unless told to accept them.
func TestReplayCountsWhatCannotBeComputedAgain(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	settings := tournament.DefaultSettings("Friday Night")
	settings.Stages = settings.Stages.WithRounds(2).WithCut(stage.Entry{})
	snap := tournament.Begin(1, make([]byte, 32))
	steps := []command.Command{&command.Create{Guild: "g", Channel: "c", Settings: settings, Ruleset: rs}, &command.OpenRegistration{}}
	for n := range 4 {
		steps = append(steps, &command.Join{Name: fmt.Sprint("Player ", n+1), ByOrganiser: true})
	}
	steps = append(steps, &command.Start{}, &command.Pair{Forced: [][]int{{1, 2}, {3, 4}}}, &command.Publish{}, &command.StartRound{})
	for n, c := range steps {
		req := command.Request{Actor: tournament.Actor{User: "1", Name: "Olga"}, Cause: fmt.Sprint(n), Command: c}
		if snap, _, err = command.Decide(snap, req, time.Unix(1_700_000_000+int64(n), 0)); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	data, err := handover.ExportJSON(snap)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "event.json")
	write(t, name, string(data), 0o600)
	done := runProgram(t.Context(), nil, "", "replay", name)
	if done.code != codeFailed || !strings.HasPrefix(done.stdout, "identical, as far as it can be computed\n") || !strings.Contains(done.stdout, "1 pairing taken as") || !strings.Contains(done.stderr, "--allow-forced") {
		t.Errorf("replay: %+v", done)
	}
	if done = runProgram(t.Context(), nil, "", "replay", "--allow-forced", name); done.code != codeOK {
		t.Errorf("replay --allow-forced: %+v", done)
	}
}

// comparePictures checks that standings and brackets of the export are drawn as for the
// event in Discord, including scores.
func comparePictures(t *testing.T, snap *tournament.Snapshot, name string) {
	t.Helper()
	painter, err := pictures.New()
	if err != nil {
		t.Fatal(err)
	}
	compare := func(what string, d pictures.Drawing, args ...string) {
		t.Helper()
		svg := filepath.Join(t.TempDir(), what+".svg")
		if done := runProgram(t.Context(), nil, "", append([]string{what, "--svg", svg, name}, args...)...); done.code != 0 {
			t.Fatalf("%s: %+v", what, done)
		}
		got, err := os.ReadFile(svg)
		if err != nil {
			t.Fatal(err)
		}
		want, err := d.Draw(painter, pictures.Options{Say: text.Printer{}.Plain()})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want[0].SVG()) {
			t.Errorf("%s is drawn otherwise than in Discord", what)
		}
	}
	env, swiss := view.Env{Snap: snap}, snap.State.LastDone()
	if el := snap.State.Elimination(); el != nil {
		swiss = el.FirstRound - 1
	}
	table, err := snap.State.Table(swiss)
	if err != nil {
		t.Fatal(err)
	}
	compare("standings", view.StandingsDrawing(env, table))
	all, err := snap.State.Brackets()
	if err != nil {
		return // there is none
	}
	d, ok := drawing.Bracket(wording.About(env.Words, env.Snap), &all[0])
	if !ok {
		return // tables of four have no lines
	}
	scored := false
	for _, r := range d.Rounds {
		for _, m := range r.Matches {
			scored = scored || m.Sides[0].Score != "" && m.Sides[1].Score != ""
		}
	}
	if !scored {
		t.Error("no match of the bracket has a score")
	}
	compare("bracket", d)
}

// A bracket of 32 is drawn into one file, without a name-2.png.
func TestABracketOf32IsDrawnIntoOneFile(t *testing.T) {
	t.Parallel()
	dir, settings := t.TempDir(), tournament.DefaultSettings("Friday Night")
	settings.Stages = stage.MustParse("single third")
	snap, err := playEvent(filepath.Join(dir, "topcut.db"), "magic", histories.Options{Players: 32}, 3, settings)
	if err != nil {
		t.Fatal(err)
	}
	data, err := handover.ExportJSON(snap)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "event.json")
	write(t, name, string(data), 0o600)
	if done := runProgram(t.Context(), nil, "", "bracket", "--png", filepath.Join(dir, "b.png"), name); done.code != codeOK {
		t.Fatalf("%+v", done)
	}
	if drawn, err := filepath.Glob(filepath.Join(dir, "*.png")); err != nil || len(drawn) != 1 {
		t.Errorf("drawn into %v, %v", drawn, err)
	}
	comparePictures(t, snap, name)
}

// A player who is disqualified in round 4 is not yet out after round 1.
func TestADisqualificationCountsFromItsRoundOn(t *testing.T) {
	dir, settings := t.TempDir(), tournament.DefaultSettings("Friday Night")
	settings.Stages = settings.Stages.WithRounds(5)
	snap, err := playEvent(filepath.Join(dir, "topcut.db"), "magic", histories.Options{Players: 8}, 3, settings)
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := command.Decide(snap, command.Request{Command: &command.Disqualify{Player: 1, Reason: "dice"}}, snap.State.At)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for what, s := range map[string]*tournament.Snapshot{"before": snap, "export": out} {
		data, err := handover.ExportJSON(s)
		if err != nil {
			t.Fatal(err)
		}
		names[what] = filepath.Join(dir, what+".json")
		write(t, names[what], string(data), 0o600)
	}
	var plain map[string]any
	data, err := os.ReadFile(names["export"])
	if err == nil {
		err = json.Unmarshal(data, &plain)
	}
	if err != nil {
		t.Fatal(err)
	}
	delete(plain, "log")
	if data, err = json.Marshal(plain); err != nil {
		t.Fatal(err)
	}
	names["file"] = filepath.Join(dir, "file.json")
	write(t, names["file"], string(data), 0o600)
	standing := func(what, after string) (p1 standingJSON) {
		t.Helper()
		done := runProgram(t.Context(), nil, "", "standings", "--json", "--after", after, names[what])
		var rows []standingJSON
		if err := json.Unmarshal([]byte(done.stdout), &rows); err != nil {
			t.Fatalf("%s: %+v", what, done)
		}
		return rows[slices.IndexFunc(rows, func(r standingJSON) bool { return r.Player == "p1" })]
	}
	for _, what := range []string{"export", "file"} {
		if got, want := standing(what, "1"), standing("before", "1"); got.Dropped || got.Rank != want.Rank || got.Points != want.Points {
			t.Errorf("%s, as of round 1: %+v, want %+v", what, got, want)
		}
		if got := standing(what, "4"); !got.Dropped {
			t.Errorf("%s, as of round 4: %+v", what, got)
		}
	}
}

// comparePairings pairs every round of the export again and returns the number of rounds.
func comparePairings(t *testing.T, snap *tournament.Snapshot, name string) (rounds int) {
	t.Helper()
	for i := range snap.Log {
		live, ok := snap.Log[i].Event.(*tournament.RoundPaired)
		if !ok || live.Forced || live.Attempt > 0 {
			continue
		}
		rounds++
		done := runProgram(t.Context(), nil, "", "pair", "--json", "--after", strconv.Itoa(fileRounds(snap.State, live.Round-1)), name)
		if done.code != 0 {
			t.Fatalf("round %d: exit code %d: %s", live.Round, done.code, done.stderr)
		}
		var paired pairedJSON
		if err := json.Unmarshal([]byte(done.stdout), &paired); err != nil {
			t.Fatal(err)
		}
		// Who is absent is a line of the answer, and follows in the event when it is published.
		paired.Matches = slices.DeleteFunc(paired.Matches, func(m matchJSON) bool { return m.Kind == ledger.AssignedLoss })
		byTables := slices.Clone(live.Pairings)
		slices.SortStableFunc(byTables, byTable)
		if len(paired.Matches) != len(live.Pairings) {
			t.Fatalf("round %d: %d matches, live %d", paired.Round, len(paired.Matches), len(live.Pairings))
		}
		for j, m := range paired.Matches {
			want := byTables[j]
			for k, id := range m.Players {
				if id != "p"+strconv.Itoa(want.Players[k]) || m.Table != want.Table || m.Kind != want.Kind {
					t.Errorf("round %d, match %d: %+v, live %+v", live.Round, j+1, m, want)
				}
			}
		}
	}
	return rounds
}

// fileRounds returns the number of rounds in the file for the first r rounds of the
// event: in a file a round has one stage.
func fileRounds(s *tournament.State, r int) int {
	n := 0
	for i := range r {
		parts := map[ledger.Stage]bool{}
		for j := range s.Rounds[i].Matches {
			if s.Ledger.Rounds[i].Matches[j].Kind != ledger.AssignedLoss { // written with the others
				parts[s.Rounds[i].Matches[j].Part] = true
			}
		}
		n += len(parts)
	}
	return n
}
