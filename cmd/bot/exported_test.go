package main

import (
	"flag"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

var lookAtExported = flag.Bool("exported", false, "look for exported names that nobody outside their package uses")

// unusedExports are the exceptions with their reasons. A package alone covers
// everything in it.
var unusedExports = map[string]string{
	"tournament/profile": "what /profile will show",
	"tournament/season":  "the log of a season, which /league does not keep yet",
}

// TestNothingIsExportedForNobody checks that every exported identifier is used outside
// its package, by the program or by a test. Also counted as used are a type in the
// signature of something exported, a constant declared beside a used one or of an
// exported type, a method required by an interface, and a method of an unexported type.
func TestNothingIsExportedForNobody(t *testing.T) {
	if !*lookAtExported {
		t.Skip("-exported type-checks every package, for some seconds")
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedSyntax,
		Tests: true,
	}, "topcut/...")
	if err != nil {
		t.Fatal(err)
	}
	h := exports{used: map[string]bool{}}
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		h.uses(p)
	}
	var found []string
	for _, p := range loaded {
		if p.PkgPath == p.ID && p.Name != "main" {
			found = append(found, h.unneeded(p)...)
		}
	}
	sort.Strings(found)
	said := map[string]bool{}
	for _, f := range found {
		name, at, _ := strings.Cut(f, "\t")
		pkg, _, _ := strings.Cut(name, ".")
		if unusedExports[pkg] != "" || unusedExports[name] != "" {
			said[pkg], said[name] = true, true
			continue
		}
		t.Errorf("%s: %s is exported, and nobody outside its package uses it", at, name)
	}
	for name := range unusedExports {
		if !said[name] {
			t.Errorf("%s is no exception any more: take it out of the list", name)
		}
	}
}

// exports is what all packages use and require.
type exports struct {
	used       map[string]bool // by place of declaration
	interfaces []*types.Interface
	seen       map[*types.Package]bool
	asked      map[string]bool // names of methods required by interfaces outside these packages
}

// uses records what a package uses from others, and which interfaces it sees.
func (h *exports) uses(p *packages.Package) {
	inside := strings.TrimSuffix(p.PkgPath, "_test")
	for _, o := range p.TypesInfo.Uses {
		if o.Pkg() == nil || o.Pkg().Path() == inside && !strings.HasSuffix(p.PkgPath, "_test") {
			continue
		}
		switch origin := o.(type) {
		case *types.Func:
			o = origin.Origin()
		case *types.Var:
			o = origin.Origin()
		}
		h.used[place(p.Fset, o)] = true
	}
	if h.seen == nil {
		h.seen = map[*types.Package]bool{}
		// Package errors looks for these without naming an interface.
		h.asked = map[string]bool{"Error": true, "Is": true, "As": true, "Unwrap": true}
	}
	h.sees(p.Types)
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(*ast.InterfaceType); ok {
				if i, ok := p.TypesInfo.TypeOf(e).(*types.Interface); ok {
					h.interfaces = append(h.interfaces, i)
				}
			}
			return true
		})
	}
}

// sees records the interfaces of a package and of all its imports.
func (h *exports) sees(p *types.Package) {
	if h.seen[p] {
		return
	}
	h.seen[p] = true
	for _, name := range p.Scope().Names() {
		o, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		i, ok := o.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		h.interfaces = append(h.interfaces, i)
		if named, ok := o.Type().(*types.Named); ok && named.TypeParams().Len() > 0 {
			for m := range i.Methods() {
				h.asked[m.Name()] = true
			}
		}
	}
	for _, imported := range p.Imports() {
		h.sees(imported)
	}
}

// place identifies a declaration, however it was loaded.
func place(fset *token.FileSet, o types.Object) string {
	at := fset.Position(o.Pos())
	return filepath.Base(filepath.Dir(at.Filename)) + "/" + filepath.Base(at.Filename) + ":" +
		strings.TrimPrefix(at.String(), at.Filename+":") + " " + o.Name()
}

