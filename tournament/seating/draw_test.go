package seating_test

import (
	"slices"
	"testing"

	"topcut/tournament/random"
	"topcut/tournament/seating"
)

func TestRII27_WindsOfFinalsAreDrawn(t *testing.T) {
	east := map[int]bool{}
	for i := range uint64(40) {
		table := seating.DrawWinds(seating.Table{1, 2, 3, 4}, random.New([32]byte{}, "winds", i))
		east[table[seating.East]] = true
		slices.Sort(table[:])
		if table != (seating.Table{1, 2, 3, 4}) {
			t.Fatalf("draw changed the players to %v", table)
		}
	}
	if len(east) != 4 {
		t.Errorf("only %v sat on East in 40 draws", east)
	}
}
