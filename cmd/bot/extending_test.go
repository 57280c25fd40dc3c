package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topcut/tournament/golden"
)

var (
	extend      = flag.Bool("extending", false, "make each addition of docs/extending.md in a copy of the tree, and run what stands under it")
	extendOnce  = flag.Bool("extending.together", false, "make all additions at once in a copy of the tree, and run what stands under them")
	extendWhole = flag.Bool("extending.all", false, "with -extending.together: then write anew what is generated, and run every test")
)

const extendingPage = "../../docs/extending.md"

// addition is a worked example of docs/extending.md.
type addition struct {
	title string
	files int // number of files it touches, according to the table
	diff  string
	run   []string // commands below it
}

// TestWorkedExamples keeps docs/extending.md correct: each of its diffs applies with all
// its context and touches as many files as the table says. UPDATE=1 rewrites the diffs if
// the lines around them have changed. With -extending each addition is made in a copy of
// the tree, and the commands below it run there; with -extending.together all are made at
// once, so that the tree is compiled once, and with -extending.all then neither
// `make golden` nor any test fails.
func TestWorkedExamples(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git, which applies the diffs, here")
	}
	text, err := os.ReadFile(extendingPage)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), "\r\n", "\n")
	list, update := additions(t, page), golden.Updating(t)
	for i := range list {
		a := &list[i]
		t.Run(a.title, func(t *testing.T) {
			t.Cleanup(func() {
				if t.Failed() {
					t.Log(golden.Remedy(t))
				}
			})
			patched := begun(t, git, t.TempDir(), root, changed(a.diff))
			if _, err := patched.try(a.diff, "apply", "--reverse", "--check"); err == nil {
				t.Skip("the addition is made here already")
			}
			if !update {
				patched.apply(a.diff)
			} else {
				patched.applyNear(a.diff)
				now := patched.diff()
				page = strings.Replace(page, a.diff, now, 1)
				a.diff = now
			}
			if n := len(changed(a.diff)); n != a.files {
				t.Errorf("it touches %d files, and the table says %d", n, a.files)
			}
		})
	}
	if update {
		golden.Write(t, extendingPage, []byte(page))
	}
	if *extend || *extendOnce {
		extended(t, git, root, list)
	}
}

// TestTheEveningOfThePageIsPlayed: the script in docs/extending.md is that of a file
// which TestEvenings plays.
func TestTheEveningOfThePageIsPlayed(t *testing.T) {
	page, err := os.ReadFile(extendingPage)
	if err != nil {
		t.Fatal(err)
	}
	played, err := os.ReadFile("../../commands/testdata/evenings/kill-and-back.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, script, _ := strings.Cut(strings.ReplaceAll(string(played), "\r\n", "\n"), "\n")
	script, _, _ = strings.Cut(script, "-- posts --\n")
	if !strings.Contains(strings.ReplaceAll(string(page), "\r\n", "\n"), "```\n"+script) {
		t.Errorf("docs/extending.md does not show the script that is played:\n%s", script)
	}
}

// additions parses the page.
func additions(t *testing.T, page string) (list []addition) {
	t.Helper()
	shown := regexp.MustCompile("(?s)\n## ([^\n]+)\n(?:[^#].*?)?\n```diff\n(.*?\n)```\n\n```console\n(.*?\n)```\n").FindAllStringSubmatch(page, -1)
	rows := regexp.MustCompile(`(?m)^\| (an? [^|]+) \| (\d+) \|`).FindAllStringSubmatch(page, -1)
	if len(rows) == 0 || len(shown) != len(rows) {
		t.Fatalf("docs/extending.md shows %d additions, and its table has %d", len(shown), len(rows))
	}
	for i, e := range shown {
		if rows[i][1] != e[1] {
			t.Fatalf("the table has %q where %q is shown", rows[i][1], e[1])
		}
		files, err := strconv.Atoi(rows[i][2])
		if err != nil {
			t.Fatal(err)
		}
		a := addition{title: e[1], files: files, diff: e[2]}
		for line := range strings.Lines(e[3]) {
			a.run = append(a.run, strings.TrimPrefix(strings.TrimSpace(line), "$ "))
		}
		list = append(list, a)
	}
	return list
}

// changed returns the files that a diff names.
func changed(diff string) (files []string) {
	for _, m := range regexp.MustCompile(`(?m)^\+\+\+ b/(.+)$`).FindAllStringSubmatch(diff, -1) {
		files = append(files, m[1])
	}
	return files
}

// extended makes the additions in a copy of the tree: one after the other, all at once,
// or both.
func extended(t *testing.T, git, root string, list []addition) {
	out, err := exec.Command(git, "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatalf("the files of the tree: %v", err)
	}
	c := begun(t, git, t.TempDir(), root, strings.Split(strings.Trim(string(out), "\x00"), "\x00"))
	if *extend {
		for _, a := range list {
			t.Run("made/"+a.title, func(t *testing.T) {
				c.t = t
				c.apply(a.diff)
				for _, line := range a.run {
					c.sh(line)
				}
				c.reset()
			})
		}
	}
	if !*extendOnce {
		return
	}
	t.Run("made/all", func(t *testing.T) {
		c.t = t
		for _, a := range list {
			c.applyNear(a.diff)
		}
		for _, line := range linesOf(list) {
			c.sh(line)
		}
		if *extendWhole {
			c.sh("make golden")
			c.sh("go test ./...")
		}
	})
}

// linesOf returns the commands of all additions, each once: first what begins a language,
// then what writes files, then the rest.
func linesOf(list []addition) (lines []string) {
	kind := func(line string) int {
		switch {
		case strings.Contains(line, " -begin "):
			return 0
		case strings.HasPrefix(line, "UPDATE="):
			return 1
		}
		return 2
	}
	for _, a := range list {
		lines = append(lines, a.run...)
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Or(kind(a)-kind(b), strings.Compare(a, b)) })
	return slices.Compact(lines)
}

