package tournament_test

import (
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
)

// pod returns an event of one table of Commander in its first round, and its players.
func pod(t *testing.T, players int) (w *table, at tournament.Place, seats []int) {
	t.Helper()
	w = started(t, "commander-pods", settings(2, 0), players)
	w.round()
	_, l := w.snap.State.Match(1, 1)
	for _, p := range l.Players() {
		seats = append(seats, int(p)+1)
	}
	return w, tournament.Place{Round: 1, Match: 1}, seats
}

func (w *table) misses(at tournament.Place, n, of int) {
	w.t.Helper()
	w.do(&command.ClaimForfeit{Player: n, At: at, Of: of})
}

// A table of four plays without a player who does not come in the five minutes of the ruleset.
// That player cannot win and is not asked about the report, but comes until the end of the round.
func TestATablePlaysWithoutWhoDoesNotCome(t *testing.T) {
	w, at, p := pod(t, 4)
	if err := w.as("", &command.ClaimForfeit{Player: p[0], At: at}); tournament.ClassOf(err) != tournament.BadInput {
		t.Errorf("a claim against no player: %v", err)
	}
	w.misses(at, p[0], p[3])
	if end := w.snap.State.ClaimEnds(at); !end.Equal(w.now.Add(5 * time.Minute)) {
		t.Fatalf("the time to come ends at %v, claimed at %v", end, w.now)
	}
	w.fires(tournament.DueClaim, 1, 1)
	if m, _ := w.snap.State.Match(1, 1); m.Confirmed || !w.snap.State.AbsentFrom(at, p[3]) || w.snap.State.AbsentFrom(at, p[1]) {
		t.Fatalf("%+v", m)
	}
	if err := w.as("", &command.ReportResult{Player: p[1], Text: "seat 4"}); tournament.ClassOf(err) != tournament.BadInput {
		t.Errorf("who is absent wins: %v", err)
	}
	w.replays(t)
	w.comes(at, p[3])
	if w.snap.State.AbsentFrom(at, p[3]) {
		t.Error("is still out")
	}
	w.do(&command.ReportResult{Player: p[1], Text: "seat 4"})
	w.do(&command.ConfirmReport{Player: p[3]})
	if m, l := w.snap.State.Match(1, 1); !m.Confirmed || l.Result.V[3] != 1 || !w.snap.State.Taking(p[3]) {
		t.Errorf("%+v %+v", m, l)
	}
	w.replays(t)
}

// Who is absent need not confirm: with one other at the table, a guest, the organisers decide.
// Reporting is coming; after the time of the round it is too late for both.
func TestWhoIsAbsentIsNotAsked(t *testing.T) {
	w, at, p := pod(t, 4)
	w.misses(at, p[0], p[3])
	w.misses(at, p[1], p[2])
	w.runs(w.now.Add(6 * time.Minute))
	w.do(&command.ReportResult{Player: p[0], Text: "win"})
	if !w.snap.State.Asks(1, 1) {
		t.Error("the player who is there is not asked")
	}
	silent := w.snap.State.SilenceAt(1, 1)
	if silent.IsZero() || len(w.snap.State.PlayingAt(at)) != 2 {
		t.Errorf("silence %v, playing %v", silent, w.snap.State.PlayingAt(at))
	}
	w.do(&command.DisputeReport{Player: p[3]})
	if m, _ := w.snap.State.Match(1, 1); !m.Disputed || w.snap.State.AbsentFrom(at, p[3]) {
		t.Error("who disputes is there")
	}
	w.replays(t)

	w, at, p = pod(t, 8)
	w.misses(at, p[0], p[3])
	w.runs(w.snap.State.Current().Deadline.Add(time.Minute))
	if err := w.as("", &command.ReportResult{Player: p[3], Text: "win"}); tournament.ClassOf(err) != tournament.NotAllowed {
		t.Errorf("a report after the time: %v", err)
	}
	w.do(&command.ReportResult{Player: p[0], Text: "win"})
	for _, answer := range []command.Command{&command.ConfirmReport{Player: p[3]}, &command.DisputeReport{Player: p[3]}} {
		if err := w.as("", answer); tournament.ClassOf(err) != tournament.NotAllowed {
			t.Errorf("%T after the time: %v", answer, err)
		}
	}
	w.do(&command.ConfirmReport{Player: p[1]})
	w.comes(at, p[3]) // too late for the match
	w.replays(t)
}

