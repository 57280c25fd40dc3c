package bracket_test

import (
	"encoding/json"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/bracket"
	"topcut/tournament/numbered"
)

func TestPKM59_ThirdPlaceMatch(t *testing.T) {
	b := build(t, bracket.Config{Size: 8, Third: true})
	var parts []string
	for _, r := range b.Rounds() {
		parts = append(parts, r.Part.String())
	}
	if diff := cmp.Diff([]string{"upper", "upper", "third", "final"}, parts); diff != "" {
		t.Fatalf("rounds (-want +got):\n%s", diff)
	}
	r := bracket.Results{}
	s := play(t, b, r, func(x, y int) bool {
		if len(r) == 6 { // the worse semi-final loser wins third place
			return x > y
		}
		return x < y
	})
	if s.Places[3] != 3 || s.Places[2] != 4 {
		t.Errorf("seeds 4 and 3 are placed %d and %d, want 3 and 4", s.Places[3], s.Places[2])
	}
}

func TestCorrectionMakesLaterResultsStale(t *testing.T) {
	b := build(t, bracket.Config{Size: 4})
	r := bracket.Results{1: {1, 4}, 2: {2, 3}, 3: {2, 1}}
	if s := resolve(t, b, r); s.Champion != 2 || s.Round != 0 {
		t.Fatalf("champion %d, round %d; want 2 and nothing left", s.Champion, s.Round)
	}
	r[1] = []int{4, 1}
	s := resolve(t, b, r)
	want := &bracket.State{
		Matches: []bracket.MatchState{
			{Players: []int{1, 4}, Order: []int{4, 1}, Needed: true},
			{Players: []int{2, 3}, Order: []int{2, 3}, Needed: true},
			{Players: []int{4, 2}, Needed: true},
		},
		Ready: []int{3}, Round: 2, Places: []int{3, 0, 4, 0}, Stale: []int{3},
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("after the correction (-want +got):\n%s", diff)
	}
}

func TestSharedPlaces(t *testing.T) {
	b := build(t, bracket.Config{Size: 8, Ranking: bracket.Shared})
	s := play(t, b, bracket.Results{}, favourite)
	if diff := cmp.Diff(numbered.List[int]{1, 2, 3, 3, 5, 5, 5, 5}, s.Places); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestMTG24_PlacementBracketPlaysEveryPlace(t *testing.T) {
	for _, size := range []int{2, 3, 5, 8, 11, 16} {
		b := build(t, bracket.Config{Size: size, Placement: true})
		s := play(t, b, bracket.Results{}, favourite)
		for i, place := range s.Places {
			if size&(size-1) == 0 && place != i+1 {
				t.Errorf("%d players: seed %d is placed %d, want its seed when the better one always wins", size, i+1, place)
			}
			if place == 0 {
				t.Errorf("%d players: seed %d has no place", size, i+1)
			}
		}
	}
	if n := len(build(t, bracket.Config{Size: 16, Placement: true}).Matches()); n != 32 {
		t.Errorf("16 players: %d matches, want 8 in each of 4 rounds", n)
	}
}

func TestNewRefuses(t *testing.T) {
	for want, c := range map[string]bracket.Config{
		"bracket.single_size most=256 players=1": {Size: 1},
		"single_size most=256 players=257":       {Size: 257},
		"double_size most=64 players=2":          {Type: bracket.Double, Size: 2},
		"double_size most=64 players=65":         {Type: bracket.Double, Size: 65},
		"bracket.pods_size players=8":            {Type: bracket.Pods, Size: 8},
		"bracket.single_only":                    {Type: bracket.Double, Size: 8, Third: true},
		"bracket.reseeded_placement":             {Size: 8, Reseed: true, Placement: true},
		"bracket.type type=9":                    {Type: 9, Size: 8},
		"bracket.ranking ranking=9":              {Size: 8, Ranking: 9},
	} {
		if _, err := bracket.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New(%+v) = %v, want an error with %q", c, err, want)
		}
	}
}

func TestResolveRefuses(t *testing.T) {
	b := build(t, bracket.Config{Size: 4})
	for want, r := range map[string]bracket.Results{
		"bracket.no_match match=9 last=3":           {9: {1, 2}},
		"bracket.players match=1 players=2 named=1": {1: {1}},
		"bracket.seeds seeds=[1 1]":                 {1: {1, 1}},
	} {
		if _, err := b.Resolve(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Resolve(%v) = %v, want an error with %q", r, err, want)
		}
	}
}

func TestDiagramShape(t *testing.T) {
	b := build(t, bracket.Config{Size: 4, Third: true})
	s := resolve(t, b, bracket.Results{1: {4, 1}, 2: {2, 3}, 4: {2, 4}})
	got, err := json.Marshal(b.Diagram(s, []string{"ada", "bo", "cy", "di"}))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"single","seeds":["ada","bo","cy","di"],"rounds":[` +
		`{"number":1,"part":"upper","matches":[` +
		`{"match":1,"players":["ada","di"],"winner":"di","from":[]},` +
		`{"match":2,"players":["bo","cy"],"winner":"bo","from":[]}]},` +
		`{"number":2,"part":"third","matches":[{"match":3,"players":["ada","cy"],"winner":null,"from":[1,2]}]},` +
		`{"number":3,"part":"final","matches":[{"match":4,"players":["di","bo"],"winner":"bo","from":[1,2]}]}],` +
		`"places":[{"place":1,"player":"bo"},{"place":2,"player":"di"}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("diagram (-want +got):\n%s", diff)
	}
}

