package tournament_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
)

// reports lets a player report, and returns the newest word on their match.
func (w *table) reports(n int, text string) int64 {
	w.t.Helper()
	if err := w.as(w.user(n), &command.ReportResult{Player: n, Text: text}); err != nil {
		w.t.Fatal(err)
	}
	r := len(w.snap.State.Rounds)
	m, _ := w.snap.State.Match(r, w.snap.State.MatchOf(r, n))
	return m.LastWord()
}

// silent reports whether the match would be final by silence at some time.
func (w *table) silent(round, match int) bool {
	return slices.ContainsFunc(tournament.Timers(w.snap.State), func(t tournament.Timer) bool {
		return t.Kind == tournament.DueConfirm && t.Round == round && t.Match == match
	})
}

// A player who saw 0-2 does not agree to 2-0.
func TestAReportIsConfirmedOnlyByAPlayerWhoCouldSeeIt(t *testing.T) {
	w := running(t, 4, 2, 0)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	seen := w.reports(a, "0-2")
	changed := w.reports(a, "2-0")
	w.refused(w.user(b), &command.ConfirmReport{Player: b, Seq: seen}, tournament.Conflict, "report.changed")
	w.refused(w.user(b), &command.DisputeReport{Player: b, Seq: seen}, tournament.Conflict, "report.changed")
	if err := w.as(w.user(b), &command.ConfirmReport{Player: b, Seq: changed}); err != nil {
		t.Fatal(err)
	}
	// A report that was taken back is no report.
	c, d := w.player(1, 2, 0), w.player(1, 2, 1)
	seen = w.reports(c, "2-0")
	w.do(&command.Undo{})
	w.refused(w.user(d), &command.ConfirmReport{Player: d, Seq: seen}, tournament.WrongPhase, "report.nothing")
}

// The time for an answer is that of the report that is there, not of an earlier one.
func TestAChangedReportGetsItsOwnTimeForAnAnswer(t *testing.T) {
	w := running(t, 4, 2, 0)
	a := w.player(1, 1, 0)
	w.reports(a, "2-0")
	first := w.timer(tournament.DueConfirm, 1, 1)
	w.now = first.At.Add(-time.Minute)
	w.reports(a, "2-1")
	w.now = first.At
	if err := w.fire(first.Due); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("the time of the first report decides about the second: %v", err)
	}
	second := w.timer(tournament.DueConfirm, 1, 1)
	if m, _ := w.snap.State.Match(1, 1); second.At.Sub(m.Report.At) != 10*time.Minute || m.Confirmed {
		t.Errorf("the second report is answered by silence after %s; final is %v", second.At.Sub(m.Report.At), m.Confirmed)
	}
}

// Reporting one's own loss, and the win at the last moment, does not settle the match.
func TestAReportThatTurnsTheResultRoundIsNeverConfirmedBySilence(t *testing.T) {
	for name, words := range map[string][]string{
		"loss to win": {"0-2", "2-0"}, "draw to win": {"1-1", "2-1"}, "and back again": {"2-0", "0-2", "2-0"},
	} {
		w := running(t, 4, 2, 0)
		a := w.player(1, 1, 0)
		for _, text := range words {
			w.reports(a, text)
		}
		if w.silent(1, 1) {
			t.Errorf("%s: silence would confirm it", name)
		}
	}
	w := running(t, 4, 2, 0)
	a := w.player(1, 1, 0)
	w.reports(a, "2-0")
	w.reports(a, "2-1")
	if !w.silent(1, 1) {
		t.Error("a corrected score of the same winner waits for ever")
	}
}

