package db

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"topcut/tournament/journal"
)

// LostError means that the file of an open database is no longer at its path: it was
// deleted, moved, replaced, or cut. Anything written from then on would be lost with the
// process, so no further write is confirmed.
type LostError struct {
	Path string
	What string // which of the files; the fault is "gone", "another file" or "cut short"
}

func (e *LostError) Error() string { return fmt.Sprintf("database %s: %s", e.Path, e.What) }

// Unwrap returns the refusal for users.
func (e *LostError) Unwrap() error { return journal.Refuse(journal.Unavailable, "store.lost") }

// The faults in a LostError.
const (
	fileGone    = "gone"
	fileOther   = "another file"
	fileShorter = "cut short"
)

// identity identifies the files of an open database as the operating system does, and
// checks whether their names still lead to them. It opens no file: closing a second
// handle would drop SQLite's locks.
type identity struct {
	path string

	mu        sync.Mutex
	file, wal os.FileInfo // as first seen; wal is nil until there is a journal
	size      int64       // largest size seen: the file never shrinks
	journal   int64       // last seen size of wal
	shm       *os.File    // SQLite's index of the journal; nil until checked
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

// check checks the files. A lost database stays lost, because the names may lead to
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

// fileSize returns the last seen size of the file.
func (i *identity) fileSize() int64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.size
}

// journalFits reports whether the journal is as long as SQLite's index says. SQLite
// shortens it too, when everything was written back. The index is opened once and kept
// open, because closing it would drop SQLite's locks.
func (i *identity) journalFits() bool {
	if i.shm == nil {
		f, err := os.Open(i.path + "-shm")
		if err != nil {
			return true // unknown
		}
		i.shm = f
	}
	for range 10 { // it may change while it is read
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

// indexedJournal returns the minimum length of a journal according to the header of its
// index (sqlite.org/walformat.html).
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

// close closes what was kept open. SQLite must have closed the database before.
func (i *identity) close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.shm != nil {
		i.shm.Close()
		i.shm = nil
	}
}

// Lost returns a channel that is closed when the file is no longer where it was opened,
// see LostError.
func (d *DB) Lost() <-chan struct{} { return d.identity.gone }

// Present returns a *LostError if the file is no longer where it was opened.
func (d *DB) Present() error { return d.identity.check() }

const (
	// watchEvery is the interval of Watch.
	watchEvery = time.Second
	// keepEvery is the number of intervals after which it keeps the counter among the
	// backups.
	keepEvery = 60
)

// Watch checks the file until ctx is done or the file is lost. Each transaction checks it
// too before it is confirmed; Watch covers quiet times.
func (d *DB) Watch(ctx context.Context) {
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for n := 0; d.identity.check() == nil; n++ {
		if n%keepEvery == 0 {
			_ = d.writer.count.keep()
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// lostMark is the suffix of a file that marks a place where a database was lost. It
// contains the name of the rescued copy, if any.
const lostMark = ".lost"

// Rescue writes what this process still holds of a lost database to a new file beside its
// old place, checks it like a backup, and returns its name. A file that was deleted or
// moved is still complete for a process that has it open. Until a database is restored,
// nothing at the old place is opened: that would be an empty database, or one with the
// journal of another.
//
// The mark for this is written first, then a copy of the journal, which may hold all that
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
			err = &BehindError{What: BehindOlder, Has: n, Wrote: d.writer.count.n}
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

// NewestBackup returns the newest intact backup or rescued file, or "".
func (d *DB) NewestBackup(ctx context.Context) string { return newestWhole(ctx, d.path, d.backups) }

// mark writes a file with one line of text. It replaces an existing file atomically.
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

// keepJournal copies the journal of the lost file if it is still there.
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

// ownJournal reports whether the journal at its place belongs to the file.
func (i *identity) ownJournal() bool {
	info, err := os.Stat(i.path + "-wal")
	return err == nil && i.wal != nil && os.SameFile(info, i.wal)
}

// removeJournal removes the journal of the lost file, which must not be combined with a
// file put in its place. Another journal is left alone.
func (i *identity) removeJournal() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ownJournal() {
		_ = os.Remove(i.path + "-wal")
	}
}

// checkRestoring refuses a database with an interrupted restore.
func checkRestoring(path string) error {
	if _, err := os.Lstat(path + restoringMark); err == nil {
		return &OpenError{Path: path, Problem: HalfRestored}
	}
	return nil
}

// checkMarks refuses a database with an interrupted restore, or one that was lost.
func checkMarks(path string) error {
	if err := checkRestoring(path); err != nil {
		return err
	}
	rescued, err := os.ReadFile(path + lostMark)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	e := &OpenError{Path: path, Problem: WasLost}
	if to := strings.TrimSpace(string(rescued)); to != "" {
		e.Err = errors.New(to)
	}
	return e
}
