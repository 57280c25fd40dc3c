package flights_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/flights"
	"topcut/tournament/random"
)

// docs/rules/pokemon.md#pkm-71 to PKM-73, PKM-76, PKM-79: counts, sizes, rounds, late
// players.
func TestPKM79_CountsSizesAndRoundsOfFlights(t *testing.T) {
	var ex struct {
		Rules struct {
			Allowed                                                    []int
			MinDivision, MinFlight, MaxFlights, MinQualifiersPerFlight int
		}
		Cases []struct {
			Players, TopCut int
			AllowedFlights  []int
			Options         []struct {
				Flights, Rounds, PerFlight int
				Sizes                      []int
			}
		}
		LateArrivals []struct {
			Sizes  []int
			GoesTo string
		}
	}
	data, err := os.ReadFile("testdata/19_flights.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &ex); err != nil {
		t.Fatal(err)
	}
	if ex.Rules.MinDivision != flights.MinDivision || ex.Rules.MinFlight != flights.MinFlight || ex.Rules.MinQualifiersPerFlight != flights.MinPerFlight {
		t.Errorf("limits differ from %+v", ex.Rules)
	}
	for _, c := range ex.Cases {
		t.Run(fmt.Sprintf("%d players", c.Players), func(t *testing.T) {
			if diff := cmp.Diff(c.AllowedFlights, counts(c.Players)); diff != "" {
				t.Errorf("allowed flights (-want +got):\n%s", diff)
			}
			for _, o := range c.Options {
				if got := flights.Rounds(o.Sizes[0]); got != o.Rounds {
					t.Errorf("%d flights: %d rounds, want %d", o.Flights, got, o.Rounds)
				}
				if o.Flights == 1 {
					continue
				}
				sizes, err := flights.Sizes(c.Players, o.Flights)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(o.Sizes, sizes); diff != "" {
					t.Errorf("%d flights: sizes (-want +got):\n%s", o.Flights, diff)
				}
				if o.PerFlight != 0 {
					if got, err := flights.PerFlight(c.TopCut, o.Flights); err != nil || got != o.PerFlight {
						t.Errorf("%d flights: %d advance from each (%v), want %d", o.Flights, got, err, o.PerFlight)
					}
				}
			}
		})
	}
	for _, late := range ex.LateArrivals {
		seen := make(map[int]bool)
		for i := range uint64(60) {
			seen[flights.Late(late.Sizes, random.New([32]byte{}, "late", i))] = true
		}
		short := strings.HasPrefix(late.GoesTo, "flight 4")
		if short && (len(seen) != 1 || !seen[3]) || !short && len(seen) != 4 {
			t.Errorf("late players of %v go to %v, want %s", late.Sizes, seen, late.GoesTo)
		}
	}
}

// docs/rules/pokemon.md#pkm-77: a cut takes at least two players of each flight.
func TestPKM77_AtLeastTwoOfEachFlight(t *testing.T) {
	if _, err := flights.PerFlight(16, 16); err == nil {
		t.Error("one place for each of 16 flights is accepted")
	}
	if got, err := flights.PerFlight(16, 8); err != nil || got != 2 {
		t.Errorf("8 flights and a top 16: %d each (%v), want 2", got, err)
	}
	if _, err := flights.PerFlight(18, 4); err == nil {
		t.Error("a cut of 18 is shared by 4 flights")
	}
}

func TestSizesRefuses(t *testing.T) {
	for want, c := range map[string][2]int{
		"flights.number flights=3":                        {200, 3},
		"flights.too_few least=64 players=63":             {63, 2},
		"flights.small flights=4 players=127 smallest=31": {127, 4},
	} {
		if _, err := flights.Sizes(c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Sizes(%d, %d) = %v, want an error with %q", c[0], c[1], err, want)
		}
	}
}

// counts returns the numbers of flights that a division may be split into,
// smallest first.
func counts(players int) []int {
	legal := []int{}
	for n := 1; n <= 64; n++ {
		if _, err := flights.Sizes(players, n); err == nil {
			legal = append(legal, n)
		}
	}
	return legal
}

func TestPropertyFlightsAreEqualAndAtMostOneIsOdd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		players := rapid.IntRange(64, 2000).Draw(rt, "players")
		n := rapid.SampledFrom(counts(players)).Draw(rt, "flights")
		sizes, err := flights.Sizes(players, n)
		if err != nil {
			rt.Fatal(err)
		}
		odd, sum := 0, 0
		for _, size := range sizes {
			odd += size % 2
			sum += size
		}
		if sum != players || odd != players%2 || slices.Max(sizes)-slices.Min(sizes) > 2 {
			rt.Fatalf("%d players: sizes %v", players, sizes)
		}
		of, err := flights.Assign(players, n, random.New([32]byte{1}, "flights"))
		if err != nil {
			rt.Fatal(err)
		}
		got := make([]int, n)
		for _, flight := range of {
			got[flight]++
		}
		if diff := cmp.Diff(sizes, got); diff != "" {
			rt.Fatalf("assigned sizes (-want +got):\n%s", diff)
		}
	})
}

// TestPKM74_OnlyOneOddFlight: sizes are as equal as even sizes allow, and only
// an odd division has an odd flight, one.
func TestPKM74_OnlyOneOddFlight(t *testing.T) {
	for players := flights.MinDivision; players <= 1024; players++ {
		for _, n := range counts(players) {
			sizes, err := flights.Sizes(players, n)
			if err != nil {
				t.Fatal(err)
			}
			sum, odd := 0, 0
			for _, size := range sizes {
				sum += size
				odd += size % 2
			}
			if sum != players || odd != players%2 || slices.Max(sizes)-slices.Min(sizes) > 2 {
				t.Fatalf("%d players in %d flights: %v", players, n, sizes)
			}
		}
	}
	for n, want := range map[int][]int{2: {72, 71}, 4: {36, 36, 36, 35}} {
		if got, err := flights.Sizes(143, n); err != nil || !slices.Equal(got, want) {
			t.Errorf("143 in %d: %v, %v", n, got, err)
		}
	}
}
