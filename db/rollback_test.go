package db

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestAnOldFileWithItsOldCounterIsRefused: both put back as they once were look whole
// beside each other; the copy of the counter among the backups knows better, and the
// newest backup is named. What lies there can be taken as it is, and so can an older
// backup.
func TestAnOldFileWithItsOldCounterIsRefused(t *testing.T) {
	path, backups := filepath.Join(t.TempDir(), "topcut.db"), t.TempDir()
	open := func() (*DB, error) { return Open(t.Context(), Config{Path: path, BackupDir: backups}) }
	must := func() *DB {
		t.Helper()
		d, err := open()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	backUp := func(d *DB, name string) string {
		t.Helper()
		to := filepath.Join(backups, name)
		if err := d.Backup(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		return to
	}
	d := must()
	eventOf(t, d, 1)
	first := backUp(d, "topcut-1.db")
	d.Close()
	old := ofDatabase(t, path)
	d = must()
	eventOf(t, d, 2)
	second := backUp(d, "topcut-2.db")
	d.Close()

	old.put(t, path)
	_, err := open()
	behind, _ := errors.AsType[*BehindError](err)
	refused, _ := errors.AsType[*OpenError](err)
	if behind == nil || behind.What != BehindOlder || refused.Backup != second {
		t.Fatalf("a start on the old files says %v and names %+v", err, refused)
	}
	if admitted := Admit(t.Context(), Config{Path: path, BackupDir: backups}); admitted == nil || admitted.Error() != err.Error() {
		t.Errorf("Open refuses with %v, Admit with %v", err, admitted)
	}
	if _, err := Accept(t.Context(), path, false); err != nil {
		t.Fatal(err)
	}
	must().Close()
	if _, err := Restore(t.Context(), Restoring{Backup: first, Path: path, Now: noon}); err != nil {
		t.Fatal(err)
	}
	must().Close()
}

// TestADatabaseThatWasDeletedWithItsCounterIsRefused: the copy of the counter among the
// backups tells of it, so no new database is made; the newest whole backup is named. It
// can be restored, and without that copy a new database is made.
func TestADatabaseThatWasDeletedWithItsCounterIsRefused(t *testing.T) {
	path, backups := filepath.Join(t.TempDir(), "topcut.db"), t.TempDir()
	cfg := Config{Path: path, BackupDir: backups}
	d, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	eventOf(t, d, 1)
	whole := filepath.Join(backups, "topcut-1.db")
	if err := d.Backup(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	d.Close()
	gone := func() {
		t.Helper()
		for _, end := range []string{"", counterEnd} {
			if err := os.Remove(path + end); err != nil {
				t.Fatal(err)
			}
		}
	}
	gone()
	_, err = Open(t.Context(), cfg)
	behind, _ := errors.AsType[*BehindError](err)
	refused, _ := errors.AsType[*OpenError](err)
	if behind == nil || behind.What != BehindAll || behind.Wrote == 0 || refused.Backup != whole {
		t.Fatalf("a start says %v and names %+v", err, refused)
	}
	if admitted := Admit(t.Context(), cfg); admitted == nil || admitted.Error() != err.Error() {
		t.Errorf("Open refuses with %v, Admit with %v", err, admitted)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the refused start has made a file: %v", err)
	}
	if _, err := Restore(t.Context(), Restoring{Backup: whole, Path: path, Now: noon}); err != nil {
		t.Fatal(err)
	}
	if d, err = Open(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	if _, err := events(d).Load(t.Context(), 1); err != nil {
		t.Errorf("the event of the backup: %v", err)
	}
	d.Close()
	gone()
	if err := os.Remove(behind.Says); err != nil {
		t.Fatal(err)
	}
	if d, err = Open(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	d.Close()
}

// TestTheNoteOfALockIsReadWhileItIsHeld: and only then, also after a process that was
// killed.
func TestTheNoteOfALockIsReadWhileItIsHeld(t *testing.T) {
	d := openTest(t)
	for _, text := range []string{"http.public 127.0.0.1:8081", "short"} {
		if err := d.Note(text); err != nil {
			t.Fatal(err)
		}
		if note, held := Held(d.path); !held || note != text {
			t.Errorf("held %v, note %q", held, note)
		}
	}
	d.Close()
	if data, err := os.ReadFile(d.path + ".lock"); err != nil || len(data) == 0 {
		t.Errorf("%q, %v", data, err)
	}
	if note, held := Held(d.path); held || note != "" {
		t.Errorf("after the end: held %v, note %q", held, note)
	}
}
