package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A repo is the source that faults are planted in, each package read once.
type repo struct {
	root    string
	listed  map[string]listed // by folder, from the top
	trees   map[string]*tree
	tests   map[string][]test
	exports map[string]string // files of compiled packages, once something is checked
	imports types.Importer
}

// newRepo is the repository of the folder that the program runs in.
func newRepo() (*repo, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	r := &repo{root: root, listed: map[string]listed{}, trees: map[string]*tree{}, tests: map[string][]test{}}
	all, err := goList("./...")
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		dir, err := filepath.Rel(root, l.Dir)
		if err != nil {
			return nil, err
		}
		r.listed[filepath.ToSlash(dir)] = l
	}
	return r, nil
}

// tree is a package, by its folder.
func (r *repo) tree(dir string) (*tree, error) {
	if t := r.trees[dir]; t != nil {
		return t, nil
	}
	l, ok := r.listed[dir]
	if !ok {
		return nil, fmt.Errorf("there is no package in %q", dir)
	}
	t, err := newTree(l)
	if err != nil {
		return nil, err
	}
	r.trees[dir] = t
	return t, nil
}

// locate finds the place of an edit: in its package, or in the one package that has it now.
func (r *repo) locate(e *Edit) (*tree, *spot, error) {
	t, err := r.tree(e.In)
	if err == nil {
		var s *spot
		if s, err = t.locate(e, weighEnough); err == nil {
			return t, s, nil
		}
	}
	var in *tree
	var at *spot
	for dir := range r.listed {
		if dir == e.In {
			continue
		}
		other, failed := r.tree(dir)
		if failed != nil {
			return nil, nil, failed
		}
		s, none := other.locate(e, weighElsewhere)
		switch {
		case none != nil:
		case at != nil:
			return nil, nil, fmt.Errorf("%w, and in other packages %s and %s do", err, in.where([]*spot{at}), other.where([]*spot{s}))
		default:
			in, at = other, s
		}
	}
	if at == nil {
		return nil, nil, err
	}
	return in, at, nil
}

// planted are the files of a fault as they become, by their paths.
func (r *repo) planted(f *Fault) (map[string][]byte, error) {
	if f.harmless() {
		return r.renamed(f.Edits[0])
	}
	splices, rules, err := r.changes(f)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for src, all := range splices {
		text, err := src.withoutImports(spliced(src.text, all))
		if err != nil {
			return nil, fmt.Errorf("does not compile: %w", err)
		}
		out[src.path] = text
	}
	for id, all := range rules {
		path, err := rulesetFile(id)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		changed, err := editRuleset(string(text), all)
		if err != nil {
			return nil, err
		}
		out[filepath.Join(r.root, path)] = []byte(changed)
	}
	return out, nil
}

// changes are what a fault changes of files of Go, and of rulesets by their ids.
func (r *repo) changes(f *Fault) (map[*source][]splice, map[string][]keyed, error) {
	rules := map[string][]keyed{}
	splices := map[*source][]splice{}
	for i := range f.Edits {
		e := &f.Edits[i]
		if e.Rules != "" {
			rules[e.Rules] = append(rules[e.Rules], keyed{Edit: e, key: e.Key})
			continue
		}
		t, s, err := r.locate(e)
		if err != nil {
			return nil, nil, err
		}
		change, err := t.splice(e, s)
		if err != nil {
			return nil, nil, err
		}
		splices[s.src] = append(splices[s.src], change)
	}
	return splices, rules, nil
}

// renamed are the files in which the field that is stored under a name has another name in Go.
func (r *repo) renamed(e Edit) (map[string][]byte, error) {
	name, err := r.stored(e)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, l := range r.listed {
		for _, file := range slices.Concat(l.GoFiles, l.TestGoFiles, l.XTestGoFiles) {
			path := filepath.Join(l.Dir, file)
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			if !bytes.Contains(text, []byte(name)) {
				continue
			}
			fset := token.NewFileSet()
			parsed, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			var all []splice
			for _, l := range leaves([]ast.Node{parsed}) {
				if l.text == name {
					at := fset.Position(l.pos).Offset
					all = append(all, splice{at, at + len(name), name + "Renamed"})
				}
			}
			if all != nil {
				out[path] = spliced(text, all)
			}
		}
	}
	return out, nil
}

