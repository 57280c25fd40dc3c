package db

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// TestAKillForWantOfMemoryIsACrash: the kernel counts such kills since it was booted, and
// nothing else tells a process that was killed for its memory from one that was killed
// from outside. What the Go runtime writes is told first.
func TestAKillForWantOfMemoryIsACrash(t *testing.T) {
	d := openTest(t)
	before := proc
	proc = t.TempDir()
	t.Cleanup(func() {
		proc = before
		if err := debug.SetCrashOutput(nil, debug.CrashOptions{}); err != nil {
			t.Error(err)
		}
	})
	kernel := func(boot, killed string) {
		t.Helper()
		for name, text := range map[string]string{"sys/kernel/random/boot_id": boot + "\n", "vmstat": "pgfree 7\noom_kill " + killed + "\n"} {
			name = filepath.Join(proc, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	is := func(what, want string) {
		t.Helper()
		if got := crashOf(d.path); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	is("no file", "")
	if err := d.CatchCrash(); err != nil { // where the system tells nothing
		t.Fatal(err)
	}
	is("nothing is known", "")
	kernel("a", "3")
	is("nothing was known when it started", "")
	if err := d.CatchCrash(); err != nil {
		t.Fatal(err)
	}
	is("killed from outside", "")
	kernel("a", "4")
	is("killed for want of memory", outOfMemory)
	kernel("b", "0")
	is("ended with the machine", "")
	f, err := os.OpenFile(d.path+crashEnd, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("panic: poisoned\n\n" + strings.Repeat("goroutine 1\n", 1000)); err != nil {
		t.Fatal(err)
	}
	if got := crashOf(d.path); !strings.HasPrefix(got, "panic: poisoned") || len(got) > maxCrash {
		t.Errorf("crashed: %q", got)
	}
}
