package site

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// perSecond and burst limit the requests of one caller: enough for a page with its
	// parts, an update every second, and several people behind one address.
	perSecond = 40
	burst     = 200
	// streamsPerCaller bounds the open streams of one caller: enough for as many people
	// behind one address.
	streamsPerCaller = 200
	// keptCallers are limited one by one; further callers share one limit.
	keptCallers = 20000
)

// limits bounds the requests of each caller.
type limits struct {
	every rate.Limit
	burst int
	now   func() time.Time

	mu     sync.Mutex
	turned time.Time
	// A caller moves from old to young with each request. A caller still in old when the
	// maps are swapped has made no request while a limit refills, and is dropped: a new
	// limit is as full.
	young, old map[string]*rate.Limiter
	rest       *rate.Limiter // for callers beyond keptCallers
}

func newLimits(every rate.Limit, burst int) limits {
	return limits{every: every, burst: burst, now: time.Now, young: map[string]*rate.Limiter{}, rest: rate.NewLimiter(every, burst)}
}

// allow reports whether the caller may make a request now.
func (l *limits) allow(caller string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if full := time.Duration(float64(l.burst) / float64(l.every) * float64(time.Second)); now.Sub(l.turned) >= full {
		l.young, l.old = map[string]*rate.Limiter{}, l.young
		if now.Sub(l.turned) >= 2*full {
			l.old = nil
		}
		l.turned = now
	}
	c := l.young[caller]
	if c == nil {
		if c = l.old[caller]; c == nil && len(l.young)+len(l.old) >= keptCallers {
			return l.rest.AllowN(now, 1)
		}
		if c == nil {
			c = rate.NewLimiter(l.every, l.burst)
		}
		delete(l.old, caller)
		l.young[caller] = c
	}
	return c.AllowN(now, 1)
}

// caller identifies the client: the address of the connection or, if that is a configured
// proxy, the last address that the proxy added. IPv6 addresses are grouped by network.
func (s *Server) caller(r *http.Request) string {
	connection, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	ip := connection.Addr().Unmap()
	if s.cfg.Proxy.Contains(ip) {
		if forwarded := r.Header.Values("X-Forwarded-For"); len(forwarded) > 0 {
			list := strings.Split(forwarded[len(forwarded)-1], ",")
			if named, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
				ip = named.Unmap()
			}
		}
	}
	if network, err := ip.Prefix(64); err == nil && ip.Is6() {
		return network.String()
	}
	return ip.String()
}
