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

// errAnswered is returned by Commit if the interaction already has a stored answer: it
// took effect before, nothing was written now, and Answer returns the answer. It is a
// journal.ErrConflict.
var errAnswered = fmt.Errorf("%w: answered before", journal.ErrConflict)

// errClosed is returned by writes after Close.
var errClosed = errors.New("database closed")

// Problem says why a database cannot be opened.
type Problem int

// The problems.
const (
	Unreadable   Problem = iota // any other fault, given by Err
	InUse                       // another process writes to it
	NewerSchema                 // written by a newer version of topcut; Err is a *SchemaError
	OlderSchema                 // only Open brings it up to date; Err is a *SchemaError
	NotTopcut                   // not a database, or one of another program
	NotWritable                 // no permission, or its folder is missing
	Damaged                     // SQLite reports it as malformed
	HalfRestored                // a restore was interrupted
	WasLost                     // the file disappeared while a bot used it; the bot rescued it as Err
	Missing                     // no file, for a command that creates none
	Behind                      // incomplete, or another database; Err is a *BehindError
	OtherSchema                 // its tables are not those of its version; Err is a *SchemaError
)

var problemNames = [...]string{"unreadable", "in use", "newer schema", "older schema", "not topcut's", "not writable", "damaged", "half restored", "lost", "missing", "behind", "other schema"}

func (p Problem) String() string { return problemNames[p] }

// OpenError says why a database cannot be used. Its text is for logs; the caller adds
// what to do about it.
type OpenError struct {
	Path    string
	Problem Problem
	Err     error // the cause; nil if Problem says everything
	// Backup is the newest intact copy if one is needed and there is one, else "".
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

// openError turns any error from opening path into an *OpenError.
func openError(path string, err error) error {
	var known *OpenError
	if errors.As(err, &known) {
		return err
	}
	e := &OpenError{Path: path, Err: err}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EROFS) {
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

// code returns SQLite's extended result code, or 0 if err is not from SQLite.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// isConstraint reports whether a key, trigger or other constraint refused the statement.
func isConstraint(err error) bool { return code(err)&0xff == sqlite3.SQLITE_CONSTRAINT }
