package tournament_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"topcut/tournament"
	"topcut/tournament/replay"
)

// FuzzLog checks the reading and the replay of an arbitrary log: it is read and folds,
// or is refused, and nothing panics, hangs or takes memory for a mere number.
func FuzzLog(f *testing.F) {
	paths, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(paths) == 0 {
		f.Fatal("no golden logs", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		var log []json.RawMessage
		if err := json.Unmarshal(data, &log); err != nil {
			f.Fatal(err)
		}
		// The beginning is enough to mutate, and the whole is too long to be quick.
		for _, n := range []int{4, 20} {
			part, err := json.Marshal(log[:min(n, len(log))])
			if err != nil {
				f.Fatal(err)
			}
			f.Add(part)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := tournament.ReadLog(1, data)
		if err != nil {
			return
		}
		s, _, err := replay.Run(1, log)
		if err != nil || s == nil {
			return
		}
		if len(s.Players) > tournament.MaxPlayers+len(log) || len(s.Rounds) > len(log)+tournament.MaxRounds {
			t.Fatalf("%d players and %d rounds out of %d entries", len(s.Players), len(s.Rounds), len(log))
		}
		_ = tournament.Deadlines(s)
		if len(s.Rounds) > 0 {
			_, _ = s.Table(-1)
		}
	})
}

// TestNoMutationOfALogBreaksTheReader changes every number of a golden log to ones at
// the edges, one at a time: reading, folding and replaying it is refused or goes on,
// and takes neither memory nor time for a mere number. All allocations after one
// change, freed or not, are within 64 MB.
func TestNoMutationOfALogBreaksTheReader(t *testing.T) {
	for _, name := range []string{"magic", "riichi-ema", "draft"} {
		paths, err := filepath.Glob("testdata/golden/" + name + "*.json")
		if err != nil || len(paths) == 0 {
			continue
		}
		data, err := os.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		var log []map[string]any
		if err := json.Unmarshal(data, &log); err != nil {
			t.Fatal(err)
		}
		seen, tried, most := map[string]bool{}, 0, uint64(0)
		for _, e := range log {
			kind := e["kind"].(string)
			if seen[kind] || kind == "created" {
				continue
			}
			seen[kind] = true
			eachNumber(e, func() {
				if tried++; !*allTampered && tried%9 != 0 {
					return
				}
				raw, err := json.Marshal(log)
				if err != nil {
					t.Fatal(err)
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				if read, err := tournament.ReadLog(1, raw); err == nil {
					_, _, _ = replay.Run(1, read)
				}
				runtime.ReadMemStats(&after)
				took := after.TotalAlloc - before.TotalAlloc
				if most = max(most, took); took > 64<<20 {
					t.Errorf("%s: a change of %v takes %d MB", name, e, took>>20)
				}
			})
		}
		t.Logf("%s: %d changes, %d KB at most for one", name, tried, most>>10)
	}
}

// eachNumber puts numbers at the edges in the place of each, calls try, and puts it
// back.
func eachNumber(v any, try func()) {
	edges := []float64{-1, 1 << 31, 1e15}
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if n, ok := x.(float64); ok {
				for _, edge := range edges {
					v[k] = edge
					try()
				}
				v[k] = n
			}
			eachNumber(x, try)
		}
	case []any:
		for i, x := range v {
			if i > 2 {
				return
			}
			if n, ok := x.(float64); ok {
				for _, edge := range edges {
					v[i] = edge
					try()
				}
				v[i] = n
			}
			eachNumber(x, try)
		}
	}
}
