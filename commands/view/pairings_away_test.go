package view_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/view"
	"topcut/tournament"
)

// The preview of a round lists who has a bye or is absent, as known beforehand, until an
// organiser lets the player in.
func TestThePreviewListsWhoIsAbsent(t *testing.T) {
	e := create(t, "magic", swiss(3, 0))
	e.must(&tournament.OpenRegistration{})
	for i := range 7 {
		e.must(&tournament.Join{Name: fmt.Sprint("Guest ", i+1), ByOrganiser: true})
	}
	e.must(&tournament.Change{Player: 2, Away: []int{1}})
	e.must(&tournament.Change{Player: 3, Byes: []int{1}})
	e.must(&tournament.Start{})
	e.must(&tournament.Pair{})
	shown := func() string { return draw(view.Preview(view.Env{Snap: e.snap, Now: e.now}, 0)) }
	if got := shown(); !strings.Contains(got, "**Bye:** Guest 3") || !strings.Contains(got, "**Missed the round:** Guest 2") {
		t.Errorf("the preview is\n%s", got)
	}
	e.must(&tournament.Repair{Add: 2})
	if got := shown(); strings.Contains(got, "**Missed the round:**") {
		t.Errorf("with player 2 it is\n%s", got)
	}
}
