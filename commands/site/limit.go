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
	// perSecond and burst are what one caller may ask for: a page with its parts, news
	// every second, and several people behind one address.
	perSecond = 40
	burst     = 200
	// streamsPerCaller may be open at once, for as many people behind one address.
	streamsPerCaller = 200
	// keptCallers are limited one by one; further ones share one limit.
	keptCallers = 20000
)

// limits bounds what one caller may ask for.
type limits struct {
	every rate.Limit
	burst int
	now   func() time.Time

	mu     sync.Mutex
	turned time.Time
	// A caller moves from old to young with each request. A caller still in old when
	// the maps turn has asked for nothing while a limit fills up, and is forgotten:
	// a new limit is as full.
	young, old map[string]*rate.Limiter
	rest       *rate.Limiter // of callers beyond keptCallers
}

func newLimits(every rate.Limit, burst int) limits {
	return limits{every: every, burst: burst, now: time.Now, young: map[string]*rate.Limiter{}, rest: rate.NewLimiter(every, burst)}
}

// allow reports whether the caller may ask now.
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

// caller returns who asks: the address of the connection or, if that is a proxy of
// the configuration, the last one that the proxy names. IPv6 counts by network.
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
