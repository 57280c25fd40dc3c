// Package rules holds the pages of this folder to the repository: every rule that is
// cited has a text, and every text a test. That tests and commands which a page names
// exist, package cmd/bot holds for all pages.
package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/golden"
	"topcut/tournament/testrun/checkout"
)

const root = "../.."

// pages are the pages by the letters of their rules.
var pages = map[string]string{"LOR": "lorcana", "RII": "riichi", "MTG": "magic", "MEC": "meccg", "PKM": "pokemon"}

var (
	// A rule is cited by its link, by its id, or by the first and the last of several,
	// between which a comment may begin a new line.
	citation = regexp.MustCompile(`(?:rules/([a-z]+)\.md#(lor|rii|mtg|mec|pkm)-|\b(LOR|RII|MTG|MEC|PKM)-|\bTest(LOR|RII|MTG|MEC|PKM))(\d+)(?:[\s/]+to[\s/]+(?:LOR|RII|MTG|MEC|PKM)-(\d+))?`)
	// Examples had ids once; nothing explains them any more.
	example  = regexp.MustCompile(`\bEX-\d\d\b|\bTestEX\d\d_`)
	heading  = regexp.MustCompile(`^### ([A-Z]{3}-\d+)$`)
	testName = regexp.MustCompile("`(?:[a-z0-9/]+\\.)?((?:Test|Fuzz|Benchmark)[A-Z]\\w*)(…?)`")
)

// cite is a place that names a rule; page is empty where it has no link.
type cite struct{ id, page, from string }

// cited returns the rules that a text names, in its order.
func cited(text string) []cite {
	var out []cite
	if !slices.ContainsFunc([]string{".md#", "LOR", "RII", "MTG", "MEC", "PKM"}, func(part string) bool { return strings.Contains(text, part) }) {
		return nil // most files, sooner than the expression finds out
	}
	for _, m := range citation.FindAllStringSubmatch(text, -1) {
		letters := strings.ToUpper(m[2] + m[3] + m[4])
		first, _ := strconv.Atoi(m[5])
		last := first
		if m[6] != "" {
			last, _ = strconv.Atoi(m[6])
		}
		for n := first; n <= last; n++ {
			id := strconv.Itoa(n)
			if n < 10 {
				id = "0" + id
			}
			out = append(out, cite{id: letters + "-" + id, page: m[1], from: m[0]})
		}
	}
	return out
}

// rule is a rule of a page.
type rule struct {
	id, page    string
	text, shown string
	tests       int // line of its tests in the page, counted from 0; -1 if it has none
}

// book reads the pages: their lines by name, and the rules in their order.
func book(t *testing.T) (map[string][]string, []rule) {
	t.Helper()
	lines, rules := map[string][]string{}, []rule(nil)
	for letters, page := range pages {
		data, err := os.ReadFile(page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		lines[page] = strings.Split(string(data), "\n")
		var r *rule
		for i, line := range lines[page] {
			switch m := heading.FindStringSubmatch(line); {
			case m != nil:
				rules = append(rules, rule{id: m[1], page: page, tests: -1})
				if r = &rules[len(rules)-1]; !strings.HasPrefix(r.id, letters) {
					t.Errorf("%s.md has %s", page, r.id)
				}
			case strings.HasPrefix(line, "#"):
				r = nil
			case r == nil || line == "":
			case strings.HasPrefix(line, "- Shown: "):
				r.shown = line
			case strings.HasPrefix(line, "- Tests:"):
				r.tests = i
			default:
				r.text += line
			}
		}
	}
	return lines, rules
}

// files calls f with each text file of the repository, by its path from the root.
func files(t *testing.T, f func(path, text string)) {
	t.Helper()
	err := checkout.Walk(root, func(path string) error {
		if filepath.Base(path) == "book_test.go" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil && !slices.Contains(data[:min(len(data), 1024)], 0) {
			name, _ := filepath.Rel(root, path)
			f(filepath.ToSlash(name), string(data))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryCitedRuleHasAText: what comments, tests, pages and planted faults cite has
// a text, on the page that a link names.
func TestEveryCitedRuleHasAText(t *testing.T) {
	_, rules := book(t)
	page := map[string]string{}
	for _, r := range rules {
		if page[r.id] != "" {
			t.Errorf("%s has two texts", r.id)
		}
		if page[r.id] = r.page; r.text == "" || r.shown == "" || r.tests < 0 {
			t.Errorf("%s needs a text, a line \"- Shown: \" and a line \"- Tests:\"", r.id)
		}
	}
	places, without := 0, 0
	files(t, func(path, text string) {
		for _, c := range cited(text) {
			places++
			if at := page[c.id]; at == "" || c.page != "" && c.page != at {
				without++
				t.Errorf("%s cites %s, which has no text on that page", path, c.id)
			}
		}
		if !strings.Contains(text, "EX") {
			return
		}
		for _, id := range example.FindAllString(text, -1) {
			without++
			t.Errorf("%s cites %s, which has no text", path, id)
		}
	})
	t.Logf("%d rules, cited %d times, %d times without a text", len(rules), places, without)
}

// TestEveryCommentLinksItsRules: the first rule of a page that a Go comment cites is a
// link, so that one click leads to the text.
func TestEveryCommentLinksItsRules(t *testing.T) {
	files(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") {
			return
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range file.Comments {
			linked := map[string]bool{}
			for _, c := range cited(text[fset.Position(group.Pos()).Offset:fset.Position(group.End()).Offset]) {
				page := pages[c.id[:3]]
				if linked[page] = linked[page] || c.page != "" || strings.HasPrefix(c.from, "Test"); !linked[page] {
					t.Errorf("%s cites %s: write docs/rules/%s.md#%s", fset.Position(group.Pos()), c.id, page, strings.ToLower(c.id))
				}
			}
		}
	})
}

// tests returns the tests of the repository that cite each rule: in the name, in the
// comment above or inside.
func tests(t *testing.T) map[string][]string {
	t.Helper()
	citing := map[string][]string{}
	files(t, func(path, text string) {
		if !strings.HasSuffix(path, "_test.go") {
			return
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !testName.MatchString("`"+f.Name.Name+"`") {
				continue
			}
			from := f.Pos()
			if f.Doc != nil {
				from = f.Doc.Pos()
			}
			name := strings.TrimPrefix(path[:strings.LastIndex(path, "/")], "./") + "." + f.Name.Name
			for _, c := range cited(text[fset.Position(from).Offset:fset.Position(f.End()).Offset]) {
				if !slices.Contains(citing[c.id], name) {
					citing[c.id] = append(citing[c.id], name)
				}
			}
		}
	})
	return citing
}

// TestEveryRuleHasATest: the line of tests of each rule has those that cite it, and at
// least one.
func TestEveryRuleHasATest(t *testing.T) {
	lines, rules := book(t)
	citing := tests(t)
	for _, r := range rules {
		names := citing[r.id]
		if len(names) == 0 {
			t.Errorf("no test cites %s", r.id)
		}
		slices.Sort(names)
		if r.tests >= 0 {
			lines[r.page][r.tests] = "- Tests: `" + strings.Join(names, "`, `") + "`"
		}
	}
	for page, text := range lines {
		golden.File(t, page+".md", strings.Join(text, "\n"))
	}
}
