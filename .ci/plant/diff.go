package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"slices"
	"strings"
)

// A change is the smallest piece of a tree that is not as it was.
type change struct {
	before, after []ast.Node
	inside        [][2]ast.Node // what it is in, before and after, from the file down
}

// changes compares two trees. What is not an expression or statements by itself belongs to
// the change of what it is in.
func changes(before, after ast.Node, inside [][2]ast.Node) []change {
	whole := []change{{[]ast.Node{before}, []ast.Node{after}, inside}}
	if reflect.TypeOf(before) != reflect.TypeOf(after) {
		return whole
	}
	switch b := before.(type) {
	case *ast.Ident:
		if b.Name == after.(*ast.Ident).Name {
			return nil
		}
		return whole
	case *ast.BasicLit:
		if b.Value == after.(*ast.BasicLit).Value {
			return nil
		}
		return whole
	case *ast.BinaryExpr:
		if a := after.(*ast.BinaryExpr); len(operands(b, b.Op)) != len(operands(a, b.Op)) {
			return whole
		}
	}
	was, is := parts(before), parts(after)
	var out []change
	inner := append(slices.Clip(inside), [2]ast.Node{before, after})
	for i := range was {
		found, ok := changesOfPart(was[i], is[i], inner)
		if !ok {
			return whole
		}
		out = append(out, found...)
	}
	return out
}

// operands are what an operator joins, however many.
func operands(e ast.Expr, op token.Token) []ast.Expr {
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == op {
		return append(operands(b.X, op), operands(b.Y, op)...)
	}
	return []ast.Expr{e}
}

// changesOfPart compares one part; it is not ok if the whole node has changed.
func changesOfPart(was, is part, inner [][2]ast.Node) ([]change, bool) {
	if was.value != is.value || len(was.nodes) != len(is.nodes) && !was.list {
		return nil, false
	}
	if len(was.nodes) != len(is.nodes) {
		return changesOfList(was.nodes, is.nodes, inner)
	}
	var out []change
	for i := range was.nodes {
		found := changes(was.nodes[i], is.nodes[i], inner)
		for _, c := range found {
			if len(c.inside) == len(inner) && !apart(c, inner[len(inner)-1][0]) {
				return nil, false
			}
		}
		out = append(out, found...)
	}
	return out, true
}

// apart reports whether a change right inside a node can be told without the node.
func apart(c change, parent ast.Node) bool {
	if !standsAlone(c.before) || !standsAlone(c.after) {
		return false
	}
	switch n := c.before[0].(type) {
	case *ast.Ident:
		return !simple(parent)
	case *ast.BasicLit:
		return !simple(parent) || n.Kind == token.STRING
	}
	return true
}

// standsAlone reports whether nodes are an expression, or statements, to the parser.
func standsAlone(nodes []ast.Node) bool {
	for _, n := range nodes {
		switch n := n.(type) {
		case *ast.KeyValueExpr, *ast.Ellipsis, *ast.CaseClause, *ast.CommClause, *ast.BlockStmt, *ast.FuncType:
			return false
		case *ast.CompositeLit:
			return n.Type != nil
		case ast.Expr, ast.Stmt:
		default:
			return false
		}
	}
	return true
}

// simple reports whether a node is short enough to be told in place of a name in it.
func simple(n ast.Node) bool {
	switch n.(type) {
	case ast.Expr, *ast.ReturnStmt, *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.SendStmt:
		return true
	}
	return false
}

// changesOfList compares lists of different length: statements that were added or taken away.
func changesOfList(was, is []ast.Node, inner [][2]ast.Node) ([]change, bool) {
	if statements(inner[len(inner)-1][0]) == nil {
		return nil, false
	}
	same := func(a, b ast.Node) bool { return len(changes(a, b, nil)) == 0 }
	i, j := 0, 0
	for i < len(was) && i < len(is) && same(was[i], is[i]) {
		i++
	}
	for j < len(was)-i && j < len(is)-i && same(was[len(was)-1-j], is[len(is)-1-j]) {
		j++
	}
	if i+j == len(was) { // only added: told with a neighbour
		switch {
		case i > 0:
			i--
		case j > 0:
			j--
		default:
			return nil, false
		}
	}
	return []change{{was[i : len(was)-j], is[i : len(is)-j], inner}}, true
}

