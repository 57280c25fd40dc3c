package rules

import (
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// boardsOf returns boards of a match of 0 and 1 won by these, -1 being a draw; the seats turn
// from board to board.
func boardsOf(open int, winners ...int32) (list numbered.List[ledger.Match]) {
	for b, w := range winners {
		m := ledger.Match{N: 2, Seats: [4]int32{0, 1}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{1, 1}}}
		if b%2 == 1 {
			m.Seats[0], m.Seats[1] = 1, 0
		}
		if w >= 0 {
			m.Result.V = [4]int32{}
			m.Result.V[m.Seat(w)] = 2
		}
		list = append(list, m)
	}
	for range open {
		list = append(list, ledger.Match{N: 2, Seats: [4]int32{0, 1}})
	}
	return list
}

// A match is the sum of its boards, and a level one of a bracket goes to the lower sum of the
// numbers of those won, then to the first that is not drawn.
func TestBoardsAreCounted(t *testing.T) {
	magic, err := Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	m := ledger.Match{N: 2, Seats: [4]int32{0, 1}}
	for _, c := range []struct {
		winners     []int32
		open        int
		v           [4]int32
		first, left int
		level       bool
	}{
		{[]int32{0, 0, 1}, 0, [4]int32{2, 1}, 0, 0, false},
		{[]int32{0, 1, 0, 1}, 0, [4]int32{2, 2}, 0, 0, true},
		{[]int32{1, 0, 0, 1}, 0, [4]int32{2, 2}, 1, 0, true}, // 1 and 4 against 2 and 3: the first
		{[]int32{-1, 1, 0, -1}, 0, [4]int32{1, 1, 2}, 1, 0, true},
		{[]int32{-1, -1}, 0, [4]int32{0, 0, 2}, ledger.None, 0, true},
		{[]int32{1}, 2, [4]int32{0, 1}, 0, 2, false},
	} {
		v, first, level, open := magic.OfBoards(len(c.winners)+c.open).CountBoards(&m, boardsOf(c.open, c.winners...))
		if v != c.v || level != c.level || open != c.left || level && first != c.first {
			t.Errorf("%v and %d open: %v, first %d, level %v, %d open", c.winners, c.open, v, first, level, open)
		}
	}
}

// Boards that are over rule out the scores that do not have them, and no score has more boards
// than there are.
func TestScoresFitTheBoards(t *testing.T) {
	magic, err := Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	rs, m := magic.OfBoards(3), ledger.Match{N: 2, Seats: [4]int32{0, 1}}
	for _, c := range []struct {
		boards numbered.List[ledger.Match]
		v      [4]int32
		can    bool
	}{
		{nil, [4]int32{3}, true},
		{boardsOf(2, 1), [4]int32{3}, false},
		{boardsOf(2, 1), [4]int32{2, 1}, true},
		{boardsOf(2, 1), [4]int32{1, 1}, true}, // one is lost by both
		{boardsOf(1, 0, -1), [4]int32{1, 2}, false},
		{boardsOf(1, 0, -1), [4]int32{1, 1, 1}, true},
		{boardsOf(0, 0, 0, 0), [4]int32{3, 1}, false},
	} {
		if got := rs.CanEnd(&m, c.boards, ledger.Result{Form: ledger.Games, V: c.v}); got != c.can {
			t.Errorf("after %v a match can end %v: %v", c.boards, c.v, got)
		}
	}
	for v, fits := range map[[4]int32]bool{{3}: true, {1, 1, 1}: true, {2}: true, {3, 1}: false, {2, 1, 1}: false, {3, 3, 3}: false} {
		x := ledger.Match{N: 2, Seats: m.Seats, Result: ledger.Result{Form: ledger.Games, V: v}}
		if err := rs.CheckResult(ledger.Swiss, &x); (err == nil) != fits {
			t.Errorf("%v of three boards: %v", v, err)
		}
	}
}
