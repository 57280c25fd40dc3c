package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/stores"
)

// imported returns the commit of a log that begins with n events, people and texts.
func imported(id tournament.ID, n int) *tournament.Commit {
	c := step(id, 0)
	for seq := int64(1); seq < int64(n); seq++ {
		c.Events = append(c.Events, step(id, seq).Events[0])
	}
	for no := range n {
		c.People = append(c.People, tournament.Person{No: no + 1, User: fmt.Sprint("u", no+1), Name: fmt.Sprint("Player ", no+1)})
		c.Texts = append(c.Texts, tournament.Text{No: no + 1, Kind: tournament.TextDeck, Person: no + 1, Body: "deck"})
	}
	c.Secret = []byte{1}
	c.Deadlines = []tournament.Deadline{{Key: "start", At: noon}}
	c.Posts = []tournament.Post{{Key: "card", Kind: "card", Channel: "c", Seq: 1}}
	c.Answer = &tournament.Answer{Cause: fmt.Sprint("import ", id), Body: []byte("{}"), At: noon}
	return c
}

// inTurn writes the first pieces of a commit, as Commit does, and calls after after each,
// with whether it was the last one. It reports whether there are more.
func inTurn(t *testing.T, d *DB, c *tournament.Commit, pieces int, after func(last bool)) (more bool) {
	t.Helper()
	data, err := encode(c)
	if err != nil {
		t.Fatal(err)
	}
	all := events(d).logs.kind.pieces(t.Context(), c, data)
	for i, write := range all {
		if i == pieces {
			return true
		}
		if err := d.writer.write(t.Context(), write); err != nil {
			t.Fatal(err)
		}
		if after != nil {
			after(i == len(all)-1)
		}
	}
	return false
}

// everything is all that can be read of log 2 and the people in it.
type everything struct {
	Loaded, Extended error
	Listed           []journal.Listed
	Known            []tournament.ID
	Found            []stores.Found
	Personal         *journal.Personal
	Due              []journal.DueDeadline
	Posts            int
	Answer           []byte
	Contents         Contents
	Stats            [2]int64
}

