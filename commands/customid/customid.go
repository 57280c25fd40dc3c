// Package customid is the language of buttons, selects and modals: a custom id
// is a versioned path with parameters, such as "1:report:a:3:7". It holds all
// that is needed to act on a click weeks and restarts later; nothing is kept in
// memory for it. Ids are not secret and not trusted: whoever may click is
// checked when it happens.
package customid

import (
	"fmt"
	"strconv"
	"strings"

	"topcut/tournament"
)

// version is the first part of every id. It changes when the meaning of old
// ids does; ids of another version are answered "this panel is out of date".
const version = "1"

// maxLength is Discord's limit.
const maxLength = 100

// ID is a parsed custom id.
type ID struct {
	Verb       string
	Tournament tournament.ID // 0 = none
	Args       []string
}

// New returns the custom id of a verb of a tournament (0 = none) with
// parameters: ints, int64s or short strings without a colon. It panics if the
// result would be longer than Discord takes, which is a mistake in the view.
func New(verb string, t tournament.ID, args ...any) string {
	var b strings.Builder
	b.WriteString(version + ":" + verb + ":" + strconv.FormatInt(int64(t), 36))
	for _, a := range args {
		b.WriteByte(':')
		switch v := a.(type) {
		case int:
			b.WriteString(strconv.FormatInt(int64(v), 36))
		case int64:
			b.WriteString(strconv.FormatInt(v, 36))
		default:
			fmt.Fprint(&b, v)
		}
	}
	if b.Len() > maxLength {
		panic(fmt.Sprintf("custom id %q is longer than %d", b.String(), maxLength))
	}
	return b.String()
}

// Parse reads a custom id; ok is false for one of another version or none of
// ours.
func Parse(s string) (id ID, ok bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 3 || parts[0] != version || parts[1] == "" || len(s) > maxLength {
		return ID{}, false
	}
	t, err := strconv.ParseInt(parts[2], 36, 64)
	if err != nil || t < 0 {
		return ID{}, false
	}
	return ID{Verb: parts[1], Tournament: tournament.ID(t), Args: parts[3:]}, true
}

// Int returns parameter i as a number, or 0.
func (id ID) Int(i int) int {
	return int(id.Int64(i))
}

// Int64 returns parameter i as a number, or 0.
func (id ID) Int64(i int) int64 {
	if i >= len(id.Args) {
		return 0
	}
	v, err := strconv.ParseInt(id.Args[i], 36, 64)
	if err != nil {
		return 0
	}
	return v
}

// Text returns parameter i, or "".
func (id ID) Text(i int) string {
	if i >= len(id.Args) {
		return ""
	}
	return id.Args[i]
}
