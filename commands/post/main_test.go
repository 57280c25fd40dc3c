package post_test

import (
	"os"
	"testing"

	"topcut/db/memdir"
)

// TestMain has the databases in memory: what a disk keeps is db's.
func TestMain(m *testing.M) {
	memdir.Use()
	os.Exit(m.Run())
}
