package journal

import (
	"errors"

	"topcut/tournament/notice"
)

// Class sorts refusals for programs; people get the sentence of the notice.
type Class string

// Classes of refusals.
const (
	BadInput    Class = "bad_input"   // what was asked for is malformed or out of range
	WrongPhase  Class = "wrong_phase" // not now: the event is not there yet, or past it
	NotFound    Class = "not_found"   // no such player, round, table
	Conflict    Class = "conflict"    // clashes with what stands: already joined, already reported
	NotAllowed  Class = "not_allowed" // this person may not
	Unavailable Class = "unavailable" // busy, try again
	Corrupt     Class = "corrupt"     // a stored log does not fold
	Unsupported Class = "unsupported" // an event kind or version this program does not know
	NoChange    Class = "no_change"   // what was asked for is already so
	NeedsForce  Class = "needs_force" // possible, but only when the organiser insists
)

// Refusal is the error of a command that cannot be carried out: what is wrong,
// as a notice. What to do about it is known to those who show it.
type Refusal struct {
	Class  Class
	Notice notice.Notice
}

// Error is for logs and tests; people get the sentence of a catalogue.
func (r *Refusal) Error() string { return r.Notice.String() }

// Refuse builds a Refusal from a code and its arguments, see notice.New.
func Refuse(class Class, code notice.Code, args ...any) error {
	return &Refusal{Class: class, Notice: notice.New(code, args...)}
}

// RefuseAs builds a Refusal from what a package below says is wrong. Any other
// error is returned as it is: a fault, not a refusal.
func RefuseAs(class Class, err error) error {
	var coded *notice.Error
	if errors.As(err, &coded) {
		return &Refusal{Class: class, Notice: coded.Notice}
	}
	return err
}

// ClassOf returns the class of a refusal, or "" for any other error.
func ClassOf(err error) Class {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Class
	}
	return ""
}
