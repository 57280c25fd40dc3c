package tournament

import (
	"errors"
	"fmt"
	"strings"
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

	format string
	args   []any
}

func (r *Refusal) Error() string { return r.Text }

// Refuse builds a Refusal. What people have typed, such as the names of players, is
// given as Typed.
func Refuse(code Code, format string, args ...any) error {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...), format: format, args: args}
}

// Shown returns the sentence for a place where text is more than its letters, such
// as Markdown: escape makes harmless what people have typed, the rest is as it is.
func (r *Refusal) Shown(escape func(string) string) string {
	if r.format == "" {
		return r.Text
	}
	return fmt.Sprintf(r.format, shown(r.args, escape)...)
}

// Typed is what somebody has typed, as a part of a refusal.
type Typed string

// words are parts of a refusal in a row, some of them Typed.
type words []any

// String returns the parts as they are.
func (w words) String() string { return fmt.Sprintf(strings.Repeat("%v", len(w)), w...) }

// shown returns the parts of a refusal with those that are Typed escaped.
func shown(args []any, escape func(string) string) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case Typed:
			out[i] = Typed(escape(string(arg)))
		case words:
			out[i] = words(shown(arg, escape))
		case *Refusal:
			out[i] = arg.Shown(escape)
		default:
			out[i] = arg
		}
	}
	return out
}

// CodeOf returns the code of a refusal, or "" for any other error.
func CodeOf(err error) Code {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return ""
}
