package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"topcut/tournament"
)

// TestNothingIsConfirmedIntoAFileThatIsGone: whatever happens to the file of a running
// bot, the next write and all later ones fail with a *LostError, and what was confirmed
// before is rescued if this process still has it.
func TestNothingIsConfirmedIntoAFileThatIsGone(t *testing.T) {
	other := func(t *testing.T, to string) {
		t.Helper()
		d := openTest(t)
		mustCommit(t, d, step(1, 0))
		d.Close()
		if err := os.WriteFile(to+".new", []byte(content(t, d.path)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(to+".new", to); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		what    string
		rescued bool
		do      func(t *testing.T, path string) error
	}{
		"deleted":          {fileGone, true, func(_ *testing.T, path string) error { return os.Remove(path) }},
		"moved away":       {fileGone, true, func(_ *testing.T, path string) error { return os.Rename(path, path+".elsewhere") }},
		"replaced":         {fileOther, true, func(t *testing.T, path string) error { other(t, path); return nil }},
		"emptied":          {fileShorter, false, func(_ *testing.T, path string) error { return os.Truncate(path, 0) }},
		"journal deleted":  {fileGone, true, func(_ *testing.T, path string) error { return os.Remove(path + "-wal") }},
		"journal replaced": {fileOther, true, func(t *testing.T, path string) error { other(t, path+"-wal"); return nil }},
		"its folder is gone": {fileGone, false, func(_ *testing.T, path string) error {
			return os.RemoveAll(path[:strings.LastIndex(path, string(os.PathSeparator))])
		}},
	} {
		t.Run(name, func(t *testing.T) {
			d := openTest(t)
			for seq := range int64(5) {
				mustCommit(t, d, step(1, seq))
			}
			if err := d.Present(); err != nil {
				t.Fatal(err)
			}
			if err := tt.do(t, d.path); err != nil {
				t.Skip("this system does not let anybody: ", err)
			}
			for range 2 {
				err := events(d).Commit(t.Context(), step(1, 5))
				lost, ok := errors.AsType[*LostError](err)
				if !ok || lost.What != tt.what || tournament.ClassOf(err) != tournament.Unavailable {
					t.Fatalf("a commit says %v, want %s", err, tt.what)
				}
			}
			select {
			case <-d.Lost():
			default:
				t.Error("nobody is told")
			}
			to, err := d.Rescue(t.Context(), noon)
			if !tt.rescued && err != nil {
				return // the data is gone
			}
			if err != nil || to != d.path+".rescued-20260314T120000Z" {
				t.Fatalf("rescued %q, %v", to, err)
			}
			if s, err := events(reopen(t, to)).Load(t.Context(), 1); err != nil || len(s.Log) != 5 {
				t.Errorf("rescued: %v, %v", s, err)
			}
			d.Close()
			_, err = Open(t.Context(), Config{Path: d.path})
			wantProblem(t, err, WasLost, to)
			if _, err := Restore(t.Context(), Restoring{Backup: to, Path: d.path, Now: noon}); err != nil {
				t.Fatal(err)
			}
			if s, err := events(reopen(t, d.path)).Load(t.Context(), 1); err != nil || len(s.Log) != 5 {
				t.Errorf("restored: %v, %v", s, err)
			}
			if name != "replaced" {
				return
			}
			// It is not the database of the counter beside it, and has none.
			if _, err := Accept(t.Context(), d.path+".before-20260314T120000Z", false); err != nil {
				t.Fatal(err)
			}
			if s, err := events(reopen(t, d.path+".before-20260314T120000Z")).Load(t.Context(), 1); err != nil || len(s.Log) != 1 {
				t.Errorf("the file in its place was touched: %v, %v", s, err)
			}
		})
	}
}

// TestAFileThatIsLostDuringACommitConfirmsNothing: the file is deleted after the
// transaction has checked it.
func TestAFileThatIsLostDuringACommitConfirmsNothing(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	var refused error
	err := d.writer.write(t.Context(), func(tx *tx) error {
		refused = os.Remove(d.path)
		return tx.exec(writeHeard, millis(noon))
	})
	if refused != nil {
		t.Skip("this system does not allow it: ", refused)
	}
	if lost, ok := errors.AsType[*LostError](err); !ok || lost.What != fileGone {
		t.Errorf("the write says %v", err)
	}
}

// TestWhatIsLeftOfALostDatabaseStaysAsItIs: the mark exists whether or not anything could
// be rescued, the journal is copied before anything closes, and closing writes nothing
// back into the file.
func TestWhatIsLeftOfALostDatabaseStaysAsItIs(t *testing.T) {
	for name, left := range map[string]int64{"emptied": 0, "cut to half": 2} {
		d := openTest(t)
		for seq := range int64(5) {
			mustCommit(t, d, step(1, seq))
		}
		if err := d.writer.writeAlone(t.Context(), func(t *tx) error { return t.emptyJournal(context.Background()) }); err != nil {
			t.Fatal(err)
		}
		mustCommit(t, d, step(1, 5))
		if err := d.Present(); err != nil {
			t.Fatal(err)
		}
		if left > 0 {
			left = int64(len(content(t, d.path))) / left
		}
		journal := content(t, d.path+"-wal")
		if err := os.Truncate(d.path, left); err != nil {
			t.Skip("this system does not let anybody: ", err)
		}
		before := content(t, d.path)
		if err := events(d).Commit(t.Context(), step(1, 6)); err == nil {
			t.Fatalf("%s: committed", name)
		}
		to, err := d.Rescue(t.Context(), noon)
		d.Close()
		if content(t, d.path) != before {
			t.Errorf("%s: closing changed what was left", name)
		}
		if err == nil { // all of it was still in memory; the journal must not be combined with a new file
			if c, err := Verify(t.Context(), to); err != nil || c.Events != 6 {
				t.Errorf("%s: rescued %+v, %v", name, c, err)
			}
		} else if content(t, d.path+"-wal") != journal {
			t.Errorf("%s: closing changed the journal", name)
		}
		if content(t, d.path+".journal-20260314T120000Z") != journal {
			t.Errorf("%s: the journal was not kept", name)
		}
		_, err = Open(t.Context(), Config{Path: d.path})
		wantProblem(t, err, WasLost)
		_, err = OpenReader(t.Context(), d.path)
		wantProblem(t, err, WasLost)
	}
}

// TestTheNewestWholeBackupIsNamed: a damaged backup is skipped, whatever its date, and
// the folder may be relative.
func TestTheNewestWholeBackupIsNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("backups", 0o700); err != nil {
		t.Fatal(err)
	}
	path, err := resolve("topcut.db")
	if err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), Config{Path: "topcut.db", BackupDir: "backups"})
	if err != nil {
		t.Fatal(err)
	}
	for seq, name := range []string{"c.db", "b.db", "a.db"} {
		mustCommit(t, d, step(1, int64(seq)))
		if err := d.Backup(t.Context(), "backups/"+name); err != nil {
			t.Fatal(err)
		}
	}
	d.Close()
	raw := openRaw(t, strings.Replace(path, "topcut.db", "backups/a.db", 1))
	tamper(t, raw, `UPDATE events SET data = '{"text":2}' WHERE seq = 2`)
	raw.Close()
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), Config{Path: "topcut.db", BackupDir: "backups"})
	wantProblem(t, err, Behind, BehindEmpty)
	if e, ok := errors.AsType[*OpenError](err); !ok || !strings.HasSuffix(e.Backup, "b.db") {
		t.Errorf("the newest whole backup is %+v", e)
	}
}

