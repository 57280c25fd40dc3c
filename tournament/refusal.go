package tournament

import (
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// Refusals are those of a journal.
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

// Refuse builds a Refusal from a code and its arguments, see notice.New.
func Refuse(class Class, code notice.Code, args ...any) error {
	return journal.Refuse(class, code, args...)
}

// RefuseAs builds a Refusal from what a package below says is wrong. Any other
// error is returned as it is: a fault, not a refusal.
func RefuseAs(class Class, err error) error { return journal.RefuseAs(class, err) }

// ClassOf returns the class of a refusal, or "" for any other error.
func ClassOf(err error) Class { return journal.ClassOf(err) }
