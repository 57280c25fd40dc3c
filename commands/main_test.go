package commands_test

import (
	"os"
	"testing"

	"topcut/db/memdir"
	"topcut/tournament/testrun"
)

// TestMain runs more tests in parallel than there are processors, because most of them
// wait for posts and answers. Databases are in memory.
func TestMain(m *testing.M) {
	testrun.Light()
	testrun.AtOnce(16)
	memdir.Use()
	os.Exit(m.Run())
}
