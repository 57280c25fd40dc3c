package tournament_test

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/histories"
	"topcut/tournament/stage"
)

// TestTheListOfTiebreakersHoldsFromTheFirstRound: chess has a list of its own where all
// play all. A round robin before a Swiss has the list of the whole event in each round, so
// that what was announced at the start is what the tables show; one before a bracket, or
// alone, has its own.
func TestTheListOfTiebreakersHoldsFromTheFirstRound(t *testing.T) {
	for chain, first := range map[string]string{
		"roundrobin > swiss 2":  "buchholzCut1",
		"swiss 2 > roundrobin":  "buchholzCut1",
		"roundrobin":            "directEncounter",
		"roundrobin > single 4": "directEncounter",
	} {
		s := settings(0, 0)
		s.Stages = stage.MustParse(chain)
		evening(t, load(t, "chess-casual"), s, histories.Options{Players: 6}, 3, func(snap *tournament.Snapshot) {
			for r := range snap.State.Rounds {
				got, err := snap.State.Table(r + 1)
				if err != nil {
					t.Fatal(err)
				}
				if got.Columns[0].Func != first {
					t.Errorf("%s: after round %d the first tiebreaker is %s", chain, r+1, got.Columns[0].Func)
				}
			}
		})
	}
}