// Once two at a table of four or three disagree, no third makes it final.
func TestADisputedTableOfFourIsForTheOrganisersOnly(t *testing.T) {
	for players, size := range map[int]int{8: 4, 7: 3} {
		for _, how := range []string{"dispute", "another report"} {
			w := started(t, "commander-pods", settings(3, 0), players)
			w.round()
			m := 1 + slices.IndexFunc(w.snap.State.Ledger.Rounds[0].Matches, func(l ledger.Match) bool { return int(l.N) == size })
			if m == 0 {
				t.Fatalf("%d players have no table of %d", players, size)
			}
			var seated []int
			for seat := range size {
				seated = append(seated, w.player(1, m, seat))
			}
			a, b := seated[0], seated[1]
			w.reports(a, "win")
			if how == "dispute" {
				if err := w.as(w.user(b), &command.DisputeReport{Player: b, Reason: "I won"}); err != nil {
					t.Fatal(err)
				}
			} else {
				w.reports(b, "win")
			}
			for _, n := range seated {
				w.refused(w.user(n), &command.ConfirmReport{Player: n}, tournament.WrongPhase, "report.organisers")
				for _, text := range []string{"win", "draw", "seat 1"} {
					w.refused(w.user(n), &command.ReportResult{Player: n, Text: text}, tournament.WrongPhase, "report.organisers")
				}
				w.refused(w.user(n), &command.DisputeReport{Player: n}, tournament.NoChange, "dispute.already")
			}
			if w.silent(1, m) {
				t.Errorf("%s at a table of %d: silence would decide it", how, size)
			}
			w.do(&command.Correct{Round: 1, Match: m, Text: "win"})
		}
	}
}

// While a judge is awaited, silence has no effect.
func TestSilenceWaitsForTheJudge(t *testing.T) {
	w := running(t, 4, 2, 0)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.reports(a, "2-0")
	call := func() {
		t.Helper()
		if err := w.as(w.user(b), &command.CallJudge{Player: b, Reason: "That is not what happened"}); err != nil {
			t.Fatal(err)
		}
	}
	call()
	if w.silent(1, 1) {
		t.Error("a judge is called about the report, and silence would confirm it")
	}
	// A table that called before it finished its game has its time once the judge
	// can have been there.
	c, d := w.player(1, 2, 0), w.player(1, 2, 1)
	if err := w.as(w.user(d), &command.CallJudge{Player: d}); err != nil {
		t.Fatal(err)
	}
	called := w.now
	w.reports(c, "2-0")
	if got := w.timer(tournament.DueConfirm, 1, 2).At.Sub(called); got != 20*time.Minute {
		t.Errorf("silence confirms %s after the call, want 20m", got)
	}
}

// A player without an account cannot object, so their silence is no yes.
func TestTheSilenceOfAGuestConfirmsNothing(t *testing.T) {
	evening := func(final bool) (*table, int) {
		s := settings(2, 0)
		s.GuestFinal = final
		w := given(t, s, 3)
		w.do(&command.Join{Name: "Gus", ByOrganiser: true}, &command.Start{})
		w.round()
		m := w.snap.State.MatchOf(1, 4)
		_, l := w.snap.State.Match(1, m)
		return w, int(l.Seats[1-l.Seat(3)]) + 1
	}
	w, n := evening(false)
	w.reports(n, "2-0")
	m := w.snap.State.MatchOf(1, n)
	if w.silent(1, m) || w.snap.State.Asks(1, m) {
		t.Error("a guest is asked, and their silence would confirm")
	}
	w.do(&command.Correct{Round: 1, Match: m, Text: "2-0"})
	// An account that takes the seat can answer.
	w, n = evening(false)
	w.do(&command.Join{User: "gus", Name: "Gus", ByOrganiser: true})
	w.reports(n, "2-0")
	if m := w.snap.State.MatchOf(1, n); !w.silent(1, m) {
		t.Error("somebody with an account is not asked")
	}
	// One that takes it afterwards was not asked, and can answer all the same.
	w, n = evening(false)
	w.reports(n, "2-0")
	m = w.snap.State.MatchOf(1, n)
	w.do(&command.Join{User: "gus", Name: "Gus", ByOrganiser: true})
	if w.silent(1, m) || w.snap.State.Asks(1, m) {
		t.Error("the silence of somebody counts who was not there when the report was")
	}
	w.do(&command.ConfirmReport{Player: 4})
	if match, _ := w.snap.State.Match(1, m); match.ConfirmBy != tournament.ByOpponent {
		t.Errorf("who took the guest's seat cannot answer: %+v", match)
	}
	w, n = evening(true)
	w.reports(n, "2-0")
	if match, _ := w.snap.State.Match(1, w.snap.State.MatchOf(1, n)); !match.Confirmed || match.ConfirmBy != tournament.ByReport {
		t.Errorf("by the setting it is final at once: %+v", match)
	}
}

