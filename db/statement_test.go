package db

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source reads this package's own Go files, without tests.
func source(t *testing.T) []*ast.File {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	return files
}

// statementsOf returns every constant of type stmt by name.
func statementsOf(t *testing.T) map[string]string {
	t.Helper()
	texts, typed := map[string]ast.Expr{}, []string{}
	for _, f := range source(t) {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for i, name := range v.Names {
					if i < len(v.Values) {
						texts[name.Name] = v.Values[i]
					}
					if id, ok := v.Type.(*ast.Ident); ok && id.Name == "stmt" {
						typed = append(typed, name.Name)
					}
				}
			}
		}
	}
	var eval func(ast.Expr) string
	eval = func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.BasicLit:
			s, err := strconv.Unquote(e.Value)
			if err != nil {
				t.Fatal(err)
			}
			return s
		case *ast.Ident:
			return eval(texts[e.Name])
		case *ast.BinaryExpr:
			return eval(e.X) + eval(e.Y)
		}
		t.Fatalf("a statement is built from %T", e)
		return ""
	}
	out := map[string]string{}
	for _, name := range typed {
		out[name] = eval(texts[name])
	}
	return out
}

// TestEveryStatementIsAConstant: all SQL is in constants of type stmt, so that the tests
// below cover it. The migrator is the exception: its SQL is in the migration files.
func TestEveryStatementIsAConstant(t *testing.T) {
	for _, f := range source(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains([]string{"exec", "change", "query", "row", "write", "Exec", "Query", "QueryRow"}, sel.Sel.Name) {
				return true
			}
			for _, arg := range call.Args {
				if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					t.Errorf("%s is called with the literal %s", sel.Sel.Name, lit.Value)
				}
			}
			return true
		})
	}
}

func TestEveryStatementPrepares(t *testing.T) {
	d := openTest(t)
	all := statementsOf(t)
	if len(all) < 50 {
		t.Fatalf("only %d statements were found", len(all))
	}
	raw := openRaw(t, d.path)
	for name, text := range all {
		s, err := raw.Prepare(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s.Close()
	}
}

// TestNoStatementScansATable: every statement that runs while people wait finds its rows
// through an index, or scans an index with only the few rows it wants.
func TestNoStatementScansATable(t *testing.T) {
	cold := []string{
		"selectLogs", "countContents", "countTables", "selectSchema", "selectPulse", "selectCount", "writeID", "dropLog", // by hand or at the start: rebuild, verify, open
		"foreignKeyCheck", "integrityCheck", "selectSize",
		"deleteAnswersOf", "blankCreator", // /privacy forget
		"selectActs", "selectOwned", "selectTextsOf", // data stored about a person
		"writePulse", "writeHeard", "selectHeard", // one row
		"selectChatServers",           // when a session begins, and after /setup; a row per server
		"selectAttempts",              // at start; a row per crash
		"selectStats", "selectDeaths", // once per scrape; the tables have a row per tournament or per day
	}
	few := []string{"outbox_pending", "outbox_unsent", "outbox_dead", "logs_running", "logs_grown", "logs_unfinished", "uploads_at"} // uploads: mostUploads rows
	d := openTest(t)
	raw := openRaw(t, d.path)
	for name, text := range statementsOf(t) {
		verb, _, _ := strings.Cut(text, " ")
		if slices.Contains(cold, name) || !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE"}, verb) {
			continue
		}
		rows, err := raw.Query("EXPLAIN QUERY PLAN "+text, make([]any, 20)...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatal(err)
			}
			walksFew := slices.ContainsFunc(few, func(index string) bool { return strings.Contains(detail, "INDEX "+index) })
			if strings.HasPrefix(detail, "SCAN") && detail != "SCAN CONSTANT ROW" && !walksFew {
				t.Errorf("%s: %s", name, detail)
			}
			if strings.Contains(detail, "TEMP B-TREE") && name != "selectByUser" {
				t.Errorf("%s sorts: %s", name, detail)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
	}
}
