package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// A pattern is the Go of an edit: an expression, or statements.
type pattern struct {
	text  string
	nodes []ast.Node
	base  token.Pos // of the first byte of text
}

// parsePattern reads an expression, or else statements; none is no statement.
func parsePattern(text string, expr bool) (*pattern, error) {
	if expr {
		e, err := parser.ParseExprFrom(token.NewFileSet(), "", text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		return &pattern{text, []ast.Node{e}, 1}, nil
	}
	const head = "package p\nfunc _() {\n"
	file, err := parser.ParseFile(token.NewFileSet(), "", head+text+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	p := &pattern{text, nil, token.Pos(1 + len(head))}
	for _, s := range file.Decls[0].(*ast.FuncDecl).Body.List {
		p.nodes = append(p.nodes, s)
	}
	return p, nil
}

// parseEdit reads both sides of an edit. They are expressions if both can be.
func parseEdit(e *Edit) (old, becomes *pattern, err error) {
	for _, expr := range []bool{true, false} {
		if old, err = parsePattern(e.Old, expr); err == nil {
			if e.shows {
				return old, old, nil
			}
			if becomes, err = parsePattern(e.New, expr); err == nil {
				return old, becomes, nil
			}
		}
	}
	return nil, nil, fmt.Errorf("%q or %q is neither an expression nor statements: %w", e.Old, e.New, err)
}

// What agreeing with a hint weighs. A place whose names have all changed is known by what
// surrounds it, and one whose surroundings have changed by its names.
const (
	weighNames    = 4
	weighFunction = 3
	weighReceiver = 1
	weighAround   = 3
	weighDecl     = 4
	weighOrdinal  = 2

	weighEnough    = 7  // to be the place
	weighElsewhere = 12 // to be the place though it is in another package
)

// locate finds the one place of a package that an edit means.
func (t *tree) locate(e *Edit, enough float64) (*spot, error) {
	spots, old, err := t.candidates(e)
	if err != nil {
		return nil, err
	}
	best, top := []*spot(nil), float64(0)
	for _, s := range spots {
		switch score := t.score(e, old, s, spots); {
		case score > top:
			best, top = []*spot{s}, score
		case score == top:
			best = append(best, s)
		}
	}
	switch {
	case len(best) == 0 || top < enough:
		return nil, fmt.Errorf("no place in %s looks like it (%d have its shape)", e.In, len(spots))
	case len(best) > 1:
		return nil, fmt.Errorf("%d places fit alike: %s", len(best), t.where(best))
	}
	return best[0], nil
}

// candidates are the places with the shape of the old code, or with the text.
func (t *tree) candidates(e *Edit) ([]*spot, *pattern, error) {
	if e.Text != "" {
		var out []*spot
		for _, s := range t.texts {
			if strings.Contains(s.nodes[0].(*ast.BasicLit).Value, e.Text) {
				out = append(out, s)
			}
		}
		return out, nil, nil
	}
	old, _, err := parseEdit(e)
	if err != nil {
		return nil, nil, err
	}
	if _, ok := old.nodes[0].(ast.Expr); ok {
		return t.spots[t.shapes.of(old.nodes[0])], old, nil
	}
	return t.windows(old.nodes), old, nil
}

// score says how much a place agrees with the hints of an edit.
func (t *tree) score(e *Edit, old *pattern, s *spot, all []*spot) float64 {
	total := weighNames * agreement(old, s)
	receiver, name := splitDecl(e.Decl)
	around, decl, ordinal := splitPlace(e.Place)
	for _, hint := range []struct {
		agrees bool
		weight float64
	}{
		{name == s.decl.name, weighFunction},
		{receiver == s.decl.receiver, weighReceiver},
		{around == s.around.String(), weighAround},
		{decl == s.decl.shape.String(), weighDecl},
		{ordinal == ordinalOf(s, all), weighOrdinal},
	} {
		if hint.agrees {
			total += hint.weight
		}
	}
	return total
}

// agreement is the share of the names and literals that are as they were.
func agreement(old *pattern, s *spot) float64 {
	if old == nil {
		return 1
	}
	was, is := leaves(old.nodes), leaves(s.nodes)
	if len(was) == 0 {
		return 1
	}
	same := 0
	for i := range was {
		if was[i].text == is[i].text {
			same++
		}
	}
	return float64(same) / float64(len(was))
}

func (s shape) String() string { return fmt.Sprintf("%06x", uint64(s)&0xffffff) }

// ordinalOf says which of the candidates in its declaration a place is.
func ordinalOf(s *spot, all []*spot) string {
	n, of := 0, 0
	for _, other := range all {
		if other.decl == s.decl {
			of++
			if other.pos() <= s.pos() {
				n++
			}
		}
	}
	return fmt.Sprintf("%d/%d", n, of)
}

func splitDecl(text string) (receiver, name string) {
	if r, n, ok := strings.Cut(text, ")."); ok {
		return strings.TrimPrefix(r, "("), n
	}
	return "", text
}

func splitPlace(text string) (around, decl, ordinal string) {
	f := append(strings.Fields(text), "", "", "")
	return f[0], f[1], f[2]
}

// hint writes what tells a place from others with its shape.
func (t *tree) hint(e *Edit, s *spot) error {
	all, _, err := t.candidates(e)
	if err != nil {
		return err
	}
	e.Decl = s.decl.String()
	e.Place = fmt.Sprintf("%s %s %s", s.around, s.decl.shape, ordinalOf(s, all))
	return nil
}

// where lists places for people.
func (t *tree) where(spots []*spot) string {
	var out []string
	for _, s := range spots {
		p := t.fset.Position(s.pos())
		out = append(out, fmt.Sprintf("%s:%d", p.Filename, p.Line))
	}
	return strings.Join(out, ", ")
}