// Who is left alone wins; each of the others who has come before the end of the round opens the
// match again, which those two play.
func TestWhoIsLeftAloneWins(t *testing.T) {
	w, at, p := pod(t, 4)
	for _, of := range p[1:] {
		w.misses(at, p[0], of)
	}
	w.runs(w.now.Add(6 * time.Minute))
	m, l := w.snap.State.Match(1, 1)
	if m.ConfirmBy != tournament.ByClaim || l.Kind != ledger.Played || w.snap.State.Rules.Winner(l) != 0 {
		t.Fatalf("%+v %+v", m, l)
	}
	if got := w.snap.State.Awaited(w.snap.State.Current()); len(got) != 3 || w.snap.State.Current().Status != tournament.Started {
		t.Fatalf("the round waits for %v", got)
	}
	w.replays(t)
	w.comes(at, p[2])
	if m, l := w.snap.State.Match(1, 1); m.Confirmed || l.Finished() || len(w.snap.State.PlayingAt(at)) != 2 {
		t.Fatalf("%+v", m)
	}
	w.do(&command.ReportResult{Player: p[2], Text: "win"})
	w.do(&command.ConfirmReport{Player: p[0]})
	s := w.snap.State
	if s.Current().Status != tournament.Done || !s.Taking(p[2]) {
		t.Error("the round is open")
	}
	w.replays(t)
}

// Two of four press a result: all of the table have played, and the next round waits for those
// who pressed nothing too.
func TestWhoPlayedAtATableOfFourIsWaitedFor(t *testing.T) {
	w := started(t, "commander-pods", settings(2, 0), 8)
	w.round()
	for m := 1; m <= 2; m++ {
		w.reports(w.player(1, m, 0), "win")
		w.agrees(w.player(1, m, 1))
	}
	w.finishRound()
	w.now = w.snap.State.Current().Deadline // until then a player is not late for the next
	w.round()
	at := tournament.Place{Round: 2, Match: 1}
	for seat := 1; seat < 4; seat++ {
		w.misses(at, w.player(2, 1, 0), w.player(2, 1, seat))
	}
	w.do(&command.Correct{Round: 2, Match: 2, Text: "win"})
	w.runs(w.now.Add(6 * time.Minute))
	s := w.snap.State
	if got := s.Awaited(s.Current()); len(got) != 3 || s.Current().Status != tournament.Started {
		t.Errorf("the round is %v and waits for %v", s.Current().Status, got)
	}
	w.replays(t)
}

// A player who is missed and misses another is there with that; two who miss each other both are.
func TestAClaimAtATableIsAPresence(t *testing.T) {
	w, at, p := pod(t, 4)
	w.misses(at, p[0], p[1])
	w.misses(at, p[1], p[0])
	if len(w.snap.State.Missed(at)) != 0 {
		t.Errorf("missed: %v", w.snap.State.Missed(at))
	}
	w.misses(at, p[2], p[3])
	w.misses(at, p[3], p[0])
	if got := w.snap.State.Missed(at); len(got) != 1 || got[0] != p[0] {
		t.Errorf("missed: %v", got)
	}
	w.misses(at, p[2], p[1]) // who came before
	if !w.snap.State.ClaimWaits(at) || !w.snap.State.GraceEnds(at, p[1]).IsZero() || w.snap.State.GraceEnds(at, p[0]).IsZero() {
		t.Error("a second claim is not for the organisers alone")
	}
	w.do(&command.ReportResult{Player: p[2], Text: "draw"})
	if len(w.snap.State.Missed(at)) != 0 {
		t.Error("the report does not end the claims")
	}
	w.replays(t)
}

// The silence of a guest decides nothing.
func TestAGuestAtATableIsNotAbsentBySilence(t *testing.T) {
	w := started(t, "commander-pods", settings(2, 0), 3)
	w.do(&command.Join{Name: "Gast"})
	w.round()
	at := tournament.Place{Round: 1, Match: 1}
	w.misses(at, 1, 4)
	if !w.snap.State.ClaimWaits(at) || !w.snap.State.ClaimEnds(at).IsZero() {
		t.Error("the claim is settled by silence")
	}
	w.comes(at, 4)
	w.misses(at, 1, 2)
	w.misses(at, 1, 3)
	w.runs(w.now.Add(6 * time.Minute))
	w.do(&command.ReportResult{Player: 1, Text: "win"})
	if w.snap.State.Asks(1, 1) {
		t.Error("players who are absent are asked")
	}
}

