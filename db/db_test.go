package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"topcut/db/internal/dbtest"
	"topcut/db/memdir"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// TestConformance runs the conformance suite with logs of two kinds, each with a log of
// the other kind in the same file.
func TestConformance(t *testing.T) {
	t.Run("tournaments", func(t *testing.T) {
		dbtest.Run(t, dbtest.Tournaments, func(t *testing.T) dbtest.Store[tournament.Event, tournament.ReadRows] {
			return events(beside(t, season.Log, season.Fact(&season.MemberLeft{Member: 1})))
		})
	})
	t.Run("seasons", func(t *testing.T) {
		dbtest.Run(t, dbtest.Seasons, func(t *testing.T) dbtest.Store[season.Fact, season.Read] {
			return seasons(beside(t, tournament.Log, tournament.Event(&tournament.Announced{Text: 1})))
		})
	})
	t.Run("lists", func(t *testing.T) {
		dbtest.RunTournaments(t, func(t *testing.T) dbtest.TournamentStore { return events(openTest(t)) })
	})
}

// beside opens a new database with a log of another kind, which must be unchanged at the
// end of the test.
func beside[E any, R journal.Rows](t *testing.T, k *journal.LogKind[E, R], event E) *DB {
	t.Helper()
	d := openTest(t)
	store, ctx := StoreOf(d, k), context.WithoutCancel(t.Context())
	id, err := store.Reserve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	err = store.Commit(ctx, &journal.Commit[E, R]{
		Log: id, Events: []journal.Envelope[E]{{Log: id, Seq: 1, Batch: 1, Time: noon, Cause: "c", Kind: k.Events.NameOf(event), Version: 1, Event: event}},
		Read: new(R), People: []journal.Person{{No: 1, User: "neighbour", Name: "Nora"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	before, err := store.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		after, err := store.Load(ctx, id)
		if diff := cmp.Diff(before, after); diff != "" || err != nil {
			t.Errorf("the %s beside it: %s%v", k.Name, diff, err)
		}
	})
	return d
}

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// openTest opens a new database that is closed at the end of the test.
func openTest(t testing.TB) *DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "topcut.db")
	if err := empty(path); err != nil {
		t.Fatal(err)
	}
	return reopen(t, path)
}

// empty makes a database without logs.
var empty = memdir.Once(func(path string) error {
	d, err := Open(context.Background(), Config{Path: path})
	if err != nil {
		return err
	}
	return d.Close()
})

