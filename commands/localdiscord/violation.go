package localdiscord

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Violation is an action of the bot that Discord would refuse or that a careful bot
// avoids.
type Violation struct {
	Time    time.Time `json:"time"`
	Route   string    `json:"route"`          // "POST /channels/{channel}/messages", "gateway", "interaction"
	Code    int       `json:"code,omitempty"` // Discord's error code, 0 if the request was accepted
	Reason  string    `json:"reason"`
	Excerpt string    `json:"excerpt,omitempty"` // the beginning of the payload
}

// String shows the violation on one line.
func (v Violation) String() string {
	code := ""
	if v.Code != 0 {
		code = fmt.Sprintf(" (%d)", v.Code)
	}
	return strings.TrimSpace(fmt.Sprintf("%s: %s%s %s", v.Route, v.Reason, code, v.Excerpt))
}

// Refusal is an action of a person that a real client would not allow.
type Refusal struct {
	Time   time.Time `json:"time"`
	Person string    `json:"person"`
	Action string    `json:"action"`
	Reason string    `json:"reason"`
}

// Stats counts what happened since the server started.
type Stats struct {
	Requests      int `json:"requests"`       // REST requests of the bot
	Interactions  int `json:"interactions"`   // sent to the bot
	Acknowledged  int `json:"acknowledged"`   // of these, answered in time
	Unanswered    int `json:"unanswered"`     // of these, not answered within 3 s
	Posts         int `json:"posts"`          // messages of the bot that others can see
	Private       int `json:"private"`        // messages of the bot for one person
	Edits         int `json:"edits"`          // edits of the bot's messages
	Deletes       int `json:"deletes"`        // messages deleted by the bot
	Modals        int `json:"modals"`         // modals shown
	Deduplicated  int `json:"deduplicated"`   // posts recognised by their nonce
	RateLimited   int `json:"rate_limited"`   // honest 429 answers
	Rejected      int `json:"rejected"`       // other 4xx answers
	Invalid       int `json:"invalid"`        // 401, 403 and 429 answers, of which Discord takes 10,000 per 10 min
	Faults        int `json:"faults"`         // injected into REST
	GatewayFaults int `json:"gateway_faults"` // injected into the gateway
	Connections   int `json:"connections"`    // gateway connections so far
	Streams       int `json:"streams"`        // of these, compressed as a whole
	Identifies    int `json:"identifies"`     // sessions opened
	Resumes       int `json:"resumes"`        // sessions resumed
	ResumesAstray int `json:"resumes_astray"` // of these, not at the address that READY gave
	Events        int `json:"events"`         // gateway dispatches
	Violations    int `json:"violations"`     // recorded, also those no longer kept
	Refusals      int `json:"refusals"`       // actions of people refused by their client
	Sessions      int `json:"sessions"`       // connected now
}

// Violations returns the recorded violations, oldest first; the newest 1,000
// are kept, Stats counts all.
func (s *Server) Violations() []Violation {
	s.conf.settle()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.violations.all()
}

// Refusals returns the newest 1,000 actions of people that a real client would
// not have allowed, oldest first.
func (s *Server) Refusals() []Refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refusals.all()
}

// Stats returns the counters.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.stats
	st.Sessions = s.gateway.count()
	return st
}

// Tolerate declares Discord error codes (for example 10008) that the test expects:
// answers with them are no longer violations.
func (s *Server) Tolerate(codes ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range codes {
		s.tolerated[c] = true
	}
}

// ClearViolations forgets the violations so far, for a test that has checked them.
func (s *Server) ClearViolations() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violations.reset()
	s.stats.Violations = 0
}

// violate records a violation.
func (s *Server) violate(route string, code int, reason string, payload []byte) {
	v := Violation{Time: s.now(), Route: route, Code: code, Reason: reason, Excerpt: excerpt(payload)}
	s.stats.Violations++
	s.violations.add(v)
	s.log.Warn("violation", "route", route, "code", code, "reason", reason)
	s.changed.fire()
}

// excerpt shortens a payload to a recognisable part.
func excerpt(payload []byte) string {
	const most = 500
	if len(payload) <= most {
		return strings.ToValidUTF8(string(payload), "?")
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(payload[cut]) {
		cut--
	}
	return strings.ToValidUTF8(string(payload[:cut]), "?") + "..."
}

// ring keeps the newest entries of a journal.
type ring[T any] struct {
	items []T
	limit int
	first int // index of the oldest entry once the ring is full
	total int // entries ever added
}

func newRing[T any](limit int) ring[T] { return ring[T]{limit: limit} }

func (r *ring[T]) add(v T) {
	if r.limit <= 0 {
		return
	}
	r.total++
	if len(r.items) < r.limit {
		r.items = append(r.items, v)
		return
	}
	r.items[r.first] = v
	r.first = (r.first + 1) % r.limit
}

func (r *ring[T]) all() []T { return r.after(0) }

// after returns the kept entries beyond the first n ever added.
func (r *ring[T]) after(n int) []T {
	oldest := r.total - len(r.items)
	skip := min(max(n-oldest, 0), len(r.items))
	out := make([]T, 0, len(r.items)-skip)
	for i := skip; i < len(r.items); i++ {
		out = append(out, r.items[(r.first+i)%len(r.items)])
	}
	return out
}

func (r *ring[T]) reset() { *r = ring[T]{limit: r.limit, total: 0} }
