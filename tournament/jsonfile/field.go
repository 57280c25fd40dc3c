package jsonfile

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/notice"
)

// plan is what a struct declares.
type plan struct {
	path   []int // index of the field that holds the path; nil = none
	fields []field
	byKey  map[string]int
	keys   []string
	passed map[string]bool
}

// field is what the tags of a field declare.
type field struct {
	key         string
	index       []int
	need        bool
	least, most *int64
	entries     int // 0 = any number
}

// planOf returns the plan of a struct type.
func (d *decoder) planOf(t reflect.Type) *plan {
	if p := d.plans[t]; p != nil {
		return p
	}
	p := &plan{byKey: map[string]int{}, passed: map[string]bool{}}
	p.pass(t)
	for _, f := range reflect.VisibleFields(t) {
		if f.Type == reflect.TypeFor[Path]() {
			p.path = f.Index
		}
		key := f.Tag.Get("json")
		switch {
		case key == "" && f.IsExported() && !f.Anonymous && f.Type != reflect.TypeFor[Path]():
			panic(t.String() + "." + f.Name + " has no key") // a fault in our source
		case key == "":
			continue
		}
		made := field{key: key, index: f.Index, need: f.Tag.Get("need") != "", least: number(f, "least"), most: number(f, "most")}
		if n := number(f, "entries"); n != nil {
			made.entries = int(*n)
		}
		p.byKey[key] = len(p.fields)
		p.fields, p.keys = append(p.fields, made), append(p.keys, key)
	}
	d.plans[t] = p
	return p
}

// pass notes the keys that a struct and those embedded in it declare as of no use.
func (p *plan) pass(t reflect.Type) {
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Type == reflect.TypeFor[Passed]():
			for _, key := range strings.Fields(f.Tag.Get("keys")) {
				p.passed[key] = true
			}
		case f.Anonymous:
			p.pass(f.Type)
		}
	}
}

// number returns the number of a tag, or nil if the field does not have it.
func number(f reflect.StructField, tag string) *int64 {
	text, ok := f.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err) // a fault in our source
	}
	return &n
}

// reader is a type that reads itself, in place of what its fields declare.
type reader interface {
	ReadJSON(v *Value) error
}

// value reads the next value into to, which f declares.
func (d *decoder) value(to reflect.Value, f *field) error {
	if r, ok := to.Addr().Interface().(reader); ok {
		return r.ReadJSON(&Value{d})
	}
	if to.Type() == reflect.TypeFor[json.RawMessage]() {
		raw, err := d.raw()
		to.SetBytes(raw)
		return err
	}
	kind := d.kind()
	if kind == '0' && !d.o.Strict {
		d.scalar()
		return nil
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return d.value(to.Elem(), f)
	case reflect.Struct:
		return d.structure(to)
	case reflect.Map:
		return d.entriesOf(to, f)
	case reflect.Slice:
		return d.items(to, f)
	case reflect.String:
		return d.string(to, f)
	case reflect.Bool:
		if kind != 'b' {
			return d.here().Wrong("file.boolean")
		}
		to.SetBool(d.scalar() == "true")
	case reflect.Float64:
		if kind != 'n' {
			return d.here().Wrong("file.number")
		}
		x, _ := strconv.ParseFloat(d.scalar(), 64) // infinite if it is too large
		to.SetFloat(x)
	default:
		return d.integer(to, f)
	}
	return nil
}

func (d *decoder) structure(to reflect.Value) error {
	if d.kind() != '{' {
		return d.here().Wrong("file.object")
	}
	p := d.planOf(to.Type())
	if p.path != nil {
		to.FieldByIndex(p.path).SetString(string(d.here()))
	}
	seen, full := make([]bool, len(p.fields)), make([]bool, len(p.fields))
	err := d.object(func(key string) error {
		i, known := p.byKey[key]
		switch {
		case !known && d.o.Strict:
			return d.here().Wrong("file.key", "known", notice.Texts(p.keys))
		case !known:
			if !p.passed[key] {
				d.leave()
			}
			d.pass()
			return nil
		case seen[i]:
			return d.here().Wrong("file.twice")
		}
		seen[i] = true
		if d.kind() == '0' {
			d.scalar()
			return nil
		}
		full[i] = true
		return d.value(to.FieldByIndex(p.fields[i].index), &p.fields[i])
	})
	if err != nil {
		return err
	}
	for i := range p.fields {
		if p.fields[i].need && !full[i] {
			return d.here().Wrong("file.missing", "key", notice.Text(p.keys[i]))
		}
	}
	return nil
}

