package tournament_test

import (
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// TestRoundLengthOfEveryStage: the organisers' setting is the length of every kind of
// round, and of rounds that must have winners unless the cut has a time of its own;
// without a setting the ruleset's holds.
func TestRoundLengthOfEveryStage(t *testing.T) {
	stages := map[ledger.Stage]bool{ // whether matches must have a winner
		ledger.Swiss: false, ledger.RoundRobin: false, ledger.Scramble: false, ledger.FinalTables: false, ledger.Playoff: false,
		ledger.Elimination: true, ledger.ThirdPlace: true, ledger.Upper: true, ledger.Lower: true, ledger.Final: true,
	}
	for _, x := range []struct {
		ruleset      string
		minutes, cut int
		round, must  time.Duration
	}{
		{"magic", 0, 0, 50, 0},
		{"magic", 40, 0, 40, 40},
		{"magic", 40, 60, 40, 60},
		{"magic", 0, 60, 50, 60},
		{"magic", 40, tournament.Untimed, 40, 0},
		{"magic", tournament.Untimed, 0, 0, 0},
		{"magic", tournament.Untimed, 30, 0, 30},
		{"pokemon", 0, 0, 50, 75},
		{"pokemon", tournament.Untimed, 0, 0, 0},
		{"meccg", 0, 0, 80, 80},
		{"riichi-helper", 0, 0, 75, 75},
		{"riichi-helper", 60, 0, 60, 60},
		{"chess-casual", 0, 0, 0, 0},
		{"chess-casual", 45, 0, 45, 45},
	} {
		s := &tournament.State{Rules: load(t, x.ruleset)}
		s.Settings.RoundMinutes, s.Settings.CutMinutes = x.minutes, x.cut
		for of, must := range stages {
			want := x.round
			if must {
				want = x.must
			}
			if got := s.RoundLength(of); got != want*time.Minute {
				t.Errorf("%s with %d and %d minutes: a round of %s lasts %s, want %s", x.ruleset, x.minutes, x.cut, of, got, want*time.Minute)
			}
			if rules.IsElimination(of) != must {
				t.Errorf("somebody must win in %s: %v", of, !must)
			}
		}
	}
}
