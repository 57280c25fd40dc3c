package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"topcut/tournament/fraction"
)

// Bounds of a JSON file.
const (
	maxJSONDepth = 24
	bytesPerList = 6
)

// readJSON decodes a file into a struct after checking its nesting and density: each
// object must have bytesPerObject bytes of the file on average, which bounds the
// memory.
func readJSON(text string, bytesPerObject int, to any) error {
	depth, objects, lists, quoted := 0, 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxJSONDepth {
				return failed(finding("transfer.refused.depth", "line", 1+strings.Count(text[:i], "\n")))
			}
			if c == '{' {
				objects++
			} else {
				lists++
			}
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				text = text[:i+1] // anything after the value is ignored
			}
		}
	}
	if objects > 64+len(text)/bytesPerObject || lists > 64+len(text)/bytesPerList {
		return failed(finding("transfer.refused.density"))
	}
	// A Decoder would keep the text two or three times over while it grows.
	if err := json.Unmarshal([]byte(text), to); err != nil {
		at := int64(len(text))
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			at = syntax.Offset
		case errors.As(err, &kind):
			at = kind.Offset
		}
		return failed(finding("transfer.refused.syntax", "line", 1+strings.Count(text[:min(int(at), len(text))], "\n")))
	}
	return nil
}

// loose is a value that programs write as a number or as a text, or leave null.
type loose string

// UnmarshalJSON takes a number, a text, true, false and null.
func (l *loose) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*l = ""
		return nil
	}
	if data[0] == '"' {
		var s string
		err := json.Unmarshal(data, &s)
		*l = loose(strings.TrimSpace(s))
		return err
	}
	if data[0] == '{' || data[0] == '[' {
		return errors.New("shape")
	}
	*l = loose(data)
	return nil
}

// number reads a whole number from 0, ok is false for anything else. 3.0 is 3.
func (l loose) number() (n int32, ok bool) {
	f, err := strconv.ParseFloat(string(l), 64)
	if err != nil || f < 0 || f > 1_000_000_000 || f != float64(int32(f)) {
		return 0, false
	}
	return int32(f), true
}

// decimal reads a printed number and the half of its last figure; numbers of many
// figures are taken as they are printed.
func (l loose) decimal() (v, half fraction.Fraction, ok bool) {
	v, err := fraction.Parse(string(l))
	if err != nil || strings.ContainsAny(string(l), "eE/") || len(l) > 24 {
		return v, half, false
	}
	_, figures, _ := strings.Cut(string(l), ".")
	half = fraction.New(6, 10) // rounded to nearest, or cut off one figure later
	for range min(len(figures), 8) {
		half = half.Quo(fraction.Int(10))
	}
	if len(figures) < 4 {
		half = fraction.New(1, 20_000) // programs drop zeros at the end
	}
	return v, half, true
}
