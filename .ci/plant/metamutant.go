package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A metamutant is one version of the source that has many faults beside what is right. Each
// function with faults has copies, one with each of its faults, and calls one of them
// instead of itself if the environment says so. So each program of tests is built once for
// all of its faults. What is outside of functions, and rulesets, are planted alone.
type metamutant struct {
	number   map[*Fault]int // from 1
	files    map[string][]byte
	work     string            // folder of the programs
	env      []string          // of what runs
	programs map[string]string // by package
}

// plantedBy names the variable of the environment that has the number of a fault.
const plantedBy = "PLANTED_FAULT"

// metamutant plants as many of the faults together as can be.
func (r *repo) metamutant(all []*Fault) *metamutant {
	m := &metamutant{number: map[*Fault]int{}, files: map[string][]byte{}, programs: map[string]string{}}
	splices := map[*source][]splice{}
	packages := map[string]string{} // names by folder
	begun := map[*ast.FuncDecl]bool{}
	for i, f := range all {
		bodies, err := r.bodies(f)
		if err != nil || len(bodies) == 0 || r.findTests(f) != nil || r.holdsRule(f) != nil {
			continue
		}
		m.number[f] = i + 1
		for _, b := range bodies {
			splices[b.src] = append(splices[b.src], b.beside(i+1, !begun[b.decl])...)
			begun[b.decl] = true
			packages[filepath.Dir(b.src.path)] = b.src.tree.Name.Name
		}
	}
	for src, list := range splices {
		m.files[src.path] = spliced(src.text, list)
	}
	for dir, name := range packages {
		m.files[filepath.Join(dir, "planted_faults.go")] = fmt.Appendf(nil,
			"package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar plantedFault, _ = strconv.Atoi(os.Getenv(%q))\n", name, plantedBy)
	}
	return m
}

// A body is a function with what a fault changes in it.
type body struct {
	src     *source
	decl    *ast.FuncDecl
	changes []splice
}

// bodies are the functions that a fault changes. There are none if it changes something else, too.
func (r *repo) bodies(f *Fault) ([]*body, error) {
	if f.harmless() {
		return nil, nil
	}
	splices, rules, err := r.changes(f)
	if err != nil || len(rules) > 0 {
		return nil, err
	}
	byDecl := map[*ast.FuncDecl]*body{}
	for src, list := range splices {
		for _, s := range list {
			d := src.function(s)
			if d == nil {
				return nil, nil
			}
			if byDecl[d] == nil {
				byDecl[d] = &body{src: src, decl: d}
			}
			byDecl[d].changes = append(byDecl[d].changes, s)
		}
	}
	return slices.Collect(maps.Values(byDecl)), nil
}

// function is the one whose body has a place, or nil.
func (s *source) function(place splice) *ast.FuncDecl {
	for _, d := range s.tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Body != nil && s.at(f.Body.Lbrace) < place.from && place.to <= s.at(f.Body.Rbrace) {
			return f
		}
	}
	return nil
}

// at is the offset of a position.
func (s *source) at(p token.Pos) int { return int(p - s.tree.FileStart) }

// between is the text from one position to another.
func (s *source) between(from, to token.Pos) string { return string(s.text[s.at(from):s.at(to)]) }

// beside is what puts a copy of the function with the fault beside it, and the call of it.
// The first fault of a function also names the parameters that have no names.
func (b *body) beside(number int, first bool) []splice {
	name := fmt.Sprintf("planted%d_%s", number, b.decl.Name.Name)
	head := b.src.at(b.decl.Pos())
	copied := spliced(b.src.text[head:b.src.at(b.decl.End())], b.shifted(head, name))
	call := name
	var out []splice
	if b.decl.Recv != nil {
		names, given := b.called(b.decl.Recv, "receiver")
		call, out = names[0]+"."+name, append(out, given...)
	}
	if b.decl.Type.TypeParams != nil {
		names, _ := b.called(b.decl.Type.TypeParams, "")
		call += "[" + strings.Join(names, ", ") + "]"
	}
	names, given := b.called(b.decl.Type.Params, "parameter")
	call += "(" + strings.Join(names, ", ") + ")"
	if b.decl.Type.Results != nil {
		call = "return " + call
	} else {
		call += "; return"
	}
	out = append(out, given...)
	if !first {
		out = nil
	}
	lbrace := b.src.at(b.decl.Body.Lbrace) + 1
	end := b.src.at(b.decl.End())
	return append(out,
		splice{lbrace, lbrace, fmt.Sprintf("\nif plantedFault == %d { %s }\n", number, call)},
		splice{end, end, "\n\n" + string(copied) + "\n"})
}

