package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"topcut/commands/refusal"
)

const (
	// mostShards bounds what Discord may ask for, and mostTold how many times that number
	// are opened where it refuses so many: that is a fault of Discord.
	mostShards = 4096
	mostTold   = 16
	// identifyEvery is the time between two sessions that Discord counts together.
	identifyEvery = 5 * time.Second
)

// Shard is the state of one gateway session.
type Shard struct {
	ID int
	Status
	Latency  time.Duration // of the latest heartbeat; 0 before the first
	Messages bool          // it hears of messages, see Config.Messages
}

// fleet is the gateway sessions among which Discord divides the servers: as many as it
// recommends when the first one asks for the gateway's address. They share everything but
// the connection.
type fleet struct {
	c     *Client
	least int // sessions, whatever Discord recommends
	ctx   context.Context
	stop  context.CancelCauseFunc
	work  sync.WaitGroup

	asking sync.Mutex
	asked  time.Time // when Discord gave the answer
	answer []byte    // of GET /gateway/bot
	left   []Session // by an earlier process

	mu          sync.Mutex
	shards      []*shard // the first alone until Discord has said how many
	of, told    int      // how many there are and were recommended; 0 until then
	concurrency int      // so many may identify at a time
	turns       map[int]*turns
}

// turns are the identifications that Discord counts together.
type turns struct {
	taken chan struct{}
	next  time.Time // guarded by taken
}

// shard is one session of the fleet, and those that replace it.
type shard struct {
	fleet *fleet
	c     *Client
	id    int

	seen   time.Time // which answer of the fleet it has used
	begun  bool      // it has had a session
	tried  bool      // to go on with that of an earlier process
	rested bool      // the pause before a session is over, see allowance

	mu      sync.Mutex
	status  Status
	session *session
}

// supervise runs fleets until ctx is done or a fatal error: a new one whenever Discord
// wants the servers divided among more sessions.
func (c *Client) supervise(ctx context.Context) error {
	for least, crowded := 1, 1; ; crowded++ {
		f := c.newFleet(ctx, least)
		if crowded == 1 {
			f.inherit(c.cfg.Resume)
		}
		c.fleet.Store(f)
		for id := range max(len(f.left), 1) {
			f.launch(id)
		}
		f.work.Wait()
		err := context.Cause(f.ctx)
		if ctx.Err() != nil || !errors.Is(err, errCrowded) {
			return err
		}
		least = min(2*f.of, mostTold*f.told)
		c.log.Warn("Discord wants the servers on more connections", "sessions", least)
		if err := sleep(ctx, backoff(crowded, time.Second, time.Minute)); err != nil {
			return err
		}
	}
}

// newFleet returns a fleet of at least so many shards that ends with ctx.
func (c *Client) newFleet(ctx context.Context, least int) *fleet {
	f := &fleet{c: c, least: least, concurrency: 1, turns: map[int]*turns{}}
	f.ctx, f.stop = context.WithCancelCause(ctx)
	return f
}

// launch starts a shard. The error with which it ends, ends the fleet.
func (f *fleet) launch(id int) {
	sh := &shard{fleet: f, c: f.c, id: id}
	f.mu.Lock()
	f.shards = append(f.shards, sh)
	f.mu.Unlock()
	f.work.Go(func() { f.stop(sh.run(f.ctx)) })
}

// divide records what Discord says about sessions, once, and launches those that are
// missing. It returns how many there are.
func (f *fleet) divide(told int, concurrency int) int {
	f.mu.Lock()
	first := f.of == 0
	if first {
		f.told = min(max(told, 1), mostShards)
		f.of = max(f.told, f.least)
		f.concurrency = max(concurrency, 1)
	}
	of := f.of
	f.mu.Unlock()
	if first {
		for id := 1; id < of; id++ {
			f.launch(id)
		}
	}
	return of
}

// size returns how many shards there are; at least 1.
func (f *fleet) size() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return max(f.of, 1)
}

