package site

import (
	"net/http/httptest"
	"strconv"
	"testing"
)

// TestOnlyAProxyHereNamesTheCaller: the header counts only from a proxy on this
// machine, and of its list only the last, since callers write the others.
func TestOnlyAProxyHereNamesTheCaller(t *testing.T) {
	for _, tt := range []struct{ from, forwarded, want string }{
		{"198.51.100.7:1234", "203.0.113.9", "198.51.100.7"},
		{"[2001:db8:1:2:3::4]:1234", "203.0.113.9", "2001:db8:1:2::"},
		{"127.0.0.1:1234", "203.0.113.9", "203.0.113.9"},
		{"[::1]:1234", "198.51.100.7, 203.0.113.9", "203.0.113.9"},
		{"127.0.0.1:1234", "nonsense", "127.0.0.1"},
		{"127.0.0.1:1234", "", "127.0.0.1"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.RemoteAddr = tt.from
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		if got := caller(r); got != tt.want {
			t.Errorf("%s, forwarded for %q: %s, want %s", tt.from, tt.forwarded, got, tt.want)
		}
	}
}

// TestManyCallersTakeNoMemory: more callers than are kept are bounded all the same.
func TestManyCallersTakeNoMemory(t *testing.T) {
	l := newLimits(perSecond, 1)
	for i := range 2*keptCallers + 1 {
		if !l.allow(strconv.Itoa(i)) {
			t.Fatalf("caller %d is refused the first request", i)
		}
	}
	if len(l.callers) > keptCallers {
		t.Errorf("%d callers are remembered, at most %d are kept", len(l.callers), keptCallers)
	}
	if last := strconv.Itoa(2 * keptCallers); l.allow(last) {
		t.Error("the caller of a moment ago is not remembered")
	}
}
