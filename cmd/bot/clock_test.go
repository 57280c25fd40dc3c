package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	const start, epoch = 1_767_225_600, 1_772_820_000
	for _, tc := range []struct {
		text   string
		passed time.Duration // real time since the start
		want   time.Time
	}{
		{"1767225600,1772820000,60", 0, time.Unix(epoch, 0)},
		{"1767225600,1772820000,60", time.Second, time.Unix(epoch+60, 0)},
		{"1767225600 1772820000 0.5", 10 * time.Second, time.Unix(epoch+5, 0)},
		{"1767225600.5, 1772820000, 2", 1500 * time.Millisecond, time.Unix(epoch+2, 0)},
		{"1767225600,1772820000,100", -time.Second, time.Unix(epoch-100, 0)},
		{"1767225600,1772820000,0", time.Hour, time.Unix(epoch, 0)},
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

// TestClockFollowsItsFile: a rehearsal changes the clock of a running bot by replacing
// the file.
func TestClockFollowsItsFile(t *testing.T) {
	const start, epoch = 1_767_225_600, 1_772_820_000
	name := filepath.Join(t.TempDir(), "clock")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(name+".new", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(name+".new", name); err != nil {
			t.Fatal(err)
		}
	}
	put("1767225600,1772820000,60")
	c, err := newClock("@"+name, true)
	if err != nil {
		t.Fatal(err)
	}
	c.real = func() time.Time { return time.Unix(start+10, 0) }
	for _, step := range []struct {
		text string
		want int64
	}{
		{"", epoch + 600},
		{"1767225610,1772820600,0", epoch + 600},
		{"1767225600,1772820600,600\n", epoch + 6600},
		{"not a clock", epoch + 6600},
	} {
		if step.text != "" {
			put(step.text)
		}
		if got := c.now().Unix(); got != step.want {
			t.Errorf("after %q: %d, want %d", step.text, got, step.want)
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
	for _, text := range []string{"1", "1,2", "1,2,3,4,5", "1,2,3,x", "a,b,c", "1,2,-1", "@/not/there", "1,2,NaN", "1,2,1e9", "Inf,2,3", "1,2e20,3"} {
		if _, err := newClock(text, true); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// TestAStepOfTheHostsClockIsRehearsed: the fourth number is the error of the host's
// clock, which does not affect the event's time a second time.
func TestAStepOfTheHostsClockIsRehearsed(t *testing.T) {
	c, err := newClock("1767225600,1772820000,60,5400", true)
	if err != nil {
		t.Fatal(err)
	}
	real := time.Unix(1_767_225_610, 0)
	c.real = func() time.Time { return real }
	if got := c.host().Sub(real); got != 90*time.Minute {
		t.Errorf("the host's clock is %v ahead", got)
	}
	if got := c.now().Unix(); got != 1_772_820_600 {
		t.Errorf("the event's time is %d", got)
	}
}
