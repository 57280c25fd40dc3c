package view_test

import (
	"slices"
	"strings"
	"testing"

	"topcut/commands/view"
	"topcut/tournament/command"
)

// TestASecondSecretIsNotCalledTheFirst: an event that continued after its secret was
// revealed has two secrets. Only the first commitment was published before registration;
// the post about the undo gives the second, and later views distinguish them.
func TestASecondSecretIsNotCalledTheFirst(t *testing.T) {
	s := &story{e: create(t, "magic", swiss(3, 0))}
	s.begin(6, nil)
	s.round("2-0")
	first := s.e.snap.State.Commitment
	finished := func() { s.e.must(&command.Finish{Early: true}) }
	finished()
	shown := draw(view.Champion(s.env()))
	s.e.must(&command.Undo{})
	second := s.e.snap.State.Commitment
	if first == second || !strings.Contains(draw(view.UndonePost(s.env(), s.last("retracted"))), second[:32]+"…") {
		t.Errorf("the post of the undo does not give the new commitment %s", second)
	}
	s.round("2-0")
	finished()

	secrets := s.e.snap.State.Secrets()
	if len(secrets) != 2 || secrets[0].Commitment != first || secrets[1].Commitment != second {
		t.Fatalf("the secrets are %+v", secrets)
	}
	fair := draw(view.Fairness(s.env()))
	var at []int
	for _, want := range []string{
		"Commitment before registration", first, "Commitment given with that undo", second,
	} {
		at = append(at, strings.Index(fair, want))
	}
	if slices.Contains(at, -1) || !slices.IsSorted(at) || !strings.Contains(fair, secrets[0].Secret) || !strings.Contains(fair, secrets[1].Secret) {
		t.Errorf("the secrets are not shown with their commitments:\n%s", fair)
	}
	if started := draw(view.Started(s.env())); !strings.Contains(started, first[:32]+"…") || strings.Contains(started, second[:32]) {
		t.Errorf("the post of the start gives another commitment than it began with:\n%s", started)
	}
	if help := draw(view.Help(s.env(), 0, nil, nil, nil, nil)); !strings.Contains(help, first) || !strings.Contains(help, second) {
		t.Errorf("/help does not give the whole commitments:\n%s", help)
	}
	if code := first[:4] + "-" + first[4:8]; !strings.Contains(shown, code) || !strings.Contains(draw(view.Champion(s.env())), code) {
		t.Error("the last post does not name the commitment that people saw first")
	}
}
