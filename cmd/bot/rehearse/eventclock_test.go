package rehearse

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestDial: changing the speed never moves the clock back, posted messages keep their
// times, and the file has the new speed.
func TestDial(t *testing.T) {
	d := newEventClock(600)
	file := filepath.Join(t.TempDir(), "clock")
	told, err := d.follow(file)
	if err != nil || told != "@"+file {
		t.Fatalf("told %q, %v", told, err)
	}
	factor := func() string {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(string(text), ",")[2]
	}
	if got := factor(); got != "600" {
		t.Errorf("the bot is told a factor of %s", got)
	}
	posted := time.Now()
	shown := d.when(posted)
	time.Sleep(time.Millisecond) // so that the speed changes later than that
	if err := d.setSpeed(still); err != nil {
		t.Fatal(err)
	}
	stands := d.now()
	if got := factor(); got != "0" {
		t.Errorf("the bot is told a factor of %s for a clock that stands", got)
	}
	if stands.Before(shown) {
		t.Errorf("the clock went back from %v to %v", shown, stands)
	}
	if err := d.pass(t.Context(), 10*time.Minute); err != nil {
		t.Fatal(err)
	}
	if got := d.now().Sub(stands); got != 10*time.Minute {
		t.Errorf("ten minutes moved the clock that stands by %v", got)
	}
	if got := d.when(posted); !got.Equal(shown) {
		t.Errorf("what was posted at %v is dated %v afterwards", shown, got)
	}
	if err := d.setSpeed(maxSpeed); err != nil {
		t.Fatal(err)
	}
	if err := d.pass(t.Context(), 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	if d.now().Sub(stands) > time.Hour {
		t.Error("where nobody waits, a wait moves the clock")
	}
}

// TestDial_waitsEndWhenTheClockIsTurned: a wait of an hour at ×1 ends when the speed is
// set to the maximum.
func TestDial_waitsEndWhenTheClockIsTurned(t *testing.T) {
	d := newEventClock(1)
	done := make(chan error, 1)
	go func() { done <- d.pass(t.Context(), time.Hour) }()
	if err := d.setSpeed(60); err != nil {
		t.Fatal(err)
	}
	if err := d.setSpeed(maxSpeed); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := d.setSpeed(1); err != nil {
		t.Fatal(err)
	}
	go cancel()
	if err := d.pass(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted wait ends with %v", err)
	}
}
