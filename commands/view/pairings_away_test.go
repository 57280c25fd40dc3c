package view_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/view"
	"topcut/tournament/command"
)

// The preview of a round lists who has a bye or is absent, as known beforehand, until an
// organiser lets the player in.
func TestThePreviewListsWhoIsAbsent(t *testing.T) {
	e := create(t, "magic", swiss(3, 0))
	e.must(&command.OpenRegistration{})
	for i := range 7 {
		e.must(&command.Join{Name: fmt.Sprint("Guest ", i+1), ByOrganiser: true})
	}
	e.must(&command.Change{Player: 2, Away: []int{1}})
	e.must(&command.Change{Player: 3, Byes: []int{1}})
	e.must(&command.Start{})
	e.must(&command.Pair{})
	shown := func() string { return draw(view.Preview(view.Env{Snap: e.snap, Now: e.now}, 0, 0)) }
	if got := shown(); !strings.Contains(got, "**Bye:** Guest 3") || !strings.Contains(got, "**Missed the round:** Guest 2") {
		t.Errorf("the preview is\n%s", got)
	}
	e.must(&command.Repair{Add: 2})
	if got := shown(); strings.Contains(got, "**Missed the round:**") {
		t.Errorf("with player 2 it is\n%s", got)
	}
}

// Why two were not paired is explained where they were to be kept apart when the round was
// paired; what was said later explains nothing.
func TestThePairingIsExplainedByWhoIsKeptApart(t *testing.T) {
	e := create(t, "magic", swiss(3, 0))
	e.must(&command.OpenRegistration{})
	for i := range 8 {
		e.must(&command.Join{Name: fmt.Sprint("Guest ", i+1), ByOrganiser: true})
	}
	e.must(&command.Change{Player: 2, Apart: 5})
	e.must(&command.Change{Player: 2, Apart: 7})
	e.must(&command.Change{Player: 3, Apart: 4})
	e.must(&command.Start{Pair: true})
	e.must(&command.Publish{})
	explained := func(n int) string { return draw(view.ExplainPairing(view.Env{Snap: e.snap, Now: e.now}, n, 1)) }
	e.must(&command.Change{Player: 2, Apart: 6})
	e.must(&command.Change{Player: 3, Apart: 4}) // they may meet again
	if got := explained(2); !strings.Contains(got, "Not to be paired with Guest 2: Guest 5 and Guest 7.") {
		t.Errorf("player 2:\n%s", got)
	}
	if got := explained(5); !strings.Contains(got, "Not to be paired with Guest 5: Guest 2.") {
		t.Errorf("player 5:\n%s", got)
	}
	if got := explained(3); strings.Contains(got, "paired with Guest 3:") {
		t.Errorf("player 3:\n%s", got)
	}
}
