// Package notice has the messages of the domain: a code and typed arguments, without
// words. A refusal, a warning, the reason of a pairing, a proved fact and a stored
// answer are notices. Package commands/text turns them into sentences in the reader's
// language, and so does the command line.
//
// A code is a path of lower-case words, "round.open", and a key of every catalogue.
// The names and types of its arguments are part of its meaning: a test of
// commands/text checks every place in the code that makes a notice against the
// catalogue. Once a code has been written into a log it keeps its meaning; another
// meaning is another code.
//
// The argument named "n" is the count by which a language chooses the plural; one
// named "away" is a time that is shown by how far away it is, one named "side" a word of
// the ruleset. Numbers of things, such as those named "table" or "round", are names.
package notice

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament/fraction"
)

// Code is the meaning of a notice.
type Code string

// Notice is one statement for people, without a language. The zero Notice is empty.
type Notice struct {
	Code Code
	Args []Arg
}

// Arg is one argument of a notice.
type Arg struct {
	Name  string
	Value Value
}

// Value is an argument of one of this package's types: Int, Text, Quote, Word, Command,
// Number, Player, Points, Time, Span, List or Notice.
type Value interface{ is(other Value) bool }

// The types of arguments.
type (
	// Int is a number: of a round, a table, a limit, a count.
	Int int64
	// Text was typed by a person, or comes from a file. It is shown as it is, and
	// escaped where text is markup.
	Text string
	// Quote is a sentence or a name of a ruleset. That of a published ruleset is shown
	// in the reader's language; any other is shown like a Text.
	Quote string
	// Word is a term of the catalogue, by its key: a phase, a format.
	Word Code
	// Command is a slash command, by its path: "match away". It is shown so that it can be
	// clicked, where that is possible.
	Command string
	// Number is a number as a game writes it, with a decimal point: "7.50", "66.67%". It
	// is shown with the reader's.
	Number string
	// Player is the number of a player of the event, from 1; it is shown as the
	// player's name.
	Player int
	// Points are exact.
	Points struct{ fraction.Fraction }
	// Time is a moment.
	Time struct{ time.Time }
	// Span is a length of time.
	Span time.Duration
	// List is several values, joined as the language joins them.
	List []Value
)

// New returns a notice with arguments given in pairs of name and value. Besides the
// types of this package, a value may be an int of any size, a fraction.Fraction, a
// time.Time, a time.Duration, a Notice, or a slice of any of these. A plain string
// panics, since it could be a word or a person's text.
func New(code Code, args ...any) Notice {
	n := Notice{Code: code}
	if len(args)%2 != 0 {
		panic(fmt.Sprintf("notice %s: an argument has a name or a value only", code))
	}
	for i := 0; i < len(args); i += 2 {
		name, ok := args[i].(string)
		if !ok {
			panic(fmt.Sprintf("notice %s: argument %d has no name", code, i/2))
		}
		n.Args = append(n.Args, Arg{Name: name, Value: valueOf(code, name, args[i+1])})
	}
	return n
}

func valueOf(code Code, name string, v any) Value {
	switch v := v.(type) {
	case Value:
		return v
	case int:
		return Int(v)
	case int8:
		return Int(v)
	case int16:
		return Int(v)
	case int32:
		return Int(v)
	case int64:
		return Int(v)
	case uint8:
		return Int(v)
	case fraction.Fraction:
		return Points{v}
	case time.Time:
		return Time{v.UTC()}
	case time.Duration:
		return Span(v)
	case []Notice:
		return listOf(v)
	case []Player:
		return listOf(v)
	case []Word:
		return listOf(v)
	case []Text:
		return listOf(v)
	case []int:
		out := make(List, len(v))
		for i := range v {
			out[i] = Int(v[i])
		}
		return out
	}
	panic(fmt.Sprintf("notice %s: argument %s is a %T, which has no type of its own", code, name, v))
}

func listOf[V Value](values []V) List {
	out := make(List, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// Players returns player numbers as values.
func Players(numbers []int) List {
	out := make(List, len(numbers))
	for i, n := range numbers {
		out[i] = Player(n)
	}
	return out
}

// Texts returns typed texts as values.
func Texts(texts []string) List {
	out := make(List, len(texts))
	for i, t := range texts {
		out[i] = Text(t)
	}
	return out
}

// IsZero reports whether n is the zero Notice.
func (n Notice) IsZero() bool { return n.Code == "" }

// Equal reports whether two notices have the same code and arguments.
func (n Notice) Equal(o Notice) bool {
	return n.Code == o.Code && slices.EqualFunc(n.Args, o.Args, func(a, b Arg) bool {
		return a.Name == b.Name && a.Value.is(b.Value)
	})
}

// Arg returns the argument of the given name, or nil if there is none.
func (n Notice) Arg(name string) Value {
	for _, a := range n.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// String is for logs and tests; people get the sentence of a catalogue.
func (n Notice) String() string {
	var b strings.Builder
	b.WriteString(string(n.Code))
	for _, a := range n.Args {
		fmt.Fprintf(&b, " %s=%v", a.Name, a.Value)
	}
	return b.String()
}

// Ungrouped returns a whole number whose thousands no language sets apart, such as a rating.
func Ungrouped(n int) Number { return Number(strconv.Itoa(n)) }

func (v Int) is(o Value) bool     { w, ok := o.(Int); return ok && v == w }
func (v Text) is(o Value) bool    { w, ok := o.(Text); return ok && v == w }
func (v Quote) is(o Value) bool   { w, ok := o.(Quote); return ok && v == w }
func (v Word) is(o Value) bool    { w, ok := o.(Word); return ok && v == w }
func (v Command) is(o Value) bool { w, ok := o.(Command); return ok && v == w }
func (v Number) is(o Value) bool  { w, ok := o.(Number); return ok && v == w }
func (v Player) is(o Value) bool  { w, ok := o.(Player); return ok && v == w }
func (v Points) is(o Value) bool  { w, ok := o.(Points); return ok && v.Equal(w.Fraction) }
func (v Time) is(o Value) bool    { w, ok := o.(Time); return ok && v.Equal(w.Time) }
func (v Span) is(o Value) bool    { w, ok := o.(Span); return ok && v == w }
func (v List) is(o Value) bool {
	w, ok := o.(List)
	return ok && slices.EqualFunc(v, w, func(a, b Value) bool { return a.is(b) })
}
func (n Notice) is(o Value) bool { w, ok := o.(Notice); return ok && n.Equal(w) }

func (v Player) String() string { return fmt.Sprintf("#%d", int(v)) }
func (v Span) String() string   { return time.Duration(v).String() }

// Error is an error with a notice that gives the reason.
type Error struct{ Notice Notice }

// Err returns an error with a code and arguments, as New takes them.
func Err(code Code, args ...any) error { return &Error{New(code, args...)} }

// Of returns the notice of an error. Any other error is shown by its text: a fault of
// the system, or of a library in English.
func Of(err error) Notice {
	var coded *Error
	if errors.As(err, &coded) {
		return coded.Notice
	}
	return New("fault", "text", Text(err.Error()))
}

// Error returns the text for logs; people get the sentence of a catalogue.
func (e *Error) Error() string { return e.Notice.String() }
