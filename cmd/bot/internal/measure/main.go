// Command measure prints the measures of the code's structure beside what is allowed and what
// is aimed at, and fails where one is above what is allowed. Each is counted from the syntax of
// the Go files that are no tests:
//
//   - lines of a function, the 99th percentile and how many have more than 120;
//   - tokens, in percent, that lie in a run of 50 that occurs elsewhere too, with names
//     and literals left out, so that renaming hides no copy;
//   - lines of the largest package and of package tournament;
//   - indexings such as players[n-1], where two numberings meet;
//   - exported functions and methods of commands/view that return no message and no part of one;
//   - places that lay out a table: that begin CSV, pad a cell, open a table of a page, or
//     read the value of a tiebreaker to show it;
//   - imports that point up: a format in package tournament, the pages in commands/post.
//
// With -list it prints what was counted, one place a line; with -before, the folder of
// another commit, a table in Markdown of both (docs/reports/structure.md).
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A measure is a number that shall fall: the places counted, or a value of its own.
type measure struct {
	what    string
	value   float64
	allowed float64 // above it the program fails
	goal    float64
	places  []string
}

// A source is one parsed file.
type source struct {
	name string
	file *ast.File
}

func main() {
	list := flag.Bool("list", false, "print the places that are counted too")
	root := flag.String("root", ".", "folder of the repository to measure")
	before := flag.String("before", "", "folder with another commit, to print both as a table in Markdown")
	flag.Parse()

	code, err := parse(*root)
	if err != nil {
		fmt.Fprintln(os.Stderr, ".ci/measure:", err)
		os.Exit(2)
	}
	if *before != "" {
		other, err := parse(*before)
		if err != nil {
			fmt.Fprintln(os.Stderr, ".ci/measure:", err)
			os.Exit(2)
		}
		fmt.Print(compared(other, code))
		return
	}
	failed := false
	fmt.Printf("%-52s %9s %9s %9s\n", "measure", "here", "allowed", "goal")
	for _, m := range code.measures() {
		mark := ""
		if m.value > m.allowed {
			failed, mark = true, "  above what is allowed"
		}
		fmt.Printf("%-52s %9.4g %9.4g %9.4g%s\n", m.what, m.value, m.allowed, m.goal, mark)
		if *list || mark != "" {
			for _, p := range m.places {
				fmt.Println("   ", p)
			}
		}
	}
	if failed {
		os.Exit(1)
	}
}

// compared returns the measures of two commits as a table in Markdown.
func compared(before, now *code) string {
	out := "| measure | before | now | goal |\n|---|---|---|---|\n"
	was := before.measures()
	for i, m := range now.measures() {
		name, _, _ := strings.Cut(m.what, ", commands")
		out += fmt.Sprintf("| %s | %.5g | %.5g | %.5g |\n", name, was[i].value, m.value, m.goal)
	}
	return out
}

// code is what is measured.
type code struct {
	root    string
	set     *token.FileSet
	sources []source
	lines   map[string]int // of each package, by its folder
	tokens  []stream
}

// measures returns the measures in the order of the page.
func (c *code) measures() []measure {
	p99, over := c.functions()
	largest := slices.MaxFunc(slices.Collect(maps.Keys(c.lines)), func(a, b string) int { return c.lines[a] - c.lines[b] })
	indexings, blind := c.indexings(), c.viewsWithoutMessage()
	var formats []string
	for _, folder := range []string{"tournament", "tournament/command"} {
		formats = append(formats, c.imports(folder, "topcut/tournament/file", "topcut/tournament/paste", "topcut/tournament/transfer")...)
	}
	pages := c.imports("commands/post", "topcut/commands/site")
	of := func(what string, places []string, allowed, goal float64) measure {
		return measure{what, float64(len(places)), allowed, goal, places}
	}
	return []measure{
		{"lines of a function, 99th percentile", float64(p99), 61, 61, nil},
		of("functions over 120 lines", over, 0, 0),
		{"cloned tokens, percent", c.cloned(), 5.1, 5, nil},
		{"lines of the largest package, " + largest, float64(c.lines[largest]), 11000, 11000, nil},
		{"lines of package tournament", float64(c.lines["tournament"]), 11000, 11000, nil},
		of("indexings [x-1]", indexings, 60, 60),
		of("exported functions of views without a message", blind, 0, 0),
		of("imports of formats by tournament", formats, 0, 0),
		of("imports of pages by posts", pages, 0, 0),
		of("places that lay out a table", c.tables(), 20, 20),
	}
}

