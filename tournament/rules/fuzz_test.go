package rules_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"topcut/tournament/rules"
)

// FuzzRuleset: a ruleset that a server brings along is taken whole or refused, and
// what was taken can be frozen and read again.
func FuzzRuleset(f *testing.F) {
	files, err := filepath.Glob("*.toml")
	if err != nil || len(files) == 0 {
		f.Fatal("there are no rulesets to begin with: ", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		library, err := rules.LoadDir(fstest.MapFS{"own.toml": {Data: data}})
		if err != nil {
			return
		}
		for _, id := range library.IDs() {
			if _, err := library.Load(id); err != nil {
				t.Fatalf("%s was taken and cannot be loaded: %v", id, err)
			}
		}
	})
}
