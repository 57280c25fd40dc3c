package db

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/journal"
)

// openRaw opens a file without any of what Open does.
func openRaw(t testing.TB, path string) *sql.DB {
	t.Helper()
	raw, err := sql.Open(driverName, dsn(path, "_pragma=foreign_keys(1)"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { raw.Close() })
	return raw
}

func content(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// oldFile returns the path of a database of schema version 1.
func oldFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "old.db")
	raw := openRaw(t, path)
	if _, err := raw.Exec(content(t, "testdata/version1.sql")); err != nil {
		t.Fatal(err)
	}
	raw.Close()
	return path
}

// TestAFileOfVersion1IsReadInFull guards every later migration.
func TestAFileOfVersion1IsReadInFull(t *testing.T) {
	d := reopen(t, oldFile(t))
	ctx := t.Context()
	s, err := events(d).Load(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	if diff := cmp.Diff(&tournament.Stored{
		Log: []tournament.Envelope{
			{Log: 1, Seq: 1, Batch: 1, Time: at, Actor: 1, Cause: "i1", Kind: "announced", Version: 1, Event: &tournament.Announced{Text: 1}},
			{Log: 1, Seq: 2, Batch: 2, Time: at.Add(time.Second), Kind: "opened", Version: 1, Event: &tournament.Opened{}},
		},
		Book: tournament.Book{
			People: []tournament.Person{{No: 1, User: "u1", Name: "Ann"}},
			Texts:  []tournament.Text{{No: 1, Kind: tournament.TextAnnouncement, Person: 1, Body: "Welcome"}},
			Secret: []byte{0, 255},
		},
	}, s); diff != "" {
		t.Error(diff)
	}
	found, err := d.ByUser(ctx, "g", "u1")
	if diff := cmp.Diff([]tournament.Found{{ID: 1, Row: tournament.Row{
		Guild: "g", Channel: "c", Name: "Friday", Ruleset: "magic", Phase: tournament.Open, Players: 1, CreatedAt: at,
	}}}, found); diff != "" || err != nil {
		t.Error(diff, err)
	}
	due, err := d.DueDeadlines(ctx, at.Add(time.Hour), 10)
	if err != nil || len(due) != 1 || due[0].Key != "start" {
		t.Errorf("deadlines are %v, %v", due, err)
	}
	if posts, err := d.DuePosts(ctx, at, at, 10, journal.Skip{}); err != nil || len(posts) != 1 || posts[0].Key != "card" {
		t.Errorf("posts are %v, %v", posts, err)
	}
	if body, err := d.Answer(ctx, "i1"); err != nil || string(body) != "{}" {
		t.Errorf("the answer is %q, %v", body, err)
	}
	if server, err := d.Server(ctx, "g"); err != nil || server.OrganiserRole != "r" {
		t.Errorf("the server is %v, %v", server, err)
	}
	mustCommit(t, d, step(1, 2))
}

// TestVersion1IsWhatItWas: a released migration is never edited.
func TestVersion1IsWhatItWas(t *testing.T) {
	schema := func(raw *sql.DB) (s string) {
		t.Helper()
		if err := raw.QueryRow("SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema").Scan(&s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	fresh := openRaw(t, filepath.Join(t.TempDir(), "new.db"))
	if _, err := fresh.Exec(embeddedMigrations()[0].sql); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(schema(openRaw(t, oldFile(t))), schema(fresh)); diff != "" {
		t.Error(diff)
	}
}

func withSteps(extra ...string) []migration {
	steps := embeddedMigrations()
	for _, text := range extra {
		steps = append(steps, migration{name: "next.sql", sql: text})
	}
	return steps
}

func TestAMigrationCopiesTheDatabaseFirst(t *testing.T) {
	path, backups := oldFile(t), t.TempDir()
	cfg := Config{Path: path, BackupDir: backups, Now: func() time.Time { return noon }}.withDefaults()
	steps := withSteps("ALTER TABLE people ADD COLUMN pronouns TEXT NOT NULL DEFAULT ''", "CREATE TABLE extra (a TEXT) STRICT")
	for range 2 { // the second time nothing is left to do
		d, err := open(t.Context(), cfg, steps)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := d.Stats(t.Context()); err != nil || s.Schema != len(steps) || s.Events != 2 {
			t.Errorf("after the migration: %+v, %v", s, err)
		}
		d.Close()
	}
	names, err := filepath.Glob(filepath.Join(backups, "*"))
	want := filepath.Join(backups, "old-20260314T120000Z-v1.db")
	if diff := cmp.Diff([]string{want}, names); diff != "" || err != nil {
		t.Fatal(diff, err)
	}
	if got, err := Verify(t.Context(), want); err != nil || !cmp.Equal(got, Contents{Schema: 1, Logs: map[string]int{"tournament": 1}, Events: 2}) {
		t.Errorf("the copy holds %+v, %v", got, err)
	}
	if _, err := Open(t.Context(), Config{Path: path}); err == nil || problemOf(err) != NewerSchema {
		t.Errorf("the older program says %v", err)
	}
}

func problemOf(err error) Problem {
	if e, ok := errors.AsType[*OpenError](err); ok {
		return e.Problem
	}
	return Unreadable
}

func TestANewDatabaseIsNotCopied(t *testing.T) {
	dir := t.TempDir()
	reopen(t, filepath.Join(dir, "topcut.db"))
	if names, _ := filepath.Glob(filepath.Join(dir, "*-v*.db")); len(names) > 0 {
		t.Errorf("copies of nothing: %v", names)
	}
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	path := oldFile(t)
	cfg := Config{Path: path, BackupDir: t.TempDir()}.withDefaults()
	_, err := open(t.Context(), cfg, withSteps("DELETE FROM people; ALTER TABLE nothing ADD COLUMN a TEXT"))
	if err == nil || !strings.Contains(err.Error(), "next.sql") {
		t.Fatalf("error is %v", err)
	}
	d := reopen(t, path)
	if s, err := events(d).Load(t.Context(), 1); err != nil || len(s.Book.People) != 1 {
		t.Errorf("after a failed migration: %v, %v", s, err)
	}
}

func TestNoMigrationWithoutItsCopy(t *testing.T) {
	path := oldFile(t)
	cfg := Config{Path: path, BackupDir: filepath.Join(t.TempDir(), "no such folder")}.withDefaults()
	if _, err := open(t.Context(), cfg, withSteps("CREATE TABLE extra (a TEXT) STRICT")); err == nil {
		t.Fatal("migrated without a copy")
	}
	reopen(t, path)
}

func TestAnOlderSchemaCannotBeReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := createPrivate(path); err != nil {
		t.Fatal(err)
	}
	_, err := OpenReader(t.Context(), path)
	wantProblem(t, err, OlderSchema, "schema 0")
}

func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"gap":       {"0001_a.sql": {}, "0003_b.sql": {}},
		"no number": {"first.sql": {}},
		"twice":     {"0001_a.sql": {}, "0001_b.sql": {}},
	} {
		if _, err := readMigrations(files); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
