package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A shape is the fingerprint of a piece of the syntax tree in which names and the values of
// literals are blank, so that renaming leaves it alone.
type shape uint64

// A source is a file of Go.
type source struct {
	path string
	text []byte
	tree *ast.File
}

// A tree is a package as this machine compiles it, without its tests.
type tree struct {
	dir    string
	path   string // for importing
	fset   *token.FileSet
	files  []*source
	tests  []string // files
	shapes shapes
	spots  map[shape][]*spot
	lists  []*list
	texts  []*spot // string literals
}

// A spot is what an edit may mean: an expression, or statements that follow each other.
type spot struct {
	src    *source
	nodes  []ast.Node
	parent ast.Node
	around shape // of the statement around it
	decl   *decl
}

func (s *spot) pos() token.Pos { return s.nodes[0].Pos() }
func (s *spot) end() token.Pos { return s.nodes[len(s.nodes)-1].End() }

// A list is where statements follow each other.
type list struct {
	spot
	stmts []ast.Stmt
}

// A decl is a function, or one line of a declaration outside of functions.
type decl struct {
	receiver, name string
	shape          shape
}

func (d *decl) String() string {
	if d.receiver == "" {
		return d.name
	}
	return "(" + d.receiver + ")." + d.name
}

// listed is what the Go command says of a package.
type listed struct {
	Dir, ImportPath, Export            string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// goList asks the Go command about packages.
func goList(args ...string) ([]listed, error) {
	cmd := exec.Command("go", append([]string{"list", "-json=Dir,ImportPath,Export,GoFiles,TestGoFiles,XTestGoFiles"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l listed
		switch err := dec.Decode(&l); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, l)
	}
}

// newTree reads the files of a package.
func newTree(l listed) (*tree, error) { return newTreeWith(l, "", nil) }

// newTreeWith reads the files of a package, but for one whose text is given.
func newTreeWith(l listed, given string, text []byte) (*tree, error) {
	t := &tree{dir: l.Dir, path: l.ImportPath, fset: token.NewFileSet(), shapes: shapes{}, spots: map[shape][]*spot{}}
	for _, name := range l.GoFiles {
		path, read := filepath.Join(l.Dir, name), text
		if path != given {
			var err error
			if read, err = os.ReadFile(path); err != nil {
				return nil, err
			}
		}
		if err := t.add(path, read); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Concat(l.TestGoFiles, l.XTestGoFiles) {
		t.tests = append(t.tests, filepath.Join(l.Dir, name))
	}
	return t, nil
}

// add takes a file into the package.
func (t *tree) add(path string, text []byte) error {
	file, err := parser.ParseFile(t.fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	src := &source{path, text, file}
	t.files = append(t.files, src)
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			t.index(src, d, &decl{receiverOf(d), d.Name.Name, t.shapes.of(d)})
		case *ast.GenDecl:
			for _, s := range d.Specs {
				t.index(src, s, &decl{"", specName(d.Tok, s), t.shapes.of(s)})
			}
		}
	}
	return nil
}

// index notes the spots of a declaration, in their order.
func (t *tree) index(src *source, root ast.Node, d *decl) {
	ast.PreorderStack(root, nil, func(n ast.Node, stack []ast.Node) bool {
		at := spot{src: src, nodes: []ast.Node{n}, decl: d, around: t.shapes.of(statement(root, stack))}
		if len(stack) > 0 {
			at.parent = stack[len(stack)-1]
		}
		if stmts := statements(n); stmts != nil {
			t.lists = append(t.lists, &list{at, stmts})
		}
		if stmt, ok := n.(ast.Stmt); ok && heads(at.parent, stmt) {
			t.lists = append(t.lists, &list{at, []ast.Stmt{stmt}})
		}
		if _, ok := n.(ast.Expr); ok {
			s := t.shapes.of(n)
			t.spots[s] = append(t.spots[s], &at)
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			t.texts = append(t.texts, &at)
		}
		return true
	})
}

// statement is the nearest statement or field of a stack of nodes.
func statement(root ast.Node, stack []ast.Node) ast.Node {
	for _, n := range slices.Backward(stack) {
		switch n.(type) {
		case *ast.BlockStmt:
		case ast.Stmt, *ast.Field:
			return n
		}
	}
	return root
}

// statements are those that follow each other right inside a node.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// heads reports whether a statement is in the head of another.
func heads(parent ast.Node, s ast.Stmt) bool {
	switch p := parent.(type) {
	case *ast.IfStmt:
		return s == p.Init
	case *ast.ForStmt:
		return s == p.Init || s == p.Post
	case *ast.SwitchStmt:
		return s == p.Init
	case *ast.TypeSwitchStmt:
		return s == p.Init
	}
	return false
}

// windows are the runs of as many statements as a pattern has, of its shape.
func (t *tree) windows(pattern []ast.Node) []*spot {
	var out []*spot
	for _, l := range t.lists {
		for i := 0; i+len(pattern) <= len(l.stmts); i++ {
			same := true
			for j := range pattern {
				same = same && t.shapes.of(l.stmts[i+j]) == t.shapes.of(pattern[j])
			}
			if !same {
				continue
			}
			at := l.spot
			at.parent, at.nodes = at.nodes[0], nil
			for _, s := range l.stmts[i : i+len(pattern)] {
				at.nodes = append(at.nodes, s)
			}
			out = append(out, &at)
		}
	}
	return out
}

func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	var b strings.Builder
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr:
			b.WriteByte('*')
		case *ast.Ident:
			b.WriteString(n.Name)
			return false
		case *ast.IndexExpr, *ast.IndexListExpr: // of a generic type the name is enough
		}
		return true
	})
	return b.String()
}