// edits tells what was changed in a file, as edits of the package that has it as it was.
func (t *tree) edits(in string, before *source, after *source) ([]Edit, error) {
	var all []change
	for _, c := range changes(before.tree, after.tree, nil) {
		c = t.grown(before, c)
		all = slices.DeleteFunc(all, c.covers)
		if !slices.ContainsFunc(all, func(o change) bool { return o.covers(c) }) {
			all = append(all, c)
		}
	}
	var out []Edit
	for _, c := range all {
		e := Edit{In: in}
		at := t.spotOf(c)
		if at == nil {
			return nil, fmt.Errorf("%s: what has changed is neither an expression nor statements: %.80s", before.path, before.code(c.before))
		}
		if !e.changeText(c) {
			e.Old, e.New = before.code(c.before), after.code(c.after)
		}
		if err := t.settle(&e, at); err != nil {
			return nil, err
		}
		for _, name := range before.free(c) {
			t.show(&e, name, at.decl)
		}
		out = append(out, e)
	}
	return out, nil
}

// settle writes the hints of an edit, by which its place must be found.
func (t *tree) settle(e *Edit, at *spot) error {
	if err := t.hint(e, at); err != nil {
		return err
	}
	found, err := t.locate(e, weighEnough)
	if err == nil && (found.pos() != at.pos() || found.end() != at.end()) {
		err = fmt.Errorf("%s is found in place of %s", t.where([]*spot{found}), t.where([]*spot{at}))
	}
	return err
}

// show adds a place that shows a name of the new code: in the declaration of the edit if
// it has one, and of the rarest shape.
func (t *tree) show(e *Edit, name string, d *decl) {
	named := func(l leaf) bool { return l.text == name }
	for _, w := range e.With {
		if old, _, err := parseEdit(&w); err == nil && slices.ContainsFunc(leaves(old.nodes), named) {
			return
		}
	}
	best, least := (*spot)(nil), math.MaxInt
	for _, all := range t.spots {
		for _, s := range all {
			if _, bare := s.nodes[0].(*ast.Ident); bare || !standsAlone(s.nodes) || s.end()-s.pos() > mostCode {
				continue
			}
			rank := len(all)*mostCode + int(s.end()-s.pos())
			if s.decl != d {
				rank += 1e9
			}
			if rank < least && slices.ContainsFunc(leaves(s.nodes), named) {
				best, least = s, rank
			}
		}
	}
	if best == nil {
		return
	}
	with := Edit{In: e.In, Old: best.src.code(best.nodes), shows: true}
	if t.settle(&with, best) == nil {
		e.With = append(e.With, with)
	}
}

// covers reports whether another change is inside this one.
func (c change) covers(o change) bool {
	return c.before[0].Pos() <= o.before[0].Pos() && o.before[len(o.before)-1].End() <= c.before[len(c.before)-1].End()
}

// mostCode is how long the old code of an edit may grow.
const mostCode = 240

// grown is a change with as much around it as names all that its new code names, so that
// renaming takes it along; or as it is where that would be too much.
func (t *tree) grown(src *source, c change) change {
	wide := c
	for i := len(c.inside) - 1; len(src.free(wide)) > 0; i-- {
		if i < 0 || len(src.code(c.inside[i][:1])) > mostCode {
			return c
		}
		outer := change{c.inside[i][:1], c.inside[i][1:], c.inside[:i]}
		if standsAlone(outer.before) && t.spotOf(outer) != nil {
			wide = outer
		}
	}
	return wide
}

