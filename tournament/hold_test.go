package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/replay"
	"topcut/tournament/stage"
)

// unattended returns an event that advances by itself, with all but match 1 of its last
// round final and match 1 reported.
func unattended(t *testing.T) *table {
	t.Helper()
	s := settings(2, 0)
	s.AutoAdvance = true
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.do(&command.Correct{Match: 1, Text: "2-0"}, &command.Correct{Match: 2, Text: "2-0"}, &command.Correct{Match: 2, Text: "2-0"})
	w.reports(w.player(2, 1, 0), "2-0")
	return w
}

// A result of a finished unattended event can be corrected, however long that takes: the
// silence that ended the event confirms nothing after an undo.
func TestSilenceThatWasTakenBackConfirmsNoMore(t *testing.T) {
	w := unattended(t)
	w.runs(w.now.Add(time.Hour))
	if s := w.snap.State; s.Phase != tournament.Finished {
		t.Fatalf("silence leaves the event %s", s.Phase)
	}
	w.now = w.now.Add(24 * time.Hour)
	w.do(&command.Undo{})
	w.runs(w.now.Add(72 * time.Hour))
	s := w.snap.State
	if m, _ := s.Match(2, 1); s.Phase != tournament.Running || m.Confirmed || m.Report == nil {
		t.Fatalf("three days after the undo the event is %s, the match confirmed: %v", s.Phase, m.Confirmed)
	}
	w.do(&command.Correct{Round: 2, Match: 1, Text: "0-2"})
	if s = w.snap.State; s.Phase != tournament.Finished {
		t.Errorf("after the correction the event is %s", s.Phase)
	}
	w.replays(t)
}

// A report that was confirmed by a player and is restored by an undo has the time for
// an answer that it had left.
func TestARestoredReportHasTheTimeItHadLeft(t *testing.T) {
	w := running(t, 4, 2, 0)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.reports(a, "2-0")
	left := w.timer(tournament.DueConfirm, 1, 1).At.Sub(w.now)
	w.now = w.now.Add(left / 4)
	if err := w.as(w.user(b), &command.ConfirmReport{Player: b}); err != nil {
		t.Fatal(err)
	}
	left = w.snap.State.Rounds[0].Matches[0].Report.At.Add(left).Sub(w.now)
	w.now = w.now.Add(3 * time.Hour)
	w.do(&command.Undo{})
	if got := w.timer(tournament.DueConfirm, 1, 1).At.Sub(w.now); got != left {
		t.Errorf("%s to answer after the undo, want the %s that were left", got, left)
	}
	w.now = w.now.Add(left / 2) // an outage takes none of it
	if err := w.as("", &command.Interrupt{From: w.now.Add(-left / 2), Until: w.now}); err != nil {
		t.Fatal(err)
	}
	if got := w.timer(tournament.DueConfirm, 1, 1).At.Sub(w.now).Round(time.Minute); got != left.Round(time.Minute) {
		t.Errorf("%s to answer after an outage, want %s", got, left)
	}
	w.runs(w.now.Add(left))
	if m, _ := w.snap.State.Match(1, 1); m.ConfirmBy != tournament.BySilence {
		t.Error("silence never confirms the report again")
	}
	w.replays(t)
}

