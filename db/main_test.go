package db

import (
	"os"
	"testing"

	"topcut/db/memdir"
	"topcut/tournament/testrun"
)

// onDisk is the folder of temporary files for tests of what a disk keeps.
var onDisk = os.TempDir()

// TestMain has the files of all other tests in memory.
func TestMain(m *testing.M) {
	memdir.Use()
	testrun.Light()
	os.Exit(m.Run())
}
