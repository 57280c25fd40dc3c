// Package memdir keeps the temporary files of tests in memory, for tests that write many
// databases and do not depend on a disk. Only tests import it.
package memdir

import "os"

// Use sets TMPDIR to a folder in memory, unless it is already set. It does nothing if the
// machine has no such folder or it has less than a gigabyte free. Programs may not be
// allowed to run from it.
func Use() {
	const least = 1 << 30
	if os.Getenv("TMPDIR") != "" || free(folder) < least {
		return
	}
	if err := os.Setenv("TMPDIR", folder); err != nil {
		panic(err) // the name and the value are valid
	}
}

// folder is Linux's folder for files in memory.
const folder = "/dev/shm"
