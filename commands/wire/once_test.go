package wire

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shape is a struct type with the JSON keys of its own fields.
type shape struct {
	folder, at string
	keys       map[string]bool
}

// shapes returns the struct types of the packages in some folders that have JSON keys.
func shapes(t *testing.T, folders ...string) (out []shape) {
	t.Helper()
	fset := token.NewFileSet()
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no package in %s: %v", folder, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.StructType); ok {
					if keys := keysOf(s); len(keys) > 0 {
						out = append(out, shape{folder, fset.Position(s.Pos()).String(), keys})
					}
				}
				return true
			})
		}
	}
	return out
}

func keysOf(s *ast.StructType) map[string]bool {
	keys := map[string]bool{}
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value) // the parser has checked it
		if key, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); !slices.Contains([]string{"", "-", "id", "name", "type"}, key) {
			keys[key] = true
		}
	}
	return keys
}

// again returns the pairs of types of different packages of which one seems to declare
// the other again: they share three keys or more and three quarters of those of the
// smaller one, not counting id, name and type, which most have.
func again(types []shape) (pairs []string) {
	for i, a := range types {
		for _, b := range types[:i] {
			if a.folder == b.folder {
				continue
			}
			var shared []string
			for key := range a.keys {
				if b.keys[key] {
					shared = append(shared, key)
				}
			}
			if n := len(shared); n >= 3 && 4*n >= 3*min(len(a.keys), len(b.keys)) {
				pairs = append(pairs, fmt.Sprintf("%s and %s share %d JSON keys", a.at, b.at, n))
			}
		}
	}
	return pairs
}

// TestDiscordsTypesAreDeclaredOnce: a type of Discord that the port and the local Discord
// both need is in this package. What only one of them needs embeds it.
func TestDiscordsTypesAreDeclaredOnce(t *testing.T) {
	types := shapes(t, ".", "../discord", "../localdiscord", "../localdiscord/schema", "check")
	if len(types) < 50 {
		t.Fatalf("only %d types are found", len(types))
	}
	for _, pair := range again(types) {
		t.Error(pair)
	}
}
