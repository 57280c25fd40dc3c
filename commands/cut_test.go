package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament/ledger"
)

// TestACutBeforeTheLastRoundIsAskedForOnceMore: after round 1 of 3 /tournament cut
// changes nothing and asks with a button, which makes the cut of the size that was
// asked for. A button that was left lying while another round was played does not.
func TestACutBeforeTheLastRoundIsAskedForOnceMore(t *testing.T) {
	const button = "Make the cut early"
	h := newHall(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 2})
	h.players(8)
	h.slash(h.olga, "tournament start", nil)
	h.playRound(always("2-0"))
	h.refusedUnchanged("1 of 3 rounds are played", "tournament cut", nil)
	old := h.newest(h.channel, h.olga, "1 of 3 rounds")
	h.playRound(always("2-0"))
	h.told(h.olga, "larger than the field: 8 players", "tournament cut", localdiscord.Options{"size": 16})
	h.refusedUnchanged("2 of 3 rounds are played", "tournament cut", localdiscord.Options{"size": 4})
	asked := h.newest(h.channel, h.olga, "2 of 3 rounds")
	if got := h.press(h.olga, old, button); h.snapshot().State.Elimination() != nil {
		t.Errorf("a button of round 1 made the cut after round 2: %s", got)
	}
	h.press(h.olga, asked, button)
	if cut := h.snapshot().State.Elimination(); cut == nil || len(cut.Players) != 4 {
		t.Fatalf("no cut of 4 is made: %+v", cut)
	}
	// Taken back, round 3 is played, and nothing is asked any more.
	h.slash(h.olga, "tournament undo", nil)
	h.press(h.olga, h.newest(h.channel, h.olga, "Undo this?"), "Undo")
	h.playRound(always("2-0"))
	h.says("The cut is made: 2 players", "tournament cut", nil)
	h.clean()
}

// TestTheMatchForThirdPlaceIsNoFinal: an organiser who enters its result, and whoever
// plays it, reads of the match for third place and of no final.
func TestTheMatchForThirdPlaceIsNoFinal(t *testing.T) {
	h := newHall(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 4})
	h.slash(h.olga, "tournament settings", localdiscord.Options{"set": "third_place=yes"})
	h.players(4)
	h.slash(h.olga, "tournament start", nil)
	h.playRound(always("2-0"))
	h.says("The cut is made", "tournament cut", nil)
	h.playRound(always("2-0"))
	h.nextRound()
	s := h.snapshot().State
	for i := range s.Current().Matches {
		m, l := s.Match(len(s.Rounds), i+1)
		if m.Part != ledger.ThirdPlace {
			continue
		}
		if got := h.slash(h.person(int(l.Seats[0])+1), "status", nil); !strings.Contains(got, "Third-place match") || strings.Contains(got, "Final") {
			t.Errorf("/status of who plays for third place: %s", got)
		}
		h.says("Third-place match: **", "player report", localdiscord.Options{"table": int(l.Table), "result": "2-0"})
		return
	}
	t.Error("nobody plays for third place")
}
