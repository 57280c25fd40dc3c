package db

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/tournament"
)

// TestABackupIsOneMoment: a backup is made during commits, and each log in it is
// complete.
func TestABackupIsOneMoment(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for seq := int64(1); ; seq++ {
			select {
			case <-stop:
				return
			default:
			}
			c := step(1, seq)
			c.People = []tournament.Person{{No: int(seq), Name: "somebody"}}
			if err := events(d).Commit(t.Context(), c); err != nil {
				t.Error(err)
				return
			}
		}
	})
	dir := t.TempDir()
	var copies []string
	for _, name := range []string{"a.db", "b.db", "c.db"} {
		to := filepath.Join(dir, name)
		if err := d.Backup(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		copies = append(copies, to)
	}
	close(stop)
	wg.Wait()
	for _, to := range copies {
		c, err := Verify(t.Context(), to)
		if err != nil || c.Logs["tournament"] != 1 {
			t.Fatalf("%+v, %v", c, err)
		}
		s, err := events(reopen(t, to)).Load(t.Context(), 1)
		if err != nil || len(s.Log) != c.Events || len(s.Book.People) != c.Events-1 {
			t.Errorf("%v, %v for %+v", s, err, c)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestABackupOverwritesNothing(t *testing.T) {
	d := openTest(t)
	to := filepath.Join(t.TempDir(), "precious.txt")
	if err := os.WriteFile(to, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.Backup(t.Context(), to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error is %v", err)
	}
	if content(t, to) != "precious" {
		t.Error("the file was overwritten")
	}
}

// TestABackupFollowsNoLink: a link with the name of the backup is left alone, and so is
// its target.
func TestABackupFollowsNoLink(t *testing.T) {
	d := openTest(t)
	dir := t.TempDir()
	precious, link, dangling := filepath.Join(dir, "precious.txt"), filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	if err := os.WriteFile(precious, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{link: precious, dangling: filepath.Join(dir, "nowhere")} {
		if err := os.Symlink(target, name); err != nil {
			t.Skip("no links here:", err)
		}
		if err := d.Backup(t.Context(), name); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: error is %v", filepath.Base(name), err)
		}
		// A link that appears while the copy is made has no effect either.
		if err := claim(name); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
	}
	if content(t, precious) != "precious" {
		t.Error("what a link leads to was overwritten")
	}
	if _, err := os.Stat(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("the backup was written where a link leads")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("left over: %v, %v", entries, err)
	}
}

// TestARestoreFollowsNoLink: links with the names that a restore writes to are replaced,
// and their targets are unchanged; the same holds for the mark of a rescue. The lock of a
// database must not be a link.
func TestARestoreFollowsNoLink(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	dir := t.TempDir()
	backup, path := filepath.Join(dir, "backup.db"), filepath.Join(dir, "new.db")
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	precious, nowhere := filepath.Join(dir, "precious.txt"), filepath.Join(dir, "nowhere")
	if err := os.WriteFile(precious, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := func(target, name string) {
		t.Helper()
		if err := errors.Join(removeAny(name), os.Symlink(target, name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	left := func() {
		t.Helper()
		if content(t, precious) != "precious" {
			t.Error("what a link leads to was overwritten")
		}
		if _, err := os.Lstat(nowhere); err == nil {
			t.Error("something was written where a link leads")
		}
	}
	for _, target := range []string{precious, nowhere} {
		for _, end := range []string{".part", restoringMark, lostMark} {
			link(target, path+end)
		}
		if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: path, Now: noon}); err != nil {
			t.Fatal(err)
		}
		left()
		restored := reopen(t, path)
		if s, err := events(restored).Load(t.Context(), 1); err != nil || len(s.Log) != 1 {
			t.Errorf("restored: %v, %v", s, err)
		}
		restored.Close()
		for _, end := range []string{".part", restoringMark, lostMark} {
			if _, err := os.Lstat(path + end); err == nil {
				t.Errorf("%s is left over", end)
			}
		}
		link(target, d.path+lostMark)
		if _, err := d.Rescue(t.Context(), noon.Add(time.Duration(len(target))*time.Second)); err != nil {
			t.Fatal(err)
		}
		left()
	}
	if runtime.GOOS != "windows" {
		link(nowhere, path+".lock")
		if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: path, Now: noon}); err == nil {
			t.Error("a lock that is a link is taken")
		}
		left()
	}
}

// ahead returns a database that is one event ahead of its backup.
func ahead(t *testing.T) (d *DB, backup string) {
	t.Helper()
	d, backup = reopen(t, filepath.Join(t.TempDir(), "topcut.db")), filepath.Join(t.TempDir(), "backup.db")
	mustCommit(t, d, step(1, 0))
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	mustCommit(t, d, step(1, 1))
	return d, backup
}

// TestTwoRestoresInOneSecondKeepBothDatabases: the second restore does not overwrite the
// database kept by the first.
func TestTwoRestoresInOneSecondKeepBothDatabases(t *testing.T) {
	d, backup := ahead(t)
	d.Close()
	for _, want := range []int{2, 1} {
		kept, err := Restore(t.Context(), Restoring{Backup: backup, Path: d.path, Now: noon})
		if err != nil {
			t.Fatal(err)
		}
		if s, err := events(reopen(t, kept)).Load(t.Context(), 1); err != nil || len(s.Log) != want {
			t.Errorf("%s: %v, %v, want %d events", filepath.Base(kept), s, err, want)
		}
	}
	if all, err := filepath.Glob(d.path + ".before-*Z"); err != nil || len(all) != 2 {
		t.Errorf("kept: %q, %v", all, err)
	}
}

// TestADamagedEventIsBackedUpAndSaid: the other events still need their backup. It is
// restored only on request.
func TestADamagedEventIsBackedUpAndSaid(t *testing.T) {
	d := tampered(t, `UPDATE events SET time = 7 WHERE log = 2 AND seq = 2`)
	backup := filepath.Join(t.TempDir(), "backup.db")
	damage, ok := errors.AsType[*DamageError](d.Backup(t.Context(), backup))
	if !ok || len(damage.Logs) != 1 || damage.Path != backup {
		t.Fatalf("the backup says %v", damage)
	}
	path := filepath.Join(t.TempDir(), "new.db")
	if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: path, Now: noon}); !errors.As(err, &damage) {
		t.Fatalf("the damage went back in: %v", err)
	}
	if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: path, Now: noon, Damaged: true}); err != nil {
		t.Fatal(err)
	}
	restored := reopen(t, path)
	mustCommit(t, restored, step(1, 3))
	mustCommit(t, restored, step(3, 3))
}

