package standings_test

import (
	"math/rand/v2"
	"testing"

	"topcut/tournament/growth"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// randomLedger plays rounds of best-of-three matches among shuffled players who are
// still in; about every tenth round a player drops.
func randomLedger(rng *rand.Rand, players, rounds int) *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, players)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	scores := [][4]int32{{2, 0}, {2, 1}, {0, 2}, {1, 2}, {1, 1, 1}, {1, 0, 1}}
	for round := 1; round <= rounds; round++ {
		var in []int32
		for i := range l.Players {
			if !l.Players[i].Out(round) {
				in = append(in, int32(i))
			}
		}
		rng.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		r := ledger.Round{Number: int16(round)}
		for len(in) > 1 {
			r.Matches = append(r.Matches, ledger.Match{
				Kind: ledger.Played, N: 2, Seats: [4]int32{in[0], in[1], ledger.None, ledger.None},
				Result: ledger.Result{Form: ledger.Games, V: scores[rng.IntN(len(scores))]},
			})
			in = in[2:]
		}
		if len(in) == 1 {
			r.Matches = append(r.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{in[0], ledger.None, ledger.None, ledger.None}})
		}
		l.Rounds = append(l.Rounds, r)
		for i := range l.Players {
			if !l.Players[i].Out(round) && rng.IntN(60) == 0 {
				l.Players[i].DroppedAfter = int16(round)
			}
		}
	}
	return l
}

func BenchmarkStandings4096x12(b *testing.B) {
	rs, err := rules.Load("magic")
	if err != nil {
		b.Fatal(err)
	}
	l := randomLedger(rand.New(rand.NewPCG(1, 2)), 4096, 12)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: 7}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGrowthStandings computes the standings of a whole event after nine rounds, and
// by the rules whose tiebreakers look at a group of level players as a whole.
func BenchmarkGrowthStandings(b *testing.B) {
	for _, id := range []string{"magic", "chess-casual", "pokemon", "meccg"} {
		b.Run(id, func(b *testing.B) {
			rs, err := rules.Load(id)
			if err != nil {
				b.Fatal(err)
			}
			growth.Bench(b, growth.Players(), func(n int) (int, func() func()) {
				l := randomLedger(rand.New(rand.NewPCG(1, 2)), n, 9)
				return n, func() func() {
					if _, err := standings.Compute(l, rs, standings.Options{After: standings.All, Seed: 7}); err != nil {
						b.Fatal(err)
					}
					return nil
				}
			})
		})
	}
}
