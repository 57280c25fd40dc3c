package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"topcut/commands/refusal"
)

// Config configures a Client. Only Token is required.
type Config struct {
	Token string // without "Bot "
	// APIBase is scheme and host of Discord's API; "" means https://discord.com. Plain http
	// is accepted for a local Discord.
	APIBase string
	// Dial opens connections to a Discord in the same process; nil means over the network.
	Dial   dial
	Logger *slog.Logger // nil for no logging
	Hooks  Hooks
	// HTTPTimeout bounds one attempt of a request; 0 means 15 seconds.
	HTTPTimeout time.Duration
	// AnswerTime bounds the first answer to an interaction, including retries: Discord waits
	// three seconds from the click, and part of them has passed. 0 means 2 seconds.
	AnswerTime time.Duration
	// PerSecond is how many requests are made in a second at most, answers to interactions
	// apart; 0 means 45, which is below Discord's limit.
	PerSecond int
	// Drain is how long Run lets handlers finish after its context is done; 0 means 10
	// seconds.
	Drain time.Duration
	// Messages reports whether a shard of so many is to hear of messages: those that mention
	// the bot, and which were deleted. Nil means always. It is called when a session begins,
	// and by Renew.
	Messages func(shard, of int) bool
	// Resume are the sessions that another process has left open.
	Resume []Session
	// Leave makes Run leave its sessions open when its context is done, see Left.
	Leave bool
}

// Hooks are callbacks for metrics. Any may be nil. They may be called concurrently and
// must return at once.
type Hooks struct {
	// Request is called for each attempt of a REST request; status 0 means no answer. The
	// route contains no ids.
	Request func(route string, status int, took time.Duration)
	// RateLimited is called for each response 429; for scope see RateLimitError.
	RateLimited func(route, scope string, retryAfter time.Duration)
	// Gateway is called with "ready", "resumed", "disconnected" or "abandoned".
	Gateway func(change string)
	// Dropped is called for an event that could not be decoded or queued.
	Dropped func(kind string)
	// Panicked is called when a handler panicked.
	Panicked func()
	// Late is called for a first answer that came later than AnswerLimit after its
	// interaction, so that people read that the application did not respond.
	Late func(age time.Duration)
}

func (h Hooks) request(route string, status int, took time.Duration) {
	if h.Request != nil {
		h.Request(route, status, took)
	}
}

func (h Hooks) rateLimited(route, scope string, retryAfter time.Duration) {
	if h.RateLimited != nil {
		h.RateLimited(route, scope, retryAfter)
	}
}

func (h Hooks) late(age time.Duration) {
	if h.Late != nil {
		h.Late(age)
	}
}

func (h Hooks) gateway(change string) {
	if h.Gateway != nil {
		h.Gateway(change)
	}
}

func (h Hooks) dropped(kind string) {
	if h.Dropped != nil {
		h.Dropped(kind)
	}
}

func (h Hooks) panicked() {
	if h.Panicked != nil {
		h.Panicked()
	}
}

const (
	// maxInteractions bounds the interactions handled at the same time.
	maxInteractions = 1024
	// maxEvents bounds the events that wait for the handler.
	maxEvents = 8192
)

// Client is the bot's account on Discord. Its methods may be called concurrently; the
// REST methods work before, during and after Run.
type Client struct {
	cfg       Config
	base      *url.URL
	log       *slog.Logger
	rest      *transport
	postsRT   *http.Transport
	answersRT *http.Transport

	running  atomic.Bool
	patience patience
	doubting atomic.Bool           // the token is being checked
	refused  chan struct{}         // closed when the token is refused
	fleet    atomic.Pointer[fleet] // of the current Run
	status   atomic.Pointer[Status]
	spent    identifies
	missing  missing
	self     atomic.Pointer[identity]
	places   places

	inbox atomic.Pointer[inbox] // of the current Run
}

// identity has the bot's ids.
type identity struct{ botID, appID string }

// Status is the state of the gateway connection.
type Status struct {
	Connected bool      // with the session of each shard
	Since     time.Time // of the last change; zero before the first
}

