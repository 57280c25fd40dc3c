package db

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"topcut/tournament/journal"
)

// LostError says that the file of an open database is no longer at its path:
// deleted, moved away, replaced, or cut short. What is written from then on would
// be gone with the process, so nothing more is confirmed.
type LostError struct {
	Path string
	What string // of the files, what is wrong: "gone", "another file", "cut short"
}

func (e *LostError) Error() string { return fmt.Sprintf("database %s: %s", e.Path, e.What) }

// Unwrap returns what people are told.
func (e *LostError) Unwrap() error { return journal.Refuse(journal.Unavailable, "store.lost") }

// What LostError finds.
const (
	fileGone    = "gone"
	fileOther   = "another file"
	fileShorter = "cut short"
)

// identity knows the files of an open database by what the operating system calls
// them, and looks whether the names still lead there. It opens nothing: closing a
// second handle of the file would end SQLite's locks on it.
type identity struct {
	path string

	mu        sync.Mutex
	file, wal os.FileInfo // as first seen; wal is nil until there is a journal
	size      int64       // largest that was seen: the file never shrinks
	journal   int64       // size of wal as last seen
	shm       *os.File    // SQLite's index of the journal; nil = not looked at yet
	lost      *LostError
	gone      chan struct{} // closed with lost
}

func newIdentity(path string) (*identity, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return &identity{path: path, file: info, size: info.Size(), gone: make(chan struct{})}, nil
}

// check looks at the files. Once lost is lost for good: the names may lead to
// another database by now.
func (i *identity) check() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.lost == nil {
		i.lost = i.look()
		if i.lost == nil {
			return nil
		}
		close(i.gone)
	}
	return i.lost
}

func (i *identity) look() *LostError {
	lost := func(path, what string) *LostError { return &LostError{Path: path, What: what} }
	info, err := os.Stat(i.path)
	switch {
	case os.IsNotExist(err):
		return lost(i.path, fileGone)
	case err != nil: // unknown
		return nil
	case !os.SameFile(info, i.file):
		return lost(i.path, fileOther)
	case info.Size() < i.size:
		return lost(i.path, fileShorter)
	}
	i.size = info.Size()
	journal := i.path + "-wal"
	info, err = os.Stat(journal)
	switch {
	case i.wal == nil && err == nil:
		i.wal = info
	case i.wal != nil && os.IsNotExist(err):
		return lost(journal, fileGone)
	case i.wal != nil && err == nil && !os.SameFile(info, i.wal):
		return lost(journal, fileOther)
	case err == nil && info.Size() < i.journal && !i.journalFits():
		return lost(journal, fileShorter)
	}
	if err == nil {
		i.journal = info.Size()
	}
	return nil
}

// fileSize returns the size of the file as it was last seen.
func (i *identity) fileSize() int64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.size
}

// journalFits reports whether the journal is as long as SQLite's index of it says.
// SQLite too makes it shorter, when everything was written back. The index is opened
// once and kept: closing it would end SQLite's locks.
func (i *identity) journalFits() bool {
	if i.shm == nil {
		f, err := os.Open(i.path + "-shm")
		if err != nil {
			return true // unknown
		}
		i.shm = f
	}
	for range 10 { // it may change while it is looked at
		before, ok := indexedJournal(i.shm)
		info, err := os.Stat(i.path + "-wal")
		after, same := indexedJournal(i.shm)
		if !ok || !same || err != nil {
			return true
		}
		if before == after {
			return info.Size() >= before
		}
	}
	return true
}

// indexedJournal returns how long a journal is at least, by the header of its index
// (sqlite.org/walformat.html).
func indexedJournal(index io.ReaderAt) (size int64, ok bool) {
	var h [24]byte
	if _, err := index.ReadAt(h[:], 0); err != nil || h[12] == 0 {
		return 0, false
	}
	page, frames := int64(binary.NativeEndian.Uint16(h[14:])), int64(binary.NativeEndian.Uint32(h[16:]))
	if page == 1 {
		page = 1 << 16
	}
	if frames == 0 {
		return 0, true
	}
	return 32 + frames*(24+page), true
}

// close lets go of what is kept open; SQLite must have closed the database before.
func (i *identity) close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.shm != nil {
		i.shm.Close()
		i.shm = nil
	}
}

