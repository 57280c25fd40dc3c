package rules

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"topcut/tournament/notice"
	"topcut/tournament/textfile"
)

//go:embed *.toml
var embedded embed.FS

// bases are what a server's own games extend. No list has them.
//
//go:embed bases/*.toml
var bases embed.FS

// MaxFile is the size in bytes above which a ruleset file is refused. The largest of ours
// has 10,000.
const MaxFile = 64 << 10

// Library is a set of ruleset files: the embedded ones, those of the host's folder and, with
// And, a server's own.
type Library struct {
	files map[string][]byte // by ruleset id
	own   map[string]bool   // those of the folder
	bases map[string]bool   // the embedded ones that are in no list
	away  map[string]bool   // those of And: true if no list has it
	first []string          // those of And, in their order
	names sync.Map          // by id, once requested
	whole sync.Map          // the checked *Ruleset of an id, which is never changed
}

// File is a ruleset file of a server's own game.
type File struct {
	ID       string
	Data     []byte
	Unlisted bool // it can be loaded, and is in no list
}

// Load returns the embedded ruleset of that id. The error names the ids that
// exist.
func Load(id string) (*Ruleset, error) {
	l, err := embeddedLibrary()
	if err != nil {
		return nil, err
	}
	return l.Load(id)
}

// IDs returns the ids of the embedded rulesets in alphabetical order.
func IDs() []string {
	l, err := embeddedLibrary()
	if err != nil {
		return nil // unreachable: the files are part of the binary
	}
	return l.IDs()
}

// LoadDir returns the embedded rulesets together with the *.toml files at the
// top of fsys, all checked, with checks of the caller for those that are its own:
// for each ruleset, and for each choice of its options. An own file may extend an
// embedded one but not take its id.
func LoadDir(fsys fs.FS, checks ...func(*Ruleset) error) (*Library, error) {
	builtIn, err := embeddedLibrary()
	if err != nil {
		return nil, err
	}
	l := builtIn.copy()
	if err := l.add(fsys, l.own); err != nil {
		return nil, err
	}
	for id := range l.own {
		r, err := l.Load(id)
		if err != nil {
			return nil, err
		}
		if err := r.ValidateOptions(checks...); err != nil {
			return nil, fmt.Errorf("ruleset %s: %w", id, err)
		}
	}
	return l, nil
}

// embeddedLibrary returns the games that the program comes with.
var embeddedLibrary = sync.OnceValues(func() (*Library, error) {
	l := &Library{files: map[string][]byte{}, own: map[string]bool{}, bases: map[string]bool{}, away: map[string]bool{}}
	if err := l.add(embedded, nil); err != nil {
		return nil, err
	}
	hidden, err := fs.Sub(bases, "bases")
	if err != nil {
		return nil, err
	}
	return l, l.add(hidden, l.bases)
})

// copy returns a library of the same files, to which others can be added.
func (l *Library) copy() *Library {
	out := &Library{files: maps.Clone(l.files), own: maps.Clone(l.own), bases: l.bases, first: slices.Clone(l.first), away: maps.Clone(l.away)}
	l.whole.Range(func(id, r any) bool { out.whole.Store(id, r); return true })
	return out
}

// And returns the library together with a server's own games, which are listed first, in
// the order of files. They are checked when they are loaded. One with the id of a file of the
// folder takes its place, one with the id of an embedded ruleset is left out.
func (l *Library) And(files ...File) *Library {
	out := l.copy()
	for _, f := range files {
		if out.embedded(f.ID) {
			continue
		}
		out.files[f.ID] = f.Data
		out.whole.Delete(f.ID)
		out.first = slices.DeleteFunc(out.first, func(id string) bool { return id == f.ID })
		delete(out.own, f.ID)
		if out.away[f.ID] = f.Unlisted; !f.Unlisted {
			out.first = append(out.first, f.ID)
		}
	}
	return out
}

// embedded reports whether the program comes with a ruleset.
func (l *Library) embedded(id string) bool {
	_, known := l.files[id]
	_, added := l.away[id]
	return known && !added && !l.own[id]
}

// Own reports whether a game is one of those that And added and that are listed.
func (l *Library) Own(id string) bool { return slices.Contains(l.first, id) }

// add adds the files of a folder, whose ids are noted in into unless it is nil.
func (l *Library) add(fsys fs.FS, into map[string]bool) error {
	names, err := fs.Glob(fsys, "*.toml")
	if err != nil {
		return fmt.Errorf("list rulesets: %w", err)
	}
	for _, name := range names {
		info, err := fs.Stat(fsys, name)
		if err != nil {
			return fmt.Errorf("ruleset %s: %w", name, err)
		}
		if info.Size() > MaxFile {
			return notice.Err("ruleset.large", "file", notice.Text(name), "bytes", info.Size(), "most", MaxFile)
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return fmt.Errorf("ruleset %s: %w", name, err)
		}
		id := strings.TrimSuffix(path.Base(name), ".toml")
		if err := l.admit(name, File{ID: id, Data: data}); err != nil {
			return err
		}
		l.files[id] = data
		if into != nil {
			into[id] = true
		}
	}
	return nil
}