// New returns a client without connecting it. It fails if the configuration is invalid.
func New(cfg Config) (*Client, error) {
	if strings.TrimSpace(cfg.Token) == "" {
		return nil, errors.New("no bot token: set discord.token or DISCORD_TOKEN")
	}
	cfg.Token = strings.TrimPrefix(strings.TrimSpace(cfg.Token), "Bot ")
	if strings.ContainsFunc(cfg.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the bot token holds characters no token has: copy it again")
	}
	if cfg.APIBase == "" {
		cfg.APIBase = "https://discord.com"
	}
	base, err := url.Parse(cfg.APIBase)
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" || strings.Trim(base.Path, "/") != "" {
		return nil, fmt.Errorf("the API base %q is not scheme and host, such as https://discord.com", cfg.APIBase)
	}
	if cfg.HTTPTimeout <= 0 {
		cfg.HTTPTimeout = 15 * time.Second
	}
	if cfg.AnswerTime <= 0 {
		cfg.AnswerTime = 2 * time.Second
	}
	if cfg.PerSecond <= 0 {
		cfg.PerSecond = globalPerSecond
	}
	if cfg.Drain <= 0 {
		cfg.Drain = 10 * time.Second
	}
	c := &Client{cfg: cfg, base: base, log: cfg.Logger, patience: defaultPatience(), refused: make(chan struct{}, 1)}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if cfg.Dial == nil {
		c.cfg.Dial = new(net.Dialer).DialContext
	}
	c.postsRT, c.answersRT = newHTTPTransport(cfg), newHTTPTransport(cfg)
	c.rest = &transport{
		token:   cfg.Token,
		posts:   &http.Client{Transport: rewrite{base, c.postsRT}, Timeout: cfg.HTTPTimeout, CheckRedirect: noRedirect},
		answers: &http.Client{Transport: rewrite{base, c.answersRT}, Timeout: cfg.HTTPTimeout, CheckRedirect: noRedirect},
		limits:  newLimits(cfg.PerSecond),
		log:     c.log,
		hooks:   cfg.Hooks,
		refused: c.doubt,
	}
	c.status.Store(&Status{})
	return c, nil
}

func newHTTPTransport(cfg Config) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 32
	if cfg.Dial != nil {
		t.DialContext = cfg.Dial
	}
	return t
}

// noRedirect keeps requests, which carry the token, from following a redirect to another
// host.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Close closes idle connections. The client can still be used.
func (c *Client) Close() {
	c.postsRT.CloseIdleConnections()
	c.answersRT.CloseIdleConnections()
}

// Status returns the state of the gateway connection.
func (c *Client) Status() Status { return *c.status.Load() }

// Shards returns the state of each gateway session; none before Discord has said how many
// there are to be.
func (c *Client) Shards() []Shard {
	if f := c.fleet.Load(); f != nil {
		return f.state()
	}
	return nil
}

func (c *Client) setConnected(yes bool) {
	if c.status.Load().Connected != yes {
		c.status.Store(&Status{Connected: yes, Since: time.Now()})
	}
}

// Run connects to the gateway and passes events to h. It returns nil when ctx is done,
// and an error if Discord refuses the bot for good (ErrTokenRefused or *FatalCloseError).
// Before it returns it closes the connection and waits up to Config.Drain for handlers.
// Only one Run may be active.
func (c *Client) Run(ctx context.Context, h Handler) error {
	if !c.running.CompareAndSwap(false, true) {
		return errors.New("the Discord client is running already")
	}
	defer c.running.Store(false)
	drain(c.refused)

	// Handlers may finish after ctx is done.
	handling, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	in := newInbox(handling, c, h)
	c.inbox.Store(in)
	gateway, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-c.refused:
			stop(ErrTokenRefused)
		case <-gateway.Done():
		}
	}()

	err := c.supervise(gateway)
	c.setConnected(false)
	c.inbox.Store(nil)
	in.close(c.cfg.Drain, cancel)
	if ctx.Err() != nil && !isFatal(err) {
		return nil
	}
	return err
}

func isFatal(err error) bool {
	var closed *FatalCloseError
	return errors.Is(err, ErrTokenRefused) || errors.As(err, &closed)
}

// errDoubted means that a request for the gateway got a 401.
var errDoubted = errors.New("asking for the gateway's address: Discord answered 401")

