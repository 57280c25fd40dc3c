package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/db"
)

// metrics are the figures of /metrics. They hold no ids and no names.
type metrics struct {
	registry     *prometheus.Registry
	interactions *prometheus.CounterVec
	latency      *prometheus.HistogramVec
	posts        *prometheus.CounterVec
	gateway      *prometheus.CounterVec
	limited      *prometheus.CounterVec
	requests     *prometheus.CounterVec
	dropped      *prometheus.CounterVec
	panics       prometheus.Counter
	commits      prometheus.Counter
	backups      *prometheus.CounterVec
}

func newMetrics() *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "topcut", Name: name, Help: help}, labels)
	}
	m := &metrics{
		registry:     prometheus.NewRegistry(),
		interactions: counter("interactions_total", "Interactions by route and outcome: done, the code of a refusal, or error.", "route", "outcome"),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "topcut", Name: "interaction_seconds", Help: "Time from the arrival of an interaction to its answer.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, .7, 1, 2, 3, 10},
		}, []string{"route"}),
		posts:    counter("posts_total", "What became of posts: posted, edited, found after a crash, dead.", "outcome"),
		gateway:  counter("gateway_changes_total", "Changes of the gateway connection: ready, resumed, disconnected, abandoned.", "change"),
		limited:  counter("rate_limits_total", "Answers of Discord that asked to wait, by scope.", "scope"),
		requests: counter("requests_total", "Requests to Discord by class of answer; none = no answer came.", "class"),
		dropped:  counter("events_dropped_total", "Gateway events that could not be taken in.", "kind"),
		panics:   prometheus.NewCounter(prometheus.CounterOpts{Namespace: "topcut", Name: "panics_total", Help: "Panics contained in handlers."}),
		commits:  prometheus.NewCounter(prometheus.CounterOpts{Namespace: "topcut", Name: "commits_total", Help: "Commands committed to the database."}),
		backups:  counter("backups_total", "Backups made by themselves: done, failed.", "outcome"),
	}
	m.registry.MustRegister(m.interactions, m.latency, m.posts, m.gateway, m.limited, m.requests, m.dropped, m.panics, m.commits, m.backups,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// interaction is the hook of commands.Metrics.
func (m *metrics) interaction(route, outcome string, took time.Duration) {
	if outcome == "" {
		outcome = "done"
	}
	m.interactions.WithLabelValues(route, outcome).Inc()
	m.latency.WithLabelValues(route).Observe(took.Seconds())
}

func (m *metrics) forCommands() commands.Metrics { return commands.Metrics{Interaction: m.interaction} }

// hooks are the hooks of the Discord client.
func (m *metrics) hooks() discord.Hooks {
	return discord.Hooks{
		Request: func(_ string, status int, _ time.Duration) {
			class := "none"
			if status > 0 {
				class = string(rune('0'+status/100)) + "xx"
			}
			m.requests.WithLabelValues(class).Inc()
		},
		RateLimited: func(_, scope string, _ time.Duration) { m.limited.WithLabelValues(scope).Inc() },
		Gateway:     func(change string) { m.gateway.WithLabelValues(change).Inc() },
		Dropped:     func(kind string) { m.dropped.WithLabelValues(kind).Inc() },
		Panicked:    m.panics.Inc,
	}
}

// stock are gauges that are read from the database when they are asked for.
type stock struct {
	stats func(context.Context) (db.Stats, error)
	descs []*prometheus.Desc
}

func newStock(stats func(context.Context) (db.Stats, error)) *stock {
	s := &stock{stats: stats}
	for _, d := range [][2]string{
		{"outbox_waiting", "Posts that want sending or editing."},
		{"outbox_dead", "Posts that were given up in events that are not over."},
		{"tournaments_running", "Events that are not over."},
		{"players_running", "Players in events that are not over."},
		{"log_entries", "Entries of all logs."},
		{"database_bytes", "Size of the database file."},
		{"deadlines", "Deadlines that are still to come or overdue."},
	} {
		s.descs = append(s.descs, prometheus.NewDesc("topcut_"+d[0], d[1], nil, nil))
	}
	return s
}

// Describe is part of prometheus.Collector.
func (s *stock) Describe(out chan<- *prometheus.Desc) {
	for _, d := range s.descs {
		out <- d
	}
}

// Collect is part of prometheus.Collector.
func (s *stock) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	st, err := s.stats(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(s.descs[0], err)
		return
	}
	for i, v := range []float64{
		float64(st.PostsWaiting), float64(deaths(st)), float64(st.Running), float64(st.Players),
		float64(st.Events), float64(st.Bytes), float64(st.Deadlines),
	} {
		out <- prometheus.MustNewConstMetric(s.descs[i], prometheus.GaugeValue, v)
	}
}