// admit returns why a file cannot be added before it is read, or nil.
func (l *Library) admit(name string, f File) error {
	if n := marks(f.Data); n > maxMarks {
		return notice.Err("ruleset.crowded", "file", notice.Text(name), "n", n, "most", maxMarks)
	}
	if l.embedded(f.ID) {
		return notice.Err("ruleset.taken", "file", notice.Text(name), "id", notice.Text(f.ID))
	}
	return nil
}

// Try returns the ruleset of a file as it would be in the library, named after its id, checked
// as LoadDir checks those of the host's folder.
func (l *Library) Try(data []byte, checks ...func(*Ruleset) error) (*Ruleset, error) {
	var head struct {
		ID string `toml:"id"`
	}
	if err := inFile(toml.Unmarshal(data, &head)); err != nil {
		return nil, err
	}
	f := File{ID: head.ID, Data: data}
	if err := l.admit(f.ID, f); err != nil {
		return nil, err
	}
	r, err := l.And(f).Load(f.ID)
	if err == nil {
		err = r.ValidateOptions(checks...)
	}
	return r, err
}

// IDs returns the ids of all games: those of And in their order, then the others in
// alphabetical order.
func (l *Library) IDs() []string {
	listed := slices.Sorted(maps.Keys(l.files))
	return slices.Concat(l.first, slices.DeleteFunc(listed, func(id string) bool { return l.bases[id] || l.away[id] || l.Own(id) }))
}

// Name returns the name of the ruleset with the given id, or "" if it cannot be loaded.
// A file is read once, since autocomplete of a game requests all names at each letter.
func (l *Library) Name(id string) string {
	if name, ok := l.names.Load(id); ok {
		return name.(string)
	}
	r, err := l.Load(id)
	if err != nil {
		return ""
	}
	l.names.Store(id, r.Name)
	return r.Name
}

// Load returns the ruleset of that id, checked, with every option at its default. It is
// the caller's own: a file is read once, and then copied.
func (l *Library) Load(id string) (*Ruleset, error) {
	if r, ok := l.whole.Load(id); ok {
		return r.(*Ruleset).copied(), nil
	}
	tree, err := l.tree(id, nil)
	if err != nil {
		return nil, err
	}
	r, err := decode(tree)
	if err == nil {
		err = r.validate()
	}
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", id, err)
	}
	l.whole.Store(id, r)
	return r.copied(), nil
}

// copied returns a copy that shares nothing that can be changed.
func (r *Ruleset) copied() *Ruleset { return copied(reflect.ValueOf(r)).Interface().(*Ruleset) }

// copied copies a value with everything that its exported fields point to.
func copied(v reflect.Value) reflect.Value {
	if flat(v.Type()) || v.Kind() != reflect.Struct && v.IsNil() {
		return v
	}
	out := v
	switch kind := v.Kind(); {
	case kind == reflect.Pointer:
		out = reflect.New(v.Type().Elem())
		out.Elem().Set(copied(v.Elem()))
	case kind == reflect.Slice:
		out = reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(out, v)
		for i := 0; i < v.Len() && !flat(v.Type().Elem()); i++ {
			out.Index(i).Set(copied(v.Index(i)))
		}
	case kind == reflect.Map:
		out = reflect.MakeMapWithSize(v.Type(), v.Len())
		for at := v.MapRange(); at.Next(); {
			out.SetMapIndex(at.Key(), copied(at.Value()))
		}
	case kind == reflect.Struct:
		out = reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if f := out.Field(i); f.CanSet() && !flat(f.Type()) {
				f.Set(copied(f))
			}
		}
	}
	return out
}

// flats are the types that flat has looked at.
var flats sync.Map

// flat reports whether a copy of a value shares nothing with it that can be changed:
// exported fields do not point to anything.
func flat(t reflect.Type) bool {
	if known, ok := flats.Load(t); ok {
		return known.(bool)
	}
	is := true
	switch kind := t.Kind(); {
	case kind == reflect.Pointer, kind == reflect.Slice, kind == reflect.Map:
		is = false
	case kind == reflect.Struct:
		for i := 0; i < t.NumField() && is; i++ {
			is = !t.Field(i).IsExported() || flat(t.Field(i).Type)
		}
	}
	flats.Store(t, is)
	return is
}

// tree reads a file strictly and lays it over what it extends.
func (l *Library) tree(id string, below []string) (map[string]any, error) {
	data, ok := l.files[id]
	if !ok {
		return nil, notice.Err("ruleset.none", "id", notice.Text(id), "known", notice.Texts(l.IDs()))
	}
	if slices.Contains(below, id) {
		return nil, notice.Err("ruleset.cycle", "id", notice.Text(id), "by", notice.Texts(below))
	}
	data, err := textfile.Plain(data)
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", id, err)
	}
	if err := unknownKey(data); err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", id, err)
	}
	var strict Ruleset
	if err := unmarshalStrict(data, &strict); err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", id, err)
	}
	if strict.ID != id {
		return nil, notice.Err("ruleset.misnamed", "file", notice.Text(id), "id", notice.Text(strict.ID))
	}
	if strict.Chosen != nil {
		return nil, notice.Err("ruleset.chosen", "id", notice.Text(id))
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", id, err)
	}
	if strict.Extends == "" {
		return tree, nil
	}
	base, err := l.tree(strict.Extends, append(below, id))
	if err != nil {
		return nil, err
	}
	delete(base, "example")             // examples hold for the base's values only
	if _, own := tree["options"]; own { // the choice that the text was about is gone
		facts, _ := base["announce"].([]any)
		for _, f := range facts {
			if fact, ok := f.(map[string]any); ok && !slices.ContainsFunc(strict.Options, func(o Option) bool { return o.Name == fact["option"] }) {
				delete(fact, "option")
			}
		}
	}
	overlay(base, tree)
	return base, nil
}

