package journal

import (
	"errors"

	"topcut/tournament/notice"
)

// Class classifies refusals for programs. People read the sentence of the notice.
type Class string

// Classes of refusals.
const (
	BadInput    Class = "bad_input"   // the request is malformed or out of range
	WrongPhase  Class = "wrong_phase" // not now: the event is not that far yet, or past it
	NotFound    Class = "not_found"   // no such player, round, table
	Conflict    Class = "conflict"    // clashes with the present state: already joined, already reported
	NotAllowed  Class = "not_allowed" // this person may not do it
	Unavailable Class = "unavailable" // busy, try again
	Corrupt     Class = "corrupt"     // a stored log does not fold
	Unsupported Class = "unsupported" // an event kind or version this program does not know
	NoChange    Class = "no_change"   // the state is already as requested
	NeedsForce  Class = "needs_force" // possible, but only when the organiser insists
)

// Refusal is the error of a command that cannot be carried out. Its notice says what is
// wrong; the code that shows it adds what to do about it.
type Refusal struct {
	Class  Class
	Notice notice.Notice
}

// Error is for logs and tests. People read the sentence of a catalogue.
func (r *Refusal) Error() string { return r.Notice.String() }

// Refuse returns a Refusal with a code and its arguments; see notice.New.
func Refuse(class Class, code notice.Code, args ...any) error {
	return &Refusal{Class: class, Notice: notice.New(code, args...)}
}

// RefuseAs returns err as a Refusal if it is a notice.Error of another package. Any
// other error is a fault and is returned unchanged.
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
