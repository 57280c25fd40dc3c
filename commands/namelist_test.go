package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestAListOfNamesIsShownBeforeItIsAdded: by option, file and form alike, and only what was
// shown is added.
func TestAListOfNamesIsShownBeforeItIsAdded(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	players := func(want int) {
		t.Helper()
		if n := len(h.snapshot().State.Players); n != want {
			t.Fatalf("%d players, want %d", n, want)
		}
	}
	asks := func(command string, options localdiscord.Options) localdiscord.Answer {
		t.Helper()
		return h.answer(h.use(h.organiser, command, options))
	}
	asked := asks("player add", localdiscord.Options{"name": "1. Ann, 2. Ben, 3. Cem"})
	h.hasAll(h.text(asked), "3 players join", "Ann · Ben · Cem", "[Add 3 players] [Cancel]")
	players(0)
	if got := h.text(h.presses(h.organiser, asked, "Cancel")); !strings.Contains(got, "Nothing was changed") {
		t.Errorf("cancelled: %s", got)
	}
	asked = asks("player add", localdiscord.Options{"name": "Ann, Ben, Cem"})
	h.slash(h.organiser, "player add", localdiscord.Options{"name": "Ben"})
	players(1)
	again := h.presses(h.organiser, asked, "Add 3 players") // Ben has come meanwhile
	h.hasAll(h.text(again), "2 players join", "the name is taken: Ben", "[Add 2 players]")
	players(1)
	h.hasAll(h.text(h.presses(h.organiser, again, "Add 2 players")), "2 guests are in the event")
	players(3)

	file := localdiscord.File{Name: "names.csv", Data: []byte("Name,Club\nDora,Rooks\n\"Eve, E.\",Rooks\nDora,Kings\n")}
	asked = asks("player bulkadd", localdiscord.Options{"file": file, "names": "Fay, \u0410nn"})
	h.hasAll(h.text(asked), "3 players join", "Fay · Dora · Eve, E.", "Twice in the list, added once: Dora", "taken for players in the event: \u0410nn (Ann)")
	h.presses(h.organiser, asked, "Add 3 players")
	players(6)

	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	panel := h.newest(h.office, h.organiser, "[More]")
	more := h.presses(h.organiser, localdiscord.Answer{Message: &panel}, "More")
	form := h.presses(h.organiser, more, "Add a player")
	asked = h.fill(form.Modal, localdiscord.Fields{"Name": "Gil\nHal"})
	h.hasAll(h.text(asked), "2 players join", "Gil · Hal")
	h.presses(h.organiser, asked, "Add 2 players")
	players(8)
	h.clean()
}

// TestASecondAlexIsNoConflict: of two members with one display name the second is shown
// with the user name, also if an organiser adds them; no name is taken by letters that look
// the same.
func TestASecondAlexIsNoConflict(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	var named []string
	for _, name := range []string{"Alex", "Alex", "\u0410l\u200bex"} {
		p := h.guild.AddPerson(name)
		h.slash(h.organiser, "player add", localdiscord.Options{"member": p.Mention()})
		if n := h.snapshot().PlayerByUser(p.ID()); n > 0 {
			named = append(named, h.snapshot().Name(n))
		}
	}
	if len(named) != 3 || named[0] != "Alex" || !strings.HasPrefix(named[1], "Alex (") || !strings.HasPrefix(named[2], "\u0410lex (") {
		t.Errorf("they play as %q", named)
	}
	if got := h.slash(h.guild.AddPerson("Ann"), "join", localdiscord.Options{"name": "\u0410l\u200dex"}); !strings.Contains(got, "is taken in this event") {
		t.Errorf("a name that looks the same: %s", got)
	}
	h.clean()
}
