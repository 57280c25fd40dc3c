// Package memdir has the temporary files of tests in memory, for tests that write many
// databases and ask nothing of what a disk keeps. Only tests import it.
package memdir

import "os"

// Use sets TMPDIR to a folder in memory, unless it is set already. It changes nothing
// where the machine has no such folder, or one with less than a gigabyte free. Programs
// may not be allowed to run from it.
func Use() {
	const least = 1 << 30
	if os.Getenv("TMPDIR") != "" || free(folder) < least {
		return
	}
	if err := os.Setenv("TMPDIR", folder); err != nil {
		panic(err) // the name and the value are fine
	}
}

// folder is where Linux has files in memory.
const folder = "/dev/shm"
