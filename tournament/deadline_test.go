package tournament_test

import (
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
)

// Two things that are due at once are two deadlines: the store tells them apart by
// their keys.
func TestEveryTimerHasAKeyOfItsOwn(t *testing.T) {
	seen := map[string]tournament.Due{}
	for _, kind := range []tournament.DueKind{
		tournament.DueCheckIn, tournament.DueCheckInEnd, tournament.DueStart, tournament.DueMixed, tournament.DueBuildWarning, tournament.DueBuildEnd,
		tournament.DueNextRound, tournament.DueWarning, tournament.DueTime, tournament.DueConfirm, tournament.DueCall, tournament.DueStaff,
	} {
		for n := range 3 * 3 * 3 * 3 {
			few := []int{0, 1, 11}
			due := tournament.Due{Kind: kind, Round: few[n%3], Match: few[n/3%3], Minutes: few[n/9%3], Asked: int64(few[n/27])}
			if other, taken := seen[due.Key()]; taken {
				t.Errorf("%+v and %+v are both %s", due, other, due.Key())
			}
			seen[due.Key()] = due
		}
	}
}

// TestCallsComeAtThePaceOfAnEvening: a report is called after a minute and a half, others
// that wait then with it, and the next ones three minutes later; an answer in time spares
// the call. Shortly before the end and in a cut no deadline is needed: the report calls.
func TestCallsComeAtThePaceOfAnEvening(t *testing.T) {
	s := settings(2, 0)
	s.RoundMinutes = 50
	w := given(t, s, 10)
	w.do(&command.Start{})
	w.round()
	began := w.now
	report := func(after time.Duration, match int) {
		w.now = began.Add(after)
		w.reports(w.player(1, match, 0), "2-0")
	}
	call := func() time.Duration {
		for _, timer := range tournament.Timers(w.snap.State) {
			if timer.Kind == tournament.DueCall {
				return timer.At.Sub(began)
			}
		}
		return 0
	}
	pace := func(what string, want time.Duration) {
		t.Helper()
		if got := call(); got.Truncate(10*time.Second) != want { // each command takes a second
			t.Errorf("%s: the call comes after %v, want %v", what, got, want)
		}
	}
	report(10*time.Minute, 1)
	pace("a report", 10*time.Minute+90*time.Second)
	report(11*time.Minute, 2)
	pace("a second one, called with the first", 10*time.Minute+90*time.Second)
	w.do(&command.ConfirmReport{Player: w.player(1, 1, 1)})
	pace("the first is answered", 11*time.Minute+90*time.Second)
	w.now = began.Add(13 * time.Minute)
	w.due()
	pace("all are called", 0)
	report(13*time.Minute+10*time.Second, 3)
	pace("one soon after a call", 16*time.Minute)
	w.now = began.Add(16*time.Minute + 30*time.Second)
	w.due()
	report(44*time.Minute+30*time.Second, 4)
	pace("the end is near", 45*time.Minute)
	w.now = began.Add(45 * time.Minute)
	w.due()
	report(46*time.Minute, 5)
	pace("in the last minutes the report itself calls", 0)
	if !w.snap.State.CallsAtOnce(1, w.now) || w.snap.State.CallsAtOnce(1, began) {
		t.Error("only in the last minutes a report calls at once")
	}
}

// TestOrganisersAreCalledToAStepTheyDoNotTake: a minute and a half after the event has
// started and after each round, once, and not at all if they go on before.
func TestOrganisersAreCalledToAStepTheyDoNotTake(t *testing.T) {
	s := settings(2, 0)
	s.TOChannel = "100000000000000003"
	w := given(t, s, 4)
	called := func() (n int) {
		for i := range w.snap.Log {
			if ev, ok := w.snap.Log[i].Event.(*tournament.Reminded); ok && ev.What == tournament.DueStaff {
				n++
			}
		}
		return n
	}
	wait := func(what string, long time.Duration, want int) {
		t.Helper()
		w.runs(w.now.Add(long))
		if got := called(); got != want {
			t.Errorf("%s: organisers were called %d times, want %d", what, got, want)
		}
	}
	w.do(&command.Start{}, &command.Pair{})
	wait("soon after the start", 80*time.Second, 0)
	wait("round 1 is not published", time.Hour, 1)
	w.do(&command.Publish{}, &command.StartRound{})
	w.finishRound()
	wait("soon after round 1", 80*time.Second, 1)
	w.do(&command.Pair{})
	wait("round 2 is paired", time.Hour, 1)
	w.do(&command.Publish{}, &command.StartRound{})
	w.finishRound()
	wait("the event could be finished", time.Hour, 2)
	if w.snap.State.Phase != tournament.Running {
		t.Errorf("the event is %s", w.snap.State.Phase)
	}
}

// TestACallLeavesTimeToAnswer: a report is called before a third of the time has passed
// after which silence confirms it.
func TestACallLeavesTimeToAnswer(t *testing.T) {
	s := settings(2, 0)
	s.RoundMinutes, s.ConfirmMinutes = 50, 2
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	reported := w.now
	w.reports(w.player(1, 1, 0), "2-0")
	kinds := func() (confirm, call time.Time) {
		for _, timer := range tournament.Timers(w.snap.State) {
			switch {
			case timer.Kind == tournament.DueConfirm:
				confirm = timer.At
			case timer.Kind == tournament.DueCall:
				call = timer.At
			}
		}
		return confirm, call
	}
	if confirm, call := kinds(); call.Sub(reported).Truncate(10*time.Second) != 40*time.Second || confirm.Sub(call) != 80*time.Second {
		t.Errorf("called at %v and confirmed at %v, reported at %v", call, confirm, reported)
	}
}
