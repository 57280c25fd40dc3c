package kernel

import (
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// crewsOf returns a simulator of matches on boards of which players 5 and 7 can take so many.
func crewsOf(t *testing.T, boards, first, second int) *Simulator {
	t.Helper()
	r, err := Compile(load(t, "magic", nil).OfBoards(boards), 3)
	if err != nil {
		t.Fatal(err)
	}
	return NewSimulator(NewStart(r, 8), Options{DrawChance: 20, PlayChance: 100, Members: []int{5: first, 7: second}})
}

// openMatch returns a round with an open match of players 5 and 7.
func openMatch() *ledger.Round {
	return &ledger.Round{Number: 1, Matches: []ledger.Match{{N: 2, Seats: [4]int32{5, 7, ledger.None, ledger.None}}}}
}

// Boards on which the seats of a match are turned around are won by whom the score names, as
// are those after them.
func TestBoardsTurnedAroundHaveTheScoreOfTheirMatch(t *testing.T) {
	e := crewsOf(t, 4, 4, 4)
	for turned := range 1 << 4 {
		source, r := openMatch(), openMatch()
		m := source.Matches[0]
		var boards numbered.List[ledger.Match]
		for b := range 4 {
			board := ledger.Match{N: 2, Seats: m.Seats}
			if turned>>b&1 == 1 {
				board.Seats[0], board.Seats[1] = board.Seats[1], board.Seats[0]
			}
			boards = append(boards, board)
		}
		source.Boards = numbered.List[numbered.List[ledger.Match]]{boards}
		e.from.source = &ledger.Ledger{Rounds: []ledger.Round{*source}}
		e.layBoards(r, 0, e.rules.underWay(source, 1, &m), score{3, 1, 0})
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

// Of a match to come the boards are lost without play for which a crew has no member, which are
// the last ones, and the others are played: what is laid adds up to the score.
func TestTheLastBoardsOfAShortCrewAreLostWithoutPlay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		boards := rapid.IntRange(1, 10).Draw(rt, "boards")
		first, second := rapid.IntRange(0, boards).Draw(rt, "first"), rapid.IntRange(0, boards).Draw(rt, "second")
		e, r := crewsOf(t, boards, first, second), openMatch()
		e.Seed([32]byte{1}, "boards", rapid.Uint64().Draw(rt, "seed"))
		k := int(e.even(5, 7).draw(e.rng.next() >> 32))
		if rapid.Bool().Draw(rt, "unequal") {
			e.opt.Edge = func(_, _ int) float64 { return 0.4 }
			k = e.boardByBoard(5, 7)
		}
		r.Matches[0] = e.rules.match2(5, 7, k)
		end := e.rules.scoreOf(k)
		e.layBoards(r, 0, e.begun(5, 7, end), end)
		list := *r.Boards.At(1)
		if len(list) != boards {
			rt.Fatalf("%d boards are laid of %d", len(list), boards)
		}
		for b, board := range numbered.All(list) {
			kind, winner := ledger.Played, int32(ledger.None)
			switch {
			case b > first && b > second:
				kind = ledger.DoubleLoss
			case b > first:
				kind, winner = ledger.Forfeit, 7
			case b > second:
				kind, winner = ledger.Forfeit, 5
			}
			if !board.Finished() || board.Kind != kind || kind == ledger.Forfeit && board.Seats[0] != winner {
				rt.Errorf("board %d of crews of %d and %d is %+v", b, first, second, *board)
			}
		}
		v, _, _, _ := e.rules.Set.CountBoards(&r.Matches[0], list)
		if (score{int(v[0]), int(v[1]), int(v[2])}) != end || v != r.Matches[0].Result.V {
			rt.Errorf("%v is laid as %v, in a match with %v", end, v, r.Matches[0].Result.V)
		}
		if both := v == [4]int32{}; both != (r.Matches[0].Kind == ledger.DoubleLoss) {
			rt.Errorf("%v is a %v", v, r.Matches[0].Kind)
		}
	})
}

// A division that plays apart keeps the boards of its own matches, not those at the same place
// of the round.
func TestADivisionKeepsItsBoards(t *testing.T) {
	r, err := Compile(load(t, "chess-casual", nil).OfBoards(2), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Beyond) == 0 {
		t.Fatal("the kernel ranks this game itself, and keeps no boards")
	}
	l := &ledger.Ledger{Players: make([]ledger.Player, 4), Rounds: []ledger.Round{{Number: 1}}}
	round := l.Rounds.At(1)
	for p := range int32(4) {
		l.Players[p].DroppedAfter = ledger.Active
		if p%2 == 0 {
			seats := [4]int32{p, p + 1, ledger.None, ledger.None}
			board := ledger.Match{N: 2, Seats: seats}
			round.Matches = append(round.Matches, board)
			round.Boards = append(round.Boards, numbered.List[ledger.Match]{board, board})
		}
	}
	s, err := FromLedger(r, l)
	if err != nil {
		t.Fatal(err)
	}
	kept := s.Alone(func(p int) bool { return p >= 2 }).source.Rounds.At(1)
	if len(kept.Matches) != 1 || len(kept.Boards) != 1 || kept.Boards.At(1).At(1).Seats[0] != 2 || len(round.Boards) != 2 {
		t.Errorf("matches %v with boards %v", kept.Matches, kept.Boards)
	}
}

// Each score of up to all boards has two outcome indices of its own.
func TestScoresHaveIndices(t *testing.T) {
	for boards := 1; boards <= mostBoards; boards++ {
		r, err := Compile(load(t, "magic", nil).OfBoards(boards), 3)
		if err != nil {
			t.Fatal(err)
		}
		seen := make([]bool, len(r.seats))
		for counted := range boards + 1 {
			for _, s := range scoresOf(counted) {
				for k := range 2 {
					at := r.indexOf(s) + k
					if seen[at] || r.scoreOf(at) != s {
						t.Fatalf("%v of %d boards is at %d, where %v is", s, boards, at, r.scoreOf(at))
					}
					seen[at] = true
					starter, other := 0, 1
					if k == 1 {
						starter, other = 1, 0
					}
					if r.seats[at][starter]>>firstAt&1 != 1 || r.seats[at][other]>>firstAt&1 != 0 {
						t.Fatalf("%v of %d boards at %d: seat %d hasn't the first side", s, boards, at, starter)
					}
				}
			}
		}
		for at, is := range seen {
			if !is {
				t.Fatalf("%d of %d boards is no score", at, boards)
			}
		}
	}
}
