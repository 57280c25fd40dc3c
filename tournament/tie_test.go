package tournament_test

import (
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
)

// level returns a MECCG event of four in which every game was a tie.
func level(t *testing.T) *table {
	t.Helper()
	w := started(t, "meccg", settings(2, 0), 4)
	for range 2 {
		w.refused("organiser", &command.PlayOff{}, tournament.WrongPhase, "rounds.left")
		w.round()
		w.score("tie")
	}
	w.refused("organiser", &command.Finish{}, tournament.NeedsForce, "tie.open")
	return w
}

func TestMEC59_PlayOff(t *testing.T) {
	w := level(t)
	w.do(&command.PlayOff{})
	s := w.snap.State
	if s.Playoff().Rounds != 2 || len(s.Playoff().Players) != 4 {
		t.Fatalf("a play-off of %d rounds for %d players", s.Playoff().Rounds, len(s.Playoff().Players))
	}
	w.refused("organiser", &command.ShareTitle{}, tournament.WrongPhase, "playoff.open")
	w.refused("organiser", &command.Finish{}, tournament.NeedsForce, "playoff.open")
	w.round()
	if got := w.snap.State.Rounds[2].Stage; got != ledger.Playoff || w.snap.State.RoundTitle(3).String() != "round.playoff round=1" {
		t.Fatalf("%s is of the stage %s", w.snap.State.RoundTitle(3), got)
	}
	w.score("20-10")
	w.round()
	w.score("20-10")
	before, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range before.Rows {
		if !before.Rows[i].Points.Equal(fraction.Int(6)) {
			t.Errorf("the play-off changed the total of player %d to %s", before.Rows[i].Player+1, before.Rows[i].Points)
		}
	}
	w.do(&command.Finish{})
	champion := slices.Index(w.snap.State.Places, 1) + 1
	wins := 0
	for r := 3; r <= 4; r++ {
		_, l := w.snap.State.Match(r, w.snap.State.MatchOf(r, champion))
		if w.snap.State.Rules.Winner(l) == l.Seat(int32(champion-1)) {
			wins++
		}
	}
	if wins != 2 {
		t.Errorf("the champion won %d games of the play-off", wins)
	}
	folds(t, w.snap)
}

func TestMEC60_CoChampions(t *testing.T) {
	w := level(t)
	w.do(&command.ShareTitle{}, &command.Finish{})
	if got := w.snap.State.Places; !slices.Equal(got, []int{1, 1, 1, 1}) {
		t.Errorf("places %v, want four champions", got)
	}
	folds(t, w.snap)
}

// TestTieNeedsATie: who is alone at the top needs neither.
func TestTieNeedsATie(t *testing.T) {
	w := started(t, "meccg", settings(1, 0), 2)
	w.round()
	w.score("20-10")
	w.refused("organiser", &command.PlayOff{}, tournament.NoChange, "tie.nobody")
	w.refused("organiser", &command.ShareTitle{}, tournament.NoChange, "tie.nobody")
	w.do(&command.Finish{})
}

// TestMEC12_ByePointsByRound: a bye is worth 6, 5, 4, … by round, and no player has two
// (docs/rules/meccg.md#mec-11).
func TestMEC12_ByePointsByRound(t *testing.T) {
	w := started(t, "meccg", settings(7, 0), 13)
	for r := 1; r <= 7; r++ {
		before, err := w.snap.State.Table(r - 1)
		if err != nil {
			t.Fatal(err)
		}
		lowest := before.Rows[len(before.Rows)-1].Points
		w.round()
		w.score("20-10")
		table, err := w.snap.State.Table(r)
		if err != nil {
			t.Fatal(err)
		}
		for i := range w.snap.State.Ledger.Rounds[r-1].Matches {
			m := &w.snap.State.Ledger.Rounds[r-1].Matches[i]
			if m.Kind != ledger.Bye {
				continue
			}
			p := m.Seats[0]
			if got, want := table.Row(p).Points.Sub(before.Row(p).Points), fraction.Int(int64(max(7-r, 1))); !got.Equal(want) {
				t.Errorf("the bye of round %d is worth %s, want %s", r, got, want)
			}
			// docs/rules/meccg.md#mec-10: a player with the lowest total, unless all of them had a
			// bye.
			if r == 2 && !before.Row(p).Points.Equal(lowest) {
				t.Errorf("the bye of round 2 went to %s points, the lowest are %s", before.Row(p).Points, lowest)
			}
			for q := 1; q < r; q++ {
				if _, l := w.snap.State.Match(q, w.snap.State.MatchOf(q, int(p)+1)); l.Kind == ledger.Bye {
					t.Errorf("player %d has two byes", p+1)
				}
			}
		}
	}
}

// TestTiesInRandomEvents plays MECCG events of ties until some end level.
func TestTiesInRandomEvents(t *testing.T) {
	settled := 0
	for seed := range uint64(12) {
		snap := evening(t, load(t, "meccg"), settings(1, 0), histories.Options{Players: 5}, seed, nil)
		if snap.State.Playoff() != nil || len(snap.State.CoChampions) > 0 {
			settled++
		}
		placesArePermutation(t, snap.State)
		folds(t, snap)
	}
	if settled == 0 {
		t.Error("no event ended level")
	}
}
