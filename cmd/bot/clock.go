package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// clock is tournament time: deadlines, timestamps and schedules. Usually it is
// real time. A rehearsal may run it faster, from a moment of its own:
//
//	tournament time = epoch + (real time - start) * factor
//
// Platform time (Discord's three seconds, heartbeats, rate limits) is always
// real.
type clock struct {
	real         func() time.Time
	start, epoch time.Time
	factor       float64 // 0 = real time
}

var errClockOnline = errors.New("TOPCUT_CLOCK is for rehearsals on a local Discord only; unset it, or set the API base to a loopback address")

// newClock reads TOPCUT_CLOCK: unix start, unix epoch and factor, separated by
// commas or spaces. Empty is real time.
func newClock(text string, loopback bool) (clock, error) {
	c := clock{real: time.Now}
	if strings.TrimSpace(text) == "" {
		return c, nil
	}
	if !loopback {
		return c, errClockOnline
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	var n [3]float64
	for i := range n {
		var err error
		if len(parts) != len(n) {
			err = errors.New("three numbers are needed")
		} else {
			n[i], err = strconv.ParseFloat(parts[i], 64)
		}
		if err != nil || math.IsNaN(n[i]) || math.Abs(n[i]) > 1e11 {
			return c, fmt.Errorf("TOPCUT_CLOCK must be unix start, unix epoch and factor, such as 1767225600,1772820000,60; not %q", text)
		}
	}
	if n[2] <= 0 || n[2] > 1e6 {
		return c, fmt.Errorf("the factor of TOPCUT_CLOCK must be above 0 and at most 1000000, not %v", n[2])
	}
	c.start, c.epoch, c.factor = unixSeconds(n[0]), unixSeconds(n[1]), n[2]
	return c, nil
}

func unixSeconds(s float64) time.Time {
	whole, part := math.Modf(s)
	return time.Unix(int64(whole), int64(part*1e9)).UTC()
}

// now returns tournament time.
func (c clock) now() time.Time {
	if c.factor == 0 {
		return c.real()
	}
	passed := c.real().Sub(c.start)
	return c.epoch.Add(time.Duration(float64(passed) * c.factor))
}
