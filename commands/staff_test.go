package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestNamingStaffIsSeenAndDecidedOn: each naming and removal stands in the TO channel;
// a removal asks about those who were named by the one who goes.
func TestNamingStaffIsSeenAndDecidedOn(t *testing.T) {
	h := newTestServer(t)
	p := h.people("Ann", "Bob", "Cy")
	ann, bob, cy := p[0], p[1], p[2]
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	staff := func(by, member *localdiscord.Person, remove bool) localdiscord.Answer {
		h.guild.ShowCommands(h.guild.ID())
		return h.answer(h.use(by, "tournament staff", localdiscord.Options{"member": member.ID(), "remove": remove}))
	}
	seen := func(want string) {
		t.Helper()
		h.settle()
		h.newest(h.office, h.organiser, want)
	}
	staff(h.organiser, ann, false)
	staff(ann, bob, false)
	staff(bob, cy, false)
	seen("Ann made Bob an organiser.")
	asked := staff(h.organiser, ann, true)
	if got := h.text(asked); !strings.Contains(got, "Ann named Bob, Cy.") {
		t.Fatalf("removing Ann: %s", got)
	}
	h.presses(h.organiser, asked, "They stay")
	seen("removed Ann from the organisers.")
	if got := h.text(staff(bob, ann, false)); !strings.Contains(got, "Only its creator or an organiser of the server") {
		t.Errorf("Bob names Ann again: %s", got)
	}
	h.presses(h.organiser, staff(h.organiser, bob, true), "Remove them too")
	seen("removed Cy from the organisers.")
	if got := h.text(staff(cy, bob, false)); !strings.Contains(got, "Only organisers can do that") {
		t.Errorf("Cy, removed, names Bob: %s", got)
	}
	if got := h.text(staff(h.organiser, ann, false)); !strings.Contains(got, "organises this event now") {
		t.Errorf("the creator names Ann again: %s", got)
	}
	h.clean()
}
