package tournament

import (
	"errors"
	"fmt"
)

// Code classifies a refusal for programs; people get the sentence.
type Code string

// Codes of refusals.
const (
	BadInput    Code = "bad_input"   // what was asked for is malformed or out of range
	WrongPhase  Code = "wrong_phase" // not now: the event is not there yet, or past it
	NotFound    Code = "not_found"   // no such player, round, table
	Conflict    Code = "conflict"    // clashes with what stands: already joined, already reported
	NotAllowed  Code = "not_allowed" // this person may not
	Unavailable Code = "unavailable" // busy, try again
	Corrupt     Code = "corrupt"     // a stored log does not fold
	Unsupported Code = "unsupported" // an event kind or version this program does not know
	NoChange    Code = "no_change"   // what was asked for is already so
	NeedsForce  Code = "needs_force" // possible, but only when the organiser insists
)

// Refusal is the error of a command that cannot be carried out. Its text is
// the sentence shown to the person who asked: what is wrong, and what to do.
type Refusal struct {
	Code Code
	Text string
}

func (r *Refusal) Error() string { return r.Text }

// Refuse builds a Refusal.
func Refuse(code Code, format string, args ...any) error {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}

// CodeOf returns the code of a refusal, or "" for any other error.
func CodeOf(err error) Code {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return ""
}
