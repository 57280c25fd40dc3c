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

// The domain speaks in notices, and the commands say them by the catalogue: no
// sentence, no plural and no slash command stands in the code. Faults that only a programmer can
// cause (panics), names of random streams, SQL and what is wrapped around an error
// for the log are no words to people.
func TestNoSentenceOutsideTheCatalogue(t *testing.T) {
	found := map[string][]string{}
	for _, root := range []string{"tournament", "sim", "db", "commands"} {
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

// forTools are packages whose readers are programmers: test suites, studies, the
// port to Discord and its stand-in, and the reference, which is documentation.
var forTools = []string{"commands/localdiscord", "commands/discord", "commands/wire", "commands/menu/reference.go", "commands/setting/reference.go", "db/internal/dbtest", "db/memdir", "tournament/golden", "tournament/growth", "tournament/testrun", "sim/internal", "tournament/journal/stored", "tournament/histories", "tournament/seating/internal"}

func sentencesOf(t *testing.T, path string) (out []string) {
	t.Helper()
	for _, tool := range forTools {
		if strings.Contains(filepath.ToSlash(path)+"/", "/"+tool+"/") {
			return nil
		}
	}
	above := strings.HasPrefix(filepath.ToSlash(path), "../../commands/")
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
				if f.Name == "panic" || f.Name == "spell" { // a fault; how people write a time, which is read
					return false
				}
			case *ast.SelectorExpr:
				if pkg, ok := f.X.(*ast.Ident); ok && pkg.Name == "random" {
					return false
				}
				if above && forLog(f) {
					return false
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Start" || key.Name == "Between") { // the notation of picks and bans
				return false
			}
		case *ast.Field:
			n.Tag = nil
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			s, _ := strconv.Unquote(n.Value)
			if sentence.MatchString(s) && !isSQL(s) && !strings.HasSuffix(s, ": %w") && !(above && address.MatchString(s)) {
				out = append(out, fset.Position(n.Pos()).String()[len("../../"):]+" "+strconv.Quote(s))
			}
		}
		return true
	}
	ast.Inspect(file, look)
	return out
}

// address is no sentence: the path of a command, the English name of an entry of another
// menu, or a path and a header of HTTP.
var address = regexp.MustCompile(`^(tournament|round|player) |^(Match and record|Report a result)$|^(GET )?/[^ ]*$|^User-agent`)

// forLog reports whether what is said goes into the log of the bot's host: a line of
// it, or an error that is no refusal, of which people see a number only.
func forLog(f *ast.SelectorExpr) bool {
	switch f.Sel.Name {
	case "Debug", "Info", "Warn", "Error", "Log", "Errorf":
		return true
	}
	pkg, ok := f.X.(*ast.Ident)
	return ok && pkg.Name == "errors"
}

var sql = regexp.MustCompile(`(?i)^\s*(SELECT|INSERT|UPDATE|DELETE|PRAGMA|VACUUM|BEGIN|SAVEPOINT|RELEASE|ROLLBACK|WITH|REPLACE|CREATE|DROP|ALTER|FROM|WHERE|ORDER|EXPLAIN)\b`)

func isSQL(s string) bool { return sql.MatchString(s) }
