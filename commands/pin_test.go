package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/ledger"
)

// TestTheCardIsPinned: until the event is over or cancelled, and again if that is undone,
// where the bot may pin; where not, the card stands without, and /doctor says so.
func TestTheCardIsPinned(t *testing.T) {
	h := newTestServer(t)
	pinned := func() (n int) {
		for _, m := range h.srv.Messages(h.channel, h.organiser) {
			if m.Pinned {
				n++
			}
		}
		return n
	}
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.settle()
	if n := pinned(); n != 1 {
		t.Errorf("%d messages are pinned while the event runs, want its card", n)
	}
	h.toTheEnd(5, func(int, *ledger.Match) string { return "2-0" })
	h.settle()
	if n := pinned(); n != 0 {
		t.Errorf("%d messages are pinned after the event", n)
	}
	h.undo()
	h.until("the card of an event that goes on is pinned again", func() bool { return pinned() == 1 })
	h.organise("tournament cancel")
	h.press(h.organiser, h.newest(h.channel, h.organiser, "for good?"), "Cancel the event")
	h.until("the card of a cancelled event is not pinned", func() bool { return pinned() == 0 })
	h.undo()
	h.until("the card is pinned after a cancellation is undone", func() bool { return pinned() == 1 })
	h.organise("tournament finish")
	h.until("the card is not pinned after the event", func() bool { return pinned() == 0 })
	const none = "I can't pin the event's card"
	if got := h.slash(h.organiser, "doctor", nil); strings.Contains(got, none) {
		t.Errorf("/doctor: %s", got)
	}
	h.channel = h.guild.AddChannel("other")
	h.channel.AllowMember(nil, 0, wire.PinMessages|wire.ManageMessages)
	h.create(localdiscord.Options{"name": "Beta"})
	h.settle()
	if n := pinned(); n != 0 {
		t.Errorf("%d messages are pinned where the bot may not", n)
	}
	if got := h.slash(h.organiser, "doctor", nil); !strings.Contains(got, none) {
		t.Errorf("/doctor: %s", got)
	}
	h.clean()
}

// TestTheTableOfASeasonIsPinned: until the season is closed, and again if it is reopened.
func TestTheTableOfASeasonIsPinned(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records"})
	h.evening(h.people("Ann", "Bob")...)
	pinned := func() bool {
		h.settle()
		for _, m := range h.srv.Messages(h.channel, h.organiser) {
			if strings.Contains(h.srv.Render(m), "Why am I here?") {
				return m.Pinned
			}
		}
		t.Error("the table is not posted")
		return false
	}
	if !pinned() {
		t.Error("the table of a season is not pinned")
	}
	ask := h.answer(h.use(h.organiser, "league-admin close", nil))
	h.press(h.organiser, *ask.Message, "Close the season")
	h.until("the table of the closed season is not pinned", func() bool { return !pinned() })
	ask = h.answer(h.use(h.organiser, "league-admin close", nil))
	h.press(h.organiser, *ask.Message, "Open the season again")
	h.until("the table of a season that goes on is pinned again", pinned)
	h.clean()
}
