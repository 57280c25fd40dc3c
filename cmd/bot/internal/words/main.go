// Command words counts what makes the repository hard to read, one count a line, and fails with
// a list where there is more than is allowed:
//
//   - rules that are cited and have no text in docs/rules;
//   - nobody, somebody, everybody and whoever in Go comments, tests included;
//   - paragraphs over 600 characters in the pages at the top and in docs, code and tables
//     aside;
//   - subjects of commits since a base that are not "area: what changes" in at most 72
//     characters, in lower case after the colon. Without the base, as in a shallow
//     clone, they are not counted, which is said;
//   - files that git keeps in a folder that checkout.Walk does not know, so that no test reads
//     them.
package main

import (
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"topcut/tournament/testrun/checkout"
)

const (
	longest = 600 // characters of a paragraph
	subject = 72  // characters of the subject of a commit
)

var (
	vague   = regexp.MustCompile(`(?i)\b(nobody|somebody|everybody|whoever)\b`)
	form    = regexp.MustCompile(`^[a-z0-9][a-z0-9/._, -]*: [^A-Z\s]`)
	item    = regexp.MustCompile(`^\s*([-*+]|\d+\.) `)
	without = regexp.MustCompile(`(?m)^.*\S+ cites \S+, which has no text.*$`)
)

func main() {
	report := flag.Bool("report", false, "count only, without lists, and never fail")
	words := flag.Int("words", 100, "how many vague words comments may have")
	base := flag.String("base", "b432a1a", "commit whose followers have subjects in form")
	flag.Parse()

	failed := false
	count := func(what string, found []string, allowed int) {
		if !*report && len(found) > allowed {
			failed = true
			for _, line := range found {
				fmt.Println(line)
			}
		}
		fmt.Printf("%s: %d (allowed: %d)\n", what, len(found), allowed)
	}
	ids, err := citedWithoutText()
	check(err)
	count("rules cited without a text", ids, 0)
	said, err := vagueWords()
	check(err)
	count("nobody, somebody, everybody, whoever in Go comments", said, *words)
	long, err := longParagraphs()
	check(err)
	count(fmt.Sprintf("paragraphs over %d characters", longest), long, 0)
	outside, err := filesOutside()
	check(err)
	count("files outside the folders that tests read", outside, 0)
	if exec.Command("git", "cat-file", "-e", *base+"^{commit}").Run() != nil {
		fmt.Printf("commit subjects out of form: not counted, this clone does not reach back to %s\n", *base)
	} else {
		subjects, err := subjectsOutOfForm(*base)
		check(err)
		count("commit subjects out of form since "+*base, subjects, 0)
	}
	if failed {
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, ".ci/words:", err)
		os.Exit(2)
	}
}

// citedWithoutText asks the test of the book, which knows what cites a rule.
func citedWithoutText() ([]string, error) {
	out, err := exec.Command("go", "test", "-count=1", "./docs/rules", "-run", "^TestEveryCitedRuleHasAText$").CombinedOutput()
	found := without.FindAllString(string(out), -1)
	if err != nil && len(found) == 0 {
		return nil, fmt.Errorf("the test of docs/rules: %w\n%s", err, out)
	}
	return found, nil
}

// each calls f with each file of a folder whose name ends so.
func each(folder, ending string, f func(path, text string) error) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || path == "tmp") {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() || !strings.HasSuffix(path, ending) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return f(path, string(data))
	})
}

func vagueWords() (found []string, err error) {
	err = each(".", ".go", func(path, text string) error {
		if path == filepath.Join("cmd", "bot", "internal", "words", "main.go") {
			return nil // names them
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, group := range file.Comments {
			for _, comment := range group.List {
				for _, word := range vague.FindAllString(comment.Text, -1) {
					found = append(found, fmt.Sprintf("%s: %s", fset.Position(comment.Pos()), word))
				}
			}
		}
		return nil
	})
	return found, err
}

func longParagraphs() (found []string, err error) {
	look := func(path, text string) error {
		for _, p := range paragraphs(text) {
			if n := utf8.RuneCountInString(p.text); n > longest {
				found = append(found, fmt.Sprintf("%s:%d: a paragraph of %d characters", path, p.line, n))
			}
		}
		return nil
	}
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "UPGRADING.md", "SECURITY.md"} {
		data, err := os.ReadFile(page)
		if err != nil {
			return nil, err
		}
		_ = look(page, string(data))
	}
	return found, each("docs", ".md", look)
}

type paragraph struct {
	line int // its first, counted from 1
	text string
}

// paragraphs returns the paragraphs of a page; each item of a list is one. Code,
// headings and rows of tables are none.
func paragraphs(page string) []paragraph {
	var all []paragraph
	code, open := false, false
	for i, line := range strings.Split(page, "\n") {
		text := strings.TrimSpace(line)
		fence := strings.HasPrefix(text, "```")
		if fence {
			code = !code
		}
		if fence || code || text == "" || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "#") {
			open = false
			continue
		}
		if open && !item.MatchString(line) {
			all[len(all)-1].text += " " + text
			continue
		}
		all, open = append(all, paragraph{i + 1, text}), true
	}
	return all
}

func filesOutside() ([]string, error) {
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	return checkout.Outside(strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")), nil
}

func subjectsOutOfForm(base string) ([]string, error) {
	out, err := exec.Command("git", "log", "--no-merges", "--format=%h %s", base+"..HEAD").Output()
	if err != nil {
		return nil, fmt.Errorf("git log: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return slices.DeleteFunc(lines, func(line string) bool {
		_, said, ok := strings.Cut(line, " ")
		return !ok || form.MatchString(said) && utf8.RuneCountInString(said) <= subject
	}), nil
}
