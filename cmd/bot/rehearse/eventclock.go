package rehearse

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

// still is the speed of a clock that stands and is moved step by step.
const still = -1

// eventClock is the event's clock, which a page may turn while the event runs. The bot
// follows it by a file.
type eventClock struct {
	file string // empty = not written to a file

	mu      sync.Mutex // guards what follows
	speed   float64    // times as fast as an evening; maxSpeed = people do not wait, still = it stands
	parts   []clock    // the last is the present one, the others date what is past
	changed chan struct{}
}

// newEventClock returns a clock that begins now.
func newEventClock(speed float64) *eventClock {
	return &eventClock{speed: speed, parts: []clock{{began: time.Now().Truncate(time.Millisecond), opening: opening(), factor: factorOf(speed)}}, changed: make(chan struct{})}
}

// factorOf returns how fast tournament time runs at a speed; with maxSpeed it runs as
// real time.
func factorOf(speed float64) float64 {
	if speed == still {
		return 0
	}
	return max(speed, 1)
}

// now returns the event's time.
func (d *eventClock) now() time.Time { return d.present().at(time.Now()) }

// when returns the event's time at a moment of real time.
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

// pace returns the speed, and what is closed when it changes.
func (d *eventClock) pace() (speed float64, turned <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.speed, d.changed
}

// follow writes the clock to a file from now on, for the bot to follow. It returns the
// value of the bot's TOPCUT_CLOCK.
func (d *eventClock) follow(file string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file = file
	return "@" + file, d.write()
}

// setSpeed changes the speed; the time goes on from where it is.
func (d *eventClock) setSpeed(speed float64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.set(speed, time.Time{})
}

// jump moves a clock that stands to a later moment.
func (d *eventClock) jump(to time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.speed != still {
		return nil // it was let go meanwhile
	}
	return d.set(still, to)
}

// leap puts the clock forward.
func (d *eventClock) leap(by time.Duration) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.set(d.speed, d.parts[len(d.parts)-1].at(time.Now()).Add(by))
}

// step acts as if the clock of the bot's host were set, forward or back: the event's
// time, which follows from it, leaps too. It returns by how much.
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

// set begins a part; the lock is held.
func (d *eventClock) set(speed float64, from time.Time) error {
	began := time.Now().Truncate(time.Microsecond)
	here := d.parts[len(d.parts)-1].at(began)
	if here.Before(from) {
		here = from
	}
	// The next whole second, because that is how the file has them, and no clock goes
	// back.
	whole := here.Add(time.Second - time.Nanosecond).Truncate(time.Second)
	d.parts = append(d.parts, clock{began: began, opening: whole, factor: factorOf(speed)})
	d.speed = speed
	close(d.changed)
	d.changed = make(chan struct{})
	return d.write()
}

// write writes the file that the bot follows, if there is one; the lock is held.
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

// pass waits until takes has passed on the event's clock, whatever happens to the speed
// meanwhile. At maxSpeed it returns at once, and a clock that stands is moved.
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
