package rehearse

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

// still is the speed of a stopped clock, which is moved step by step.
const still = -1

// eventClock is the event's clock. Its speed can be changed on the page while the event
// runs. The bot follows it through a file.
type eventClock struct {
	file string // "" if not written to a file

	mu      sync.Mutex // guards the fields below
	speed   float64    // relative to real time; with maxSpeed people do not wait, with still the clock is stopped
	parts   []clock    // the last one is current; the others date the past
	changed chan struct{}
}

// newEventClock returns a clock that starts now.
func newEventClock(speed float64) *eventClock {
	return &eventClock{speed: speed, parts: []clock{{began: time.Now().Truncate(time.Millisecond), opening: opening(), factor: factorOf(speed)}}, changed: make(chan struct{})}
}

// factorOf returns the speed of tournament time; with maxSpeed it runs like real time.
func factorOf(speed float64) float64 {
	if speed == still {
		return 0
	}
	return max(speed, 1)
}

// now returns the event's time.
func (d *eventClock) now() time.Time { return d.present().at(time.Now()) }

// when returns the event's time for a real time.
func (d *eventClock) when(t time.Time) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, part := range slices.Backward(d.parts) {
		if !t.Before(part.began) {
			return part.at(t)
		}
	}
	return d.parts[0].at(t)
}

func (d *eventClock) present() clock {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.parts[len(d.parts)-1]
}

// pace returns the speed, and a channel that is closed when it changes.
func (d *eventClock) pace() (speed float64, turned <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.speed, d.changed
}

// follow starts writing the clock to a file for the bot. It returns the value of the
// bot's TOPCUT_CLOCK.
func (d *eventClock) follow(file string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file = file
	return "@" + file, d.write()
}

// setSpeed changes the speed; the time continues from where it is.
func (d *eventClock) setSpeed(speed float64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.set(speed, time.Time{})
}

// jump moves a stopped clock to a later time.
func (d *eventClock) jump(to time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.speed != still {
		return nil // it was started meanwhile
	}
	return d.set(still, to)
}

// leap puts the clock forward.
func (d *eventClock) leap(by time.Duration) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.set(d.speed, d.parts[len(d.parts)-1].at(time.Now()).Add(by))
}

// step simulates setting the clock of the bot's host, forward or back: the event's time,
// which follows it, leaps too. It returns the leap.
func (d *eventClock) step(by time.Duration) (leap time.Duration, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	began := time.Now().Truncate(time.Microsecond)
	next := d.parts[len(d.parts)-1]
	here := next.at(began)
	next.opening = here.Add(time.Duration(float64(by) * next.factor)).Truncate(time.Second)
	next.began, next.ahead = began, next.ahead+by
	d.parts = append(d.parts, next)
	return next.opening.Sub(here), d.write()
}

// set begins a new part. The caller holds the lock.
func (d *eventClock) set(speed float64, from time.Time) error {
	began := time.Now().Truncate(time.Microsecond)
	here := d.parts[len(d.parts)-1].at(began)
	if here.Before(from) {
		here = from
	}
	// Begin at the next whole second, since the file has whole seconds and no clock goes
	// back.
	whole := here.Add(time.Second - time.Nanosecond).Truncate(time.Second)
	d.parts = append(d.parts, clock{began: began, opening: whole, factor: factorOf(speed)})
	d.speed = speed
	close(d.changed)
	d.changed = make(chan struct{})
	return d.write()
}

// write writes the file for the bot, if there is one. The caller holds the lock.
func (d *eventClock) write() error {
	if d.file == "" {
		return nil
	}
	next := d.file + ".next"
	if err := os.WriteFile(next, []byte(d.parts[len(d.parts)-1].String()), 0o600); err != nil {
		return fmt.Errorf("the clock cannot be turned: %w", err)
	}
	if err := os.Rename(next, d.file); err != nil {
		return fmt.Errorf("the clock cannot be turned: %w", err)
	}
	return nil
}

// pass waits until takes has passed on the event's clock, even if its speed changes. At
// maxSpeed it returns at once; it moves a stopped clock.
func (d *eventClock) pass(ctx context.Context, takes time.Duration) error {
	until := d.now().Add(takes)
	for {
		speed, turned := d.pace()
		left := until.Sub(d.now())
		switch {
		case speed == maxSpeed || left <= 0:
			return ctx.Err()
		case speed == still:
			return d.jump(until)
		}
		select {
		case <-time.After(time.Duration(float64(left) / speed)):
		case <-turned:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