// TestARestoreThatIsCutOffIsNeverOpened kills a restore after each of its steps. Opening
// the database then finds the old or the new one, complete, or asks to restore again;
// that always helps, and the old database is kept.
func TestARestoreThatIsCutOffIsNeverOpened(t *testing.T) {
	for _, journal := range []string{"sound", "broken"} {
		for cut := 0; ; cut++ {
			d, backup := ahead(t)
			left := map[string]string{}
			for _, end := range []string{"", "-wal", counterEnd} { // as kill -9 leaves them
				left[end] = content(t, d.path+end)
			}
			d.Close()
			if journal == "broken" {
				left[""] = strings.Repeat("no database any more", 1000)
			}
			for end, data := range left {
				if err := os.WriteFile(d.path+end, []byte(data), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			steps := restoreSteps(t.Context(), backup, d.path, d.path+".before")
			if cut > len(steps) {
				break
			}
			for _, step := range steps[:cut] {
				if err := step(); err != nil {
					t.Fatal(err)
				}
			}
			again, err := Open(t.Context(), Config{Path: d.path})
			if err == nil {
				s, err := events(again).Load(t.Context(), 1)
				if err != nil || journal == "sound" && cut < len(steps)/2 && len(s.Log) != 2 || cut == len(steps) && len(s.Log) != 1 {
					t.Errorf("%s, cut off after %d steps: %v, %v", journal, cut, s, err)
				}
				again.Close()
			} else if p := problemOf(err); p != NotTopcut && p != HalfRestored {
				t.Errorf("%s, cut off after %d steps: %v", journal, cut, err)
			}
			if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: d.path, Now: noon}); err != nil {
				t.Errorf("%s, cut off after %d steps, and again: %v", journal, cut, err)
			}
			if s, err := events(reopen(t, d.path)).Load(t.Context(), 1); err != nil || len(s.Log) != 1 {
				t.Errorf("%s, cut off after %d steps, and again: %v, %v", journal, cut, s, err)
			}
			kept, err := filepath.Glob(d.path + ".before*")
			if err != nil || len(kept) == 0 {
				t.Errorf("%s, cut off after %d steps: what was there is gone", journal, cut)
			}
		}
	}
}

func TestRestorePutsTheBackupInPlaceAndKeepsWhatWasThere(t *testing.T) {
	d, backup := ahead(t)
	_, err := Restore(t.Context(), Restoring{Backup: backup, Path: d.path, Now: noon})
	wantProblem(t, err, InUse)
	d.Close()

	kept, err := Restore(t.Context(), Restoring{Backup: backup, Path: d.path, Now: noon})
	if err != nil || kept != d.path+".before-20260314T120000Z" {
		t.Fatalf("kept %q, %v", kept, err)
	}
	for path, want := range map[string]int{d.path: 1, kept: 2, backup: 1} {
		if s, err := events(reopen(t, path)).Load(t.Context(), 1); err != nil || len(s.Log) != want {
			t.Errorf("%s: %v, %v, want %d events", filepath.Base(path), s, err, want)
		}
	}
}

func TestRestoreOnAnEmptyPlace(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	backup, path := filepath.Join(t.TempDir(), "backup.db"), filepath.Join(t.TempDir(), "new.db")
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	if kept, err := Restore(t.Context(), Restoring{Backup: backup, Path: path, Now: noon}); err != nil || kept != "" {
		t.Fatalf("kept %q, %v", kept, err)
	}
	if s, err := events(reopen(t, path)).Load(t.Context(), 1); err != nil || len(s.Log) != 1 {
		t.Errorf("%v, %v", s, err)
	}
}

func TestNothingUnsoundIsRestored(t *testing.T) {
	dir := t.TempDir()
	text, empty := filepath.Join(dir, "text"), filepath.Join(dir, "empty")
	for path, data := range map[string]string{text: strings.Repeat("not a database ", 100), empty: ""} {
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := openTest(t)
	path := d.path
	d.Close()
	before := content(t, path)
	for _, bad := range []string{text, empty} {
		_, err := Restore(t.Context(), Restoring{Backup: bad, Path: path, Now: noon})
		wantProblem(t, err, NotTopcut, bad)
	}
	if _, err := Restore(t.Context(), Restoring{Backup: filepath.Join(dir, "missing"), Path: path, Now: noon}); err == nil {
		t.Error("a missing backup was restored")
	}
	if content(t, path) != before {
		t.Error("the database was changed")
	}
}
