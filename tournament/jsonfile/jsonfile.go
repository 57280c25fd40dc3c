// Package jsonfile decodes JSON into structs whose tags declare what a file may have:
//
//	type match struct {
//		At      jsonfile.Path             // where the match stands, for errors about it
//		Table   int                       `json:"table" least:"0" most:"32767"`
//		Players []string                  `json:"players" need:"yes" entries:"4" most:"64"`
//		Log     json.RawMessage           `json:"log"` // as it stands
//	}
//
// The keys are those of the json tags and nothing else, in this spelling. need refuses an
// object without the key; least and most bound whole numbers, and most the bytes of a
// text; entries bounds a list. In lists and maps, least and most are those of their items.
// A number always fits its field. A key with null counts as missing. A type with a method
// ReadJSON(*Value) error reads itself.
//
// A doubled key is refused, and so is an unknown one if the reading is strict; otherwise
// Options.Unread lists it, unless a field of type Passed names it as of no use:
//
//	_ jsonfile.Passed `keys:"id created_at"`
//
// Every error is a notice with the path of the place, such as rounds[2].matches[0].kind.
package jsonfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/tournament/notice"
)

// maxDepth bounds how deep values may be nested.
const maxDepth = 64

// Options say how a file is read.
type Options struct {
	// Strict refuses unknown keys, and texts with control characters.
	Strict bool
	// Inside is a key of the top level whose value is read in place of the whole, if it
	// is there.
	Inside string
	// Broken returns the error about a line that is not JSON; nil for that of this package.
	Broken func(line int) error
	// Unread, unless nil, takes the unknown keys of a reading that is not strict.
	Unread *Unread
}

// Passed declares the keys of an object that say nothing the reader could use.
type Passed struct{}

// Unread collects the paths of what a file has and a reader does not know, each once,
// without the indices of lists: matches.notes.
type Unread struct {
	Paths []string // the first of them, in the order of the file
	More  int      // how many others there are, as far as they are counted

	known map[string]bool
	bytes int
}

// Bounds of what is kept of unknown paths.
const (
	maxUnreadShown = 8
	maxUnreadBytes = 16 << 10
)

// Add notes a path, of which the first 80 bytes count.
func (u *Unread) Add(path []byte) {
	path = path[:min(len(path), 80)]
	if u.known[string(path)] || u.bytes+len(path) > maxUnreadBytes {
		return
	}
	if u.known == nil {
		u.known = map[string]bool{}
	}
	text := strings.ToValidUTF8(string(path), "")
	u.known[string(path)] = true
	u.bytes += len(path)
	if len(u.Paths) < maxUnreadShown {
		u.Paths = append(u.Paths, text)
	} else {
		u.More++
	}
}

// Read decodes data, which holds one JSON value.
func Read(data []byte, to any, o Options) error {
	if err := json.Unmarshal(data, new(unread)); err != nil {
		return broken(data, err, o)
	}
	d := &decoder{data: data, o: o, plans: map[reflect.Type]*plan{}}
	if o.Inside != "" {
		d.enter(o.Inside)
	}
	return d.value(reflect.ValueOf(to).Elem(), &field{})
}

// unread checks the syntax of a value and ignores it.
type unread struct{}

// UnmarshalJSON does nothing.
func (*unread) UnmarshalJSON([]byte) error { return nil }

// broken returns the error about data that is not JSON.
func broken(data []byte, err error, o Options) error {
	at := int64(len(data))
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = syntax.Offset
	}
	line := 1 + bytes.Count(data[:min(int(at), len(data))], []byte("\n"))
	if o.Broken != nil {
		return o.Broken(line)
	}
	switch err := json.NewDecoder(bytes.NewReader(data)).Decode(new(unread)); {
	case err == nil:
		return notice.Err("file.behind")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return notice.Err("file.json_end")
	}
	return notice.Err("file.json", "line", line)
}

// decoder walks through data that is known to be JSON.
type decoder struct {
	data  []byte
	at    int
	o     Options
	path  []step
	plans map[reflect.Type]*plan
	place []byte // the last unknown path
}

// leave notes the key of the value that comes next as unknown, unless the value says
// nothing.
func (d *decoder) leave() {
	d.space()
	rest := d.data[d.at:]
	empty := d.kind() == '0' || bytes.HasPrefix(rest, []byte(`""`)) || bytes.HasPrefix(rest, []byte("[]")) || bytes.HasPrefix(rest, []byte("{}"))
	if d.o.Unread == nil || empty {
		return
	}
	d.place = d.place[:0]
	for _, s := range d.path {
		if s.list {
			continue
		}
		if len(d.place) > 0 {
			d.place = append(d.place, '.')
		}
		d.place = append(d.place, s.key...)
	}
	d.o.Unread.Add(d.place)
}

// step leads from a value to one in it: a key of an object, or an index of a list.
type step struct {
	key   string
	index int
	list  bool
}

// kind returns the kind of the value that comes next: { [ s string, n number, b bool, 0
// null.
func (d *decoder) kind() byte {
	d.space()
	switch c := d.data[d.at]; c {
	case '{', '[':
		return c
	case '"':
		return 's'
	case 't', 'f':
		return 'b'
	case 'n':
		return '0'
	}
	return 'n'
}