// doubt checks the token after a 401, which may also come from a fault on the way, and
// ends Run if Discord does not recognise it.
func (c *Client) doubt() {
	if !c.running.Load() || !c.doubting.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer c.doubting.Store(false)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if c.tokenRefused(ctx) {
			signal(c.refused)
		}
	}()
}

// tokenRefused reports whether Discord does not recognise the token.
func (c *Client) tokenRefused(ctx context.Context) bool {
	for n := 0; sleep(ctx, time.Duration(n)*c.patience.doubt) == nil; n++ {
		_, err := c.Me(ctx)
		switch refusal.Judge(err, refusal.Case{Kind: refusal.Account, Spell: refusal.SpellOf(n+1, false, false)}) {
		case refusal.GiveUp:
			return true
		case refusal.Ask:
		default:
			return false
		}
	}
	return false
}

// redact returns an error's text without the bot's token.
func (c *Client) redact(err error) string {
	return strings.ReplaceAll(err.Error(), c.cfg.Token, redacted)
}

// inbox passes interactions and events of one Run to the handler.
type inbox struct {
	c       *Client
	ctx     context.Context
	handler Handler
	slots   chan struct{}
	events  chan Event
	working sync.WaitGroup
	idle    context.Context // for work aside: ends when nothing is accepted any more
	stop    context.CancelFunc

	mu     sync.RWMutex
	closed bool
}

func newInbox(ctx context.Context, c *Client, h Handler) *inbox {
	in := &inbox{c: c, ctx: ctx, handler: h, slots: make(chan struct{}, maxInteractions), events: make(chan Event, maxEvents)}
	in.idle, in.stop = context.WithCancel(ctx)
	in.working.Go(func() {
		for e := range in.events {
			in.contain(func() { h.Event(ctx, e) })
		}
	})
	return in
}

// contain calls f and recovers from a panic of the handler.
func (in *inbox) contain(f func()) {
	defer func() {
		if v := recover(); v != nil {
			in.c.cfg.Hooks.panicked()
			in.c.log.Error("a handler panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	f()
}

// interaction starts the handler without waiting for it.
func (in *inbox) interaction(i *Interaction) {
	in.mu.RLock()
	defer in.mu.RUnlock()
	if in.closed {
		return
	}
	select {
	case in.slots <- struct{}{}:
	default:
		in.c.cfg.Hooks.dropped("interaction")
		in.c.log.Error("too many interactions at one time, one was dropped", "interaction", i.ID)
		return
	}
	in.working.Go(func() {
		r := in.c.responder(i)
		r.apart = sync.OnceFunc(func() { <-in.slots })
		defer r.apart()
		in.contain(func() { in.handler.Interaction(in.ctx, i, r) })
	})
}

// aside does other work of the client while anything is accepted.
func (in *inbox) aside(work func(ctx context.Context)) {
	in.mu.RLock()
	defer in.mu.RUnlock()
	if !in.closed {
		in.working.Go(func() { in.contain(func() { work(in.idle) }) })
	}
}

// event queues an event without waiting.
func (in *inbox) event(e Event) {
	in.mu.RLock()
	defer in.mu.RUnlock()
	if in.closed {
		return
	}
	select {
	case in.events <- e:
	default:
		in.c.cfg.Hooks.dropped("event")
		in.c.log.Error("too many events are waiting, one was dropped", "event", fmt.Sprintf("%T", e))
	}
}

// close stops accepting input and waits for the handlers: first for the given time, then
// as long again with their context cancelled.
func (in *inbox) close(grace time.Duration, cancel context.CancelFunc) {
	in.stop()
	in.mu.Lock()
	in.closed = true
	close(in.events)
	in.mu.Unlock()
	done := make(chan struct{})
	go func() {
		in.working.Wait()
		close(done)
	}()
	for range 2 {
		select {
		case <-done:
			return
		case <-time.After(grace):
			cancel()
		}
	}
	in.c.log.Error("handlers did not end when told to")
}

// note passes an event to the current Run's handler.
func (c *Client) note(e Event) {
	if in := c.inbox.Load(); in != nil {
		in.event(e)
	}
}
