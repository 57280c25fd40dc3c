package text_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// sentence is a literal that a person could read: words in a row that begin like
// a sentence, end like one, or speak of a command.
var sentence = regexp.MustCompile(`^[A-Z][a-z]+ [a-z]|[a-z]+ [a-z]+ [a-z]+|[a-z] [a-z]+\.$|(^|\s)/[a-z]+( [a-z]+)?\b`)

// The domain speaks in notices: no sentence, no plural and no slash command
// stands in the code below package commands. Faults that only a programmer can
// cause (panics), names of random streams, SQL and what is wrapped around an error
// for the log are no words to people.
func TestNoSentenceBelowCommands(t *testing.T) {
	found := map[string][]string{}
	for _, root := range []string{"tournament", "sim", "db"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
			found[dir] = append(found[dir], sentencesOf(t, path)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for dir, list := range found {
		if len(list) > 0 {
			t.Errorf("%s says:\n\t%s", dir, strings.Join(list, "\n\t"))
		}
	}
}

// forTools are packages below commands whose readers are programmers: test
// suites and studies.
var forTools = []string{"db/dbtest", "sim/internal", "tournament/journal/stored", "tournament/histories", "tournament/seating/internal"}

func sentencesOf(t *testing.T, path string) (out []string) {
	t.Helper()
	for _, tool := range forTools {
		if strings.Contains(filepath.ToSlash(path), "/"+tool+"/") {
			return nil
		}
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.CaseClause: // what is compared with is read, not said
			for _, s := range n.Body {
				ast.Inspect(s, look)
			}
			return false
		case *ast.CallExpr:
			switch f := n.Fun.(type) {
			case *ast.Ident:
				if f.Name == "panic" {
					return false
				}
			case *ast.SelectorExpr:
				if pkg, ok := f.X.(*ast.Ident); ok && pkg.Name == "random" {
					return false
				}
			}
		case *ast.Field:
			n.Tag = nil
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			s, _ := strconv.Unquote(n.Value)
			if sentence.MatchString(s) && !isSQL(s) && !strings.HasSuffix(s, ": %w") {
				out = append(out, fset.Position(n.Pos()).String()[len("../../"):]+" "+strconv.Quote(s))
			}
		}
		return true
	}
	ast.Inspect(file, look)
	return out
}

var sql = regexp.MustCompile(`(?i)^\s*(SELECT|INSERT|UPDATE|DELETE|PRAGMA|VACUUM|BEGIN|SAVEPOINT|RELEASE|ROLLBACK|WITH|REPLACE|CREATE|DROP|ALTER|FROM|WHERE|ORDER|EXPLAIN)\b`)

func isSQL(s string) bool { return sql.MatchString(s) }
