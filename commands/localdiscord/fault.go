package localdiscord

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"topcut/commands/wire"
)

// Fault is one thing that can go wrong with a REST request.
type Fault string

// The faults of REST requests.
const (
	FaultUser429   Fault = "429-user"   // this bucket is full
	FaultShared429 Fault = "429-shared" // a bucket that others also fill
	FaultGlobal429 Fault = "429-global" // 50 requests in a second
	FaultHTML429   Fault = "429-html"   // Cloudflare, with a page instead of JSON
	Fault500       Fault = "500"
	Fault502       Fault = "502"
	FaultCutBefore Fault = "cut-before" // connection lost, nothing happened
	FaultCutAfter  Fault = "cut-after"  // connection lost, the request took effect
	FaultSlow      Fault = "slow"       // answered late
	FaultLate      Fault = "late"       // connection lost, the request takes effect a while later
	FaultTwice     Fault = "twice"      // takes effect twice: a POST again a while after its answer
	Fault401       Fault = "401"        // a stray refusal of the token
	Fault403       Fault = "403"        // a permission is briefly missing
	Fault404       Fault = "404"        // the channel is briefly not found
	FaultHTML403   Fault = "403-html"   // a proxy's refusal, with a page instead of JSON
)

// AllFaults returns every kind of REST fault.
func AllFaults() []Fault {
	return []Fault{
		FaultUser429, FaultShared429, FaultGlobal429, FaultHTML429, Fault500, Fault502, FaultCutBefore, FaultCutAfter, FaultSlow,
		FaultLate, FaultTwice, Fault401, Fault403, Fault404, FaultHTML403,
	}
}

// FaultPlan says what goes wrong at random, drawn from the server's seed.
// Percentages are from 0 to 100.
type FaultPlan struct {
	// Percent of REST requests that fail, and Kinds to draw from evenly, by
	// default all.
	Percent float64 `json:"percent"`
	Kinds   []Fault `json:"kinds,omitempty"`
	// Method and Path restrict the faults to requests with this method and
	// this part in their path.
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	// RetryAfter is what a 429 asks for; default 300 ms. Latency is how late a
	// slow answer comes, or a late effect; default 250 ms. Both in nanoseconds in
	// JSON.
	RetryAfter time.Duration `json:"retry_after,omitempty"`
	Latency    time.Duration `json:"latency,omitempty"`
	// Duplicate, Delay and Swap are the percentages of gateway events that
	// arrive twice, late by EventDelay (default 200 ms), or after their
	// successor.
	Duplicate  float64       `json:"duplicate,omitempty"`
	Delay      float64       `json:"delay,omitempty"`
	Swap       float64       `json:"swap,omitempty"`
	EventDelay time.Duration `json:"event_delay,omitempty"`
	// Flap is the percentage of requests about a channel for which the bot loses a
	// permission there, until FlapFor (default 300 ms) has passed: to see the channel, to
	// write in it or to attach files.
	Flap    float64       `json:"flap,omitempty"`
	FlapFor time.Duration `json:"flap_for,omitempty"`
}

// Faults makes things go wrong, by a random plan or step by step.
type Faults struct {
	srv *Server
	rng *rand.Rand

	// Guarded by the server's lock.
	plan     FaultPlan
	script   []scripted
	events   []eventFault
	first    []int
	closes   []int
	holdAcks bool
	dark     bool
	flapping map[string]bool // channels in which a permission is missing for now
}

type scripted struct {
	method, path string
	fault        Fault
	times        int
}

type eventFaultKind int

const (
	eventPlain eventFaultKind = iota
	eventDuplicate
	eventDelay
	eventSwap
)

type eventFault struct {
	kind  eventFaultKind
	delay time.Duration
}

func newFaults(s *Server, seed uint64) *Faults {
	return &Faults{srv: s, rng: rand.New(rand.NewPCG(seed, 0x6661756c74))}
}

// Plan replaces the random faults; the zero plan ends them.
func (f *Faults) Plan(p FaultPlan) {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	if len(p.Kinds) == 0 {
		p.Kinds = AllFaults()
	}
	if p.RetryAfter <= 0 {
		p.RetryAfter = 300 * time.Millisecond
	}
	if p.Latency <= 0 {
		p.Latency = 250 * time.Millisecond
	}
	if p.EventDelay <= 0 {
		p.EventDelay = 200 * time.Millisecond
	}
	if p.FlapFor <= 0 {
		p.FlapFor = 300 * time.Millisecond
	}
	f.plan = p
}

// Script makes the next requests with this method and this part in their path (each may
// be empty) fail in this way, the given number of times.
func (f *Faults) Script(method, path string, fault Fault, times int) {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	f.script = append(f.script, scripted{method: method, path: path, fault: fault, times: times})
}

// Clear ends all planned and scripted faults.
func (f *Faults) Clear() {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	f.plan, f.script, f.events, f.first, f.closes, f.holdAcks, f.dark = FaultPlan{}, nil, nil, nil, nil, false, false
}

