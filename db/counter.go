package db

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"topcut/tournament/sorted"
)

// counter identifies the database beside it and says how much was written to it: the
// number of its last transaction and the size of its file. It is written after each
// transaction is on disk, so a file never has less than its counter says. A file that
// does was cut, emptied, replaced, or is an old copy.
type counter struct {
	id   [16]byte
	n    int64 // 0 while the database is being created and nothing was confirmed
	size int64
}

// counterEnd is the suffix of the counter file of a database.
const counterEnd = ".counter"

// reachedEnd is the end of the name of a copy of the counter, which lies among the
// backups: a database that was put back as it once was, with the counter of that time,
// has less than that copy says, and one that was deleted with its counter has nothing.
const reachedEnd = ".written"

func reachedPath(backups, path string) string {
	return filepath.Join(backups, filepath.Base(path)+reachedEnd)
}

// String returns the stored line. All lines have the same length: each overwrites the one
// before within one sector of the disk.
func (c counter) String() string {
	text := fmt.Sprintf("topcut %x %019d %019d", c.id, c.n, c.size)
	return fmt.Sprintf("%s %08x", text, crc32.ChecksumIEEE([]byte(text)))
}

func parseCounter(text string) (c counter, err error) {
	var id []byte
	if _, err := fmt.Sscanf(text, "topcut %x %d %d", &id, &c.n, &c.size); err != nil {
		return c, err
	}
	if copy(c.id[:], id) != len(id) || c.String() != strings.TrimSpace(text) {
		return c, errors.New("checksum")
	}
	return c, nil
}

func newID() (id [16]byte) {
	_, _ = rand.Read(id[:]) // never fails
	return id
}

// BehindError says what a database lacks compared with its counter.
type BehindError struct {
	What string // see the constants
	// Has and Wrote are numbers of transactions or, if the file was cut, sizes in bytes;
	// both are 0 if there is nothing to count.
	Has, Wrote int64
	Says       string // the file that says how much was written; empty if it is the counter
}

func (e *BehindError) Error() string {
	if e.Wrote == 0 {
		return e.What
	}
	return fmt.Sprintf("%s: %d of %d", e.What, e.Has, e.Wrote)
}

// The values of BehindError.What.
const (
	BehindGone    = "gone"
	BehindAll     = "all gone"
	BehindEmpty   = "empty"
	BehindCut     = "cut short"
	BehindOlder   = "older"            // an older copy, or one without its journal
	BehindOther   = "another database" // or a copy of this one
	BehindNoCount = "uncounted"        // it is unknown whether anything is missing
	BehindBad     = "unreadable"       // the same
)

// expected is what the counter says about its database.
type expected struct {
	path string
	counter
	known bool // there is a counter
}

func (b *expected) behind(what string, has, wrote int64) error {
	return &OpenError{Path: b.path, Problem: Behind, Err: &BehindError{What: what, Has: has, Wrote: wrote}}
}

// lookBeside reads the counter of a database and compares it with the file. This must
// happen before SQLite opens the file: SQLite deletes the journal of an empty file and
// writes the journal back into one that was cut. The file may be missing if it is being
// created.
func lookBeside(path string) (*expected, error) {
	b := &expected{path: path}
	if err := b.read(); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, openError(path, err)
	}
	journal := int64(0)
	if w, err := os.Stat(path + "-wal"); err == nil {
		journal = w.Size()
	}
	written := b.known && b.n > 0 || journal > 0
	switch {
	case missing && written:
		return nil, b.behind(BehindGone, 0, b.n)
	case !missing && info.Size() == 0 && written:
		return nil, b.behind(BehindEmpty, 0, b.n)
	case !missing && info.Size() < b.size:
		return nil, b.behind(BehindCut, info.Size(), b.size)
	}
	return b, nil
}

// read reads the counter. Since a running bot may be writing it, a damaged counter is
// read again before it counts as damaged.
func (b *expected) read() error {
	for range 5 {
		text, err := os.ReadFile(b.path + counterEnd)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return openError(b.path, err)
		}
		if b.counter, err = parseCounter(string(text)); err == nil {
			b.known = true
			return nil
		}
	}
	return b.behind(BehindBad, 0, 0)
}

// reach makes the counter that of the copy among the backups, where that is of the same
// database and has counted further.
func (b *expected) reach(backups string) {
	if c, err := b.reached(backups); err == nil && b.known && c.id == b.id {
		b.n = max(b.n, c.n)
	}
}

