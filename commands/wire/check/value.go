package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"topcut/commands/wire"
)

// report gathers the violations of one payload.
type report struct {
	sentences []string
	room      []node // for values to come
}

// value is one place in a payload and what it holds. An absent place and one that is null
// are the same, as they are to Discord in every field checked here.
type value = *node

type node struct {
	report *report
	around value  // nil for the whole payload
	key    string // of an object
	index  int    // of a list; -1 for a key
	held   any
}

// path returns the JSON path, which is "" for the whole payload. It is only written out
// where it is needed.
func (v value) path() string {
	if v.around == nil {
		return v.key
	}
	path := v.around.path()
	switch {
	case v.index >= 0:
		return path + "[" + strconv.Itoa(v.index) + "]"
	case path == "":
		return v.key
	}
	return path + "." + v.key
}

// add returns a value with room from the report, which makes it for many at once.
func (r *report) add(around value, key string, index int, held any) value {
	if len(r.room) == 0 {
		r.room = make([]node, 64)
	}
	v := &r.room[0]
	r.room = r.room[1:]
	*v = node{r, around, key, index, held}
	return v
}

// parse reads exactly one JSON document. Otherwise it reports a violation and returns
// false.
func parse(raw []byte) (value, bool) {
	root := new(report).add(nil, "", -1, nil)
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&root.held); err != nil {
		root.fail("is not JSON: %v", err)
		return root, false
	}
	if _, err := decoder.Token(); err != io.EOF {
		root.fail("has something after the end of the JSON document")
		return root, false
	}
	return root, true
}

// fail reports a violation at this place; the sentence begins with the path.
func (v value) fail(format string, args ...any) {
	path := v.path()
	if path == "" {
		path = "the body"
	}
	v.report.sentences = append(v.report.sentences, path+" "+fmt.Sprintf(format, args...))
}

// has reports whether the value is present and not null.
func (v value) has() bool { return v.held != nil }

// get returns a member of an object, which is absent if v is not an object.
func (v value) get(key string) value {
	object, _ := v.held.(map[string]any)
	return v.report.add(v, key, -1, object[key])
}

// object reports a violation and returns false if v is not an object.
func (v value) object() bool {
	if _, ok := v.held.(map[string]any); ok {
		return true
	}
	if v.has() {
		v.fail("must be an object")
	} else {
		v.fail("is missing")
	}
	return false
}

// list returns the elements of an array, none if it is absent.
func (v value) list() []value {
	if !v.has() {
		return nil
	}
	elements, ok := v.held.([]any)
	if !ok {
		v.fail("must be a list")
		return nil
	}
	values := make([]value, len(elements))
	for i, element := range elements {
		values[i] = v.report.add(v, "", i, element)
	}
	return values
}

// between returns the elements of an array that must have least to most of them.
func (v value) between(least, most int) []value {
	values := v.list()
	if v.has() || least > 0 {
		if _, ok := v.held.([]any); ok || !v.has() {
			v.bound(len(values), least, most, "entries")
		}
	}
	return values
}

// bound reports a count outside least to most.
func (v value) bound(count, least, most int, unit string) {
	switch {
	case count < least:
		v.fail("has %d %s; at least %d must be there", count, unit, least)
	case count > most:
		v.fail("has %d %s; at most %d are allowed", count, unit, most)
	}
}

