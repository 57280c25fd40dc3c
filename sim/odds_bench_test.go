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
		l := pairedByPoints(rand.New(rand.NewPCG(1, 1)), all, size.players, size.rounds-2, 0)
		c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: size.rounds, Cut: rules.Cut{Top: min(8, size.players/2)}, Player: -1, Trials: 100_000 / size.players}
		c.Usual()
		benchmarkOdds(b, fmt.Sprint(size.players), c)
	}
}

// What boards cost: the same field with single seats and with crews on 1, 4 and 10 boards a
// match, after the same results, with two rounds to be paired; with "short" every third crew has
// members for half the boards. The kernel ranks Magic itself, and package standings chess; in
// the field of 32 package pairing pairs what the kernel does not prove, in that of 128 nothing.
func BenchmarkOddsOfCrews(b *testing.B) {
	for _, field := range []struct {
		game            string
		players, rounds int
	}{{"magic", 32, 5}, {"magic", 128, 7}, {"chess-casual", 32, 5}} {
		for _, strength := range []sim.Strength{sim.StrengthEqual, sim.StrengthElo} {
			for _, boards := range []int{0, 1, 4, 10} {
				rs, short := load(b, field.game), make([]int, field.players)
				all, _ := reports(rs)
				l := pairedByPoints(rand.New(rand.NewPCG(1, 1)), all, field.players, field.rounds-2, 0)
				if boards > 0 {
					rs = onBoards(b, field.game, boards)
					onSoMany(l, int32(boards))
				}
				for p := range short {
					if short[p] = boards; p%3 == 0 {
						short[p] = (boards + 1) / 2
					}
				}
				c := sim.OddsConfig{Rules: rs, Ledger: l, Rounds: field.rounds, Cut: rules.Cut{Top: 8}, Player: -1, Trials: 96_000 / field.players, Strength: strength}
				c.Usual()
				c.IDs = sim.IDsOff // as crews have it
				name := fmt.Sprintf("%s/%d/%v/%d", field.game, field.players, strength, boards)
				benchmarkOdds(b, name, c)
				if c.Members = short; boards > 1 {
					benchmarkOdds(b, name+"/short", c)
				}
			}
		}
	}
}

// benchmarkOdds times trials of a question.
func benchmarkOdds(b *testing.B, name string, c sim.OddsConfig) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			if _, err := sim.Odds(b.Context(), c); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*c.Trials), "µs/trial")
	})
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
