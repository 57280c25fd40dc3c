package db

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// crashEnd is the suffix of the file into which the Go runtime writes why a process with
// an open database crashes. Its first line is written when the process starts, see
// crashHead; a crash leaves more than that.
const crashEnd = ".crash"

// proc is the folder in which Linux tells about the system.
var proc = string(os.PathSeparator) + "proc"

// crashHead returns the first line of the crash file: the boot of the machine, and how
// many processes its kernel has killed since for want of memory. The line has no values
// where the system does not tell them.
func crashHead() string {
	boot, _ := os.ReadFile(filepath.Join(proc, "sys/kernel/random/boot_id"))
	stat, _ := os.ReadFile(filepath.Join(proc, "vmstat"))
	var killed string
	for line := range strings.Lines(string(stat)) {
		if n, ok := strings.CutPrefix(line, "oom_kill "); ok {
			killed = strings.TrimSpace(n)
		}
	}
	return fmt.Sprintf("boot=%s oom_kill=%s\n", strings.TrimSpace(string(boot)), killed)
}

// CatchCrash makes the Go runtime write a crash of this process into a file beside the
// database, from which the next Open takes DB.Crash.
func (d *DB) CatchCrash() error {
	if err := mark(d.path+crashEnd, strings.TrimSpace(crashHead())); err != nil {
		return err
	}
	f, err := os.OpenFile(d.path+crashEnd, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close() // the runtime keeps a duplicate
	return debug.SetCrashOutput(f, debug.CrashOptions{})
}

// outOfMemory is the value of DB.Crash after the kernel has killed a process for want of
// memory.
const outOfMemory = "out-of-memory"

// maxCrash bounds how much of a crash file is read.
const maxCrash = 4 << 10

// crashOf returns how a process crashed that left a crash file, or "" if it did not crash
// as far as can be told. The kernel's kills are counted for the whole machine, so another
// process may have been meant.
func crashOf(path string) string {
	f, err := os.Open(path + crashEnd)
	if err != nil {
		return ""
	}
	defer f.Close()
	text := make([]byte, maxCrash)
	n, _ := f.Read(text)
	head, trace, _ := bytes.Cut(text[:n], []byte("\n"))
	if trace = bytes.TrimSpace(trace); len(trace) > 0 {
		return string(trace)
	}
	before, now := strings.TrimSpace(string(head)), strings.TrimSpace(crashHead())
	boot, killed, _ := strings.Cut(before, " ")
	bootNow, killedNow, _ := strings.Cut(now, " ")
	if boot == bootNow && boot != "boot=" && killed != killedNow {
		return outOfMemory
	}
	return ""
}