// stored is the name in Go of the field that is stored under a name, by its tag.
func (r *repo) stored(e Edit) (string, error) {
	t, err := r.tree(e.In)
	if err != nil {
		return "", err
	}
	tag := regexp.MustCompile(`(json|toml):"` + e.Renames + `[,"]`)
	found := map[string]bool{}
	for _, src := range t.files {
		ast.Inspect(src.tree, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && field.Tag != nil && len(field.Names) == 1 && tag.MatchString(field.Tag.Value) {
				found[field.Names[0].Name] = true
			}
			return true
		})
	}
	names := slices.Collect(maps.Keys(found))
	if len(names) != 1 {
		return "", fmt.Errorf("%d fields of %s are stored as %q", len(names), e.In, e.Renames)
	}
	return names[0], nil
}

// compiles checks the types of the packages whose files a fault changes. The bodies of
// functions in other files are left out: they mean nothing to it.
func (r *repo) compiles(files map[string][]byte) error {
	if err := r.readExports(); err != nil {
		return err
	}
	dirs := map[string]bool{}
	for path := range files {
		if strings.HasSuffix(path, ".go") {
			dirs[filepath.Dir(path)] = true
		}
	}
	for dir := range dirs {
		rel, err := filepath.Rel(r.root, dir)
		if err != nil {
			return err
		}
		t, err := r.tree(filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		if err := t.check(files, r.imports); err != nil {
			return err
		}
	}
	return nil
}

// readExports learns where the Go command keeps compiled packages.
func (r *repo) readExports() error {
	if r.imports != nil {
		return nil
	}
	all, err := goList("-deps", "-export", "./...")
	if err != nil {
		return err
	}
	r.exports = map[string]string{}
	for _, l := range all {
		r.exports[l.ImportPath] = l.Export
	}
	r.imports = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(r.exports[path])
	})
	return nil
}

// check checks the types of a package with changed files.
func (t *tree) check(changed map[string][]byte, imports types.Importer) error {
	var files []*ast.File
	fset := t.fset
	for _, src := range t.files {
		text, ok := changed[src.path]
		if !ok {
			files = append(files, bodiless(src.tree))
			continue
		}
		file, err := parser.ParseFile(fset, src.path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	var first error
	conf := types.Config{Importer: imports, Error: func(err error) {
		var e types.Error
		unused := errors.As(err, &e) && strings.HasSuffix(e.Msg, " and not used")
		if first == nil && !(unused && changed[fset.Position(e.Pos).Filename] == nil) {
			first = err
		}
	}}
	_, _ = conf.Check(t.path, fset, files, nil)
	return first
}

// bodiless is a file whose functions have no bodies.
func bodiless(file *ast.File) *ast.File {
	out := *file
	out.Decls = slices.Clone(file.Decls)
	for i, d := range out.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && f.Name.Name != "init" {
			short := *f
			short.Body = nil
			if f.Type.TypeParams != nil || f.Recv != nil {
				short.Body = &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: panicking}}}
			}
			out.Decls[i] = &short
		}
	}
	return &out
}

// panicking ends a function of any result.
var panicking = &ast.CallExpr{Fun: ast.NewIdent("panic"), Args: []ast.Expr{ast.NewIdent("nil")}}

// ruleNamed is the rule that a fault is about, by its number.
var ruleNamed = regexp.MustCompile(`^rule ([A-Z]+-[0-9]+):`)

// holdsRule reports an error unless the book of the rules names the test of a fault for its
// rule.
func (r *repo) holdsRule(f *Fault) error {
	m := ruleNamed.FindStringSubmatch(f.Name)
	if m == nil {
		return nil
	}
	pages, err := filepath.Glob(filepath.Join(r.root, "docs/rules/*.md"))
	if err != nil {
		return err
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		_, rule, _ := strings.Cut(string(text), "\n### "+m[1]+"\n")
		rule, _, _ = strings.Cut(rule, "\n#")
		if strings.Contains(rule, "."+f.Test+"`") {
			return nil
		}
	}
	return fmt.Errorf("docs/rules does not name %s for %s", f.Test, m[1])
}

// overlay writes files beside the source, and what tells the Go command of them.
func overlay(dir string, files map[string][]byte) (string, error) {
	replace := map[string]string{}
	for path, text := range files {
		to := filepath.Join(dir, fmt.Sprintf("%d%s", len(replace), filepath.Ext(path)))
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return "", err
		}
		replace[path] = to
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, data, 0o644)
}
