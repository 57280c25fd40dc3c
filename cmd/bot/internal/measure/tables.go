package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// tables returns the places that lay out a table: those that begin a CSV file, pad a cell
// to the width of its column, or open a table of a page, and the functions outside the
// domain that read the value of a tiebreaker.
func (c *code) tables() []string {
	var places []string
	for _, s := range c.sources {
		domain := !strings.HasPrefix(s.name, "commands/") && !strings.HasPrefix(s.name, "cmd/")
		for _, d := range s.file.Decls {
			reads := false
			ast.Inspect(d, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.CallExpr:
					switch name := shown(x.Fun); {
					case name == "csv.NewWriter":
						places = append(places, c.place(x)+" begins CSV")
					case name == "strings.Repeat" && written(x.Args[0]) == `" "` && difference(x.Args[1]), name == "pad":
						places = append(places, c.place(x)+" pads a cell")
					}
				case *ast.IndexExpr:
					of, ok := x.X.(*ast.SelectorExpr)
					reads = reads || ok && of.Sel.Name == "Values" && written(x.Index) == ""
				}
				return true
			})
			if reads && !domain {
				places = append(places, c.place(d)+" reads tiebreakers")
			}
		}
	}
	pages, _ := filepath.Glob(filepath.Join(c.root, "commands", "site", "templates", "*.html"))
	for _, name := range pages {
		if text, err := os.ReadFile(name); err == nil {
			for range strings.Count(string(text), "<table") {
				places = append(places, fmt.Sprintf("commands/site/templates/%s has a table", filepath.Base(name)))
			}
		}
	}
	return places
}

// written returns a literal as it is written, empty for any other expression.
func written(x ast.Expr) string {
	if literal, ok := x.(*ast.BasicLit); ok {
		return literal.Value
	}
	return ""
}

// difference reports whether an expression contains a difference.
func difference(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		found = found || ok && b.Op == token.SUB
		return true
	})
	return found
}
