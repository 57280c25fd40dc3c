package db

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// dirty returns the kernel's count of a file's pages that are in memory but not on disk;
// false if it is not available.
func dirty(t *testing.T, path string) (pages uint64, known bool) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var whole unix.CachestatRange
	var stat unix.Cachestat_t
	if err := unix.Cachestat(uint(f.Fd()), &whole, &stat, 0); err != nil {
		return 0, false
	}
	return stat.Dirty + stat.Writeback, true
}

// TestABackupIsOnTheDisk: a finished backup and the result of a restore have been flushed
// to disk. The test is skipped if the kernel does not count dirty pages.
func TestABackupIsOnTheDisk(t *testing.T) {
	dir, err := os.MkdirTemp(onDisk, "topcut-flushed-") //nolint:usetesting // the usual place may be memory
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	waiting := filepath.Join(dir, "waiting")
	if err := os.WriteFile(waiting, make([]byte, 1<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	if pages, known := dirty(t, waiting); !known || pages == 0 {
		t.Skip("this kernel or file system does not show which pages wait for the disk")
	}
	flushed := func(what, path string) {
		t.Helper()
		if pages, _ := dirty(t, path); pages > 0 {
			t.Errorf("%d pages of the %s wait for the disk", pages, what)
		}
	}
	d := reopen(t, filepath.Join(dir, "topcut.db"))
	mustCommit(t, d, step(1, 0))
	backup, restored := filepath.Join(dir, "backup.db"), filepath.Join(dir, "restored.db")
	if err := d.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	flushed("backup", backup)
	if _, err := Restore(t.Context(), Restoring{Backup: backup, Path: restored, Now: noon}); err != nil {
		t.Fatal(err)
	}
	flushed("restored database", restored)
}
