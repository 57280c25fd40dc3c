package discord

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	// globalPerSecond is below Discord's limit of 50 requests per second.
	globalPerSecond = 45
	// maxWait is the longest that a request waits for a limit, whatever its deadline.
	maxWait = time.Minute
	// maxQueued bounds the requests that wait for limits.
	maxQueued = 4096
	// bucketIdle is how long an unused bucket is kept; interaction tokens live for 15
	// minutes.
	bucketIdle = 20 * time.Minute
	// After invalidLimit refused requests within invalidWindow the breaker opens; Discord
	// bans the address at 10,000.
	invalidLimit  = 2000
	invalidWindow = 10 * time.Minute
)

// lane selects the limits for a request, so that answers to users never wait for posts.
type lane int

const (
	// lanePosts has a limit per bucket, the global limit and the breaker.
	lanePosts lane = iota
	// laneFollowUps has only a limit per bucket, with one bucket per interaction token.
	// These requests do not count towards the global limit.
	laneFollowUps
	// laneCallback is for the first answer, made once per interaction. It waits only while
	// the address is blocked.
	laneCallback
)

// limits delays requests so that Discord does not have to refuse them. There is one
// bucket per route and major parameter, merged by X-RateLimit-Bucket; an unknown bucket
// lets one request through to learn from its headers; the global limit is a window over
// the last second.
type limits struct {
	mu      sync.Mutex
	routes  map[string]string  // route to X-RateLimit-Bucket
	buckets map[string]*bucket // bucket and major parameter to state
	recent  []time.Time        // of the last requests, as many as may be made in a second
	next    int                // oldest of recent
	held    time.Time          // global limit reached: lanePosts waits
	blocked time.Time          // address blocked: everything fails
	invalid [10]struct {
		minute int64
		n      int
	}
	queued int
	swept  time.Time

	gate chan struct{} // turns at the global limit
}

type bucket struct {
	turn chan struct{} // turns at this bucket
	wake chan struct{} // receives when a response has come

	known     bool
	limit     int
	remaining int
	inFlight  int
	reset     time.Time
	length    time.Duration // length of a window: the longest time to its end in a response
	used      time.Time
}

func newLimits(perSecond int) *limits {
	return &limits{
		recent:  make([]time.Time, perSecond),
		routes:  make(map[string]string),
		buckets: make(map[string]*bucket),
		gate:    make(chan struct{}, 1),
	}
}

// pass is the permission to make one request.
type pass struct {
	bucket *bucket
	route  string
	major  string
	lane   lane
	hasty  bool
}

// acquire waits until the request may be made. It fails at once with a *RateLimitError if
// that would be after the deadline of ctx or take longer than maxWait. A hasty request waits
// only for answers to others of its bucket.
func (l *limits) acquire(ctx context.Context, ln lane, route, major string, hasty bool) (*pass, error) {
	p := &pass{route: route, major: major, lane: ln, hasty: hasty}
	if err := l.enterAddress(ctx, p); err != nil {
		return nil, err
	}
	if err := l.admit(p); err != nil {
		return nil, err
	}
	if ln == laneCallback {
		return p, nil
	}
	defer func() {
		l.mu.Lock()
		l.queued--
		l.mu.Unlock()
	}()
	if err := l.enterBucket(ctx, p); err != nil {
		return nil, err
	}
	if ln == lanePosts {
		if err := l.enterGlobal(ctx, p); err != nil {
			l.release(p, nil)
			return nil, err
		}
	}
	return p, nil
}

// enterAddress blocks or refuses requests while the address is blocked. Posts fail at
// once; answers, which cannot be made later, wait if they have the time.
func (l *limits) enterAddress(ctx context.Context, p *pass) error {
	for {
		l.mu.Lock()
		wait := time.Until(l.blocked)
		l.mu.Unlock()
		if wait <= 0 {
			return nil
		}
		if p.lane == lanePosts {
			return &RateLimitError{Route: p.route, RetryAfter: wait, Scope: "cloudflare"}
		}
		if err := l.pause(ctx, wait, nil, p, "cloudflare"); err != nil {
			return err
		}
	}
}

// admit refuses requests that must not be sent at all and finds the bucket.
func (l *limits) admit(p *pass) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if p.lane == laneCallback {
		return nil
	}
	if p.lane == lanePosts && l.invalidCount(now) >= invalidLimit {
		return &RateLimitError{Route: p.route, RetryAfter: time.Minute, Scope: "breaker"}
	}
	if l.queued >= maxQueued {
		return &RateLimitError{Route: p.route, RetryAfter: time.Second, Scope: "queue"}
	}
	l.queued++
	l.sweep(now)
	key := l.key(p)
	b := l.buckets[key]
	if b == nil {
		b = &bucket{turn: make(chan struct{}, 1), wake: make(chan struct{}, 1)}
		l.buckets[key] = b
	}
	b.used = now
	p.bucket = b
	return nil
}

func (l *limits) key(p *pass) string {
	if hash, ok := l.routes[p.route]; ok {
		return hash + " " + p.major
	}
	return p.route + " " + p.major
}

// sweep drops idle buckets, at most once a minute.
func (l *limits) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if b.inFlight == 0 && now.Sub(b.used) > bucketIdle && now.After(b.reset) {
			delete(l.buckets, key)
		}
	}
}

func (l *limits) enterBucket(ctx context.Context, p *pass) error {
	b := p.bucket
	if err := takeTurn(ctx, b.turn); err != nil {
		return err
	}
	defer func() { <-b.turn }()
	for {
		l.mu.Lock()
		wait, ok := b.take(time.Now())
		l.mu.Unlock()
		if ok {
			return nil
		}
		if err := l.pause(ctx, wait, b.wake, p, "bucket"); err != nil {
			return err
		}
	}
}

