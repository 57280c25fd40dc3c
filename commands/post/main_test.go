package post_test

import (
	"os"
	"testing"

	"topcut/db/memdir"
	"topcut/tournament/testrun"
)

// TestMain has the databases in memory, since what a disk keeps is tested in db.
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
	testrun.Light()
	testrun.AtOnce(10) // these tests mostly wait
	os.Exit(m.Run())
}
