package tournament

import (
	"encoding"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

var updateLog = flag.Bool("update-log", false, "write docs/log.md anew")

// stored visits every struct that an event of the log can hold.
func stored(t reflect.Type, seen map[reflect.Type]bool, visit func(reflect.Type)) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	if seen[t] || t == reflect.TypeFor[time.Time]() || spells(t) {
		return
	}
	seen[t] = true
	if t.Kind() != reflect.Struct {
		return
	}
	visit(t)
	for i := range t.NumField() {
		stored(t.Field(i).Type, seen, visit)
	}
}

// spells reports whether a type writes its own stored form.
func spells(t reflect.Type) bool {
	for _, u := range []reflect.Type{t, reflect.PointerTo(t)} {
		if u.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || u.Implements(reflect.TypeFor[json.Marshaler]()) {
			return true
		}
	}
	return false
}

// The log is kept for ever: a field of an event has a stored name of its own, so
// that renaming it in Go changes no log, and a word instead of a number that
// stands for one, so that nobody can reorder what is stored.
func TestNothingStoredIsNamedByGo(t *testing.T) {
	seen := map[reflect.Type]bool{}
	for _, name := range kinds.Names() {
		ev, _ := kinds.Empty(name)
		stored(reflect.TypeOf(ev).Elem(), seen, func(s reflect.Type) {
			for i := range s.NumField() {
				f := s.Field(i)
				tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if f.Anonymous && f.Type.Kind() == reflect.Struct && tag == "" {
					continue // its fields stand in their place
				}
				if tag == "" || tag == "-" || tag != strings.ToLower(tag) {
					t.Errorf("%s: field %s of %s has no stored name", name, f.Name, s)
				}
				k := f.Type
				if k.PkgPath() != "" && k.Kind() >= reflect.Int && k.Kind() <= reflect.Uint64 && !spells(k) && k != reflect.TypeFor[ID]() {
					t.Errorf("%s: field %s of %s is stored as the number of a %s", name, f.Name, s, k)
				}
			}
		})
	}
}

// docs/log.md lists every event with its fields, as they are stored.
func TestTheLogIsDocumented(t *testing.T) {
	const page = "../docs/log.md"
	fset := token.NewFileSet()
	var files []*ast.File
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	p, err := doc.NewFromFiles(fset, files, "topcut/tournament")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(logHead)
	seen := map[reflect.Type]bool{}
	var parts []reflect.Type
	for _, name := range kinds.Names() {
		ev, _ := kinds.Empty(name)
		typ := reflect.TypeOf(ev).Elem()
		fmt.Fprintf(&b, "\n## `%s`\n\n%s\n", name, docOf(p, typ.Name()))
		table(&b, p, typ)
		stored(typ, seen, func(s reflect.Type) {
			if s != typ {
				parts = append(parts, s)
			}
		})
	}
	b.WriteString("\n# Parts of events\n")
	slices.SortFunc(parts, func(a, b reflect.Type) int { return strings.Compare(a.String(), b.String()) })
	for _, s := range parts {
		fmt.Fprintf(&b, "\n## %s\n", s.Name())
		if text := docOf(p, s.Name()); text != "" && s.PkgPath() == reflect.TypeFor[State]().PkgPath() {
			fmt.Fprintf(&b, "\n%s\n", text)
		}
		table(&b, p, s)
	}
	if *updateLog {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != b.String() {
		t.Errorf("docs/log.md is not what is stored (go test ./tournament -run TestTheLogIsDocumented -update-log writes it): %v", err)
	}
}

const logHead = `# The log of an event

Everything that happened in an event is a line of its log, and its state is the fold of them. This page is made from the code, and a test holds it there.

A line has ` + "`seq`" + ` (1, 2, … without gaps), ` + "`batch`" + ` (seq of the first line of the same command: what one undo takes back), ` + "`time`" + ` (unix milliseconds), ` + "`actor`" + ` (number of a person; 0 = the bot), ` + "`cause`" + ` (id of the interaction or key of the deadline), ` + "`kind`, `version`" + ` and ` + "`data`" + `, whose fields stand below. Reading is strict: an unknown kind, version or field is refused. Players, rounds and matches are numbers from 1; people and texts are numbers of a book that is kept apart and can be blanked. A length of time is in minutes where it is a number, a moment an RFC 3339 text.

The log is kept for ever. A field keeps its name and meaning; what means something else gets a kind of its own. ` + "`tournament/testdata/golden`" + ` holds a log of every ruleset that must fold to the same event in every version to come.
`

func docOf(p *doc.Package, name string) string {
	for _, t := range p.Types {
		if t.Name == name {
			return strings.TrimSpace(strings.ReplaceAll(t.Doc, "\n", " "))
		}
	}
	return ""
}

// table writes the fields of a stored struct.
func table(b *strings.Builder, p *doc.Package, s reflect.Type) {
	if s.NumField() == 0 {
		return
	}
	comments := map[string]string{}
	for _, t := range p.Types {
		if t.Name != s.Name() || s.PkgPath() != "topcut/tournament" {
			continue
		}
		spec, ok := t.Decl.Specs[0].(*ast.TypeSpec)
		if !ok {
			continue
		}
		fields, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, f := range fields.Fields.List {
			text := f.Comment.Text()
			if text == "" {
				text = f.Doc.Text()
			}
			for _, n := range f.Names {
				comments[n.Name] = strings.TrimSpace(strings.ReplaceAll(text, "\n", " "))
			}
		}
	}
	b.WriteString("\n| field | type | |\n|---|---|---|\n")
	var rows func(s reflect.Type)
	rows = func(s reflect.Type) {
		for i := range s.NumField() {
			f := s.Field(i)
			tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous && tag == "" {
				rows(f.Type)
				continue
			}
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", tag, typeWord(f.Type), strings.ReplaceAll(comments[f.Name], "|", "\\|"))
		}
	}
	rows(s)
}

func typeWord(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Pointer:
		return typeWord(t.Elem())
	case t == reflect.TypeFor[json.RawMessage]():
		return "object"
	case t == reflect.TypeFor[time.Time]():
		return "time"
	case t.Kind() == reflect.Slice:
		return "list of " + typeWord(t.Elem())
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("%d × %s", t.Len(), typeWord(t.Elem()))
	case t.PkgPath() != "" && (t.Kind() == reflect.Struct || spells(t)):
		return t.Name()
	case t.Kind() == reflect.Bool:
		return "yes or no"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		return "number"
	}
	return "text"
}
