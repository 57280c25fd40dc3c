package pods_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/tournament/pods"
	"topcut/tournament/testrun"
)

// evening is an event at tables of four and three.
type evening struct {
	players, rounds int
	policy          pods.Policy
	drops           int  // players who leave after each round
	uneven          bool // as seats were before they were spread over all rounds
	winner          func(table []int) int
}

// play plays the rounds and returns who sat where in each.
func (e evening) play(t *testing.T) [][]map[int]int {
	t.Helper()
	points, byes := make([]int64, e.players), make([]int, e.players)
	met, sat := map[[2]int]int{}, make([]pods.Sat, e.players)
	in := make([]int, e.players) // best first
	for p := range in {
		in[p] = p
	}
	leaves := rand.New(rand.NewPCG(uint64(e.players), 3))
	seats := make([][]map[int]int, 0, e.rounds)
	for round := range e.rounds {
		f := pods.Field{Policy: e.policy, Even: !e.uneven}
		for _, p := range in {
			f.Points, f.Byes = append(f.Points, points[p]), append(f.Byes, byes[p])
		}
		f.Met = func(a, b int) int { return met[[2]int{min(in[a], in[b]), max(in[a], in[b])}] }
		f.Sat = func(a int) pods.Sat { return sat[in[a]] }
		r, err := pods.Pair(f, stream(uint64(e.players*100+round)))
		if err != nil {
			t.Fatal(err)
		}
		var now []map[int]int
		for _, table := range r.Tables {
			at := map[int]int{}
			for seat, a := range table {
				at[in[a]] = seat
				for _, b := range table[:seat] {
					met[[2]int{min(in[a], in[b]), max(in[a], in[b])}]++
				}
			}
			now = append(now, at)
			points[in[table[e.winner(table)]]] += 3
		}
		for _, a := range r.Byes {
			byes[in[a]]++
			points[in[a]] += 3
		}
		seats = append(seats, now)
		clear(sat)
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
		for range e.drops {
			gone := leaves.IntN(len(in))
			in = slices.Delete(in, gone, gone+1)
		}
		slices.SortStableFunc(in, func(p, q int) int { return cmp.Compare(points[q], points[p]) })
	}
	return seats
}

