package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// A Fault is a mistake that could be made, and the test that finds it.
type Fault struct {
	Name    string `toml:"name"`
	Package string `toml:"package"`         // of the test
	Test    string `toml:"test"`            // its function, or several with bars between; what finds it
	Shape   string `toml:"shape,omitempty"` // fingerprints of them, by which they are known when they are renamed
	Limit   string `toml:"limit,omitempty"` // of the test's time, in place of a minute
	Flags   string `toml:"flags,omitempty"` // of the test program, such as -at-length
	Edits   []Edit `toml:"edit,omitempty"`
}

// An Edit changes one place of the source, or one key of a ruleset.
type Edit struct {
	In    string `toml:"in,omitempty"`             // folder of a package
	Decl  string `toml:"decl,omitempty"`           // the declaration, a hint
	Old   string `toml:"old,multiline,omitempty"`  // expression or statements, as they were when this was written
	Text  string `toml:"text,multiline,omitempty"` // in place of Old: part of a string literal or of a string of a ruleset
	New   string `toml:"new,multiline,omitempty"`
	Place string `toml:"place,omitempty"` // fingerprints of the surroundings, a hint
	With  []Edit `toml:"with,omitempty"`  // places that only show how other names of New are called
	shows bool   // is one of With

	Renames string `toml:"renames,omitempty"` // in place of all: a stored name, whose field gets another name in Go

	Rules string `toml:"rules,omitempty"` // id of a ruleset
	Key   string `toml:"key,omitempty"`
	Was   any    `toml:"was,omitempty"`
	Now   any    `toml:"now,omitempty"`
}

// harmless reports whether no test may notice: what is stored has names of its own.
func (f *Fault) harmless() bool { return len(f.Edits) == 1 && f.Edits[0].Renames != "" }

// faults is the folder of the data, from the top of the repository.
const faults = ".ci/faults"

// An area is a file of faults.
type area struct {
	path   string
	Faults []*Fault `toml:"fault"`
}

// readAreas reads all faults. Two may not have one name.
func readAreas() ([]*area, error) {
	paths, err := filepath.Glob(filepath.Join(faults, "*.toml"))
	if err != nil {
		return nil, err
	}
	var all []*area
	seen := map[string]bool{}
	for _, path := range paths {
		a := &area{path: path}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(a); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, f := range a.Faults {
			if seen[f.Name] {
				return nil, fmt.Errorf("%s: two faults are named %q", path, f.Name)
			}
			seen[f.Name] = true
			for i := range f.Edits {
				for j := range f.Edits[i].With {
					f.Edits[i].With[j].shows = true
				}
			}
		}
		all = append(all, a)
	}
	return all, nil
}

// areaFor is the file that a new fault belongs into: by its first edit's package.
func areaFor(all []*area, f *Fault) *area {
	name := "rules"
	if in := f.Edits[0].In; in != "" {
		name = strings.ReplaceAll(in, "/", "-")
	}
	path := filepath.Join(faults, name+".toml")
	if i := slices.IndexFunc(all, func(a *area) bool { return a.path == path }); i >= 0 {
		return all[i]
	}
	return &area{path: path}
}

// write writes the file anew.
func (a *area) write() error {
	var b bytes.Buffer
	enc := toml.NewEncoder(&b)
	if err := enc.Encode(a); err != nil {
		return err
	}
	return os.WriteFile(a.path, b.Bytes(), 0o644)
}