// A ruling of the second player's win without play, and every ruling after it,
// leaves both in the seats they were paired in.
func TestACorrectedForfeitKeepsPlayersInTheirSeats(t *testing.T) {
	for _, game := range []struct {
		ruleset, won, lost string
		points             [4]int32
	}{{"magic", "2-0", "0-2", [4]int32{2, 0}}, {"chess-casual", "1-0", "0-1", [4]int32{1, 0}}} {
		t.Run(game.ruleset, func(t *testing.T) { correctedForfeit(t, game.ruleset, game.won, game.lost, game.points) })
	}
}

func correctedForfeit(t *testing.T, ruleset, won, lost string, points [4]int32) {
	begun := func() *table {
		w := started(t, ruleset, settings(2, 0), 4)
		w.round()
		return w
	}
	w := begun()
	_, l := w.snap.State.Match(1, 1)
	paired := l.Seats
	first, second := w.player(1, 1, 0), w.player(1, 1, 1)
	match := func() (*tournament.Match, *ledger.Match) { return w.snap.State.Match(1, 1) }
	rule := func(c command.Correct) {
		t.Helper()
		c.Round, c.Match = 1, 1
		w.do(&c)
	}
	winner := func() int {
		_, l := match()
		return int(l.Seats[w.snap.State.Rules.Winner(l)]) + 1
	}
	rule(command.Correct{Kind: ledger.Forfeit, Second: true})
	if winner() != second {
		t.Fatalf("player %d won", winner())
	}
	w.refused("organiser", &command.Correct{Round: 1, Match: 1, Kind: ledger.Forfeit}, tournament.NoChange, "correct.same")
	// The winner is named first now: 0-2 is their loss.
	rule(command.Correct{Text: lost})
	if _, l := match(); l.Seats != paired || winner() != first || l.Result.V != points {
		t.Errorf("after the correction %v sit as %v, and player %d won", l.Result.V, l.Seats, winner())
	}
	rule(command.Correct{Kind: ledger.Forfeit, Second: true})
	rule(command.Correct{Kind: ledger.Forfeit, Second: true}) // the other way round: the first won
	if _, l := match(); l.Seats != paired || winner() != first {
		t.Errorf("after both forfeits they sit as %v, and player %d won", l.Seats, winner())
	}
	rule(command.Correct{Kind: ledger.Forfeit, Second: true})
	rule(command.Correct{Kind: ledger.DoubleLoss})
	if _, l := match(); l.Seats != paired {
		t.Errorf("after a double loss they sit as %v", l.Seats)
	}
	w.do(&command.Undo{})
	if winner() != second {
		t.Errorf("the undo leaves player %d the winner", winner())
	}
	// Sides are balanced by where they sat: the next round is that of an event in which
	// the result was right at once.
	rule(command.Correct{Text: lost})
	right := begun()
	right.do(&command.Correct{Round: 1, Match: 1, Text: won})
	var next [2][]tournament.Pairing
	for i, w := range []*table{w, right} {
		w.do(&command.Correct{Round: 1, Match: 2, Text: won}, &command.Pair{})
		for _, e := range w.snap.Log {
			if ev, ok := e.Event.(*tournament.RoundPaired); ok && ev.Round == 2 {
				next[i] = ev.Pairings
			}
		}
	}
	if same := cmp.Equal(next[0], next[1]); !same || len(next[0]) != 2 {
		t.Errorf("round 2 after the corrections: %v, want %v", next[0], next[1])
	}
}