// shifted are the changes, and the new name, from the beginning of the function.
func (b *body) shifted(head int, name string) []splice {
	out := []splice{{b.src.at(b.decl.Name.Pos()) - head, b.src.at(b.decl.Name.End()) - head, name}}
	for _, s := range b.changes {
		out = append(out, splice{s.from - head, s.to - head, s.text})
	}
	return out
}

// called are the names of parameters, as arguments, and what gives names to those without.
func (b *body) called(list *ast.FieldList, kind string) (names []string, given []splice) {
	n := 0
	next := func() string { n++; return fmt.Sprintf("%s%d_", kind, n) }
	for _, f := range list.List {
		_, variadic := f.Type.(*ast.Ellipsis)
		var own []string
		for _, id := range f.Names {
			own = append(own, id.Name)
			if id.Name == "_" {
				own[len(own)-1] = next()
				given = append(given, splice{b.src.at(id.Pos()), b.src.at(id.End()), own[len(own)-1]})
			}
		}
		if len(f.Names) == 0 {
			own = []string{next()}
			given = append(given, splice{b.src.at(f.Type.Pos()), b.src.at(f.Type.Pos()), own[0] + " "})
		}
		if variadic {
			own[len(own)-1] += "..."
		}
		names = append(names, own...)
	}
	return names, given
}

// build builds the tests of each package, and leaves out the faults whose tests fail with
// nothing planted.
func (m *metamutant) build() error {
	work, err := os.MkdirTemp("", "plant")
	if err != nil {
		return err
	}
	m.work = work
	laid, err := overlay(work, m.files)
	if err != nil {
		return err
	}
	m.env = environment(laid)
	packages := map[string][]*Fault{}
	for f := range m.number {
		packages[f.Package] = append(packages[f.Package], f)
	}
	var lock sync.Mutex
	sideBySide(slices.Sorted(maps.Keys(packages)), func(pkg string) {
		program := filepath.Join(work, strings.ReplaceAll(pkg, "/", "_")+".test")
		built := buildTests(pkg, program, m.env)
		var failing []string
		if built == nil {
			failing = m.failing(packages[pkg], program)
		}
		lock.Lock()
		defer lock.Unlock()
		if built != nil {
			err = fmt.Errorf("%s: %w", pkg, built)
			return
		}
		m.programs[pkg] = program
		for _, f := range packages[pkg] {
			if slices.Contains(failing, f.Test) {
				fmt.Printf("alone, since %s fails with nothing planted: %s\n", f.Test, f.Name)
				delete(m.number, f)
			}
		}
	})
	return err
}

// failing are the tests that are to find the faults of one package's tests, and do not
// pass with none planted.
func (m *metamutant) failing(of []*Fault, program string) []string {
	pkg := of[0].Package
	byFlags := map[string][]string{}
	for _, f := range of {
		if !slices.Contains(byFlags[f.Flags], f.Test) {
			byFlags[f.Flags] = append(byFlags[f.Flags], f.Test)
		}
	}
	var out []string
	for flags, tests := range byFlags {
		all := &Fault{Package: pkg, Test: strings.Join(tests, "|"), Flags: flags, Limit: "10m"}
		if runTest(all, program, m.env) == missed {
			continue
		}
		for _, test := range tests {
			if runTest(&Fault{Package: pkg, Test: test, Flags: flags}, program, m.env) != missed {
				out = append(out, test)
			}
		}
	}
	return out
}

// try plants a fault that was planted together with others, and runs its test. It is missed
// if the fault is not among them.
func (m *metamutant) try(f *Fault) verdict {
	program, ok := m.programs[f.Package]
	if m.number[f] == 0 || !ok {
		return missed
	}
	return runTest(f, program, append(slices.Clip(m.env), plantedBy+"="+strconv.Itoa(m.number[f])))
}
