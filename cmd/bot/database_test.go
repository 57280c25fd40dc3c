package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
)

// TestRestoreComputesTheListsAnew: a restore computes the derived tables that a backup
// lacks.
func TestRestoreComputesTheListsAnew(t *testing.T) {
	dir := t.TempDir()
	backup, restored := filepath.Join(dir, "backup.db"), filepath.Join(dir, "restored.db")
	if _, err := playEvent(backup, "magic", histories.Options{Players: 6}, 1, swissWithCut(3, 2)); err != nil {
		t.Fatal(err)
	}
	found := func(path string) (n, due int) {
		t.Helper()
		r, err := db.OpenReader(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		list, err := r.ByGuild(t.Context(), testGuild)
		if err != nil {
			t.Fatal(err)
		}
		deadlines, err := r.DueDeadlines(t.Context(), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), 100)
		if err != nil {
			t.Fatal(err)
		}
		return len(list), len(deadlines)
	}
	_, due := found(backup)
	spoil(t, backup, "DELETE FROM outbox", "DELETE FROM deadlines", "DELETE FROM players", "DELETE FROM tournaments", "UPDATE logs SET guild = '', name = ''")
	ok(t, "restore", "--database", restored, backup)
	if events, again := found(restored); events != 1 || again != due {
		t.Errorf("%d events and %d deadlines are found, want 1 and %d", events, again, due)
	}
}

func TestPruneKeepsTheNewestAndWhatIsNotOurs(t *testing.T) {
	dir := t.TempDir()
	begin := time.Date(2026, 3, 1, 4, 30, 0, 0, time.UTC)
	for day := range 5 {
		write(t, filepath.Join(dir, backupName(begin.AddDate(0, 0, day))), "", 0o600)
	}
	write(t, filepath.Join(dir, "mine.db"), "", 0o600)
	if err := prune(dir, 2); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	want := []string{"mine.db", "topcut-20260304T043000Z.db", "topcut-20260305T043000Z.db"}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestADatabaseWithLessIsRefusedUntilItIsTaken: with an older copy in the database's
// place no bot starts and no command reads it, until a backup is restored or the copy is
// accepted as it is.
func TestADatabaseWithLessIsRefusedUntilItIsTaken(t *testing.T) {
	dir := t.TempDir()
	path, backups := filepath.Join(dir, "topcut.db"), filepath.Join(dir, "backups")
	config := filepath.Join(dir, "config.toml")
	write(t, config, fmt.Sprintf("[database]\npath = %q\n[backup]\ndir = %q\n", filepath.ToSlash(path), filepath.ToSlash(backups)), 0o600)
	play := func() {
		t.Helper()
		if _, err := playEvent(path, "magic", histories.Options{Players: 6}, 1, swissWithCut(3, 2)); err != nil {
			t.Fatal(err)
		}
	}
	play()
	older, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	play()
	backup := strings.TrimSpace(ok(t, "backup", "--config", config))
	play()
	for _, data := range [][]byte{older, nil} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"cancel", "--config", config, "1"}, {"export", "--config", config, "1"}, {"verify", "--config", config}, {"backup", "--config", config}} {
			done := runProgram(t.Context(), nil, "", args...)
			if done.code != codeLost || !strings.Contains(done.stderr, "topcut restore") || args[0] == "cancel" && !strings.Contains(done.stderr, "topcut restore "+backup) {
				t.Errorf("%d bytes, %v: exit code %d, %q", len(data), args, done.code, done.stderr)
			}
		}
	}
	if done := runProgram(t.Context(), nil, "", "restore", "--as-is", "--config", config); done.code != codeLost {
		t.Errorf("an empty file was taken: %+v", done)
	}
	if err := os.WriteFile(path, older, 0o600); err != nil {
		t.Fatal(err)
	}
	if out := ok(t, "restore", "--as-is", "--config", config); !strings.Contains(out, "1 event") {
		t.Errorf("taken as it is: %s", out)
	}
	ok(t, "verify", "--config", config)
	if out := ok(t, "restore", "--config", config, backup); !strings.Contains(out, "2 events") {
		t.Errorf("restored: %s", out)
	}
	ok(t, "verify", "--config", config)
}

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"0 events": count(0, "event"), "1 event": count(1, "event"), "2 events": count(2, "event"), "2 log entries": count(2, "log entry", "log entries"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestDamageIsSaidByEveryCommandThatReadsTheFile: verify names the event, check and
// backup fail, a restore needs a flag, and the other events are intact.
func TestDamageIsSaidByEveryCommandThatReadsTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "topcut.db"), filepath.Join(dir, "copy.db")
	for range 2 {
		if _, err := playEvent(path, "magic", histories.Options{Players: 6}, 1, swissWithCut(3, 2)); err != nil {
			t.Fatal(err)
		}
	}
	if out := ok(t, "verify", "--database", path); !strings.Contains(out, "2 events") || !strings.Contains(out, "All are") {
		t.Errorf("a sound file: %s", out)
	}
	config := filepath.Join(dir, "config.toml")
	write(t, config, fmt.Sprintf("[database]\npath = %q\n", filepath.ToSlash(path)), 0o600)
	ok(t, "check", "--config", config)

	spoil(t, path, "UPDATE events SET actor = 77 WHERE log = 1 AND seq = 5")
	for _, args := range [][]string{
		{"verify", "--database", path},
		{"verify", path},
		{"check", "--config", config},
		{"backup", "--database", path, copied},
		{"restore", "--database", filepath.Join(dir, "other.db"), copied},
		{"export", "--database", path, "1"},
	} {
		done := runProgram(t.Context(), nil, "", args...)
		if done.code != codeFailed || !strings.Contains(done.stderr, "entry 5") || strings.Count(done.stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q", args, done.code, done.stderr)
		}
	}
	ok(t, "export", "--database", path, "2")
	done := runProgram(t.Context(), nil, "", "restore", "--damaged", "--database", filepath.Join(dir, "other.db"), copied)
	if done.code != codeOK || !strings.Contains(done.stderr, "entry 5") {
		t.Errorf("restore --damaged: exit code %d, %q", done.code, done.stderr)
	}
	ok(t, "export", "--database", filepath.Join(dir, "other.db"), "2")
	if done := runProgram(t.Context(), nil, "", "verify", "--json", path); !strings.Contains(done.stdout, `"damaged":[{"kind":"tournament","event":1,"entry":5`) {
		t.Errorf("verify --json: %s", done.stdout)
	}
}