// entriesOf reads an object of any keys into a map.
func (d *decoder) entriesOf(to reflect.Value, f *field) error {
	if d.kind() != '{' {
		return d.here().Wrong("file.object")
	}
	to.Set(reflect.MakeMap(to.Type()))
	return d.object(func(key string) error {
		if to.MapIndex(reflect.ValueOf(key)).IsValid() {
			return d.here().Wrong("file.twice")
		}
		item := reflect.New(to.Type().Elem()).Elem()
		if err := d.value(item, f); err != nil {
			return err
		}
		to.SetMapIndex(reflect.ValueOf(key), item)
		return nil
	})
}

func (d *decoder) items(to reflect.Value, f *field) error {
	if d.kind() != '[' {
		return d.here().Wrong("file.list")
	}
	to.Set(reflect.MakeSlice(to.Type(), 0, 0))
	over := 0 // items beyond the bound
	err := d.list(func(i int) error {
		if f.entries > 0 && i >= f.entries {
			over++
			d.pass()
			return nil
		}
		to.Grow(1)
		to.SetLen(i + 1)
		return d.value(to.Index(i), f)
	})
	if err == nil && over > 0 {
		return d.here().Wrong("file.entries", "n", f.entries+over, "most", f.entries)
	}
	return err
}

func (d *decoder) string(to reflect.Value, f *field) error {
	if d.kind() != 's' {
		return d.here().Wrong("file.text")
	}
	text := d.text()
	switch {
	case f.most != nil && int64(len(text)) > *f.most:
		return d.here().Wrong("file.long", "n", len(text), "most", *f.most)
	case d.o.Strict && strings.ContainsFunc(text, Control):
		return d.here().Wrong("file.control")
	}
	to.SetString(text)
	return nil
}

// Control reports whether a character controls a printer or a terminal.
func Control(r rune) bool { return r < ' ' || r == 0x7f }

func (d *decoder) integer(to reflect.Value, f *field) error {
	if d.kind() != 'n' {
		return d.here().Wrong("file.whole")
	}
	n, err := strconv.ParseInt(d.scalar(), 10, 64)
	if err != nil {
		return d.here().Wrong("file.whole")
	}
	bits := to.Type().Bits()
	least, most := int64(math.MinInt64)>>(64-bits), int64(math.MaxInt64)>>(64-bits)
	if f.least != nil {
		least = *f.least
	}
	if f.most != nil {
		most = *f.most
	}
	if err := d.here().Between(n, least, most); err != nil {
		return err
	}
	to.SetInt(n)
	return nil
}

// Value is a value that has not been read yet.
type Value struct{ d *decoder }

// Kind returns '{', '[', 's' for a string, 'n' for a number, 'b' for true and false, or
// '0' for null.
func (v *Value) Kind() byte { return v.d.kind() }

// Path returns the place of the value.
func (v *Value) Path() Path { return v.d.here() }

// Into reads the value by the tags of what to points to.
func (v *Value) Into(to any) error { return v.d.value(reflect.ValueOf(to).Elem(), &field{}) }

// Token is a value as it stands. One that is an object or a list has no text.
type Token struct {
	At   Path
	Kind byte // as Value.Kind; 0 = missing
	Text string
}

// ReadJSON takes any value.
func (t *Token) ReadJSON(v *Value) error {
	t.At, t.Kind = v.Path(), v.Kind()
	if t.Kind == '{' || t.Kind == '[' {
		v.d.pass()
		return nil
	}
	t.Text = v.d.scalar()
	return nil
}

// Missing reports whether there is no such value.
func (t *Token) Missing() bool { return t.Kind == 0 }

// String returns a text of at most so many bytes, without control characters.
func (t *Token) String(most int) (string, error) {
	switch {
	case t.Kind != 's':
		return "", t.At.Wrong("file.text")
	case len(t.Text) > most:
		return "", t.At.Wrong("file.long", "n", len(t.Text), "most", most)
	case strings.ContainsFunc(t.Text, Control):
		return "", t.At.Wrong("file.control")
	}
	return t.Text, nil
}

// Word returns the position of the value among words, of which an empty one cannot be
// written.
func (t *Token) Word(words []string) (int, error) {
	if t.Kind == 's' && t.Text != "" {
		if i := slices.Index(words, t.Text); i >= 0 {
			return i, nil
		}
	}
	var known []notice.Text
	for _, w := range words {
		if w != "" {
			known = append(known, notice.Text(w))
		}
	}
	if t.Kind != 's' {
		return 0, t.At.Wrong("file.one_of", "known", known)
	}
	return 0, t.At.Wrong("file.unknown", "value", notice.Text(t.Text), "known", known)
}
