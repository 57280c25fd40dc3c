package post_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"topcut/db/memdir"
)

// TestMain has the databases in memory, since what a disk keeps is tested in db, and
// collects garbage seldom: the tests keep little.
func TestMain(m *testing.M) {
	if file := os.Getenv(crashIn); file != "" {
		os.Exit(pollOnce(file))
	}
	if file := os.Getenv(postIn); file != "" {
		os.Exit(postOnce(file))
	}
	if file := os.Getenv(liveIn); file != "" {
		os.Exit(live(file))
	}
	if file := os.Getenv(hangIn); file != "" {
		os.Exit(hang(file))
	}
	memdir.Use()
	debug.SetGCPercent(400)
	flag.Parse()
	if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == atOnce.DefValue { // these tests mostly wait
		if err := flag.Set("test.parallel", "10"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
