package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"topcut/tournament/notice"
)

// Backup writes a complete, checked copy to a new file while the bot runs. The copy is a
// snapshot of the database; it needs no companion files and is readable only by its
// owner. If some logs are damaged, the copy is still made for the others, and the error
// is a *DamageError.
func (r *Reader) Backup(ctx context.Context, to string) error {
	if err := copyInto(ctx, r.pool.db, to, embeddedMigrations()); err != nil {
		return fmt.Errorf("back up to %s: %w", to, err)
	}
	return nil
}

// Contents describes a verified file.
type Contents struct {
	Schema  int
	Logs    map[string]int // number of logs by kind
	Events  int            // in all logs
	Damaged []*Damage      // the damaged logs
}

// Verify reads a whole database file, for example a backup, checks the chain of every
// log, and returns its contents. If only some logs are damaged, the error is a
// *DamageError; for any other fault of the file it is an *OpenError. With either error,
// the contents are returned as far as they could be read. Verify does not fold the logs.
// If there is a counter beside the file, the file must match it.
func Verify(ctx context.Context, path string) (Contents, error) {
	file, err := resolve(path)
	if err != nil {
		return Contents{}, openError(path, err)
	}
	if err := checkBeside(ctx, file, embeddedMigrations()); err != nil {
		return Contents{}, openError(path, err)
	}
	return verify(ctx, path, embeddedMigrations())
}

const (
	integrityCheck  stmt = `PRAGMA integrity_check(1)`
	foreignKeyCheck stmt = `SELECT count(*) FROM pragma_foreign_key_check`
	countContents   stmt = `SELECT coalesce(l.kind, ''), count(DISTINCT e.log), count(*) FROM events e LEFT JOIN logs l ON l.id = e.log
		WHERE coalesce(l.kind, '') <> 'unfinished' GROUP BY 1`
)

// Verify verifies the open database while the bot runs. Logs found damaged are set apart
// from then on.
func (d *DB) Verify(ctx context.Context) (Contents, error) {
	c, err := Verify(ctx, d.path)
	for _, x := range c.Damaged {
		d.apart.note(x)
	}
	return c, err
}

func verify(ctx context.Context, path string, steps []migration) (c Contents, err error) {
	path, err = resolve(path)
	if err != nil {
		return c, openError(path, err)
	}
	if _, err := os.Stat(path); err != nil {
		return c, &OpenError{Path: path, Problem: Unreadable, Err: err}
	}
	c.Schema, err = inspect(ctx, path, steps)
	if err != nil {
		return c, openError(path, err)
	}
	if c.Schema == 0 {
		return c, &OpenError{Path: path, Problem: NotTopcut, Err: errors.New("empty")}
	}
	r, err := newReader(path, 1)
	if err != nil {
		return c, openError(path, err)
	}
	defer r.Close()
	structure := r.checkStructure(ctx)
	if structure == nil {
		structure = r.count(ctx, &c)
	}
	err = r.CheckLogs(ctx, AllLogs)
	if damage, ok := errors.AsType[*DamageError](err); ok {
		c.Damaged = damage.Logs
	}
	switch {
	case structure != nil:
		return c, openError(path, structure)
	case len(c.Damaged) > 0:
		return c, err
	case err != nil:
		return c, openError(path, err)
	}
	return c, nil
}

func (r *Reader) count(ctx context.Context, c *Contents) error {
	c.Logs = map[string]int{}
	type counted struct {
		kind         string
		logs, events int
	}
	return each(ctx, r.pool, func(row scanner) (n counted, err error) { return n, row.Scan(&n.kind, &n.logs, &n.events) },
		func(n counted) bool {
			c.Logs[n.kind] = n.logs
			c.Events += n.events
			return true
		}, countContents)
}

// checkStructure makes SQLite check its own pages, indices and constraints.
func (r *Reader) checkStructure(ctx context.Context) error {
	var found string
	if err := r.pool.row(ctx, integrityCheck).Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return &OpenError{Path: r.path, Problem: Damaged, Err: errors.New(found)}
	}
	var orphans int
	if err := r.pool.row(ctx, foreignKeyCheck).Scan(&orphans); err != nil {
		return err
	}
	if orphans > 0 {
		return &OpenError{Path: r.path, Problem: Damaged, Err: notice.Err("store.orphans", "n", orphans)}
	}
	return nil
}

// Restoring configures Restore.
type Restoring struct {
	Backup string
	Path   string
	// Damaged accepts a backup with damaged logs: these stay set apart, all others go on.
	Damaged bool
	Now     time.Time // used in the name of the replaced database
}

