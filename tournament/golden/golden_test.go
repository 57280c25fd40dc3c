package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writer is a test of another name, which notes what fails.
type writer struct {
	testing.TB
	name   string
	failed []string
}

func (w *writer) Name() string { return w.name }

func (w *writer) Errorf(format string, args ...any) {
	w.failed = append(w.failed, fmt.Sprintf(format, args...))
}

func TestAWriterThatMakeGoldenDoesNotRunFails(t *testing.T) {
	w := &writer{TB: t, name: "TestOfNoRecipe/part"}
	Updating(w)
	if got := strings.Join(w.failed, "\n"); !strings.Contains(got, "TestOfNoRecipe writes files") || !strings.Contains(got, "Makefile") {
		t.Errorf("it says %q", got)
	}
}

func TestAStaleFileSaysWhatWritesItAnew(t *testing.T) {
	name := filepath.Join(t.TempDir(), "page.md")
	for _, held := range []string{"", "old\r\n", "new\r\n"} {
		if held != "" {
			if err := os.WriteFile(name, []byte(held), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		w := &writer{TB: t, name: "TestAStaleFileSaysWhatWritesItAnew"}
		t.Setenv("UPDATE", "")
		File(w, name, "new\n")
		got := strings.Join(w.failed, "\n")
		if stale := held != "new\r\n"; stale != strings.Contains(got, "`UPDATE=1 go test ./tournament/golden -run '^TestAStaleFileSaysWhatWritesItAnew$'`") {
			t.Errorf("with %q in the file it says %q", held, got)
		}
	}
}

func TestUpdateWritesAFileAnew(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "page.md")
	t.Setenv("UPDATE", "1")
	w := &writer{TB: t, name: "TestUpdateWritesAFileAnew"}
	File(w, name, "new\n")
	if data, err := os.ReadFile(name); err != nil || string(data) != "new\n" {
		t.Errorf("%q is written: %v", data, err)
	}
}
