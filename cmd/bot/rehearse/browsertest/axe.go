package browsertest

import (
	"os"
	"path/filepath"
	"testing"
)

// finding is what axe-core finds fault with.
type finding struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, Summary string }
}

// axeCore returns the script, in the module that the test is run in: a binary knows no
// paths where it was built with -trimpath.
func axeCore() ([]byte, error) {
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return os.ReadFile(filepath.Join(dir, "cmd", "bot", "rehearse", "browsertest", "axe", "node_modules", "axe-core", "axe.min.js"))
		}
	}
	return nil, os.ErrNotExist
}

// Accessible fails the test for what axe-core finds serious or critical on the
// page as it is now. It is a test of its own, so that one without axe-core, which
// `.ci/e2e install` gets, is skipped and not passed.
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
