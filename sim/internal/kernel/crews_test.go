package kernel

import (
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// Boards on which the seats of a match are turned around are won by whom the score names, as
// are those after them.
func TestBoardsTurnedAroundHaveTheScoreOfTheirMatch(t *testing.T) {
	m := ledger.Match{N: 2, Seats: [4]int32{5, 7, ledger.None, ledger.None}}
	for turned := range 1 << 4 {
		var boards numbered.List[ledger.Match]
		for b := range 4 {
			board := ledger.Match{N: 2, Seats: m.Seats}
			if turned>>b&1 == 1 {
				board.Seats[0], board.Seats[1] = board.Seats[1], board.Seats[0]
			}
			boards = append(boards, board)
		}
		source := &ledger.Ledger{Rounds: []ledger.Round{{Number: 1, Matches: []ledger.Match{m}, Boards: numbered.List[numbered.List[ledger.Match]]{boards}}}}
		r := &ledger.Round{Number: 1, Matches: []ledger.Match{m}}
		e := &Simulator{crews: &crews{boards: 4}, from: &Start{source: source}}
		e.layBoards(r, 0, score{3, 1, 0})
		won := map[int32]int{}
		for _, board := range numbered.All(*r.Boards.At(1)) {
			for seat, n := range board.Result.V[:2] {
				won[board.Seats[seat]] += int(n)
			}
		}
		if won[5] != 3 || won[7] != 1 {
			t.Errorf("turned %04b: %v boards won", turned, won)
		}
	}
}