// reached returns the copy of the counter among the backups.
func (b *expected) reached(backups string) (c counter, err error) {
	text, err := os.ReadFile(reachedPath(backups, b.path))
	if err != nil {
		return c, err
	}
	return parseCounter(string(text))
}

// check compares the counter with the content of the file, which has the given schema
// version. A copy made as a backup has no id and needs no counter.
func (b *expected) check(ctx context.Context, version int) error {
	if b.known && b.n == 0 || !b.known && version < countedSince {
		return nil
	}
	if version < countedSince {
		return b.behind(BehindOther, 0, 0)
	}
	db, err := sql.Open(driverName, readerDSN(b.path))
	if err != nil {
		return err
	}
	defer db.Close()
	id, n, err := readPulse(ctx, db)
	switch {
	case err != nil:
		return err
	case !b.known && len(id) > 0:
		return b.behind(BehindNoCount, 0, 0)
	case !b.known:
		return nil
	case string(id) != string(b.id[:]):
		return b.behind(BehindOther, 0, 0)
	case n < b.n:
		return b.behind(BehindOlder, n, b.n)
	}
	return nil
}

// begin writes a counter beside a database that is about to be created, so that an empty
// file from an interrupted creation differs from a file that was emptied.
func (b *expected) begin(backups string) error {
	if err := b.mayBegin(backups); err != nil || b.known {
		return err
	}
	if _, err := os.Stat(b.path); err == nil {
		return nil
	}
	return mark(b.path+counterEnd, counter{}.String())
}

// mayBegin refuses a file that was emptied, and to create a database where the copy of
// the counter among the backups tells of one.
func (b *expected) mayBegin(backups string) error {
	info, err := os.Stat(b.path)
	switch {
	case b.known:
	case err == nil && info.Size() == 0:
		return b.behind(BehindEmpty, 0, 0)
	case errors.Is(err, fs.ErrNotExist):
		if c, err := b.reached(backups); err == nil && c.n > 0 {
			return &OpenError{Path: b.path, Problem: Behind, Err: &BehindError{What: BehindAll, Wrote: c.n, Says: reachedPath(backups, b.path)}}
		}
	}
	return nil
}

// fits refuses a file that is not what was written, see inspect and check.
func (b *expected) fits(ctx context.Context, backups string, steps []migration) error {
	version, err := inspect(ctx, b.path, steps)
	if err != nil {
		return err
	}
	b.reach(backups)
	return b.check(ctx, version)
}

// checkBeside is the check for readers. A file without a counter is a copy, which they
// may read.
func checkBeside(ctx context.Context, path string, steps []migration) error {
	b, err := lookBeside(path)
	if err != nil || !b.known {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return nil // the caller reports that
	}
	version, err := inspect(ctx, path, steps)
	if err != nil {
		return err
	}
	return b.check(ctx, version)
}

// countedSince is the first schema version that stores an id.
const countedSince = 5

const (
	selectPulse stmt = `SELECT id, n FROM pulse`
	selectCount stmt = `SELECT n FROM pulse`
	writeID     stmt = `UPDATE pulse SET id = ?`
)

// queryer is a pool or a connection.
type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func readPulse(ctx context.Context, db queryer) (id []byte, n int64, err error) {
	err = db.QueryRowContext(ctx, string(selectPulse)).Scan(&id, &n)
	return id, n, err
}

// setID gives a file that is not in use another id, or no id for a copy, and returns its
// counter. A file of an older schema has no id.
func setID(ctx context.Context, path string, id []byte, steps []migration) (c counter, err error) {
	if path, err = resolve(path); err != nil {
		return c, err
	}
	version, err := inspect(ctx, path, steps)
	if err != nil || version < countedSince {
		return c, err
	}
	db, err := sql.Open(driverName, dsn(path, "_pragma=synchronous(FULL)"))
	if err != nil {
		return c, err
	}
	_, err = db.ExecContext(ctx, string(writeID), id)
	if err == nil {
		_, c.n, err = readPulse(ctx, db)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return c, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return c, err
	}
	copy(c.id[:], id)
	c.size = info.Size()
	return c, nil
}

