package site

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// perSecond and burst are what one caller may ask for: a page with its parts, news
	// every second, and several people behind one address.
	perSecond = 40
	burst     = 200
	// keptCallers are remembered; after that all begin anew.
	keptCallers = 20000
)

// limits bounds what one caller may ask for.
type limits struct {
	every rate.Limit
	burst int

	mu      sync.Mutex
	callers map[string]*rate.Limiter
}

func newLimits(every rate.Limit, burst int) limits {
	return limits{every: every, burst: burst, callers: map[string]*rate.Limiter{}}
}

func (l *limits) allow(caller string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.callers[caller]
	if c == nil {
		if len(l.callers) >= keptCallers {
			clear(l.callers)
		}
		c = rate.NewLimiter(l.every, l.burst)
		l.callers[caller] = c
	}
	return c.AllowN(time.Now(), 1)
}

// caller returns who asks: the address of the connection, or, where that is a proxy on
// this machine, the last one that the proxy names. IPv6 counts by network.
func caller(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	ip := net.ParseIP(host)
	if ip != nil && ip.IsLoopback() {
		forwarded := r.Header.Values("X-Forwarded-For")
		if len(forwarded) > 0 {
			list := strings.Split(forwarded[len(forwarded)-1], ",")
			if named := net.ParseIP(strings.TrimSpace(list[len(list)-1])); named != nil {
				ip = named
			}
		}
	}
	if ip == nil {
		return host
	}
	if ip.To4() == nil {
		return ip.Mask(net.CIDRMask(64, 128)).String()
	}
	return ip.String()
}
