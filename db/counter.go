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
	"slices"
	"strings"
	"time"
)

// counter says which database lies beside it and how much was written to that: the
// number of its last transaction and the size of its file. It is written after each
// transaction is on the disk, so a file never has less than its counter says; one that
// has was cut, emptied, replaced, or is an old copy.
type counter struct {
	id   [16]byte
	n    int64 // 0 = the database is being made, nothing was confirmed yet
	size int64
}

// counterEnd is the end of the name of the file that holds the counter of a database.
const counterEnd = ".counter"

// String returns the line that is stored. All have the same length: one is written over
// another, in one sector of the disk.
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

// BehindError says what a database lacks of what was written to it.
type BehindError struct {
	What string // see the constants
	// Has and Wrote are numbers of transactions, or sizes where the file was cut; both 0
	// where there is nothing to count.
	Has, Wrote int64
}

func (e *BehindError) Error() string {
	if e.Wrote == 0 {
		return e.What
	}
	return fmt.Sprintf("%s: %d of %d", e.What, e.Has, e.Wrote)
}

// What BehindError finds.
const (
	BehindGone    = "gone"
	BehindEmpty   = "empty"
	BehindCut     = "cut short"
	BehindOlder   = "older"            // the copy of an earlier moment, or without its journal
	BehindOther   = "another database" // or a copy of this one
	BehindNoCount = "uncounted"        // whether anything is missing cannot be told
	BehindBad     = "unreadable"       // the same
)

// expected is what the counter beside a database says of it.
type expected struct {
	path string
	counter
	known bool // there is a counter
}

func (b *expected) behind(what string, has, wrote int64) error {
	return &OpenError{Path: b.path, Problem: Behind, Err: &BehindError{what, has, wrote}}
}

// lookBeside reads the counter of a database and compares it with the file, before
// SQLite opens that: it deletes the journal of a file that is empty, and writes the
// journal back into one that was cut. A database that is being made may be missing.
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

// read reads the counter. A running bot may be writing it, so it is read again before
// it counts as damaged.
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

// check compares the counter with what is in the file, of a schema version. A copy that
// was made as a backup has no id and needs no counter.
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

// begin leaves a counter beside a database that is about to be made, so that an empty
// file whose making was cut off differs from one that was emptied.
func (b *expected) begin() error {
	info, err := os.Stat(b.path)
	switch {
	case b.known:
		return nil
	case err == nil && info.Size() == 0:
		return b.behind(BehindEmpty, 0, 0)
	case err == nil:
		return nil
	}
	return mark(b.path+counterEnd, counter{}.String())
}

// checkBeside is for those who only read: a file without a counter is a copy to them.
func checkBeside(ctx context.Context, path string, steps []migration) error {
	b, err := lookBeside(path)
	if err != nil || !b.known {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return nil // the caller says what that means
	}
	version, err := inspect(ctx, path, steps)
	if err != nil {
		return err
	}
	return b.check(ctx, version)
}

// countedSince is the first version of the schema that knows its id.
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

// setID gives a file that is not in use another id, none for a copy, and returns its
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

// adopt makes the database that conn has opened the one that the counter beside it
// counts. One that has no id is new, or a copy, and gets one; whichever of the steps is
// the last, the next start goes on from there.
func adopt(ctx context.Context, conn *sql.Conn, path string) (*tally, error) {
	id, n, err := readPulse(ctx, conn)
	if err != nil {
		return nil, err
	}
	t := &tally{path: path + counterEnd}
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
}

// put stores how much was written. A counter that was deleted or replaced is made anew.
func (t *tally) put(n, size int64) error {
	t.n, t.size = n, size
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

// close stores the size that the file of a path has in the end; empty = leave it.
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

// Accept takes a database that has less than was written to it, or whose counter is
// missing, as it is: from now on it is opened. It is verified first; damaged takes one
// of which some logs are damaged.
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
		db, err := sql.Open(driverName, readerDSN(path))
		if err != nil {
			return c, openError(path, err)
		}
		defer db.Close()
		id, n, err := readPulse(ctx, db)
		if err != nil {
			return c, openError(path, err)
		}
		if copy(now.id[:], id) > 0 {
			now.n = n
		}
	}
	if e := errors.Join(mark(path+counterEnd, now.String()), removeAny(path+lostMark)); e != nil {
		return c, openError(path, e)
	}
	return c, err
}

// newestWhole returns the newest copy of a database that is whole, of those in the
// folder of backups and of what was rescued; empty if there is none.
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
	slices.SortFunc(all, func(a, b copied) int { return cmp.Or(cmp.Compare(b.n, a.n), b.at.Compare(a.at)) })
	for _, c := range all {
		if _, err := verify(ctx, c.name, embeddedMigrations()); err == nil {
			return c.name
		}
	}
	return ""
}
