package bracket_test

import (
	"slices"
	"testing"

	"topcut/tournament/bracket"
)

// docs/rules/pokemon.md#pkm-94: a field that is a power of two has no byes.
func TestPKM94_PowersOfTwoHaveNoByes(t *testing.T) {
	for size := 2; size <= bracket.MaxSingle; size++ {
		b, err := bracket.New(bracket.Config{Size: size})
		if err != nil {
			t.Fatal(err)
		}
		first := b.Rounds()[0]
		byes := size - 2*len(first.Matches)
		if want := bracket.FullSize(size) - size; byes != want || size&(size-1) == 0 && byes != 0 {
			t.Errorf("%d players: %d byes, want %d", size, byes, want)
		}
	}
}

// docs/rules/pokemon.md#pkm-97: of players beaten in one round by opponents of one
// record, the places of those opponents decide.
func TestPKM97_PlacesOfTheEliminators(t *testing.T) {
	b, err := bracket.New(bracket.Config{Size: 8, Ranking: bracket.ByEliminator})
	if err != nil {
		t.Fatal(err)
	}
	results := bracket.Results{}
	// The worse seed of each match wins, so that no seed decides alone.
	for range b.Rounds() {
		st, err := b.Resolve(results)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range st.Ready {
			order := slices.Clone(st.Matches[id-1].Players)
			slices.Sort(order)
			slices.Reverse(order)
			results[id] = order
		}
	}
	st, err := b.Resolve(results)
	if err != nil {
		t.Fatal(err)
	}
	// 8, 7, 6, 5 go on; 8 does not lose. The places of the semi-finalists order the
	// players they beat.
	beaten := map[int]int{}
	for _, id := range b.Rounds()[0].Matches {
		order := results[id]
		beaten[order[1]] = order[0]
	}
	losers := []int{}
	for seed := range beaten {
		losers = append(losers, seed)
	}
	slices.SortFunc(losers, func(x, y int) int { return st.Places[x-1] - st.Places[y-1] })
	for i, seed := range losers {
		if got := st.Places[seed-1]; got != 5+i {
			t.Errorf("seed %d has place %d, want %d", seed, got, 5+i)
		}
		if i > 0 && st.Places[beaten[losers[i-1]]-1] > st.Places[beaten[seed]-1] {
			t.Errorf("seed %d, beaten by place %d, is behind seed %d, beaten by place %d", seed,
				st.Places[beaten[seed]-1], losers[i-1], st.Places[beaten[losers[i-1]]-1])
		}
	}
}
