package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var extend = flag.Bool("extending", false, "build and run the worked examples of docs/extending.md")

// TestWorkedExamples keeps docs/extending.md true: each of its diffs applies, and
// touches no more files than it says. With -extending what stands under it is run
// on the tree with the diff, which is laid over this one and changes nothing.
func TestWorkedExamples(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git, which applies the diffs, here")
	}
	page, err := os.ReadFile("../../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]int{"A game with a new tiebreaker": 2, "A command with a button": 3, "A kind of stage": 2}
	example := regexp.MustCompile("(?s)\n## ([^\n]+)\n.*?\n```diff\n(.*?\n)```\n\n```console\n(.*?\n)```\n")
	shown := example.FindAllStringSubmatch(string(page), -1)
	if len(shown) != len(most) {
		t.Fatalf("docs/extending.md shows %d examples, not %d", len(shown), len(most))
	}
	for _, e := range shown {
		t.Run(e[1], func(t *testing.T) {
			over := laidOver(t, git, root, e[2])
			if n := len(over); n > most[e[1]] {
				t.Errorf("it touches %d files, at most %d are meant", n, most[e[1]])
			}
			if !*extend {
				return
			}
			data, err := json.Marshal(map[string]any{"Replace": over})
			if err != nil {
				t.Fatal(err)
			}
			overlay := filepath.Join(t.TempDir(), "overlay.json")
			if err := os.WriteFile(overlay, data, 0o600); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(e[3]) {
				line = regexp.MustCompile(`^\$ go (run|test) `).ReplaceAllString(strings.TrimSpace(line), "go $1 -overlay "+overlay+" ")
				cmd := exec.Command("sh", "-c", line)
				cmd.Dir = root
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%s: %v\n%s", line, err, out)
				}
			}
		})
	}
}

// laidOver applies a diff to copies of the files it names, and returns the copies
// by the files they stand for.
func laidOver(t *testing.T, git, root, diff string) map[string]string {
	dir := t.TempDir()
	over := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\+\+\+ b/(.+)$`).FindAllStringSubmatch(diff, -1) {
		file, copied := filepath.Join(root, m[1]), filepath.Join(dir, m[1])
		over[file] = copied
		data, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			continue // the diff makes it
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(copied), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(git, "apply", "-C1", "-")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(diff)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the diff does not apply any more: %v\n%s", err, out)
	}
	return over
}
