package kernel

import "testing"

// docs/rules/lorcana.md#lor-25, LOR-26, LOR-66: every half percent of draws and of the
// first turn's advantage is exact, to the cell.
func TestLOR25_WheelIsExact(t *testing.T) {
	for draw := 0; draw <= 200; draw += 5 {
		for first := 0; first <= 200; first += 7 {
			w := newWheel(draw, first)
			var draws, wins, thirds, seats int
			for i := range w {
				k := int(w.spin((uint64(i)<<32 + uint64(len(w)) - 1) / uint64(len(w))))
				draws += k & isDraw / isDraw
				wins += k & starterWins / starterWins
				thirds += k & thirdGame / thirdGame
				seats += k & firstSeatStarts / firstSeatStarts
			}
			n := len(w)
			if draws*200 != n*draw || wins*200 != n*first || thirds*2 != n || seats*2 != n {
				t.Fatalf("draws %d/200, first turn %d/200: of %d cells %d are draws, %d wins of the first turn, %d third games, %d first seats", draw, first, n, draws, wins, thirds, seats)
			}
		}
	}
}
