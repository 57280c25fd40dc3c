package tournament_test

import (
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
)

// TestRemovedStaffDoNotComeBackByEachOther: whoever is left cannot name them, by naming
// another first or by an undo; the creator and organisers of the server can.
func TestRemovedStaffDoNotComeBackByEachOther(t *testing.T) {
	w := given(t, settings(3, 0), 4)
	name := func(by, user string) error { return w.as(by, &command.SetStaff{User: user, Staff: true}) }
	ask := func(err error, want tournament.Class) {
		t.Helper()
		if got := tournament.ClassOf(err); got != want {
			t.Errorf("%q (%v), want %q", got, err, want)
		}
	}
	ask(name("organiser", "a"), "")
	ask(name("a", "b"), "")
	ask(name("b", "c"), "")
	ask(w.as("organiser", &command.SetStaff{User: "a"}), tournament.NeedsForce)
	ask(w.as("organiser", &command.SetStaff{User: "a", Named: command.NamedStay}), "")
	ask(name("b", "a"), tournament.NotAllowed)
	ask(name("c", "a"), tournament.NotAllowed)
	ask(w.as("b", &command.Undo{Batch: w.snap.State.Seq}), tournament.NoChange)
	w.do(&command.Start{})
	began := w.snap.Log[w.snap.State.Seq-1].Batch
	ask(w.as("organiser", &command.SetStaff{User: "c"}), "")
	ask(w.as("b", &command.Undo{Batch: began, Later: true}), "")
	if s := w.snap.State; s.IsStaff(w.snap.Book.ByUser("c")) || s.Phase == tournament.Running {
		t.Errorf("an undo of the start brings a removed organiser back, or leaves the event %s", s.Phase)
	}
	ask(w.as("organiser", &command.SetStaff{User: "b"}), "")
	ask(w.as("organiser", &command.SetStaff{User: "b", Staff: true}), "")
	ask(w.as("b", &command.SetStaff{User: "a", Staff: true, ServerWide: true}), "")
}

// TestWhoARemovedOrganiserNamedGoesToo: those they named, and whom those named.
func TestWhoARemovedOrganiserNamedGoesToo(t *testing.T) {
	w := given(t, settings(3, 0), 4)
	for _, by := range [][2]string{{"organiser", "a"}, {"a", "b"}, {"b", "c"}, {"organiser", "d"}} {
		if err := w.as(by[0], &command.SetStaff{User: by[1], Staff: true}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.as("organiser", &command.SetStaff{User: "a", Named: command.NamedGo}); err != nil {
		t.Fatal(err)
	}
	if got, want := w.snap.State.Staff, []int{w.snap.Book.ByUser("d")}; !slices.Equal(got, want) {
		t.Errorf("staff %v, want %v", got, want)
	}
}
