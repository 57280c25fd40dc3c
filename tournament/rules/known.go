package rules

import (
	"bytes"
	"encoding"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"topcut/tournament/notice"
)

// unknownKey returns an error for the first key that rulesets do not have, or nil. The
// decoder would find it too, but it lists all of them, each with a copy of the file.
// It alone looks into inline tables.
func unknownKey(data []byte) error {
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		key, at := keyOf(e)
		if e.Kind == unstable.KeyValue {
			key = slices.Concat(table, key)
		} else {
			table = key
		}
		if !hasKey(reflect.TypeFor[Ruleset](), key) {
			return errKey(1+bytes.Count(data[:at], []byte("\n")), key)
		}
	}
	return nil // the decoder refuses what cannot be parsed
}

func errKey(line int, key []string) error {
	return notice.Err("ruleset.key", "line", line, "key", notice.Text(strings.Join(key, ".")))
}

// keyOf returns the key of an expression, and where it begins in the file.
func keyOf(e *unstable.Node) (key []string, at uint32) {
	for it := e.Key(); it.Next(); {
		part := it.Node()
		if key == nil {
			at = part.Raw.Offset
		}
		key = append(key, string(part.Data))
	}
	return key, at
}

// hasKey reports whether a value of a type has such a key, as far as only the decoder
// does not know better.
func hasKey(t reflect.Type, key []string) bool {
	for _, part := range key {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		switch {
		case t.Kind() == reflect.Map:
			t = t.Elem()
		case t.Kind() != reflect.Struct, reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
			return true // no table: the decoder refuses the value
		default:
			field := -1
			for i := range t.NumField() {
				if name, _, _ := strings.Cut(t.Field(i).Tag.Get("toml"), ","); strings.EqualFold(name, part) {
					field = i
				}
			}
			if field < 0 {
				return false
			}
			t = t.Field(field).Type
		}
	}
	return true
}

// maxMarks bounds the keys and brackets of a ruleset file; the largest of ours has 440.
// The TOML library compares each key of a table with each, and the checks of a ruleset
// cost most for its options.
const maxMarks = 2048

// marks counts the keys and brackets of a file, including those in its texts.
func marks(data []byte) (n int) {
	var before byte
	for _, c := range data {
		if c == '[' || c == '{' || c == '=' && before != '=' { // rows of "=" are a comment
			n++
		}
		before = c
	}
	return n
}
