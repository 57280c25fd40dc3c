package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// value is a JSON value that remembers where it stands, so that every error can
// name its path.
type value struct {
	parent *value
	key    string // in an object
	index  int    // in an array
	kind   byte   // '{', '[', 's' string, 'n' number, 'b' bool, '0' null
	text   string // of a string or number
	yes    bool   // of a bool
	items  []*value
	raw    []byte // of a log, which is kept as it stands
}

// parse reads one JSON value and nothing after it. It refuses doubled keys and
// deep nesting. Editors on Windows begin a file with a mark of its encoding: that
// of UTF-8 is passed over.
func parse(data []byte) (*value, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(data) > 1 && (data[0] == 0 || data[1] == 0 || bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff})) {
		return nil, fmt.Errorf("the file is UTF-16; save it as UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	p := &parser{dec: dec, data: data}
	v, err := p.value(&value{}, 0)
	if err != nil {
		var syntax *json.SyntaxError
		switch {
		case errors.As(err, &syntax):
			line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
			return nil, fmt.Errorf("this is not JSON: line %d: %w", line, err)
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("this is not JSON: it ends too early")
		}
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("something follows after the end of the tournament, remove it")
	}
	return v, nil
}

type parser struct {
	dec  *json.Decoder
	data []byte
}

func (p *parser) value(v *value, depth int) (*value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%s is nested too deeply", v.path())
	}
	start := p.dec.InputOffset()
	token, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		v.kind = byte(t)
		if err := p.items(v, depth); err != nil {
			return nil, err
		}
	case string:
		v.kind, v.text = 's', t
	case json.Number:
		v.kind, v.text = 'n', t.String()
	case bool:
		v.kind, v.yes = 'b', t
	case nil:
		v.kind = '0'
	}
	if v.key == "log" && depth <= 2 {
		v.raw = bytes.TrimLeft(p.data[start:p.dec.InputOffset()], ": \t\r\n")
	}
	return v, nil
}

func (p *parser) items(v *value, depth int) error {
	var keys map[string]bool
	if v.kind == '{' {
		keys = map[string]bool{}
	}
	for p.dec.More() {
		item := &value{parent: v, index: len(v.items)}
		if keys != nil {
			token, err := p.dec.Token()
			if err != nil {
				return err
			}
			item.key, _ = token.(string)
			if keys[item.key] {
				return fmt.Errorf("%s stands twice", item.path())
			}
			keys[item.key] = true
		}
		item, err := p.value(item, depth+1)
		if err != nil {
			return err
		}
		v.items = append(v.items, item)
	}
	_, err := p.dec.Token() // the closing bracket
	return err
}

// path names the place of v from the top: rounds[2].matches[0].kind.
func (v *value) path() string {
	if v.parent == nil {
		return "the top level"
	}
	own := v.key
	if v.parent.kind == '[' {
		own = "[" + strconv.Itoa(v.index) + "]"
	}
	if v.parent.parent == nil {
		return own
	}
	if v.parent.kind == '[' {
		return v.parent.path() + own
	}
	return v.parent.path() + "." + own
}

func (v *value) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: "+format, append([]any{v.path()}, args...)...)
}

// object checks that v is an object with no other keys than these.
func (v *value) object(keys ...string) error {
	if v.kind != '{' {
		return v.errorf("an object {…} belongs here")
	}
	for _, item := range v.items {
		if !slices.Contains(keys, item.key) {
			return fmt.Errorf("%s: there is no such key; known here are %s", item.path(), strings.Join(keys, ", "))
		}
	}
	return nil
}

// get returns the value of a key, nil where it is missing or null.
func (v *value) get(key string) *value {
	for _, item := range v.items {
		if item.key == key && item.kind != '0' {
			return item
		}
	}
	return nil
}

// array returns the items of an array of at most limit.
func (v *value) array(limit int) ([]*value, error) {
	if v.kind != '[' {
		return nil, v.errorf("a list […] belongs here")
	}
	if len(v.items) > limit {
		return nil, v.errorf("%d entries are too many, at most %d are read", len(v.items), limit)
	}
	return v.items, nil
}

// string reads a text without control characters.
func (v *value) string(limit int) (string, error) {
	if v.kind != 's' {
		return "", v.errorf("a text in quotes belongs here")
	}
	if len(v.text) > limit {
		return "", v.errorf("%d bytes are too long, at most %d", len(v.text), limit)
	}
	if strings.ContainsFunc(v.text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "", v.errorf("control characters are not allowed")
	}
	return v.text, nil
}

// name reads a name for people. One of which nothing can be seen is none.
func (v *value) name() (string, error) {
	text, err := v.string(maxText)
	seen := func(r rune) bool {
		return r != unicode.ReplacementChar && unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
	}
	if err != nil || !strings.ContainsFunc(text, seen) {
		return "", err
	}
	return text, nil
}

// integer reads a whole number from lo to hi.
func (v *value) integer(lo, hi int64) (int64, error) {
	n, err := strconv.ParseInt(v.text, 10, 64)
	if v.kind != 'n' || err != nil {
		return 0, v.errorf("a whole number belongs here")
	}
	if n < lo || n > hi {
		return 0, v.errorf("%d is not between %d and %d", n, lo, hi)
	}
	return n, nil
}

func (v *value) boolean() (bool, error) {
	if v.kind != 'b' {
		return false, v.errorf("true or false belongs here")
	}
	return v.yes, nil
}

// integers reads a list of exactly n whole numbers.
func (v *value) integers(n int, lo, hi int64) (out [4]int32, err error) {
	items, err := v.array(4)
	if err != nil {
		return out, err
	}
	if len(items) != n {
		return out, v.errorf("%d numbers belong here, not %d", n, len(items))
	}
	for i, item := range items {
		x, err := item.integer(lo, hi)
		if err != nil {
			return out, err
		}
		out[i] = int32(x)
	}
	return out, nil
}

// word reads one of a list of words and returns its position.
func (v *value) word(words []string) (int, error) {
	if v.kind == 's' && v.text != "" {
		if i := slices.Index(words, v.text); i >= 0 {
			return i, nil
		}
	}
	var known []string
	for _, w := range words {
		if w != "" {
			known = append(known, w)
		}
	}
	if v.kind != 's' {
		return 0, v.errorf("one of %s belongs here", strings.Join(known, ", "))
	}
	return 0, v.errorf("%q is unknown, use one of %s", v.text, strings.Join(known, ", "))
}
