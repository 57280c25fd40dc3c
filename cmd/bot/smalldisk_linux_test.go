package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a separate disk that can be filled, if the system lets this user do
// so.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("topcut", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skip("no disk can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// readOnly makes a small disk take no more writes. The Go runtime still has the crash file
// of a bot that has ended in this process, see db.CatchCrash; a process of its own ends.
func readOnly(t *testing.T, dir string) {
	t.Helper()
	if err := debug.SetCrashOutput(nil, debug.CrashOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
}

// writable lets a process write to files, or not: no file of it may have a byte.
func writable(pid int, yes bool) error {
	limit := unix.Rlimit{Cur: 0, Max: unix.RLIM_INFINITY}
	if yes {
		limit.Cur = unix.RLIM_INFINITY
	}
	return unix.Prlimit(pid, unix.RLIMIT_FSIZE, &limit, nil)
}

// failingDisk mounts a separate disk, if the system lets this user do so. fail makes the
// kernel find a fault in it, so that it accepts no more writes; mend does what a host
// does then: unmount, check and mount it.
func failingDisk(t *testing.T) (dir string, fail, mend func() error) {
	t.Helper()
	dir, image := t.TempDir(), filepath.Join(t.TempDir(), "disk")
	run := func(name string, args ...string) error {
		out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
		if err != nil {
			return errors.Join(err, errors.New(string(out)))
		}
		return nil
	}
	mount := func() error { return run("mount", "-o", "loop", image, dir) }
	err := os.WriteFile(image, nil, 0o600)
	if err == nil {
		err = os.Truncate(image, 16<<20)
	}
	if err == nil {
		err = run("mkfs.ext4", "-q", "-F", image)
	}
	if err == nil {
		err = mount()
	}
	if err != nil {
		t.Skip("no disk can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	fail = func() error {
		if err := run("sync", "-f", dir); err != nil { // so that none of its pages is still being written
			return err
		}
		return run("mount", "-o", "remount,abort", dir)
	}
	return dir, fail, func() error {
		if err := unix.Unmount(dir, 0); err != nil {
			return err
		}
		if err := run("e2fsck", "-p", image); err != nil && !errors.As(err, new(*exec.ExitError)) { // 1 means repaired
			return err
		}
		return mount()
	}
}
