package post_test

import (
	"flag"
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
	flag.Parse()
	if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == atOnce.DefValue { // these tests wait more than they work
		if err := flag.Set("test.parallel", "10"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
