// Package db keeps logs of several kinds in one SQLite file: those of tournaments and of
// the other aggregates of package journal (kinds.go).
//
// A Store implements journal.Store for one kind of log. DB implements the interfaces for
// all kinds (journal.Outbox, Clocks, People) and those for tournaments only
// (tournament.Index, Servers). The guarantees:
//
//   - A commit is one IMMEDIATE transaction with synchronous=FULL: once Commit
//     has returned nil, all of it survives a crash of the process or of the
//     machine; before that, none of it is visible. A new log with many events is
//     written in several, so that other writes need not wait for all of it; the
//     last one makes it visible (pieces.go).
//   - The log is append-only. Triggers refuse to change or delete an event, to
//     leave a gap and to use a number twice, for every client of the file.
//   - All writes go through one goroutine with one connection, which puts the
//     writes that wait at the same moment into one transaction, each in a
//     savepoint of its own. So writers never find the database busy, and on a
//     slow disk they share the wait.
//   - Reads use a pool of read-only connections and see whole commits only. A
//     read that begins after a commit has returned sees it.
//   - One process at a time writes to a file; a second one is refused when it
//     opens it. Readers (OpenReader) may come and go meanwhile.
//
// Everything that can be computed from the log is in read tables that are written in
// the same transaction and can be rebuilt (Rebuild). Times are kept in whole
// milliseconds and come back in UTC.
//
// # Tables
//
//	logs                  which logs there are, of which kind (or unfinished), where
//	                      each ends
//	events                the entries of all logs; source
//	people, texts         the people and texts behind the numbers in a log; source,
//	                      can be blanked
//	secrets               the bot's part of each event's seed; source
//	servers               the settings made with /setup; source
//	records               data of finished events for profiles and ratings;
//	                      computed from the log
//	deadlines             what the clock waits for; computed from the log
//	tournaments, players  data for lists and suggestions; computed from the log
//	outbox                every post and its state in Discord; source
//	calendars             time zones and absences that members have said; source
//	bans                  who may not enter events of a server; source
//	invitations           who may enter events and leagues that ask for an invitation; source
//	games                 the games that organisers of servers have described; source
//	holdings              assigned roles and scheduled events in Discord; source
//	answers               the answers to interactions, for 24 hours, as codes
//	uploads               imported files that await confirmation, for an hour
//	questions             commands that wait until what they change is agreed to, for an hour
//	pulse                 the id of this database, its number of transactions
//	                      (counter.go), when people could last reach the bot
//
// Each event has a hash over the hash of the event before, its envelope and its
// bytes. Loading a log checks this chain; so do the start, a check of the whole file
// every six hours, and the commands check, verify, backup and restore. A damaged log is
// reported and set apart: it is neither shown nor changed, and all others go on.
//
// # Posts
//
// A row of the outbox is due while its message shows less than the state it should
// show. Of the new messages of a channel only the oldest is offered to the sender, so
// they appear in the order of their requests. One that waits holds up those behind it;
// one that was given up does not. Edits do not wait, and those that pile up become one.
// Of a series only the newest post stays.
//
// # Another kind of log
//
// Only kinds.go and tournaments.go depend on the content of logs. A new kind needs:
//
//  1. the aggregate: a journal.Domain, and Rows with a Heading for lists;
//  2. its name: var Log = journal.LogKindOf("season", journal.StoredAggregate[…](Aggregate{})),
//     which is stored with every log and never changes;
//  3. a row in kinds.go: kindOf[season.Fact, season.Read](season.Log, nil);
//  4. a Director: journal.NewDirector(journal.Config[…]{Store: StoreOf(d, season.Log)});
//  5. the conformance suite: dbtest.Run.
//
// If the lists of a kind need more than heading, people and deadlines, it has tables of
// its own: a migration, and a type with put and forget instead of the nil.
package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/stores"
)