// parse reads all Go files below a folder that are no tests.
func parse(root string) (*code, error) {
	c := &code{root: root, set: token.NewFileSet(), lines: map[string]int{}}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && name != root && (strings.HasPrefix(base, ".") || base == "testdata" || base == "tmp") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		short, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(c.set, short, text, 0)
		if err != nil {
			return err
		}
		c.sources = append(c.sources, source{filepath.ToSlash(short), file})
		c.lines[path.Dir(filepath.ToSlash(short))] += strings.Count(string(text), "\n")
		c.tokens = append(c.tokens, scan(filepath.ToSlash(short), text))
		return nil
	})
	return c, err
}

// functions returns the 99th percentile of the lines of functions and those over 120.
func (c *code) functions() (p99 int, over []string) {
	var lengths []int
	for _, s := range c.sources {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			n := c.set.Position(f.End()).Line - c.set.Position(f.Pos()).Line + 1
			lengths = append(lengths, n)
			if n > 120 {
				over = append(over, fmt.Sprintf("%s %s: %d lines", c.place(f), f.Name.Name, n))
			}
		}
	}
	slices.Sort(lengths)
	return lengths[len(lengths)*99/100], over
}

// indexings returns where an index is something less one.
func (c *code) indexings() []string {
	var places []string
	for _, s := range c.sources {
		ast.Inspect(s.file, func(n ast.Node) bool {
			x, ok := n.(*ast.IndexExpr)
			if !ok {
				return true
			}
			less, ok := x.Index.(*ast.BinaryExpr)
			if ok && less.Op == token.SUB {
				if one, ok := less.Y.(*ast.BasicLit); ok && one.Value == "1" && !lastOf(x.X, less.X) {
					places = append(places, c.place(x))
				}
			}
			return true
		})
	}
	return places
}

// lastOf reports whether the expression is len of the same thing, so that the index is its last.
func lastOf(of, of1 ast.Expr) bool {
	call, ok := of1.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "len" && shown(call.Args[0]) == shown(of)
}

// shown returns a chain of names as it is written, empty for any other expression.
func shown(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return shown(x.X) + "." + x.Sel.Name
	default:
		return ""
	}
}

// messages are the types that a view may return: a message, a part of one, a table, or what a picture draws.
var messages = []string{"discord.", "pictures.", "table."}

// viewsWithoutMessage returns the exported functions and methods of commands/view that show nothing.
func (c *code) viewsWithoutMessage() []string {
	var places []string
	for _, s := range c.sources {
		if path.Dir(s.name) != "commands/view" {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || hidden(f) || c.showsSomething(f) {
				continue
			}
			places = append(places, fmt.Sprintf("%s %s", c.place(f), f.Name.Name))
		}
	}
	return places
}

// hidden reports whether a method belongs to a type that is not exported.
func hidden(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	name, ok := t.(*ast.Ident)
	return ok && !name.IsExported()
}

func (c *code) showsSomething(f *ast.FuncDecl) bool {
	if f.Type.Results == nil {
		return false
	}
	return slices.ContainsFunc(f.Type.Results.List, func(r *ast.Field) bool {
		t := r.Type
		for {
			switch x := t.(type) {
			case *ast.StarExpr:
				t = x.X
				continue
			case *ast.ArrayType:
				t = x.Elt
				continue
			}
			break
		}
		return slices.ContainsFunc(messages, func(m string) bool { return strings.HasPrefix(shown(t)+" ", m) })
	})
}

// imports returns the files of a package that import one of the others or what lies below them.
func (c *code) imports(folder string, others ...string) []string {
	var places []string
	for _, s := range c.sources {
		if path.Dir(s.name) != folder {
			continue
		}
		for _, i := range s.file.Imports {
			what := strings.Trim(i.Path.Value, `"`)
			if slices.ContainsFunc(others, func(o string) bool { return what == o || strings.HasPrefix(what, o+"/") }) {
				places = append(places, c.place(i)+" imports "+what)
			}
		}
	}
	return places
}

func (c *code) place(n ast.Node) string {
	p := c.set.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// byPlace orders runs of tokens by their hash, then by where they begin.
func byPlace(a, b run) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.stream, b.stream), cmp.Compare(a.from, b.from))
}