// take decides whether a request fails. The caller holds the lock.
func (f *Faults) take(method, path string) (Fault, bool) {
	for i := range f.script {
		sc := &f.script[i]
		if sc.times > 0 && (sc.method == "" || sc.method == method) && strings.Contains(path, sc.path) {
			if sc.times--; sc.times == 0 {
				fault := sc.fault
				f.script = slices.Delete(f.script, i, i+1)
				return fault, true
			}
			return sc.fault, true
		}
	}
	p := f.plan
	if p.Percent <= 0 || p.Method != "" && p.Method != method || !strings.Contains(path, p.Path) {
		return "", false
	}
	if f.rng.Float64()*100 >= p.Percent {
		return "", false
	}
	return p.Kinds[f.rng.IntN(len(p.Kinds))], true
}

// flap now and then takes a permission from the bot in a channel and gives it back. The
// caller holds the lock, while a request is being served.
func (f *Faults) flap(ch *channelState) {
	p := f.plan
	if ch == nil || ch.guild == nil || p.Flap <= 0 || f.rng.Float64()*100 >= p.Flap {
		return
	}
	if ch.thread != nil {
		ch = f.srv.channels[ch.parentID] // whose permissions apply in it
	}
	if ch == nil || f.flapping[ch.id] {
		return
	}
	lost := []wire.Permissions{wire.ViewChannel, wire.SendMessages | wire.SendMessagesInThreads, wire.AttachFiles}[f.rng.IntN(3)]
	was := wire.Overwrite{ID: f.srv.bot.ID, Type: 1}
	if i := slices.IndexFunc(ch.overwrites, func(o wire.Overwrite) bool { return o.ID == was.ID }); i >= 0 {
		was = ch.overwrites[i]
	}
	if f.flapping == nil {
		f.flapping = map[string]bool{}
	}
	f.flapping[ch.id] = true
	f.srv.stats.Faults++
	f.srv.taints.add(f.srv.now(), flapped(ch))
	f.srv.setOverwrite(ch, wire.Overwrite{ID: was.ID, Type: 1, Allow: was.Allow &^ lost, Deny: was.Deny | lost})
	f.srv.wg.Go(func() {
		select {
		case <-time.After(p.FlapFor):
		case <-f.srv.done:
		}
		f.srv.mu.Lock()
		defer f.srv.mu.Unlock()
		delete(f.flapping, ch.id)
		if f.srv.channels[ch.id] == ch {
			f.srv.setOverwrite(ch, was)
		}
	})
}

// flapped returns the taint of a channel in which a permission was missing: the bot is
// not to blame for a refusal for that reason.
func flapped(ch *channelState) string { return "permissions of " + ch.id }

// late returns the taint of a request that took effect late.
func late(method, path string) string { return "late " + method + " " + path }

// Dark makes Discord unreachable: every connection breaks and none can be made, until
// Dark is called with false.
func (f *Faults) Dark(dark bool) {
	f.srv.mu.Lock()
	f.dark = dark
	f.srv.mu.Unlock()
	if dark {
		f.Drop()
	}
}

// Drop cuts all gateway connections without a close frame and returns how
// many there were. Sessions can be resumed.
func (f *Faults) Drop() int {
	return f.each(func(c *conn) { c.abort() })
}

// DropShard cuts the connections of one shard as Drop does.
func (f *Faults) DropShard(id int) int {
	return f.each(func(c *conn) {
		if c.sess != nil && c.sess.shard.id == id {
			c.abort()
		}
	})
}

// Close ends all gateway connections with a close code.
func (f *Faults) Close(code int) int {
	return f.each(func(c *conn) { c.closeWith(code, "Injected.") })
}

// Reconnect sends opcode 7 to all connections.
func (f *Faults) Reconnect() int {
	return f.each(func(c *conn) { c.reply(wire.OpReconnect, nil) })
}

// InvalidSession sends opcode 9 to all connections. Unless resumable, their sessions end
// and the client should identify again; it may do so on the same connection.
func (f *Faults) InvalidSession(resumable bool) int {
	return f.each(func(c *conn) {
		if !resumable && c.sess != nil {
			delete(f.srv.gateway.sessions, c.sess.id)
			c.sess.conn = nil
			c.sess = nil
			f.srv.connected.fire()
		}
		c.reply(wire.OpInvalidSession, resumable)
	})
}

// Garbage sends a text frame unchanged to all connections.
func (f *Faults) Garbage(text string) int {
	return f.each(func(c *conn) { c.enqueue(frame{data: []byte(text)}) })
}

// RequestHeartbeat sends opcode 1, which a client answers at once.
func (f *Faults) RequestHeartbeat() int {
	return f.each(func(c *conn) { c.reply(wire.OpHeartbeat, nil) })
}

// Expire forgets sessions that are lost, so that they cannot be resumed.
func (f *Faults) Expire() {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	for id, sess := range f.srv.gateway.sessions {
		if sess.conn == nil {
			delete(f.srv.gateway.sessions, id)
		}
	}
}