// Config configures Open.
type Config struct {
	// Path is the database file. It is created if it does not exist; its folder must exist.
	// The files Path-wal, Path-shm, Path.counter, Path.crash and Path.lock beside it belong
	// to the database.
	Path string
	// BackupDir is the folder for the copy made before a change of the schema; "" means the
	// folder of Path.
	BackupDir string
	// Readers is the size of the read-only pool; 0 means 4.
	Readers int
	// Now dates the copies made before a migration and limits the rate of log lines; nil
	// means time.Now.
	Now func() time.Time
	// Logger logs migrations, damage, and a disk that refuses writes; nil discards them.
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.BackupDir == "" {
		c.BackupDir = filepath.Dir(c.Path)
	}
	if c.Readers == 0 {
		c.Readers = defaultReaders
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

const defaultReaders = 4

// DB is an open database for reading and writing. It is safe for concurrent use.
type DB struct {
	*Reader
	writer   *writer
	lock     *fileLock
	identity *identity
	backups  string
	lastID   atomic.Int64
	// Interrupted is whether the process before did not close the database.
	Interrupted bool
	// Crash is why the process before crashed, as far as can be told: the beginning of what
	// the Go runtime printed. It is empty if that process closed the database, was killed
	// from outside, or ended with the machine.
	Crash string
}

var (
	_ tournament.Store = (*Store[tournament.Event, tournament.ReadRows])(nil)
	_ journal.Outbox   = (*DB)(nil)
	_ journal.Clocks   = (*DB)(nil)
	_ journal.Attempts = (*DB)(nil)
	_ journal.People   = (*DB)(nil)
	_ stores.Index     = (*DB)(nil)
	_ stores.Servers   = (*DB)(nil)
)

// Open opens the database for writing and brings its schema up to date; an existing
// database is first copied to BackupDir. Every error is an *OpenError.
//
// Open refuses a file that holds less than was written to it (see Accept) and another
// database in its place. Use Restore to put a backup there.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	cfg = cfg.withDefaults()
	d, err := open(ctx, cfg, embeddedMigrations())
	return d, withBackup(ctx, err, cfg.BackupDir)
}

// Admit returns the error that Open would return for what lies at a path, without
// changing it. Whether another process uses the database it does not look.
func Admit(ctx context.Context, cfg Config) error {
	cfg = cfg.withDefaults()
	err := admit(ctx, cfg, embeddedMigrations())
	return withBackup(ctx, err, cfg.BackupDir)
}

func admit(ctx context.Context, cfg Config, steps []migration) error {
	path, err := resolve(cfg.Path)
	if err != nil {
		return &OpenError{Path: cfg.Path, Problem: NotWritable, Err: err}
	}
	if err := checkMarks(path); err != nil {
		return err
	}
	b, err := lookBeside(path)
	if err == nil {
		err = b.mayBegin(cfg.BackupDir)
	}
	if err != nil {
		return openError(path, err)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && info.IsDir():
		return errFolder(path)
	case err == nil:
		err = mayWrite(path)
	}
	if err == nil {
		err = b.fits(ctx, cfg.BackupDir, steps)
	}
	if err != nil {
		return openError(path, err)
	}
	return nil
}

// mayWrite returns an error if the file cannot be opened for writing.
func mayWrite(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// Note writes a text that Held returns as long as the database is open.
func (d *DB) Note(text string) error { return d.lock.note(text) }

// maxNote is the size of the largest note.
const maxNote = 4 << 10

// Held reports whether a process has the database at a path open, and what it noted.
func Held(path string) (note string, held bool) {
	path, err := resolve(path)
	if err != nil {
		return "", false
	}
	return heldLock(path + ".lock")
}

// withBackup names the newest whole backup in an error after which it is needed.
func withBackup(ctx context.Context, err error, backups string) error {
	if e, ok := errors.AsType[*OpenError](err); ok && slices.Contains([]Problem{Behind, WasLost, Damaged}, e.Problem) {
		e.Backup = newestWhole(ctx, e.Path, backups)
	}
	return err
}

func open(ctx context.Context, cfg Config, steps []migration) (_ *DB, err error) {
	path, err := resolve(cfg.Path)
	if err != nil {
		return nil, &OpenError{Path: cfg.Path, Problem: NotWritable, Err: err}
	}
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, openError(path, err)
	}
	defer func() {
		if err != nil {
			lock.release()
		}
	}()
	if err := checkMarks(path); err != nil {
		return nil, err
	}
	_, unclosed := os.Stat(path + "-wal") // closing deletes the journal
	// Check this before a writing connection opens the file: a file of another program, a
	// newer one or an incomplete one must stay exactly as it is.
	if err := prepare(ctx, path, cfg.BackupDir, steps); err != nil {
		return nil, openError(path, err)
	}
	pool, err := sql.Open(driverName, writerDSN(path))
	if err != nil {
		return nil, openError(path, err)
	}
	pool.SetMaxOpenConns(1)
	conn, err := pool.Conn(ctx)
	if err != nil {
		pool.Close()
		return nil, openError(path, err)
	}
	m := migrator{conn: conn, path: path, cfg: cfg, steps: steps}
	err = checkWritable(path, conn)
	migrated := false
	if err == nil {
		migrated, err = m.run(ctx)
	}
	var count *tally
	if err == nil {
		count, err = adopt(ctx, conn, path, cfg.BackupDir)
	}
	if err != nil {
		conn.Close()
		pool.Close()
		return nil, openError(path, err)
	}
	reader, err := newReader(path, cfg.Readers)
	if err != nil {
		conn.Close()
		pool.Close()
		return nil, openError(path, err)
	}
	id, err := newIdentity(path)
	if err != nil {
		reader.Close()
		conn.Close()
		pool.Close()
		return nil, openError(path, err)
	}
	reader.apart.log = cfg.Logger
	d := &DB{Reader: reader, writer: newWriter(pool, conn, id, count, cfg), lock: lock, identity: id, backups: cfg.BackupDir, Interrupted: unclosed == nil}
	if d.Interrupted {
		d.Crash = crashOf(path)
	}
	var last int64
	if err := reader.pool.row(ctx, selectLastID).Scan(&last); err != nil {
		d.Close()
		return nil, openError(path, err)
	}
	d.lastID.Store(last)
	// What cannot be removed, for example from a full disk, is not read either.
	switch gone, err := d.removeUnfinished(ctx); {
	case err != nil:
		cfg.Logger.Error("unfinished logs: removal failed", "removed", gone, "error", err)
	case len(gone) > 0:
		cfg.Logger.Info("unfinished logs: removed", "removed", gone)
	}
	if migrated {
		// A newer schema may derive more from the logs. The file is usable without that:
		// `topcut restore` computes what could not be computed here.
		if _, err := d.Rebuild(ctx); err != nil {
			cfg.Logger.Error("rebuild failed", "error", err)
		}
	}
	return d, nil
}

// prepare creates the file if there is none, and refuses one that must not be opened for
// writing.
func prepare(ctx context.Context, path, backups string, steps []migration) error {
	b, err := lookBeside(path)
	if err != nil {
		return err
	}
	if err := b.begin(backups); err != nil {
		return err
	}
	if err := createPrivate(path); err != nil {
		return err
	}
	return b.fits(ctx, backups, steps)
}

// Close waits for the write in progress, writes the journal back into the file and closes
// it. Later writes return errClosed.
//
// The files of a lost database stay as they are: they may no longer match, and they are
// evidence. An open connection keeps SQLite from writing the journal back, and a
// read-only connection never does so.
func (d *DB) Close() error {
	var readErr, writeErr error
	if d.identity.check() == nil {
		readErr = d.Reader.Close() // first, so that the last connection is one that can write the journal back
		writeErr = d.writer.close()
		writeErr = errors.Join(writeErr, d.writer.count.close(d.path))
	} else {
		writeErr = d.writer.close()
		readErr = d.Reader.Close()
		_ = d.writer.count.close("") // the file that it counts is gone
	}
	_ = d.writer.count.keep()
	d.identity.close()
	d.lock.release()
	if writeErr != nil {
		return writeErr
	}
	return readErr
}

// checkWritable returns an error if the file is read-only: SQLite opens such a file
// without an error and fails only at the first write.
func checkWritable(path string, conn *sql.Conn) error {
	return conn.Raw(func(c any) error {
		readOnly, err := c.(interface {
			IsReadOnly(schema string) (bool, error)
		}).IsReadOnly("main")
		if err == nil && readOnly {
			err = &OpenError{Path: path, Problem: NotWritable, Err: errors.New("read-only")}
		}
		return err
	})
}

// selectLastID includes the events: if the row of a log is missing, its number must not
// be used again.
const selectLastID stmt = `SELECT max(
	coalesce((SELECT max(log) FROM events), 0),
	coalesce((SELECT max(id) FROM logs), 0))`

// Reserve returns an unused id for a log of any kind. It writes nothing: only one process
// hands out ids, and an id that was not used before a restart may be handed out again.
func (d *DB) Reserve(context.Context) (journal.ID, error) {
	return journal.ID(d.lastID.Add(1)), nil
}

// resolve returns the absolute path of the database with links resolved, so that all
// names of one file share one lock.
func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if target, err := filepath.EvalSymlinks(abs); err == nil {
		return target, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}

// createPrivate creates an empty file that only its owner may read, because it will hold
// the secrets of running events. SQLite gives its companion files the same mode. An
// existing file is left alone.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if os.IsExist(err) {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return errFolder(path)
		}
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func errFolder(path string) error {
	return &OpenError{Path: path, Problem: NotWritable, Err: errors.New("a folder")}
}

// millis returns the stored form of a time; the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// fromMillis is the inverse of millis.
func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
