// Package customid encodes and decodes the custom ids of buttons, selects and modals. A
// custom id is the encoding of a panel, a struct with everything needed to handle a click
// weeks and restarts later, such as "1:confirm:a:3:7:2f" for a Confirm of tournament 10.
// Nothing is kept in memory. Ids are neither secret nor trusted: permissions are checked
// at each click.
package customid

import (
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"topcut/tournament"
)

// version is the first part of every id. It changes when the meaning of old ids does; ids
// of another version are answered with "this panel is out of date".
const version = "1"

// maxLength is Discord's limit.
const maxLength = 100

// An int counts rounds, matches, players, pages or minutes; an int64 is an event of a log
// or a tournament. Negative numbers, and numbers with more base 36 digits than fit, are
// invalid.
const (
	digits     = 3
	longDigits = 7
)

// wordLength is the most bytes of a text field without a tag max.
const wordLength = 12

// Panel is one of the structs of this package: the action of a button, select or modal
// with its parameters, which are ints, int64s, bools and texts.
type Panel any

// ID is a parsed custom id.
type ID struct {
	Tournament tournament.ID // 0 = none
	Panel      Panel
}

// Fits reports whether an id has room for a panel and each of its texts fits its field.
func Fits(t tournament.ID, p Panel) bool {
	_, ok := Parse(format(t, p))
	return ok
}

// New returns the custom id of a panel of a tournament (0 for none). It panics if the
// result is longer than Discord allows, which is a mistake in the view.
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

// Parse decodes a custom id. ok is false for one of another version, of an unknown panel,
// or with other fields than the panel has now.
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
	return id, format(id.Tournament, id.Panel) == s // only the canonical encoding is valid
}

// Verb returns the word for a panel in its custom ids.
func Verb(p Panel) string {
	verb, ok := verbs[reflect.TypeOf(p)]
	if !ok {
		panic(fmt.Sprintf("%T is no panel", p))
	}
	return verb
}

// Like reports whether a panel has the type of another and equals it in each of the
// other's non-zero fields.
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

// escaper escapes the separator in a text.
var escaper = strings.NewReplacer("%", "%25", ":", "%3A")

// write returns the encoding of a field.
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

// read decodes a field and reports whether its encoding is valid.
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

// maxText returns the most bytes of a text field.
func maxText(field reflect.StructField) int {
	n, err := strconv.Atoi(field.Tag.Get("max"))
	if err != nil {
		return wordLength
	}
	return n
}
