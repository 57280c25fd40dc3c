package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Backup writes a complete, checked copy to a new file, while the bot goes on.
// The copy is one moment of the database; it needs no companion files and only
// its owner may read it.
func (r *Reader) Backup(ctx context.Context, to string) error {
	if err := copyInto(ctx, r.pool.db, to, len(embeddedMigrations())); err != nil {
		return fmt.Errorf("back up to %s: %w", to, err)
	}
	return nil
}

// Contents says what a file that was verified holds.
type Contents struct {
	Schema      int
	Tournaments int
	Events      int
}

// Verify reads a whole database file, e.g. a backup, and says what is in it.
// What is wrong with it is an *OpenError. It does not fold the logs.
func Verify(ctx context.Context, path string) (Contents, error) {
	return verify(ctx, path, len(embeddedMigrations()))
}

const (
	integrityCheck  stmt = `PRAGMA integrity_check(1)`
	foreignKeyCheck stmt = `SELECT count(*) FROM pragma_foreign_key_check`
	countContents   stmt = `SELECT count(DISTINCT tournament), count(*) FROM events`
)

func verify(ctx context.Context, path string, latest int) (Contents, error) {
	path, err := resolve(path)
	if err != nil {
		return Contents{}, openError(path, err)
	}
	if _, err := os.Stat(path); err != nil {
		return Contents{}, &OpenError{Path: path, Problem: Unreadable, Err: err}
	}
	version, err := inspect(ctx, path, latest)
	if err != nil {
		return Contents{}, openError(path, err)
	}
	if version == 0 {
		return Contents{}, &OpenError{Path: path, Problem: NotTopcut, Err: errors.New("it is empty")}
	}
	db, err := sql.Open(driverName, readerDSN(path))
	if err != nil {
		return Contents{}, openError(path, err)
	}
	defer db.Close()
	var found string
	if err := db.QueryRowContext(ctx, string(integrityCheck)).Scan(&found); err != nil {
		return Contents{}, openError(path, err)
	}
	if found != "ok" {
		return Contents{}, &OpenError{Path: path, Problem: Damaged, Err: errors.New(found)}
	}
	var orphans int
	if err := db.QueryRowContext(ctx, string(foreignKeyCheck)).Scan(&orphans); err != nil {
		return Contents{}, openError(path, err)
	}
	if orphans > 0 {
		return Contents{}, &OpenError{Path: path, Problem: Damaged, Err: fmt.Errorf("%d rows without the tournament they belong to", orphans)}
	}
	c := Contents{Schema: version}
	if err := db.QueryRowContext(ctx, string(countContents)).Scan(&c.Tournaments, &c.Events); err != nil {
		return Contents{}, openError(path, err)
	}
	return c, nil
}

// Restore puts a verified backup in the place of a database that no bot is
// using. The database that was there is kept beside it under the name that is
// returned, empty where there was none.
func Restore(ctx context.Context, backup, path string, now time.Time) (kept string, err error) {
	if _, err := Verify(ctx, backup); err != nil {
		return "", err
	}
	path, err = resolve(path)
	if err != nil {
		return "", openError(path, err)
	}
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return "", openError(path, err)
	}
	defer lock.release()
	part := path + ".part"
	if err := copyFile(backup, part); err != nil {
		return "", openError(path, err)
	}
	if _, err := os.Stat(path); err == nil {
		kept = path + now.UTC().Format(".before-20060102T150405Z")
		// The journal goes along: it may hold the last commits of what is put aside.
		for _, end := range []string{"-wal", "-shm", ""} {
			if err := os.Rename(path+end, kept+end); err != nil && !os.IsNotExist(err) {
				return "", openError(path, err)
			}
		}
	}
	if err := os.Rename(part, path); err != nil {
		return kept, openError(path, err)
	}
	return kept, syncDir(filepath.Dir(path))
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}