// take takes one request out of the bucket, or returns how long to wait; zero means until
// a response comes.
func (b *bucket) take(now time.Time) (time.Duration, bool) {
	b.used = now
	if wait := b.reset.Sub(now); wait > 0 {
		if b.remaining <= 0 {
			return wait, false
		}
		b.remaining--
		b.inFlight++
		return 0, true
	}
	// The window is over, or there was none. Requests in flight may count in the next.
	free := 1
	if b.known {
		free = b.limit
	}
	if b.inFlight >= max(free, 1) {
		return 0, false
	}
	b.inFlight++
	return 0, true
}

func (l *limits) enterGlobal(ctx context.Context, p *pass) error {
	if err := takeTurn(ctx, l.gate); err != nil {
		return err
	}
	defer func() { <-l.gate }()
	for {
		l.mu.Lock()
		now := time.Now()
		wait := max(l.held.Sub(now), l.recent[l.next].Add(time.Second).Sub(now))
		if wait <= 0 {
			l.recent[l.next] = now
			l.next = (l.next + 1) % len(l.recent)
		}
		l.mu.Unlock()
		if wait <= 0 {
			return nil
		}
		if err := l.pause(ctx, wait, nil, p, "global"); err != nil {
			return err
		}
	}
}

// pause waits for the duration (zero: without limit) or until woken.
func (l *limits) pause(ctx context.Context, wait time.Duration, wake <-chan struct{}, p *pass, scope string) error {
	if tooLong(ctx, wait) || p.hasty && scope == "bucket" && wait > 0 {
		return &RateLimitError{Route: p.route, RetryAfter: wait, Scope: scope}
	}
	var alarm <-chan time.Time
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		alarm = timer.C
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-wake:
	case <-alarm:
	}
	return nil
}

// tooLong reports whether waiting would outlive the context or maxWait.
func tooLong(ctx context.Context, wait time.Duration) bool {
	if wait > maxWait {
		return true
	}
	deadline, ok := ctx.Deadline()
	return ok && time.Now().Add(wait).After(deadline)
}

func takeTurn(ctx context.Context, turn chan struct{}) error {
	select {
	case turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// outcome is the part of a response about limits.
type outcome struct {
	status     int
	header     http.Header
	retryAfter time.Duration // of a 429
	global     bool
	cloudflare bool
}

// release returns the pass and updates the limits from the response; o is nil if there
// was none.
func (l *limits) release(p *pass, o *outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if b := p.bucket; b != nil {
		b.inFlight--
		select {
		case b.wake <- struct{}{}:
		default:
		}
	}
	if o == nil {
		return
	}
	shared := o.header.Get("X-RateLimit-Scope") == "shared"
	if o.status == http.StatusUnauthorized || o.status == http.StatusForbidden ||
		o.status == http.StatusTooManyRequests && !shared {
		l.countInvalid(now)
	}
	switch {
	case o.cloudflare:
		l.blocked = later(l.blocked, now.Add(o.retryAfter))
		return
	case o.global:
		l.held = later(l.held, now.Add(o.retryAfter))
		return
	}
	if p.bucket == nil {
		return
	}
	l.learn(p, o, now)
}

// learn takes the bucket's state from the headers of a response.
func (l *limits) learn(p *pass, o *outcome, now time.Time) {
	b := p.bucket
	if hash := o.header.Get("X-RateLimit-Bucket"); hash != "" && l.routes[p.route] != hash {
		old := l.key(p)
		l.routes[p.route] = hash
		if l.buckets[old] == b {
			delete(l.buckets, old)
		}
		if key := l.key(p); l.buckets[key] == nil {
			l.buckets[key] = b
		}
	}
	if limit, err := strconv.Atoi(o.header.Get("X-RateLimit-Limit")); err == nil && limit > 0 {
		b.known, b.limit = true, limit
	}
	remaining, errRemaining := strconv.Atoi(o.header.Get("X-RateLimit-Remaining"))
	after, errAfter := seconds(o.header.Get("X-RateLimit-Reset-After"))
	if errRemaining == nil && errAfter == nil {
		reset := now.Add(after)
		b.length = max(b.length, after)
		same := max(sameWindow, b.length/2)
		switch {
		// Responses overtake each other: within one window the smallest count is right, and an
		// older window is ignored.
		case reset.Before(b.reset.Add(-same)):
		case reset.Before(b.reset.Add(same)):
			b.remaining = min(b.remaining, remaining)
		default:
			b.reset, b.remaining = reset, remaining-b.inFlight
		}
	}
	if o.status == http.StatusTooManyRequests {
		b.remaining = 0
		b.reset = later(b.reset, now.Add(o.retryAfter))
	}
}

// sameWindow is how much two responses may differ in the end of their window: a delayed
// response seems to belong to a later one. The ends of two windows are a window's length
// apart, so half of that is allowed too if it is longer.
const sameWindow = 100 * time.Millisecond

func (l *limits) countInvalid(now time.Time) {
	minute := now.Unix() / 60
	slot := &l.invalid[minute%int64(len(l.invalid))]
	if slot.minute != minute {
		slot.minute, slot.n = minute, 0
	}
	slot.n++
}

func (l *limits) invalidCount(now time.Time) int {
	minute, n := now.Unix()/60, 0
	for _, slot := range l.invalid {
		if minute-slot.minute < int64(invalidWindow/time.Minute) {
			n += slot.n
		}
	}
	return n
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// seconds parses a decimal number of seconds between 0 and a day.
func seconds(s string) (time.Duration, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, err
	}
	if !(f >= 0 && f <= 86400) {
		return 0, errors.New("not a sensible number of seconds")
	}
	return time.Duration(f * float64(time.Second)), nil
}