// A player who was absent is out before the next pairing and may come back.
func TestWhoIsAbsentFromATableIsDropped(t *testing.T) {
	w, at, p := pod(t, 8)
	w.misses(at, p[0], p[3])
	w.runs(w.now.Add(6 * time.Minute))
	for m := range 2 {
		a, b := w.player(1, m+1, 0), w.player(1, m+1, 1)
		w.do(&command.ReportResult{Player: a, Text: "win"})
		w.do(&command.ConfirmReport{Player: b})
	}
	if s := w.snap.State; s.Current().Status != tournament.Done || s.Taking(p[3]) || !s.Players.At(p[3]).NoShow {
		t.Fatalf("%v, in: %v", s.Current().Status, s.Taking(p[3]))
	}
	w.do(&command.ComeBack{Player: p[3]})
	w.replays(t)
}

// What no player settles at a table of four ends in an unattended event: by who answers, in a draw,
// or with the loss of all.
func TestUnattendedTablesOfFourGoOn(t *testing.T) {
	for name, c := range map[string]struct {
		play func(w *table, at tournament.Place, p []int)
		want func(w *table, l *ledger.Match, p []int) bool
	}{
		"all silent": {
			func(*table, tournament.Place, []int) {},
			func(w *table, l *ledger.Match, p []int) bool {
				return l.Kind == ledger.DoubleLoss && !w.snap.State.Taking(p[0]) && !w.snap.State.Taking(p[3])
			},
		},
		"one answers": {
			func(w *table, at tournament.Place, p []int) { w.asksFor(); w.comes(at, p[2]) },
			func(w *table, l *ledger.Match, p []int) bool {
				return w.snap.State.Rules.Winner(l) == 2 && w.snap.State.Taking(p[2]) && !w.snap.State.Taking(p[0])
			},
		},
		"two answer": {
			func(w *table, at tournament.Place, p []int) { w.asksFor(); w.comes(at, p[2]); w.comes(at, p[0]) },
			func(w *table, l *ledger.Match, p []int) bool {
				return l.Result.V == [4]int32{1, 1, 1, 1} && w.snap.State.Taking(p[2]) && w.snap.State.Taking(p[0]) && !w.snap.State.Taking(p[1])
			},
		},
		"a dispute": {
			func(w *table, _ tournament.Place, p []int) { w.reports(p[0], "win"); w.reports(p[1], "seat 3") },
			func(_ *table, l *ledger.Match, _ []int) bool { return l.Result.V == [4]int32{1, 1, 1, 1} },
		},
		"a judge called after a report": {
			func(w *table, _ tournament.Place, p []int) {
				w.reports(p[0], "win")
				w.do(&command.CallJudge{Player: p[1]})
			},
			func(w *table, l *ledger.Match, _ []int) bool { return w.snap.State.Rules.Winner(l) == 0 },
		},
		"a report turned round": {
			func(w *table, _ tournament.Place, p []int) { w.reports(p[0], "seat 2"); w.reports(p[0], "win") },
			func(_ *table, l *ledger.Match, _ []int) bool { return l.Result.V == [4]int32{1, 1, 1, 1} },
		},
	} {
		s := byItself(2, 0)
		w := started(t, "commander-pods", s, 8)
		if len(w.snap.State.Rounds) == 0 {
			w.round()
		}
		w.reports(w.player(1, 2, 0), "win")
		w.agrees(w.player(1, 2, 1))
		p := []int{w.player(1, 1, 0), w.player(1, 1, 1), w.player(1, 1, 2), w.player(1, 1, 3)}
		end := w.snap.State.Current().Deadline
		c.play(w, tournament.Place{Round: 1, Match: 1}, p)
		w.until(1, 4*time.Hour)
		l, by := w.result(1, 1)
		if by != tournament.ByRule || !c.want(w, l, p) {
			t.Errorf("%s: %+v by %v", name, l, by)
		}
		if late := w.snap.State.Rounds.At(1).ClosedAt.Sub(end); late > 20*time.Minute {
			t.Errorf("%s: the round ends %v after its time", name, late)
		}
		w.replays(t)
	}
}

// An undo of the win of who is left alone gives the last of those who are missed their time anew.
func TestAWinAloneIsUndone(t *testing.T) {
	w, at, p := pod(t, 4)
	for _, of := range p[1:] {
		w.misses(at, p[0], of)
	}
	w.runs(w.now.Add(6 * time.Minute))
	w.do(&command.Undo{})
	if m, _ := w.snap.State.Match(1, 1); m.Confirmed || len(w.snap.State.PlayingAt(at)) != 2 || !w.snap.State.OpenClaim(at, p[3]) {
		t.Fatalf("%+v", m)
	}
	if end := w.snap.State.GraceEnds(at, p[3]); !end.IsZero() && !end.After(w.now) {
		t.Errorf("the time to come ends at %v, undone at %v", end, w.now)
	}
	w.replays(t)
}
