package tournament_test

import (
	"errors"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
)

// TestAWordOnAMatchIsNotTakenForTheNextRounds: a report, a confirmation and a dispute
// that were sent in round 1 and arrive when round 2 is played are refused; without a
// round they are about the current match.
func TestAWordOnAMatchIsNotTakenForTheNextRounds(t *testing.T) {
	w := running(t, 4, 2, 0)
	match := w.snap.State.MatchOf(1, 1)
	w.finishRound()
	w.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
	for _, c := range []command.Command{
		&command.ReportResult{Player: 1, Round: 1, Match: match, Text: "2-0"},
		&command.ConfirmReport{Player: 1, Round: 1, Match: match},
		&command.DisputeReport{Player: 1, Round: 1, Match: match},
	} {
		w.refused("u1", c, tournament.WrongPhase, "match.earlier_round")
	}
	other := 3 - w.snap.State.MatchOf(2, 1)
	w.refused("u1", &command.ReportResult{Player: 1, Round: 2, Match: other, Text: "2-0"}, tournament.NotAllowed, "match.not_yours")
	w.do(&command.ReportResult{Player: 1, Text: "2-0"})
	if m, _ := w.snap.State.Match(2, w.snap.State.MatchOf(2, 1)); m.Report == nil {
		t.Error("a report without a round is not about the match that is played")
	}
}

// TestTwoOrganisersChangeDifferentSettings: both changes were thought up on the
// same settings and both stand.
func TestTwoOrganisersChangeDifferentSettings(t *testing.T) {
	w := given(t, settings(3, 0), 4)
	set := func(edit func(*tournament.Settings)) *command.ChangeSettings {
		return &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			edit(&s)
			return s, nil
		}}
	}
	w.do(set(func(s *tournament.Settings) { s.Capacity = 12 }), set(func(s *tournament.Settings) { s.Prizes = "Two boxes" }))
	if s := w.snap.State.Settings; s.Capacity != 12 || s.Prizes != "Two boxes" {
		t.Errorf("capacity %d and prizes %q, want 12 and Two boxes", s.Capacity, s.Prizes)
	}
}

// TestExpectationsAreCheckedAtTheMomentOfDecision: a request whose expectation the
// state does not meet changes nothing, and is refused with the reason.
func TestExpectationsAreCheckedAtTheMomentOfDecision(t *testing.T) {
	w := given(t, settings(3, 0), 4)
	stale := errors.New("somebody was faster")
	seq := w.snap.State.Seq
	seen := func(now *tournament.Snapshot) error {
		if now.State.Seq != seq {
			return stale
		}
		return nil
	}
	close1 := command.Request{Actor: tournament.Actor{User: "organiser"}, Command: &command.CloseRegistration{}, Expect: seen}
	after, _, err := command.Decide(w.snap, close1, w.now.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	start := command.Request{Actor: tournament.Actor{User: "otto"}, Command: &command.Start{}, Expect: seen}
	if _, events, err := command.Decide(after, start, w.now.Add(time.Second)); !errors.Is(err, stale) || len(events) > 0 {
		t.Errorf("%d events and %v, want none and the refusal", len(events), err)
	}
}
