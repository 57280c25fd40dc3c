package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"topcut/commands/discord"
	"topcut/commands/wording"
	"topcut/db"
	"topcut/tournament/journal"
)

// gatewayPatience is how long the gateway may be disconnected before /healthz reports it:
// a resume takes less.
const gatewayPatience = time.Minute

const (
	// commandsPatience is how long the slash commands may be missing after the start,
	// barPatience how long posts may wait for a channel in which the bot may not post, and
	// queuePatience how long the same post may be the oldest one waiting, or the queue may
	// not get shorter. All are noticed within a minute, see watch. Discord has refused new
	// threads for up to five minutes, so they have threadPatience.
	commandsPatience = 30 * time.Second
	barPatience      = 30 * time.Second
	queuePatience    = 40 * time.Second
	threadPatience   = 6 * time.Minute
	lookEvery        = 10 * time.Second
)

// health is the state of a running bot as shown by /healthz.
type health struct {
	Status   string        `json:"status"` // ok, or degraded (with HTTP status 503)
	Version  string        `json:"version"`
	Database string        `json:"database"` // ok, or the fault
	Gateway  gatewayHealth `json:"gateway"`
	Commands string        `json:"commands"` // ok, or why the slash commands are not registered
	Outbox   outboxHealth  `json:"outbox"`
	Answers  answersHealth `json:"answers"`
	Apart    int           `json:"apart,omitempty"` // events and leagues set apart because they crashed the process
	// Work has the latest outcomes of commits, sending, backups and deadlines.
	Work map[string]workHealth `json:"work"`
}

type gatewayHealth struct {
	Connected bool          `json:"connected"` // with each shard
	Since     time.Time     `json:"since,omitzero"`
	Shards    []shardHealth `json:"shards,omitempty"`
}

// shardHealth is the state of one of the sessions among which Discord divides the servers.
type shardHealth struct {
	ID        int       `json:"id"`
	Connected bool      `json:"connected"`
	Since     time.Time `json:"since,omitzero"`
	Latency   float64   `json:"latency_seconds"` // of the latest heartbeat
}

// text returns the state in a sentence; "" before there are shards.
func (g *gatewayHealth) text() string {
	up, slowest := 0, 0.0
	for _, s := range g.Shards {
		slowest = max(slowest, s.Latency)
		if s.Connected {
			up++
		}
	}
	if len(g.Shards) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s connected, the slowest heartbeat took %.0f ms", up, count(len(g.Shards), "session"), 1000*slowest)
}

type outboxHealth struct {
	Waiting    int     `json:"waiting"`
	Dead       int     `json:"dead"`        // given up in events that are not over, without obsolete ones
	Barred     int     `json:"barred"`      // channels in which the bot may not post
	LagSeconds float64 `json:"lag_seconds"` // how long the oldest post has been waiting, including failed attempts
	// Lags is the same for each kind of request: a message, an edit, a thread for a message.
	// A kind of which none waits is left out.
	Lags map[string]float64 `json:"lags,omitempty"`
}

// waits records since when requests of each kind have waited.
func (o *outboxHealth) waits(oldest db.Oldest, now time.Time) {
	for kind, since := range map[string]time.Time{"message": oldest.Message, "edit": oldest.Edit, "thread": oldest.Thread} {
		if since.IsZero() {
			continue
		}
		if o.Lags == nil {
			o.Lags = map[string]float64{}
		}
		o.Lags[kind] = max(now.Sub(since).Seconds(), 0)
		o.LagSeconds = max(o.LagSeconds, o.Lags[kind])
	}
}

// monitor serves /healthz and /metrics.
type monitor struct {
	stats   func(context.Context) (db.Stats, error)
	now     func() time.Time // tournament time, in which waiting is measured
	gateway func() discord.Status
	shards  func() []discord.Shard // may be nil
	started time.Time
	metrics *metrics
	// database returns the fault of the database or "", commands why the slash commands are
	// not registered, and bars the channels in which the bot may not post.
	database func() string
	commands func() error
	bars     func() []wording.Bar
	apart    func() int // how many events and leagues are set apart; may be nil

	moved atomic.Int64 // posts that were finished in any way

	mu     sync.Mutex
	oldest time.Time // the oldest waiting post
	since  time.Time // when it was first seen
	most   int       // waiting posts when the queue last got shorter
	less   time.Time // when that was
	seen   int64     // last value of moved
	moving time.Time // when it last changed

	deadline time.Time // the next one
	overdue  time.Time // when it was last seen not to be overdue
}

// watch checks the queue regularly until ctx is done, because the duration of a problem
// is known only if its beginning was seen.
func (m *monitor) watch(ctx context.Context) {
	every(ctx, lookEvery, func() {
		if st, err := m.stats(ctx); err == nil {
			now := time.Now()
			m.metrics.outcomes.note(workLateness, m.lateness(&st, now), now)
		}
	})
}

