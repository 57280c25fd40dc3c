// Package customid is the language of buttons, selects and modals: a custom id is the
// encoding of a panel, a struct of all that is needed to act on a click weeks and
// restarts later, such as "1:confirm:a:3:7:2f" for a Confirm of the tournament 10.
// Nothing is kept in memory for it. Ids are not secret and not trusted: permission is
// checked at each click.
package customid

import (
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"topcut/tournament"
)

// version is the first part of every id. It changes when the meaning of old
// ids does; ids of another version are answered "this panel is out of date".
const version = "1"

// maxLength is Discord's limit.
const maxLength = 100

// An int counts rounds, matches, players, pages or minutes, an int64 events of a log or
// tournaments. Numbers below zero or of more digits of base 36 than fit are not valid.
const (
	digits     = 3
	longDigits = 7
)

// wordLength is the most that a text takes whose field does not say otherwise, in
// its tag max.
const wordLength = 12

// Panel is one of the structs of this package: what a button, select or modal
// does, with its parameters: ints, int64s, bools and texts.
type Panel any

// ID is a parsed custom id.
type ID struct {
	Tournament tournament.ID // 0 = none
	Panel      Panel
}

// Fits reports whether an id has room for a panel, each text of which may be no
// longer than its field takes.
func Fits(t tournament.ID, p Panel) bool {
	_, ok := Parse(format(t, p))
	return ok
}

// New returns the custom id of a panel of a tournament (0 = none). It panics if
// the result would be longer than Discord takes, which is a mistake in the view.
func New(t tournament.ID, p Panel) string {
	id := format(t, p)
	if len(id) > maxLength {
		panic(fmt.Sprintf("custom id %q is longer than %d", id, maxLength))
	}
	return id
}

func format(t tournament.ID, p Panel) string {
	parts := []string{version, Verb(p), strconv.FormatInt(int64(t), 36)}
	v := reflect.ValueOf(p)
	for i := range v.NumField() {
		parts = append(parts, write(v.Field(i)))
	}
	return strings.Join(parts, ":")
}

// Parse reads a custom id. ok is false for one of another version, of a panel that
// there is no more, or with anything but the fields that the panel has now.
func Parse(s string) (id ID, ok bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 3 || parts[0] != version || len(s) > maxLength {
		return ID{}, false
	}
	t, ok := number(parts[2], longDigits)
	known, named := panels[parts[1]]
	if !ok || !named {
		return ID{}, false
	}
	v, fields := reflect.New(reflect.TypeOf(known)).Elem(), parts[3:]
	if len(fields) != v.NumField() {
		return ID{}, false
	}
	for i, field := range fields {
		if !read(v.Field(i), v.Type().Field(i), field) {
			return ID{}, false
		}
	}
	id = ID{Tournament: tournament.ID(t), Panel: v.Interface()}
	return id, format(id.Tournament, id.Panel) == s // nothing is written in two ways
}

// Verb returns the word for a panel in its custom ids.
func Verb(p Panel) string {
	verb, ok := verbs[reflect.TypeOf(p)]
	if !ok {
		panic(fmt.Sprintf("%T is no panel", p))
	}
	return verb
}

// Like reports whether a panel is of the kind of another, and has in each field
// what that one has there, if it has anything.
func Like(p, other Panel) bool {
	if reflect.TypeOf(p) != reflect.TypeOf(other) {
		return false
	}
	v, want := reflect.ValueOf(p), reflect.ValueOf(other)
	for i := range v.NumField() {
		if w := want.Field(i); !w.IsZero() && !reflect.DeepEqual(v.Field(i).Interface(), w.Interface()) {
			return false
		}
	}
	return true
}

// escaper lets a text hold what ends it.
var escaper = strings.NewReplacer("%", "%25", ":", "%3A")

// write returns the encoding of a field in an id.
func write(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(v.Int(), 36)
	case reflect.Bool:
		if v.Bool() {
			return "1"
		}
		return "0"
	default:
		return escaper.Replace(v.String())
	}
}

// read sets a field to its encoding in an id, and reports whether that is valid.
func read(v reflect.Value, field reflect.StructField, s string) bool {
	switch v.Kind() {
	case reflect.Int:
		n, ok := number(s, digits)
		v.SetInt(n)
		return ok
	case reflect.Int64:
		n, ok := number(s, longDigits)
		v.SetInt(n)
		return ok
	case reflect.Bool:
		v.SetBool(s == "1")
		return true
	default:
		text, err := url.PathUnescape(s)
		v.SetString(text)
		return err == nil && len(text) <= maxText(field)
	}
}

// number parses a number of at most digits digits.
func number(s string, digits int) (int64, bool) {
	n, err := strconv.ParseInt(s, 36, 64)
	return n, err == nil && n >= 0 && len(s) <= digits
}

// maxText returns the most bytes that the text of a field has.
func maxText(field reflect.StructField) int {
	n, err := strconv.Atoi(field.Tag.Get("max"))
	if err != nil {
		return wordLength
	}
	return n
}
