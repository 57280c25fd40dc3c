// Package conform checks in tests that a bot and the local Discord follow Discord's
// rules: all traffic between them is compared with Discord's own API descriptions, if
// these are available beside the project.
package conform

import (
	"sync"
	"testing"

	"topcut/commands/localdiscord"
)

// Described returns the check against the descriptions, which are read once per test run.
// Without descriptions it checks nothing.
func Described() (localdiscord.Conformance, error) { return described() }

var described = sync.OnceValues(func() (localdiscord.Conformance, error) {
	folder, found := localdiscord.FindDescriptions(".")
	if !found {
		return localdiscord.Conformance{}, nil
	}
	return localdiscord.Descriptions(folder)
})

// Server starts a local Discord for a test. When the test ends it is closed, and the test
// fails for every violation.
func Server(t testing.TB, cfg localdiscord.Config) *localdiscord.Server {
	t.Helper()
	var err error
	if cfg.Conformance, err = Described(); err != nil {
		t.Fatal(err)
	}
	s, err := localdiscord.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, v := range s.Violations() {
			t.Errorf("against Discord's rules: %s", v)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
