package tournament_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/replay"
)

// TestAFinishedEventWithoutItsRevealIsFound takes the revealed secret out of each
// golden log, without which any seed of a bracket would pass.
func TestAFinishedEventWithoutItsRevealIsFound(t *testing.T) {
	eachGolden(t, func(name string, log []map[string]any) {
		kept := log[:0:0]
		for _, e := range log {
			if e["kind"] != "seed_revealed" {
				kept = append(kept, e)
			}
		}
		if len(kept) != len(log) && !differs(t, kept) {
			t.Errorf("%s without its reveal is identical", name)
		}
	})
}

// TestAMadeUpSeedOfARoundIsFound changes the seed of each round of the golden logs,
// those of brackets among them, which pair the same players by any seed.
func TestAMadeUpSeedOfARoundIsFound(t *testing.T) {
	brackets := 0
	eachGolden(t, func(name string, log []map[string]any) {
		for _, e := range log {
			data, _ := e["data"].(map[string]any)
			if e["kind"] != "round_paired" || data["seed"] == nil {
				continue
			}
			if data["stage"] != "swiss" {
				brackets++
			}
			seed := data["seed"]
			data["seed"] = strings.Repeat("ab", 32)
			if !differs(t, log) {
				t.Errorf("%s: a made-up seed in entry %v is not found", name, e["seq"])
			}
			data["seed"] = seed
		}
	})
	if brackets == 0 {
		t.Error("no golden log has a round of another stage than Swiss")
	}
}

// eachGolden calls f with each golden log, decoded as plain JSON.
func eachGolden(t *testing.T, f func(name string, log []map[string]any)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden logs", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var log []map[string]any
		if err := json.Unmarshal(data, &log); err != nil {
			t.Fatal(err)
		}
		f(filepath.Base(path), log)
	}
}

// differs reports whether a replay of the log fails or finds a difference.
func differs(t *testing.T, log []map[string]any) bool {
	t.Helper()
	data, err := json.Marshal(log)
	if err != nil {
		t.Fatal(err)
	}
	read, err := tournament.ReadLog(1, data)
	if err != nil {
		return true
	}
	_, found, err := replay.Run(1, read)
	return err != nil || !found.Difference.IsZero()
}
