package climb_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/random"
	"topcut/tournament/seating/internal/climb"
)

// last climbs and returns the best schedule.
func last(t testing.TB, p climb.Problem, steps int) climb.Schedule {
	t.Helper()
	var best climb.Schedule
	err := climb.Run(p, steps, random.New([32]byte{}, "climb test"), func(s climb.Schedule) bool {
		best = s
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return best
}

// meetings returns the most meetings of a pair at the tables of the first seats
// players of each session.
func meetings(s climb.Schedule, seats int) int {
	met := make(map[[2]int]int)
	most := 0
	for _, session := range s {
		for table := range slices.Chunk(session[:seats], climb.Seats) {
			for i, p := range table {
				for _, q := range table[:i] {
					pair := [2]int{min(p, q), max(p, q)}
					met[pair]++
					most = max(most, met[pair])
				}
			}
		}
	}
	return most
}

func TestSymmetryFindsTwentyFourPlayersWithoutRepeats(t *testing.T) {
	p := climb.Problem{Group: climb.Group{Order: 7, Orbits: 3, Fixed: 3}, Rotating: 1, Meetings: 1, Memory: 100}
	found := last(t, p, 200_000)
	if got := meetings(found, 24); len(found) != 7 || got != 1 {
		t.Errorf("%d sessions with up to %d meetings, want 7 without a repeat", len(found), got)
	}
}

func TestInvariantSessions(t *testing.T) {
	p := climb.Problem{Group: climb.Group{Order: 5, Orbits: 4}, Rotating: 1, Invariant: 1, Meetings: 2, Spread: 1, Memory: 100}
	for i, session := range last(t, p, 2_000) {
		all := slices.Sorted(slices.Values(session))
		for player, q := range all {
			if player != q {
				t.Fatalf("session %d does not seat everybody once: %v", i+1, session)
			}
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for name, p := range map[string]climb.Problem{
		"no whole tables":   {Group: climb.Trivial(10), Rotating: 1, Memory: 1},
		"no memory":         {Group: climb.Trivial(8), Rotating: 1},
		"odd invariant":     {Group: climb.Group{Order: 4, Orbits: 3}, Invariant: 1, Memory: 1},
		"start too short":   {Group: climb.Trivial(8), Rotating: 2, Start: climb.Schedule{{0, 1, 2, 3, 4, 5, 6, 7}}, Seated: 8, Memory: 1},
		"start and a group": {Group: climb.Group{Order: 2, Orbits: 4}, Rotating: 1, Start: climb.Schedule{{0, 1, 2, 3, 4, 5, 6, 7}}, Seated: 8, Memory: 1},
	} {
		err := climb.Run(p, 1, random.New([32]byte{}, "climb test"), func(climb.Schedule) bool { return true })
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestPropertyEveryFoundScheduleSeatsEachPlayerOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		order := rapid.IntRange(1, 6).Draw(rt, "order")
		orbits := rapid.IntRange(1, 5).Draw(rt, "orbits")
		g := climb.Group{Order: order, Orbits: orbits}
		g.Fixed = 4 - g.Players()%4
		p := climb.Problem{Group: g, Rotating: rapid.IntRange(1, 3).Draw(rt, "rotating"), Meetings: 1, Spread: 1, Memory: 20}
		for range 3 {
			err := climb.Run(p, 300, random.New([32]byte{}, "climb test", rapid.Uint64().Draw(rt, "seed")), func(s climb.Schedule) bool {
				if len(s) != p.Sessions() {
					rt.Fatalf("%d sessions, want %d", len(s), p.Sessions())
				}
				for i, session := range s {
					if want := random.New([32]byte{}, "").Perm(g.Players()); !cmp.Equal(slices.Sorted(slices.Values(session)), slices.Sorted(slices.Values(want))) {
						rt.Fatalf("session %d does not seat everybody once: %v", i+1, session)
					}
				}
				return true
			})
			if err != nil {
				rt.Fatal(err)
			}
		}
	})
}

func TestStartKeepsWhoSitsOut(t *testing.T) {
	start := climb.Schedule{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8, 0}}
	found := last(t, climb.Problem{Group: climb.Trivial(9), Rotating: 2, Start: start, Seated: 8, Meetings: 1, Memory: 20}, 2_000)
	if diff := cmp.Diff([]int{8, 0}, []int{found[0][8], found[1][8]}); diff != "" {
		t.Errorf("who sits out (-want +got):\n%s", diff)
	}
	if got := meetings(found, 8); got != 2 {
		t.Errorf("up to %d meetings, want 2", got)
	}
}