// unmarshalStrict refuses unknown keys, with their line.
func unmarshalStrict(data []byte, r *Ruleset) error {
	return inFile(toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields().Decode(r))
}

// inFile words an error of reading a file.
func inFile(err error) error {
	var missing *toml.StrictMissingError
	if errors.As(err, &missing) && len(missing.Errors) > 0 {
		first := missing.Errors[0]
		line, _ := first.Position()
		return errKey(line, first.Key())
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		line, _ := bad.Position()
		return notice.Err("ruleset.syntax", "line", line, "why", notice.Text(bad.Error()))
	}
	return err
}

// overlay puts src over dst: tables are merged, everything else replaces.
func overlay(dst, src map[string]any) {
	for k, v := range src {
		if sub, ok := v.(map[string]any); ok {
			if old, ok := dst[k].(map[string]any); ok {
				overlay(old, sub)
				continue
			}
		}
		dst[k] = v
	}
}

// decode turns a merged tree into a Ruleset.
func decode(tree map[string]any) (*Ruleset, error) {
	text, err := toml.Marshal(tree)
	if err != nil {
		return nil, err
	}
	r := &Ruleset{}
	return r, unmarshalStrict(text, r)
}

// asPublished returns the ruleset as its file has it: r before any option was
// chosen.
func (r *Ruleset) asPublished() *Ruleset {
	if r.Published != nil {
		return r.Published
	}
	return r
}

// With returns the ruleset as published with the choices laid over it. They are
// all the choices there are: an option that is not named has its default,
// whatever was chosen before. An unknown option or value is an error that lists
// what exists.
func (r *Ruleset) With(choices map[string]string) (*Ruleset, error) {
	r = r.asPublished()
	if len(choices) == 0 {
		return r, nil
	}
	key, err := json.Marshal(choices) // in the order of their names, and no two are the same
	if err != nil {
		return nil, err
	}
	return variants.get(variant{r, string(key)}, func() (*Ruleset, error) { return r.with(choices) })
}

// variant is a published ruleset with choices.
type variant struct {
	published *Ruleset
	choices   string
}

// variants are what With has made.
var variants = recent[variant]{most: 64}

func (r *Ruleset) with(choices map[string]string) (*Ruleset, error) {
	plain := *r
	plain.Options = nil // a choice seldom changes them, and each would write all of them out
	tree, err := plain.tree()
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", r.ID, err)
	}
	delete(tree, "options")
	for _, name := range slices.Sorted(maps.Keys(choices)) {
		choice, err := r.choice(name, choices[name])
		if err != nil {
			return nil, err
		}
		var set map[string]any
		if err := toml.Unmarshal([]byte(choice.Set), &set); err != nil {
			return nil, fmt.Errorf("option %s = %s of ruleset %s: %w", name, choice.Value, r.ID, err)
		}
		overlay(tree, set)
	}
	tree["chosen"] = choices // written out and read again: a map of its own
	out, err := decode(tree)
	if err != nil {
		return nil, fmt.Errorf("ruleset %s with its options: %w", r.ID, err)
	}
	if _, changed := tree["options"]; !changed {
		out.Options = r.Options
	}
	if err := out.validate(); err != nil {
		return nil, fmt.Errorf("ruleset %s with its options: %w", r.ID, err)
	}
	out.Published = r
	return out, nil
}

// Has reports whether the ruleset has an option with such a value.
func (r *Ruleset) Has(option, value string) bool {
	_, err := r.choice(option, value)
	return err == nil
}

func (r *Ruleset) choice(name, value string) (Choice, error) {
	var names []string
	for _, o := range r.Options {
		names = append(names, o.Name)
		if o.Name != name {
			continue
		}
		var values []string
		for _, c := range o.Choices {
			if c.Value == value {
				return c, nil
			}
			values = append(values, c.Value)
		}
		return Choice{}, notice.Err("ruleset.option_value", "option", notice.Text(name), "ruleset", notice.Text(r.ID), "value", notice.Text(value), "known", notice.Texts(values))
	}
	if len(names) == 0 {
		return Choice{}, notice.Err("ruleset.no_options", "ruleset", notice.Text(r.ID), "option", notice.Text(name))
	}
	return Choice{}, notice.Err("ruleset.option", "ruleset", notice.Text(r.ID), "option", notice.Text(name), "known", notice.Texts(names))
}
