package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"topcut/commands/discord"
	"topcut/commands/post"
	"topcut/db"
)

// gatewayPatience is how long the gateway may be away before /healthz says that
// the bot is not well: a resume takes less.
const gatewayPatience = time.Minute

const (
	// commandsPatience is how long the slash commands may be missing after the
	// start, barPatience how long posts may wait for a channel that lets the bot not
	// in, and queuePatience how long the same post may be the oldest that waits.
	commandsPatience = 30 * time.Second
	barPatience      = 30 * time.Second
	queuePatience    = 45 * time.Second
)

// health is the state of a running bot, as /healthz tells it.
type health struct {
	Status   string        `json:"status"` // ok, or degraded (then with HTTP status 503)
	Version  string        `json:"version"`
	Database string        `json:"database"` // ok, or what is wrong
	Gateway  gatewayHealth `json:"gateway"`
	Commands string        `json:"commands"` // ok, or why the slash commands are not registered
	Outbox   outboxHealth  `json:"outbox"`
}

type gatewayHealth struct {
	Connected bool      `json:"connected"`
	Since     time.Time `json:"since,omitzero"`
}

type outboxHealth struct {
	Waiting    int     `json:"waiting"`
	Dead       int     `json:"dead"`        // given up in events that are not over, without what merely lapsed
	Barred     int     `json:"barred"`      // channels that let the bot not in, where posts wait
	LagSeconds float64 `json:"lag_seconds"` // how long the oldest post has been waiting, attempts in vain included
}

// monitor answers /healthz and /metrics.
type monitor struct {
	stats   func(context.Context) (db.Stats, error)
	now     func() time.Time // tournament time, in which posts wait
	gateway func() discord.Status
	started time.Time
	metrics *metrics
	// database says what is wrong with it, empty for nothing; commands why the slash
	// commands are not registered, bars which channels let the bot not in.
	database func() string
	commands func() error
	bars     func() []post.Bar

	mu     sync.Mutex
	oldest time.Time // the oldest post that waits
	since  time.Time // when it was seen first
}

// health looks at everything once.
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
	away := g.Since
	if away.IsZero() {
		away = m.started
	}
	if !g.Connected && now.Sub(away) > gatewayPatience {
		h.Status = "degraded"
	}
	h.Outbox = outboxHealth{Waiting: st.PostsWaiting, Dead: deaths(st)}
	if !st.OldestPost.IsZero() {
		h.Outbox.LagSeconds = max(m.now().Sub(st.OldestPost).Seconds(), 0)
	}
	if m.stuck(st.OldestPost, now) > queuePatience {
		h.Status = "degraded"
	}
	for _, bar := range m.bars() {
		if h.Outbox.Barred++; now.Sub(bar.Since) > barPatience {
			h.Status = "degraded"
		}
	}
	h.Commands = "ok"
	if err := m.commands(); err != nil {
		h.Commands = oneLine(err.Error())
		if now.Sub(m.started) > commandsPatience {
			h.Status = "degraded"
		}
	}
	return h
}

// deaths is how many posts were given up, without those that had nothing to say any
// more.
func deaths(st db.Stats) int {
	n := 0
	for why, posts := range st.PostsDead {
		if !strings.HasSuffix(why, post.Obsolete) {
			n += posts
		}
	}
	return n
}

// stuck returns for how long the same post has been the oldest that waits.
func (m *monitor) stuck(oldest, now time.Time) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !oldest.Equal(m.oldest) || oldest.IsZero() {
		m.oldest, m.since = oldest, now
	}
	return now.Sub(m.since)
}

func (m *monitor) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		h := m.health(r.Context(), time.Now())
		w.Header().Set("Content-Type", "application/json")
		if h.Status != "ok" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(h) // the asker may have gone
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.metrics.write(w)
	})
	return mux
}

// listen serves h until ctx ends. It returns as soon as it listens; wait returns
// when it has stopped.
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
