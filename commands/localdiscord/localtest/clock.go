package localtest

import (
	"slices"
	"sync"
	"time"

	"topcut/commands/localdiscord"
)

// ManualClock is a [localdiscord.Clock] that moves only when told to, for tests in the
// same process as the server.
type ManualClock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*manualTimer
}

// NewManualClock returns a clock that stands at start.
func NewManualClock(start time.Time) *ManualClock { return &ManualClock{now: start} }

// Now returns the time the clock stands at.
func (c *ManualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc registers f to be called by the Advance that passes the moment.
func (c *ManualClock) AfterFunc(d time.Duration, f func()) localdiscord.Timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &manualTimer{clock: c, at: c.now.Add(d), f: f}
	i, _ := slices.BinarySearchFunc(c.timers, t, func(a, b *manualTimer) int {
		if a.at.After(b.at) {
			return 1
		}
		return -1
	})
	c.timers = slices.Insert(c.timers, i, t)
	return t
}

// Advance moves the clock forward by d and calls, in order and before it
// returns, everything that falls due on the way.
func (c *ManualClock) Advance(d time.Duration) {
	c.mu.Lock()
	end := c.now.Add(d)
	for len(c.timers) > 0 && !c.timers[0].at.After(end) {
		t := c.timers[0]
		c.timers = c.timers[1:]
		c.now = t.at
		c.mu.Unlock()
		t.f()
		c.mu.Lock()
	}
	c.now = end
	c.mu.Unlock()
}

type manualTimer struct {
	clock *ManualClock
	at    time.Time
	f     func()
}

// Stop implements [localdiscord.Timer].
func (t *manualTimer) Stop() bool {
	t.clock.mu.Lock()
	defer t.clock.mu.Unlock()
	i := slices.Index(t.clock.timers, t)
	if i < 0 {
		return false
	}
	t.clock.timers = slices.Delete(t.clock.timers, i, i+1)
	return true
}
