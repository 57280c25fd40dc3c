package db

import (
	"errors"
	"fmt"
	"io/fs"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"topcut/tournament"
)

// ErrAnswered is returned by Commit when the interaction already has a stored
// answer: it took effect before, nothing was written now, and the answer can be
// had from Answer. It is a tournament.ErrConflict.
var ErrAnswered = fmt.Errorf("%w: the interaction was answered before", tournament.ErrConflict)

// ErrClosed is returned by writes after Close.
var ErrClosed = errors.New("the database is closed")

// Problem says why a database cannot be opened.
type Problem int

// Problems.
const (
	Unreadable  Problem = iota // any other fault; Err says which
	InUse                      // another process writes to it
	NewerSchema                // written by a newer version of topcut
	NotTopcut                  // no database, or one of another program
	NotWritable                // file or folder missing, or without permission
	Damaged                    // SQLite finds it malformed
)

// OpenError says in one sentence why a database cannot be used and what to do.
type OpenError struct {
	Path    string
	Problem Problem
	Err     error // what was found; nil where Problem says all
}

func (e *OpenError) Error() string {
	switch e.Problem {
	case InUse:
		return fmt.Sprintf("another topcut is using the database %s; stop it first, or give this one a database of its own", e.Path)
	case NewerSchema:
		return fmt.Sprintf("the database %s is of a newer version of topcut (%v); use that version, or restore an older backup", e.Path, e.Err)
	case NotTopcut:
		return fmt.Sprintf("%s is not a topcut database (%v); choose another file", e.Path, e.Err)
	case NotWritable:
		return fmt.Sprintf("the database %s cannot be written to (%v); check that its folder exists and that this user may write to both", e.Path, e.Err)
	case Damaged:
		return fmt.Sprintf("the database %s is damaged (%v); restore the last backup", e.Path, e.Err)
	default:
		return fmt.Sprintf("the database %s cannot be opened: %v", e.Path, e.Err)
	}
}

func (e *OpenError) Unwrap() error { return e.Err }

// openError makes an *OpenError of whatever stopped the opening of path.
func openError(path string, err error) error {
	var known *OpenError
	if errors.As(err, &known) {
		return err
	}
	e := &OpenError{Path: path, Err: err}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		e.Problem = NotWritable
	}
	switch code(err) & 0xff {
	case sqlite3.SQLITE_NOTADB:
		e.Problem = NotTopcut
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		e.Problem = NotWritable
	case sqlite3.SQLITE_CORRUPT:
		e.Problem = Damaged
	}
	return e
}

// code returns SQLite's extended result code, 0 where err is none of SQLite's.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// isConstraint reports whether a key, a trigger or another constraint refused
// the statement.
func isConstraint(err error) bool { return code(err)&0xff == sqlite3.SQLITE_CONSTRAINT }
