package db

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"topcut/tournament"
)

// TestABackupIsOneMoment is taken while commits go on: each log in it is whole.
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
			if err := d.Commit(t.Context(), c); err != nil {
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
		if err != nil || c.Tournaments != 1 {
			t.Fatalf("%+v, %v", c, err)
		}
		s, err := reopen(t, to).Load(t.Context(), 1)
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
	if err := d.Backup(t.Context(), to); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("error is %v", err)
	}
	if content(t, to) != "precious" {
		t.Error("the file was overwritten")
	}
}

func TestRestorePutsTheBackupInPlaceAndKeepsWhatWasThere(t *testing.T) {
	d := openTest(t)
	mustCommit(t, d, step(1, 0))
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	mustCommit(t, d, step(1, 1))
	_, err := Restore(t.Context(), backup, d.path, noon)
	wantProblem(t, err, InUse)
	d.Close()

	kept, err := Restore(t.Context(), backup, d.path, noon)
	if err != nil || kept != d.path+".before-20260314T120000Z" {
		t.Fatalf("kept %q, %v", kept, err)
	}
	for path, want := range map[string]int{d.path: 1, kept: 2, backup: 1} {
		if s, err := reopen(t, path).Load(t.Context(), 1); err != nil || len(s.Log) != want {
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
	if kept, err := Restore(t.Context(), backup, path, noon); err != nil || kept != "" {
		t.Fatalf("kept %q, %v", kept, err)
	}
	if s, err := reopen(t, path).Load(t.Context(), 1); err != nil || len(s.Log) != 1 {
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
		_, err := Restore(t.Context(), bad, path, noon)
		wantProblem(t, err, NotTopcut, bad)
	}
	if _, err := Restore(t.Context(), filepath.Join(dir, "missing"), path, noon); err == nil {
		t.Error("a missing backup was restored")
	}
	if content(t, path) != before {
		t.Error("the database was changed")
	}
}
