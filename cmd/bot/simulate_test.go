package main

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"
)

// docs/rules/lorcana.md#lor-14: an interrupted simulation says so in one line and fails.
func TestASimulationCanBeStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	event := `{"version":1,"ruleset":"magic","cut":2,"rounds_planned":3,"players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]}`
	for _, line := range []string{"simulate --players 512 --rounds 10 --trials 100000", "odds --trials 100000"} {
		got := runProgram(ctx, nil, event, strings.Fields(line)...)
		if got.code != codeFailed || got.stdout != "" || got.stderr != "topcut: the simulation was stopped before it had an answer\n" {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// The bar is drawn only on a terminal, grows with the work and is removed.
func TestProgressBar(t *testing.T) {
	if newProgress(&bytes.Buffer{}, "simulating") != nil {
		t.Error("a file has a progress bar")
	}
	var none *progress
	none.show(1, 2)
	none.clear()
	var out bytes.Buffer
	bar := &progress{w: &out, what: "simulating"}
	bar.show(1, 2)
	if want := "\rsimulating [###############...............]  50%"; out.String() != want {
		t.Errorf("the bar is %q, want %q", out.String(), want)
	}
	bar.clear()
	if got := out.String(); !strings.HasSuffix(got, "\r") || strings.TrimRight(got, " \r") == "" {
		t.Errorf("after the work the line is %q", got)
	}
}

// TestThreadsAreCapped: each thread has its own kernel, so a typing error would use up
// all memory.
func TestThreadsAreCapped(t *testing.T) {
	for _, n := range []int{1, runtime.NumCPU(), 1 << 30} {
		if got := threadsOf(n); got < 1 || got > runtime.NumCPU() {
			t.Errorf("--threads %d works with %d", n, got)
		}
	}
}
