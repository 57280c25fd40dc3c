package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// TestPlayersMixTheDrawBeforeTheStart: the start waits for presses of three players, and
// after an undo the draw is visibly a new one.
func TestPlayersMixTheDrawBeforeTheStart(t *testing.T) {
	h := newTestServer(t)
	h.app.Unmixed = false
	h.create(nil)
	players := h.players(6)
	h.says("Registration is closed. The event starts when 3 players have rolled the dice", "tournament start", nil)
	h.says("0 of 3 so far", "tournament start", nil)
	id := h.snapshot().State.ID
	press := func(who int) string {
		return h.press(players[who], h.posted("roll the dice"), "Roll the dice")
	}
	for i, want := range []string{"1 of 3", "2 of 3", "3 of 3"} {
		if got := press(i); !strings.Contains(got, want) {
			t.Fatalf("press %d: %s", i+1, got)
		}
	}
	if s := h.snapshot().State; s.ID != id || s.Phase != tournament.Running {
		t.Fatalf("the third press does not start the event: %s", s.Phase)
	}
	h.posted("Dice rolled by Player 1, Player 2 and Player 3")
	preview := h.answer(h.use(h.organiser, "tournament undo", nil))
	h.press(h.organiser, *preview.Message, "Undo")
	if got := h.slash(players[0], "log", nil); !strings.Contains(got, "The next start draws anew") {
		t.Errorf("the players' log does not say that the draw is made anew:\n%s", got)
	}
	h.says("Registration is closed. The event starts when", "tournament start", nil)
	again := h.answer(h.use(h.organiser, "tournament start", nil))
	h.press(h.organiser, *again.Message, "Start now")
	h.posted("No player rolled the dice")
	h.clean()
}

// TestAnUndoneEndPostsTheNewCommitment: undoing the end after the secret was revealed
// creates a new secret, whose commitment is posted before anything is drawn.
func TestAnUndoneEndPostsTheNewCommitment(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	h.players(6)
	h.slash(h.organiser, "tournament start", nil)
	h.playRound(always("2-0"))
	h.slash(h.organiser, "tournament finish", localdiscord.Options{"early": true})
	first := h.snapshot().State
	if first.Phase != tournament.Finished || first.Secret == "" {
		t.Fatalf("the event is %s", first.Phase)
	}
	h.undo()
	s := h.snapshot().State
	if s.Phase != tournament.Running || s.Commitment == first.Commitment {
		t.Fatalf("the event is %s with the commitment %s", s.Phase, s.Commitment)
	}
	h.posted("New draws use a new secret. Commitment: " + s.Commitment[:32])
	h.clean()
}
