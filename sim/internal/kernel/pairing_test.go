package kernel

import (
	"testing"

	"pgregory.net/rapid"
)

// position makes an event in which players have points (in wins) and have met.
func position(t testing.TB, wins []int, met [][2]uint16, rounds int) *Simulator {
	t.Helper()
	r, err := Compile(load(t, "lorcana", nil), rounds+1)
	if err != nil {
		t.Fatal(err)
	}
	s := NewStart(r, len(wins))
	for p, n := range wins {
		s.words[p] = Word(3*n)<<pointsAt + Word(NewRecord(n, rounds-n, 0))<<recordAt
	}
	next := make([]int, len(wins)) // one meeting a round for each player
	for _, m := range met {
		s.met[m[0]] |= 1 << (m[1] & 63)
		s.met[m[1]] |= 1 << (m[0] & 63)
		s.opp[next[m[0]]*len(wins)+int(m[0])] = m[1]
		s.opp[next[m[1]]*len(wins)+int(m[1])] = m[0]
		next[m[0]]++
		next[m[1]]++
	}
	s.played = rounds
	return NewSimulator(s, Options{PlayChance: 100})
}

func (e *Simulator) pairsOf(chunk uint64) [][2]uint16 {
	e.Seed([32]byte{2}, "test", chunk)
	e.reset()
	e.pair(e.from.played)
	var out [][2]uint16
	for i := 1; i < len(e.order); i += 2 {
		out = append(out, [2]uint16{min(e.order[i-1], e.order[i]), max(e.order[i-1], e.order[i])})
	}
	return out
}

// docs/rules/lorcana.md#lor-28: a rematch is avoided although other pairs are closer.
func TestLOR28_NoRematch(t *testing.T) {
	e := position(t, []int{4, 3, 2, 2}, [][2]uint16{{2, 3}, {0, 2}}, 5) // A, E, C, D
	for chunk := range uint64(50) {
		for _, p := range e.pairsOf(chunk) {
			if p != [2]uint16{0, 3} && p != [2]uint16{1, 2} {
				t.Fatalf("%v are paired", p)
			}
		}
	}
}

