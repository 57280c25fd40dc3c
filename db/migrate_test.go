package db

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/stores"
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
	if diff := cmp.Diff([]stores.Found{{ID: 1, Row: tournament.Row{
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
	for range 2 { // the second time there is nothing left to do
		d, err := open(t.Context(), cfg, steps)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := d.Stats(t.Context()); err != nil || s.Schema != len(steps) || s.Events != 2 {
			t.Errorf("after the migration: %+v, %v", s, err)
		}
		d.Close()
	}
	names, err := filepath.Glob(filepath.Join(backups, "*.db"))
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
	cfg := Config{Path: path, BackupDir: filepath.Join(path, "not in a file")}.withDefaults()
	if _, err := open(t.Context(), cfg, withSteps("CREATE TABLE extra (a TEXT) STRICT")); err == nil {
		t.Fatal("migrated without a copy")
	}
	reopen(t, path)
}

// TestTheFolderOfTheCopyIsMade: a host who upgrades may never have made a backup.
func TestTheFolderOfTheCopyIsMade(t *testing.T) {
	path, backups := oldFile(t), filepath.Join(t.TempDir(), "not", "yet")
	d, err := Open(t.Context(), Config{Path: path, BackupDir: backups, Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	if _, err := Verify(t.Context(), filepath.Join(backups, "old-20260314T120000Z-v1.db")); err != nil {
		t.Error(err)
	}
}

// TestMigrationsAreFrozen: a landed migration is never edited; a new one needs its line
// in migrations/frozen, which this test prints.
func TestMigrationsAreFrozen(t *testing.T) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	all, err := readFrozen(files)
	if err != nil {
		t.Fatal(err)
	}
	steps := embeddedMigrations()
	if len(all) != len(steps) {
		t.Errorf("%d migrations, %d lines", len(steps), len(all))
	}
	raw := openRaw(t, filepath.Join(t.TempDir(), "new.db"))
	for _, m := range steps {
		if _, err := raw.Exec(m.sql); err != nil {
			t.Fatal(err)
		}
		schema, err := fingerprint(t.Context(), raw)
		if err != nil {
			t.Fatal(err)
		}
		got := frozen{fmt.Sprintf("%x", sha256.Sum256([]byte(strings.ReplaceAll(m.sql, "\r", "")))), schema}
		if got != all[m.name] {
			t.Errorf("its line in migrations/frozen is not\n%s %s %s", m.name, got.file, got.schema)
		}
	}
}

// TestAnotherSchemaIsRefused: such a file could be opened but then accept no commit, or
// accept what the log forbids.
func TestAnotherSchemaIsRefused(t *testing.T) {
	for change, refused := range map[string]bool{
		"DROP TRIGGER events_no_update":                   true,
		"DROP INDEX outbox_due":                           true,
		"ALTER TABLE people ADD COLUMN pronouns TEXT":     true,
		"CREATE TABLE extra (a TEXT)":                     true,
		"PRAGMA user_version = 2":                         true,
		"CREATE TABLE _litestream_seq (id, seq)":          false,
		"ANALYZE":                                         false,
		"CREATE INDEX _litestream_one ON people (name)":   false,
		"UPDATE servers SET data = data WHERE guild = ''": false,
	} {
		d := openTest(t)
		mustCommit(t, d, step(1, 0))
		d.Close()
		raw := openRaw(t, d.path)
		if _, err := raw.Exec(change); err != nil {
			t.Fatal(err)
		}
		raw.Close()
		_, err := Verify(t.Context(), d.path)
		if !refused {
			if err != nil {
				t.Errorf("%s: %v", change, err)
			}
			mustCommit(t, reopen(t, d.path), step(1, 1))
			continue
		}
		wantProblem(t, err, OtherSchema)
		_, err = Open(t.Context(), Config{Path: d.path})
		wantProblem(t, err, OtherSchema)
		_, err = OpenReader(t.Context(), d.path)
		wantProblem(t, err, OtherSchema)
	}
}

// ladderFile returns a file as written by a version of the schema: that of version 1, and
// what the versions after it wrote (testdata/version2.sql and so on).
func ladderFile(t *testing.T, version int) string {
	t.Helper()
	path := oldFile(t)
	raw := openRaw(t, path)
	for i, m := range embeddedMigrations()[1:version] {
		for _, text := range []string{m.sql, fmt.Sprintf("PRAGMA user_version = %d", i+2), content(t, fmt.Sprintf("testdata/version%d.sql", i+2))} {
			if _, err := raw.Exec(text); err != nil {
				t.Fatal(m.name, err)
			}
		}
	}
	raw.Close()
	return path
}

// rowsOf returns the content of each table of a file column by column, so that tables
// with additional or moved columns can be compared.
func rowsOf(t *testing.T, path string) map[string][]string {
	t.Helper()
	raw := openRaw(t, path)
	defer raw.Close()
	columns, err := raw.Query(`SELECT s.name, c.name FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer columns.Close()
	all := map[string][]string{}
	for columns.Next() {
		var table, column string
		if err := columns.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		var values string
		if err := raw.QueryRow(fmt.Sprintf(`SELECT coalesce(group_concat(quote(%q) ORDER BY quote(%[1]q)), '') FROM %q`, column, table)).Scan(&values); err != nil {
			t.Fatal(err)
		}
		all[table+"."+column] = strings.Split(values, ",")
	}
	if err := columns.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFilesOfEveryVersionAreUpgradedAndPlayedOn: the content of an old file is kept, its
// schema equals that of a new file, and its events go on.
func TestFilesOfEveryVersionAreUpgradedAndPlayedOn(t *testing.T) {
	// What an upgrade drops or recomputes.
	computed := regexp.MustCompile(`^(leagues|tournaments|players|deadlines)\.|^outbox\.due$|^pulse\.`)
	for version := 1; version <= len(embeddedMigrations()); version++ {
		path := ladderFile(t, version)
		before := rowsOf(t, path)
		d := reopen(t, path)
		if s, err := events(d).Load(t.Context(), 1); err != nil || len(s.Log) != 2 || len(s.Book.People) != 1 {
			t.Fatalf("version %d: %v, %v", version, s, err)
		}
		d.Close()
		after := rowsOf(t, path)
		for column, rows := range before {
			if !computed.MatchString(column) && !cmp.Equal(rows, after[column]) {
				t.Errorf("version %d: %s was %v, is %v", version, column, rows, after[column])
			}
		}
		d = reopen(t, path)
		for seq := int64(2); seq < 6; seq++ {
			c := doomedStep(1, seq)
			c.People[0].No, c.Texts[0].No, c.Texts[0].Person = int(seq), int(seq), int(seq) // one each exists
			mustCommit(t, d, c)
		}
		posts, err := d.DuePosts(t.Context(), noon, noon, 10, journal.Skip{})
		if err != nil || len(posts) == 0 {
			t.Errorf("version %d: posts are %v, %v", version, posts, err)
		}
		if c, err := d.Verify(t.Context()); err != nil || c.Events != 6 || c.Schema != len(embeddedMigrations()) {
			t.Errorf("version %d: %+v, %v", version, c, err)
		}
	}
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
