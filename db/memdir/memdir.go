// Package memdir keeps the temporary files of tests in memory, for tests that write many
// databases and do not depend on a disk, and copies those that many tests begin with. Only tests import it.
package memdir

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

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

// Once returns a function that makes a file and what lies beside it, whose names begin
// with its own: by a function the first time, and as copies of that from then on.
func Once(first func(path string) error) func(path string) error {
	made := sync.OnceValues(func() (map[string][]byte, error) {
		dir, err := os.MkdirTemp("", "topcut")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, "made")
		if err := first(path); err != nil {
			return nil, err
		}
		names, err := filepath.Glob(path + "*")
		files := map[string][]byte{}
		for _, name := range names {
			if files[strings.TrimPrefix(name, path)], err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		return files, err
	})
	return func(path string) error {
		files, err := made()
		for end, data := range files {
			if err := os.WriteFile(path+end, data, 0o600); err != nil {
				return err
			}
		}
		return err
	}
}