// docs/rules/lorcana.md#lor-30: all players have met, so neighbours meet again.
func TestLOR30_RematchOnlyWhereNothingElseIsLeft(t *testing.T) {
	e := position(t, []int{3, 2, 1, 0}, [][2]uint16{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, 4)
	for chunk := range uint64(20) {
		p := e.pairsOf(chunk)
		if p[0] != [2]uint16{0, 1} || p[1] != [2]uint16{2, 3} {
			t.Fatalf("paired %v", p)
		}
	}
}

// docs/rules/lorcana.md#lor-28: without meetings all players of an even group meet inside
// it, and every pair of the group comes up equally often.
func TestLOR28_UniformInsideTheGroup(t *testing.T) {
	e := position(t, []int{2, 2, 2, 2, 1, 1}, nil, 3)
	count := map[[2]uint16]int{}
	for chunk := range uint64(6000) {
		for _, p := range e.pairsOf(chunk) {
			count[p]++
		}
	}
	if len(count) != 7 || count[[2]uint16{4, 5}] != 6000 {
		t.Fatalf("pairs %v", count)
	}
	for p, n := range count {
		if p[0] < 4 && (n < 1850 || n > 2150) {
			t.Errorf("%v met %d times of 6000, want about 2000", p, n)
		}
	}
}

// docs/rules/lorcana.md#lor-29, LOR-65: one of an odd group goes down, who has not been
// down before.
func TestLOR29_Floats(t *testing.T) {
	e := position(t, []int{2, 2, 2, 1, 1, 1}, nil, 3)
	down := map[uint16]int{}
	for chunk := range uint64(3000) {
		for _, p := range e.pairsOf(chunk) {
			if p[0] < 3 && p[1] >= 3 {
				down[p[0]]++
			}
		}
	}
	for p := range uint16(3) {
		if down[p] < 900 || down[p] > 1100 {
			t.Errorf("player %d went down %d times of 3000", p, down[p])
		}
	}
	start := *e.from
	start.floats = []floats{{down: 3}, {down: 3}, {}, {}, {}, {}}
	e = NewSimulator(&start, Options{PlayChance: 100})
	for chunk := range uint64(100) {
		for _, p := range e.pairsOf(chunk) {
			if p[0] < 2 && p[1] >= 3 {
				t.Fatalf("player %d goes down twice", p[0])
			}
		}
	}
}

// docs/rules/lorcana.md#lor-31: the lowest without a bye sits out.
func TestLOR31_Bye(t *testing.T) {
	e := position(t, []int{2, 1, 1, 0, 0}, nil, 3)
	start := *e.from
	start.byes = []uint8{0, 0, 0, 1, 0}
	e = NewSimulator(&start, Options{PlayChance: 100})
	for chunk := range uint64(50) {
		e.pairsOf(chunk)
		if e.byes[4] != 1 || len(e.order) != 4 {
			t.Fatal("the bye did not go to the lowest player without one")
		}
	}
	start.byes = []uint8{0, 0, 1, 1, 1}
	e = NewSimulator(&start, Options{PlayChance: 100})
	for chunk := range uint64(50) {
		if e.pairsOf(chunk); e.byes[1] != 1 {
			t.Fatal("a player had a second bye although another had none")
		}
	}
}

// In any event: each player is in every round once, no two meet twice in fields that
// are large enough, opponents name each other, and byes rotate.
func TestRoundsAreSound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(12, 90).Draw(rt, "players")
		rounds := rapid.IntRange(1, 5).Draw(rt, "rounds")
		o := Options{
			DrawChance: rapid.IntRange(0, 60).Draw(rt, "draws"), PlayChance: 110, Detail: true,
			Agreed: Draws(rapid.IntRange(0, 2).Draw(rt, "agreed")), Cut: 8,
		}
		r, err := Compile(load(t, "lorcana", nil), rounds)
		if err != nil {
			rt.Fatal(err)
		}
		e := NewSimulator(NewStart(r, n), o)
		e.Seed([32]byte{3}, "test", rapid.Uint64().Draw(rt, "chunk"))
		e.Play()
		for p := range n {
			seen := map[int]bool{}
			byes := 0
			for round := range rounds {
				q, ok := e.Opponent(p, round)
				if !ok {
					byes++
					continue
				}
				if back, _ := e.Opponent(q, round); back != p || seen[q] {
					rt.Fatalf("round %d: %d meets %d, who meets %d; again: %v", round+1, p, q, back, seen[q])
				}
				seen[q] = true
			}
			rec := e.Words()[p].Record()
			if byes > 1 || rec.Wins()+rec.Losses()+rec.Draws() != rounds || 3*rec.Wins()+rec.Draws() != e.Words()[p].Points() {
				rt.Fatalf("player %d has %d byes, record %d, %d points", p, byes, rec, e.Words()[p].Points())
			}
		}
	})
}

// docs/rules/lorcana.md#lor-30: two players who are the only ones of their group and have
// met do not meet again. Both go down to the next group, and up only from the last one; no
// pair is more than one group apart.
func TestTwoLonePlayersWhoHaveMetGoDownOrUp(t *testing.T) {
	for name, c := range map[string]struct {
		wins []int
		lone uint16 // the first of the two
		to   int    // the wins of the players whom they meet
	}{
		"down from the top":      {[]int{3, 3, 2, 2, 2, 2, 1, 1, 1, 1}, 0, 2},
		"down from the middle":   {[]int{3, 3, 3, 3, 2, 2, 1, 1, 1, 1}, 4, 1},
		"up from the bottom":     {[]int{3, 3, 3, 3, 2, 2, 2, 2, 1, 1}, 8, 2},
		"down from top of pairs": {[]int{3, 3, 2, 2, 1, 1}, 0, 2},
	} {
		e := position(t, c.wins, [][2]uint16{{c.lone, c.lone + 1}}, 3)
		for chunk := range uint64(200) {
			pairs := e.pairsOf(chunk)
			for _, p := range pairs {
				a, b := c.wins[p[0]], c.wins[p[1]]
				if a-b > 1 {
					t.Fatalf("%s: players more than one group apart meet in %v", name, pairs)
				}
				for i, player := range p {
					if player-c.lone <= 1 && [2]int{b, a}[i] != c.to {
						t.Fatalf("%s: %d does not meet a player with %d wins in %v", name, player, c.to, pairs)
					}
				}
			}
		}
	}
}
