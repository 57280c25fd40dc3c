package pairing_test

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/tournament/pairing"
)

// motley returns a round of a random event with everything that may bear on a pairing:
// divisions, flights, tags, sides, byes, drops, fixed tables, and players listed in
// any order.
func motley(pol pairing.Policy, most int, seed uint64) pairing.Input {
	rng := rand.New(rand.NewPCG(seed, 11))
	n := 2 + rng.IntN(most-1)
	rounds := rng.IntN(1 + min(9, n/4))
	in := history(n+n%2, rounds, seed)
	in.Policy = pol
	in.Policy.Bye = []pairing.ByeRule{pairing.ByeLowestRanked, pairing.ByeRandomLowest, pairing.ByeRandomAll}[rng.IntN(3)]
	if rng.IntN(4) == 0 {
		in.Policy.Tables = pairing.TablesRandom
	}
	drops := n / 10 * rng.IntN(2)
	rng.Shuffle(len(in.Players), func(i, j int) { in.Players[i], in.Players[j] = in.Players[j], in.Players[i] })
	in.Players = in.Players[:n-drops]
	order, divisions, tags := rng.IntN(3), 1+rng.Int32N(3), rng.Int32N(9)
	for i := range in.Players {
		p := &in.Players[i]
		p.Division, p.Flight, p.Tag = rng.Int32N(divisions), rng.Int32N(divisions), rng.Int32N(tags+1)
		p.Byes, p.NoBye = rng.Int32N(40)/39, i > 0 && rng.IntN(50) == 0
		for range rounds {
			p.Sides = p.Sides.Add(pairing.Side(rng.IntN(3) - 1))
		}
		if rng.IntN(200) == 0 {
			p.FixedTable = 1 + rng.Int32N(int32(n))
		}
		switch order {
		case 1:
			p.Rank = 0
		case 2:
			p.Rank = 1 + rng.Int32N(int32(n)) // shared ranks, not even by score
		}
	}
	if rng.IntN(3) == 0 {
		slices.SortFunc(in.Players, func(a, b pairing.Player) int { return int(a.ID - b.ID) })
	}
	if n > 8 && rng.IntN(6) == 0 {
		in.Byes = []int32{in.Players[0].ID}
		in.Pairs = []pairing.Pair{{A: in.Players[1].ID, B: in.Players[2].ID}}
	}
	return in
}

// note adds everything in a result to the sum. noted is the part of warnings that is
// pinned: what a pairing gave up, not its wording.
func noted(list []pairing.Warning) (out []struct {
	Kind           pairing.WarningKind
	Players        []int32
	Count          int32
	Forced, Proved bool
},
) {
	for _, w := range list {
		out = append(out, struct {
			Kind           pairing.WarningKind
			Players        []int32
			Count          int32
			Forced, Proved bool
		}{w.Kind, w.Players, w.Count, w.Forced, w.Proved})
	}
	return out
}

func note(sum hash.Hash, r *pairing.Result, err error) {
	if err != nil {
		fmt.Fprintln(sum, "no round")
		return
	}
	fmt.Fprintf(sum, "%v %v %v %v %v %v\n", r.Tables, r.Scores, r.Byes, r.Cost, r.Proof, noted(r.Warnings))
}

// pinned are the sums of TestRandomRoundsArePinned: policies by name, large fields by size.
var pinned = map[string]string{
	"age modified":    "d1b55073308729ca",
	"everything":      "83404e355b689c53",
	"group gap":       "60588a5bb819a45b",
	"high plays high": "e4c398df362d238e",
	"hours":           "732feb24cb97a08d",
	"points only":     "8a385958cbe7a0b0",
	"random":          "9a9c30ef83756de9",
	"separate":        "c88507831784f7e2",
	"sides":           "89449cc61ff5ea15",
	"single sided":    "3ab89b9308615d6b",
	"soft rematches":  "a74fb99c22ff4ed2",
	"swiss":           "1e55d874bc753f78",
	"tags":            "d7339e662ddcbaf7",
	"1024":            "595f934bc2b48424",
	"4096":            "a2eecd026740b39c",
}

// TestRandomRoundsArePinned: whatever is made faster, every round of many random
// events stays as it was, and so does its repair. If this test fails, raise
// pairing.Version and pin the new sums.
func TestRandomRoundsArePinned(t *testing.T) {
	kinds := policies()
	separate := kinds["swiss"]
	separate.SeparateDivisions, separate.SeparateFlights = true, true
	kinds["separate"] = separate
	kinds["points only"] = pairing.Policy{Hard: []pairing.Term{pairing.Rematches}, Cost: []pairing.Term{pairing.PointGap}}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		t.Run(name, func(t *testing.T) {
			sum := sha256.New()
			for seed := range uint64(40) {
				in := motley(kinds[name], 20<<(seed%4), seed)
				r, err := pairing.Swiss(in)
				note(sum, r, err)
				if err == nil && seed%5 == 0 && len(in.Pairs) == 0 {
					now := r.Seating()
					in.Players = in.Players[1:]
					r, err := pairing.Repair(in, now, pairing.Change{Optimal: seed%2 == 0})
					note(sum, r, err)
				}
			}
			if got := fmt.Sprintf("%x", sum.Sum(nil)[:8]); got != pinned[name] {
				t.Errorf("version %d, %s: the rounds sum up to %s, want %s", pairing.Version, name, got, pinned[name])
			}
		})
	}
	for _, n := range []int{1024, 4096} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			sum := sha256.New()
			for seed := range uint64(4) {
				r, err := pairing.Swiss(history(n, middle(n)+int(seed%4), seed))
				note(sum, r, err)
			}
			name := fmt.Sprint(n)
			if got := fmt.Sprintf("%x", sum.Sum(nil)[:8]); got != pinned[name] {
				t.Errorf("version %d, %s players: the rounds sum up to %s, want %s", pairing.Version, name, got, pinned[name])
			}
		})
	}
}