func (f *Faults) each(do func(*conn)) int {
	s := f.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	conns := s.gateway.conns()
	for _, c := range conns {
		do(c)
		s.stats.GatewayFaults++
	}
	return len(conns)
}

// HoldAcks leaves heartbeats unanswered, or stops doing so.
func (f *Faults) HoldAcks(hold bool) {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	f.holdAcks = hold
}

// FirstPacket answers the next IDENTIFYs or RESUMEs, the given number of times, with
// opcode 7 or 9 instead of READY or RESUMED.
func (f *Faults) FirstPacket(op, times int) {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	f.first = append(f.first, slices.Repeat([]int{op}, max(times, 0))...)
}

// RefuseNext answers the next IDENTIFYs or RESUMEs, the given number of times, with a
// close code such as 4004 or 4014.
func (f *Faults) RefuseNext(code, times int) {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	f.closes = append(f.closes, slices.Repeat([]int{code}, max(times, 0))...)
}

// Duplicate makes the next n events arrive twice.
func (f *Faults) Duplicate(n int) { f.queue(eventFault{kind: eventDuplicate}, n) }

// Delay makes the next n events arrive late.
func (f *Faults) Delay(n int, d time.Duration) { f.queue(eventFault{kind: eventDelay, delay: d}, n) }

// Swap makes the next n events arrive after the one that follows them, or after a second
// if none does.
func (f *Faults) Swap(n int) { f.queue(eventFault{kind: eventSwap, delay: time.Second}, n) }

func (f *Faults) queue(e eventFault, n int) {
	f.srv.mu.Lock()
	defer f.srv.mu.Unlock()
	f.events = append(f.events, slices.Repeat([]eventFault{e}, max(n, 0))...)
}

// Storm sends n harmless events (the bot's own user, unchanged) to every
// session.
func (f *Faults) Storm(n int) {
	s := f.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.GatewayFaults++
	user := map[string]any{
		"id": s.bot.ID, "username": s.bot.Username, "discriminator": s.bot.Discriminator, "global_name": nil,
		"avatar": nil, "bot": true, "verified": true, "mfa_enabled": true, "email": nil, "flags": 0,
	}
	for range n {
		for _, sess := range s.gateway.sessions {
			sess.emit("USER_UPDATE", user)
		}
	}
	s.changed.fire()
}

// Outage makes a guild unavailable (GUILD_DELETE with unavailable) or
// available again (GUILD_CREATE).
func (f *Faults) Outage(g *Guild, down bool) {
	s := f.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.GatewayFaults++
	g.state.unavailable = down
	if down {
		s.dispatch("GUILD_DELETE", g.state, IntentGuilds, func(*session) any {
			return map[string]any{"id": g.state.id, "unavailable": true}
		})
		return
	}
	s.dispatch("GUILD_CREATE", g.state, IntentGuilds, func(*session) any { return s.guildCreate(g.state) })
}

func (f *Faults) takeFirst() int { return takeFirst(&f.first, &f.srv.stats) }

func (f *Faults) takeClose() int { return takeFirst(&f.closes, &f.srv.stats) }

func takeFirst(list *[]int, stats *Stats) int {
	if len(*list) == 0 {
		return 0
	}
	v := (*list)[0]
	*list = (*list)[1:]
	stats.GatewayFaults++
	return v
}

// takeEvent decides what happens to the next event.
func (f *Faults) takeEvent() eventFault {
	if len(f.events) > 0 {
		e := f.events[0]
		f.events = f.events[1:]
		f.srv.stats.GatewayFaults++
		return e
	}
	p := f.plan
	if p.Duplicate+p.Delay+p.Swap <= 0 {
		return eventFault{}
	}
	x := f.rng.Float64() * 100
	e := eventFault{delay: p.EventDelay}
	switch {
	case x < p.Duplicate:
		e.kind = eventDuplicate
	case x < p.Duplicate+p.Delay:
		e.kind = eventDelay
	case x < p.Duplicate+p.Delay+p.Swap:
		e.kind = eventSwap
	default:
		return eventFault{}
	}
	f.srv.stats.GatewayFaults++
	return e
}

// taints remembers for some minutes what an injected fault, a redelivery or a person has
// touched: the bot is not to blame for refusals that concern it.
type taints struct {
	until map[string]time.Time
}

const taintTime = 20 * time.Minute

func (t *taints) add(now time.Time, keys ...string) {
	if t.until == nil {
		t.until = map[string]time.Time{}
	}
	if len(t.until) > 10_000 {
		for k, end := range t.until {
			if now.After(end) {
				delete(t.until, k)
			}
		}
	}
	for _, k := range keys {
		if k != "" {
			t.until[k] = now.Add(taintTime)
		}
	}
}

func (t *taints) has(now time.Time, keys ...string) bool {
	for _, k := range keys {
		if end, ok := t.until[k]; ok && now.Before(end) {
			return true
		}
	}
	return false
}
