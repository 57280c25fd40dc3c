package site

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

// TestOnlyTheNamedProxySaysWhoAsks: anyone can send X-Forwarded-For, and would be
// another caller with each request.
func TestOnlyTheNamedProxySaysWhoAsks(t *testing.T) {
	for _, tt := range []struct{ proxy, from, forwarded, want string }{
		{"", "127.0.0.1:5", "198.51.100.7", "127.0.0.1"},
		{"", "198.51.100.7:5", "203.0.113.1", "198.51.100.7"},
		{"127.0.0.1/32", "198.51.100.7:5", "203.0.113.1", "198.51.100.7"},
		{"127.0.0.1/32", "127.0.0.1:5", "203.0.113.1", "203.0.113.1"},
		{"127.0.0.1/32", "127.0.0.1:5", "192.0.2.1, 203.0.113.1", "203.0.113.1"},
		{"127.0.0.1/32", "[::ffff:127.0.0.1]:5", "203.0.113.1", "203.0.113.1"},
		{"127.0.0.1/32", "127.0.0.1:5", "unknown", "127.0.0.1"},
		{"10.0.0.0/8", "10.9.8.7:5", "203.0.113.1", "203.0.113.1"},
		{"10.0.0.0/8", "127.0.0.1:5", "203.0.113.1", "127.0.0.1"},
		{"127.0.0.1/32", "127.0.0.1:5", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"", "[2001:db8:1:2:3:4:5:6]:5", "", "2001:db8:1:2::/64"},
	} {
		c := Config{}
		if tt.proxy != "" {
			c.Proxy = netip.MustParsePrefix(tt.proxy)
		}
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		if r.RemoteAddr = tt.from; tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		if got := New(c).caller(r); got != tt.want {
			t.Errorf("with the proxy %q, from %s for %q: %s, want %s", tt.proxy, tt.from, tt.forwarded, got, tt.want)
		}
	}
}

// TestCallersAreForgotten: after the time in which a limit fills up, a caller who
// asked for nothing is forgotten, and one who asks on is not let off.
func TestCallersAreForgotten(t *testing.T) {
	now := time.Date(2026, 9, 1, 18, 0, 0, 0, time.UTC)
	l := newLimits(10, 20)
	l.now = func() time.Time { return now } // a limit is full after two seconds
	for i := range 1000 {
		l.allow(fmt.Sprint("caller ", i))
	}
	served := 0
	for range 100 { // ten seconds at twice the rate
		now = now.Add(50 * time.Millisecond)
		for range 2 {
			if l.allow("flood") {
				served++
			}
		}
	}
	if kept := len(l.young) + len(l.old); kept != 1 {
		t.Errorf("%d callers are remembered, one asks", kept)
	}
	if served > 20+50+1 {
		t.Errorf("%d of 200 requests of a flood are served in five seconds, 70 are its due", served)
	}
}

// TestCallersBeyondThoseKeptShareOneLimit: a flood from many addresses neither grows
// the memory nor lets those go who are limited already.
func TestCallersBeyondThoseKeptShareOneLimit(t *testing.T) {
	now := time.Date(2026, 9, 1, 18, 0, 0, 0, time.UTC)
	l := newLimits(10, 20)
	l.now = func() time.Time { return now }
	for l.allow("flood") {
		now = now.Add(time.Microsecond)
	}
	served := 0
	for i := range keptCallers + 1000 {
		if l.allow(fmt.Sprint("caller ", i)) && i >= keptCallers {
			served++
		}
	}
	if kept := len(l.young) + len(l.old); kept > keptCallers {
		t.Errorf("%d callers are remembered, at most %d", kept, keptCallers)
	}
	if served > 20 || l.allow("flood") {
		t.Errorf("%d callers beyond are served at once, or the flood is let off", served)
	}
}

// TestOneCallerCannotTakeAllStreams: the limit holds for streams that are open, and
// others are served.
func TestOneCallerCannotTakeAllStreams(t *testing.T) {
	h := newHub()
	var mine []chan struct{}
	for range mostReaders {
		if c := h.join(1, "198.51.100.7"); c != nil {
			mine = append(mine, c)
		}
	}
	if len(mine) != streamsPerCaller {
		t.Fatalf("one caller has %d streams, want %d", len(mine), streamsPerCaller)
	}
	other := h.join(1, "198.51.100.8")
	if other == nil {
		t.Fatal("another caller has none")
	}
	h.leave(1, "198.51.100.7", mine[0])
	again := h.join(1, "198.51.100.7")
	if again == nil {
		t.Fatal("a stream that ended is not counted off")
	}
	for _, c := range append(mine[1:], again) {
		h.leave(1, "198.51.100.7", c)
	}
	h.leave(1, "198.51.100.8", other)
	if len(h.open) != 0 || h.count != 0 {
		t.Errorf("callers without a stream are remembered: %v", h.open)
	}
}
