package tournament_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage seldom: these tests make a lot of it and keep little, so that
// collecting was a third of their work. Properties are tried a quarter as often as rapid
// would; .ci/run says -rapid.checks 100.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
