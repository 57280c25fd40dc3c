package commands_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"topcut/db/memdir"
)

// TestMain lets more tests run side by side than there are processors: most of
// them wait for posts and answers. Garbage is collected seldom, since little is kept, and
// databases lie in memory.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	memdir.Use()
	if err := flag.Set("test.parallel", "12"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
