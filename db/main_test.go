package db

import (
	"os"
	"runtime/debug"
	"testing"

	"topcut/db/memdir"
)

// onDisk is the folder of temporary files for tests of what a disk keeps.
var onDisk = os.TempDir()

// TestMain has the files of all other tests in memory, and collects garbage seldom: the
// tests keep little.
func TestMain(m *testing.M) {
	memdir.Use()
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
