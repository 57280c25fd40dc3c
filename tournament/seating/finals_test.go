package seating_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/random"
	"topcut/tournament/seating"
)

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return r
}

func TestEX14_Top8Flow(t *testing.T) {
	type total struct{ Player, Total, Carry string }
	var ex struct {
		AfterSix, Halved, AfterSession7 []total
		Session7Tables                  []struct {
			Seeds, Standings []int
		}
		Session7Results map[string]float64
		Session8Tables  []struct{ Players []string }
		Session8Results map[string]string
		Final           []struct {
			Place         int
			Player, Total string
		}
	}
	load(t, "14_riichi_top8_flow.json", &ex)

	// Players are numbered by their standing after six sessions, from 1.
	number, names := map[string]int{}, []string{""}
	totals := []*big.Rat{nil}
	var standings []int
	for i, p := range ex.AfterSix {
		number[p.Player] = i + 1
		names = append(names, p.Player)
		standings = append(standings, i+1)
		half := new(big.Rat).Mul(rat(t, p.Total), big.NewRat(1, 2))
		if half.Cmp(rat(t, ex.Halved[i].Carry)) != 0 {
			t.Errorf("%s carries %s, want %s (RII-25)", p.Player, half.FloatString(2), ex.Halved[i].Carry)
		}
		totals = append(totals, half)
	}
	compare := func(a, b int) int { return totals[b].Cmp(totals[a]) }

	finals := seating.Cut(standings)
	var want []seating.Table
	for _, table := range ex.Session7Tables {
		want = append(want, seating.Table(append(table.Seeds, table.Standings...)))
	}
	if diff := cmp.Diff(want, finals.First()); diff != "" {
		t.Errorf("session 7 (-want +got):\n%s", diff)
	}
	for player, points := range ex.Session7Results {
		i := number[player]
		totals[i] = new(big.Rat).Add(totals[i], rat(t, fmt.Sprint(points)))
	}
	finals = finals.Sort(compare)
	for i, p := range slices.Concat(finals.Top, finals.Rest) {
		w := ex.AfterSession7[i]
		if names[p] != w.Player || totals[p].Cmp(rat(t, w.Total)) != 0 {
			t.Errorf("after session 7, line %d: %s with %s, want %s with %s", i+1, names[p], totals[p].FloatString(2), w.Player, w.Total)
		}
	}
	want = nil
	for _, table := range ex.Session8Tables {
		var seats seating.Table
		for i, player := range table.Players {
			seats[i] = number[player]
		}
		want = append(want, seats)
	}
	if diff := cmp.Diff(want, finals.Last()); diff != "" {
		t.Errorf("session 8 (-want +got):\n%s", diff)
	}
	for player, points := range ex.Session8Results {
		i := number[player]
		totals[i] = new(big.Rat).Add(totals[i], rat(t, points))
	}
	places, err := finals.Places(compare)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range places {
		w := ex.Final[i]
		if names[p] != w.Player || totals[p].Cmp(rat(t, w.Total)) != 0 {
			t.Errorf("place %d: %s with %s, want %s with %s", w.Place, names[p], totals[p].FloatString(2), w.Player, w.Total)
		}
	}
}

func TestRII42_SmallFields(t *testing.T) {
	eight := seating.Cut([]int{1, 2, 3, 4, 5, 6, 7, 8})
	if diff := cmp.Diff([]seating.Table{{1, 3, 6, 8}, {2, 4, 5, 7}}, eight.First()); diff != "" {
		t.Errorf("eight players: everybody is in the Top 8 (-want +got):\n%s", diff)
	}
	seven := seating.Cut([]int{1, 2, 3, 4, 5, 6, 7})
	if diff := cmp.Diff([]seating.Table{{1, 2, 3, 4}, {5, 6, 7, seating.Empty}}, seven.First()); diff != "" {
		t.Errorf("seven players: no cut (-want +got):\n%s", diff)
	}
}

func TestRII43_StandInsSitInTheRestOnly(t *testing.T) {
	finals := seating.Cut([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
	want := []seating.Table{
		{1, 3, 6, 8},
		{2, 4, 5, 7},
		{9, 10, 11, 12},
		{13, seating.Empty, seating.Empty, seating.Empty},
	}
	if diff := cmp.Diff(want, finals.First()); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

func TestPropertyFinalPlacesAreAPermutation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(4, 64).Draw(rt, "players")
		standings := rapid.Permutation(random.New([32]byte{}, "players").Perm(n)).Draw(rt, "standings")
		points := rapid.SliceOfN(rapid.IntRange(-50, 50), n, n).Draw(rt, "points")
		compare := func(a, b int) int { return points[b] - points[a] }
		finals := seating.Cut(standings).Sort(compare)
		top := slices.Clone(finals.Top)
		places, err := finals.Places(compare)
		if err != nil {
			rt.Fatal(err)
		}
		for i, p := range places {
			if slices.Contains(top, p) != (i < len(top)) {
				rt.Fatalf("player %d is placed %d, top 8 is %v (RII-26)", p, i+1, top)
			}
		}
		slices.Sort(places)
		for i, p := range places {
			if p != i {
				rt.Fatalf("places %v are no permutation", places)
			}
		}
	})
}

func TestRII27_WindsOfFinalsAreDrawn(t *testing.T) {
	east := map[int]bool{}
	for i := range uint64(40) {
		table := seating.DrawWinds(seating.Table{1, 2, 3, 4}, random.New([32]byte{}, "winds", i))
		east[table[seating.East]] = true
		slices.Sort(table[:])
		if table != (seating.Table{1, 2, 3, 4}) {
			t.Fatalf("draw changed the players to %v", table)
		}
	}
	if len(east) != 4 {
		t.Errorf("only %v sat on East in 40 draws", east)
	}
}
