package pairing_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"topcut/tournament/pairing"
)

// breaking counts the pairs of a kind of compromise in a pairing, without those that are
// fixed.
func breaking(in pairing.Input, kind pairing.WarningKind, pairs [][2]pairing.Player) (n int) {
	for _, p := range pairs {
		a, b := p[0], p[1]
		if slices.ContainsFunc(in.Pairs, func(f pairing.Pair) bool { return f.A == a.ID && f.B == b.ID || f.A == b.ID && f.B == a.ID }) {
			continue
		}
		broken := map[pairing.WarningKind]bool{
			pairing.WarnRematch:       meetings(a, b) > 0,
			pairing.WarnCrossDivision: a.Division != b.Division,
			pairing.WarnSameTag:       a.Tag == b.Tag && a.Tag > 0,
			pairing.WarnKeptApart:     slices.Contains(a.Apart, b.ID) || slices.Contains(b.Apart, a.ID),
		}
		if broken[kind] {
			n++
		}
	}
	return n
}

// least returns the fewest compromises of a kind that any pairing has, whoever has the bye
// of an odd field.
func least(in pairing.Input, kind pairing.WarningKind, open []pairing.Player, pairs [][2]pairing.Player) int {
	if len(open) < 2 {
		return breaking(in, kind, pairs)
	}
	best := 1 << 20
	if len(open)%2 == 1 {
		for i := range open {
			best = min(best, least(in, kind, slices.Delete(slices.Clone(open), i, i+1), pairs))
		}
		return best
	}
	for i := 1; i < len(open); i++ {
		rest := slices.Delete(slices.Clone(open[1:]), i-1, i)
		best = min(best, least(in, kind, rest, append(slices.Clip(pairs), [2]pairing.Player{open[0], open[i]})))
	}
	return best
}

// apart returns the fewest compromises of a kind if divisions that are paired apart have a
// bye each.
func apart(in pairing.Input, kind pairing.WarningKind) (n int) {
	for division := range int32(3) {
		of := slices.DeleteFunc(slices.Clone(in.Players), func(p pairing.Player) bool { return p.Division != division })
		n += least(in, kind, of, nil)
	}
	if !in.Policy.SeparateDivisions {
		return 1 << 20
	}
	return n
}

// around returns the fewest compromises of a kind around the fixed pairs.
func around(in pairing.Input, kind pairing.WarningKind) int {
	return least(in, kind, slices.DeleteFunc(slices.Clone(in.Players), func(p pairing.Player) bool {
		return slices.ContainsFunc(in.Pairs, func(f pairing.Pair) bool { return f.A == p.ID || f.B == p.ID })
	}), nil)
}