// free are the names in the new code of a change that its old code has not, but for those
// of Go and of other modules.
func (s *source) free(c change) []string {
	was := leaves(c.before)
	var out []string
	for _, n := range c.after {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE {
					for _, e := range n.Lhs {
						was = append(was, leaves([]ast.Node{e})...)
					}
				}
			case *ast.RangeStmt:
				if n.Tok == token.DEFINE && n.Key != nil {
					was = append(was, leaves([]ast.Node{n.Key})...)
				}
			case *ast.FuncType:
				for _, f := range n.Params.List {
					for _, name := range f.Names {
						was = append(was, leaf{name.Name, name.Pos()})
					}
				}
			case *ast.SelectorExpr:
				pkg, ok := n.X.(*ast.Ident)
				return !ok || !s.importsForeign(pkg.Name)
			case *ast.Ident:
				had := slices.ContainsFunc(was, func(l leaf) bool { return l.text == n.Name })
				if !had && !settled(n.Name) && types.Universe.Lookup(n.Name) == nil {
					out = append(out, n.Name)
				}
			}
			return true
		})
	}
	return out
}

// importsForeign reports whether a name is that of a package of another module.
func (s *source) importsForeign(name string) bool {
	return slices.ContainsFunc(s.tree.Imports, func(i *ast.ImportSpec) bool {
		path := strings.Trim(i.Path.Value, "\"")
		return (path == name || strings.HasSuffix(path, "/"+name)) && !strings.HasPrefix(path, "topcut/")
	})
}

// spotOf is the place of a change.
func (t *tree) spotOf(c change) *spot {
	var all []*spot
	if lit, ok := c.before[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
		all = t.texts
	} else if _, ok := c.before[0].(ast.Expr); ok {
		all = t.spots[t.shapes.of(c.before[0])]
	} else {
		all = t.windows(c.before)
	}
	for _, s := range all {
		if s.nodes[0] == c.before[0] {
			return s
		}
	}
	return nil
}

// changeText tells a change of a string literal by the words that have changed.
func (e *Edit) changeText(c change) bool {
	if len(c.before) != 1 || len(c.after) != 1 {
		return false
	}
	was, ok := c.before[0].(*ast.BasicLit)
	is, both := c.after[0].(*ast.BasicLit)
	if !ok || !both || was.Kind != token.STRING {
		return false
	}
	e.Text, e.New = words(strings.Trim(was.Value, "\"`"), strings.Trim(is.Value, "\"`"))
	return true
}

// leastText is how long a part of a text is at least, if the text is.
const leastText = 16

// words is what two texts do not share, with whole words around, and as much as makes it
// the only place of the text.
func words(a, b string) (was, is string) {
	from, to := 0, 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	for to < min(len(a), len(b))-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	for {
		for from > 0 && !strings.ContainsRune(" \n", rune(a[from-1])) {
			from--
		}
		for to > 0 && !strings.ContainsRune(" \n", rune(a[len(a)-to])) {
			to--
		}
		was, is = a[from:len(a)-to], b[from:len(b)-to]
		if len(was) >= leastText && strings.Count(a, was) == 1 || from == 0 && to == 0 {
			return was, is
		}
		from, to = max(0, from-1), max(0, to-1)
	}
}

// code is the text of nodes that follow each other.
func (s *source) code(nodes []ast.Node) string {
	if len(nodes) == 0 {
		return ""
	}
	from := s.tree.FileStart
	text := string(s.text[nodes[0].Pos()-from : nodes[len(nodes)-1].End()-from])
	return outdented(text)
}

// outdented takes the tabs away that all lines but the first begin with.
func outdented(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) == 1 {
		return text
	}
	least := -1
	for _, l := range lines[1:] {
		if n := len(l) - len(strings.TrimLeft(l, "\t")); strings.TrimSpace(l) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	for i, l := range lines {
		if i > 0 && least > 0 && strings.TrimSpace(l) != "" {
			lines[i] = l[least:]
		}
	}
	return strings.Join(lines, "\n")
}
