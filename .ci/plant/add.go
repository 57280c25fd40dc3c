package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// add appends the fault that the working tree has and a diff names the files of.
func (r *repo) add(areas []*area, args []string, diff io.Reader) error {
	if len(args) < 3 || len(args) > 4 {
		return errors.New("usage: git diff | .ci/mutants add NAME PACKAGE TEST [LIMIT]")
	}
	f := &Fault{Name: args[0], Package: args[1], Test: args[2], Limit: strings.Join(args[3:], "")}
	if err := r.findTests(f); err != nil {
		return err
	}
	for lines := bufio.NewScanner(diff); lines.Scan(); {
		path, ok := strings.CutPrefix(lines.Text(), "+++ b/")
		if !ok || !faulty(path) {
			continue
		}
		before, err := exec.Command("git", "show", "HEAD:"+path).Output()
		if err != nil {
			return fmt.Errorf("git show HEAD:%s: %w", path, err)
		}
		after, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found, err := r.edits(path, before, after)
		if err != nil {
			return err
		}
		f.Edits = append(f.Edits, found...)
	}
	if len(f.Edits) == 0 {
		return errors.New("the diff changes nothing that a program sees")
	}
	a := areaFor(areas, f)
	a.Faults = append(a.Faults, f)
	return a.write()
}

// faulty reports whether a fault may be in a file: in Go but for tests, or in a ruleset.
func faulty(path string) bool {
	return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "tournament/rules/")
}

// edits tells how a file was changed.
func (r *repo) edits(path string, before, after []byte) ([]Edit, error) {
	if filepath.Ext(path) == ".toml" {
		var head struct{ ID string }
		if err := toml.Unmarshal(before, &head); err != nil {
			return nil, err
		}
		return rulesetEdits(head.ID, string(before), string(after))
	}
	dir := filepath.ToSlash(filepath.Dir(path))
	t, err := newTreeWith(r.listed[dir], filepath.Join(r.root, path), before)
	if err != nil {
		return nil, err
	}
	for _, src := range t.files {
		if bytes.Equal(src.text, before) {
			file, err := parser.ParseFile(t.fset, path, after, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			return t.edits(dir, src, &source{path, after, file})
		}
	}
	return nil, fmt.Errorf("%s is no file of a package here", path)
}
