package tournament_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"topcut/tournament"
)

// TestAnEventLeavesTheStateBeforeIt: a state and the one after the next event have much
// in common, and views keep the first while the second goes on.
func TestAnEventLeavesTheStateBeforeIt(t *testing.T) {
	logs, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(logs) == 0 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	for _, name := range logs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		log, err := tournament.ReadLog(1, data)
		if err != nil {
			t.Fatal(err)
		}
		states := []*tournament.State{{ID: 1}}
		for i := range log {
			next, err := tournament.Apply(states[i], &log[i])
			if _, undo := log[i].Event.(*tournament.Retracted); undo {
				next, err = tournament.Fold(1, log[:i+1])
			}
			if err != nil {
				t.Fatalf("%s: event %d: %v", name, i+1, err)
			}
			states = append(states, next)
		}
		for n := 1; n < len(states); n += 5 {
			alone, err := tournament.Fold(1, log[:n])
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(states[n], alone) {
				t.Fatalf("%s: the state after event %d (%s) is not what it was any more", name, n, log[n-1].Kind)
			}
		}
	}
}
