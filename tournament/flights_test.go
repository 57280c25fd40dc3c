package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// TestPKM66_FlightsInTheLiveEvent splits 64 Masters: no player meets the other flight
// in the Swiss rounds, one round is saved (docs/rules/pokemon.md#pkm-73), and each
// flight sends four players to the cut (PKM-77, PKM-78).
func TestPKM66_FlightsInTheLiveEvent(t *testing.T) {
	s := settings(0, 8)
	s.Divisions = []string{"masters"}
	w := started(t, "pokemon-2009", s, 64)
	w.refused("organiser", &command.SplitFlights{Flights: 4}, tournament.BadInput, "flights.small") // docs/rules/pokemon.md#pkm-71
	w.refused("organiser", &command.SplitFlights{Flights: 3}, tournament.BadInput, "flights.uneven")
	w.do(&command.SplitFlights{Flights: 2})
	w.refused("organiser", &command.SplitFlights{Flights: 2}, tournament.WrongPhase, "once") // docs/rules/pokemon.md#pkm-75
	if got := w.snap.State.PlannedRounds(); got != 5 {
		t.Errorf("%d rounds, want 5", got)
	}
	late := map[int16]bool{} // docs/rules/pokemon.md#pkm-76: into the smaller flight, at random where both are equal
	for i := range 8 {
		w.do(&command.Join{Name: fmt.Sprint("Late ", i), Division: "masters", ByOrganiser: true})
		n := len(w.snap.State.Players)
		f := w.snap.State.Players[n-1].Flight
		if i%2 == 0 {
			late[f] = true
		} else if other := w.snap.State.Players[n-2].Flight; f == other {
			t.Errorf("late players %d and %d are both in flight %d", n-1, n, f)
		}
	}
	if len(late) != 2 {
		t.Errorf("between equal flights the draw always falls on %v", late)
	}
	masters := "masters"
	w.do(&command.Change{Player: 1, Division: &masters})
	for range 5 {
		w.round()
		w.score("1-0")
	}
	for r := range w.snap.State.Ledger.Rounds {
		for i := range w.snap.State.Ledger.Rounds[r].Matches {
			m := &w.snap.State.Ledger.Rounds[r].Matches[i]
			if m.N == 2 && w.snap.State.Players[m.Seats[0]].Flight != w.snap.State.Players[m.Seats[1]].Flight {
				t.Fatalf("round %d: players of two flights meet", r+1)
			}
		}
	}
	w.do(&command.MakeCut{})
	in := map[int16]int{}
	for i, n := range w.snap.State.Elimination().Players {
		in[w.snap.State.Players[n-1].Flight]++
		// docs/rules/pokemon.md#pkm-78: the seeds of all flights are in the order of the
		// standings.
		if i > 0 && slices.Index(w.snap.State.Elimination().Ranking, n) < slices.Index(w.snap.State.Elimination().Ranking, w.snap.State.Elimination().Players[i-1]) {
			t.Errorf("seed %d is ahead of seed %d in the standings", i+1, i)
		}
	}
	if in[1] != 4 || in[2] != 4 {
		t.Errorf("the flights send %v", in)
	}
	for range 3 {
		w.round()
		w.score("1-0")
	}
	w.do(&command.Finish{})
	placesArePermutation(t, w.snap.State)
	folds(t, w.snap)
	if got := w.snap.State.Rounds[5].Stage; got != ledger.Elimination {
		t.Errorf("round 6 is %s", got)
	}
}

// TestPKM69_WhereFlightsAreRefused: without a cut, and where divisions are too
// small to play apart (docs/rules/pokemon.md#pkm-70).
func TestPKM69_WhereFlightsAreRefused(t *testing.T) {
	s := settings(0, 0)
	s.Divisions = []string{"junior", "masters"}
	w := started(t, "pokemon-2009", s, 64)
	w.refused("organiser", &command.SplitFlights{Division: 1, Flights: 2}, tournament.WrongPhase, "flights.when")
	w = &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: aged(0, stage.TopN(2)), Ruleset: load(t, "pokemon-2009")}, &command.OpenRegistration{})
	for i := range 11 {
		w.do(&command.Join{Name: fmt.Sprint("Guest ", i), Division: []string{"junior", "masters"}[min(i/3, 1)], ByOrganiser: true})
	}
	w.do(&command.Start{})
	w.refused("organiser", &command.SplitFlights{Division: 2, Flights: 2}, tournament.WrongPhase, "flights.apart")
}
