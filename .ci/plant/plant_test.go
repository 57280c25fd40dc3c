package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sources are the files of a package, by name.
type sources map[string]string

// thisPackage is this package, whose code is as good as any to plant faults in.
func thisPackage(t *testing.T) sources {
	t.Helper()
	out := sources{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(text)
	}
	return out
}

func (s sources) tree(t *testing.T) *tree {
	t.Helper()
	out := &tree{fset: token.NewFileSet(), shapes: shapes{}, spots: map[shape][]*spot{}}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if err := out.add(name, []byte(s[name])); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// planted is a package with an edit.
func (t *tree) planted(e *Edit) (sources, error) {
	at, err := t.locate(e, weighEnough)
	if err != nil {
		return nil, err
	}
	change, err := t.splice(e, at)
	if err != nil {
		return nil, err
	}
	out := sources{}
	for _, src := range t.files {
		out[src.path] = string(src.text)
	}
	out[at.src.path] = string(spliced(at.src.text, []splice{change}))
	return out, nil
}

// declarations are what a package declares, in whatever order and files.
func (s sources) declarations(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, text := range s {
		for _, d := range parsed(t, text).Decls {
			var names []string
			for _, l := range leaves([]ast.Node{d}) {
				names = append(names, l.text)
			}
			out = append(out, fmt.Sprint(shapes{}.of(d), names))
		}
	}
	slices.Sort(out)
	return out
}

func parsed(t *testing.T, text string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return file
}

// renamed is the package with some of its names called otherwise.
func (s sources) renamed(t *testing.T, calls func(string) string) sources {
	t.Helper()
	out := sources{}
	for name, text := range s {
		var all []splice
		ast.Inspect(parsed(t, text), func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !settled(id.Name) {
				all = append(all, splice{int(id.Pos()) - 1, int(id.End()) - 1, calls(id.Name)})
			}
			return true
		})
		out[name] = string(spliced([]byte(text), all))
	}
	return out
}

// moved is the package in one file, its declarations in another order.
func (s sources) moved(t *testing.T, rng *rand.Rand) sources {
	t.Helper()
	var decls []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		for _, d := range parsed(t, s[name]).Decls {
			if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
				decls = append(decls, s[name][d.Pos()-1:d.End()-1])
			}
		}
	}
	rng.Shuffle(len(decls), func(i, j int) { decls[i], decls[j] = decls[j], decls[i] })
	return sources{"all.go": "package main\n" + strings.Join(decls, "\n\n") + "\n"}
}

// someEdits are faults of a package: conditions negated, statements removed.
func (t *tree) someEdits(rng *rand.Rand, n int) []Edit {
	var out []Edit
	add := func(at *spot, becomes func(old string) string) {
		e := Edit{Old: at.src.code(at.nodes)}
		e.New = becomes(e.Old)
		if t.settle(&e, at) == nil { // else two are alike in everything
			out = append(out, e)
		}
	}
	for _, shape := range slices.Sorted(maps.Keys(t.spots)) {
		for _, at := range t.spots[shape] {
			if b, ok := at.nodes[0].(*ast.BinaryExpr); ok && b.Op.Precedence() <= token.EQL.Precedence() {
				add(at, func(old string) string { return "!(" + old + ")" })
			}
		}
	}
	for _, l := range t.lists {
		if statements(l.nodes[0]) != nil && standsAlone([]ast.Node{l.stmts[0]}) {
			at := l.spot
			at.parent, at.nodes = at.nodes[0], []ast.Node{l.stmts[0]}
			add(&at, func(string) string { return "" })
		}
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:n]
}

// TestPlacesOutliveRenamingAndMoving plants faults before and after the package is changed:
// both must give the same package.
func TestPlacesOutliveRenamingAndMoving(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	whole := thisPackage(t)
	before := whole.tree(t)
	edits := before.someEdits(rng, 40)
	every := map[string]bool{}
	whole.renamed(t, func(name string) string { every[name] = true; return name })
	ways := map[string]func(sources) sources{
		"declarations moved": func(s sources) sources { return s.moved(t, rng) },
	}
	for _, share := range []int{10, 5, 2} {
		chosen := map[string]bool{}
		for _, name := range slices.Sorted(maps.Keys(every)) {
			chosen[name] = rng.IntN(share) == 0
		}
		ways[fmt.Sprintf("one name in %d renamed", share)] = func(s sources) sources {
			return s.renamed(t, func(name string) string {
				if chosen[name] {
					return name + "Renamed"
				}
				return name
			})
		}
	}
	for name, change := range ways {
		after := change(whole).tree(t)
		for _, e := range edits {
			planted, err := before.planted(&e)
			if err != nil {
				t.Fatal(err)
			}
			got, err := after.planted(&e)
			if err != nil {
				t.Errorf("%s: %q in %s: %v", name, e.Old, e.Decl, err)
			} else if !slices.Equal(got.declarations(t), change(planted).declarations(t)) {
				t.Errorf("%s: %q in %s is planted elsewhere", name, e.Old, e.Decl)
			}
		}
	}
}