// health collects the current state.
func (m *monitor) health(ctx context.Context, now time.Time) health {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	h := health{Status: "ok", Version: version(), Database: "ok"}
	st, err := m.stats(ctx)
	wrong := m.database()
	if wrong == "" && err != nil {
		wrong = faultText(err)
	}
	if wrong != "" {
		h.Status, h.Database = "degraded", wrong
	}
	g := m.gateway()
	h.Gateway = gatewayHealth{Connected: g.Connected, Since: g.Since}
	if m.shards != nil {
		for _, s := range m.shards() {
			h.Gateway.Shards = append(h.Gateway.Shards, shardHealth{s.ID, s.Connected, s.Since, s.Latency.Seconds()})
		}
	}
	away := g.Since
	if away.IsZero() {
		away = m.started
	}
	if !g.Connected && now.Sub(away) > gatewayPatience {
		h.Status = "degraded"
	}
	h.Outbox = outboxHealth{Waiting: st.PostsWaiting, Dead: deaths(st)}
	h.Outbox.waits(st.Oldest, m.now())
	if err == nil && (!m.late(&st, now).IsZero() || !m.lateThreads(&st, threadPatience).IsZero()) {
		h.Status = "degraded"
	}
	for _, bar := range m.bars() {
		if h.Outbox.Barred++; now.Sub(bar.Since) > barPatience {
			h.Status = "degraded"
		}
	}
	h.Work = m.metrics.outcomes.read()
	for _, w := range h.Work {
		if w.failing(now) {
			h.Status = "degraded"
		}
	}
	if m.apart != nil {
		h.Apart = m.apart()
	}
	if h.Apart > 0 {
		h.Status = "degraded"
	}
	h.Answers = m.metrics.late.read(now)
	h.Commands = "ok"
	if err := m.commands(); err != nil {
		h.Commands = oneLine(err.Error())
		if now.Sub(m.started) > commandsPatience {
			h.Status = "degraded"
		}
	}
	return h
}

// deaths returns the number of posts that were given up, without obsolete ones.
func deaths(st db.Stats) int {
	n := 0
	for why, posts := range st.PostsDead {
		if !strings.HasSuffix(why, journal.Obsolete) {
			n += posts
		}
	}
	return n
}

// late returns since when posts are delayed, or zero if they are not. Posts are delayed
// if the same one has been the oldest for too long, or if the queue does not get shorter
// and its posts come late or not at all.
func (m *monitor) late(st *db.Stats, now time.Time) time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	oldest := st.Oldest.Post()
	if !oldest.Equal(m.oldest) || oldest.IsZero() {
		m.oldest, m.since = oldest, now
	}
	if n := m.moved.Load(); n != m.seen || m.most == 0 {
		m.seen, m.moving = n, now
	}
	if m.most == 0 || st.PostsWaiting < m.most {
		m.most, m.less = 0, now
	}
	m.most = max(m.most, st.PostsWaiting)
	over := func(since time.Time) bool { return now.Sub(since) > queuePatience }
	switch {
	case oldest.IsZero():
	case over(m.since):
		return m.since
	case over(m.less) && (over(m.moving) || m.now().Sub(oldest) > queuePatience):
		return m.less
	}
	return time.Time{}
}

// lateThreads returns since when a thread has waited that has for longer than patience, or
// zero. What goes to it meanwhile is asked in its channel.
func (m *monitor) lateThreads(st *db.Stats, patience time.Duration) time.Time {
	if since := st.Oldest.Thread; !since.IsZero() && m.now().Sub(since) > patience {
		return since
	}
	return time.Time{}
}

// lateness returns an error if posts or deadlines are late, else nil.
func (m *monitor) lateness(st *db.Stats, now time.Time) error {
	if since := m.late(st, now); !since.IsZero() {
		return fmt.Errorf("posts have been late since %s", since.Format(time.DateTime))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	overdue := !st.NextDeadline.IsZero() && m.now().Sub(st.NextDeadline) > queuePatience
	switch {
	case !overdue || !st.NextDeadline.Equal(m.deadline):
		m.deadline, m.overdue = st.NextDeadline, now
	case now.Sub(m.overdue) > queuePatience:
		return fmt.Errorf("a deadline has been overdue since %s", st.NextDeadline.Format(time.DateTime))
	}
	return nil
}

// queue returns since when posts and the threads of matches are late, or zero, for /doctor.
func (m *monitor) queue(ctx context.Context) (posts, threads time.Time) {
	st, err := m.stats(ctx)
	if err != nil {
		return time.Time{}, time.Time{} // the database reports that
	}
	return m.late(&st, time.Now()), m.lateThreads(&st, queuePatience)
}

func (m *monitor) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		h := m.health(r.Context(), time.Now())
		w.Header().Set("Content-Type", "application/json")
		if h.Status != "ok" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(h) // the client may be gone
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.metrics.write(w)
	})
	return mux
}

// listen serves h until ctx is done. It returns once it is listening; wait returns when
// it has stopped.
func listen(ctx context.Context, address string, certificates *tls.Config, h http.Handler) (at net.Addr, wait func() error, err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, nil, err
	}
	if certificates != nil {
		l = tls.NewListener(l, certificates)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	return l.Addr(), func() error {
		defer stop()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	}, nil
}
