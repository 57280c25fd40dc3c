package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A splice is new text in place of a range of a file.
type splice struct {
	from, to int
	text     string
}

// spliced is a text with its splices, of which no two overlap.
func spliced(text []byte, all []splice) []byte {
	slices.SortFunc(all, func(a, b splice) int { return b.from - a.from })
	out := slices.Clone(text)
	for _, s := range all {
		out = slices.Replace(out, s.from, s.to, []byte(s.text)...)
	}
	return out
}

// splice says what an edit makes of its place.
func (t *tree) splice(e *Edit, s *spot) (splice, error) {
	file := t.fset.File(s.pos())
	out := splice{from: file.Offset(s.pos()), to: file.Offset(s.end())}
	if e.Text != "" {
		out.text = strings.Replace(s.nodes[0].(*ast.BasicLit).Value, e.Text, e.New, 1)
		return out, nil
	}
	old, becomes, err := parseEdit(e)
	if err != nil {
		return out, err
	}
	n, err := t.names(e, old, s)
	if err != nil {
		return out, err
	}
	out.text = becomes.with(n)
	if binds(becomes.nodes, s.parent) {
		out.text = "(" + out.text + ")"
	}
	return out, nil
}

// names are how the names and literals of an edit were called and are called now.
type names struct{ was, now []leaf }

// names reads them off the place of an edit, and off those that it names besides.
func (t *tree) names(e *Edit, old *pattern, s *spot) (names, error) {
	n := names{leaves(old.nodes), leaves(s.nodes)}
	for i := range e.With {
		with := &e.With[i]
		at, err := t.locate(with, weighEnough)
		if err != nil {
			return n, fmt.Errorf("for a name in the new code: %w", err)
		}
		shown, _, err := parseEdit(with)
		if err != nil {
			return n, err
		}
		n.was, n.now = append(n.was, leaves(shown.nodes)...), append(n.now, leaves(at.nodes)...)
	}
	return n, nil
}

// with is the text of a pattern in which everything is called as it is called now.
func (p *pattern) with(n names) string {
	will := leaves(p.nodes)
	of := aligned(will, n.was)
	var b strings.Builder
	end := 0
	for i, l := range will {
		at := int(l.pos - p.base)
		b.WriteString(p.text[end:at])
		end = at + len(l.text)
		if of[i] < 0 {
			of[i] = slices.IndexFunc(n.was, func(o leaf) bool { return o.text == l.text })
		}
		if of[i] >= 0 {
			l.text = n.now[of[i]].text
		}
		b.WriteString(l.text)
	}
	b.WriteString(p.text[end:])
	return b.String()
}

// aligned gives each leaf of a the leaf of b that it stands for in a longest common
// sequence of both, or -1.
func aligned(a, b []leaf) []int {
	longest := make([][]int, len(a)+1)
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if a[i].text == b[j].text {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	out := make([]int, len(a))
	for i := range out {
		out[i] = -1
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].text == b[j].text:
			out[i] = j
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// binds reports whether what stands around an expression would take it apart.
func binds(nodes []ast.Node, parent ast.Node) bool {
	if len(nodes) != 1 {
		return false
	}
	if _, ok := nodes[0].(*ast.BinaryExpr); !ok {
		return false
	}
	switch parent.(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.StarExpr, *ast.SelectorExpr:
		return true
	}
	return false
}

// withoutImports is a changed file in which what it no longer uses of other packages is
// imported for nothing, so that it compiles wherever the last use of a package was.
func (s *source) withoutImports(text []byte) ([]byte, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), s.path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	was, is := selected(s.tree), selected(tree)
	var all []splice
	for _, i := range tree.Imports {
		path := strings.TrimSuffix(strings.Trim(i.Path.Value, "\""), "/v2")
		name := path[strings.LastIndexByte(path, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		if was[name] && !is[name] {
			all = append(all, splice{int(i.Pos() - tree.FileStart), int(i.End() - tree.FileStart), "_ " + i.Path.Value})
		}
	}
	return spliced(text, all), nil
}

// selected are the names of which something is selected: packages, among others.
func selected(tree *ast.File) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				out[x.Name] = true
			}
		}
		return true
	})
	return out
}