// clocks are for each kind of deadline an event whose last command is to be taken back
// after the deadline was, or would have been, due; and whether its clock then stands
// still, or how long it goes on.
var clocks = map[tournament.DueKind]func(t *testing.T) (w *table, due tournament.Due, left time.Duration){
	tournament.DueCheckIn: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		s := settings(2, 0)
		s.AutoStart, s.CheckInMinutes, s.StartAt = true, 30, begin.Add(2*time.Hour).Unix()
		w := given(t, s, 4)
		w.runs(begin.Add(91 * time.Minute))
		return w, tournament.Due{Kind: tournament.DueCheckIn}, 0
	},
	tournament.DueCheckInEnd: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := given(t, settings(2, 0), 4)
		w.do(&command.StartCheckIn{Minutes: 10})
		w.now = w.now.Add(4 * time.Minute)
		w.do(&command.Start{KeepAll: true})
		return w, tournament.Due{Kind: tournament.DueCheckInEnd}, 6*time.Minute - time.Second
	},
	tournament.DueStart: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		s := settings(2, 0)
		s.AutoStart, s.StartAt = true, begin.Add(2*time.Hour).Unix()
		w := given(t, s, 4)
		w.now = begin.Add(time.Hour)
		w.do(&command.Start{})
		return w, tournament.Due{Kind: tournament.DueStart}, 0
	},
	tournament.DueBuildEnd: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		s := settings(0, 0)
		s.Stages = stage.MustParse("build > swiss 2")
		w := given(t, s, 4)
		w.do(&command.Start{}, &command.BuildDecks{Minutes: 25})
		w.now = w.now.Add(5 * time.Minute)
		w.do(&command.Pair{}, &command.Publish{})
		return w, tournament.Due{Kind: tournament.DueBuildEnd}, 20*time.Minute - 2*time.Second
	},
	tournament.DueNextRound: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		s := settings(2, 0)
		s.AutoAdvance, s.BreakMinutes = true, 15
		w := given(t, s, 4)
		w.do(&command.Start{})
		w.finishRound()
		w.runs(w.now.Add(16 * time.Minute))
		return w, tournament.Due{Kind: tournament.DueNextRound, Round: 1}, 0
	},
	tournament.DueTime: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := timed(t)
		w.now = w.snap.State.Rounds[0].StartedAt.Add(20 * time.Minute)
		w.do(&command.Correct{Match: 2, Text: "2-0"})
		if w.snap.State.Rounds[0].Status != tournament.Done {
			w.do(&command.CloseRound{})
		}
		return w, tournament.Due{Kind: tournament.DueTime, Round: 1}, 30*time.Minute - time.Second
	},
	tournament.DueConfirm: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := unattended(t)
		seq := w.snap.State.Rounds[1].Matches[0].Report.Seq
		w.runs(w.now.Add(time.Hour))
		return w, tournament.Due{Kind: tournament.DueConfirm, Round: 2, Match: 1, Asked: seq}, 0
	},
	tournament.DueClaim: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := given(t, arranged("roundrobin"), 4)
		w.do(&command.Start{})
		opened, at := w.snap.State.Rounds[0].StartedAt, tournament.Place{Round: 1, Match: 1}
		claimant := w.snap.State.PlayerAt(at, fixture.Second)
		w.do(&command.ProposeTimes{Player: claimant, At: at, Times: []time.Time{opened.AddDate(0, 0, 4)}})
		w.runs(opened.Add(6 * 24 * time.Hour))
		w.do(&command.ClaimForfeit{Player: claimant, At: at})
		asked := w.now.Unix()
		w.now = w.now.Add(20 * time.Hour)
		w.do(&command.Verdict{At: at, End: fixture.SchedulingDraw})
		return w, tournament.Due{Kind: tournament.DueClaim, Round: 1, Match: 1, Asked: asked}, 4*time.Hour - time.Second
	},
	tournament.DuePick: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w, at, _, b := vetoing(t, "")
		w.do(&command.BeginPicks{Player: b})
		due := w.timer(tournament.DuePick, 1, at.Match).Due
		w.now = w.now.Add(20 * time.Second)
		w.do(&command.Correct{Match: at.Match, Text: "1-0"})
		return w, due, 40*time.Second - time.Second
	},
	tournament.DueSubstitute: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w, at := benched(t, "x", "y")
		w.seeks(at, w.player(1, 1, 0))
		due := w.timer(tournament.DueSubstitute, 1, at.Match)
		w.now = due.At.Add(-6 * time.Minute)
		w.must("x", &command.AnswerBench{Place: at, User: "x"})
		return w, due.Due, 6*time.Minute - time.Second
	},
	tournament.DueLineUp: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w, _ := lineUpTime(t)
		due := w.timer(tournament.DueLineUp, 1).Due
		w.now = w.snap.State.Rounds[0].PublishedAt.Add(4 * time.Minute)
		w.do(&command.StartRound{})
		return w, due, 6*time.Minute - time.Second
	},
	tournament.DueLineUpWarning: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w, _ := lineUpTime(t)
		warning := w.timer(tournament.DueLineUpWarning, 1)
		w.now = w.snap.State.Rounds[0].PublishedAt.Add(2 * time.Minute)
		w.do(&command.StartRound{})
		return w, warning.Due, 3*time.Minute - time.Second
	},
	tournament.DueOverdue: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := given(t, arranged("roundrobin"), 4)
		w.do(&command.Start{})
		w.now = w.snap.State.Rounds[0].StartedAt.AddDate(0, 0, 2)
		w.do(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
		return w, tournament.Due{Kind: tournament.DueOverdue, Round: 1, Match: 1}, 5*24*time.Hour - time.Second
	},
	tournament.DueMixed: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := given(t, settings(2, 0), 4)
		w.do(&command.Start{Mix: true})
		w.now = w.now.Add(20 * time.Second)
		mixed := w.timer(tournament.DueMixed)
		w.do(&command.Start{})
		return w, mixed.Due, 0 // the next start asks to mix anew
	},
	tournament.DueBuildWarning: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		s := settings(0, 0)
		s.Stages = stage.MustParse("build > swiss 2")
		w := given(t, s, 4)
		w.do(&command.Start{}, &command.BuildDecks{Minutes: 25})
		w.now = w.now.Add(5 * time.Minute)
		w.do(&command.Pair{})
		warning := w.timer(tournament.DueBuildWarning)
		w.do(&command.Publish{})
		return w, warning.Due, warning.At.Sub(w.now)
	},
	tournament.DueWarning: func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := timed(t)
		w.now = w.snap.State.Rounds[0].StartedAt.Add(20 * time.Minute)
		warning := w.timer(tournament.DueWarning)
		w.do(&command.Correct{Match: 2, Text: "2-0"})
		return w, warning.Due, warning.At.Sub(w.now)
	},
	"time of one match": func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := timed(t)
		w.do(&command.ExtendClock{Table: 2, Minutes: 10})
		w.now = w.snap.State.Rounds[0].StartedAt.Add(55 * time.Minute)
		extra := w.timer(tournament.DueTime, 1, 2)
		w.do(&command.Correct{Match: 2, Text: "2-0"})
		return w, extra.Due, extra.At.Sub(w.now)
	},
	"remind_no_proposal": func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := given(t, arranged("roundrobin"), 4)
		w.do(&command.Start{})
		w.now = w.snap.State.Rounds[0].StartedAt.AddDate(0, 0, 2)
		reminder := w.timer("remind_no_proposal", 1, 1)
		w.do(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
		return w, reminder.Due, 0
	},
	"remind_tomorrow": func(t *testing.T) (*table, tournament.Due, time.Duration) {
		w := given(t, arranged("roundrobin"), 4)
		w.do(&command.Start{})
		at := tournament.Place{Round: 1, Match: 1}
		agreed := w.snap.State.Rounds[0].StartedAt.AddDate(0, 0, 20)
		w.do(&command.ProposeTimes{Player: w.snap.State.PlayerAt(at, fixture.First), At: at, Times: []time.Time{agreed}})
		w.do(&command.AcceptTime{Player: w.snap.State.PlayerAt(at, fixture.Second), At: at, Time: agreed})
		w.now = w.now.AddDate(0, 0, 2)
		reminder := w.timer("remind_tomorrow", 1, 1)
		w.do(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
		return w, reminder.Due, reminder.At.Sub(w.now.AddDate(0, 0, 10).Add(time.Second)) // as announced
	},
}