func readEverything(t *testing.T, d *DB) (all everything) {
	t.Helper()
	var err error
	ok := func() {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, all.Loaded = events(d).Load(t.Context(), 2)
	_, all.Extended = LogsOf(d.Reader, tournament.Log).Extend(t.Context(), 2, nil)
	all.Listed, err = d.Listed(t.Context(), tournament.Log.Name, "g")
	ok()
	all.Known, err = d.Known(t.Context(), tournament.Log.Name, "u600")
	ok()
	all.Found, err = d.ByUser(t.Context(), "", "u600")
	ok()
	all.Personal, err = d.Personal(t.Context(), "u600")
	ok()
	all.Due, err = d.DueDeadlines(t.Context(), noon, 10)
	ok()
	posts, err := d.DuePosts(t.Context(), noon, noon, 10, journal.Skip{})
	all.Posts = len(posts)
	ok()
	all.Answer, err = d.Answer(t.Context(), "import 2")
	ok()
	all.Contents, err = Verify(t.Context(), d.path)
	ok()
	stats, err := d.Stats(t.Context())
	all.Stats = [2]int64{int64(stats.Tournaments), stats.Events}
	ok()
	return all
}

// TestALogInPiecesIsSeenWhenItIsFinished: a new log with many events is written in
// transactions of few rows, so that other writes never wait for long, and nothing of it
// is read before the last one.
func TestALogInPiecesIsSeenWhenItIsFinished(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	raw := openRaw(t, d.path)
	before, rows, pieces := readEverything(t, d), 0, 0
	if !errors.Is(before.Loaded, journal.ErrNotFound) {
		t.Fatal(before.Loaded)
	}
	var now everything
	inTurn(t, d, imported(2, 1000), -1, func(last bool) {
		pieces++
		var all int
		if err := raw.QueryRow("SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM people) + (SELECT count(*) FROM texts)").Scan(&all); err != nil {
			t.Fatal(err)
		}
		if all-rows > rowsOfPiece {
			t.Errorf("piece %d has %d rows", pieces, all-rows)
		}
		rows, now = all, readEverything(t, d)
		if diff := cmp.Diff(before, now, cmp.Comparer(func(a, b error) bool { return fmt.Sprint(a) == fmt.Sprint(b) })); !last && diff != "" {
			t.Errorf("after piece %d:\n%s", pieces, diff)
		}
	})
	if rows != 3001 || pieces < 3*1000/rowsOfPiece {
		t.Errorf("%d rows in %d pieces", rows, pieces)
	}
	other := openTest(t)
	mustCommit(t, other, step(1, 0))
	mustCommit(t, other, imported(2, 1000))
	if diff := cmp.Diff(readEverything(t, other), now); diff != "" || now.Loaded != nil {
		t.Errorf("%v, and unlike a commit:\n%s", now.Loaded, diff)
	}
	mustCommit(t, d, step(2, 1000))
}

// leftOf returns how many rows there are of a log, in all tables.
func leftOf(t *testing.T, raw *sql.DB, id tournament.ID) (n int) {
	t.Helper()
	err := raw.QueryRow(`SELECT (SELECT count(*) FROM events WHERE log = ?1) + (SELECT count(*) FROM people WHERE log = ?1) + (SELECT count(*) FROM texts WHERE log = ?1)
		+ (SELECT count(*) FROM secrets WHERE log = ?1) + (SELECT count(*) FROM logs WHERE id = ?1)`, id).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestACutOffLogIsRemovedAtTheNextStart: wherever its writing was cut off, also in a
// backup made meanwhile.
func TestACutOffLogIsRemovedAtTheNextStart(t *testing.T) {
	for cut, more := 1, true; more; cut++ {
		d := openTest(t)
		mustCommit(t, d, step(1, 0))
		if more = inTurn(t, d, imported(2, 600), cut, nil); !more {
			continue
		}
		backup := filepath.Join(t.TempDir(), "backup.db")
		if err := d.Backup(t.Context(), backup); err != nil {
			t.Fatal(err)
		}
		d.Close()
		for _, path := range []string{d.path, backup} {
			raw := openRaw(t, path)
			if leftOf(t, raw, 2) == 0 {
				t.Fatalf("after %d pieces nothing is left to be removed", cut)
			}
			again := reopen(t, path)
			if n := leftOf(t, raw, 2); n > 0 {
				t.Errorf("after %d pieces %d rows are left", cut, n)
			}
			id, err := again.Reserve(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			mustCommit(t, again, imported(id, 600))
			if c, err := again.Verify(t.Context()); err != nil || c.Events != 601 {
				t.Errorf("after %d pieces the file holds %+v, %v", cut, c, err)
			}
			again.Close()
			raw.Close()
		}
	}
}

// TestALogInPiecesThatFailsLeavesNothing: because its interaction was answered, its number
// is taken, or its caller has gone.
func TestALogInPiecesThatFailsLeavesNothing(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, imported(1, 600))
	raw := openRaw(t, d.path)
	answered := imported(2, 600)
	answered.Answer.Cause = "import 1"
	if err := events(d).Commit(t.Context(), answered); !errors.Is(err, errAnswered) || leftOf(t, raw, 2) > 0 {
		t.Errorf("an answered interaction: %v, %d rows", err, leftOf(t, raw, 2))
	}
	before := leftOf(t, raw, 1)
	if err := events(d).Commit(t.Context(), imported(1, 600)); !errors.Is(err, journal.ErrConflict) || leftOf(t, raw, 1) != before {
		t.Errorf("a taken number: %v, %d rows of %d", err, leftOf(t, raw, 1), before)
	}
	if err := events(d).Commit(&brief{Context: t.Context(), jobs: 3}, imported(3, 600)); !errors.Is(err, context.Canceled) || leftOf(t, raw, 3) > 0 {
		t.Errorf("a caller who has gone: %v, %d rows", err, leftOf(t, raw, 3))
	}
}

// brief is a context that is cancelled after some jobs of the writer.
type brief struct {
	context.Context
	jobs int
}

func (c *brief) Err() error {
	if c.jobs--; c.jobs < 0 {
		return context.Canceled
	}
	return nil
}

// TestOnlyUnfinishedLogsCanBeRemoved, by any program that opens the file.
func TestOnlyUnfinishedLogsCanBeRemoved(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	inTurn(t, d, imported(2, 600), 2, nil)
	raw := openRaw(t, d.path)
	if _, err := raw.Exec("PRAGMA foreign_keys(0)"); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		"DELETE FROM events WHERE log = 1",
		"UPDATE logs SET kind = 'unfinished' WHERE id = 1",
		"DELETE FROM logs WHERE id = 1; UPDATE logs SET id = 1 WHERE id = 2",
	} {
		if _, err := raw.Exec(q); err == nil {
			t.Errorf("%s: done", q)
		}
	}
}