func reopen(t testing.TB, path string) *DB {
	t.Helper()
	d, err := Open(t.Context(), Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// step returns a commit of one event after expect.
func step(id tournament.ID, expect int64) *tournament.Commit {
	return &tournament.Commit{
		Log: id, Expect: expect,
		Events: []tournament.Envelope{{
			Log: id, Seq: expect + 1, Batch: expect + 1, Time: noon, Actor: 1,
			Cause: "c", Kind: "announced", Version: 1, Event: &tournament.Announced{Text: 1},
		}},
		Read: &tournament.ReadRows{Row: tournament.Row{Guild: "g", Channel: "c", Name: "Friday", Ruleset: "magic", Phase: tournament.Running, CreatedAt: noon}},
	}
}

// seasons returns the seasons of a database.
func seasons(d *DB) *Store[season.Fact, season.Read] { return StoreOf(d, season.Log) }

// events returns the tournaments of a database.
func events(d *DB) *Store[tournament.Event, tournament.ReadRows] { return StoreOf(d, tournament.Log) }

func mustCommit(t testing.TB, d *DB, c *tournament.Commit) {
	t.Helper()
	if err := events(d).Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// wantProblem checks that err is an *OpenError with this problem and a one-line text that
// contains all of the words.
func wantProblem(t *testing.T, err error, want Problem, words ...string) {
	t.Helper()
	problem, ok := errors.AsType[*OpenError](err)
	if !ok || problem.Problem != want {
		t.Fatalf("error is %v, want problem %d", err, want)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%q is more than one line", err)
	}
}

func TestASecondBotIsRefused(t *testing.T) {
	d := openTest(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(d.path, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	for _, path := range []string{d.path, link} {
		_, err := Open(t.Context(), Config{Path: path})
		wantProblem(t, err, InUse, d.path)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	reopen(t, link)
}

func TestANewerSchemaIsRefusedAndLeftAlone(t *testing.T) {
	d := openTest(t)
	path := d.path
	d.Close()
	raw := openRaw(t, path)
	if _, err := raw.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	raw.Close()
	before := content(t, path)
	_, err := Open(t.Context(), Config{Path: path})
	wantProblem(t, err, NewerSchema, path, "schema 99")
	_, err = OpenReader(t.Context(), path)
	wantProblem(t, err, NewerSchema)
	if content(t, path) != before {
		t.Error("the file was changed")
	}
}

func TestFilesOfOthersAreRefusedAndLeftAlone(t *testing.T) {
	dir := t.TempDir()
	text, foreign := filepath.Join(dir, "notes.txt"), filepath.Join(dir, "browser.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("dear diary ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	raw := openRaw(t, foreign)
	if _, err := raw.Exec("CREATE TABLE bookmarks (url TEXT)"); err != nil {
		t.Fatal(err)
	}
	raw.Close()
	for _, path := range []string{text, foreign} {
		before := content(t, path)
		_, err := Open(t.Context(), Config{Path: path})
		wantProblem(t, err, NotTopcut, path)
		if content(t, path) != before {
			t.Errorf("%s was changed", path)
		}
	}
}

func TestADamagedDatabaseIsSaidToBe(t *testing.T) {
	d := openTest(t)
	path := d.path
	for seq := range int64(200) {
		mustCommit(t, d, step(1, seq))
	}
	d.Close()
	data := []byte(content(t, path))
	for i := 8192; i < len(data); i += 64 {
		data[i] ^= 0x5a
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Verify(t.Context(), path)
	wantProblem(t, err, Damaged, path)
}

func TestPlacesThatCannotBeWrittenTo(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(t.Context(), Config{Path: filepath.Join(dir, "no such folder", "topcut.db")})
	wantProblem(t, err, NotWritable, "no such folder")
	_, err = Open(t.Context(), Config{Path: dir})
	wantProblem(t, err, NotWritable, dir)

	if os.Geteuid() == 0 {
		t.Skip("the rest needs a user whom file permissions bind; this is root")
	}
	d := reopen(t, filepath.Join(dir, "topcut.db"))
	d.Close()
	if err := os.Chmod(d.path, 0o400); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), Config{Path: d.path})
	wantProblem(t, err, NotWritable, d.path)
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
	_, err = Open(t.Context(), Config{Path: filepath.Join(dir, "other.db")})
	wantProblem(t, err, NotWritable, "other.db")
}

func TestOnlyTheOwnerMayReadTheFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no file modes")
	}
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	restored := filepath.Join(t.TempDir(), "restored.db")
	if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: restored, Now: noon}); err != nil {
		t.Fatal(err)
	}
	made := reopen(t, filepath.Join(t.TempDir(), "made.db")) // and not copied, as most tests have it
	mustCommit(t, made, step(1, 0))
	owners(t, made.path, made.path+"-wal", made.path+"-shm", made.path+".lock", backup, restored, restored+".lock")
	rescued, err := d.Rescue(t.Context(), noon)
	if err != nil {
		t.Fatal(err)
	}
	owners(t, rescued, d.path+lostMark)
}

// owners fails if anyone but the owner has access to a file.
func owners(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			t.Errorf("%s has mode %o", filepath.Base(path), mode)
		}
	}
}

func TestOddNamesOfFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a b.db", "100%.db", "what?mode=memory.db", "x#y.db", "ü安.db"} {
		d := reopen(t, filepath.Join(dir, name))
		mustCommit(t, d, step(1, 0))
		d.Close()
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestEverythingIsThereAfterReopening(t *testing.T) {
	d := openTest(t)
	id, err := d.Reserve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	mustCommit(t, d, step(id, 0))
	before, err := events(d).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(d.path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("the journal is still there: %v", err)
	}
	d = reopen(t, d.path)
	after, err := events(d).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	if next, _ := d.Reserve(t.Context()); next <= id {
		t.Errorf("id %d is given again after %d", next, id)
	}
}