// adopt links the database opened by conn with the counter beside it. A database without
// an id is new or a copy and gets one. If adopt is interrupted at any step, the next
// start continues from there.
func adopt(ctx context.Context, conn *sql.Conn, path, backups string) (*tally, error) {
	id, n, err := readPulse(ctx, conn)
	if err != nil {
		return nil, err
	}
	t := &tally{path: path + counterEnd, copied: reachedPath(backups, path)}
	if copy(t.id[:], id) == 0 {
		t.id = newID()
		if err := t.put(0, 0); err != nil {
			return nil, err
		}
		if _, err := conn.ExecContext(ctx, string(writeID), t.id[:]); err != nil {
			return nil, err
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return t, t.put(n, info.Size())
}

// tally keeps the counter of an open database.
type tally struct {
	path string
	counter
	f    *os.File
	info os.FileInfo

	last    atomic.Int64 // n, for keep
	keeping sync.Mutex
	copied  string // path of the copy among the backups
	kept    int64  // n of that copy
}

// keep writes the copy among the backups, where their folder exists. The copy may lag
// behind: then it says less than there is, and refuses nothing.
func (t *tally) keep() error {
	t.keeping.Lock()
	defer t.keeping.Unlock()
	n := t.last.Load()
	if n == t.kept {
		return nil
	}
	err := mark(t.copied, counter{id: t.id, n: n}.String())
	if err == nil {
		t.kept = n
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// put stores how much was written. It creates the counter again if it was deleted or
// replaced.
func (t *tally) put(n, size int64) error {
	t.n, t.size = n, size
	t.last.Store(n)
	line := t.counter.String() + "\n"
	if info, err := os.Stat(t.path); t.f == nil || err != nil || !os.SameFile(info, t.info) || info.Size() != int64(len(line)) {
		return t.renew()
	}
	_, err := t.f.WriteAt([]byte(line), 0)
	return err
}

func (t *tally) renew() (err error) {
	if t.f != nil {
		t.f.Close()
		t.f = nil
	}
	if err := mark(t.path, t.counter.String()); err != nil {
		return err
	}
	if t.f, err = os.OpenFile(t.path, os.O_RDWR, 0); err != nil {
		return err
	}
	t.info, err = t.f.Stat()
	return err
}

// close stores the final size of the file at path; an empty path leaves the size as it
// is.
func (t *tally) close(path string) (err error) {
	if path != "" {
		info, e := os.Stat(path)
		if err = e; err == nil {
			err = t.put(t.n, info.Size())
		}
	}
	if t.f == nil {
		return err
	}
	err = errors.Join(err, t.f.Sync(), t.f.Close())
	t.f = nil
	return err
}

// Accept accepts a database as it is although it has less than was written to it or its
// counter is missing: from now on Open opens it. It is verified first; damaged accepts
// one with damaged logs.
func Accept(ctx context.Context, path string, damaged bool) (c Contents, err error) {
	path, err = resolve(path)
	if err != nil {
		return c, openError(path, err)
	}
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return c, openError(path, err)
	}
	defer lock.release()
	if err := checkRestoring(path); err != nil {
		return c, err
	}
	if info, err := os.Stat(path); err == nil && info.Size() == 0 { // before SQLite deletes the journal
		return c, &OpenError{Path: path, Problem: Behind, Err: &BehindError{What: BehindEmpty}}
	}
	c, err = verify(ctx, path, embeddedMigrations())
	if _, ok := errors.AsType[*DamageError](err); err != nil && (!ok || !damaged) {
		return c, err
	}
	var now counter
	if c.Schema >= countedSince {
		var e error
		id := newID()
		if now, e = setID(ctx, path, id[:], embeddedMigrations()); e != nil {
			return c, openError(path, e)
		}
	}
	if e := errors.Join(mark(path+counterEnd, now.String()), removeAny(path+lostMark)); e != nil {
		return c, openError(path, e)
	}
	return c, err
}

// newestWhole returns the newest intact copy of a database among the backups in dir and
// the rescued files, or "".
func newestWhole(ctx context.Context, path, dir string) string {
	names, _ := filepath.Glob(filepath.Join(dir, "*.db"))
	rescued, _ := filepath.Glob(path + ".rescued-*Z")
	type copied struct {
		name string
		n    int64
		at   time.Time
	}
	var all []copied
	for _, name := range append(names, rescued...) {
		name, err := resolve(name)
		if err != nil || name == path {
			continue
		}
		info, err := os.Stat(name)
		if err != nil || info.Size() == 0 {
			continue
		}
		db, err := sql.Open(driverName, readerDSN(name))
		if err != nil {
			continue
		}
		var n int64
		if db.QueryRowContext(ctx, string(selectCount)).Scan(&n) == nil {
			all = append(all, copied{name, n, info.ModTime()})
		}
		db.Close()
	}
	sorted.Stable(all, func(a, b copied) int { return cmp.Or(cmp.Compare(b.n, a.n), b.at.Compare(a.at)) })
	for _, c := range all {
		if _, err := verify(ctx, c.name, embeddedMigrations()); err == nil {
			return c.name
		}
	}
	return ""
}
