package main

import (
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a disk of its own that can be filled, where the system lets this
// user do so.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("topcut", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skip("no disk can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}
