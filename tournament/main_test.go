package tournament_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage seldom: these tests make a lot of it and keep little, so that
// collecting was a third of their work.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