func TestDiagramOfReseededRoundNamesTheMatchesBehindIt(t *testing.T) {
	b := build(t, bracket.Config{Size: 6, Reseed: true})
	s := resolve(t, b, bracket.Results{1: {5, 4}, 2: {3, 6}})
	d := b.Diagram(s, []string{"1", "2", "3", "4", "5", "6"})
	got := [][]int{d.Rounds[1].Matches[0].From, d.Rounds[1].Matches[1].From}
	if diff := cmp.Diff([][]int{{1}, {2}}, got); diff != "" {
		t.Errorf("from (-want +got):\n%s", diff)
	}
}

func TestDoubleEliminationKeepsRematchesOutOfTheFirstDrop(t *testing.T) {
	for _, size := range []int{8, 16, 32, 64} {
		b := build(t, bracket.Config{Type: bracket.Double, Size: size})
		rapid.Check(t, func(rt *rapid.T) {
			met := map[[2]int]bool{}
			r := bracket.Results{}
			for {
				s := resolve(t, b, r)
				if s.Round == 0 || s.Round > 4 {
					return
				}
				for _, id := range b.Rounds()[s.Round-1].Matches {
					p := s.Matches[id-1].Players
					pair := [2]int{min(p[0], p[1]), max(p[0], p[1])}
					if met[pair] {
						rt.Fatalf("%d players: %v meet again in round %d", size, pair, s.Round)
					}
					met[pair] = true
					upset := rapid.Bool().Draw(rt, "upset")
					r[id] = order(p, func(x, y int) bool { return x < y != upset })
				}
			}
		})
	}
}

// configs draws any bracket.
func configs(rt *rapid.T) bracket.Config {
	c := bracket.Config{
		Type:    bracket.Type(rapid.IntRange(0, 2).Draw(rt, "type")),
		Ranking: bracket.Ranking(rapid.IntRange(0, 1).Draw(rt, "ranking")),
	}
	switch c.Type {
	case bracket.Single:
		c.Size = rapid.IntRange(2, 70).Draw(rt, "size")
		c.Third = rapid.Bool().Draw(rt, "third")
		c.Reseed = rapid.Bool().Draw(rt, "reseed")
		c.Placement = !c.Reseed && rapid.Bool().Draw(rt, "placement")
	case bracket.Double:
		c.Size = rapid.IntRange(bracket.MinDouble, 64).Draw(rt, "size")
	default:
		c.Size = rapid.SampledFrom(bracket.PodSizes()).Draw(rt, "size")
	}
	return c
}

func TestPropertyBracketsEndWithAPermutationOfPlaces(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := configs(rt)
		b, err := bracket.New(c)
		if err != nil {
			rt.Fatal(err)
		}
		r := bracket.Results{}
		losses := make([]int, c.Size+1)
		settled := make([]int, c.Size)
		for {
			s, err := b.Resolve(r)
			if err != nil {
				rt.Fatal(err)
			}
			for i, place := range settled {
				if place != 0 && s.Places[i] != place {
					rt.Fatalf("place of seed %d changed from %d to %d", i+1, place, s.Places[i])
				}
			}
			copy(settled, s.Places)
			if s.Round == 0 {
				checkEnd(rt, b, s, losses)
				return
			}
			seen := map[int]bool{}
			for _, id := range b.Rounds()[s.Round-1].Matches {
				m := s.Matches[id-1]
				if !m.Known() {
					rt.Fatalf("match %d of the next round %d has unknown players %v", id, s.Round, m.Players)
				}
				for _, p := range m.Players {
					if seen[p] {
						rt.Fatalf("seed %d plays twice in round %d", p, s.Round)
					}
					seen[p] = true
				}
				r[id] = rapid.Permutation(m.Players).Draw(rt, "order")
				for _, p := range r[id][1:] {
					losses[p]++
				}
			}
		}
	})
}

func checkEnd(rt *rapid.T, b *bracket.Bracket, s *bracket.State, losses []int) {
	c := b.Config()
	places := slices.Clone(s.Places)
	slices.Sort(places)
	for i, place := range places {
		if place != i+1 {
			rt.Fatalf("%+v: places %v are no permutation", c, s.Places)
		}
	}
	if s.Places[s.Champion-1] != 1 || len(s.Ready) != 0 || len(s.Stale) != 0 {
		rt.Fatalf("%+v: champion %d is placed %d; ready %v, stale %v", c, s.Champion, s.Places[s.Champion-1], s.Ready, s.Stale)
	}
	if c.Type == bracket.Double {
		for seed := 1; seed <= c.Size; seed++ {
			if want := 2; seed != s.Champion && losses[seed] != want {
				rt.Fatalf("%+v: seed %d left with %d losses", c, seed, losses[seed])
			}
		}
	}
	if c.Type == bracket.Single && !c.Placement && !c.Third {
		if want := bits.Len(uint(c.Size - 1)); len(b.Rounds()) != want || len(b.Matches()) != c.Size-1 {
			rt.Fatalf("%+v: %d rounds and %d matches, want %d and %d", c, len(b.Rounds()), len(b.Matches()), want, c.Size-1)
		}
	}
}
