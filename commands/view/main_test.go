package view_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage rarely: these tests allocate much and keep little.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
