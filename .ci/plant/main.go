// Command plant plants faults in the source and shows that the named test of each finds it.
// A fault that no test finds, that fits no place or several, or that does not compile, fails.
// No file is changed: the Go command lays the changed files over the source (-overlay).
// Faults in functions are built together, each in a copy of its function, and run one at a
// time; each of the others is built by itself, and so is what was not found.
//
//	.ci/mutants          all of them
//	.ci/mutants WORD     those whose name contains WORD
//	.ci/mutants --plant  only whether each can be planted, compiles and has its test
//	.ci/mutants --renew  writes the hints of each as the source is now
//
// The faults are in .ci/faults. Each says what the code was when it was written (old) and
// what it becomes (new). The place is found by the shape of the syntax tree, with names and
// values left blank; the names, the declaration and the fingerprints of what is around
// (place) only choose among places of one shape. So a fault outlives renaming and moving,
// and names in its new code follow those that were matched. To add one, make the mistake
// in the source and run
//
//	git diff | .ci/mutants add NAME PACKAGE TEST [LIMIT]
//	git checkout -p
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	ok, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "plant:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func run(args []string) (ok bool, err error) {
	areas, err := readAreas()
	if err != nil {
		return false, err
	}
	r, err := newRepo()
	if err != nil {
		return false, err
	}
	switch {
	case len(args) > 0 && args[0] == "add":
		return true, r.add(areas, args[1:], os.Stdin)
	case len(args) > 0 && args[0] == "--renew":
		return r.renew(areas)
	case len(args) > 0 && args[0] == "--plant":
		return r.plantable(chosen(areas, args[1:])), nil
	}
	return r.kill(chosen(areas, args)), nil
}

// chosen are the faults whose names contain a word.
func chosen(areas []*area, args []string) []*Fault {
	var out []*Fault
	for _, a := range areas {
		for _, f := range a.Faults {
			if strings.Contains(f.Name, strings.Join(args, " ")) {
				out = append(out, f)
			}
		}
	}
	return out
}

// plantable tells of each fault that cannot be planted, does not compile or has no test.
func (r *repo) plantable(all []*Fault) bool {
	good := 0
	for _, f := range all {
		err := r.findTests(f)
		if err == nil {
			err = r.holdsRule(f)
		}
		if err == nil {
			var files map[string][]byte
			if files, err = r.planted(f); err == nil && !f.harmless() {
				if err = r.compiles(files); err != nil {
					err = fmt.Errorf("does not compile: %w", err)
				}
			}
		}
		if err != nil {
			fmt.Printf("cannot be planted: %s: %v\n", f.Name, err)
			continue
		}
		good++
	}
	fmt.Printf("%d of %d can be planted\n", good, len(all))
	return good == len(all)
}

// renew writes the hints of each fault as its place is now.
func (r *repo) renew(areas []*area) (bool, error) {
	ok := true
	for _, a := range areas {
		for _, f := range a.Faults {
			if err := r.findTests(f); err != nil {
				fmt.Printf("cannot be planted: %s: %v\n", f.Name, err)
				ok = false
			}
			for i := range f.Edits {
				if err := r.renewEdit(&f.Edits[i]); err != nil {
					fmt.Printf("cannot be planted: %s: %v\n", f.Name, err)
					ok = false
				}
			}
		}
		if err := a.write(); err != nil {
			return false, err
		}
	}
	return ok, nil
}

func (r *repo) renewEdit(e *Edit) error {
	if e.Old == "" && e.Text == "" || e.Rules != "" {
		return nil
	}
	t, s, err := r.locate(e)
	if err != nil {
		return err
	}
	if dir, err := filepath.Rel(r.root, t.dir); err == nil {
		e.In = filepath.ToSlash(dir)
	}
	if e.Text == "" {
		old, becomes, err := parseEdit(e)
		if err != nil {
			return err
		}
		n, err := t.names(e, old, s)
		if err != nil {
			return err
		}
		e.Old = old.with(n)
		if !e.shows {
			e.New = becomes.with(n)
		}
	}
	for i := range e.With {
		if err := r.renewEdit(&e.With[i]); err != nil {
			return err
		}
	}
	return t.hint(e, s)
}