// tree is a copy of files of this tree in a git repository.
type tree struct {
	t        *testing.T
	git, dir string
}

// begun copies those of the files that exist, with their times, so that a test with
// unchanged files stays cached.
func begun(t *testing.T, git, dir, root string, files []string) *tree {
	t.Helper()
	c := &tree{t, git, dir}
	for _, name := range files {
		from, to := filepath.Join(root, name), filepath.Join(dir, name)
		info, err := os.Stat(from)
		if os.IsNotExist(err) {
			continue // the diff creates it
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(to, time.Time{}, info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
	c.do("", "init", "-q")
	c.do("", "add", "-A")
	c.do("", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "commit", "-q", "--allow-empty", "-m", "as it is")
	return c
}

// do runs git with an input and returns its output.
func (c *tree) do(input string, args ...string) string {
	c.t.Helper()
	out, err := c.try(input, args...)
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

func (c *tree) try(input string, args ...string) (string, error) {
	cmd := exec.Command(c.git, append([]string{"-c", "core.autocrlf=false"}, args...)...)
	cmd.Dir, cmd.Stdin = c.dir, strings.NewReader(input)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, &errs)
	}
	return string(out), nil
}

// apply applies a diff with its complete context.
func (c *tree) apply(diff string) {
	c.t.Helper()
	c.do(diff, "apply", "--whitespace=nowarn")
}

var (
	fileHead = regexp.MustCompile(`(?m)^diff --git `)
	hunkHead = regexp.MustCompile(`(?m)^@@ `)
)

// applyNear applies a diff hunk by hunk. It locates each by those lines before and after
// it that still exist: all of them, the nearest, only those before it, or only those
// after it.
func (c *tree) applyNear(diff string) {
	c.t.Helper()
	for _, file := range parts(fileHead, diff)[1:] {
		hunks := parts(hunkHead, file)
		for _, hunk := range hunks[1:] {
			lines := strings.SplitAfter(strings.TrimSuffix(hunk, "\n"), "\n")
			first, last := 1, len(lines)
			for lines[first][0] == ' ' {
				first++
			}
			for lines[last-1][0] == ' ' {
				last--
			}
			before := lines[0] + strings.Join(lines[1:last], "")
			after := lines[0] + strings.Join(lines[first:], "")
			var err error
			for _, near := range []string{hunk, before, after} {
				near = hunks[0] + strings.TrimSuffix(near, "\n") + "\n"
				if _, err = c.try(near, "apply", "--whitespace=nowarn", "--recount", "--unidiff-zero", "-C1"); err == nil {
					break
				}
			}
			if err != nil {
				c.t.Fatalf("a hunk is to be mended by hand: %v\n%s", err, hunk)
			}
		}
	}
}

// parts splits a text before each match; the part before the first match comes first.
func parts(begin *regexp.Regexp, text string) []string {
	out, at := []string{}, 0
	for _, m := range begin.FindAllStringIndex(text, -1) {
		out, at = append(out, text[at:m[0]]), m[0]
	}
	return append(out, text[at:])
}

// diff returns the changes since the copy was made.
func (c *tree) diff() string {
	c.t.Helper()
	c.do("", "add", "-A", "--intent-to-add")
	return regexp.MustCompile(`(?m)^index .*\n`).ReplaceAllString(c.do("", "diff", "--no-color", "--no-ext-diff"), "")
}

// reset undoes all changes.
func (c *tree) reset() {
	c.t.Helper()
	c.do("", "reset", "-q", "--hard")
	c.do("", "clean", "-fdq")
}

// sh runs a shell command, which must succeed.
func (c *tree) sh(line string) {
	c.t.Helper()
	begin := time.Now()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = c.dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "UPDATE=") })
	out, err := cmd.CombinedOutput()
	c.t.Logf("%s: %s", time.Since(begin).Round(100*time.Millisecond), line)
	if err != nil {
		c.t.Errorf("%v\n%s", err, out)
		c.t.Cleanup(func() { c.t.Logf("failed: %s: %v", line, err) }) // once more, at the end
	}
}
