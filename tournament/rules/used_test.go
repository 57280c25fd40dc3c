package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topcut/tournament/testrun/checkout"
)

// TestEveryKeyHasAnEffect: a key of a ruleset file that no code reads, beside
// checking it, would promise what does not happen. Keys with names
// that other structs share may slip through.
func TestEveryKeyHasAnEffect(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "ruleset.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	unread := map[string]string{} // field by its struct
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		s, ok := spec.Type.(*ast.StructType)
		if !ok {
			return true
		}
		for _, field := range s.Fields.List {
			if field.Tag == nil || !strings.Contains(field.Tag.Value, "toml:") {
				continue
			}
			for _, name := range field.Names {
				unread[name.Name] = spec.Name.Name
			}
		}
		return false
	})
	if len(unread) < 50 {
		t.Fatalf("only %d keys found", len(unread))
	}
	err = checkout.Code(filepath.Join("..", ".."), func(path string) error {
		if strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "validate.go" {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for field := range unread {
			if regexp.MustCompile(`\.` + field + `\b`).Match(src) {
				delete(unread, field)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for field, in := range unread {
		t.Errorf("nobody reads %s.%s", in, field)
	}
}
