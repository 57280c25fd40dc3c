package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// clock is tournament time, for deadlines, timestamps and schedules. Usually it is real
// time. A rehearsal may run it faster, from a starting time of its own:
//
//	tournament time = epoch + (real time - start) * factor
//
// Platform time (Discord's three seconds, heartbeats, rate limits) is always real.
type clock struct {
	real func() time.Time
	file string // where the rate is read from; "" if it never changes

	mu   sync.Mutex // guards the fields below
	rate rate
	read os.FileInfo // of the file when last read
}

// rate maps real time to tournament time; the zero value is real time.
type rate struct {
	start, epoch time.Time
	factor       float64       // 0 stops the clock at epoch
	ahead        time.Duration // how far the host's clock was put forward
}

var errClockOnline = errors.New("TOPCUT_CLOCK is for rehearsals on a local Discord only; unset it, or set the API base to a loopback address")

// newClock parses the value of TOPCUT_CLOCK: unix start, unix epoch and factor, separated
// by commas or spaces, and optionally the seconds by which the host's clock was put
// forward; or @FILE, a file with these numbers that is read again whenever it is
// replaced. An empty value means real time.
func newClock(text string, loopback bool) (*clock, error) {
	c := &clock{real: time.Now}
	text = strings.TrimSpace(text)
	if text == "" {
		return c, nil
	}
	if !loopback {
		return nil, errClockOnline
	}
	var err error
	if name, ok := strings.CutPrefix(text, "@"); ok {
		c.file = name
		return c, c.follow()
	}
	c.rate, err = readRate(text)
	return c, err
}

// readRate parses three or four numbers.
func readRate(text string) (rate, error) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
	if len(parts) == 3 {
		parts = append(parts, "0")
	}
	var n [4]float64
	for i := range n {
		var err error
		if len(parts) != len(n) {
			err = errors.New("three numbers are needed")
		} else {
			n[i], err = strconv.ParseFloat(parts[i], 64)
		}
		if err != nil || math.IsNaN(n[i]) || math.Abs(n[i]) > 1e11 {
			return rate{}, fmt.Errorf("TOPCUT_CLOCK must be unix start, unix epoch and factor, such as 1767225600,1772820000,60; not %q", text)
		}
	}
	if n[2] < 0 || n[2] > 1e6 {
		return rate{}, fmt.Errorf("the factor of TOPCUT_CLOCK must be at least 0 and at most 1000000, not %v", n[2])
	}
	return rate{unixSeconds(n[0]), unixSeconds(n[1]), n[2], time.Duration(n[3] * float64(time.Second))}, nil
}

func unixSeconds(s float64) time.Time {
	whole, part := math.Modf(s)
	return time.Unix(int64(whole), int64(part*1e9)).UTC()
}

// follow reads the file again if it has been replaced.
func (c *clock) follow() error {
	info, err := os.Stat(c.file)
	if err != nil {
		return fmt.Errorf("the file of TOPCUT_CLOCK: %w", err)
	}
	if c.read != nil && os.SameFile(info, c.read) && info.ModTime().Equal(c.read.ModTime()) {
		return nil
	}
	text, err := os.ReadFile(c.file)
	if err != nil {
		return fmt.Errorf("the file of TOPCUT_CLOCK: %w", err)
	}
	r, err := readRate(string(text))
	if err != nil {
		return err
	}
	c.rate, c.read = r, info
	return nil
}

// host returns the host's clock.
func (c *clock) host() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.real().Add(c.rate.ahead)
}

// now returns tournament time.
func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file != "" {
		_ = c.follow() // if the file is missing or half written, time goes on as before
	}
	if c.rate.start.IsZero() {
		return c.real()
	}
	passed := c.real().Sub(c.rate.start)
	return c.rate.epoch.Add(time.Duration(float64(passed) * c.rate.factor))
}
