package db

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"topcut/tournament/journal"
)

// FullError says that the disk takes nothing more for now: it is full, read-only,
// or refuses to write. Nothing was changed; the next write is tried as if nothing
// had been.
type FullError struct{ Err error }

func (e *FullError) Error() string { return "disk: " + e.Err.Error() }

// Unwrap returns what people are told and SQLite's error.
func (e *FullError) Unwrap() []error {
	return []error{journal.Refuse(journal.Unavailable, "store.full"), e.Err}
}

// diskError makes a *FullError of an error with which the disk refused a write;
// any other is returned as it is.
func diskError(err error) error {
	switch code(err) & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return &FullError{err}
	}
	return err
}

// sayEvery is how often it is logged that the disk takes no writes.
const sayEvery = time.Minute

// disk is what is known of the disk from the writes to it.
type disk struct {
	log *slog.Logger
	now func() time.Time

	mu      sync.Mutex
	problem error // of the last write; nil = it went well
	said    time.Time
	refused int // writes since it was said
}

// note takes what came of a write and tells the log when that changes, and once a
// minute while it stays bad.
func (k *disk) note(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case err == nil && k.problem != nil:
		k.log.Info("disk: writable")
		k.said = time.Time{}
	case err != nil:
		k.refused++
		if now := k.now(); now.Sub(k.said) >= sayEvery || now.Before(k.said) {
			k.log.Error("disk: write refused", "error", err, "refused", k.refused)
			k.said, k.refused = now, 0
		}
	}
	k.problem = err
}

func (k *disk) state() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.problem
}

// Disk returns why the disk refused the last write, nil where it took it.
func (d *DB) Disk() error { return d.writer.disk.state() }

const writePulse stmt = `UPDATE pulse SET n = ?`

// Writable writes a page and returns a *FullError if the disk refuses it, a *LostError
// if the file is gone. It must not run beside other writers.
func (d *DB) Writable(ctx context.Context) error {
	return d.writer.write(ctx, func(*tx) error { return nil }) // each transaction counts itself
}

const (
	writeHeard  stmt = `UPDATE pulse SET heard = ?`
	selectHeard stmt = `SELECT heard FROM pulse`
)

// NoteReachable records that people could reach the bot at a time.
func (d *DB) NoteReachable(ctx context.Context, at time.Time) error {
	return d.writer.write(ctx, func(t *tx) error { return t.exec(writeHeard, millis(at)) })
}

// LastReachable returns when people could reach the bot last, as far as that was recorded;
// zero = never.
func (r *Reader) LastReachable(ctx context.Context) (at time.Time, err error) {
	var ms int64
	if err := r.pool.row(ctx, selectHeard).Scan(&ms); err != nil {
		return at, fmt.Errorf("look when people were heard: %w", err)
	}
	return fromMillis(ms), nil
}

const (
	// The journal is emptied when it has grown to journalLimit: SQLite's own try,
	// every four megabytes, gives way to readers and may never get through while
	// there are always some.
	journalLimit = 16 << 20
	// journalStep is how far it may grow until the next attempt after a failed one.
	journalStep = 4 << 20
)

// Readers are waited for so long only, as are, in the end, those who want to write.
const (
	shortWait stmt = `PRAGMA busy_timeout(250)`
	longWait  stmt = `PRAGMA busy_timeout(5000)`
)

// boundJournal empties the journal where it has grown too far.
func (w *writer) boundJournal() {
	if w.journalSize() < max(journalLimit, w.nextBound) {
		return
	}
	_ = w.tx.exec(shortWait) // whatever fails is tried again
	_ = w.tx.emptyJournal(context.Background())
	_ = w.tx.exec(longWait)
	w.nextBound = w.journalSize() + journalStep
}

func (w *writer) journalSize() int64 {
	info, err := os.Stat(w.identity.path + "-wal")
	if err != nil {
		return 0
	}
	return info.Size()
}
