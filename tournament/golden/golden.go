// Package golden holds files to what a test writes today. With UPDATE=1 in the
// environment the test writes them anew; `make golden` runs every such test, and a test
// that it does not name fails, so that none is forgotten. Only tests import it.
package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Updating reports whether the test is to write its files anew. It fails the test if
// `make golden` does not name it.
func Updating(t testing.TB) bool {
	t.Helper()
	here, err := found()
	if err != nil {
		t.Fatal(err)
	}
	if !here.made.MatchString(test(t)) {
		t.Errorf("%s writes files, and `make golden` does not run it: name it in the Makefile", test(t))
	}
	return os.Getenv("UPDATE") == "1"
}

// File holds a file, named from the folder of the test, to a text.
func File(t testing.TB, name, text string) {
	t.Helper()
	if Updating(t) {
		Write(t, name, []byte(text))
		return
	}
	held, err := os.ReadFile(name)
	if err != nil {
		t.Errorf("%v; %s", err, Remedy(t))
		return
	}
	lines := func(s string) []string { return strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") }
	if diff := cmp.Diff(lines(string(held)), lines(text)); diff != "" {
		t.Errorf("%s is stale. If the change is meant, %s (-in the file +today):\n%s", name, Remedy(t), diff)
	}
}

// Part holds what a page has between <!-- mark --> and <!-- /mark --> to a text.
func Part(t testing.TB, name, mark, text string) {
	t.Helper()
	before, _, after := Between(t, name, mark)
	File(t, name, before+text+after)
}

// Between returns what a page has between <!-- mark --> and <!-- /mark -->, and what is
// before and behind that.
func Between(t testing.TB, name, mark string) (before, part, after string) {
	t.Helper()
	held, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+mark+" -->\n", "<!-- /"+mark+" -->"
	page := strings.ReplaceAll(string(held), "\r\n", "\n")
	before, rest, begun := strings.Cut(page, begin)
	part, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s has no part between %q and %q", name, begin, end)
	}
	return before + begin, part, end + after
}

// Write writes a file where it says something else. A test that compares by itself calls
// it where Updating says so.
func Write(t testing.TB, name string, data []byte) {
	t.Helper()
	if held, err := os.ReadFile(name); err == nil && bytes.Equal(held, data) {
		return
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("written: %s", name)
}

// Remedy says how the files of the test are written anew.
func Remedy(t testing.TB) string {
	t.Helper()
	here, err := found()
	if err != nil {
		t.Fatal(err)
	}
	return "`UPDATE=1 go test " + here.folder + " -run '^" + test(t) + "$'` writes it anew, `make golden` everything that is generated"
}

// test is the name of a test without those of its parts.
func test(t testing.TB) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return name
}

// place is where the tests run.
type place struct {
	folder string         // of the package, from the root of the module
	made   *regexp.Regexp // the tests of it that `make golden` runs
}

var (
	recipe = regexp.MustCompile(`(?m)^golden: ##.*\n(?:\t.*\n)*`)
	run    = regexp.MustCompile(` test (\S+) -run '([^']+)'`)
)

var found = sync.OnceValues(func() (place, error) {
	folder, err := os.Getwd()
	if err != nil {
		return place{}, err
	}
	root := folder
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil || root == filepath.Dir(root) {
			break
		}
		root = filepath.Dir(root)
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		return place{}, err
	}
	within, err := filepath.Rel(root, folder)
	if err != nil {
		return place{}, err
	}
	here, tests := place{folder: "./" + filepath.ToSlash(within)}, []string{`^$`}
	lines := recipe.FindString(strings.ReplaceAll(string(makefile), "\r\n", "\n"))
	for _, m := range run.FindAllStringSubmatch(lines, -1) {
		if m[1] == here.folder {
			tests = append(tests, strings.ReplaceAll(m[2], "$$", "$"))
		}
	}
	here.made, err = regexp.Compile(strings.Join(tests, "|"))
	return here, err
})