const twoFunctions = "package p\n\n" + oneFunction + `
func second(b []int) { clear(b) }

const limit = 10
`

const oneFunction = `func first(a []int) int {
	n := 0
	for _, x := range a {
		if x > limit {
			n++
		}
		note(x)
	}
	return n
}
`

func TestAPlaceThatIsNotOneIsRefused(t *testing.T) {
	e := Edit{Old: "note(x)", Decl: "first"}
	tr := sources{"p.go": twoFunctions}.tree(t)
	if err := tr.settle(&e, tr.windows(mustParse(t, e.Old))[0]); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, becomes, says string }{
		"as it was":            {"", "", ""},
		"other code around":    {"n++", "n += 2", ""},
		"the statement twice":  {"note(x)\n", "note(x)\nnote(x)\n", "2 places fit alike"},
		"the statement gone":   {"note(x)\n", "\n", "no place"},
		"the function twice":   {"func second(b []int) { clear(b) }", twin, ""},
		"a twin, itself gone":  {"func first(a", "func other(a", ""},
		"another shape":        {"note(x)", "note(x, 1)", "no place"},
		"another twin renamed": {"note(x)\n\t}\n\treturn n\n}", "note(x)\n\t}\n\treturn n\n}\n" + twin, ""},
	} {
		_, err := sources{"p.go": strings.Replace(twoFunctions, c.old, c.becomes, 1)}.tree(t).planted(&e)
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v, and not %q", name, err, c.says)
		}
	}
}

// twin is oneFunction with another name.
var twin = strings.Replace(oneFunction, "first", "third", 1)

func mustParse(t *testing.T, text string) []ast.Node {
	t.Helper()
	p, err := parsePattern(text, false)
	if err != nil {
		t.Fatal(err)
	}
	return p.nodes
}