// Lost returns closed once the file is no longer where it was opened, see LostError.
func (d *DB) Lost() <-chan struct{} { return d.identity.gone }

// Present returns a *LostError where the file is no longer where it was opened.
func (d *DB) Present() error { return d.identity.check() }

// watchEvery is how often Watch looks.
const watchEvery = time.Second

// Watch looks at the file until ctx ends or it is lost. Each transaction looks too,
// before it is reported as done; Watch is for quiet times.
func (d *DB) Watch(ctx context.Context) {
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for d.identity.check() == nil {
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// lostMark is the end of the name of a file that lies where a database was lost. It
// holds the name of what was rescued of it, if anything was.
const lostMark = ".lost"

// Rescue writes what this process still holds of a lost database to a new file
// beside where it was, checked like a backup, and returns its name. A file that
// was deleted or moved away is whole for those who have it open. Until a database was
// restored nothing at the old place is opened: that would be an empty database, or one
// with the journal of another.
//
// The mark that says so comes first, then a copy of the journal: it may hold all that
// is left.
func (d *DB) Rescue(ctx context.Context, now time.Time) (string, error) {
	failed := mark(d.path+lostMark, "")
	if failed != nil {
		failed = fmt.Errorf("mark %s: %w", d.path, failed)
	}
	failed = errors.Join(failed, d.identity.keepJournal(d.path+now.UTC().Format(".journal-20060102T150405Z")))
	to := d.path + now.UTC().Format(".rescued-20060102T150405Z")
	err := d.writer.writeAlone(ctx, func(t *tx) error {
		id, n, err := readPulse(ctx, t.conn)
		if err == nil && (n < d.writer.count.n || string(id) != string(d.writer.count.id[:])) { // something else was written over it
			err = &BehindError{BehindOlder, n, d.writer.count.n}
		}
		if err != nil {
			return err
		}
		return copyInto(ctx, t.conn, to, embeddedMigrations())
	})
	var damage *DamageError
	if err != nil && !errors.As(err, &damage) {
		return "", fmt.Errorf("rescue %s: %w", d.path, errors.Join(err, failed))
	}
	if e := mark(d.path+lostMark, to); e != nil {
		return to, fmt.Errorf("mark %s: %w", d.path, e)
	}
	d.identity.removeJournal()
	return to, errors.Join(err, failed)
}

// NewestBackup returns the newest whole backup, also a rescued file; empty if there is
// none.
func (d *DB) NewestBackup(ctx context.Context) string { return newestWhole(ctx, d.path, d.backups) }

// mark writes a file with a line of text, in the place of one that was there, which is
// there until the new one is.
func mark(path, text string) error {
	part := path + ".part"
	if err := writeAnew(part, strings.NewReader(text+"\n")); err != nil {
		return errors.Join(err, removeAny(part))
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// keepJournal copies the journal of the lost file, where it still lies beside it.
func (i *identity) keepJournal(to string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.ownJournal() {
		return nil
	}
	if err := copyFile(i.path+"-wal", to); err != nil {
		return fmt.Errorf("keep the journal: %w", err)
	}
	return syncDir(filepath.Dir(to))
}

// ownJournal reports whether the journal at its place is that of the file.
func (i *identity) ownJournal() bool {
	info, err := os.Stat(i.path + "-wal")
	return err == nil && i.wal != nil && os.SameFile(info, i.wal)
}

// removeJournal removes the journal of the lost file, which must not meet a file
// that was put in its place. Another journal is left alone.
func (i *identity) removeJournal() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ownJournal() {
		_ = os.Remove(i.path + "-wal")
	}
}

// checkRestoring refuses a database whose restore was cut off.
func checkRestoring(path string) error {
	if _, err := os.Lstat(path + restoringMark); err == nil {
		return &OpenError{Path: path, Problem: HalfRestored}
	}
	return nil
}

// checkMarks refuses a database whose restore was cut off, or that was lost.
func checkMarks(path string) error {
	if err := checkRestoring(path); err != nil {
		return err
	}
	rescued, err := os.ReadFile(path + lostMark)
	if os.IsNotExist(err) {
		return nil
	}
	e := &OpenError{Path: path, Problem: WasLost}
	if to := strings.TrimSpace(string(rescued)); to != "" {
		e.Err = errors.New(to)
	}
	return e
}
