package tournament_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
)

var allTampered = flag.Bool("tampered", false, "tamper with every golden log, not with every ninth")

// following are the kinds of events of which every field follows from the log
// before and the seed, or is what somebody at the table may say.
var following = []string{
	"started", "stage_began", "round_paired", "schedule_drawn", "groups_drawn", "draft_seated", "finished", "seed_revealed", "seed_renewed",
	"cut_locked", "tie_shared", "pack_opened", "check_in_ended", "time_called", "round_closed", "retracted", "promoted",
}

// withWhatIsRare are logs of what no golden log has: the clock ends check-in and round,
// people move up from the waiting list, an event goes on after its secret was revealed,
// and a title is shared.
func withWhatIsRare(t *testing.T) map[string]*tournament.Snapshot {
	s := settings(2, 0)
	s.Capacity, s.RoundMinutes = 4, 50
	w := given(t, s, 6)
	if err := w.as("u1", &tournament.Leave{Player: 1}); err != nil {
		t.Fatal(err)
	}
	w.do(&tournament.StartCheckIn{Minutes: 10})
	for n := 2; n <= 5; n++ {
		if err := w.as(w.user(n), &tournament.CheckInPlayer{Player: n}); err != nil {
			t.Fatal(err)
		}
	}
	w.runs(w.now.Add(11 * time.Minute))
	w.do(&tournament.Start{})
	w.round()
	w.runs(w.now.Add(51 * time.Minute))
	w.finishRound()
	w.do(&tournament.Finish{Early: true}, &tournament.Undo{})
	w.round()
	w.finishRound()
	w.do(&tournament.Finish{})
	tie := level(t)
	tie.do(&tournament.ShareTitle{}, &tournament.Finish{})
	return map[string]*tournament.Snapshot{"clock": w.snap, "tie": tie.snap}
}

// TestEveryTamperedDecisionIsFound changes every value in every event of the golden
// logs, and of some with what is rare, that follows from what is before it, one at a
// time, and replays: each is found, and the untouched log is identical. No kind of
// event that follows is left out.
func TestEveryTamperedDecisionIsFound(t *testing.T) {
	paths, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden logs", err)
	}
	logs := map[string][]byte{}
	for i, path := range paths {
		if !*allTampered && i%9 != 5 {
			continue
		}
		if logs[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, snap := range withWhatIsRare(t) {
		if logs[name], err = json.Marshal(snap.Log); err != nil {
			t.Fatal(err)
		}
	}
	tried, found, kinds := map[string]int{}, 0, map[string]int{}
	for _, path := range slices.Sorted(maps.Keys(logs)) {
		data := logs[path]
		var file struct{ Log []map[string]any }
		if err := json.Unmarshal(data, &file.Log); err != nil {
			t.Fatal(err)
		}
		log, err := tournament.ReadLog(1, data)
		if err != nil {
			t.Fatal(err)
		}
		_, whole, err := tournament.Replay(1, log)
		if err != nil || !whole.Difference.IsZero() {
			t.Fatalf("%s is not identical untouched: %v %v", path, whole.Difference, err)
		}
		untouched := whole.Skipped // another engine is counted, which is exit code 1
		seen := map[string]int{}
		gone := map[float64]bool{}
		for _, e := range file.Log {
			if e["kind"] == "retracted" {
				for _, seq := range e["data"].(map[string]any)["seqs"].([]any) {
					gone[seq.(float64)] = true
				}
			}
		}
		for _, e := range file.Log {
			kind := e["kind"].(string)
			if seen[kind]++; seen[kind] > 2 || gone[e["seq"].(float64)] || !slices.Contains(following, kind) {
				continue // two of each kind in each log are enough
			}
			if kind == "promoted" && e["seq"] == e["batch"] {
				continue // an organiser lets in whom they choose
			}
			tamper := func(try func(where string)) { mutate(e["data"], try) }
			if data, ok := e["data"].(map[string]any); ok && len(data) == 0 {
				tamper = func(try func(where string)) { early(file.Log, e["batch"], try) }
			}
			tamper(func(where string) {
				if kind+where == "schedule_drawn.stand_ins[].person" {
					return // a number in the book, which is not in an export
				}
				tried[kind]++
				raw, err := json.Marshal(file.Log)
				if err != nil {
					t.Fatal(err)
				}
				log, err := tournament.ReadLog(1, raw)
				if err == nil {
					var what *tournament.Replayed
					if _, what, err = tournament.Replay(1, log); err == nil && what.Difference.IsZero() && what.Skipped == untouched {
						if kinds[kind+where]++; kinds[kind+where] == 1 {
							t.Errorf("%s: %s%s, entry %v, changed and not found", path, kind, where, e["seq"])
						}
						return
					}
				}
				found++
			})
		}
	}
	all := 0
	for _, kind := range following {
		if all += tried[kind]; tried[kind] == 0 && *allTampered {
			t.Errorf("nothing was tampered with in any %s", kind)
		}
	}
	t.Logf("%d of %d changes found in %d logs, of each kind %v", found, all, len(logs), tried)
}

// early has what happened in a batch happen five minutes before, calls try, and puts it
// back.
func early(log []map[string]any, batch any, try func(where string)) {
	const fiveMinutes = 5 * 60 * 1000
	shift := func(by float64) {
		for _, e := range log {
			if e["batch"] == batch {
				e["time"] = e["time"].(float64) + by
			}
		}
	}
	shift(-fiveMinutes)
	try(".time")
	shift(fiveMinutes)
}

// mutate changes one value at a time, calls try, and puts it back.
func mutate(v any, try func(where string)) { mutateAt(v, "", func(any) {}, try) }

func mutateAt(v any, where string, set func(any), try func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			mutateAt(v[k], where+"."+k, func(x any) { v[k] = x }, try)
		}
		return
	case []any:
		for i := range v {
			if i > 4 {
				break
			}
			mutateAt(v[i], where+"[]", func(x any) { v[i] = x }, try)
		}
		return
	case float64:
		set(v + 1)
	case bool:
		set(!v)
	case string:
		if v == "" {
			return
		}
		last := byte('0')
		if v[len(v)-1] == '0' {
			last = '1'
		}
		set(fmt.Sprintf("%s%c", v[:len(v)-1], last))
	default:
		return
	}
	try(where)
	set(v)
}