// timed starts a round of 50 minutes whose first match is over.
func timed(t *testing.T) *table {
	t.Helper()
	s := settings(2, 0)
	s.RoundMinutes = 50
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	w.do(&command.Correct{Match: 1, Text: "2-0"})
	return w
}

// TestAnUndoHoldsEveryClock takes back, ten days later, what a clock did or what ended it.
// A time that was left is there again in full, and a clock that had run out, or whose
// announced time has passed, stands still.
func TestAnUndoHoldsEveryClock(t *testing.T) {
	for kind, make := range clocks {
		t.Run(string(kind), func(t *testing.T) {
			w, due, left := make(t)
			batch := tournament.LastBatch(w.snap.Log)
			w.now = w.now.AddDate(0, 0, 10)
			before := tournament.Timers(w.snap.State)
			w.do(&command.Undo{Batch: batch, Later: true})
			var found []tournament.Timer
			for _, timer := range tournament.Timers(w.snap.State) {
				if timer.Due == due || due.Kind == tournament.DueOverdue && timer.Kind == due.Kind && timer.Match == due.Match && timer.Round == due.Round {
					found = append(found, timer)
				}
				if !timer.At.After(w.now) && timer.Kind != tournament.DueLeague && !slices.Contains(before, timer) {
					t.Errorf("%s is due at once after the undo", timer.Key())
				}
			}
			switch {
			case left == 0 && len(found) > 0:
				t.Errorf("the clock goes on until %s, and should stand still", found[0].At)
			case left > 0 && len(found) != 1:
				t.Errorf("%d clocks, want one", len(found))
			case left > 0 && found[0].At.Sub(w.now) != left:
				t.Errorf("%s are left, want %s", found[0].At.Sub(w.now), left)
			}
			w.replays(t)
		})
	}
}

