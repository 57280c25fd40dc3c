package transfer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/tournament/bracket"
	"topcut/tournament/testrun"
	"topcut/tournament/transfer"
)

// podEvent writes an event of pods as TopDeck.gg's API answers it, alone or in the list of a
// search, of which some rounds and some tables of the cut are played. It returns what can be
// played, and the size of the cut.
func podEvent(rng *rand.Rand) (text string, open []string, size int) {
	size = []int{4, 7, 10, 13, 16}[rng.IntN(5)]
	n := size + 4 - size%4 + 4*rng.IntN(3)
	who := func(p int) object {
		return object{"name": fmt.Sprintf("Player %02d", p+1), "id": fmt.Sprintf("u%d", p+1)}
	}
	points := make([]int, n)
	var rounds []object
	table := func(no int, seats []int, winner int) object {
		var players []object
		var names []string
		for _, p := range seats {
			players = append(players, who(p))
			names = append(names, who(p)["name"].(string))
		}
		o := object{"table": no, "players": players, "status": "Completed"}
		switch {
		case winner == -2:
			o["winner"], o["winner_id"] = "Draw", "Draw"
		case winner < 0:
			o["winner"], o["winner_id"], o["status"] = nil, nil, "Active"
			open = append(open, pairOf(names...))
		default:
			o["winner"], o["winner_id"] = who(seats[winner])["name"], who(seats[winner])["id"]
			points[seats[winner]] += 5
		}
		return o
	}
	swiss := 2 + rng.IntN(3)
	for r := range swiss {
		order := rng.Perm(n)
		var tables []object
		for i := 0; i < n; i += 4 {
			winner := rng.IntN(5)
			if winner == 4 {
				winner = -2
				for _, p := range order[i : i+4] {
					points[p]++
				}
			}
			tables = append(tables, table(i/4+1, order[i:i+4], winner))
		}
		rounds = append(rounds, object{"round": r + 1, "tables": tables})
	}
	standings := []object{}
	seeds := rng.Perm(n)
	slices.SortStableFunc(seeds, func(a, b int) int { return points[b] - points[a] })
	for place, p := range seeds {
		o := who(p)
		o["standing"], o["points"] = place+1, points[p]
		standings = append(standings, o)
	}
	br, err := bracket.New(bracket.Config{Type: bracket.Pods, Size: size})
	if err != nil {
		panic(err)
	}
	results := bracket.Results{}
	last := rng.IntN(len(br.Rounds()) + 1) // the round that is being played, 0 = all are over
	for k, r := range br.Rounds() {
		state, err := br.Resolve(results)
		if err != nil {
			panic(err)
		}
		var tables []object
		for i, id := range r.Matches {
			players := state.Matches.At(id).Players
			winner := rng.IntN(4)
			if k+1 == last && rng.IntN(2) == 0 {
				winner = -1
			} else {
				order := []int{players[winner]}
				for j, s := range players {
					if j != winner {
						order = append(order, s)
					}
				}
				results[id] = order
			}
			var seats []int
			for _, s := range players {
				seats = append(seats, seeds[s-1])
			}
			tables = append(tables, table(i+1, seats, winner))
		}
		name := fmt.Sprintf("Top %d", size)
		if k+1 == len(br.Rounds()) {
			name = []string{"Finals", "Top 4"}[rng.IntN(2)]
		}
		rounds = append(rounds, object{"round": name, "tables": tables})
		if k+1 == last {
			break
		}
	}
	slices.Sort(open)
	if rng.IntN(2) == 0 {
		return encoded(object{"data": object{"name": "Pods", "format": "EDH"}, "standings": standings, "rounds": rounds}), open, size
	}
	return encoded([]object{{"TID": "x", "tournamentName": "Pods", "swissNum": swiss, "topCut": size, "standings": standings, "rounds": rounds}}), open, size
}

// TestPodsWithACutAreTakenOverAtAnyMoment: pods of TopDeck.gg with a cut of every size, of
// which any tables are played, as one event and as the list of a search: the tables that can
// be played are the same here.
func TestPodsWithACutAreTakenOverAtAnyMoment(t *testing.T) {
	for seed := range testrun.UpTo[uint64](40, 150) {
		text, open, size := podEvent(rand.New(rand.NewPCG(seed, 9)))
		in, err := transfer.Read([]byte(text), transfer.Options{})
		if err != nil {
			t.Fatalf("%d, cut of %d: %v\n%s", seed, size, err, text)
		}
		f := in.Events[0].Tournament
		readsBack(t, f)
		if len(f.CutSeeds) != size {
			t.Errorf("%d: %d seeds, want %d", seed, len(f.CutSeeds), size)
		}
		if got := ready(t, takenOver(t, f)); len(open) > 0 && !slices.Equal(got, open) {
			t.Errorf("%d, cut of %d: can be played %q, want %q\n%s", seed, size, got, open, text)
		}
		if t.Failed() {
			return
		}
	}
}
