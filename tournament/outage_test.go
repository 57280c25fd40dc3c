package tournament_test

import (
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
)

// TestSilenceInAnOutageIsNoAnswer: a report, an outage of fifty minutes in the middle
// of the time for an answer, and again one: the player asked has the whole time in
// which they could be heard, each outage counted once.
func TestSilenceInAnOutageIsNoAnswer(t *testing.T) {
	w := running(t, 4, 2, 0)
	a := w.player(1, 1, 0)
	w.reports(a, "2-0")
	at := w.timer(tournament.DueConfirm, 1, 1).At
	from := at.Add(-4 * time.Minute)
	back := func(from, until time.Time, want time.Duration) {
		t.Helper()
		w.now = until
		if err := w.as("", &command.Interrupt{From: from, Until: until}); err != nil && tournament.ClassOf(err) != tournament.NoChange {
			t.Fatal(err)
		}
		if got := w.timer(tournament.DueConfirm, 1, 1).At.Sub(at); got != want {
			t.Errorf("an outage from %s to %s: %s later, want %s", from.Format("15:04"), until.Format("15:04"), got, want)
		}
	}
	back(from, from.Add(50*time.Minute), 50*time.Minute)
	due := w.timer(tournament.DueConfirm, 1, 1).Due
	if err := w.fire(due); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("silence decides at once: %v", err)
	}
	back(from, from.Add(50*time.Minute), 50*time.Minute)                       // told twice
	back(from.Add(40*time.Minute), from.Add(52*time.Minute), 52*time.Minute)   // overlapping
	back(from.Add(-24*time.Hour), from.Add(-23*time.Hour), 52*time.Minute)     // before the report
	back(from.Add(53*time.Minute), from.Add(100*time.Minute), 99*time.Minute)  // a second one
	back(from.Add(300*time.Minute), from.Add(400*time.Minute), 99*time.Minute) // after the time for an answer
	w.now = at.Add(99 * time.Minute)
	if err := w.fire(due); err != nil {
		t.Errorf("when the time is over: %v", err)
	}
	if m, _ := w.snap.State.Match(1, 1); m.ConfirmBy != tournament.BySilence {
		t.Errorf("it is confirmed by %v", m.ConfirmBy)
	}
}

// TestAPlayerWhoCouldNotCheckInIsNotLeftOut: an outage over all of the check-in, over
// its end, and the automatic start that follows it.
func TestAPlayerWhoCouldNotCheckInIsNotLeftOut(t *testing.T) {
	s := settings(2, 0)
	s.AutoStart, s.CheckInMinutes = true, 30
	start := begin.Add(2 * time.Hour)
	s.StartAt = start.Unix()
	at := func(w *table, kind tournament.DueKind) time.Duration { return w.timer(kind).At.Sub(start) }

	w := given(t, s, 4) // the bot is down from before the check-in until after the start
	w.now = start.Add(20 * time.Minute)
	if err := w.fire(tournament.Due{Kind: tournament.DueCheckIn}); err != nil {
		t.Fatal(err)
	}
	if end, begins := at(w, tournament.DueCheckInEnd), at(w, tournament.DueStart); end.Truncate(time.Minute) != 50*time.Minute || begins != end {
		t.Errorf("check-in ends %s and play starts %s after the time that was announced, want 50m for both", end, begins)
	}

	w = given(t, s, 4) // in the middle of it
	w.now = start.Add(-30 * time.Minute)
	if err := w.fire(tournament.Due{Kind: tournament.DueCheckIn}); err != nil {
		t.Fatal(err)
	}
	if end := at(w, tournament.DueCheckInEnd); end != 0 {
		t.Errorf("check-in ends %s after the start", end)
	}
	w.now = start.Add(40 * time.Minute)
	if err := w.as("", &command.Interrupt{From: start.Add(-10 * time.Minute), Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if end, begins := at(w, tournament.DueCheckInEnd), at(w, tournament.DueStart); end != 50*time.Minute || begins != end {
		t.Errorf("check-in ends %s and play starts %s after the time that was announced, want 50m for both", end, begins)
	}
	if err := w.fire(tournament.Due{Kind: tournament.DueStart}); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("it starts at once: %v", err)
	}
}

// TestAnOutageDoesNotStartAnEventUnmixed: presses cannot be heard in an outage, so that
// the time for mixing the draw stops too.
func TestAnOutageDoesNotStartAnEventUnmixed(t *testing.T) {
	w := given(t, settings(2, 0), 6)
	w.do(&command.Start{Mix: true})
	at := w.timer(tournament.DueMixed)
	from := at.At.Add(-20 * time.Second)
	w.now = from.Add(10 * time.Minute)
	if !at.Kind.ForSilence() {
		t.Error("the event would start before those who were away are heard")
	}
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if err := w.fire(at.Due); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("the event starts at once: %v", err)
	}
	if got := w.timer(tournament.DueMixed).At.Sub(at.At); got != 10*time.Minute {
		t.Errorf("the time for mixing ends %s later, want 10m", got)
	}
	for n := 2; n <= 4; n++ {
		if err := w.press(n); err != nil {
			t.Fatal(err)
		}
	}
	if s := w.snap.State; s.Phase != tournament.Running || len(s.Mixing.By) != 3 {
		t.Errorf("after three presses the event is %s, mixed by %v", s.Phase, s.Mixing.By)
	}
}

