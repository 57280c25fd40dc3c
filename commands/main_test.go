package commands_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"topcut/db/memdir"
)

// TestMain runs more tests in parallel than there are processors, because most of them
// wait for posts and answers. Garbage is collected rarely, since little is kept, and
// databases are in memory.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	memdir.Use()
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