// keys returns the names of an object's members in alphabetical order.
func (v value) keys() []string {
	object, ok := v.held.(map[string]any)
	if !ok {
		if v.has() {
			v.fail("must be an object")
		}
		return nil
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// text returns a string, "" if it is absent.
func (v value) text() string {
	if !v.has() {
		return ""
	}
	s, ok := v.held.(string)
	if !ok {
		v.fail("must be a string")
	}
	return s
}

// required returns a string of 1 to most characters. A string of only white space counts
// as empty.
func (v value) required(most int) string {
	s := v.text()
	if !v.has() {
		v.fail("is missing")
		return ""
	}
	if _, ok := v.held.(string); ok && strings.TrimSpace(s) == "" {
		v.fail("must not be empty")
	}
	v.bound(length(s), 0, most, "characters")
	return s
}

// optional returns a string of at most most characters, "" if it is absent.
func (v value) optional(most int) string {
	s := v.text()
	v.bound(length(s), 0, most, "characters")
	return s
}

// length counts Unicode code points, as Discord's server does. The client counts UTF-16
// units while the user types, so a text of emoji that this accepts may be longer than a
// person could type, but not longer than a bot may send.
func length(s string) int { return utf8.RuneCountInString(s) }

// trimmed counts a text from which Discord trims white space before counting.
func trimmed(s string) int { return length(strings.TrimSpace(s)) }

// boolean returns a boolean, false if it is absent.
func (v value) boolean() bool {
	if !v.has() {
		return false
	}
	b, ok := v.held.(bool)
	if !ok {
		v.fail("must be true or false")
	}
	return b
}

// whole returns an integer. Like Discord it also accepts one written as a string. The
// second result reports whether there is one.
func (v value) whole() (int64, bool) {
	if !v.has() {
		return 0, false
	}
	var digits string
	switch held := v.held.(type) {
	case json.Number:
		digits = held.String()
	case string:
		digits = held
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		v.fail("must be a whole number")
		return 0, false
	}
	return n, true
}

// within returns an integer from least to most, or absent if it is missing or, after a
// report, wrong.
func (v value) within(least, most, absent int64) int64 {
	n, ok := v.whole()
	if !ok {
		return absent
	}
	if n < least || n > most {
		v.fail("is %d; it must be from %d to %d", n, least, most)
		return absent
	}
	return n
}

// oneOf reports an integer that is not one of the allowed ones.
func (v value) oneOf(allowed ...int64) {
	if n, ok := v.whole(); ok && !slices.Contains(allowed, n) {
		v.fail("is %d; it must be one of %s", n, join(allowed))
	}
}

// snowflake returns an id in digits. It reports any other value that is not absent.
func (v value) snowflake() string {
	if !v.has() {
		return ""
	}
	id := v.scalar()
	if !wire.IsSnowflake(id) {
		v.fail("must be an id in digits")
	}
	return id
}

// scalar returns a string, or a number in its own digits; "" for anything else.
func (v value) scalar() string {
	switch held := v.held.(type) {
	case string:
		return held
	case json.Number:
		return held.String()
	}
	return ""
}

// link reports a URL whose scheme is not allowed.
func (v value) link(most int, schemes ...string) string {
	s := v.required(most)
	if s == "" {
		return ""
	}
	if strings.HasPrefix(s, wire.AttachmentScheme) && slices.Contains(schemes, "attachment") {
		return s // whether the file exists is checked by the callers that know the files
	}
	u, err := url.Parse(s)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Host == "" {
		v.fail("must be a URL that begins with one of %s", strings.Join(schemes, "://, ")+"://")
		return ""
	}
	return s
}

// moment reports anything but an ISO 8601 time.
func (v value) moment() {
	if !v.has() {
		return
	}
	if _, err := time.Parse(time.RFC3339, v.text()); err != nil {
		v.fail("must be a time such as 2026-08-01T18:00:00Z")
	}
}

// matches reports a string that does not fit the pattern.
func (v value) matches(pattern *regexp.Regexp, explanation string) {
	if s := v.text(); s != "" && !pattern.MatchString(s) {
		v.fail("is %q; %s", s, explanation)
	}
}

// join lists numbers for a sentence.
func join(numbers []int64) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(words, ", ")
}

// unique remembers names and reports the second use of one.
type unique map[string]value

// add reports name at v if it was used before; what is the kind of name.
func (u unique) add(v value, name, what string) {
	if first, used := u[name]; used {
		v.fail("is %q, the %s that %s already has", name, what, first.path())
		return
	}
	u[name] = v
}
