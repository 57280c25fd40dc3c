package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	figures "github.com/VictoriaMetrics/metrics"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/db"
)

// metrics are the figures of /metrics in the text format of Prometheus. They contain no
// ids or names.
type metrics struct {
	set          *figures.Set
	interactions counter // by outcome (done, the code of a refusal, or error) and route
	latency      histogram
	posts        counter // by outcome: posted, edited, found after a crash, dead
	gateway      counter // connection changes: ready, resumed, disconnected, abandoned
	limited      counter // rate limit responses of Discord, by scope
	requests     counter // requests to Discord by status class; none if there was no response
	dropped      counter // gateway events that could not be processed
	panics       *figures.Counter
	lateAnswers  *figures.Counter
	late         lateAnswers
	commits      *figures.Counter
	outcomes     outcomes
	backups      counter // automatic backups: done, failed
}

func newMetrics() *metrics {
	set := figures.NewSet()
	by := func(name string, labels ...string) counter { return counter{set, "topcut_" + name, labels} }
	m := &metrics{
		set: set, interactions: by("interactions_total", "outcome", "route"),
		latency: histogram{
			name: "topcut_interaction_seconds", label: "route", routes: map[string]*timings{},
			bounds: []float64{.005, .01, .025, .05, .1, .25, .5, .7, 1, 2, 3, 10},
		},
		posts: by("posts_total", "outcome"), gateway: by("gateway_changes_total", "change"), limited: by("rate_limits_total", "scope"),
		requests: by("requests_total", "class"), dropped: by("events_dropped_total", "kind"), backups: by("backups_total", "outcome"),
		panics: set.NewCounter("topcut_panics_total"), lateAnswers: set.NewCounter("topcut_late_answers_total"), commits: set.NewCounter("topcut_commits_total"),
	}
	set.RegisterMetricsWriter(m.latency.write)
	set.RegisterMetricsWriter(m.outcomes.write)
	m.posts.begin("posted", "edited", "found", "removed", "dead")
	m.gateway.begin("ready", "resumed", "disconnected", "abandoned")
	m.limited.begin("user", "global", "shared")
	m.requests.begin("none", "2xx", "4xx", "5xx")
	m.dropped.begin("interaction", "event")
	m.backups.begin("done", "failed")
	return m
}

// write writes all figures, including those of the process and of Go.
func (m *metrics) write(w io.Writer) {
	m.set.WritePrometheus(w)
	figures.WriteProcessMetrics(w)
}

// counter counts by label values.
type counter struct {
	set    *figures.Set
	name   string
	labels []string
}

func (c counter) inc(values ...string) { c.of(values...).Inc() }

func (c counter) of(values ...string) *figures.Counter {
	var b strings.Builder
	for i, label := range c.labels {
		fmt.Fprintf(&b, ",%s=%q", label, values[i])
	}
	return c.set.GetOrCreateCounter(c.name + "{" + b.String()[1:] + "}")
}

// begin creates the counters for the values of the only label with 0. Prometheus sees no
// increase when a counter first appears with 1.
func (c counter) begin(values ...string) {
	for _, value := range values {
		c.of(value)
	}
}

// histogram counts durations in Prometheus's cumulative buckets.
type histogram struct {
	name, label string
	bounds      []float64

	mu     sync.Mutex
	routes map[string]*timings
}

type timings struct {
	within []uint64 // per bound
	sum    float64
	n      uint64
}

func (h *histogram) observe(value string, seconds float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.routes[value]
	if t == nil {
		t = &timings{within: make([]uint64, len(h.bounds))}
		h.routes[value] = t
	}
	for i, bound := range h.bounds {
		if seconds <= bound {
			t.within[i]++
		}
	}
	t.sum, t.n = t.sum+seconds, t.n+1
}

func (h *histogram) write(w io.Writer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, value := range slices.Sorted(maps.Keys(h.routes)) {
		t, at := h.routes[value], fmt.Sprintf("%s=%q", h.label, value)
		for i, bound := range h.bounds {
			fmt.Fprintf(w, "%s_bucket{%s,le=\"%v\"} %d\n", h.name, at, bound, t.within[i])
		}
		fmt.Fprintf(w, "%s_bucket{%s,le=\"+Inf\"} %d\n%s_sum{%s} %v\n%s_count{%s} %d\n", h.name, at, t.n, h.name, at, t.sum, h.name, at, t.n)
	}
}

// interaction implements the hook of commands.Metrics.
func (m *metrics) interaction(route, outcome string, took time.Duration) {
	if outcome == "" {
		outcome = "done"
	}
	m.interactions.inc(outcome, route)
	m.latency.observe(route, took.Seconds())
}

// routes creates the counters of the routes.
func (m *metrics) routes(names []string) {
	for _, name := range names {
		m.interactions.of("done", name)
		m.interactions.of("error", name)
	}
}

func (m *metrics) forCommands() commands.Metrics { return commands.Metrics{Interaction: m.interaction} }

// hooks returns the hooks of the Discord client.
func (m *metrics) hooks() discord.Hooks {
	return discord.Hooks{
		Request: func(_ string, status int, _ time.Duration) {
			class := "none"
			if status > 0 {
				class = string(rune('0'+status/100)) + "xx"
			}
			m.requests.inc(class)
		},
		RateLimited: func(_, scope string, _ time.Duration) { m.limited.inc(scope) },
		Gateway:     func(change string) { m.gateway.inc(change) },
		Dropped:     func(kind string) { m.dropped.inc(kind) },
		Panicked:    m.panics.Inc,
		Late: func(age time.Duration) {
			m.lateAnswers.Inc()
			m.late.note(age, time.Now())
		},
	}
}

// shards adds gauges of the gateway's sessions.
func (m *metrics) shards(state func() []discord.Shard) {
	m.set.RegisterMetricsWriter(func(w io.Writer) {
		for _, s := range state() {
			up := 0
			if s.Connected {
				up = 1
			}
			fmt.Fprintf(w, "topcut_shard_connected{shard=\"%d\"} %d\ntopcut_shard_latency_seconds{shard=\"%d\"} %v\n", s.ID, up, s.ID, s.Latency.Seconds())
		}
	})
}

// stock adds gauges that are read from the database on each request. If it cannot be read
// they are missing, and /healthz says why.
func (m *metrics) stock(stats func(context.Context) (db.Stats, error)) {
	m.set.RegisterMetricsWriter(func(w io.Writer) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		st, err := stats(ctx)
		if err != nil {
			return
		}
		for _, g := range []struct {
			name  string
			value int64
		}{
			{"outbox_waiting", int64(st.PostsWaiting)}, // posts to send or edit
			{"outbox_dead", int64(deaths(st))},         // given up in events that are not over
			{"tournaments_running", int64(st.Running)}, // unfinished
			{"players_running", int64(st.Players)},     // in them
			{"log_entries", st.Events},                 // in all logs
			{"database_bytes", st.Bytes},               // size of the file
			{"deadlines", int64(st.Deadlines)},         // future or overdue
		} {
			fmt.Fprintf(w, "topcut_%s %d\n", g.name, g.value)
		}
	})
}