// Restore replaces a database that no bot is using by a verified backup. The old database
// is kept beside it; its new name is returned, or "" if there was none.
//
// The journal of the old database is written back into it first. If that fails because
// the database is too broken, there are moments in which file and journal do not match.
// During these a mark beside the file makes Open refuse it, so that an interrupted
// restore is repeated rather than opened.
func Restore(ctx context.Context, r Restoring) (kept string, err error) {
	var damage *DamageError
	if _, err := Verify(ctx, r.Backup); err != nil && (!r.Damaged || !errors.As(err, &damage)) {
		return "", err
	}
	path, err := resolve(r.Path)
	if err != nil {
		return "", openError(path, err)
	}
	backup, err := resolve(r.Backup)
	if err != nil {
		return "", openError(r.Backup, err)
	}
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return "", openError(path, err)
	}
	defer lock.release()
	for at := r.Now.UTC(); kept == "" || taken(kept); at = at.Add(time.Second) {
		kept = path + at.Format(".before-20060102T150405Z")
	}
	for _, step := range restoreSteps(ctx, backup, path, kept) {
		if err := step(); err != nil {
			return "", openError(path, err)
		}
	}
	if _, err := os.Stat(kept); err != nil {
		return "", nil
	}
	return kept, nil
}

// restoreSteps returns the steps of Restore. The process may be killed after any of them.
func restoreSteps(ctx context.Context, backup, path, kept string) []func() error {
	part, steps := path+".part", embeddedMigrations()
	var count counter // of the new database, which has its own id from now on
	whole := false    // the old database matches its counter
	aside := func(end string) func() error {
		return func() error {
			err := os.Rename(path+end, kept+end)
			if os.IsNotExist(err) {
				return nil
			}
			return err
		}
	}
	return []func() error{
		func() error { return copyBackup(ctx, backup, part, steps) },
		func() (err error) { id := newID(); count, err = setID(ctx, part, id[:], steps); return err },
		func() error { whole = foldJournal(ctx, path, steps); return nil },
		func() error { return mark(path+restoringMark, kept) },
		aside("-wal"), aside("-shm"),
		func() error {
			if whole {
				return aside(counterEnd)()
			}
			return nil
		},
		aside(""),
		func() error { return os.Rename(part, path) },
		func() error { return mark(path+counterEnd, count.String()) },
		func() error { return errors.Join(removeAny(path+lostMark), removeAny(path+restoringMark)) },
		func() error { return syncDir(filepath.Dir(path)) },
	}
}

// restoringMark is the suffix of a file that marks a database as being replaced.
const restoringMark = ".restoring"

// copyBackup copies a verified backup, with its journal if it has one.
func copyBackup(ctx context.Context, backup, to string, steps []migration) error {
	if err := errors.Join(removeAny(to), removeAny(to+"-journal")); err != nil {
		return err
	}
	from, err := newReader(backup, 1)
	if err != nil {
		return err
	}
	err = errors.Join(copyInto(ctx, from.pool.db, to, steps), from.Close())
	if _, ok := errors.AsType[*DamageError](err); ok {
		err = nil // Restore was told to accept it
	}
	return err
}

// foldJournal writes the journal of a closed database back into its file and removes the
// journal. If the database is incomplete, foldJournal leaves it as it is and returns
// false.
func foldJournal(ctx context.Context, path string, steps []migration) bool {
	if _, err := os.Stat(path); err != nil || checkMarks(path) != nil || checkBeside(ctx, path, steps) != nil {
		return false
	}
	db, err := sql.Open(driverName, writerDSN(path))
	if err != nil {
		return false
	}
	defer db.Close()
	_, _ = db.ExecContext(ctx, string(checkpoint))
	return true
}

// taken reports whether there is a database, or part of one, with this name.
func taken(name string) bool {
	return slices.ContainsFunc([]string{"", "-wal", "-shm"}, func(end string) bool {
		_, err := os.Lstat(name + end)
		return err == nil
	})
}

// copyFile copies a file, see writeAnew.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return writeAnew(to, in)
}

// writeAnew writes a file that only its owner may read. It replaces a file left by an
// interrupted attempt. A link at that name is replaced; its target is left alone.
func writeAnew(path string, from io.Reader) error {
	if err := removeAny(path); err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return errors.Join(err, out.Sync(), out.Close())
}

// removeAny removes a file if it exists.
func removeAny(path string) error {
	if err := os.Remove(path); !os.IsNotExist(err) {
		return err
	}
	return nil
}