// TestNoPlayerHasOneSeatThriceInFourRounds: whether tables are won by chance or always
// from the first seat, no player sits first, or in any other seat, three times in four
// rounds in a row.
func TestNoPlayerHasOneSeatThriceInFourRounds(t *testing.T) {
	players := []int{4, 6, 8, 11, 16, 21, 32, 47, 64, 100, 128}
	players = players[:testrun.UpTo(8, len(players))] // rounds of the largest cost most
	rng := rand.New(rand.NewPCG(8, 10))
	for name, winner := range map[string]func([]int) int{
		"by chance":      func(table []int) int { return rng.IntN(len(table)) },
		"the first seat": func([]int) int { return 0 },
	} {
		for _, players := range players {
			const rounds = 6
			seats := evening{players: players, rounds: rounds, winner: winner}.play(t)
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

// TestRoundsOfOldLogsAreSeatedAsThen: rounds of the version before, which looked at three
// rounds only, come out as they did, so that their logs replay.
func TestRoundsOfOldLogsAreSeatedAsThen(t *testing.T) {
	sum := fnv.New64()
	for _, players := range []int{11, 16, 30} {
		seats := evening{players: players, rounds: 5, uneven: true, winner: func([]int) int { return 0 }}.play(t)
		fmt.Fprint(sum, seats)
	}
	if got := sum.Sum64(); got != 0xc146c2641da072e5 {
		t.Errorf("the rounds have the digest %#x", got)
	}
}

// ahead returns by how much a player had one seat more often than another in which they
// could have sat as well: at tables of three there is no fourth.
func ahead(seats [][]map[int]int, p int) (most int) {
	var had [pods.Preferred]int
	fours := 0
	for _, tables := range seats {
		for _, at := range tables {
			if seat, ok := at[p]; ok {
				had[seat]++
				fours += len(at) / pods.Preferred
			}
		}
	}
	most = slices.Max(had[:3]) - slices.Min(had[:3])
	if fours > slices.Min(had[:3]) { // else all were needed elsewhere
		most = max(most, slices.Max(had[:])-had[3])
	}
	return max(most, had[3]-slices.Min(had[:3]))
}

// TestSeatsAreSpreadOverTheRounds: over five rounds of fields of 8 to 64 players no
// player has had one seat twice more often than another, but for one in 100 where all
// tables are of four and no player leaves, and for one in 20 with tables of three, byes and
// players who leave: opponents and points come first. As seats were chosen before, it was
// one in 13 and one in 8, which is tried again with -at-length.
func TestSeatsAreSpreadOverTheRounds(t *testing.T) {
	worst := func(uneven bool) (over, all [2]int) {
		rng := rand.New(rand.NewPCG(5, 4))
		for _, policy := range []pods.Policy{pods.Threes, pods.Byes} {
			for _, drops := range []int{0, 1} {
				for _, players := range []int{8, 13, 16, 20, 27, 32, 38, 48, 64} {
					seats := evening{
						players: players, rounds: 5, policy: policy, drops: drops, uneven: uneven,
						winner: func(table []int) int { return rng.IntN(len(table)) },
					}.play(t)
					kind := 0
					if drops > 0 || players%pods.Preferred > 0 {
						kind = 1
					}
					for p := range players {
						all[kind]++
						if ahead(seats, p) > 1 {
							over[kind]++
						}
					}
				}
			}
		}
		return over, all
	}
	over, all := worst(false)
	t.Logf("%d of %d players at tables of four, %d of %d of other fields", over[0], all[0], over[1], all[1])
	if over[0]*100 > all[0] || over[1]*20 > all[1] {
		t.Error("too many players had one seat twice more often than another")
	}
	if !testrun.AtLength() {
		return
	}
	if before, _ := worst(true); before[0]*15 < all[0] || before[1]*8 < all[1] {
		t.Errorf("rounds of the version before have only %v: the fields prove nothing", before)
	}
}

// TestSeatsAreEvenAtNoCost: of all rounds of eight and twelve players that cost as little,
// there is none in which the seats would be spread better, but for one in 40: the search
// makes three exchanges at most at once.
func TestSeatsAreEvenAtNoCost(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 12))
	missed := 0
	for _, players := range []int{8, 12} {
		for draw := range 40 {
			f := pods.Field{Points: make([]int64, players), Even: true}
			met, sat := map[[2]int]int{}, make([]pods.Sat, players)
			for p := range players {
				f.Points[p] = int64(players-p) / 5 * 5
				for range 1 + rng.IntN(3) {
					seat := rng.IntN(pods.Preferred)
					sat[p].All[seat]++
				}
				for q := range p {
					met[[2]int{q, p}] = rng.IntN(5) / 4
				}
			}
			f.Met = func(p, q int) int { return met[[2]int{min(p, q), max(p, q)}] }
			f.Sat = func(p int) pods.Sat { return sat[p] }
			r, err := pods.Pair(f, stream(uint64(players*100+draw)))
			if err != nil {
				t.Fatal(err)
			}
			f.Even = false
			if plain, err := pods.Pair(f, stream(uint64(players*100+draw))); err != nil || plain.Repeats != r.Repeats || plain.Gap != r.Gap {
				t.Errorf("%d players, draw %d: %d repeats and a gap of %d for the seats, %d and %d without: %v", players, draw, r.Repeats, r.Gap, plain.Repeats, plain.Gap, err)
			}
			worn := 0
			for _, table := range r.Tables {
				for seat, p := range table {
					worn += 2*sat[p].All[seat] + 1
				}
			}
			least := -1
			eachRound(players, func(tables [][]int) {
				repeats, gap, wear := 0, int64(0), 0
				for _, table := range tables {
					for i, a := range table {
						for _, b := range table[:i] {
							repeats += f.Met(a, b)
							gap += (f.Points[a] - f.Points[b]) * (f.Points[a] - f.Points[b])
						}
					}
				}
				if repeats != r.Repeats || gap != r.Gap {
					return
				}
				for _, table := range tables {
					wear += leastWorn(sat, table, 0)
				}
				if least < 0 || wear < least {
					least = wear
				}
			})
			if worn != least {
				missed++
				t.Logf("%d players, draw %d: the squares of the seats grow by %d, by %d in another round of the same cost", players, draw, worn, least)
			}
		}
	}
	if missed > 2 {
		t.Errorf("%d of 80 rounds could be better", missed)
	}
}

// eachRound calls f with each division of players into tables of four.
func eachRound(players int, f func(tables [][]int)) {
	var fill func(left []int, tables [][]int)
	fill = func(left []int, tables [][]int) {
		if len(left) == 0 {
			f(tables)
			return
		}
		for a := 1; a < len(left); a++ {
			for b := a + 1; b < len(left); b++ {
				for c := b + 1; c < len(left); c++ {
					rest := slices.Concat(left[1:a], left[a+1:b], left[b+1:c], left[c+1:])
					fill(rest, append(tables[:len(tables):len(tables)], []int{left[0], left[a], left[b], left[c]}))
				}
			}
		}
	}
	all := make([]int, players)
	for p := range all {
		all[p] = p
	}
	fill(all, nil)
}

// leastWorn returns the least growth of the squares of the seats of a table whose first
// seats are taken.
func leastWorn(sat []pods.Sat, table []int, seat int) int {
	if len(table) == 0 {
		return 0
	}
	least := -1
	for i, p := range table {
		w := 2*sat[p].All[seat] + 1 + leastWorn(sat, slices.Concat(table[:i], table[i+1:]), seat+1)
		if least < 0 || w < least {
			least = w
		}
	}
	return least
}
