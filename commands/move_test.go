package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

// TestAnEventWhoseChannelIsDeletedGoesOnElsewhere: the channel of an open round with
// threads is deleted. Its posts wait; when an organiser moves the event, the waiting
// posts, the match cards with their threads and the event's card appear in the other
// channel. Nothing waits for the old channel any more.
func TestAnEventWhoseChannelIsDeletedGoesOnElsewhere(t *testing.T) {
	h := newTestServer(t)
	h.srv.Tolerate(10003, 10008, 50001, 160004) // a thread that is asked for twice on a busy machine is opened once
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "threads=yes"})
	players := h.players(4)
	h.begin()
	h.settle()
	h.channel.Delete()
	h.channel = h.guild.AddChannel("second-hall")
	h.slash(h.organiser, "tournament announce", localdiscord.Options{"text": "Mind the step."})
	h.until("the bot is kept out", func() bool { return len(h.sender.Bars(h.guild.ID())) == 1 })

	h.channel.AllowMember(players[0], 0, wire.SendMessages)
	h.guild.ShowCommands(h.guild.ID())
	if got := h.slash(players[0], "tournament move", nil); !strings.Contains(got, "Only organisers can do that") {
		t.Errorf("a player: %s", got)
	}
	if got := h.slash(h.organiser, "tournament move", nil); !strings.Contains(got, "goes on in this channel") {
		t.Fatalf("/tournament move: %s", got)
	}
	h.newest(h.channel, h.organiser, "Mind the step.")
	h.newest(h.channel, h.organiser, "**Friday Night** goes on in this channel.")
	h.settle()
	if n := h.posts("Report"); n != 3 {
		t.Errorf("%d posts with a button to report, want the list and 2 cards", n)
	}
	for _, table := range []int{1, 2} {
		_, l := h.snapshot().State.Match(1, table)
		a, b := players[l.Seats[0]], players[l.Seats[1]]
		h.slash(a, "report", localdiscord.Options{"result": "2-0"})
		h.slash(b, "confirm", nil)
	}
	h.settle()
	threads := 0
	for _, c := range h.guild.Channels() {
		if c.ParentID() == h.channel.ID() {
			if threads++; !c.Archived() {
				t.Errorf("the thread %q stays open", c.Name())
			}
		}
	}
	if bars := h.sender.Bars(h.guild.ID()); threads != 2 || len(bars) != 0 {
		t.Errorf("%d threads in the new channel, want 2; still kept out of %v", threads, bars)
	}
	if got := h.slash(h.organiser, "tournament move", nil); !strings.Contains(got, "in this channel already") {
		t.Errorf("once more: %s", got)
	}
	h.clean()
}

// TestAMoveCanBeUndone: the card is in the event's channel, and what is left behind says
// where that is.
func TestAMoveCanBeUndone(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	h.settle()
	first, second := h.channel, h.guild.AddChannel("second-hall")
	second.AllowMember(nil, 0, wire.AttachFiles)
	h.channel = second
	if got := h.slash(h.organiser, "tournament move", nil); !strings.Contains(got, "I lack Attach Files") {
		t.Errorf("where the bot may not post all: %s", got)
	}
	second.AllowMember(nil, 0, 0)
	h.slash(h.organiser, "tournament move", nil)
	h.newest(second, h.organiser, "[Join]")
	h.newest(first, h.organiser, "**Friday Night** goes on in #second-hall.")
	a := h.answer(h.use(h.organiser, "tournament undo", nil))
	h.press(h.organiser, *a.Message, "Undo")
	h.newest(first, h.organiser, "[Join]")
	h.newest(second, h.organiser, "goes on in #friday-night.")
	h.settle()
	h.channel = first
	if n := h.posts("Join"); n != 1 {
		t.Errorf("%d cards in the first channel, want 1", n)
	}
	h.channel = second
	if n := h.posts("Join"); n != 0 {
		t.Errorf("%d cards in the second channel, want none", n)
	}
	h.clean()
}
