package main

import (
	"go/ast"
	"go/token"
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
					case strings.HasSuffix(name, ".beginTable"):
						places = append(places, c.place(x)+" begins a table of a page")
					case name == "strings.Repeat" && written(x.Args[0]) == `" "` && difference(x.Args[1]), name == "pad":
						places = append(places, c.place(x)+" pads a cell")
					}
				case *ast.BasicLit:
					if strings.HasPrefix(s.name, "commands/site/") && strings.Contains(x.Value, "<table") && !beginsTable(d) {
						places = append(places, c.place(x)+" has a table of a page")
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
	return places
}

// beginsTable reports whether a declaration is the function that begins tables of pages.
func beginsTable(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	return ok && f.Name.Name == "beginTable"
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
