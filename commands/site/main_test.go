package site_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage seldom: the tests make many pages and keep few.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
