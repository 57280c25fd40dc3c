package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/db"
)

func TestHealth(t *testing.T) {
	now := time.Date(2026, 3, 6, 20, 0, 0, 0, time.UTC)
	up := discord.Status{Connected: true, Since: now.Add(-time.Hour)}
	for _, tc := range []struct {
		name    string
		err     error
		gateway discord.Status
		started time.Time
		want    string
	}{
		{"all is well", nil, up, now.Add(-time.Hour), "ok"},
		{"the database is gone", errors.New("disk\nfull"), up, now.Add(-time.Hour), "degraded"},
		{"the gateway was lost just now", nil, discord.Status{Since: now.Add(-gatewayPatience / 2)}, now.Add(-time.Hour), "ok"},
		{"the gateway has been away", nil, discord.Status{Since: now.Add(-2 * gatewayPatience)}, now.Add(-time.Hour), "degraded"},
		{"not connected yet", nil, discord.Status{}, now.Add(-time.Second), "ok"},
		{"never connected", nil, discord.Status{}, now.Add(-2 * gatewayPatience), "degraded"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := &monitor{
				stats:   func(context.Context) (db.Stats, error) { return db.Stats{PostsWaiting: 3, PostsDead: 1}, tc.err },
				gateway: func() discord.Status { return tc.gateway }, started: tc.started,
			}
			if got := m.health(t.Context(), now); got.Status != tc.want {
				t.Errorf("%+v, want %s", got, tc.want)
			}
		})
	}
}

func TestHealthzSays503WhenDegraded(t *testing.T) {
	m := &monitor{
		stats:   func(context.Context) (db.Stats, error) { return db.Stats{}, errors.New("no disk") },
		gateway: func() discord.Status { return discord.Status{} }, started: time.Now(), metrics: newMetrics(),
	}
	w := httptest.NewRecorder()
	m.handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", nil))
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestOutboxLag: the lag is the age of the oldest change that a post waits to show.
func TestOutboxLag(t *testing.T) {
	now := time.Date(2026, 3, 6, 20, 0, 0, 0, time.UTC)
	for oldest, want := range map[time.Time]float64{
		{}:                         0,
		now.Add(-90 * time.Second): 90,
		now.Add(time.Second):       0, // the clock was set back
	} {
		m := &monitor{
			stats: func(context.Context) (db.Stats, error) { return db.Stats{OldestPost: oldest}, nil },
			now:   func() time.Time { return now }, gateway: func() discord.Status { return discord.Status{} },
		}
		if got := m.health(t.Context(), now).Outbox.LagSeconds; got != want {
			t.Errorf("oldest %s: a lag of %v seconds, want %v", oldest, got, want)
		}
	}
}
