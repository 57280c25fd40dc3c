package journal

import (
	"errors"
	"fmt"
	"strings"

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

	text, format string
	args         []any
}

// Error is for logs and tests; people get the sentence of a catalogue.
func (r *Refusal) Error() string {
	if r.text != "" {
		return r.text
	}
	return r.Notice.String()
}

// Refuse builds a Refusal from a code and its arguments, see notice.New.
func Refuse(class Class, code notice.Code, args ...any) error {
	return &Refusal{Class: class, Notice: notice.New(code, args...)}
}

// RefuseAs builds a Refusal from what a package below says is wrong. Any other
// error is returned as it is: a fault, not a refusal.
func RefuseAs(class Class, err error) error {
	var said *notice.Error
	if errors.As(err, &said) {
		return &Refusal{Class: class, Notice: said.Notice}
	}
	return err
}

// RefuseText builds a Refusal from a sentence. It goes when every refusal is a
// notice.
func RefuseText(class Class, format string, args ...any) error {
	return &Refusal{Class: class, text: fmt.Sprintf(format, args...), format: format, args: args}
}

// said returns what is wrong as a notice.
func (r *Refusal) said() notice.Notice {
	if r.Notice.IsZero() {
		return notice.New("refusal.text", "text", notice.Text(r.text))
	}
	return r.Notice
}

// Shown returns the sentence of a RefuseText for a place where text is more than
// its letters; empty where the refusal is a notice.
func (r *Refusal) Shown(escape func(string) string) string {
	if r.format == "" {
		return r.text
	}
	return fmt.Sprintf(r.format, shown(r.args, escape)...)
}

// Typed is what somebody has typed, as a part of a RefuseText.
type Typed string

// Words are parts of a refusal in a row, some of them Typed.
type Words []any

// String returns the parts as they are.
func (w Words) String() string { return fmt.Sprintf(strings.Repeat("%v", len(w)), w...) }

// shown returns the parts of a refusal with those that are Typed escaped.
func shown(args []any, escape func(string) string) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case Typed:
			out[i] = Typed(escape(string(arg)))
		case Words:
			out[i] = Words(shown(arg, escape))
		case *Refusal:
			out[i] = arg.Shown(escape)
		default:
			out[i] = arg
		}
	}
	return out
}

// ClassOf returns the class of a refusal, or "" for any other error.
func ClassOf(err error) Class {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Class
	}
	return ""
}
