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
// a match, of which two rounds of five are to come; with "short" every third crew has half the
// members. Of the games the kernel ranks one itself, package standings the other.
func BenchmarkOddsOfCrews(b *testing.B) {
	for _, game := range []string{"magic", "chess-casual"} {
		for _, strength := range []sim.Strength{sim.StrengthEqual, sim.StrengthElo} {
			for _, boards := range []int{0, 1, 4, 10} {
				rs, short := load(b, game), []int(nil)
				all, _ := reports(rs)
				if boards > 0 {
					rs, all = onBoards(b, game, boards), nil
					for _, v := range boardScores(boards, boards) {
						all = append(all, report{result: ledger.Result{Form: ledger.Games, V: v}})
					}
				}
				for p := range 32 {
					if short = append(short, boards); p%3 == 0 {
						short[p] = (boards + 1) / 2
					}
				}
				c := sim.OddsConfig{
					Rules: rs, Ledger: pairedByPoints(rand.New(rand.NewPCG(1, 1)), all, 32, 3, 0), Rounds: 5,
					Cut: rules.Cut{Top: 8}, Player: -1, Trials: 3000, Strength: strength,
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
