package tournament

import (
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// Types of package journal for refusals.
type (
	Class   = journal.Class
	Refusal = journal.Refusal
)

// Classes of refusals.
const (
	BadInput    = journal.BadInput
	WrongPhase  = journal.WrongPhase
	NotFound    = journal.NotFound
	Conflict    = journal.Conflict
	NotAllowed  = journal.NotAllowed
	Unavailable = journal.Unavailable
	Corrupt     = journal.Corrupt
	Unsupported = journal.Unsupported
	NoChange    = journal.NoChange
	NeedsForce  = journal.NeedsForce
)

// Refuse returns a Refusal with a code and its arguments; see notice.New.
func Refuse(class Class, code notice.Code, args ...any) error {
	return journal.Refuse(class, code, args...)
}

// RefuseAs returns err as a Refusal if it is a notice.Error of another package. Any
// other error is a fault and is returned unchanged.
func RefuseAs(class Class, err error) error { return journal.RefuseAs(class, err) }

// ClassOf returns the class of a refusal, or "" for any other error.
func ClassOf(err error) Class { return journal.ClassOf(err) }
