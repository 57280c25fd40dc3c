package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"topcut/tournament/random"
	"topcut/tournament/seating"
)

const stored = "../../schedules.txt"

func TestStoredValuesAreThoseOfTheSchedules(t *testing.T) {
	all, err := read(stored) // read measures every line
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range targets() {
		if _, ok := all[want]; !ok {
			t.Errorf("no schedule for %d players and %d sessions", want.players, want.sessions)
		}
	}
	if len(all) != len(targets()) {
		t.Errorf("%d schedules are stored, want %d", len(all), len(targets()))
	}
}

// Eight and twelve players: nothing better exists in any number of sessions.
// Where a value reaches seating.Bound there is nothing to try.
func TestSmallFieldsAreProvedByTryingEverything(t *testing.T) {
	all, err := read(stored)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, players := range []int{8, 12} {
		for sessions := 1; sessions <= seating.MaxSessions; sessions++ {
			v := all[target{players, sessions}].value
			if v == seating.Bound(players, sessions) {
				continue
			}
			tried++
			if better(players, sessions, v) {
				t.Errorf("%d players, %d sessions: there is something better than %v", players, sessions, v)
			}
		}
	}
	if tried == 0 {
		t.Error("nothing was tried")
	}
}

func TestProverFindsWhatIsBetter(t *testing.T) {
	if !better(8, 3, seating.Value{MaxMeetings: 2, DistinctSpread: 0, MostDistinct: 5}) {
		t.Error("no schedule for 8 players and 3 sessions is better than (2,0,5), but (2,0,6) exists")
	}
	if !better(12, 6, seating.Value{MaxMeetings: 2, DistinctSpread: 0, MostDistinct: 9}) {
		t.Error("no schedule for 12 players and 6 sessions is better than (2,0,9), but (2,0,10) exists")
	}
	if !better(8, 4, seating.Value{MaxMeetings: 3, DistinctSpread: 0, MostDistinct: 7}) {
		t.Error("no schedule for 8 players and 4 sessions has fewer meetings than 3, but (2,0,6) exists")
	}
}

func TestStartersAreSchedulesWithoutRepeats(t *testing.T) {
	for _, want := range []target{{24, 7}, {36, 11}, {40, 13}, {44, 14}, {52, 17}} {
		t.Run(fmt.Sprintf("%d players", want.players), func(t *testing.T) {
			for _, st := range startersFor(want.players, want.sessions) {
				for try := uint64(0); try < starterTries; try++ {
					found := st.solve(random.New([32]byte{}, "starter test", try))
					if found == nil {
						continue
					}
					v := newEntry(found, "starter").value
					if v != seating.Bound(want.players, want.sessions) {
						t.Errorf("multiplier %d: value %v", st.multiplier, v)
					}
					return
				}
			}
			t.Error("no starter found")
		})
	}
}

func TestRunFindsSchedulesAndReportsProgress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schedules.txt")
	var progress bytes.Buffer
	for _, args := range []string{"-players 36", "-players 20 -sessions 5"} {
		if err := run(append(strings.Fields(args), "-file", file, "-seconds", "20"), &progress); err != nil {
			t.Fatal(err)
		}
	}
	all, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []target{{36, 11}, {20, 5}} {
		if got := all[want].value; got != seating.Bound(want.players, want.sessions) {
			t.Errorf("%d players, %d sessions: value %v", want.players, want.sessions, got)
		}
	}
	if !strings.Contains(progress.String(), "36 players, 11 sessions: {1 0 33}, 0 stay, by starter") {
		t.Errorf("progress does not tell what was found:\n%s", &progress)
	}
}
