package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestEarlyLockIntoTheCut: eight players play three rounds and a cut of two, into which
// six points lock. After round 2 two players are in the cut: they are told so with a
// ping, have byes in round 3 and play the final, and their odds say so.
func TestEarlyLockIntoTheCut(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 2, "ruleset": "magic"})
	h.says("early place at 6 points", "tournament settings", localdiscord.Options{"set": "cut=top 2 lock 6"})
	ada := h.guild.AddPerson("Ada")
	h.slash(h.organiser, "player add", localdiscord.Options{"member": ada.Mention()})
	h.says("in the event", "player bulkadd", localdiscord.Options{"names": "Bob,Cem,Dora,Eve,Fay,Gil,Hal"})
	h.says("has started with 8 players", "tournament start", nil)
	h.posted("reach 6 points and you're in the cut")
	for range 2 {
		h.playRound(byNumber("2-0", "0-2"))
	}
	h.posted("In the cut with 6 points")
	h.posted("In the cut already:")
	if got := h.slash(ada, "status", nil); !strings.Contains(got, "in the cut since round 2") || !strings.Contains(got, "You have byes until it starts") {
		t.Errorf("Ada's /status: %s", got)
	}
	if got := h.slash(ada, "odds", nil); !strings.Contains(got, "one of the 2 places of the cut is taken early") {
		t.Errorf("Ada's /odds: %s", got)
	}
	if got := h.slash(h.organiser, "odds", localdiscord.Options{"player": "Hal"}); !strings.Contains(got, "places of the cut are taken early") {
		t.Errorf("Hal's odds: %s", got)
	}
	h.playRound(byNumber("2-0", "0-2"))
	h.says("The cut is made: 2 players", "tournament cut", nil)
	h.playRound(byNumber("2-0", "0-2"))
	h.says("The event is over", "tournament finish", nil)
	if s := h.snapshot().State; s.Places[0] != 1 {
		t.Errorf("Ada, who won every match, has place %d", s.Places[0])
	}
}
