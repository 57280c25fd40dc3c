package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestAPlayerSitsOutRoundsByPresses: from /status a player asks for rounds, sees what each
// is worth before it counts, changes it, and is left out of the pairings; the organisers
// see who sits out in the preview, and may let the player in.
func TestAPlayerSitsOutRoundsByPresses(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "chess-casual", "rounds": 4, "cut": 0})
	players := h.players(6)
	paula := players[0]
	status := func() localdiscord.Answer {
		t.Helper()
		return h.answer(h.use(paula, "status", nil))
	}
	press := func(a localdiscord.Answer, label string) localdiscord.Answer {
		t.Helper()
		return h.presses(paula, a, label)
	}
	choose := func(a localdiscord.Answer, rounds ...string) localdiscord.Answer {
		t.Helper()
		i, err := paula.Select(t.Context(), *a.Message, "All rounds that you sit out", rounds)
		if err != nil {
			t.Fatal(err)
		}
		return h.answer(i)
	}
	says := func(a localdiscord.Answer, words ...string) localdiscord.Answer {
		t.Helper()
		for _, w := range words {
			if got := h.text(a); !strings.Contains(got, w) {
				t.Errorf("%q is missing in:\n%s", w, got)
			}
		}
		return a
	}
	menu := says(press(status(), "Sit out a round"), "Byes that a player may ask for: 2.", "Last rounds without such a bye: 1.")
	ask := says(choose(menu, "1", "4"), "Round 1**: a bye, points: 1/2", "Round 4**: absent, no bye")
	if h.snapshot().State.Players[0].SitsOut(1) {
		t.Error("it counts before it is confirmed")
	}
	says(press(ask, "Confirm"), "You can change it until the round is paired.")
	menu = says(press(status(), "Sit out a round"), "Round 1**: a bye, points: 1/2", "Round 4**: absent")
	says(press(choose(menu, "1"), "Confirm"), "Noted.")
	if l := h.snapshot().State.Players[0]; !l.AwardedBye(1) || l.Away(4) {
		t.Errorf("the player sits out %+v", l)
	}
	open := press(status(), "Sit out a round") // kept open until the round is paired
	h.organise("tournament start")
	if got := h.slash(h.organiser, "round pair", nil); !strings.Contains(got, "**Bye:** Player 1") {
		t.Errorf("the organisers see\n%s", got)
	}
	says(choose(open, "1", "2"), "Round 1 is paired already")
	h.organise("round publish")
	says(press(status(), "Sit out a round"), "Sit out rounds")
	says(h.answer(h.use(h.organiser, "log", nil)), "Player 1 asked for this: bye in round 1 and absent in round 4", "Player 1 asked for this: plays in round 4")
	h.slash(h.organiser, "player bye", localdiscord.Options{"player": "Player 1", "round": 2, "worth": "none"})
	if got := h.slash(h.organiser, "player bye", localdiscord.Options{"player": "Player 1", "round": 2, "worth": "plays"}); !strings.Contains(got, "plays in round 2") {
		t.Errorf("/player bye: %s", got)
	}
	h.clean()
}

// TestNoButtonWhereOnlyOrganisersLetPlayersSitOut: in a game whose rules say nothing of it
// the button is not there.
func TestNoButtonWhereOnlyOrganisersLetPlayersSitOut(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 4, "cut": 0})
	players := h.players(4)
	if got := h.slash(players[0], "status", nil); strings.Contains(got, "Sit out") {
		t.Errorf("/status: %s", got)
	}
	h.clean()
}
