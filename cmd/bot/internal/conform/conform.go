// Package conform holds tests to Discord's rules: everything that goes between a
// bot and the local Discord is compared with Discord's own descriptions, where
// they lie beside the project, and nothing may be against the rules.
package conform

import (
	"sync"
	"testing"

	"topcut/commands/localdiscord"
)

// Described returns the check against the descriptions, which are read once for a
// whole test run; without them it checks nothing.
func Described() (localdiscord.Conformance, error) { return described() }

var described = sync.OnceValues(func() (localdiscord.Conformance, error) {
	folder, found := localdiscord.FindDescriptions(".")
	if !found {
		return localdiscord.Conformance{}, nil
	}
	return localdiscord.Descriptions(folder)
})

// Server starts a local Discord for a test, which closes it and fails for
// everything that was against the rules by then.
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
