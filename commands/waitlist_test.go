package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestPlacesThatChangeHandsAreOnePost: a player who moves up from the waiting list is
// pinged once. However often places change hands, a single post names everyone who moved
// up; it is deleted when the event starts.
func TestPlacesThatChangeHandsAreOnePost(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "lorcana", "rounds": 1, "cut": 0, "capacity": 4})
	p := h.people("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus")
	for _, one := range p {
		h.slash(one, "join", nil)
	}
	standing := func() (all []localdiscord.Message) {
		h.settle()
		for _, m := range h.srv.Messages(h.channel, h.organiser) {
			if strings.Contains(h.srv.Render(m), "You're in!") {
				all = append(all, m)
			}
		}
		return all
	}
	for i, left := range p[:2] {
		h.slash(left, "leave", nil)
		got := standing()
		if len(got) != 1 {
			t.Fatalf("%d posts of who moved up, want 1", len(got))
		}
		text, last := h.srv.Render(got[0]), p[4+i]
		if !strings.Contains(text, "@"+[]string{"Eve", "Fay"}[i]) || !strings.Contains(text, "@Eve") {
			t.Errorf("after %d places changed hands: %s", i+1, text)
		}
		if calls := got[0].Pinged.Users; len(calls) != 1 || calls[0] != last.ID() {
			t.Errorf("%v are called, want %s", calls, last.ID())
		}
	}
	// An undo takes the last place back: Fay waits again and is removed from the post.
	h.undo()
	got := standing()
	if len(got) != 1 {
		t.Fatalf("after the undo %d posts of who moved up, want 1", len(got))
	}
	if text := h.srv.Render(got[0]); strings.Contains(text, "@Fay") || !strings.Contains(text, "@Eve") {
		t.Errorf("after the undo: %s", text)
	}
	h.slash(p[1], "leave", nil)
	if got := standing(); len(got) != 1 || !strings.Contains(h.srv.Render(got[0]), "@Fay") {
		t.Errorf("after the place has changed hands again: %d posts", len(got))
	}
	h.slash(h.organiser, "tournament start", nil)
	if got := standing(); len(got) != 0 {
		t.Errorf("after the start it stands still: %s", h.srv.Render(got[0]))
	}
	h.clean()
}
