package post_test

import (
	"os"
	"testing"

	"topcut/db/memdir"
)

// TestMain has the databases in memory: what a disk keeps is db's.
func TestMain(m *testing.M) {
	if file := os.Getenv(crashIn); file != "" {
		os.Exit(pollOnce(file))
	}
	memdir.Use()
	os.Exit(m.Run())
}