// unneeded lists the unneeded exports of a package with their positions.
func (h *exports) unneeded(p *packages.Package) []string {
	var found []string
	short := strings.TrimPrefix(p.PkgPath, "topcut/")
	report := func(name string, o types.Object) {
		found = append(found, short+"."+name+"\t"+p.Fset.Position(o.Pos()).String())
	}
	stands := signatures(p.Types)
	beside := h.besideUsed(p)
	for _, name := range p.Types.Scope().Names() {
		o := p.Types.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		if strings.HasSuffix(p.Fset.Position(o.Pos()).Filename, "_test.go") {
			continue
		}
		if !h.used[place(p.Fset, o)] && !stands[o] && !beside[o] {
			report(name, o)
		}
		named, ok := o.Type().(*types.Named)
		if _, isType := o.(*types.TypeName); !ok || !isType || named.Obj() != o {
			continue
		}
		for m := range named.Methods() {
			if m.Exported() && !h.used[place(p.Fset, m)] && !h.asks(p.Types, named, m) {
				report(name+"."+m.Name(), m)
			}
		}
	}
	return found
}

// asks reports whether any interface requires a method of a type, or of a type that
// embeds it.
func (h *exports) asks(p *types.Package, named *types.Named, m *types.Func) bool {
	if h.asked[m.Name()] {
		return true
	}
	for _, i := range h.interfaces {
		for asked := range i.Methods() {
			if asked.Name() == m.Name() && (named.TypeParams().Len() > 0 || answered(p, i, m)) {
				return true
			}
		}
	}
	return false
}

// answered reports whether a type of the package implements an interface through a
// method.
func answered(p *types.Package, i *types.Interface, m *types.Func) bool {
	for _, name := range p.Scope().Names() {
		o, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || !types.Implements(types.NewPointer(o.Type()), i) {
			continue
		}
		if has, _, _ := types.LookupFieldOrMethod(types.NewPointer(o.Type()), true, p, m.Name()); has == m {
			return true
		}
	}
	return false
}

// besideUsed returns the constants of declarations with a used constant, and those of a
// used exported type.
func (h *exports) besideUsed(p *packages.Package) map[types.Object]bool {
	beside := map[types.Object]bool{}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			block, ok := d.(*ast.GenDecl)
			if !ok || block.Tok != token.CONST {
				continue
			}
			var all []types.Object
			used := false
			for _, s := range block.Specs {
				for _, id := range s.(*ast.ValueSpec).Names {
					o := p.TypesInfo.Defs[id]
					if o == nil {
						continue
					}
					all = append(all, o)
					named, ok := o.Type().(*types.Named)
					used = used || h.used[place(p.Fset, o)] || ok && named.Obj().Pkg() == p.Types && h.used[place(p.Fset, named.Obj())]
				}
			}
			for _, o := range all {
				beside[o] = used
			}
		}
	}
	return beside
}

// signatures returns the types of a package in the signatures of its exports.
func signatures(p *types.Package) map[types.Object]bool {
	stands := map[types.Object]bool{}
	var look func(t types.Type)
	look = func(t types.Type) {
		switch t := t.(type) {
		case *types.Named:
			stands[t.Obj()] = true
			for a := range t.TypeArgs().Types() {
				look(a)
			}
		case *types.Alias:
			stands[t.Obj()] = true
			look(t.Rhs())
		case *types.Pointer:
			look(t.Elem())
		case *types.Slice:
			look(t.Elem())
		case *types.Array:
			look(t.Elem())
		case *types.Chan:
			look(t.Elem())
		case *types.Map:
			look(t.Key())
			look(t.Elem())
		case *types.Signature:
			for v := range t.Params().Variables() {
				look(v.Type())
			}
			for v := range t.Results().Variables() {
				look(v.Type())
			}
			for q := range t.TypeParams().TypeParams() {
				look(q.Constraint())
			}
		case *types.Struct:
			for f := range t.Fields() {
				if f.Exported() {
					look(f.Type())
				}
			}
		case *types.Interface:
			for m := range t.Methods() {
				look(m.Type())
			}
			for e := range t.EmbeddedTypes() {
				look(e)
			}
		case *types.Union:
			for term := range t.Terms() {
				look(term.Type())
			}
		}
	}
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		tn, isType := o.(*types.TypeName)
		if !isType {
			look(o.Type())
			continue
		}
		if tn.IsAlias() {
			look(types.Unalias(o.Type()))
			continue
		}
		named := o.Type().(*types.Named)
		look(named.Underlying())
		for q := range named.TypeParams().TypeParams() {
			look(q.Constraint())
		}
		for m := range named.Methods() {
			if m.Exported() {
				look(m.Type())
			}
		}
	}
	return stands
}
