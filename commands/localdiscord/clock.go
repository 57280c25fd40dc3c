package localdiscord

import (
	"slices"
	"sync"
	"time"
)

// Clock is the platform's time: it dates snowflakes, ends the 3 seconds and
// the 15 minutes of an interaction and refills rate-limit buckets.
type Clock interface {
	// Now returns the current time.
	Now() time.Time
	// AfterFunc calls f once, on a goroutine of its own or inside Advance,
	// when d has passed.
	AfterFunc(d time.Duration, f func()) Timer
}

// Timer is a pending call of [Clock.AfterFunc].
type Timer interface {
	// Stop cancels the call and reports whether it did so in time.
	Stop() bool
}

// realClock is the computer's own clock.
type realClock struct{}

func (realClock) Now() time.Time { return time.Now() }

func (realClock) AfterFunc(d time.Duration, f func()) Timer { return time.AfterFunc(d, f) }

// LeapClock is the computer's own clock, which can be put forward, so that a bot in
// another process misses half an hour. Its timers run in real time; a leap fires at once
// the timers that it passes.
type LeapClock struct {
	mu     sync.Mutex
	ahead  time.Duration
	timers map[*leapTimer]bool
}

// NewLeapClock returns a clock that shows the real time.
func NewLeapClock() *LeapClock { return &LeapClock{timers: map[*leapTimer]bool{}} }

// Now implements [Clock].
func (c *LeapClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// AfterFunc implements [Clock].
func (c *LeapClock) AfterFunc(d time.Duration, f func()) Timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &leapTimer{clock: c, at: time.Now().Add(c.ahead + d), f: f}
	t.real = time.AfterFunc(d, func() {
		if t.Stop() {
			f()
		}
	})
	c.timers[t] = true
	return t
}

// Leap puts the clock forward by d and calls, in order and before it returns, everything
// that becomes due.
func (c *LeapClock) Leap(d time.Duration) {
	c.mu.Lock()
	c.ahead += d
	now := time.Now().Add(c.ahead)
	var due []*leapTimer
	for t := range c.timers {
		if !t.at.After(now) {
			due = append(due, t)
		}
	}
	c.mu.Unlock()
	slices.SortFunc(due, func(a, b *leapTimer) int { return a.at.Compare(b.at) })
	for _, t := range due {
		if t.Stop() {
			t.f()
		}
	}
}

type leapTimer struct {
	clock *LeapClock
	at    time.Time
	f     func()
	real  *time.Timer
}

// Stop implements [Timer].
func (t *leapTimer) Stop() bool {
	t.clock.mu.Lock()
	defer t.clock.mu.Unlock()
	if !t.clock.timers[t] {
		return false
	}
	delete(t.clock.timers, t)
	t.real.Stop()
	return true
}
