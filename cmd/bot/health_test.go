package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/discord"
	"topcut/db"
	"topcut/tournament"
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

// The lag is how long the same row has been the oldest that waits.
func TestOutboxLag(t *testing.T) {
	var rows []tournament.OutboxRow
	m := &monitor{due: func(context.Context, time.Time, int) ([]tournament.OutboxRow, error) { return rows, nil }}
	begin := time.Date(2026, 3, 6, 20, 0, 0, 0, time.UTC)
	var got []time.Duration
	for i, ids := range [][]int64{{}, {4}, {4}, {4}, {9}, {9}, {}} {
		rows = nil
		for _, id := range ids {
			rows = append(rows, tournament.OutboxRow{ID: id})
		}
		now := begin.Add(time.Duration(i) * lagEvery)
		m.look(t.Context(), now)
		got = append(got, m.lag(now)/lagEvery)
	}
	if diff := cmp.Diff([]time.Duration{0, 0, 1, 2, 0, 1, 0}, got); diff != "" {
		t.Errorf("lag in looks (-want +got):\n%s", diff)
	}
}
