package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
)

// kinds returns the kinds of the events of the last command.
func (w *table) kinds() (out []string) {
	log := w.snap.Log
	for i := range log {
		if log[i].Batch == log[len(log)-1].Batch {
			out = append(out, log[i].Kind)
		}
	}
	return out
}

// lastReport plays an event that advances automatically up to the last open report of
// its only Swiss round, with one player too few for the cut of eight.
func lastReport(t *testing.T, breakMinutes int) (w *table, reporter, opponent int) {
	t.Helper()
	s := settings(1, 8)
	s.AutoAdvance, s.BreakMinutes = true, breakMinutes
	w = given(t, s, 8)
	w.do(&command.Start{})
	if breakMinutes > 0 && len(w.snap.State.Rounds) == 0 {
		w.round()
	}
	w.do(&command.Drop{Player: w.player(1, 1, 0)})
	for _, m := range w.snap.State.Blocking(1)[1:] {
		w.do(&command.Correct{Round: 1, Match: m, Text: "2-0"})
	}
	m := w.snap.State.Blocking(1)[0]
	reporter, opponent = w.player(1, m, 0), w.player(1, m, 1)
	if err := w.as(w.user(reporter), &command.ReportResult{Player: reporter, Text: "2-0"}); err != nil {
		t.Fatal(err)
	}
	return w, reporter, opponent
}

// held asserts that round 1 is closed, that nothing followed, and that the log has the
// reason in the words of the refusal.
func (w *table) held() {
	w.t.Helper()
	s := w.snap.State
	if len(s.Rounds) != 1 || s.Rounds[0].Status != tournament.Done || s.Elimination() != nil || s.Phase != tournament.Running {
		w.t.Errorf("round 1 is not closed, or something followed: %v %v", s.Rounds[0].Status, s.Stage())
	}
	if got := s.Held.String(); !strings.Contains(got, "cut.larger size=8") {
		w.t.Errorf("what holds the event up is %q", got)
	}
	if got := w.kinds(); got[len(got)-1] != "advance_held" {
		w.t.Errorf("the log ends with %v", got)
	}
}

// The last result of a round counts even if the event cannot advance automatically: the
// round closes, and the organisers read why nothing followed.
func TestLastResultCountsWhereTheEventCannotAdvance(t *testing.T) {
	t.Run("confirmed by the opponent", func(t *testing.T) {
		w, _, opponent := lastReport(t, 0)
		if err := w.as(w.user(opponent), &command.ConfirmReport{Player: opponent}); err != nil {
			t.Fatal(err)
		}
		w.held()
	})
	t.Run("entered by an organiser", func(t *testing.T) {
		w, _, _ := lastReport(t, 0)
		w.do(&command.Correct{Round: 1, Match: w.snap.State.Blocking(1)[0], Text: "2-1"})
		w.held()
		w.do(&command.Finish{Early: true})
		folds(t, w.snap)
	})
	t.Run("confirmed by silence", func(t *testing.T) {
		w, _, _ := lastReport(t, 0)
		w.now = w.now.Add(time.Hour)
		if err := w.fire(w.timer(tournament.DueConfirm).Due); err != nil {
			t.Fatal(err)
		}
		w.held()
	})
}

// The end of a break that leads nowhere comes once, and the event can go on as
// soon as an organiser has dealt with the reason.
func TestBreakThatLeadsNowhereEndsOnce(t *testing.T) {
	w, _, opponent := lastReport(t, 15)
	if err := w.as(w.user(opponent), &command.ConfirmReport{Player: opponent}); err != nil {
		t.Fatal(err)
	}
	last := tournament.LastBatch(w.snap.Log)
	next := w.timer(tournament.DueNextRound)
	w.now = next.At
	if err := w.fire(next.Due); err != nil {
		t.Fatal(err)
	}
	w.held()
	if slices.ContainsFunc(tournament.Timers(w.snap.State), func(t tournament.Timer) bool { return t.Due == next.Due }) {
		t.Error("the end of the break is due again")
	}
	if got := tournament.LastBatch(w.snap.Log); got != last {
		t.Errorf("undo would take back entry %d, the bot's own, want %d", got, last)
	}
	w.do(&command.MakeCut{Size: 4})
	if !w.snap.State.Held.IsZero() {
		t.Error("the event went on and still counts as held up")
	}
}

// A round that is published but not started has no results to close it with.
func TestClosingARoundThatHasNotStartedIsRefused(t *testing.T) {
	for _, how := range []tournament.Resolution{tournament.ResolveNone, tournament.ResolveDraw, tournament.ResolveDoubleLoss} {
		w := given(t, settings(3, 0), 4)
		w.do(&command.Start{}, &command.Pair{}, &command.Publish{})
		w.refused("organiser", &command.CloseRound{Resolve: how}, tournament.WrongPhase, "round.not_started")
	}
}

// Nothing more happens in an event that is cancelled.
func TestCancelledEventStandsStill(t *testing.T) {
	published := given(t, settings(3, 0), 4)
	published.do(&command.Start{}, &command.Pair{}, &command.Publish{}, &command.Cancel{})
	seed := 1
	published.refused("organiser", &command.StartRound{}, tournament.WrongPhase, "cancelled")
	published.refused("organiser", &command.Change{Player: 1, Seed: &seed}, tournament.WrongPhase, "cancelled")

	started := running(t, 4, 3, 0)
	started.do(&command.Cancel{})
	started.refused("organiser", &command.PauseClock{}, tournament.WrongPhase, "cancelled")
	started.refused("organiser", &command.ExtendClock{Minutes: 5}, tournament.WrongPhase, "cancelled")

	paused := running(t, 4, 3, 0)
	paused.do(&command.PauseClock{}, &command.Cancel{})
	paused.refused("organiser", &command.ResumeClock{}, tournament.WrongPhase, "cancelled")
}