func TestAClosedDatabaseSaysSoAndLeavesNothingRunning(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	d, err := Open(t.Context(), Config{Path: filepath.Join(t.TempDir(), "topcut.db")})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := events(d).Commit(t.Context(), step(1, 0)); !errors.Is(err, errClosed) {
		t.Errorf("commit says %v", err)
	}
	if _, err := events(d).Load(t.Context(), 1); err == nil {
		t.Error("a closed database still reads")
	}
}

func TestAReaderWorksBesideTheBot(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	r, err := OpenReader(t.Context(), d.path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	logs := LogsOf(r, tournament.Log)
	var known *journal.Stored[tournament.Event]
	for seq := int64(1); seq < 5; seq++ {
		mustCommit(t, d, step(1, seq))
		s, err := logs.Load(t.Context(), 1)
		if err != nil || len(s.Log) != int(seq)+1 {
			t.Fatalf("the reader sees %v, %v after %d events", s, err, seq+1)
		}
		known, err = logs.Extend(t.Context(), 1, known)
		if diff := cmp.Diff(s, known); diff != "" || err != nil {
			t.Fatalf("after %d events the log differs if what is new is read alone: %s%v", seq+1, diff, err)
		}
	}
	mustCommit(t, d, step(1, 5))
	tamper(t, openRaw(t, d.path), "UPDATE events SET cause = 'another' WHERE seq = 6")
	var damage *Damage
	if _, err := logs.Extend(t.Context(), 1, known); !errors.As(err, &damage) || damage.Seq != 6 {
		t.Errorf("a new event that is not what was committed was read: %v", err)
	}
	if _, err := r.pool.db.Exec("UPDATE people SET name = 'x'"); err == nil {
		t.Error("a reader may write")
	}
	if _, err := OpenReader(t.Context(), filepath.Join(t.TempDir(), "none.db")); err == nil {
		t.Error("a database that does not exist was opened for reading")
	}
}

// TestTheLogIsAppendOnly: the triggers apply to every program that opens the file.
func TestTheLogIsAppendOnly(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	mustCommit(t, d, step(1, 1))
	raw := openRaw(t, d.path)
	for name, tt := range map[string]struct{ sql, says string }{
		"update":  {"UPDATE events SET data = '{}'", "never changed"},
		"delete":  {"DELETE FROM events WHERE seq = 2", "never deleted"},
		"replace": {"INSERT OR REPLACE INTO events VALUES (1, 2, 2, 0, 0, '', 'x', 1, '{}', x'00')", "never replaced"},
		"upsert":  {"INSERT INTO events VALUES (1, 2, 2, 0, 0, '', 'x', 1, '{}', x'00') ON CONFLICT DO UPDATE SET kind = 'y'", "never replaced"},
		"gap":     {"INSERT INTO events VALUES (1, 4, 4, 0, 0, '', 'x', 1, '{}', x'00')", "without gaps"},
	} {
		if _, err := raw.Exec(tt.sql); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", name, err, tt.says)
		}
	}
	if s, err := events(d).Load(t.Context(), 1); err != nil || len(s.Log) != 2 {
		t.Errorf("the log is %v, %v", s, err)
	}
}