// TestAQuietBotNoticesThatItsFileIsGone: no write is needed for that, only the next look.
func TestAQuietBotNoticesThatItsFileIsGone(t *testing.T) {
	d := openTest(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go d.Watch(ctx)
		synctest.Wait()
		if err := os.Remove(d.path); err != nil {
			t.Skip(err)
		}
		time.Sleep(watchEvery)
		synctest.Wait()
		select {
		case <-d.Lost():
		default:
			t.Error("the look after the file was removed does not find it missing")
		}
	})
}

// TestAFullDiskIsSaidOnceAMinuteAndPasses: users get one sentence, the log gets one line
// a minute, and when there is room again everything continues by itself.
func TestAFullDiskIsSaidOnceAMinuteAndPasses(t *testing.T) {
	for name, pragma := range map[string]struct{ bad, good string }{
		"full":      {"PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"}, // the smallest limit is the current number of pages
		"read-only": {"PRAGMA query_only = 1", "PRAGMA query_only = 0"},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			now := noon
			path := openTest(t).path + ".full"
			d, err := Open(t.Context(), Config{Path: path, Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(&log, nil))})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			mustCommit(t, d, step(1, 0))
			log.Reset()
			set := func(text string) {
				t.Helper()
				if err := d.writer.writeAlone(t.Context(), func(t *tx) error {
					_, err := t.conn.ExecContext(context.Background(), text)
					return err
				}); err != nil {
					t.Fatal(err)
				}
			}
			large := func() *tournament.Commit {
				c := step(1, 1)
				c.Texts = []tournament.Text{{No: 1, Kind: tournament.TextDeck, Person: 1, Body: strings.Repeat("x", 100_000)}}
				return c
			}
			set(pragma.bad)
			for n := range 90 {
				if n > 0 {
					now = now.Add(time.Second)
				}
				err := events(d).Commit(t.Context(), large())
				var full *FullError
				if !errors.As(err, &full) || tournament.ClassOf(err) != tournament.Unavailable {
					t.Fatalf("a commit says %v", err)
				}
			}
			if said := strings.Count(log.String(), "level=ERROR"); said != 2 {
				t.Errorf("90 writes in 90 seconds make %d lines:\n%s", said, &log)
			}
			if s, err := events(d).Load(t.Context(), 1); err != nil || len(s.Log) != 1 {
				t.Errorf("what is there can be read: %v, %v", s, err)
			}
			set(pragma.good)
			mustCommit(t, d, large())
			if !strings.Contains(log.String(), "disk: writable") {
				t.Errorf("that it is over is not said:\n%s", &log)
			}
			if err := d.Writable(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestACounterThatCannotBeWrittenIsAFaultOfTheDisk: what is written is confirmed, and the
// state of the disk says that it takes nothing, until the counter is written again.
func TestACounterThatCannotBeWrittenIsAFaultOfTheDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "topcut.db")
	d := reopen(t, path)
	if err := errors.Join(os.Remove(path+counterEnd), os.Mkdir(path+counterEnd, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := d.Writable(t.Context()); err != nil {
		t.Errorf("a write that only the counter missed: %v", err)
	}
	if err := d.Disk(); err == nil || !strings.HasPrefix(err.Error(), "disk: ") {
		t.Errorf("the state of the disk is %v", err)
	}
	if err := os.Remove(path + counterEnd); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Writable(t.Context()), d.Disk()); err != nil {
		t.Errorf("when it can be written again: %v", err)
	}
}

// TestTheJournalIsBoundedUnderLoad: the journal grows while a reader has an old snapshot,
// beside which SQLite's own attempts fail, and is emptied at its limit when the reader
// ends. The attempt waits a moment for the reader; on a busy machine a later one succeeds.
func TestTheJournalIsBoundedUnderLoad(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	size := func() int64 {
		info, err := os.Stat(d.path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	n := int64(0)
	grow := func(to int64) {
		begun, over, ended := make(chan struct{}), make(chan struct{}), make(chan error)
		go func() {
			ended <- d.pool.snapshot(t.Context(), func(q querier) error {
				err := q.row(t.Context(), selectVersion).Scan(new(int))
				close(begun)
				<-over
				return err
			})
		}()
		<-begun
		for size() < to {
			n++
			c := step(1, n)
			c.Texts = []tournament.Text{{No: 1, Kind: tournament.TextDeck, Person: 1, Body: strings.Repeat(fmt.Sprint(n%10), 1<<20)}}
			mustCommit(t, d, c)
		}
		close(over)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	for to := int64(journalLimit); to <= journalLimit+4*journalStep; to = size() + journalStep {
		grow(to)
		// The writer has emptied the journal, or could not, when it takes the next job.
		if err := d.writer.writeAlone(t.Context(), func(*tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if left := size(); left < journalLimit {
			t.Logf("after %d commits of a megabyte the journal of %d MB became %d MB", n, to>>20, left>>20)
			return
		}
	}
	t.Errorf("the journal has grown to %d bytes and was never emptied", size())
}
