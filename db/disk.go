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

// FullError means that the disk does not accept writes at the moment: it is full,
// read-only, or failing. Nothing was changed, and the next write is tried as usual.
type FullError struct{ Err error }

func (e *FullError) Error() string { return "disk: " + e.Err.Error() }

// Unwrap returns the refusal for users and SQLite's error.
func (e *FullError) Unwrap() []error {
	return []error{journal.Refuse(journal.Unavailable, "store.full"), e.Err}
}

// diskError turns an error with which the disk refused a write into a *FullError; it
// returns any other error unchanged.
func diskError(err error) error {
	switch code(err) & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return &FullError{err}
	}
	return err
}

// sayEvery is how often a disk that refuses writes is logged.
const sayEvery = time.Minute

// disk is the state of the disk as known from writes to it.
type disk struct {
	log *slog.Logger
	now func() time.Time

	mu      sync.Mutex
	problem error // of the last write; nil if it succeeded
	said    time.Time
	refused int // writes since the last log line
}

// note records the outcome of a write. It logs a change of state, and a lasting fault
// once a minute.
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

// Disk returns why the disk refused the last write, or nil if it did not.
func (d *DB) Disk() error { return d.writer.disk.state() }

const writePulse stmt = `UPDATE pulse SET n = ?`

// Writable writes a page. It returns a *FullError if the disk refuses that and a
// *LostError if the file is gone. It must not run concurrently with other writers.
func (d *DB) Writable(ctx context.Context) error {
	return d.writer.write(ctx, func(*tx) error { return nil }) // each transaction updates the counter
}

const (
	writeHeard  stmt = `UPDATE pulse SET heard = ?`
	selectHeard stmt = `SELECT heard FROM pulse`
)

// NoteReachable records that people could reach the bot at a time.
func (d *DB) NoteReachable(ctx context.Context, at time.Time) error {
	return d.writer.write(ctx, func(t *tx) error { return t.exec(writeHeard, millis(at)) })
}

// LastReachable returns the last recorded time at which people could reach the bot, or
// the zero time.
func (r *Reader) LastReachable(ctx context.Context) (at time.Time, err error) {
	var ms int64
	if err := r.pool.row(ctx, selectHeard).Scan(&ms); err != nil {
		return at, fmt.Errorf("look when people were heard: %w", err)
	}
	return fromMillis(ms), nil
}

const (
	// The journal is emptied when it has grown to journalLimit: SQLite's own attempt, every
	// four megabytes, gives way to readers and may never succeed if there are always some.
	journalLimit = 16 << 20
	// journalStep is how far the journal may grow after a failed attempt until the next.
	journalStep = 4 << 20
)

// How long to wait for readers, and so how long writers wait in the worst case.
const (
	shortWait stmt = `PRAGMA busy_timeout(250)`
	longWait  stmt = `PRAGMA busy_timeout(5000)`
)

// boundJournal empties the journal if it is too large.
func (w *writer) boundJournal() {
	if w.journalSize() < max(journalLimit, w.nextBound) {
		return
	}
	_ = w.tx.exec(shortWait) // a failure is retried later
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
