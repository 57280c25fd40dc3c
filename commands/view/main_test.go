package view_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage seldom: these tests make a lot of it and keep little.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
