package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// TestTheDashboardShowsFiguresThatExist holds docs/grafana.json to the registry: a
// figure that is renamed or goes would leave a panel empty, and nobody would know.
func TestTheDashboardShowsFiguresThatExist(t *testing.T) {
	m := newMetrics()
	m.registry.MustRegister(newStock(nil))
	descs := make(chan *prometheus.Desc)
	go func() {
		m.registry.Describe(descs)
		close(descs)
	}()
	known := map[string]bool{}
	fqName := regexp.MustCompile(`fqName: "([^"]+)"`)
	for d := range descs {
		name := fqName.FindStringSubmatch(d.String())[1]
		known[name], known[name+"_bucket"], known[name+"_sum"], known[name+"_count"] = true, true, true, true
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
