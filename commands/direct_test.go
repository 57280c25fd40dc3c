package commands_test

import (
	"slices"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestAMemberSwitchesDirectMessagesOnAndOff: by a button of /status. It sends the first one at
// once and is refused, with nothing stored, where Discord takes none; then the pairings come as
// a direct message, /privacy mydata has the choice and /privacy forget leaves nothing of it.
func TestAMemberSwitchesDirectMessagesOnAndOff(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	players := h.players(4)
	ann := players[0]
	stored := func() bool {
		c, err := h.store.Calendar(t.Context(), h.guild.ID(), ann.ID())
		if err != nil {
			t.Fatal(err)
		}
		return c.Direct.On()
	}
	told := func() []localdiscord.Message { return h.srv.Messages(ann.DM(), ann) }

	ann.CloseDMs(true)
	if a := h.presses(ann, h.answer(h.use(ann, "status", nil)), "Tell me by DM"); !strings.Contains(h.text(a), "doesn't let me write to you") || stored() {
		t.Fatalf("with closed direct messages the answer is %s; stored: %v", h.text(a), stored())
	}
	ann.CloseDMs(false)
	on := h.presses(ann, h.answer(h.use(ann, "status", nil)), "Tell me by DM")
	if got := told(); !stored() || len(got) != 1 || !strings.Contains(h.srv.Render(got[0]), "/status") {
		t.Fatalf("after the press stored: %v, told: %v", stored(), got)
	}
	if mine := h.fileOf(h.answer(h.use(ann, "privacy mydata", nil))); !strings.Contains(mine, `"direct"`) {
		t.Errorf("/privacy mydata has %s", mine)
	}
	h.begin()
	h.until("the pairings are told", func() bool { return len(told()) == 2 })
	if got := h.srv.Render(told()[1]); !strings.Contains(got, "Round 1") {
		t.Errorf("Ann is told %s", got)
	}
	off := h.presses(ann, h.answer(h.use(ann, "status", nil)), "No more DMs")
	if stored() || !strings.Contains(h.text(on), "No more DMs") || !strings.Contains(h.text(off), "Tell me by DM") {
		t.Errorf("switched off: stored %v, %s", stored(), h.text(off))
	}
	h.clean()
}

// TestAPressInADirectMessageActsAsInTheChannel: Ann is asked to confirm Bob's report in a
// direct message, presses Confirm there and is answered there. After she has left the server
// the same buttons do nothing.
func TestAPressInADirectMessageActsAsInTheChannel(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	players := h.players(2)
	ann, bob := players[0], players[1]
	offered := func(label string) (found localdiscord.Message, is bool) {
		for _, m := range h.srv.Messages(ann.DM(), ann) {
			eachComponent(m.Components, func(c *localdiscord.Component) {
				if c.Label == label && !m.Private() {
					found, is = m, true
				}
			})
		}
		return found, is
	}
	await := func(label string) (m localdiscord.Message) {
		t.Helper()
		h.until("Ann has "+label+" in a direct message", func() (is bool) { m, is = offered(label); return is })
		return m
	}
	h.presses(ann, h.answer(h.use(ann, "status", nil)), "Tell me by DM")
	h.begin()
	if got := h.press(ann, await("Report"), "Report"); !strings.Contains(got, "I lost 0–2") {
		t.Errorf("Report in the direct message answers %s", got)
	}
	h.slash(bob, "report", localdiscord.Options{"result": "2-1"})
	if got := h.press(ann, await("Confirm"), "Confirm"); !strings.Contains(got, "2–1") {
		t.Errorf("Confirm in the direct message answers %s", got)
	}
	if m, _ := h.snapshot().State.Match(1, 1); !m.Confirmed {
		t.Error("the result is not confirmed")
	}
	h.until("Confirm is taken away", func() bool { _, is := offered("Confirm"); return !is })
	again := await("My match")
	ann.Leave(h.guild)
	if got := h.press(ann, again, "My match"); !strings.Contains(got, "not on the server") {
		t.Errorf("after Ann has left the server, the button answers %s", got)
	}
	h.clean()
}

// TestAnOrganiserIsCalledByDirectMessage: an organiser who does not play switches it on in
// /help. A dispute calls them there, with a link to the panel and no button that all may press.
func TestAnOrganiserIsCalledByDirectMessage(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(2, localdiscord.Options{"rounds": 2, "cut": 0})
	on := h.presses(h.organiser, h.answer(h.use(h.organiser, "help", nil)), "Tell me by DM")
	if got := h.text(on); !strings.Contains(got, "No more DMs") {
		t.Fatalf("the button in /help answers %s", got)
	}
	h.slash(players[0], "judge", localdiscord.Options{"reason": "Slow play"})
	h.until("the organiser is called", func() bool {
		told := h.srv.Messages(h.organiser.DM(), h.organiser)
		last := h.srv.Render(told[len(told)-1])
		return len(told) > 1 && strings.Contains(last, "judge") && strings.Contains(last, "Open the channel")
	})
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if slices.Contains(m.Pinged.Users, h.organiser.ID()) {
			t.Errorf("the organiser is pinged by %s", h.srv.Render(m))
		}
	}
	h.clean()
}
