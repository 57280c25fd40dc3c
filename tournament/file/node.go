package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/textfile"
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
	raw    []byte // of a log, which is kept unchanged
}

// parse reads exactly one JSON value. It refuses duplicate keys and deep nesting, and
// skips the byte order mark that editors on Windows write.
func parse(data []byte) (*value, error) {
	data, err := textfile.Plain(data)
	if err != nil {
		return nil, err
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
			return nil, notice.Err("file.json", "line", line)
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil, notice.Err("file.json_end")
		}
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, notice.Err("file.behind")
	}
	return v, nil
}

type parser struct {
	dec  *json.Decoder
	data []byte
}

func (p *parser) value(v *value, depth int) (*value, error) {
	if depth > maxDepth {
		return nil, v.wrong("file.deep")
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
				return item.wrong("file.twice")
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

// path names the place of v below the top: rounds[2].matches[0].kind.
func (v *value) path() string {
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

// wrong returns an error about v.
func (v *value) wrong(code notice.Code, args ...any) error {
	return v.because(notice.Err(code, args...))
}

// because returns an error about v with the reason of another package.
func (v *value) because(err error) error {
	if v.parent == nil {
		return notice.Err("file.at_top", "why", notice.Of(err))
	}
	return notice.Err("file.at", "path", notice.Text(v.path()), "why", notice.Of(err))
}

// object checks that v is an object with no other keys than these.
func (v *value) object(keys ...string) error {
	if v.kind != '{' {
		return v.wrong("file.object")
	}
	for _, item := range v.items {
		if !slices.Contains(keys, item.key) {
			return item.wrong("file.key", "known", notice.Texts(keys))
		}
	}
	return nil
}

// get returns the value of a key, nil if it is missing or null.
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
		return nil, v.wrong("file.list")
	}
	if len(v.items) > limit {
		return nil, v.wrong("file.entries", "n", len(v.items), "most", limit)
	}
	return v.items, nil
}

// string reads a text without control characters.
func (v *value) string(limit int) (string, error) {
	if v.kind != 's' {
		return "", v.wrong("file.text")
	}
	if len(v.text) > limit {
		return "", v.wrong("file.long", "n", len(v.text), "most", limit)
	}
	if strings.ContainsFunc(v.text, control) {
		return "", v.wrong("file.control")
	}
	return v.text, nil
}

// control reports whether a character controls a printer or a terminal.
func control(r rune) bool { return r < ' ' || r == 0x7f }

// tidy returns the value without control characters: programs write names with
// tabs and line ends in them.
func (v *value) tidy() *value {
	if v.kind != 's' || !strings.ContainsFunc(v.text, control) {
		return v
	}
	clean := *v
	clean.text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if control(r) {
			return ' '
		}
		return r
	}, v.text)), " ")
	return &clean
}

// name reads a name for people. A name without a visible character is empty.
func (v *value) name() (string, error) {
	text, err := v.tidy().string(maxText)
	if err != nil || names.Clean(text) == "" {
		return "", err
	}
	return text, nil
}

// integer reads a whole number from lo to hi.
func (v *value) integer(lo, hi int64) (int64, error) {
	n, err := strconv.ParseInt(v.text, 10, 64)
	if v.kind != 'n' || err != nil {
		return 0, v.wrong("file.whole")
	}
	if n < lo || n > hi {
		return 0, v.wrong("file.between", "value", n, "least", lo, "most", hi)
	}
	return n, nil
}

func (v *value) boolean() (bool, error) {
	if v.kind != 'b' {
		return false, v.wrong("file.boolean")
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
		return out, v.wrong("file.numbers", "n", n, "got", len(items))
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
	var known []notice.Text
	for _, w := range words {
		if w != "" {
			known = append(known, notice.Text(w))
		}
	}
	if v.kind != 's' {
		return 0, v.wrong("file.one_of", "known", known)
	}
	return 0, v.wrong("file.unknown", "value", notice.Text(v.text), "known", known)
}