// TestABatchSharesATransaction: a job that fails does not affect the other jobs of its
// batch, and each job sees the changes of those before it.
func TestABatchSharesATransaction(t *testing.T) {
	d := openTest(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	row := rowOf(tournament.Log)
	commit := func(ctx context.Context, c *tournament.Commit) job {
		data, err := encode(c)
		if err != nil {
			t.Fatal(err)
		}
		return job{ctx: ctx, do: func(t *tx) error { return row.commit(ctx, t, c, data) }, done: make(chan error, 1)}
	}
	batch := []job{
		commit(t.Context(), step(1, 0)), commit(t.Context(), step(1, 1)), commit(t.Context(), step(1, 1)),
		commit(t.Context(), step(2, 0)), commit(gone, step(2, 1)), commit(t.Context(), step(2, 1)),
	}
	want := []error{nil, nil, tournament.ErrConflict, nil, context.Canceled, nil}
	if err := d.writer.writeAlone(t.Context(), func(*tx) error { d.writer.runTogether(batch); return nil }); err != nil {
		t.Fatal(err)
	}
	for i, j := range batch {
		if err := <-j.done; !errors.Is(err, want[i]) {
			t.Errorf("job %d: %v, want %v", i, err, want[i])
		}
	}
	for id := tournament.ID(1); id <= 2; id++ {
		if s, err := events(d).Load(t.Context(), id); err != nil || len(s.Log) != 2 {
			t.Errorf("tournament %d: %v, %v", id, s, err)
		}
	}
}

// TestABatchThatCannotBeWrittenFailsForAll: no write of the batch returns nil when the
// transaction fails.
func TestABatchThatCannotBeWrittenFailsForAll(t *testing.T) {
	d := openTest(t)
	broken := errors.New("the disk is gone")
	mustCommit(t, d, step(1, 0))
	c := step(1, 1)
	c.Deadlines = []tournament.Deadline{{Key: "a", At: noon}}
	data, err := encode(c)
	if err != nil {
		t.Fatal(err)
	}
	batch := []job{
		{ctx: t.Context(), do: func(t *tx) error { return rowOf(tournament.Log).commit(context.Background(), t, c, data) }, done: make(chan error, 1)},
		{ctx: t.Context(), do: func(t *tx) error { return errors.Join(t.exec(rollback), broken) }, done: make(chan error, 1)},
	}
	if err := d.writer.writeAlone(t.Context(), func(*tx) error { d.writer.runTogether(batch); return nil }); err != nil {
		t.Fatal(err)
	}
	for i, j := range batch {
		if err := <-j.done; !errors.Is(err, broken) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	// What the failed batch seemed to have written does not count as written.
	mustCommit(t, d, c)
	due, err := d.DueDeadlines(t.Context(), noon, 10)
	if err != nil || len(due) != 1 {
		t.Errorf("deadlines are %v, %v", due, err)
	}
}

func TestAnswersLiveADay(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	for i := range answersAtOnce + 10 {
		at := noon
		if i%2 == 0 {
			at = noon.Add(time.Millisecond)
		}
		c := &tournament.Commit{Log: 1, Expect: 1, Answer: &tournament.Answer{Cause: fmt.Sprint(i), At: at}}
		if i == 0 {
			c.Answer.Body = []byte("young")
		}
		mustCommit(t, d, c)
	}
	for _, tt := range []struct {
		at   time.Time
		want int
	}{
		{noon.Add(answerLife), 0},
		{noon.Add(answerLife + time.Millisecond), (answersAtOnce + 10) / 2},
	} {
		n, err := d.PruneAnswers(t.Context(), tt.at)
		if err != nil || n != tt.want {
			t.Errorf("pruned %d, %v at %v, want %d", n, err, tt.at, tt.want)
		}
	}
	if body, err := d.Answer(t.Context(), "0"); err != nil || string(body) != "young" {
		t.Errorf("a young answer is %q, %v", body, err)
	}
	if body, err := d.Answer(t.Context(), "1"); err != nil || body != nil {
		t.Errorf("an old answer is %q, %v", body, err)
	}
}

func TestAnsweredIsTold(t *testing.T) {
	d := openTest(t)
	c := step(1, 0)
	c.Answer = &tournament.Answer{Cause: "i1", At: noon}
	mustCommit(t, d, c)
	if err := events(d).Commit(t.Context(), c); !errors.Is(err, errAnswered) || !errors.Is(err, tournament.ErrConflict) {
		t.Errorf("the same commit again: %v", err)
	}
	if err := events(d).Commit(t.Context(), step(1, 0)); errors.Is(err, errAnswered) || !errors.Is(err, tournament.ErrConflict) {
		t.Errorf("an old state: %v", err)
	}
}

// TestForgottenIsGoneFromTheFile: blanked text is overwritten, in the database
// and in its journal.
func TestForgottenIsGoneFromTheFile(t *testing.T) {
	d := openTest(t)
	const name, user, deck = "Annabel Unmistakable", "998877665544332211", "sixty-one forests"
	c := step(1, 0)
	c.Read.Row.Phase = tournament.Finished
	c.People = []tournament.Person{{No: 1, User: user, Name: name}, {No: 2, User: "2", Name: "Bob Remains"}}
	c.Texts = []tournament.Text{{No: 1, Kind: tournament.TextDeck, Person: 1, Body: strings.Repeat(deck+" ", 2000)}}
	c.Read.Players = []tournament.PlayerRow{{User: user, Player: 1, Status: tournament.Registered}}
	mustCommit(t, d, c)
	if _, err := d.Forget(t.Context(), user); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{d.path, d.path + "-wal"} {
		data := content(t, file)
		for _, secret := range []string{name, user, deck} {
			if strings.Contains(data, secret) {
				t.Errorf("%s still holds %q", filepath.Base(file), secret)
			}
		}
	}
	if !strings.Contains(content(t, d.path), "Bob Remains") {
		t.Error("the check looks in the wrong place: Bob is not in the file")
	}
}

// readTables returns what lies in all read tables.
func readTables(t *testing.T, raw *sql.DB) (s string) {
	t.Helper()
	const tables = `SELECT (SELECT json_group_array(json_array(id, kind, guild, name, over)) FROM logs)
		|| (SELECT json_group_array(json_array(log, channel, ruleset, phase, round, players, created_at)) FROM tournaments)
		|| (SELECT json_group_array(json_array(tournament, player, user, status)) FROM players)
		|| (SELECT json_group_array(json_array(log, key, at)) FROM deadlines)`
	if err := raw.QueryRow(tables).Scan(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadTablesAreRebuiltFromTheLogs(t *testing.T) {
	d := openTest(t)
	director, id := hosted(t, d)
	if _, err := director.Do(t.Context(), id, joining("i1", "2")); err != nil {
		t.Fatal(err)
	}
	played(t, d)
	raw := openRaw(t, d.path)
	read := func() string { return readTables(t, raw) }
	want := read()
	if !strings.Contains(want, "Winter") || !strings.Contains(want, "Friday") {
		t.Fatalf("the test is blind: %s", want)
	}
	for _, damage := range []string{
		"UPDATE logs SET guild = 'x', name = 'y', over = 1; UPDATE tournaments SET phase = 6",
		"DELETE FROM players; DELETE FROM deadlines; INSERT INTO deadlines VALUES (1, 'wrong', 1)",
		"DELETE FROM tournaments",
	} {
		if _, err := raw.Exec(damage); err != nil {
			t.Fatal(err)
		}
		if read() == want {
			t.Fatalf("%s did no damage", damage)
		}
		if n, err := d.Rebuild(t.Context()); err != nil || n != 2 {
			t.Fatalf("rebuilt %d, %v", n, err)
		}
		if got := read(); got != want {
			t.Errorf("after %s:\n%s\nwant\n%s", damage, got, want)
		}
	}
	mustCommit(t, d, step(7, 0)) // a log with an invalid first event
	if _, err := d.Rebuild(t.Context()); tournament.ClassOf(err) != tournament.Corrupt || !strings.Contains(err.Error(), "tournament 7") {
		t.Errorf("a log that does not fold: %v", err)
	}
}

func TestStats(t *testing.T) {
	d := openTest(t)
	c := step(1, 0)
	c.Read.Row.Players = 8
	c.Deadlines = []tournament.Deadline{{Key: "b", At: noon.Add(time.Hour)}, {Key: "a", At: noon}}
	c.Posts = []tournament.Post{{Key: "a", Channel: "c", Seq: 1}, {Key: "b", Channel: "c", Seq: 1}, {Key: "c", Channel: "c", Seq: 1}, {Key: "d", Channel: "c", Seq: 1}}
	c.Answer = &tournament.Answer{Cause: "i", At: noon}
	mustCommit(t, d, c)
	c = step(1, 1)
	c.Read = nil
	mustCommit(t, d, c)
	c = step(2, 0)
	c.Read.Row.Phase, c.Read.Row.Players = tournament.Finished, 100
	mustCommit(t, d, c)
	for key, f := range map[string]func(int64) error{
		"a": func(id int64) error { return d.Posted(t.Context(), id, "c", "m", 1, time.Time{}) },
		"b": func(id int64) error { return d.KillPost(t.Context(), id, "403") },
		"d": func(id int64) error { return d.TookPost(t.Context(), id, noon) },
	} {
		o, err := d.Post(t.Context(), 1, key)
		if err == nil {
			err = f(o.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	got, err := d.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.Bytes < 4096 {
		t.Errorf("the file has %d bytes", got.Bytes)
	}
	want := Stats{ // one post waits, and the posts of two logs are to be looked at
		Schema: len(embeddedMigrations()), Bytes: got.Bytes, Tournaments: 2, Running: 1, Players: 8, Events: 3, Deadlines: 2,
		NextDeadline: noon, Answers: 1, PostsWaiting: 1 + 2, PostsWatched: 1, PostsDead: map[string]int{"403": 1}, Oldest: Oldest{Message: step(1, 0).Events[0].Time},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWaitingPostsAreThoseToSendOrEdit: a post waits until it is shown as far as it should
// be, or is given up or deleted.
func TestWaitingPostsAreThoseToSendOrEdit(t *testing.T) {
	d := openTest(t)
	c := step(1, 0)
	for _, key := range []string{"sent", "new", "given up", "deleted"} {
		c.Posts = append(c.Posts, tournament.Post{Key: key, Channel: "c", Seq: 1})
	}
	mustCommit(t, d, c)
	id := func(key string) int64 {
		t.Helper()
		o, err := d.Post(t.Context(), 1, key)
		if err != nil {
			t.Fatal(err)
		}
		return o.ID
	}
	err := errors.Join(
		d.Posted(t.Context(), id("sent"), "c", "m", 1, time.Time{}),
		d.KillPost(t.Context(), id("given up"), "403"),
		d.TookPost(t.Context(), id("deleted"), noon),
	)
	if err != nil {
		t.Fatal(err)
	}
	waits := func(want map[int64]Waiting) {
		t.Helper()
		got, err := d.WaitingPosts(t.Context())
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	}
	waits(map[int64]Waiting{id("new"): {Want: 1}})
	c = step(1, 1)
	c.Posts = []tournament.Post{{Key: "sent", Channel: "c", Seq: 2}}
	mustCommit(t, d, c)
	waits(map[int64]Waiting{id("new"): {Want: 1}, id("sent"): {Want: 2, Shown: 1}})
}

// TestTheOldestPostIsTheOldestThatCouldGo: a post that waits for another attempt counts
// from the change it has to show, an edit from the last change, and a post that cannot be
// sent does not count. One for a thread that is not open is counted apart.
func TestTheOldestPostIsTheOldestThatCouldGo(t *testing.T) {
	d := openTest(t)
	c := step(1, 0)
	c.Posts = []tournament.Post{{Key: "card", Channel: "c", Seq: 1}, {Key: "thread", Parent: "lost", Seq: 1}}
	mustCommit(t, d, c)
	card, err := d.Post(t.Context(), 1, "card")
	if err != nil {
		t.Fatal(err)
	}
	oldest := func(want Oldest) {
		t.Helper()
		if s, err := d.Stats(t.Context()); err != nil || s.Oldest != want {
			t.Errorf("the oldest posts are of %+v (%v), want %+v", s.Oldest, err, want)
		}
	}
	oldest(Oldest{Message: c.Events[0].Time})
	if err := d.Posted(t.Context(), card.ID, "c", "m", 1, time.Time{}); err != nil {
		t.Fatal(err)
	}
	oldest(Oldest{})
	c = step(1, 1)
	c.Posts = []tournament.Post{{Key: "card", Channel: "c", Seq: 2}, {Key: "card.thread", Parent: "card", Seq: 2}}
	mustCommit(t, d, c)
	oldest(Oldest{Edit: c.Events[0].Time, Thread: c.Events[0].Time})
	if err := d.Threaded(t.Context(), card.ID, "th"); err != nil {
		t.Fatal(err)
	}
	oldest(Oldest{Message: c.Events[0].Time, Edit: c.Events[0].Time})
}

// TestAWriteThatCannotBeUndoneSaysWhy: the error contains both the write's own error and
// that of the database.
func TestAWriteThatCannotBeUndoneSaysWhy(t *testing.T) {
	d := openTest(t)
	own := errors.New("its own error")
	err := d.writer.write(t.Context(), func(t *tx) error {
		if err := t.exec(rollback); err != nil { // as SQLite itself does when the disk is full
			return err
		}
		return own
	})
	if !errors.Is(err, own) || !strings.Contains(err.Error(), "no such savepoint") {
		t.Errorf("the error is %v", err)
	}
	mustCommit(t, d, step(1, 0))
}
