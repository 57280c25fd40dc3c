package bracket_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/bracket"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// load reads a worked example of the rules.
func load(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func build(t testing.TB, c bracket.Config) *bracket.Bracket {
	t.Helper()
	b, err := bracket.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func resolve(t testing.TB, b *bracket.Bracket, r bracket.Results) *bracket.State {
	t.Helper()
	s, err := b.Resolve(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// players returns who meets in the matches of a round.
func players(b *bracket.Bracket, s *bracket.State, round int) [][]int {
	var out [][]int
	for _, id := range b.Rounds()[round-1].Matches {
		out = append(out, s.Matches[id-1].Players)
	}
	return out
}

// play plays every match that is ready, again and again; wins reports whether the first
// seed beats the second.
func play(t testing.TB, b *bracket.Bracket, r bracket.Results, wins func(x, y int) bool) *bracket.State {
	t.Helper()
	for {
		s := resolve(t, b, r)
		if len(s.Ready) == 0 {
			return s
		}
		for _, id := range s.Ready {
			r[id] = order(s.Matches[id-1].Players, wins)
		}
	}
}

// order returns the players with the one who beats all before it in front.
func order(players []int, wins func(x, y int) bool) []int {
	out := append([]int(nil), players...)
	for i := range out {
		if wins(out[i], out[0]) {
			out[0], out[i] = out[i], out[0]
		}
	}
	return out
}

func favourite(x, y int) bool { return x < y }

type example20 struct {
	Cases []struct {
		Players, Size, Byes            int
		ByeSeeds, SlotOrder, Walkovers []int
		FirstRound                     [][]int
	}
	FiftyThree struct {
		Players, Size, Byes, FirstRoundMatches, PlayersAfterRound1 int
	}
	Reseeding struct {
		Top8Winners                        []int
		Semifinals, FixedBracketSemifinals [][]int
	}
	PlacementBySwissSeed  struct{ Places map[int]int }
	PlacementByEliminator struct {
		Bracket8 struct{ Places []int }
	}
	DoubleElimTop4, DoubleElimTop8, DoubleElimTop16 struct {
		Upper                 [][]int
		Games, GamesWithReset int
	}
}

// docs/rules/pokemon.md#pkm-48, PKM-52, PKM-60, docs/rules/magic.md#mtg-20, MTG-23,
// MTG-49: slots and byes of every size.
func TestFirstRoundsOfBrackets(t *testing.T) {
	var ex example20
	load(t, "20_brackets.json", &ex)
	for _, c := range ex.Cases {
		t.Run(fmt.Sprintf("%d players", c.Players), func(t *testing.T) {
			if diff := cmp.Diff(c.SlotOrder, bracket.SlotOrder(bracket.FullSize(c.Players))); diff != "" {
				t.Errorf("slot order (-want +got):\n%s", diff)
			}
			b := build(t, bracket.Config{Size: c.Players})
			first := players(b, resolve(t, b, nil), 1)
			if diff := cmp.Diff(c.FirstRound, first); diff != "" {
				t.Errorf("first round (-want +got):\n%s", diff)
			}
			playing := map[int]bool{}
			for _, pair := range first {
				playing[pair[0]], playing[pair[1]] = true, true
			}
			for _, seed := range c.ByeSeeds {
				if playing[seed] {
					t.Errorf("seed %d plays in the first round, want a bye", seed)
				}
			}
			if len(playing) != c.Players-c.Byes {
				t.Errorf("%d players in the first round, want %d", len(playing), c.Players-c.Byes)
			}
		})
	}
}

// docs/rules/pokemon.md#pkm-53, PKM-55: eleven byes in round 1, none later.
func TestPKM53_FiftyThreePlayers(t *testing.T) {
	var ex example20
	load(t, "20_brackets.json", &ex)
	want := ex.FiftyThree
	b := build(t, bracket.Config{Size: want.Players})
	first := len(b.Rounds()[0].Matches)
	if first != want.FirstRoundMatches || want.Players-2*first != want.Byes {
		t.Errorf("%d matches in the first round, want %d", first, want.FirstRoundMatches)
	}
	if got := 2 * len(b.Rounds()[1].Matches); got != want.PlayersAfterRound1 {
		t.Errorf("%d players after round 1, want %d (PKM-55: no further byes)", got, want.PlayersAfterRound1)
	}
}

// docs/rules/pokemon.md#pkm-54, docs/rules/magic.md#mtg-30: winners stay in their half
// unless the tree is seeded again.
func TestFixedTreeAndReseeding(t *testing.T) {
	var ex example20
	load(t, "20_brackets.json", &ex)
	winners := map[int]bool{}
	for _, seed := range ex.Reseeding.Top8Winners {
		winners[seed] = true
	}
	for reseed, want := range map[bool][][]int{
		false: ex.Reseeding.FixedBracketSemifinals,
		true:  ex.Reseeding.Semifinals,
	} {
		b := build(t, bracket.Config{Size: 8, Reseed: reseed})
		r := bracket.Results{}
		s := resolve(t, b, r)
		for _, id := range s.Ready {
			r[id] = order(s.Matches[id-1].Players, func(x, _ int) bool { return winners[x] })
		}
		got := players(b, resolve(t, b, r), 2)
		for _, pair := range got {
			if pair[0] > pair[1] {
				pair[0], pair[1] = pair[1], pair[0]
			}
		}
		// The fixed tree is drawn from the top, 7 over 3; the example lists pairs.
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reseed %t: semi-finals (-want +got):\n%s", reseed, diff)
		}
	}
}

// docs/rules/pokemon.md#pkm-62: losers of a round are placed by their Swiss rank.
func TestPKM62_PlacementBySwissSeed(t *testing.T) {
	var ex example20
	load(t, "20_brackets.json", &ex)
	b := build(t, bracket.Config{Size: 16})
	r := bracket.Results{}
	s := resolve(t, b, r)
	for _, id := range s.Ready {
		p := s.Matches[id-1].Players
		r[id] = order(p, func(x, y int) bool { return x == 16 || y != 16 && x < y })
	}
	s = resolve(t, b, r)
	got := map[int]int{}
	for i, place := range s.Places {
		if place > 0 {
			got[place] = i + 1
		}
	}
	// By the example's note all other favourites won: 9 to 15 lost.
	if diff := cmp.Diff(ex.PlacementBySwissSeed.Places, got); diff != "" {
		t.Errorf("places after the first round (-want +got):\n%s", diff)
	}
}

// docs/rules/pokemon.md#pkm-58: losers of a round are placed by how far their opponents
// went.
func TestPKM58_PlacementByEliminator(t *testing.T) {
	var ex example20
	load(t, "20_brackets.json", &ex)
	b := build(t, bracket.Config{Size: 8, Ranking: bracket.ByEliminator})
	results := [][2]int{{1, 8}, {5, 4}, {2, 7}, {6, 3}, {5, 1}, {2, 6}, {2, 5}}
	r := bracket.Results{}
	for i, p := range results {
		r[i+1] = p[:]
	}
	s := resolve(t, b, r)
	got := make([]int, 8)
	for i, place := range s.Places {
		if place == 0 {
			t.Fatalf("seed %d has no place; stale results: %v", i+1, s.Stale)
		}
		got[place-1] = i + 1
	}
	if diff := cmp.Diff(ex.PlacementByEliminator.Bracket8.Places, got); diff != "" {
		t.Errorf("players by place (-want +got):\n%s", diff)
	}
}

func TestMatchesOfDoubleElimination(t *testing.T) {
	var ex example20
	load(t, "20_brackets.json", &ex)
	for size, want := range map[int][2]int{
		3:  {4, 5},
		4:  {ex.DoubleElimTop4.Games, ex.DoubleElimTop4.GamesWithReset},
		8:  {ex.DoubleElimTop8.Games, ex.DoubleElimTop8.GamesWithReset},
		16: {ex.DoubleElimTop16.Games, ex.DoubleElimTop16.GamesWithReset},
	} {
		b := build(t, bracket.Config{Type: bracket.Double, Size: size})
		plain := bracket.Results{}
		if s := play(t, b, plain, favourite); s.Champion != 1 || len(plain) != want[0] {
			t.Errorf("%d players: champion %d after %d matches, want 1 after %d", size, s.Champion, len(plain), want[0])
		}
		// Seed 1 wins the upper bracket; seed 2 wins both finals.
		reset := bracket.Results{}
		s := play(t, b, reset, func(x, y int) bool {
			if len(reset) >= want[0]-1 {
				return x == 2
			}
			return x < y
		})
		if s.Champion != 2 || len(reset) != want[1] || s.Places[0] != 2 {
			t.Errorf("%d players: champion %d after %d matches, want 2 after %d", size, s.Champion, len(reset), want[1])
		}
	}
}

func TestDoubleEliminationOfEightCrosses(t *testing.T) {
	var ex example20
	load(t, "20_brackets.json", &ex)
	b := build(t, bracket.Config{Type: bracket.Double, Size: 8})
	r := bracket.Results{}
	s := resolve(t, b, r)
	if diff := cmp.Diff(ex.DoubleElimTop8.Upper, players(b, s, 1)); diff != "" {
		t.Errorf("upper round 1 (-want +got):\n%s", diff)
	}
	for range 3 { // upper 1, lower 1, upper 2
		s = resolve(t, b, r)
		for _, id := range b.Rounds()[s.Round-1].Matches {
			r[id] = order(s.Matches[id-1].Players, favourite)
		}
	}
	// The losers of the semi-finals are 4 (upper half) and 3 (lower half); the
	// lower bracket holds 5 from the upper and 6 from the lower half.
	want := [][]int{{3, 5}, {4, 6}}
	if diff := cmp.Diff(want, players(b, resolve(t, b, r), 4)); diff != "" {
		t.Errorf("lower round 2 (-want +got):\n%s", diff)
	}
}

func TestAsymmetricalBrackets(t *testing.T) {
	for size, want := range map[int][][]int{6: {{4, 5}, {3, 6}}, 5: {{4, 5}}} {
		b := build(t, bracket.Config{Size: size})
		if diff := cmp.Diff(want, players(b, resolve(t, b, nil), 1)); diff != "" {
			t.Errorf("%d players: first round (-want +got):\n%s", size, diff)
		}
	}
}

func TestWhoAdvances(t *testing.T) {
	var ex struct {
		Standings []struct {
			Seed   int
			Points int64
		}
		Cases []struct {
			Rule      string
			Advance   []int
			Dropped   []int
			Divisions map[string]int
			Cut       map[string]int
		}
	}
	load(t, "27_advancement.json", &ex)
	cuts := map[string]bracket.Cut{
		"top 4":                            {Top: 4},
		"points >= 19":                     {HasPoints: true, MinPoints: 19},
		"points >= 22, at least 4 players": {Top: 4, HasPoints: true, MinPoints: 22},
		"points >= 19, at least 4 players": {Top: 4, HasPoints: true, MinPoints: 19},
		"points >= 25, at least 0 players": {HasPoints: true, MinPoints: 25},
		"top 4 plus everybody on the points of 4th (asymmetrical), maximum 16": {Top: 4, EqualPoints: true, Max: 16},
		"same with maximum 5":                            {Top: 4, EqualPoints: true, Max: 5},
		"players who dropped before the cut are skipped": {Top: 4},
	}
	for _, c := range ex.Cases {
		t.Run(c.Rule, func(t *testing.T) {
			if c.Divisions != nil {
				rs, err := rules.Load("pokemon-2009") // the largest power of two in a quarter of the players
				if err != nil {
					t.Fatal(err)
				}
				for name, players := range c.Divisions {
					if got := rs.LargestCut(players); got != c.Cut[name] {
						t.Errorf("cut of %d players = %d, want %d", players, got, c.Cut[name])
					}
				}
				return
			}
			cut, ok := cuts[c.Rule]
			if !ok {
				t.Fatal("the example has a rule this test does not know")
			}
			var standings []bracket.Standing
			for _, s := range ex.Standings {
				standings = append(standings, bracket.Standing{Points: s.Points})
			}
			for _, seed := range c.Dropped {
				standings[seed-1].Out = true
			}
			got := []int{}
			for _, i := range bracket.Qualify(cut, standings) {
				got = append(got, i+1)
			}
			if diff := cmp.Diff(c.Advance, got); diff != "" {
				t.Errorf("advance (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCommanderCuts(t *testing.T) {
	var ex struct {
		BracketTop16 struct{ SemifinalPods [][]int }
		BracketTop10 struct {
			Direct        []int
			SemifinalPods [][]int
		}
	}
	load(t, "17_pods.json", &ex)
	for size, want := range map[int][][]int{16: ex.BracketTop16.SemifinalPods, 10: ex.BracketTop10.SemifinalPods} {
		b := build(t, bracket.Config{Type: bracket.Pods, Size: size})
		if diff := cmp.Diff(want, players(b, resolve(t, b, nil), 1)); diff != "" {
			t.Errorf("top %d: pods (-want +got):\n%s", size, diff)
		}
	}
	b := build(t, bracket.Config{Type: bracket.Pods, Size: 10})
	s := resolve(t, b, bracket.Results{1: {10, 3, 6, 7}, 2: {5, 4, 8, 9}})
	if diff := cmp.Diff([][]int{{1, 2, 10, 5}}, players(b, s, 2)); diff != "" {
		t.Errorf("final table (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(numbered.List[int]{0, 0, 5, 6, 0, 7, 8, 9, 10, 0}, s.Places); diff != "" {
		t.Errorf("places before the final (-want +got):\n%s", diff)
	}
}