// A start that was held by an undo takes place once it is announced for another time.
func TestAHeldStartRunsWithANewTime(t *testing.T) {
	w, due, _ := clocks[tournament.DueStart](t)
	w.now = w.now.AddDate(0, 0, 1)
	w.do(&command.Undo{})
	s := w.snap.State.Settings
	s.StartAt = w.now.Add(time.Hour).Unix()
	w.do(change(s))
	if at := w.timer(due.Kind).At; at.Unix() != s.StartAt {
		t.Errorf("it starts at %s, want %s", at, time.Unix(s.StartAt, 0))
	}
}

// A clock that ran all along is not held: the undo of a longer round gives back the time
// that was announced before, and other matches keep theirs.
func TestAnUndoLeavesRunningClocksAlone(t *testing.T) {
	s := settings(2, 0)
	s.RoundMinutes = 50
	w := given(t, s, 4)
	w.do(&command.Start{})
	w.round()
	w.reports(w.player(1, 1, 0), "2-0")
	round, silence := w.timer(tournament.DueTime).At, w.timer(tournament.DueConfirm).At
	w.do(&command.ExtendClock{Minutes: 10}, &command.Undo{})
	if at := w.timer(tournament.DueTime).At; !at.Equal(round) {
		t.Errorf("the round ends at %s, want %s", at, round)
	}
	w.do(&command.Correct{Match: 2, Text: "2-0"})
	w.do(&command.Undo{})
	if at := w.timer(tournament.DueConfirm).At; !at.Equal(silence) {
		t.Errorf("silence confirms at %s, want %s", at, silence)
	}
	if slices.ContainsFunc(w.kinds(), func(k string) bool { return k == "clocks_held" }) {
		t.Errorf("a clock is held: %s", strings.Join(w.kinds(), " "))
	}
	if _, l := w.snap.State.Match(1, 2); l.Kind == ledger.Bye {
		t.Fatal("a bye")
	}
}