// TestNamesInNewCodeFollow renames what only the new code and a place beside it name.
func TestNamesInNewCodeFollow(t *testing.T) {
	e := Edit{Old: "x > limit", New: "x > limit+len(b)", With: []Edit{{Old: "clear(b)", shows: true}}}
	tr := sources{"p.go": twoFunctions}.tree(t)
	for _, hinted := range []*Edit{&e, &e.With[0]} {
		spots, _, err := tr.candidates(hinted)
		if err == nil {
			err = tr.settle(hinted, spots[len(spots)-1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	called := map[string]string{"x": "value", "limit": "most", "b": "slice"}
	got, err := sources{"p.go": twoFunctions}.renamed(t, func(name string) string { return cmp.Or(called[name], name) }).tree(t).planted(&e)
	if err != nil {
		t.Fatal(err)
	}
	if want := "if value > most+len(slice) {"; !strings.Contains(got["p.go"], want) {
		t.Errorf("not %q in\n%s", want, got["p.go"])
	}
}

// TestADiffIsToldAsEdits plants what was told of two versions and has the second.
func TestADiffIsToldAsEdits(t *testing.T) {
	for _, c := range [][2]string{
		{"x > limit", "x >= limit"},
		{"note(x)\n", "\n"},
		{"limit = 10", "limit = 11"},
		{"n := 0", "n := len(a)"},
		{"n++", "n++\n\t\t\tnote(limit)"},
		{"range a", "range a[1:]"},
	} {
		before, after := sources{"p.go": twoFunctions}, sources{"p.go": strings.Replace(twoFunctions, c[0], c[1], 1)}
		tr := before.tree(t)
		edits, err := tr.edits("p", tr.files[0], after.tree(t).files[0])
		if err != nil || len(edits) != 1 {
			t.Errorf("%q: %d edits, %v", c, len(edits), err)
			continue
		}
		got, err := tr.planted(&edits[0])
		if err != nil {
			t.Errorf("%q: %v", c, err)
		} else if !slices.Equal(got.declarations(t), after.declarations(t)) {
			t.Errorf("%q: %+v gives\n%s", c, edits[0], got["p.go"])
		}
	}
}

const game = `id = "game"
[[ranking.tiebreaks]]
func = "omw"
[[ranking.tiebreaks]]
func = "gwp"
floor = "1/3"
[[options]]
name = "match"
set = """
[bye]
games = [1, 0]
"""
[texts]
late = "who is late loses a game"
`

// TestADiffOfRulesIsToldAsEdits is the same for the keys of a ruleset.
func TestADiffOfRulesIsToldAsEdits(t *testing.T) {
	for _, c := range [][2]string{
		{`floor = "1/3"`, `floor = "1/4"`},
		{`floor = "1/3"`, ``},
		{`floor = "1/3"`, "floor = '1/3'\ndecimals = 1"},
		{"[[ranking.tiebreaks]]\nfunc = \"omw\"\n", ""},
		{"games = [1, 0]", "games = [2, 0]"},
		{"loses a game", "loses the match"},
	} {
		after := strings.Replace(game, c[0], c[1], 1)
		edits, err := rulesetEdits("game", game, after)
		if err != nil || len(edits) != 1 {
			t.Errorf("%q: %d edits, %v", c, len(edits), err)
			continue
		}
		got, err := editRuleset(game, []keyed{{Edit: &edits[0], key: edits[0].Key}})
		if err != nil {
			t.Errorf("%q: %v", c, err)
			continue
		}
		if left, err := rulesetEdits("game", got, after); err != nil || len(left) != 0 {
			t.Errorf("%q: %+v leaves %+v, %v", c, edits[0], left, err)
		}
		if _, err := editRuleset(got, []keyed{{Edit: &edits[0], key: edits[0].Key}}); err == nil {
			t.Errorf("%q: %+v fits twice", c, edits[0])
		}
	}
}

// TestTheLastUseOfAPackageCanBeRemoved: the file compiles all the same.
func TestTheLastUseOfAPackageCanBeRemoved(t *testing.T) {
	const text = "package p\n\nimport (\n\t\"errors\"\n\tother \"fmt\"\n\trand \"math/rand/v2\"\n)\n\nvar a, b, c = errors.New, other.Sprint, rand.Int\n"
	src := sources{"p.go": text}.tree(t).files[0]
	got, err := src.withoutImports([]byte(strings.Replace(text, "errors.New, other.Sprint", "0, 1", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if want := "import (\n\t_ \"errors\"\n\t_ \"fmt\"\n\trand \"math/rand/v2\"\n)"; !strings.Contains(string(got), want) {
		t.Errorf("not %q in\n%s", want, got)
	}
}

// many has functions of every form, each with an `ok` that faults are planted in.
const many = `package main

import "fmt"

type pair[T any] struct{ one, other T }

func (pair[T]) name(_ int, rest ...string) string { return "ok" + fmt.Sprint(len(rest)) }
func swap[T any](p pair[T]) (a, b T)              { return p.one, p.other }
func say(string, int)                             { fmt.Print(started, " ") }

var started = start()

func start() string { return "begins" }

func main() {
	say("", 0)
	a, b := swap(pair[int]{1, 2})
	fmt.Print(a, b, " ", pair[int]{}.name(0, "x", "y"))
}
`

// TestFaultsStandBesideWhatIsRight builds a program of all its faults once and runs it with
// none and with each.
func TestFaultsStandBesideWhatIsRight(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module many\n\ngo 1.25\n", "main.go": many, "main_test.go": "package main\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := newTree(listed{Dir: dir, GoFiles: []string{"main.go"}})
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{root: dir, listed: map[string]listed{"p": {}}, trees: map[string]*tree{"p": tr}, tests: map[string][]test{"p": {{"p", "TestIt", ""}}}}
	var all []*Fault
	prints := []string{"begins 1 2 ok2"}
	for _, c := range [][3]string{
		{"p.one", "p.other", "begins 2 2 ok2"},
		{"p.other", "p.one", "begins 1 1 ok2"},
		{"len(rest)", "-len(rest)", "begins 1 2 ok-2"},
		{`fmt.Print(started, " ")`, "fmt.Print()", "1 2 ok2"},
		{`"begins"`, `"ends"`, "ends 1 2 ok2"},
	} {
		e := Edit{In: "p", Old: c[0], New: c[1]}
		spots, _, err := tr.candidates(&e)
		if err == nil {
			for _, s := range spots {
				if text := tr.files[0].between(s.pos(), s.end()); text == c[0] {
					err = tr.settle(&e, s)
				}
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &Fault{Name: c[0], Package: "./p", Test: "TestIt", Edits: []Edit{e}})
		prints = append(prints, c[2])
	}
	outside := &Fault{Name: "outside of functions", Package: "./p", Test: "TestIt", Edits: []Edit{{In: "p", Old: "start()", New: `""`, Decl: "var started"}}}
	m := r.metamutant(append(all, outside))
	if len(m.number) != len(all) || m.number[outside] != 0 {
		t.Errorf("%d faults stand together, and not %d", len(m.number), len(all))
	}
	laid, err := overlay(t.TempDir(), m.files)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	build := exec.Command("go", "build", "-overlay", laid, "-o", program, ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for i, want := range prints {
		run := exec.Command(program)
		run.Env = append(os.Environ(), fmt.Sprintf("%s=%d", plantedBy, i))
		out, err := run.CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("fault %d prints %q, %v, and not %q", i, out, err, want)
		}
	}
}
