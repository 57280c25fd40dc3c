package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestOdds asks for the chance of the cut in a running round: an estimate with
// its interval for the first player, and a what-if.
func TestOdds(t *testing.T) {
	h := newHall(t)
	players := h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 4})
	got := h.slash(players[0], "odds", localdiscord.Options{"if": "win"})
	for _, want := range []string{"About", "±", "If it is a win", "final record", "trials"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %q:\n%s", want, got)
		}
	}
	if got := h.slash(h.olga, "odds", nil); !strings.Contains(got, "not in") {
		t.Errorf("an organiser who does not play is answered %q", got)
	}
	h.clean()
}
