package discord

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"topcut/commands/refusal"
)

const (
	dialTimeout = 10 * time.Second
	// maxResumes is how often one session is resumed in a row without having
	// been up for steadyAfter.
	maxResumes  = 3
	steadyAfter = time.Minute
)

// patience bounds the durations of the gateway. Together they keep the time from any
// fault to the next session under a minute.
type patience struct {
	open  time.Duration // for opening a session
	stuck time.Duration // for an opening to notice that its connection was closed
	ack   time.Duration // for the acknowledgement of a heartbeat
	doubt time.Duration // before the token is tried again
	// identify is the time between two sessions that Discord counts together.
	identify time.Duration
}

func defaultPatience() patience {
	return patience{open: 30 * time.Second, stuck: 5 * time.Second, ack: 10 * time.Second, doubt: 500 * time.Millisecond, identify: identifyEvery}
}

// errCrowded means that a connection would have too many servers.
var errCrowded error = &answer{"the bot is in too many servers for its number of connections", refusal.Crowded}

// errStuck means that discordgo hung and the session must not be used again.
var errStuck = errors.New("opening the session took too long")

func newTLSDialer() *tls.Dialer {
	return &tls.Dialer{Config: &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}}
}

// session is one discordgo Session, for one IDENTIFY and the RESUMEs after it. It never
// reconnects by itself.
type session struct {
	c      *Client
	shard  *shard
	dg     *discordgo.Session
	ctx    context.Context // ends with the supervisor
	greets chan struct{}   // receives on READY or RESUMED
	gone   chan struct{}   // closed when discordgo has closed the connection
	// identified means that one of the day's sessions was spent.
	identified bool
	// established means that it was up.
	established bool
	// address is where Discord wants it resumed; empty for where it began.
	address string
	// inherited means that it was begun by an earlier process and not resumed yet.
	inherited bool

	handling sync.Mutex // held while an event is handled
	left     bool       // no event is handled any more

	mu        sync.Mutex
	link      *link
	abandoned bool // a connection that is still opened is closed at once
	messages  bool // it asked for messages
	kept      Session
}

func (sh *shard) newSession(ctx context.Context) (*session, error) {
	c := sh.c
	dg, err := discordgo.New("Bot " + c.cfg.Token)
	if err != nil {
		return nil, err
	}
	s := &session{c: c, shard: sh, dg: dg, ctx: ctx, greets: make(chan struct{}, 1), gone: make(chan struct{}, 1)}
	dg.ShouldReconnectOnError = false
	dg.ShouldReconnectVoiceOnSessionError = false
	dg.StateEnabled = false
	dg.Compress = false
	dg.Identify.Compress = false
	dg.LogLevel = discordgo.LogError - 1
	dg.MaxRestRetries = 0
	dg.ShouldRetryOnRateLimit = false
	dg.Dialer = dialer(ctx, c.cfg.Dial, s.attach, s.direct)
	dg.Client = &http.Client{
		Transport: bound{ctx, &allowance{s, rewrite{c.base, c.answersRT}}}, Timeout: dialTimeout, CheckRedirect: noRedirect,
	}
	// Events arrive one after the other on discordgo's reading goroutine. The handlers below
	// never wait, so acknowledgements are read in time.
	dg.SyncEvents = true
	dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		s.handle(strings.ToUpper(e.Type), e) // see link
	})
	dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { signal(s.gone) })
	if f := sh.fleet; sh.id < len(f.left) && !sh.begun && !sh.tried {
		sh.tried = true
		if from := f.left[sh.id]; !from.Messages && sh.wantsMessages() {
			c.log.Info("a session begins anew", "shard", sh.id, "reason", errMessagesWanted)
		} else if err := s.inherit(from); err != nil {
			c.log.Error("the session of the process before is not gone on with", "error", err)
		}
	}
	sh.mu.Lock()
	sh.session = s
	sh.mu.Unlock()
	return s, nil
}

// remember keeps what READY tells about resuming. It is called while the session opens.
func (s *session) remember(ready *rawReady) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.address = ready.Address
	s.kept = Session{Shard: s.shard.id, ID: ready.Session, Address: ready.Address, Bot: ready.User.ID, App: ready.Application.ID, Messages: s.messages}
	for _, g := range ready.Guilds {
		s.kept.Guilds = append(s.kept.Guilds, g.ID)
	}
}

// forget drops the address for resuming, which has not worked.
func (s *session) forget() {
	s.mu.Lock()
	s.address = ""
	s.mu.Unlock()
}

// direct changes the request for a connection, which discordgo always makes to the address
// of new sessions, without compression.
func (s *session) direct(req *http.Request) {
	q := req.URL.Query()
	q.Set("compress", "zlib-stream")
	req.URL.RawQuery = q.Encode()
	s.mu.Lock()
	defer s.mu.Unlock()
	u, err := url.Parse(s.address)
	if err != nil || u.Host == "" || strings.Replace(u.Scheme, "ws", "http", 1) != req.URL.Scheme {
		return
	}
	req.URL.Host, req.URL.Path, req.Host = u.Host, "/"+strings.TrimPrefix(u.Path, "/"), u.Host
}

// bound binds requests to a context, which discordgo's Open does not accept.
type bound struct {
	ctx  context.Context
	next http.RoundTripper
}

