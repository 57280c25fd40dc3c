package transfer

import (
	"strconv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/jsonfile"
	"topcut/tournament/notice"
)

// Bounds of a JSON file.
const (
	maxJSONDepth = 24
	bytesPerList = 6
)

// readJSON decodes a file into a struct, whose tags are the keys that are read, after
// checking its nesting and density: each object must have bytesPerObject bytes of the file
// on average, which bounds the memory. It returns a finding about the keys that the tags
// neither read nor declare as of no use.
func readJSON(text string, bytesPerObject int, to any) ([]notice.Notice, error) {
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
				return nil, failed(finding("transfer.refused.depth", "line", 1+strings.Count(text[:i], "\n")))
			}
			if c == '{' {
				objects++
			} else {
				lists++
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	if objects > 64+len(text)/bytesPerObject || lists > 64+len(text)/bytesPerList {
		return nil, failed(finding("transfer.refused.density"))
	}
	var unread jsonfile.Unread
	err := jsonfile.Read([]byte(text), to, jsonfile.Options{
		Broken: func(line int) error { return failed(finding("transfer.refused.syntax", "line", line)) },
		Unread: &unread,
	})
	return leftOut(&unread), err
}

// leftOut returns a finding about the places of a file that are not read, if there are
// any.
func leftOut(u *jsonfile.Unread) []notice.Notice {
	var paths []notice.Text
	for _, path := range u.Paths {
		paths = append(paths, shortened(path))
	}
	switch {
	case len(paths) == 0:
		return nil
	case u.More == 0:
		return []notice.Notice{finding("transfer.decided.left", "paths", paths)}
	}
	return []notice.Notice{finding("transfer.decided.left_more", "paths", paths, "more", u.More)}
}

// shortened returns a path, or the last two steps of a long one.
func shortened(path string) notice.Text {
	const most = 40
	if len(path) <= most {
		return clip(path)
	}
	steps := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '/' })
	return clip("…" + strings.Join(steps[max(0, len(steps)-2):], "."))
}

// loose is a value that programs write as a number or as a text, or leave null.
type loose string

// ReadJSON takes a number, a text, true, false and null.
func (l *loose) ReadJSON(v *jsonfile.Value) error {
	var t jsonfile.Token
	if err := t.ReadJSON(v); err != nil {
		return err
	}
	switch t.Kind {
	case '{', '[':
		return t.At.Wrong("file.text")
	case '0':
	default:
		*l = loose(strings.TrimSpace(t.Text))
	}
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
