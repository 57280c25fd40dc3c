// Package stored has checks of stored events for the tests of aggregates: that no
// stored name comes from Go, and that a page of docs lists all events.
package stored

import (
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"topcut/tournament/journal"
	"topcut/tournament/sorted"
)

// visit calls with for every struct that an event of the log can hold.
func visit(t reflect.Type, seen map[reflect.Type]bool, with func(reflect.Type)) {
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
	with(t)
	for i := range t.NumField() {
		visit(t.Field(i).Type, seen, with)
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

// IsNamed fails the test if a field of an event has no stored name of its own, since
// renaming it in Go would then change logs, or is stored as the number of a word, since
// reordering the words would then change logs.
func IsNamed[E any](t *testing.T, kinds *journal.Kinds[E]) {
	t.Helper()
	seen := map[reflect.Type]bool{}
	for _, name := range kinds.Names() {
		ev, _ := kinds.Empty(name)
		visit(reflect.TypeOf(ev).Elem(), seen, func(s reflect.Type) {
			for i := range s.NumField() {
				f := s.Field(i)
				tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if f.Anonymous && f.Type.Kind() == reflect.Struct && tag == "" {
					continue // its fields are listed in its place
				}
				if tag == "" || tag == "-" || tag != strings.ToLower(tag) {
					t.Errorf("%s: field %s of %s has no stored name", name, f.Name, s)
				}
				k := f.Type
				if k.PkgPath() != "" && k.Kind() >= reflect.Int && k.Kind() <= reflect.Uint64 && !spells(k) && k != reflect.TypeFor[journal.ID]() {
					t.Errorf("%s: field %s of %s is stored as the number of a %s", name, f.Name, s, k)
				}
			}
		})
	}
}

// Page is a page of docs that lists the events of a log.
type Page struct {
	Head string
	Path string // import path of that package
}

// Document returns the page of what is stored.
func Document[E any](t *testing.T, kinds *journal.Kinds[E], page Page) string {
	t.Helper()
	p := read(t, page.Path)
	var b strings.Builder
	b.WriteString(page.Head)
	seen := map[reflect.Type]bool{}
	var parts []reflect.Type
	for _, name := range kinds.Names() {
		ev, _ := kinds.Empty(name)
		typ := reflect.TypeOf(ev).Elem()
		fmt.Fprintf(&b, "\n## `%s`\n\n%s\n", name, docOf(p, typ.Name()))
		table(&b, p, typ)
		visit(typ, seen, func(s reflect.Type) {
			if s != typ {
				parts = append(parts, s)
			}
		})
	}
	b.WriteString("\n# Parts of events\n")
	sorted.Stable(parts, func(a, b reflect.Type) int { return strings.Compare(a.String(), b.String()) })
	for _, s := range parts {
		fmt.Fprintf(&b, "\n## %s\n", s.Name())
		if text := docOf(p, s.Name()); text != "" && s.PkgPath() == page.Path {
			fmt.Fprintf(&b, "\n%s\n", text)
		}
		table(&b, p, s)
	}
	return b.String()
}

// read returns the documentation of the package in the working directory.
func read(t *testing.T, path string) *doc.Package {
	t.Helper()
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
	p, err := doc.NewFromFiles(fset, files, path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func docOf(p *doc.Package, name string) string {
	for _, t := range p.Types {
		if t.Name == name {
			return onOneLine(t.Doc)
		}
	}
	return ""
}

// cited is a rule as comments cite it: docs/rules/pokemon.md#pkm-31.
var cited = regexp.MustCompile(`docs/(rules/[a-z]+\.md#([a-z]+-[0-9]+))`)

// onOneLine returns a comment as one line of a page of docs, its rules as links.
func onOneLine(comment string) string {
	line := strings.TrimSpace(strings.ReplaceAll(comment, "\n", " "))
	return cited.ReplaceAllStringFunc(line, func(path string) string {
		rule := cited.FindStringSubmatch(path)
		return "[" + strings.ToUpper(rule[2]) + "](" + rule[1] + ")"
	})
}

// table writes the fields of a stored struct as a Markdown table.
func table(b *strings.Builder, p *doc.Package, s reflect.Type) {
	if s.NumField() == 0 {
		return
	}
	comments := map[string]string{}
	for _, t := range p.Types {
		if t.Name != s.Name() || s.PkgPath() != p.ImportPath {
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
				comments[n.Name] = onOneLine(text)
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