// turn waits until a shard may identify. The caller calls done when that has happened or
// failed.
func (f *fleet) turn(ctx context.Context, id int) (done func(identified bool), err error) {
	f.mu.Lock()
	of, bucket := f.of, id%f.concurrency
	t := f.turns[bucket]
	if t == nil {
		t = &turns{taken: make(chan struct{}, 1)}
		f.turns[bucket] = t
	}
	f.mu.Unlock()
	select {
	case t.taken <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if of > 1 { // a single one is rarely in its own way, and then told so
		err = sleep(ctx, time.Until(t.next))
	}
	if err != nil {
		<-t.taken
		return nil, err
	}
	return func(identified bool) {
		if identified {
			t.next = time.Now().Add(f.c.patience.identify)
		}
		<-t.taken
	}, nil
}

// state returns the state of each shard, in their order.
func (f *fleet) state() []Shard {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of == 0 {
		return nil
	}
	out := make([]Shard, f.of)
	for i := range out {
		out[i].ID = i
	}
	for _, sh := range f.shards {
		sh.mu.Lock()
		out[sh.id].Status = sh.status
		if sh.session != nil {
			out[sh.id].Messages = sh.session.hears()
			if l := sh.session.current(); l != nil {
				out[sh.id].Latency = time.Duration(l.latency.Load())
			}
		}
		sh.mu.Unlock()
	}
	return out
}

// connected records whether a shard is connected, and so whether all are.
func (sh *shard) connected(yes bool) {
	sh.mu.Lock()
	if sh.status.Connected != yes {
		sh.status = Status{Connected: yes, Since: time.Now()}
	}
	sh.mu.Unlock()
	all := yes
	for _, other := range sh.fleet.state() {
		all = all && other.Connected
	}
	sh.c.setConnected(all)
}

// run runs one session after the other until ctx is done or a fatal error.
func (sh *shard) run(ctx context.Context) error {
	c := sh.c
	var failures, refusals int // in a row
	for {
		s, err := sh.newSession(ctx)
		if err != nil {
			return err
		}
		steady, err := sh.serve(s)
		if s.identified {
			sh.begun = true
			c.spent.note(time.Now())
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if errors.Is(err, errDoubted) && c.tokenRefused(ctx) {
			return ErrTokenRefused
		}
		switch refusals++; {
		case !isFatal(err):
			refusals = 0
		case s.established:
			refusals = 1
		}
		verdict := refusal.Judge(err, refusal.Case{Kind: refusal.Session, Spell: refusal.SpellOf(refusals, false, false)})
		if verdict == refusal.GiveUp || verdict == refusal.Instead {
			return err
		}
		if steady {
			failures = 0
		}
		failures++
		first := 500 * time.Millisecond
		if !s.identified {
			first = 100 * time.Millisecond // only the gateway's address was requested: trying again costs no session
		}
		wait := backoff(failures, first, 20*time.Second)
		if after, limited := RetryAfter(err); limited {
			wait = max(wait, after)
		}
		if errors.Is(err, errInvalidSession) {
			// Discord requires one to five seconds before a new session.
			wait = max(wait, time.Second+backoff(1, 2*time.Second, 2*time.Second))
		}
		wait = max(wait, c.spent.pause(time.Now())*time.Duration(max(len(c.Shards()), 1)))
		var tired *sessionLimitError
		if errors.As(err, &tired) {
			wait = tired.wait
			sh.rested = true
		}
		c.log.Warn("no gateway session", "shard", sh.id, "reason", c.redact(err), "retry_in", wait.Round(time.Millisecond))
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// identifies records when sessions were opened. Discord allows 1,000 a day and resets the
// token of a bot that needs more.
type identifies struct {
	mu   sync.Mutex
	at   [200]time.Time
	next int
}

func (i *identifies) note(now time.Time) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.at[i.next] = now
	i.next = (i.next + 1) % len(i.at)
}

// pause slows down to one session in two minutes after 200 within a day.
func (i *identifies) pause(now time.Time) time.Duration {
	i.mu.Lock()
	defer i.mu.Unlock()
	if oldest := i.at[i.next]; !oldest.IsZero() && now.Sub(oldest) < 24*time.Hour {
		return 2 * time.Minute
	}
	return 0
}

// serve runs a session and resumes it while that works. It returns why the session ended,
// and whether it was up for a while.
func (sh *shard) serve(s *session) (steady bool, err error) {
	c := sh.c
	for resumes := 0; ; {
		if err := sh.open(s); err != nil {
			sh.connected(false)
			s.forget()
			if !s.established || !resumable(err) || resumes >= maxResumes {
				return steady, err
			}
			resumes++
			if err := sleep(s.ctx, backoff(resumes, 200*time.Millisecond, 2*time.Second)); err != nil {
				return steady, err
			}
			continue
		}
		s.established = true
		s.renew() // what is wanted may have changed while it began
		up := time.Now()
		err := s.watch()
		sh.connected(false)
		c.cfg.Hooks.gateway("disconnected")
		c.note(Disconnected{Reason: c.redact(err)})
		if s.ctx.Err() != nil || !resumable(err) {
			return steady, err
		}
		c.log.Info("gateway connection lost, resuming", "shard", sh.id, "reason", c.redact(err))
		if time.Since(up) >= steadyAfter {
			steady, resumes = true, 0
		}
		if resumes++; resumes > maxResumes {
			return steady, err
		}
	}
}

// resumable reports whether a session may go on after an error.
func resumable(err error) bool {
	return !isFatal(err) && !errors.Is(err, errCrowded) && !errors.Is(err, errInvalidSession) && !errors.Is(err, errStuck) && !errors.Is(err, errMessagesWanted)
}

// open opens a session, in its turn if it identifies.
func (sh *shard) open(s *session) error {
	if s.established {
		return s.open()
	}
	done, err := sh.fleet.turn(s.ctx, sh.id)
	if err != nil {
		return err
	}
	defer func() { done(s.identified) }()
	return s.open()
}
