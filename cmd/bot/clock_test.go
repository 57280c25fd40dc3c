package main

import (
	"errors"
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	const start, epoch = 1_767_225_600, 1_772_820_000
	for _, tc := range []struct {
		text   string
		passed time.Duration // of real time since the start
		want   time.Time
	}{
		{"1767225600,1772820000,60", 0, time.Unix(epoch, 0)},
		{"1767225600,1772820000,60", time.Second, time.Unix(epoch+60, 0)},
		{"1767225600 1772820000 0.5", 10 * time.Second, time.Unix(epoch+5, 0)},
		{"1767225600.5, 1772820000, 2", 1500 * time.Millisecond, time.Unix(epoch+2, 0)},
		{"1767225600,1772820000,100", -time.Second, time.Unix(epoch-100, 0)},
		{"", 3 * time.Second, time.Unix(start+3, 0)},
	} {
		c, err := newClock(tc.text, true)
		if err != nil {
			t.Fatalf("%q: %v", tc.text, err)
		}
		c.real = func() time.Time { return time.Unix(start, 0).Add(tc.passed) }
		if got := c.now(); !got.Equal(tc.want) {
			t.Errorf("%q after %v: %v, want %v", tc.text, tc.passed, got.UTC(), tc.want.UTC())
		}
	}
}

func TestClockRefuses(t *testing.T) {
	if _, err := newClock("1,2,3", false); !errors.Is(err, errClockOnline) {
		t.Errorf("away from loopback: %v", err)
	}
	if _, err := newClock(" ", false); err != nil {
		t.Errorf("empty, away from loopback: %v", err)
	}
	for _, text := range []string{"1", "1,2", "1,2,3,4", "a,b,c", "1,2,0", "1,2,-1", "1,2,NaN", "1,2,1e9", "Inf,2,3", "1,2e20,3"} {
		if _, err := newClock(text, true); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
