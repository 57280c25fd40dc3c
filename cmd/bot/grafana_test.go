package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"topcut/db"
)

// TestTheDashboardShowsFiguresThatExist compares docs/grafana.json with the output of
// /metrics: a renamed or removed figure would silently leave a panel empty.
func TestTheDashboardShowsFiguresThatExist(t *testing.T) {
	m := newMetrics()
	m.stock(func(context.Context) (db.Stats, error) { return db.Stats{}, nil })
	m.interaction("report", "", 30*time.Millisecond)
	for _, c := range []counter{m.posts, m.gateway, m.limited, m.requests, m.dropped, m.backups} {
		c.inc("any")
	}
	var said bytes.Buffer
	m.write(&said)
	known := map[string]bool{}
	line := regexp.MustCompile(`^([a-z_0-9]+)(?:\{[A-Za-z]+="[^"\n]*"(?:, ?[A-Za-z]+="[^"\n]*")*\})? [-+.e0-9]+$`)
	for text := range strings.Lines(said.String()) {
		if strings.HasPrefix(text, "#") || strings.TrimSpace(text) == "" {
			continue
		}
		parts := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
		if parts == nil {
			t.Fatalf("Prometheus cannot read %q", text)
		}
		known[parts[1]] = true
	}
	for _, want := range []string{
		`topcut_interaction_seconds_bucket{route="report",le="0.025"} 0`, `topcut_interaction_seconds_bucket{route="report",le="0.05"} 1`,
		`topcut_interaction_seconds_bucket{route="report",le="+Inf"} 1`, `topcut_interaction_seconds_sum{route="report"} 0.03`, `topcut_interactions_total{outcome="done",route="report"} 1`,
	} {
		if !strings.Contains(said.String(), want+"\n") {
			t.Errorf("the figures lack %s", want)
		}
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "grafana.json"))
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(data, &dashboard); err != nil {
		t.Fatal(err)
	}
	figure := regexp.MustCompile(`\b(?:topcut|process|go)_[a-z_]+`)
	shown := map[string]bool{}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			for _, name := range figure.FindAllString(target.Expr, -1) {
				shown[name] = true
				if !known[name] {
					t.Errorf("%s: there is no figure %s", p.Title, name)
				}
			}
		}
	}
	if len(shown) < 15 {
		t.Errorf("only %d figures are shown", len(shown))
	}
}
