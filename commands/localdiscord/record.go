package localdiscord

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"topcut/commands/localdiscord/schema"
)

// Exchange is a recorded REST request with its answer, or a gateway payload.
type Exchange struct {
	Time        time.Time `json:"time"`
	Kind        string    `json:"kind"` // "rest", "sent" by the server, "received" from the bot
	Method      string    `json:"method,omitempty"`
	Path        string    `json:"path,omitempty"` // with version and query
	ContentType string    `json:"content_type,omitempty"`
	Body        []byte    `json:"body,omitempty"` // request body or gateway payload
	Status      int       `json:"status,omitempty"`
	Answer      []byte    `json:"answer,omitempty"`
}

// kind names the kind of an exchange: a route without its ids and tokens, or the name of
// an event.
func (x *Exchange) kind() string {
	if x.Kind != "rest" {
		name := ""
		if i := bytes.LastIndex(x.Body, []byte(`"t":`)); i >= 0 {
			name = string(x.Body[i:])
		}
		return x.Kind + name
	}
	path, _, _ := strings.Cut(x.Path, "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if strings.ContainsAny(part, "0123456789") && len(part) > 3 {
			parts[i] = ""
		}
	}
	return x.Method + strings.Join(parts, "/")
}

// conformance records exchanges and checks them. It has a lock of its own, so
// that it can be called with and without the server's.
type conformance struct {
	openapi *schema.OpenAPI
	gateway *schema.Gateway
	live    bool

	mu        sync.Mutex
	recording ring[Exchange]
	backlog   []Exchange
	seen      map[string]int // recorded exchanges, by kind
	checked   int
	skipped   int
	busy      bool
	closed    bool
	changed   *sync.Cond
}

const (
	// If the check falls behind by longBacklog exchanges, only samples are checked: the
	// first of each kind, then one in regular intervals.
	longBacklog  = 1000
	sampledFirst = 100
	sampledEvery = 20

	largestRecorded = 1 << 20 // bytes of a body that are kept
)

func newConformance(cfg Conformance, record int) *conformance {
	c := &conformance{
		openapi: cfg.OpenAPI, gateway: cfg.Gateway, live: cfg.Live,
		recording: newRing[Exchange](record), seen: map[string]int{},
	}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// add records an exchange.
func (c *conformance) add(x Exchange) {
	if c.recording.limit == 0 && !c.live {
		return
	}
	if len(x.Body) > largestRecorded {
		x.Body = nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.recording.add(x)
	if !c.live || c.closed {
		return
	}
	kind := x.kind()
	c.seen[kind]++
	n := c.seen[kind]
	if len(c.backlog) >= longBacklog && n > sampledFirst && n%sampledEvery != 0 {
		c.skipped++
		return
	}
	c.backlog = append(c.backlog, x)
	c.changed.Broadcast()
}

// work checks the backlog until close.
func (c *conformance) work(report func(Violation)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for len(c.backlog) == 0 && !c.closed {
			c.changed.Wait()
		}
		if c.closed {
			c.backlog = nil
			c.changed.Broadcast()
			return
		}
		x := c.backlog[0]
		c.backlog = c.backlog[1:]
		c.busy = true
		c.mu.Unlock()
		for _, v := range c.check(x) {
			report(v)
		}
		c.mu.Lock()
		c.busy = false
		c.checked++
		c.changed.Broadcast()
	}
}

// settle waits until everything recorded has been checked.
func (c *conformance) settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for (len(c.backlog) > 0 || c.busy) && !c.closed {
		c.changed.Wait()
	}
}

func (c *conformance) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.changed.Broadcast()
}

// check compares one exchange with the descriptions. Requests that the server has refused
// are not compared.
func (c *conformance) check(x Exchange) []Violation {
	var found []Violation
	add := func(route string, problems []string, payload []byte) {
		for _, p := range problems {
			found = append(found, Violation{Time: x.Time, Route: route, Reason: p, Excerpt: excerpt(payload)})
		}
	}
	switch {
	case x.Kind == "rest" && c.openapi != nil:
		if x.Status < 300 && (x.Body != nil || x.ContentType == "") {
			add("conformance of request "+x.Method+" "+x.Path, c.openapi.Request(x.Method, x.Path, x.ContentType, x.Body), x.Body)
		}
		add("conformance of answer to "+x.Method+" "+x.Path, c.openapi.Response(x.Method, x.Path, x.Status, withoutDetails(x.Status, x.Answer)), x.Answer)
	case x.Kind == "sent" && c.gateway != nil:
		add("conformance of gateway event", c.gateway.Receive(withRoleFlag(x.Body)), x.Body)
	case x.Kind == "received" && c.gateway != nil:
		add("conformance of gateway payload", c.gateway.Send(x.Body), x.Body)
	}
	return found
}

// withRoleFlag sets the flag of every role in a payload: the schema allows only the one
// known flag, 1, but nearly all real roles have 0.
func withRoleFlag(payload []byte) []byte {
	return bytes.ReplaceAll(payload, []byte(`"unicode_emoji":null,"flags":0`), []byte(`"unicode_emoji":null,"flags":1`))
}

// withoutDetails removes the details from a refusal. The description wants their codes to
// be numbers, but Discord documents and sends names such as BASE_TYPE_REQUIRED. It also
// wants a code in every refusal, which only some rate limits have.
func withoutDetails(status int, answer []byte) []byte {
	var refusal map[string]json.RawMessage
	if status < 400 || json.Unmarshal(answer, &refusal) != nil {
		return answer
	}
	delete(refusal, "errors")
	if status == http.StatusTooManyRequests && refusal["code"] == nil {
		refusal["code"] = json.RawMessage("0")
	}
	short, err := json.Marshal(refusal)
	if err != nil {
		return answer
	}
	return short
}

// observe records a REST request and its answer.
func (s *Server) observe(req *request, a response) {
	if req.route == nil || req.version == 0 {
		return // an unknown route is a violation already
	}
	x := Exchange{
		Time: s.now(), Kind: "rest", Method: req.method, Path: req.uri, ContentType: req.contentType,
		Body: req.body, Status: a.status,
	}
	if raw, isRaw := a.body.(json.RawMessage); isRaw {
		x.Answer = raw
	} else if a.body != nil {
		x.Answer, _ = json.Marshal(a.body) // an answer that cannot be marshalled was replaced in decide
	}
	s.conf.add(x)
}

// recordGateway records a gateway payload.
func (s *Server) recordGateway(sent bool, raw []byte) {
	kind := "received"
	if sent {
		kind = "sent"
	}
	s.conf.add(Exchange{Time: s.now(), Kind: kind, Body: raw})
}

// Recording returns the recorded exchanges, oldest first.
func (s *Server) Recording() []Exchange {
	s.conf.mu.Lock()
	defer s.conf.mu.Unlock()
	return s.conf.recording.all()
}

// Conform checks the recorded exchanges against the descriptions and returns the
// violations, both the bot's and the server's. It is for runs without [Conformance.Live].
func (s *Server) Conform() []Violation {
	var found []Violation
	for _, x := range s.Recording() {
		found = append(found, s.conf.check(x)...)
	}
	return found
}

// bookConformance records a finding of the live check.
func (s *Server) bookConformance(v Violation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violate(v.Route, 0, v.Reason, []byte(v.Excerpt))
}

// Checked returns how many exchanges the live check has compared with Discord's
// descriptions, and how many it skipped: if it falls behind, it takes samples.
func (s *Server) Checked() (checked, skipped int) {
	s.conf.settle()
	s.conf.mu.Lock()
	defer s.conf.mu.Unlock()
	return s.conf.checked, s.conf.skipped
}