// TestAnEventThatNobodyEndsIsCancelledAndForgotten: a person whose data is to be blanked
// is still named in an event that is never ended, until the host cancels it; then they
// are in no byte of the file, its journal and a backup.
func TestAnEventThatNobodyEndsIsCancelledAndForgotten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "topcut.db")
	snap, err := playEvent(path, "magic", histories.Options{Players: 6}, 0, swissWithCut(3, 2))
	if err != nil {
		t.Fatal(err)
	}
	const ann, name = "200000000000000001", "Annabel-Unmistakable"
	store, err := db.Open(t.Context(), db.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	director := command.NewDirector(command.Config{Store: db.StoreOf(store, tournament.Log), Now: time.Now})
	for i, c := range []command.Command{
		&command.Undo{}, &command.Join{User: ann, Name: name, ByOrganiser: true},
	} {
		req := command.Request{Actor: tournament.Actor{User: histories.Organiser, Name: "Olga"}, Cause: fmt.Sprint("late ", i), Command: c}
		if _, err := director.Do(t.Context(), snap.State.ID, req); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	holds := func(when string, want bool) {
		t.Helper()
		backup := filepath.Join(dir, when+".db")
		ok(t, "backup", "--database", path, backup)
		found := false
		for _, file := range []string{path, path + "-wal", backup} {
			data, err := os.ReadFile(file)
			if os.IsNotExist(err) {
				continue
			}
			for _, mark := range []string{ann, name} {
				has := strings.Contains(string(data), mark)
				if found = found || has; has && !want {
					t.Errorf("%s: %s holds %q", when, filepath.Base(file), mark)
				}
			}
		}
		if found != want {
			t.Errorf("%s: anything found is %v, want %v", when, found, want)
		}
	}
	if out := ok(t, "forget", "--database", path, ann); !strings.Contains(out, "Still named in 1 event that are not over (1)") && !strings.Contains(out, "topcut cancel") {
		t.Errorf("forget while it runs: %s", out)
	}
	holds("running", true)
	ok(t, "cancel", "--database", path, "1")
	if out := ok(t, "forget", "--database", path, ann); !strings.Contains(out, "Blanked in 1 event.") {
		t.Errorf("forget afterwards: %s", out)
	}
	holds("cancelled", false)
}

// spoil changes a database with SQL.
func spoil(t *testing.T, path string, changes ...string) {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var triggers string // of the log; restored afterwards
	if err := raw.QueryRow("SELECT group_concat(sql, '; ') FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'events'").Scan(&triggers); err != nil {
		t.Fatal(err)
	}
	changes = append([]string{"DROP TRIGGER events_no_update", "DROP TRIGGER events_no_delete", "DROP TRIGGER events_in_order"}, changes...)
	for _, change := range append(changes, triggers) {
		if _, err := raw.Exec(change); err != nil {
			t.Fatal(err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
}