// TestTheClockOfARoundGoesOnInAnOutage: people play without the bot. An outage moves
// neither the end of the round nor its reminders, and ending the round makes no result
// final.
func TestTheClockOfARoundGoesOnInAnOutage(t *testing.T) {
	s := settings(2, 0)
	s.RoundMinutes = 50
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	w.reports(w.player(1, 1, 0), "2-0")
	clock := func() (out []tournament.Timer) {
		for _, timer := range tournament.Timers(w.snap.State) {
			if timer.Kind == tournament.DueTime || timer.Kind == tournament.DueWarning {
				out = append(out, timer)
			}
		}
		return out
	}
	before, from, silence := clock(), w.now, w.timer(tournament.DueConfirm, 1, 1).At
	if len(before) < 2 {
		t.Fatalf("the round has no clock and no reminder: %v", before)
	}
	w.now = from.Add(55 * time.Minute)
	if err := w.as("", &command.Interrupt{From: from, Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if after := clock(); !slices.Equal(before, after) {
		t.Errorf("the outage moves the clock of the round from %v to %v", before, after)
	}
	w.due()
	if m, _ := w.snap.State.Match(1, 1); m.Confirmed || m.Report == nil || !w.snap.State.Round(1).TimeCalled {
		t.Errorf("after the outage: final %v, reported %v, time called %v", m.Confirmed, m.Report != nil, w.snap.State.Round(1).TimeCalled)
	}
	if got := w.timer(tournament.DueConfirm, 1, 1).At.Sub(silence); got != 55*time.Minute {
		t.Errorf("silence confirms %s later, want 55m", got)
	}
}

// TestAClockThatIsPutBackTakesNoTimeFromAPausedRound: a pause during which the host's clock
// is put back shortens nothing.
func TestAClockThatIsPutBackTakesNoTimeFromAPausedRound(t *testing.T) {
	s := settings(2, 0)
	s.RoundMinutes = 50
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	for pause, want := range map[time.Duration]time.Duration{-time.Hour: 0, 5 * time.Minute: 5*time.Minute + time.Second} { // a command takes a second
		was := w.snap.State.Round(1).Deadline
		w.do(&command.PauseClock{})
		w.now = w.now.Add(pause)
		w.do(&command.ResumeClock{})
		if got := w.snap.State.Round(1).Deadline.Sub(was); got != want {
			t.Errorf("after a pause of %v the round has %v more, want %v", pause, got, want)
		}
	}
}
