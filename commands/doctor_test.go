package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/post"
	"topcut/tournament"
)

// TestDoctorTellsWhatWasGivenUp: a post that Discord never takes is named with its
// channel and the reason, as long as its event goes on; one that had nothing to
// say any more is no loss.
func TestDoctorTellsWhatWasGivenUp(t *testing.T) {
	h := newHall(t)
	h.create(nil)
	h.settle()
	id := h.snapshot().State.ID
	giveUp := func(why string) {
		card, err := h.store.Post(t.Context(), id, "card")
		if err == nil {
			err = h.store.KillPost(t.Context(), card.ID, why)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	giveUp(post.Obsolete)
	if got := h.slash(h.olga, "doctor", nil); strings.Contains(got, "gave up") {
		t.Errorf("/doctor of what is no loss: %s", got)
	}
	giveUp("Discord answered 400")
	if got := h.slash(h.olga, "doctor", nil); !strings.Contains(got, "I gave up 1 post of events that go on, the last one in #friday-night: Discord answered 400") {
		t.Errorf("/doctor: %s", got)
	}
	h.clean()
}

// TestDoctorMissesADeletedOrganiserRole: a role that is gone is not listed as if it
// were there.
func TestDoctorMissesADeletedOrganiserRole(t *testing.T) {
	h := newHall(t)
	judges := h.guild.AddRole("Judges", 0)
	for id, want := range map[string]string{judges.ID(): "✅ Organiser role: @Judges", "123456789012345678": "❌ The organiser role is gone"} {
		if err := h.store.PutServer(t.Context(), tournament.Server{Guild: h.guild.ID(), OrganiserRole: id}); err != nil {
			t.Fatal(err)
		}
		if got := h.slash(h.olga, "doctor", nil); !strings.Contains(got, want) {
			t.Errorf("role %s: %s", id, got)
		}
	}
	h.clean()
}
