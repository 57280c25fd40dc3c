package db

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestAnEveningOnDisk plays a whole event, with undo, drops and disputes, through a
// Director on a real file that is closed and opened again every few commands. The loaded
// state equals the one in memory, the deadlines on disk are those of the state, and the
// read tables are those that Rebuild computes.
func TestAnEveningOnDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "topcut.db")
	now := noon
	var d *DB
	var director *command.Director
	boot := func() {
		t.Helper()
		if d != nil {
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
		}
		d = reopen(t, path)
		director = command.NewDirector(command.Config{
			Store: StoreOf(d, tournament.Log), Now: func() time.Time { return now }, Secret: func() []byte { return make([]byte, 32) },
		})
	}
	boot()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	settings := tournament.DefaultSettings("Friday Night")
	settings.Stages, settings.Decks = settings.Stages.WithRounds(4).WithCut(stage.Entry{By: stage.Top, N: 4}), tournament.DecksOptional
	out, err := director.Create(t.Context(), command.Request{
		Actor: tournament.Actor{User: histories.Organiser, Name: "Olga"}, Cause: "create",
		Command: &command.Create{Guild: "g", Channel: "c", Settings: settings, Ruleset: rs},
	})
	if err != nil {
		t.Fatal(err)
	}
	snap := out.After
	gen := histories.New(histories.Lively(13), 7)
	commands := 0
	for n := 0; ; n++ {
		step, ok := gen.Next(snap)
		if !ok {
			break
		}
		if n > 10_000 {
			t.Fatalf("the event does not end: %s, round %d", snap.State.Phase, len(snap.State.Rounds))
		}
		now = now.Add(7 * time.Second)
		out, err := director.Do(t.Context(), out.ID, command.Request{Actor: step.Actor, Cause: fmt.Sprint("i", n), Command: step.Command})
		if tournament.ClassOf(err) != "" {
			continue // people try what is not possible
		}
		if err != nil {
			t.Fatal(err)
		}
		snap = out.After
		if commands++; commands%25 == 0 {
			boot()
			snap = compareLoaded(t, d, director, snap)
		}
	}
	if snap.State.Phase != tournament.Finished {
		t.Fatalf("the event ends %s", snap.State.Phase)
	}
	compareLoaded(t, d, director, snap)
	raw := openRaw(t, path)
	want := readTables(t, raw)
	if _, err := raw.Exec("DELETE FROM tournaments"); err != nil {
		t.Fatal(err)
	}
	if n, err := d.Rebuild(t.Context()); err != nil || n != 1 {
		t.Fatalf("rebuilt %d, %v", n, err)
	}
	if diff := cmp.Diff(want, readTables(t, raw)); diff != "" {
		t.Error(diff)
	}
	t.Logf("%d commands, %d events", commands, len(snap.Log))
}

// compareLoaded returns the tournament as a new director loads it from disk.
func compareLoaded(t *testing.T, d *DB, director *command.Director, want *tournament.Snapshot) *tournament.Snapshot {
	t.Helper()
	got, err := director.Snapshot(t.Context(), want.State.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Log, got.Log, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("log (-memory +disk):\n%s", diff)
	}
	if diff := cmp.Diff(want.Book, got.Book, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("book (-memory +disk):\n%s", diff)
	}
	due, err := d.DueDeadlines(t.Context(), noon.AddDate(1, 0, 0), 1000)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]time.Time{}
	for _, x := range due {
		stored[x.Key] = x.At
	}
	computed := map[string]time.Time{}
	for _, x := range tournament.Deadlines(want.State) {
		computed[x.Key] = x.At
	}
	if diff := cmp.Diff(computed, stored); diff != "" {
		t.Fatalf("deadlines (-state +disk):\n%s", diff)
	}
	return got
}