// sample returns one of a list.
func sample[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// TestWhatForcesACompromiseIsProved tries every pairing of small fields with constraints of
// all kinds: what is said to be unavoidable no pairing avoids, and what is said to be forced
// some pairing has less often.
func TestWhatForcesACompromiseIsProved(t *testing.T) {
	seen := map[pairing.Cause]int{}
	unavoidable := 0
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := int32(4 + rng.IntN(4))
		in := pairing.Input{Round: 4, Policy: pairing.Policy{
			Hard:              sample(rng, [][]pairing.Term{{pairing.Rematches}, {pairing.KeptApart, pairing.Rematches}, {pairing.Rematches, pairing.KeptApart}}...),
			Cost:              sample(rng, [][]pairing.Term{{pairing.PointGap}, {pairing.CrossDivision, pairing.PointGap}, {pairing.TagConflict, pairing.PointGap}, {pairing.PointGap, pairing.TagConflict}}...),
			SeparateDivisions: rng.IntN(4) == 0,
		}}
		for id := int32(1); id <= n; id++ {
			p := pairing.Player{
				ID: id, Rank: id, Score: int64(rng.IntN(3)), Division: 1 + rng.Int32N(2),
				Tag: rng.Int32N(3), Byes: rng.Int32N(2),
			}
			for other := int32(1); other < id; other++ {
				switch rng.IntN(5) {
				case 0, 1:
					p.Opponents = append(p.Opponents, other)
					in.Players[other-1].Opponents = append(in.Players[other-1].Opponents, id)
				case 2:
					p.Apart = append(p.Apart, other)
				}
			}
			in.Players = append(in.Players, p)
		}
		if rng.IntN(4) == 0 {
			in.Pairs = []pairing.Pair{{A: 1, B: 2 + rng.Int32N(n-1)}}
		}
		res, err := pairing.Swiss(in)
		if err != nil {
			continue // no bye can be given
		}
		pairing.Trace(in, res)
		counts := map[pairing.WarningKind]int{}
		for _, w := range res.Warnings {
			if !w.Forced {
				counts[w.Kind]++
			}
		}
		for _, w := range res.Warnings {
			if w.Kind == pairing.WarnSecondBye {
				continue // which bye it is no pair says
			}
			free := in
			free.Pairs = nil
			fewest := least(free, w.Kind, in.Players, nil)
			switch {
			case w.Unavoidable && fewest < counts[w.Kind]:
				t.Fatalf("%+v is said to be unavoidable, and a pairing has %d", w, fewest)
			case len(w.Causes) > 0 && min(fewest, around(in, w.Kind), apart(in, w.Kind)) >= counts[w.Kind]:
				t.Fatalf("%+v is said to be forced, and every pairing has %d", w, fewest)
			case w.Unavoidable:
				unavoidable++
			}
			for _, c := range w.Causes {
				seen[c]++
			}
		}
	}
	for _, c := range []pairing.Cause{pairing.CausePairs, pairing.CauseDivisions, pairing.CauseByes, "keptApart", "rematches", "pointGap"} {
		if seen[c] == 0 {
			t.Errorf("no compromise was forced by %s: %v", c, seen)
		}
	}
	if unavoidable == 0 {
		t.Error("no compromise was unavoidable")
	}
	t.Logf("forced %v, unavoidable %d", seen, unavoidable)
}

// TestARematchNamesTheForbiddenPair has four players of whom one may meet only the one
// already met.
func TestARematchNamesTheForbiddenPair(t *testing.T) {
	in := pairing.Input{Round: 2, Policy: pairing.Policy{Hard: []pairing.Term{pairing.KeptApart, pairing.Rematches}, Cost: []pairing.Term{pairing.PointGap}}}
	for id := int32(1); id <= 4; id++ {
		in.Players = append(in.Players, pairing.Player{ID: id, Rank: id})
	}
	in.Players[0].Apart, in.Players[0].Opponents, in.Players[3].Opponents = []int32{2, 3}, []int32{4}, []int32{1}
	res, err := pairing.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	pairing.Trace(in, res)
	if len(res.Warnings) != 1 || res.Warnings[0].Kind != pairing.WarnRematch || !slices.Equal(res.Warnings[0].Causes, []pairing.Cause{"keptApart"}) {
		t.Errorf("the warnings are %+v", res.Warnings)
	}
}

// TestARepairSaysThatItKeepsTables lets a player in whose only new opponent would need
// another table to change.
func TestARepairSaysThatItKeepsTables(t *testing.T) {
	in := pairing.Input{Round: 2, Policy: pairing.Policy{Cost: []pairing.Term{pairing.TagConflict}}}
	for id := int32(1); id <= 6; id++ {
		in.Players = append(in.Players, pairing.Player{ID: id, Rank: id})
	}
	in.Players[4].Tag, in.Players[5].Tag = 1, 1
	now := pairing.Seating{Tables: []pairing.Table{{Number: 1, A: 1, B: 2}, {Number: 2, A: 3, B: 4}}}
	res, err := pairing.Repair(in, now, pairing.Change{})
	if err != nil {
		t.Fatal(err)
	}
	pairing.TraceRepair(in, now, pairing.Change{}, res)
	if len(res.Warnings) != 1 || !slices.Equal(res.Warnings[0].Causes, []pairing.Cause{pairing.CauseKept}) {
		t.Errorf("the warnings are %+v", res.Warnings)
	}
}