func specName(tok token.Token, s ast.Spec) string {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return "type " + s.Name.Name
	case *ast.ValueSpec:
		return tok.String() + " " + s.Names[0].Name
	}
	return tok.String()
}

func (s shape) whole() string { return strconv.FormatUint(uint64(s), 36) }

// shapes remembers the fingerprint of each node that was asked for.
type shapes map[ast.Node]shape

// of is the fingerprint of a node. What is absent is left out, so that a field that a
// later Go adds to its tree changes nothing.
func (m shapes) of(n ast.Node) shape {
	if s, ok := m[n]; ok {
		return s
	}
	h := fnv.New64a()
	write := func(text string) { _, _ = io.WriteString(h, text+"\x00") }
	for _, p := range parts(n) {
		if p.value == "" && len(p.nodes) == 0 {
			continue
		}
		write(p.name)
		write(p.value)
		for _, inner := range p.nodes {
			write(m.of(inner).whole())
		}
	}
	m[n] = shape(h.Sum64())
	return m[n]
}

// A part of a node is another node, nodes in their order, or a value such as an operator.
type part struct {
	name  string
	nodes []ast.Node
	list  bool
	value string
}

// parts are what makes a node: its kind, and every field that belongs to the shape. Names
// and literals are blank, but for names that mean the same everywhere.
func parts(n ast.Node) []part {
	kind := part{value: reflect.TypeOf(n).Elem().Name()}
	switch n := n.(type) {
	case *ast.Ident:
		if settled(n.Name) {
			kind.value = n.Name
		}
		return []part{kind}
	case *ast.BasicLit:
		kind.value = n.Kind.String()
		return []part{kind}
	case *ast.CallExpr:
		if n.Ellipsis.IsValid() {
			kind.value += "..."
		}
	case *ast.TypeSpec:
		if n.Assign.IsValid() {
			kind.value += "="
		}
	}
	out := []part{kind}
	v := reflect.ValueOf(n).Elem()
	for i := range v.NumField() {
		switch v.Field(i).Interface().(type) {
		case token.Pos, *ast.CommentGroup, *ast.Object, *ast.Scope: //nolint:staticcheck // deprecated fields are still there to be skipped
		default:
			out = append(out, partOf(v.Type().Field(i).Name, v.Field(i)))
		}
	}
	return out
}

func partOf(name string, v reflect.Value) part {
	p := part{name: name}
	switch v.Kind() {
	case reflect.Slice:
		p.list = true
		for i := range v.Len() {
			p.nodes = append(p.nodes, v.Index(i).Interface().(ast.Node))
		}
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			p.nodes = []ast.Node{v.Interface().(ast.Node)}
		}
	default:
		if !v.IsZero() {
			p.value = fmt.Sprint(v.Interface())
		}
	}
	return p
}

// settled reports whether a name means the same everywhere.
func settled(name string) bool {
	return slices.Contains([]string{"_", "nil", "true", "false"}, name)
}

// A leaf is a name or a literal.
type leaf struct {
	text string
	pos  token.Pos
}

// leaves are the names and literals of nodes, in their order.
func leaves(nodes []ast.Node) []leaf {
	var out []leaf
	for _, n := range nodes {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if !settled(n.Name) {
					out = append(out, leaf{n.Name, n.Pos()})
				}
			case *ast.BasicLit:
				out = append(out, leaf{n.Value, n.Pos()})
			}
			return true
		})
	}
	slices.SortStableFunc(out, func(a, b leaf) int { return cmp.Compare(a.pos, b.pos) })
	return out
}