// RoundTrip makes the request with the context.
func (b bound) RoundTrip(req *http.Request) (*http.Response, error) {
	return b.next.RoundTrip(req.WithContext(b.ctx))
}

func signal(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}

func drain(ch chan struct{}) {
	select {
	case <-ch:
	default:
	}
}

func (s *session) attach(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link = l
	if s.abandoned && l != nil {
		l.kill()
	}
}

func (s *session) current() *link {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.link
}

func (s *session) kill() {
	if l := s.current(); l != nil {
		l.kill()
	}
}

// open connects and waits for READY or RESUMED. A first call identifies, a
// later one resumes.
func (s *session) open() error {
	s.attach(nil)
	drain(s.greets)
	drain(s.gone)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- fmt.Errorf("discordgo panicked while opening the session: %v", v)
			}
		}()
		done <- s.dg.Open()
	}()
	limit := time.NewTimer(s.c.patience.open)
	defer limit.Stop()
	var err error
	select {
	case err = <-done:
	case <-limit.C:
		err = errStuck
		s.abandon(done)
	case <-s.ctx.Done():
		if !s.greeted() {
			err = context.Cause(s.ctx)
			s.abandon(done)
			break
		}
		select { // the session is open, and discordgo about to say so
		case err = <-done:
		case <-limit.C:
			err = errStuck
			s.abandon(done)
		}
	}
	l := s.current()
	s.identified = s.identified || l != nil && l.interval.Load() > 0
	if err != nil {
		return s.classify(err)
	}
	l.opened()
	select {
	case <-s.greets:
		return nil
	case <-s.gone:
		return s.classify(errors.New("the connection broke before the session was ready"))
	case <-limit.C:
		err = errors.New("the gateway does not greet")
	case <-s.ctx.Done():
		if s.greeted() {
			return nil // watch ends it, or leaves it to the next process
		}
		err = context.Cause(s.ctx)
	}
	s.close()
	return s.classify(err)
}

// greeted reports whether READY or RESUMED has been handled.
func (s *session) greeted() bool {
	s.handling.Lock()
	defer s.handling.Unlock()
	return len(s.greets) > 0
}

// abandon closes the connection of an opening that hangs, even one that is still being
// made, and waits for it to end. If it does not, it is left behind as one goroutine
// without a connection. The session is not used again.
func (s *session) abandon(done <-chan error) {
	s.mu.Lock()
	s.abandoned = true
	s.mu.Unlock()
	s.kill()
	select {
	case err := <-done:
		if err == nil {
			s.close()
		}
	case <-time.After(s.c.patience.stuck):
		s.c.log.Error("a gateway session hangs in opening and was abandoned")
		s.c.cfg.Hooks.gateway("abandoned")
	}
}

// close ends the session and waits until discordgo releases the connection.
func (s *session) close() {
	s.dg.Close() // a failure to say goodbye changes nothing
	s.kill()
}

// watch waits until the connection is gone and returns the reason.
func (s *session) watch() error {
	l := s.current()
	limit := s.c.patience.ack
	if interval := time.Duration(l.interval.Load()); interval > 0 {
		limit = min(limit, max(interval, time.Second))
	}
	tick := time.NewTicker(limit / 4)
	defer tick.Stop()
	var reason error
	for {
		select {
		case <-s.gone:
			if reason == nil {
				reason = errors.New("the connection broke")
			}
			return s.classify(reason)
		case now := <-tick.C:
			if reason == nil && l.silent(now, limit) {
				reason = errors.New("heartbeats are not acknowledged")
				s.kill() // discordgo's reader notices and closes
			}
		case <-s.ctx.Done():
			if s.c.cfg.Leave {
				s.part()
			} else {
				s.leave(l)
			}
			return context.Cause(s.ctx)
		}
	}
}

// leave ends a session for good. It returns once the gateway has answered the goodbye;
// discordgo then sleeps for a second by itself.
func (s *session) leave(l *link) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.dg.Close() // a failure to say goodbye changes nothing
	}()
	select {
	case <-done:
	case <-l.over:
	}
	s.kill()
}

// classify returns the reason for a failure: an error that ends Run, an invalid session,
// or the failure itself.
func (s *session) classify(err error) error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	code := 0
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		code = closed.Code
	}
	if l := s.current(); l != nil {
		if verdict := l.verdict.Load(); verdict != nil {
			return *verdict
		}
		if c := int(l.closeCode.Load()); c != 0 {
			code = c
		}
	}
	if code != 0 {
		return closedWith(code)
	}
	var rest *discordgo.RESTError
	if errors.As(err, &rest) && rest.Response != nil {
		if refusal.Answer(rest.Response.StatusCode, 0, false) == refusal.Unauthorized {
			return errDoubted
		}
		return fmt.Errorf("asking for the gateway's address: Discord answered %d", rest.Response.StatusCode)
	}
	return withoutURL(err)
}

// closedWith returns the reason for which the gateway closed a connection.
func closedWith(code int) error {
	switch refusal.Close(code) {
	case refusal.Unauthorized:
		return ErrTokenRefused
	case refusal.Unfit:
		return &FatalCloseError{Code: code}
	case refusal.Crowded:
		return errCrowded
	case refusal.Stale:
		return errInvalidSession
	default:
		return fmt.Errorf("the gateway closed the connection with code %d", code)
	}
}
