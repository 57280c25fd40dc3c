package site

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"topcut/commands/record"
	"topcut/tournament/table"
)

// What people type is text on a page, in the content of an element and in an attribute.
func TestWhatPeopleTypeIsTextOnThePage(t *testing.T) {
	const typed, text = `"><script>alert('&')</script>`, `&#34;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;`
	p := &page{Record: &record.Record{Name: typed, Winner: typed}, Over: true}
	p.Frozen, p.Title, p.Description = nil, typed, typed
	p.Record.Places = []record.Place{{Place: "1", Name: typed, Division: typed}}
	p.Played = []record.Round{{Title: typed, Tables: []record.Table{{Table: typed, Players: typed, Result: typed}}, Standings: []*table.Table{{
		Title: typed, Note: typed, Columns: []table.Column{{Title: typed, About: typed, Link: "#" + typed, Kind: table.Name}, {Title: typed}},
		Rows: []table.Row{{Cells: []table.Cell{{Text: typed, Link: "#" + typed}, {Text: typed, Out: true}}}},
	}}}}
	p.Log = []record.Line{{Text: typed}}
	got := string(p.html())
	if n := strings.Count(got, text); n < 18 {
		t.Errorf("what was typed is there %d times:\n%s", n, got)
	}
	if strings.Contains(got, "<script>alert") {
		t.Errorf("what was typed is a script:\n%s", got)
	}
}

// An address that is not of the web leads nowhere: it could run a script.
func TestALinkLeadsToTheWebOrNowhere(t *testing.T) {
	for address, want := range map[string]markup{
		"https://example.org/e/cup?a=1&b=2": "https://example.org/e/cup?a=1&amp;b=2", "/e/cup": "/e/cup", "#m1": "#m1", "": "",
		"javascript:alert(1)": "#", " javascript:alert(1)": "#", "JaVaScRiPt:alert(1)": "#", "java\tscript:alert(1)": "#", "data:text/html,x": "#",
	} {
		if got := linked(address); got != want {
			t.Errorf("%q leads to %q, want %q", address, got, want)
		}
	}
}

// A string becomes markup unescaped in this file alone, and where a constant of the
// program or the encoder of JSON made it.
func TestMarkupIsMadeInOnePlace(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	fset := token.NewFileSet()
	for _, name := range files {
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			to, ok := call.Fun.(*ast.Ident)
			if !ok || to.Name != "markup" {
				return true
			}
			made++
			of, named := call.Args[0].(*ast.Ident)
			if named && name != "markup.go" && of.Name != "style" && of.Name != "keptStyle" && of.Name != "checkScript" && of.Name != "data" {
				t.Errorf("%s: %s becomes markup without being escaped", fset.Position(call.Pos()), of.Name)
			} else if !named && name != "markup.go" {
				t.Errorf("%s: a string becomes markup without being escaped", fset.Position(call.Pos()))
			}
			return true
		})
	}
	if made < 5 {
		t.Errorf("%d conversions were found", made)
	}
}