func (d *decoder) space() {
	for d.at < len(d.data) && strings.IndexByte(" \t\r\n", d.data[d.at]) >= 0 {
		d.at++
	}
}

// scalar returns the text of a value that is no object and no list, and passes it.
func (d *decoder) scalar() string {
	if d.kind() == 's' {
		return d.text()
	}
	start := d.at
	for d.at < len(d.data) && strings.IndexByte(" \t\r\n,]}", d.data[d.at]) < 0 {
		d.at++
	}
	return string(d.data[start:d.at])
}

// text returns the next string, and passes it.
func (d *decoder) text() string {
	d.space()
	raw := d.quoted()
	plain := raw[1 : len(raw)-1]
	if bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain)
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		panic(err) // the syntax has been checked
	}
	return s
}

// quoted passes a string and returns it with its quotes.
func (d *decoder) quoted() []byte {
	start := d.at
	for d.at++; d.data[d.at] != '"'; d.at++ {
		if d.data[d.at] == '\\' {
			d.at++
		}
	}
	d.at++
	return d.data[start:d.at]
}

// next reports whether an object or a list has a further item, and goes to it. It passes
// the closing bracket. first is whether none has been read yet.
func (d *decoder) next(first bool) bool {
	if first {
		d.at++ // the opening bracket
	}
	d.space()
	switch d.data[d.at] {
	case '}', ']':
		d.at++
		return false
	case ',':
		d.at++
	}
	return true
}

// key returns the key of the next item of an object, and passes the colon.
func (d *decoder) key() string {
	key := d.text()
	d.space()
	d.at++
	return key
}

// object calls item for each key of an object, at its value.
func (d *decoder) object(item func(key string) error) error {
	for first := true; d.next(first); first = false {
		key := d.key()
		if err := d.in(step{key: key}, func() error { return item(key) }); err != nil {
			return err
		}
	}
	return nil
}

// list calls item for each item of a list.
func (d *decoder) list(item func(i int) error) error {
	for i := 0; d.next(i == 0); i++ {
		if err := d.in(step{index: i, list: true}, func() error { return item(i) }); err != nil {
			return err
		}
	}
	return nil
}

// in reads a value in another.
func (d *decoder) in(s step, read func() error) error {
	d.path = append(d.path, s)
	if len(d.path) > maxDepth {
		return d.here().Wrong("file.deep")
	}
	if err := read(); err != nil {
		return err
	}
	d.path = d.path[:len(d.path)-1]
	return nil
}

// enter goes to the value of a key of the top level, if it is there.
func (d *decoder) enter(key string) {
	if d.kind() != '{' {
		return
	}
	found := -1
	for first := true; d.next(first); first = false {
		if d.key() == key && d.kind() != '0' && found < 0 {
			found = d.at
		}
		d.pass()
	}
	if d.at = 0; found >= 0 {
		d.at, d.path = found, []step{{key: key}}
	}
}

// pass passes a value whatever it is.
func (d *decoder) pass() {
	depth := 0
	for {
		switch d.kind() {
		case '{', '[':
			depth++
			d.at++
		default:
			d.scalar()
		}
		for d.space(); depth > 0 && d.at < len(d.data) && strings.IndexByte(",:]}", d.data[d.at]) >= 0; d.space() {
			if c := d.data[d.at]; c == ']' || c == '}' {
				depth--
			}
			d.at++
		}
		if depth == 0 {
			return
		}
	}
}

// raw returns a value as it stands, after it has been checked for doubled keys.
func (d *decoder) raw() (json.RawMessage, error) {
	d.space()
	start := d.at
	err := d.check()
	return bytes.Clone(d.data[start:d.at]), err
}

func (d *decoder) check() error {
	switch d.kind() {
	case '{':
		keys := map[string]bool{}
		return d.object(func(key string) error {
			if keys[key] {
				return d.here().Wrong("file.twice")
			}
			keys[key] = true
			return d.check()
		})
	case '[':
		return d.list(func(int) error { return d.check() })
	}
	d.scalar()
	return nil
}

// here returns the path of the value that is being read.
func (d *decoder) here() Path {
	var p Path
	for _, s := range d.path {
		if s.list {
			p = p.Item(s.index)
		} else {
			p = p.Key(s.key)
		}
	}
	return p
}

// Path is the place of a value in a file: rounds[2].matches[0].kind. It is empty for the
// top level.
type Path string

// Key returns the path of a key of an object.
func (p Path) Key(key string) Path {
	if p == "" {
		return Path(key)
	}
	return p + "." + Path(key)
}

// Item returns the path of an item of a list, from 0.
func (p Path) Item(i int) Path { return p + Path("["+strconv.Itoa(i)+"]") }

// Wrong returns an error about the place.
func (p Path) Wrong(code notice.Code, args ...any) error { return p.Because(notice.Err(code, args...)) }

// Because returns an error about the place with the reason of another package.
func (p Path) Because(err error) error {
	if p == "" {
		return notice.Err("file.at_top", "why", notice.Of(err))
	}
	return notice.Err("file.at", "path", notice.Text(p), "why", notice.Of(err))
}

// Between returns an error if n is not from least to most.
func (p Path) Between(n, least, most int64) error {
	if n < least || n > most {
		return p.Wrong("file.between", "value", n, "least", least, "most", most)
	}
	return nil
}