// An event whose end was taken back and which ended again was over when it was first
// over, in the state, its record, and what is folded from its log or its export.
func TestAnEventIsOverWhenItWasFirstOver(t *testing.T) {
	w := unattended(t)
	w.runs(w.now.Add(time.Hour))
	first := w.snap.State.EndedAt
	w.now = w.now.AddDate(0, 0, 7)
	w.do(&command.Undo{})
	if s := w.snap.State; s.Phase != tournament.Running || !s.FirstOver.Equal(first) {
		t.Fatalf("after the undo the event is %s, first over %s", s.Phase, s.FirstOver)
	}
	w.do(&command.Correct{Round: 2, Match: 1, Text: "0-2"})
	record, err := w.snap.State.Record()
	if err != nil {
		t.Fatal(err)
	}
	if s := w.snap.State; !s.EndedAt.Equal(first) || !record.Ended.Equal(first) {
		t.Errorf("over at %s, in the record %s, want %s", s.EndedAt, record.Ended, first)
	}
	for name, fold := range map[string]func() (*tournament.State, error){
		"fold":   func() (*tournament.State, error) { return tournament.Fold(1, w.snap.Log) },
		"replay": func() (*tournament.State, error) { s, _, err := replay.Run(1, w.snap.Log); return s, err },
		"as of":  func() (*tournament.State, error) { return asof.Fold(1, w.snap.Log, asof.AfterRound(2)) },
	} {
		if s, err := fold(); err != nil || !s.FirstOver.Equal(first) {
			t.Errorf("%s: first over %s, want %s (%v)", name, s.FirstOver, first, err)
		}
	}
}

// A result is corrected in a finished event by one command that names it: at a table of
// four, in a match whose players arranged it, and although a guest was merged with a user
// since. The event is over as before, no clock runs, and the merge stays.
func TestAResultOfAFinishedEventIsCorrected(t *testing.T) {
	for name, begun := range map[string]func(t *testing.T) *table{
		"pods": func(t *testing.T) *table { return started(t, "commander-pods", settings(1, 0), 8) },
		"arranged": func(t *testing.T) *table {
			s := arranged("swiss 1")
			s.AutoAdvance = true
			w := given(t, s, 4)
			w.do(&command.Start{})
			return w
		},
		"a merge since": func(t *testing.T) *table {
			w := given(t, settings(1, 0), 3)
			w.do(&command.Join{Name: "Guest", ByOrganiser: true}, &command.Start{})
			return w
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := begun(t)
			if len(w.snap.State.Rounds) == 0 {
				w.round()
			}
			texts := []string{"2-0", "0-2"}
			if name == "pods" {
				texts = []string{"seat 1", "seat 2"}
			}
			for _, m := range w.snap.State.Blocking(1) {
				w.do(&command.Correct{Round: 1, Match: m, Text: texts[0]})
			}
			if w.snap.State.Phase != tournament.Finished {
				w.do(&command.Finish{})
			}
			ended, first := w.snap.State.EndedAt, w.player(1, 1, 0)
			w.now = w.now.AddDate(0, 0, 10)
			if name == "a merge since" {
				w.do(&command.ClaimSeat{Guest: w.snap.State.Players[3].Person, User: "u9"})
			}
			place := w.snap.State.Places[first-1]
			w.do(&command.Correct{Round: 1, Match: 1, Text: texts[1]})
			s := w.snap.State
			if s.Phase != tournament.Finished || !s.EndedAt.Equal(ended) || s.Places[first-1] <= place {
				t.Errorf("the event is %s, over at %s, not %s; who won had place %d and has %d", s.Phase, s.EndedAt, ended, place, s.Places[first-1])
			}
			for _, timer := range tournament.Timers(s) {
				if timer.Kind != tournament.DueLeague {
					t.Errorf("%s is due at %s", timer.Key(), timer.At)
				}
			}
			if name == "a merge since" && w.snap.PlayerByUser("u9") != 4 {
				t.Error("the merge is taken back")
			}
			w.replays(t)
		})
	}
}
