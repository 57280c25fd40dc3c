package tournament_test

import (
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

func aged(rounds int, cut stage.Entry) tournament.Settings {
	s := settings(rounds, 0)
	s.Stages = s.Stages.WithCut(cut)
	s.Divisions = []string{"junior", "senior", "masters"}
	return s
}

// TestPKM17_AgeSeparated: 48 players, sixteen in each division, play three
// tournaments in effect: no pairs across, a cut and a winner in each.
func TestPKM17_AgeSeparated(t *testing.T) {
	w := started(t, "pokemon-2009", aged(3, stage.Entry{By: stage.Top, N: 4}), 48)
	s := w.snap.State
	if s.PlannedRounds() != 3 || s.CutSize() != 4 || !s.ByDivision() {
		t.Fatalf("%d rounds and a cut to %d", s.PlannedRounds(), s.CutSize())
	}
	for range 3 {
		w.round()
		w.score("1-0")
	}
	swiss, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	w.do(&command.MakeCut{})
	if got := w.snap.State.Elimination().Parts; !slices.Equal(got, []int{4, 4, 4}) {
		t.Fatalf("the brackets have %v players", got)
	}
	for d := range 3 {
		rows := w.snap.State.DivisionRows(swiss, d)
		for i := range 4 {
			if got := w.snap.State.Elimination().Players[4*d+i]; got != int(rows[i].Player)+1 {
				t.Errorf("division %d, seed %d is player %d, want %d", d, i+1, got, rows[i].Player+1)
			}
		}
	}
	for range 2 {
		w.round()
		w.score("1-0")
	}
	w.do(&command.Finish{})
	s = w.snap.State
	for r := range s.Ledger.Rounds {
		for i := range s.Ledger.Rounds[r].Matches {
			m := &s.Ledger.Rounds[r].Matches[i]
			if m.N == 2 && s.Players[m.Seats[0]].Division != s.Players[m.Seats[1]].Division {
				t.Errorf("round %d: players of two divisions meet", r+1)
			}
		}
	}
	placesArePermutation(t, s)
	champions := 0
	for _, p := range s.Places {
		if p == 1 {
			champions++
		}
	}
	if champions != 3 {
		t.Errorf("%d champions in three divisions", champions)
	}
	// docs/rules/pokemon.md#pkm-61: a player who missed the cut keeps the Swiss place
	// of the division.
	for d := range 3 {
		for i, row := range w.snap.State.DivisionRows(swiss, d) {
			if i >= 4 && s.Places[row.Player] != i+1 {
				t.Errorf("division %d: place %d for the player who was %d after the Swiss rounds", d, s.Places[row.Player], i+1)
			}
		}
	}
	folds(t, w.snap)
}

// TestPKM21_AgeModified: with five in a division all play together, and each
// division still has its winner.
func TestPKM21_AgeModified(t *testing.T) {
	snap := evening(t, load(t, "pokemon-2009"), aged(0, stage.Entry{}), histories.Options{Players: 9}, 4, nil)
	s := snap.State
	placesArePermutation(t, s)
	table, err := s.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	across := false
	for r := range s.Ledger.Rounds {
		for i := range s.Ledger.Rounds[r].Matches {
			m := &s.Ledger.Rounds[r].Matches[i]
			across = across || m.N == 2 && s.Players[m.Seats[0]].Division != s.Players[m.Seats[1]].Division
		}
	}
	if !across {
		t.Error("small divisions play together, but nobody met another division")
	}
	for d := range 3 {
		if rows := s.DivisionRows(table, d); len(rows) > 0 && s.Places[rows[0].Player] != 1 {
			t.Errorf("the best of division %d has place %d", d, s.Places[rows[0].Player])
		}
	}
}

// TestPKM100_RoundsByTheLargestDivision: 5, 11 and 16 players make four rounds,
// not five (docs/rules/pokemon.md#pkm-23); the cut is each division's own.
func TestPKM100_RoundsByTheLargestDivision(t *testing.T) {
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	s := aged(0, stage.Entry{By: stage.Top, N: 8})
	w.do(&command.Create{Settings: s, Ruleset: load(t, "pokemon-2009")}, &command.OpenRegistration{})
	for i := range 32 {
		join := &command.Join{User: histories.User(i + 1), Name: histories.Name(i + 1), Division: "masters"}
		switch {
		case i < 5:
			join.Division = "junior"
		case i < 16:
			join.Division = "senior"
		}
		if err := w.as(join.User, join); err != nil {
			t.Fatal(err)
		}
	}
	w.do(&command.Start{})
	if got := w.snap.State.PlannedRounds(); got != 4 {
		t.Errorf("%d rounds, want 4", got)
	}
	if got := w.snap.State.CutSize(); got != 4 {
		t.Errorf("a cut to %d, want 4", got)
	}
	for range 4 {
		w.round()
		w.score("1-0")
	}
	w.do(&command.MakeCut{})
	if got := w.snap.State.Elimination().Parts; !slices.Equal(got, []int{2, 4}) {
		t.Errorf("the brackets have %v players", got)
	}
	// The large brackets take a round more than the small one.
	for w.snap.State.Phase == tournament.Running {
		if err := w.as("organiser", &command.Finish{}); err == nil {
			break
		}
		w.round()
		w.score("1-0")
	}
	if got := len(w.snap.State.Rounds); got != 6 {
		t.Errorf("%d rounds in all, want 6", got)
	}
	placesArePermutation(t, w.snap.State)
	folds(t, w.snap)
}

// TestPKM57_EliminationKnowsNoAge: pure elimination has one bracket for all.
func TestPKM57_EliminationKnowsNoAge(t *testing.T) {
	s := aged(0, stage.Entry{})
	s.Stages = stage.MustParse("single")
	w := started(t, "pokemon-2009", s, 18)
	if got := w.snap.State.Elimination(); len(got.Parts) != 0 || len(got.Players) != 18 {
		t.Errorf("%d brackets for %d players", len(got.Parts), len(got.Players))
	}
	w.round()
	if got := w.snap.State.Rounds[0].Stage; got != ledger.Elimination {
		t.Errorf("the first round is %s", got)
	}
}
