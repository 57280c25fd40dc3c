package kernel

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/pairing"
)

// togetherEvent plays rounds of groups that play together, paired by package pairing,
// and returns the ledger and the task of the next round.
func togetherEvent(t testing.TB, rng *rand.Rand, sizes []int, rounds int) (*ledger.Ledger, pairing.Input) {
	t.Helper()
	l, in := &ledger.Ledger{}, pairing.Input{Policy: livePolicy()}
	in.Policy.Cost = append([]pairing.Term{pairing.CrossDivision}, in.Policy.Cost...)
	in.Policy.Bye = pairing.ByeRandomLowest
	for g, size := range sizes {
		for range size {
			l.Players = append(l.Players, ledger.Player{DroppedAfter: ledger.Active, Division: int16(g)})
			in.Players = append(in.Players, pairing.Player{ID: int32(len(l.Players)), Rank: int32(len(l.Players)), Division: int32(g)})
		}
	}
	for in.Round = 1; in.Round <= rounds; in.Round++ {
		in.Seed[0] = byte(rng.IntN(256))
		res, err := pairing.Swiss(in)
		if err != nil {
			t.Fatal(err)
		}
		round := ledger.Round{Number: int16(in.Round)}
		for _, x := range res.Tables {
			a, b := x.A-1, x.B-1
			p, q := &in.Players[a], &in.Players[b]
			p.Opponents, q.Opponents = append(p.Opponents, x.B), append(q.Opponents, x.A)
			won := ledger.Result{Form: ledger.Games, V: [4]int32{1, 0}}
			if rng.IntN(2) == 0 {
				won.V = [4]int32{0, 1}
				p = q
			}
			p.Score += 3
			round.Matches = append(round.Matches, ledger.Match{N: 2, Seats: [4]int32{a, b, ledger.None, ledger.None}, Result: won})
		}
		for _, bye := range res.Byes {
			in.Players[bye-1].Byes++
			in.Players[bye-1].Score += 3
			round.Matches = append(round.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{bye - 1, ledger.None, ledger.None, ledger.None}})
		}
		l.Rounds = append(l.Rounds, round)
	}
	return l, in
}

// togetherCost is what a pairing is judged by: rematches, pairs of two groups, squared
// differences.
type togetherCost struct{ again, across, gap int }

func (c togetherCost) compare(d togetherCost) int {
	return cmp.Or(cmp.Compare(c.again, d.again), cmp.Compare(c.across, d.across), cmp.Compare(c.gap, d.gap))
}

// docs/rules/pokemon.md#pkm-19, PKM-20: groups that play together are paired as package
// pairing does it: as few rematches, then hardly ever more pairs of two groups, and
// mostly the same point differences. Byes of the two are not compared, so fields are
// even.
func TestPKM20_OwnGroupBeforeOwnPoints(t *testing.T) {
	rules, err := Compile(load(t, "pokemon-2009", nil), 6)
	if err != nil {
		t.Fatal(err)
	}
	wider, mixed, rounds := 0, 0, 0
	for i, sizes := range [][]int{{4, 10}, {5, 11}, {5, 3, 8}, {3, 21}, {5, 5}, {4, 12, 16}, {5, 40, 31}} {
		missed := 0
		for seed := range 40 {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(seed)))
			l, in := togetherEvent(t, rng, sizes, 1+rng.IntN(4))
			var of []int
			for g, size := range sizes {
				for range size {
					of = append(of, g)
				}
			}
			cost := func(pairs [][2]uint16) (c togetherCost) {
				for _, p := range pairs {
					a, b := &in.Players[p[0]], &in.Players[p[1]]
					for _, q := range a.Opponents {
						if q == b.ID {
							c.again++
						}
					}
					if a.Division != b.Division {
						c.across++
					}
					c.gap += int((a.Score - b.Score) * (a.Score - b.Score))
				}
				return c
			}
			best, err := pairing.Swiss(in)
			if err != nil {
				t.Fatal(err)
			}
			var pairs [][2]uint16
			for _, x := range best.Tables {
				pairs = append(pairs, [2]uint16{uint16(x.A - 1), uint16(x.B - 1)})
			}
			want := cost(pairs)
			s, err := FromLedger(rules, l)
			if err != nil {
				t.Fatal(err)
			}
			s.Together(of)
			e := NewSimulator(s, Options{PlayChance: 100})
			for chunk := range uint64(5) {
				got := cost(e.pairsOf(chunk))
				rounds++
				switch c := got.compare(want); {
				case c < 0:
					t.Fatalf("groups of %v, seed %d: %+v is better than the optimum %+v", sizes, seed, got, want)
				case c > 0:
					missed++
				}
				if got.again > want.again {
					t.Errorf("groups of %v, seed %d: %+v repeats a meeting, which %+v does not", sizes, seed, got, want)
				}
				if got.across > want.across {
					mixed++
				}
			}
		}
		wider += missed
		t.Logf("groups of %v: %d of 200 rounds are not the optimum", sizes, missed)
	}
	if mixed > rounds/100 || wider > rounds/10 {
		t.Errorf("of %d rounds %d have more pairs of two groups than the optimum, and %d are wider in all", rounds, mixed, wider)
	}
}

// docs/rules/magic.md#mtg-55: pods meet themselves, as long as they play apart, and each
// odd one has a bye of its own.
func TestMTG55_RoundsInsideAPod(t *testing.T) {
	rules, err := Compile(load(t, "magic", nil), 4)
	if err != nil {
		t.Fatal(err)
	}
	var of []int
	for pod, size := range []int{8, 7, 6} {
		for range size {
			of = append(of, pod)
		}
	}
	for _, apart := range []int{4, 1} {
		s := NewStart(rules, len(of))
		s.Apart(of, apart)
		e := NewSimulator(s, Options{PlayChance: 100, DrawChance: 10})
		crossed := false
		for chunk := range uint64(20) {
			e.Seed([32]byte{}, "pods", chunk)
			e.Play()
			for round := range rules.Rounds {
				byes := map[int]int{}
				for p := range of {
					q, ok := e.Opponent(p, round)
					if !ok {
						byes[of[p]]++
						continue
					}
					if back, _ := e.Opponent(q, round); back != p {
						t.Fatalf("round %d: %d meets %d, who meets %d", round+1, p, q, back)
					}
					if of[p] != of[q] {
						crossed = true
						if round < apart {
							t.Fatalf("round %d: %d meets %d of another pod", round+1, p, q)
						}
					}
				}
				if want := map[bool]string{true: "map[1:1]", false: fmt.Sprint(byes)}[round < apart]; fmt.Sprint(byes) != want {
					t.Fatalf("round %d: byes %v, want %s", round+1, byes, want)
				}
			}
		}
		if crossed != (apart < rules.Rounds) {
			t.Errorf("apart for %d rounds: pods met each other: %v", apart, crossed)
		}
	}
}

// Groups that play together, from the first round on.
func BenchmarkTogether(b *testing.B) {
	for _, sizes := range [][]int{{5, 20}, {5, 40, 31}, {5, 90, 160}} {
		rules, err := Compile(load(b, "pokemon-2009", nil), 5)
		if err != nil {
			b.Fatal(err)
		}
		var of []int
		for g, size := range sizes {
			for range size {
				of = append(of, g)
			}
		}
		s := NewStart(rules, len(of))
		s.Together(of)
		e := NewSimulator(s, Options{PlayChance: 100})
		b.Run(fmt.Sprint(sizes), func(b *testing.B) {
			e.Seed([32]byte{}, "together", 0)
			for b.Loop() {
				e.Play()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(of)/2*rules.Rounds), "ns/match")
		})
	}
}
