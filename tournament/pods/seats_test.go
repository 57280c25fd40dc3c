package pods_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"topcut/tournament/pods"
)

// evening plays rounds at tables of four and three and returns who sat where in each.
func evening(t *testing.T, players, rounds int, winner func(table []int) int) [][]map[int]int {
	t.Helper()
	f := pods.Field{Points: make([]int64, players)}
	met, sat := map[[2]int]int{}, make([]pods.Sat, players)
	f.Met = func(p, q int) int { return met[[2]int{min(p, q), max(p, q)}] }
	f.Sat = func(p int) pods.Sat { return sat[p] }
	seats := make([][]map[int]int, 0, rounds)
	for round := range rounds {
		r, err := pods.Pair(f, stream(uint64(players*100+round)))
		if err != nil {
			t.Fatal(err)
		}
		var now []map[int]int
		for _, table := range r.Tables {
			at := map[int]int{}
			for seat, p := range table {
				at[p] = seat
				for _, q := range table[:seat] {
					met[[2]int{min(p, q), max(p, q)}]++
				}
			}
			now = append(now, at)
			f.Points[table[winner(table)]] += 3
		}
		seats = append(seats, now)
		for p := range sat {
			sat[p] = pods.Sat{}
		}
		for i, tables := range seats {
			for _, at := range tables {
				for p, seat := range at {
					sat[p].All[seat]++
					if i+3 >= len(seats) {
						sat[p].Lately[seat]++
					}
				}
			}
		}
	}
	return seats
}

// TestNoPlayerHasOneSeatThriceInFourRounds: whether tables are won by chance or always
// from the first seat, no player sits first, or in any other seat, three times in four
// rounds in a row.
func TestNoPlayerHasOneSeatThriceInFourRounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 10))
	for name, winner := range map[string]func([]int) int{
		"by chance":      func(table []int) int { return rng.IntN(len(table)) },
		"the first seat": func([]int) int { return 0 },
	} {
		for _, players := range []int{4, 6, 8, 11, 16, 21, 32, 47, 64, 100, 128} {
			const rounds = 6
			seats := evening(t, players, rounds, winner)
			for from := range rounds - 3 {
				count := map[string]int{}
				for _, tables := range seats[from : from+4] {
					for _, at := range tables {
						for p, seat := range at {
							key := fmt.Sprintf("player %d in seat %d", p, seat+1)
							if count[key]++; count[key] > 2 {
								t.Errorf("%d players, winner %s, rounds %d to %d: %s for the third time", players, name, from+1, from+4, key)
							}
						}
					}
				}
			}
		}
	}
}
