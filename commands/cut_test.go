package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament/ledger"
)

// TestACutBeforeTheLastRoundIsAskedForOnceMore: after round 1 of 3 /tournament cut
// changes nothing and asks with a button, which makes a cut of the requested size. The
// button of an earlier round does not.
func TestACutBeforeTheLastRoundIsAskedForOnceMore(t *testing.T) {
	const button = "Do it"
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 2})
	h.players(8)
	h.slash(h.organiser, "tournament start", nil)
	h.playRound(always("2-0"))
	h.refusedUnchanged("1 of 3 rounds are played", "tournament cut", nil)
	old := h.newest(h.channel, h.organiser, "1 of 3 rounds")
	h.playRound(always("2-0"))
	h.wantAnswer(h.organiser, "larger than the field: 8 players", "tournament cut", localdiscord.Options{"size": 16})
	h.refusedUnchanged("2 of 3 rounds are played", "tournament cut", localdiscord.Options{"size": 4})
	asked := h.newest(h.channel, h.organiser, "2 of 3 rounds")
	again := h.text(h.presses(h.organiser, localdiscord.Answer{Message: &old}, button))
	if h.snapshot().State.Elimination() != nil || !strings.Contains(again, "Meanwhile something has changed") {
		t.Errorf("a button of round 1 made the cut after round 2: %s", again)
	}
	h.press(h.organiser, asked, button)
	if cut := h.snapshot().State.Elimination(); cut == nil || len(cut.Players) != 4 {
		t.Fatalf("no cut of 4 is made: %+v", cut)
	}
	// After an undo round 3 is played, and the command no longer asks.
	h.slash(h.organiser, "tournament undo", nil)
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Undo this?"), "Undo")
	h.playRound(always("2-0"))
	h.says("The cut is made: 2 players", "tournament cut", nil)
	h.clean()
}

// TestTheMatchForThirdPlaceIsNoFinal: the match for third place is never called the
// final, neither for the organiser who enters its result nor for its players.
func TestTheMatchForThirdPlaceIsNoFinal(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 4})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "third_place=yes"})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
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

// TestThirdPlaceNeedsSemiFinals: without losers of semi-finals a match for third place is
// refused together with the other settings of the command. A cut given later in the same
// command counts.
func TestThirdPlaceNeedsSemiFinals(t *testing.T) {
	const refused = "needs semi-finals"
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 0})
	set := func(line string) localdiscord.Options { return localdiscord.Options{"set": line} }
	h.refusedUnchanged(refused, "tournament settings", set("third_place=yes"))
	h.refusedUnchanged(refused, "tournament settings", set("third_place=yes, cut=top 2, rounds=4"))
	h.slash(h.organiser, "tournament settings", set("third_place=no"))
	h.says("Third-place match", "tournament settings", set("third_place=yes, cut=top 4"))
	if el, _, ok := h.snapshot().State.Settings.Stages.Elimination(); !ok || !el.Third {
		t.Errorf("the cut is %+v", el)
	}
	h.clean()
}

// TestATableThatNobodyTouchedIsNotCalledChanged: a repair of two tables does not give the
// third one a reason.
func TestATableThatNobodyTouchedIsNotCalledChanged(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 0})
	h.players(6)
	h.organise("tournament start", "round pair")
	s := h.snapshot().State
	at := func(table, seat int) int { return int(s.PreviewMatches[table-1].Seats[seat]) + 1 }
	h.slash(h.organiser, "round repair", localdiscord.Options{"what": "swap", "player": fmt.Sprintf("p%d", at(1, 0)), "other": fmt.Sprintf("p%d", at(2, 0))})
	h.slash(h.organiser, "round publish", nil)
	for _, c := range []struct {
		player int
		want   bool
	}{{at(1, 1), true}, {at(2, 1), true}, {at(3, 0), false}} {
		if got := h.slash(h.person(c.player), "explain", localdiscord.Options{"what": "pairing"}); strings.Contains(got, "organiser") != c.want {
			t.Errorf("the pairing of player %d is explained by %q", c.player, got)
		}
	}
	h.clean()
}
