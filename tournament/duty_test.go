package tournament_test

import (
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
)

// TestDutyIsTakenAndGivenBackOnce: pressed again it changes nothing, each organiser's is
// their own, and the log folds to the same.
func TestDutyIsTakenAndGivenBackOnce(t *testing.T) {
	w := given(t, settings(2, 0), 4)
	duty := func(want int) {
		t.Helper()
		state, err := tournament.Fold(1, w.snap.Log)
		if err != nil || len(w.snap.State.Duty) != want || !slices.Equal(state.Duty, w.snap.State.Duty) {
			t.Errorf("on duty are %v, folded %v (%v), want %d", w.snap.State.Duty, state.Duty, err, want)
		}
	}
	w.refused("organiser", &command.SetDuty{}, tournament.NoChange, "stale.panel")
	w.do(&command.SetDuty{On: true})
	w.refused("organiser", &command.SetDuty{On: true}, tournament.NoChange, "stale.panel")
	if err := w.as("otto", &command.SetDuty{On: true}); err != nil {
		t.Fatal(err)
	}
	duty(2)
	w.do(&command.SetDuty{})
	duty(1)
	w.refused("organiser", &command.SetDuty{}, tournament.NoChange, "stale.panel")
	duty(1)
}

// TestATableIsTakenOnce: who is on the way to it is so once, another takes over, and it is
// given back once.
func TestATableIsTakenOnce(t *testing.T) {
	w := running(t, 4, 2, 0)
	at := command.TakeTable{Round: 1, Match: 1}
	back := command.TakeTable{Round: 1, Match: 1, Back: true}
	w.refused("organiser", &back, tournament.NoChange, "stale.panel")
	w.do(&at)
	w.refused("organiser", &at, tournament.NoChange, "stale.panel")
	if err := w.as("otto", &at); err != nil {
		t.Fatal(err)
	}
	w.do(&back)
	w.refused("otto", &back, tournament.NoChange, "stale.panel")
}
