package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

// A test is a function of a package's tests.
type test struct{ dir, name, shape string }

// testsOf are the tests of a package.
func (r *repo) testsOf(dir string) ([]test, error) {
	if out, ok := r.tests[dir]; ok {
		return out, nil
	}
	t, err := r.tree(dir)
	if err != nil {
		return nil, err
	}
	out := []test{}
	shapes := shapes{}
	for _, path := range t.tests {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
				out = append(out, test{dir, f.Name.Name, shapes.of(f).String()})
			}
		}
	}
	r.tests[dir] = out
	return out, nil
}

// findTests makes the names of a fault's tests, and their package, those that they have now.
func (r *repo) findTests(f *Fault) error {
	shapes := strings.Split(f.Shape+strings.Repeat("|", strings.Count(f.Test, "|")), "|")
	var names, found []string
	for i, name := range strings.Split(f.Test, "|") {
		t, err := r.findTest(strings.TrimPrefix(f.Package, "./"), name, shapes[i])
		if err != nil {
			return err
		}
		f.Package = "./" + t.dir
		names, found = append(names, t.name), append(found, t.shape)
	}
	f.Test, f.Shape = strings.Join(names, "|"), strings.Join(found, "|")
	return nil
}

// findTest is the test of a name in a package, or else the one of a shape, or the one of
// that name in another package.
func (r *repo) findTest(dir, name, shape string) (test, error) {
	own, _ := r.testsOf(dir) // its package may have another name now
	for _, t := range own {
		if t.name == name {
			return t, nil
		}
	}
	var alike []test
	for _, fits := range []func(test) bool{
		func(t test) bool { return t.dir == dir && t.shape == shape },
		func(t test) bool { return t.name == name },
		func(t test) bool { return t.shape == shape },
	} {
		for other := range r.listed {
			all, err := r.testsOf(other)
			if err != nil {
				return test{}, err
			}
			for _, t := range all {
				if fits(t) {
					alike = append(alike, t)
				}
			}
		}
		if len(alike) == 1 {
			return alike[0], nil
		}
		alike = nil
	}
	return test{}, fmt.Errorf("there is no %s in %s", name, dir)
}
