package commands_test

import (
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
