package browsertest

import (
	"os"
	"path/filepath"
)

// finding is what axe-core finds fault with.
type finding struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, Summary string }
}

// axeCore is the script, in the module that the test is run in: a binary knows no
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
// page as it is now. Without axe-core, which `npm ci` in the folder axe beside
// this file gets, it only says so.
func (b *Browser) Accessible(where string) {
	b.t.Helper()
	source, err := axeCore()
	if err != nil {
		b.t.Logf("%s is not checked for accessibility: there is no axe-core; `npm ci` in browsertest/axe gets it", where)
		return
	}
	b.JS(string(source))
	var found []finding
	b.await(`axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.map((v) => ({id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 3).map((n) => ({html: n.html, summary: n.failureSummary}))})))`, &found)
	for _, f := range found {
		b.t.Errorf("%s: %s (%s): %s\n%+v", where, f.ID, f.Impact, f.Help, f.Nodes)
	}
}
