package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// What an answer of /odds costs, at its default settings, with two rounds to be paired.
func BenchmarkOdds(b *testing.B) {
	rs := load(b, "magic")
	all, _ := reports(rs)
	for _, size := range []struct{ players, rounds int }{{9, 4}, {32, 5}, {128, 7}, {400, 9}} {
		b.Run(fmt.Sprint(size.players), func(b *testing.B) {
			l := pairedByPoints(rand.New(rand.NewPCG(1, 1)), all, size.players, size.rounds-2, 0)
			c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: size.rounds, Cut: rules.Cut{Top: min(8, size.players/2)}, Player: -1, Trials: 100_000 / size.players}
			c.Usual()
			for b.Loop() {
				if _, err := sim.Odds(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*c.Trials), "µs/trial")
		})
	}
}

// What boards cost: the same field of 32 with single seats and with crews on 1, 4 and 10 boards
// a match, after three rounds of five that the same have won; with "short" every third crew has half the
// members. Of the games the kernel ranks one itself, package standings the other.
func BenchmarkOddsOfCrews(b *testing.B) {
	for _, game := range []string{"magic", "chess-casual"} {
		for _, strength := range []sim.Strength{sim.StrengthEqual, sim.StrengthElo} {
			for _, boards := range []int{0, 1, 4, 10} {
				rs, short := load(b, game), []int(nil)
				all, _ := reports(rs)
				l := pairedByPoints(rand.New(rand.NewPCG(1, 1)), all, 32, 3, 0)
				if boards > 0 {
					rs = onBoards(b, game, boards)
					onSoMany(l, int32(boards))
				}
				for p := range 32 {
					if short = append(short, boards); p%3 == 0 {
						short[p] = (boards + 1) / 2
					}
				}
				c := sim.OddsConfig{
					Rules: rs, Ledger: l, Rounds: 5, Cut: rules.Cut{Top: 8}, Player: -1, Trials: 3000, Strength: strength,
				}
				c.Usual()
				c.IDs = sim.IDsOff // as crews have it
				for _, members := range [][]int{nil, short} {
					name := fmt.Sprintf("%s/%v/%d", game, strength, boards)
					if members != nil {
						name += "/short"
					}
					if c.Members = members; members != nil && boards < 2 {
						continue
					}
					b.Run(name, func(b *testing.B) {
						for b.Loop() {
							if _, err := sim.Odds(b.Context(), c); err != nil {
								b.Fatal(err)
							}
						}
						b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*c.Trials), "µs/trial")
					})
				}
			}
		}
	}
}

// onSoMany gives the matches of an event the same winners on boards.
func onSoMany(l *ledger.Ledger, boards int32) {
	for r := range l.Rounds {
		for i := range l.Rounds[r].Matches {
			v := &l.Rounds[r].Matches[i].Result.V
			won := boards/2 + 1
			switch {
			case v[0] > v[1]:
				*v = [4]int32{won, boards - won}
			case v[0] < v[1]:
				*v = [4]int32{boards - won, won}
			default:
				*v = [4]int32{boards / 2, boards / 2, boards % 2}
			}
		}
	}
}
