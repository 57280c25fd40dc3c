package main

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/testrun/checkout"
)

// designPart returns the part of docs/design.md between a heading and the next one of the
// same level.
func designPart(t *testing.T, heading string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "design.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, part, found := strings.Cut(string(text), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("docs/design.md has no part %q", heading)
	}
	part, _, _ = strings.Cut(part, "\n## ")
	return part
}

// TestTheMapNamesEveryPackage compares the map in docs/design.md with the tree: every
// package of the program is on it once, and imports only packages below it.
func TestTheMapNamesEveryPackage(t *testing.T) {
	_, block, _ := strings.Cut(designPart(t, "The map"), "```\n")
	block, _, _ = strings.Cut(block, "```")
	var shown []string
	for line := range strings.Lines(block) {
		if name, purpose, ok := strings.Cut(line, "  "); ok && name != "" {
			if strings.TrimSpace(purpose) == "" {
				t.Errorf("the map does not say what %s is for", name)
			}
			shown = append(shown, name)
		}
	}
	imports := importsOfPackages(t)
	for name, below := range imports {
		at := slices.Index(shown, name)
		if at < 0 {
			t.Errorf("the map of docs/design.md does not name %s", name)
			continue
		}
		for _, other := range below {
			if above := slices.Index(shown, other); above >= 0 && above < at {
				t.Errorf("%s imports %s, which stands above it on the map", name, other)
			}
		}
	}
	if len(shown) != len(imports) {
		t.Errorf("the map has %d lines for %d packages", len(shown), len(imports))
	}
}

// importsOfPackages returns, for the folder of each of our packages, the folders of our
// packages that it imports outside its tests.
func importsOfPackages(t *testing.T) map[string][]string {
	t.Helper()
	root, fset, imports := filepath.Join("..", ".."), token.NewFileSet(), map[string][]string{}
	err := checkout.Code(root, func(file string) error {
		rel, err := filepath.Rel(root, file)
		if err != nil || strings.HasPrefix(rel, ".") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(fset, file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder := path.Dir(filepath.ToSlash(rel))
		for _, imp := range f.Imports {
			p, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				return err
			}
			if ours, inside := strings.CutPrefix(p, "topcut/"); inside {
				imports[folder] = append(imports[folder], ours)
			}
		}
		slices.Sort(imports[folder])
		imports[folder] = slices.Compact(append([]string{}, imports[folder]...))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}

// TestTheWayOfAPressExists compares the way of a press in docs/design.md with the code:
// each file of a step declares one of its functions, and each function is in one of its
// files.
func TestTheWayOfAPressExists(t *testing.T) {
	quoted, steps := regexp.MustCompile("`([^`]+)`"), 0
	for line := range strings.Lines(designPart(t, "From a press to the edited post")) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[2], ".go") {
			continue
		}
		steps++
		left := map[string]bool{}
		for _, f := range quoted.FindAllStringSubmatch(cells[3], -1) {
			left[f[1]] = true
		}
		for _, f := range quoted.FindAllStringSubmatch(cells[2], -1) {
			text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(f[1])))
			if err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(cells[1]), err)
				continue
			}
			declares := false
			for _, name := range quoted.FindAllStringSubmatch(cells[3], -1) {
				if regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + name[1] + `[\[(]`).Match(text) {
					declares = true
					delete(left, name[1])
				}
			}
			if !declares {
				t.Errorf("%s: %s declares none of its functions", strings.TrimSpace(cells[1]), f[1])
			}
		}
		for name := range left {
			t.Errorf("%s: no file of it declares %s", strings.TrimSpace(cells[1]), name)
		}
	}
	if steps < 10 {
		t.Errorf("the way of a press has only %d steps", steps)
	}
}
