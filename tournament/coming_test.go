package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
)

// Who is known to sit out a round is not paired in it: byes are worth what was said, an
// absence is a round missed, and neither makes a player late or dropped. The rest meet.
func TestWhoSitsOutAComingRoundIsNotPaired(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(6, 12).Draw(r, "players")
		sits := map[int]string{}
		for range rapid.IntRange(1, 3).Draw(r, "out") {
			sits[rapid.IntRange(0, n-1).Draw(r, "who")] = rapid.SampledFrom([]string{"byes", "full_byes", "absent"}).Draw(r, "how")
		}
		players := ""
		for i := range n {
			if i > 0 {
				players += ","
			}
			out := ""
			if key := sits[i]; key != "" {
				out = fmt.Sprintf(`,%q:[1,3]`, key)
			}
			players += fmt.Sprintf(`{"id":"p%d"%s}`, i, out)
		}
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(handover.TakeOver{File: read(t, `{"version":1,"name":"Club","ruleset":"chess-casual","rounds_planned":3,"players":[`+players+`]}`)}.Command(), &command.Start{})
		for round := 1; round <= 3; round++ {
			w.round()
			s := w.snap.State
			for i := range n {
				want := map[string]ledger.Kind{"byes": ledger.Bye, "full_byes": ledger.Bye, "absent": ledger.AssignedLoss}[sits[i]]
				m := s.MatchOf(round, i+1)
				if m == 0 {
					t.Fatalf("player %d is in no match of round %d", i+1, round)
				}
				if l := s.Ledger.Rounds[round-1].Matches[m-1]; sits[i] != "" && round != 2 && (l.N != 1 || l.Kind != want) {
					t.Fatalf("player %d (%s) in round %d: %+v", i+1, sits[i], round, l)
				}
				if l := s.Players[i]; l.LateRounds > 0 || l.DroppedAfter != ledger.Active {
					t.Fatalf("player %d (%s): %+v", i+1, sits[i], l)
				}
			}
			w.firstWins()
		}
		table, err := w.snap.State.Table(-1)
		if err != nil {
			t.Fatal(err)
		}
		for i, key := range sits {
			l := w.snap.State.Ledger
			m := w.snap.State.MatchOf(2, i+1)
			second := 0.0 // what round 2 was worth
			switch x := l.Rounds[1].Matches[m-1]; {
			case x.N == 1, x.Seats[0] == int32(i):
				second = 1
			}
			want := second + map[string]float64{"byes": 1, "full_byes": 2}[key]
			if got := table.Row(int32(i)).Points.Decimal(1); got != fmt.Sprintf("%.1f", want) {
				t.Errorf("player %d (%s) has %s points, want %.1f", i+1, key, got, want)
			}
		}
	})
}

// A bye known beforehand with all points is the one that a player can have of the pairing;
// an awarded one is not.
func TestAFullByeIsTheOneOfAPlayer(t *testing.T) {
	for how, again := range map[string]bool{"byes": true, "full_byes": false} {
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(handover.TakeOver{File: read(t, fmt.Sprintf(`{"version":1,"name":"Club","ruleset":"chess-casual","rounds_planned":2,
			"players":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"},{"id":"e",%q:[1]}]}`, how))}.Command(), &command.Start{})
		w.round()
		w.firstWins()
		for _, m := range w.snap.State.Ledger.Rounds[0].Matches {
			if m.N == 2 {
				w.do(&command.Remove{Player: int(m.Seats[1]) + 1})
			}
		}
		w.do(&command.Pair{})
		if got := w.byeInPreview(5); got != again {
			t.Errorf("%s: a second bye: %v", how, got)
		}
	}
}

// byeInPreview reports whether player n has the bye of the preview.
func (w *table) byeInPreview(n int) bool {
	return slices.ContainsFunc(w.snap.State.PreviewMatches, func(m ledger.Match) bool { return m.N == 1 && m.Seat(int32(n-1)) == 0 })
}

// An organiser can say it while the event is played, for rounds that are not paired yet,
// and let a player in who is there after all.
func TestAnAbsenceIsSaidWhileTheEventIsPlayed(t *testing.T) {
	w := running(t, 6, 3, 0)
	w.refused("organiser", &command.Change{Player: 2, Away: []int{1}}, tournament.WrongPhase, "change.bye_paired")
	w.do(&command.Change{Player: 2, Away: []int{2, 3}}, &command.Change{Player: 3, Full: []int{2}})
	w.refused("organiser", &command.Change{Player: 2, Byes: []int{2}}, tournament.NoChange, "change.bye_already")
	w.finishRound()
	w.round()
	s := w.snap.State
	if l := s.Ledger.Rounds[1].Matches[s.MatchOf(2, 2)-1]; l.Kind != ledger.AssignedLoss {
		t.Errorf("player 2: %+v", l)
	}
	if l := s.Ledger.Rounds[1].Matches[s.MatchOf(2, 3)-1]; l.Kind != ledger.Bye {
		t.Errorf("player 3: %+v", l)
	}
	w.finishRound()
	w.do(&command.Pair{}, &command.Repair{Add: 2})
	if !slices.ContainsFunc(w.snap.State.PreviewMatches, func(m ledger.Match) bool { return m.N == 2 && m.Seat(1) >= 0 }) {
		t.Error("player 2 is there after all and has no table")
	}
}
