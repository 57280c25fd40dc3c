package browsertest

import (
	"os"
	"path/filepath"
	"testing"
)

// finding is a violation found by axe-core.
type finding struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, Summary string }
}

// axeCore returns the script from the module of the running test: a binary built with
// -trimpath contains no paths.
func axeCore() ([]byte, error) {
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return os.ReadFile(filepath.Join(dir, "cmd", "bot", "rehearse", "browsertest", "axe", "node_modules", "axe-core", "axe.min.js"))
		}
	}
	return nil, os.ErrNotExist
}

// Accessible fails the test for serious or critical violations that axe-core finds on the
// current page. It runs as a subtest, so that it is skipped, not passed, without
// axe-core, which `.ci/e2e install` downloads.
func (b *Browser) Accessible(where string) {
	b.t.Helper()
	whole := b.t
	defer func() { b.t = whole }()
	whole.Run("axe-core: "+where, func(t *testing.T) {
		b.t = t
		source, err := axeCore()
		if err != nil {
			t.Skip("there is no axe-core: accessibility is not checked; `.ci/e2e install` gets it")
		}
		b.JS(string(source))
		var found []finding
		b.await(`axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations
			.filter((v) => v.impact === "serious" || v.impact === "critical")
			.map((v) => ({id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 3).map((n) => ({html: n.html, summary: n.failureSummary}))})))`, &found)
		for _, f := range found {
			t.Errorf("%s: %s (%s): %s\n%+v", where, f.ID, f.Impact, f.Help, f.Nodes)
		}
	})
}
