package db

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"topcut/tournament/journal"
)

// errAnswered is returned by Commit when the interaction already has a stored
// answer: it took effect before, nothing was written now, and the answer can be
// had from Answer. It is a journal.ErrConflict.
var errAnswered = fmt.Errorf("%w: answered before", journal.ErrConflict)

// errClosed is returned by writes after Close.
var errClosed = errors.New("database closed")

// Problem says why a database cannot be opened.
type Problem int

// Problems.
const (
	Unreadable   Problem = iota // any other fault; Err says which
	InUse                       // another process writes to it
	NewerSchema                 // written by a newer version of topcut; Err is a *SchemaError
	OlderSchema                 // only Open brings it up to date; Err is a *SchemaError
	NotTopcut                   // no database, or one of another program
	NotWritable                 // without permission, or its folder is missing
	Damaged                     // SQLite finds it malformed
	HalfRestored                // a restore of it was cut off
	WasLost                     // its file went away under a bot, which rescued it as Err
	Missing                     // nothing is there, for a command that makes none
	Behind                      // less than was written to it, or another one; Err is a *BehindError
	OtherSchema                 // tables are not those of its version; Err is a *SchemaError
)

var problemNames = [...]string{"unreadable", "in use", "newer schema", "older schema", "not topcut's", "not writable", "damaged", "half restored", "lost", "missing", "behind", "other schema"}

func (p Problem) String() string { return problemNames[p] }

// OpenError says why a database cannot be used. Its text is for logs; what a
// person can do about it is known to those who show it.
type OpenError struct {
	Path    string
	Problem Problem
	Err     error // what was found; nil where Problem says all
	// Backup is the newest whole copy, where Open knows that one is needed; empty = none.
	Backup string
}

func (e *OpenError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("database %s: %s", e.Path, e.Problem)
	}
	return fmt.Sprintf("database %s: %s: %v", e.Path, e.Problem, e.Err)
}

// SchemaError is a schema version other than that of this program.
type SchemaError struct{ Has, Knows int }

func (e *SchemaError) Error() string { return fmt.Sprintf("schema %d, known: %d", e.Has, e.Knows) }

func (e *OpenError) Unwrap() error { return e.Err }

// openError makes an *OpenError of whatever stopped the opening of path.
func openError(path string, err error) error {
	var known *OpenError
	if errors.As(err, &known) {
		return err
	}
	e := &OpenError{Path: path, Err: err}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EROFS) {
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
