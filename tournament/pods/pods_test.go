package pods_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"topcut/tournament/pods"
	"topcut/tournament/random"
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

func stream(n uint64) *random.Source { return random.New([32]byte{}, "pods test", n) }

func TestTableSizes(t *testing.T) {
	type row struct {
		Players, Four, Three, Byes int
		Impossible                 bool
	}
	var ex struct{ ThreesAndFours, FoursAndByes []row }
	load(t, "17_pods.json", &ex)
	check := func(policy pods.Policy, rows []row) {
		for _, want := range rows {
			got, err := pods.Split(want.Players, policy)
			if err != nil {
				t.Errorf("%d players: %v", want.Players, err)
				continue
			}
			if want.Impossible { // the example's fallback for five
				want.Four, want.Byes = 1, 1
			}
			if got != (pods.Sizes{Four: want.Four, Three: want.Three, Byes: want.Byes}) {
				t.Errorf("policy %d, %d players: %+v, want %+v", policy, want.Players, got, want)
			}
		}
	}
	check(pods.Threes, ex.ThreesAndFours)
	check(pods.Byes, ex.FoursAndByes)
}

func TestSplitRefuses(t *testing.T) {
	for _, c := range []struct {
		players int
		policy  pods.Policy
	}{{2, pods.Threes}, {3, pods.Byes}, {8, 7}} {
		if _, err := pods.Split(c.players, c.policy); err == nil {
			t.Errorf("Split(%d, %d) gives no error", c.players, c.policy)
		}
	}
}

// docs/rules/magic.md#mtg-15, MTG-17: opposite seats meet, and who faces the empty one
// has the bye.
func TestMTG15_OppositeSeatsMeet(t *testing.T) {
	var ex struct {
		DraftCrossPairing []struct {
			Players    int
			FirstRound [][2]int
			Bye        int // null is 0
		}
	}
	load(t, "21_pairing_rules.json", &ex)
	for _, want := range ex.DraftCrossPairing {
		pairs, bye := pods.DraftFirstRound(want.Players)
		if diff := cmp.Diff(want.FirstRound, pairs); diff != "" || bye != want.Bye {
			t.Errorf("%d players: bye %d, want %d; pairs (-want +got):\n%s", want.Players, bye, want.Bye, diff)
		}
	}
}

func TestMTG55_DraftPodSizes(t *testing.T) {
	for players, want := range map[int][]int{
		2: {2}, 5: {5}, 6: {6}, 8: {8}, 9: {9}, 11: {11}, 12: {6, 6}, 13: {7, 6}, 14: {8, 6},
		15: {8, 7}, 16: {8, 8}, 17: {9, 8}, 18: {6, 6, 6}, 21: {8, 7, 6}, 24: {8, 8, 8}, 25: {7, 6, 6, 6},
	} {
		got, err := pods.DraftSizes(players)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(got, func(a, b int) int { return b - a })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d players (-want +got):\n%s", players, diff)
		}
	}
	if _, err := pods.DraftSizes(1); err == nil {
		t.Error("a draft of one is accepted")
	}
}

func TestPropertyDraftSeatsEachPlayerOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 200).Draw(rt, "players")
		seats, err := pods.DraftSeats(n, stream(uint64(n)))
		if err != nil {
			rt.Fatal(err)
		}
		odd := 0
		for _, pod := range seats {
			odd += len(pod) % 2
			if n >= 18 && (len(pod) < 6 || len(pod) > 8) {
				rt.Fatalf("%d players: a pod of %d", n, len(pod))
			}
		}
		all := slices.Sorted(slices.Values(slices.Concat(seats...)))
		if len(all) != n || all[0] != 0 || all[n-1] != n-1 || len(slices.Compact(all)) != n || odd > 1 {
			rt.Fatalf("%d players: pods %v", n, seats)
		}
	})
}

func TestMTG12_PassingAlternates(t *testing.T) {
	if !pods.PassesLeft(1) || pods.PassesLeft(2) || !pods.PassesLeft(3) {
		t.Error("packs are not passed left, right, left")
	}
}

func TestByesGoToTheLowestWithout(t *testing.T) {
	f := pods.Field{Points: []int64{15, 10, 10, 5, 5, 0}, Byes: []int{0, 0, 0, 0, 0, 1}, Policy: pods.Byes}
	r, err := pods.Pair(f, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{4, 3}, r.Byes); diff != "" || r.SecondBye {
		t.Errorf("second bye %t; byes (-want +got):\n%s", r.SecondBye, diff)
	}
	f.Byes = []int{1, 1, 1, 1, 1, 1}
	if r, err = pods.Pair(f, stream(1)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{5, 4}, r.Byes); diff != "" || !r.SecondBye {
		t.Errorf("all had one: second bye %t; byes (-want +got):\n%s", r.SecondBye, diff)
	}
}

func TestPairRefuses(t *testing.T) {
	if _, err := pods.Pair(pods.Field{Points: make([]int64, 2)}, stream(1)); err == nil {
		t.Error("two players are seated")
	}
	if _, err := pods.Pair(pods.Field{Points: make([]int64, 8), Byes: []int{1}}, stream(1)); err == nil {
		t.Error("a short list of byes is accepted")
	}
}

// fields draws a field with points of a few rounds and random earlier tables.
func fields(rt *rapid.T, players int) pods.Field {
	f := pods.Field{Policy: pods.Policy(rapid.IntRange(0, 1).Draw(rt, "policy"))}
	for range players {
		f.Points = append(f.Points, int64(rapid.IntRange(0, 4).Draw(rt, "points")))
	}
	slices.SortFunc(f.Points, func(a, b int64) int { return int(b - a) })
	met := make(map[[2]int]int)
	for range rapid.IntRange(0, 3).Draw(rt, "rounds") {
		order := stream(rapid.Uint64().Draw(rt, "order")).Perm(players)
		for table := range slices.Chunk(order, pods.Preferred) {
			for i, p := range table {
				for _, q := range table[:i] {
					met[[2]int{min(p, q), max(p, q)}]++
				}
			}
		}
	}
	f.Met = func(p, q int) int { return met[[2]int{min(p, q), max(p, q)}] }
	return f
}

// measure counts the repeats and the gap of tables.
func measure(f pods.Field, tables [][]int) (repeats int, gap int64) {
	for _, table := range tables {
		for i, p := range table {
			for _, q := range table[:i] {
				d := f.Points[p] - f.Points[q]
				gap += d * d
				repeats += f.Met(p, q)
			}
		}
	}
	return repeats, gap
}

// bruteForce returns the best repeats and gap over all ways to seat the players.
func bruteForce(f pods.Field, players []int, three, four int) (repeats int, gap int64) {
	if len(players) == 0 {
		return 0, 0
	}
	repeats = 1 << 30
	try := func(size, three, four int) {
		choose(players[1:], size-1, func(table, rest []int) {
			r, g := measure(f, [][]int{append([]int{players[0]}, table...)})
			r2, g2 := bruteForce(f, rest, three, four)
			if r, g = r+r2, g+g2; r < repeats || r == repeats && g < gap {
				repeats, gap = r, g
			}
		})
	}
	if three > 0 {
		try(3, three-1, four)
	}
	if four > 0 {
		try(4, three, four-1)
	}
	return repeats, gap
}

// choose calls yield with every choice of n players and the others.
func choose(players []int, n int, yield func(chosen, rest []int)) {
	for set := range 1 << len(players) {
		var chosen, rest []int
		for i, p := range players {
			if set>>i&1 == 1 {
				chosen = append(chosen, p)
			} else {
				rest = append(rest, p)
			}
		}
		if len(chosen) == n {
			yield(chosen, rest)
		}
	}
}

func TestPropertySmallFieldsAreSolvedExactly(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(4, 8).Draw(rt, "players")
		f := fields(rt, n)
		r, err := pods.Pair(f, stream(rapid.Uint64().Draw(rt, "seed")))
		if err != nil {
			rt.Fatal(err)
		}
		var players []int
		for p := range n {
			if !slices.Contains(r.Byes, p) {
				players = append(players, p)
			}
		}
		sizes, err := pods.Split(n, f.Policy)
		if err != nil {
			rt.Fatal(err)
		}
		repeats, gap := bruteForce(f, players, sizes.Three, sizes.Four)
		if !r.Proved || r.Repeats != repeats || r.Gap != gap {
			rt.Fatalf("repeats %d, gap %d, proved %t; brute force finds %d and %d", r.Repeats, r.Gap, r.Proved, repeats, gap)
		}
	})
}

func TestPropertyEachPlayerIsSeatedOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(4, 90).Draw(rt, "players")
		f := fields(rt, n)
		seed := rapid.Uint64().Draw(rt, "seed")
		r, err := pods.Pair(f, stream(seed))
		if err != nil {
			rt.Fatal(err)
		}
		if repeats, gap := measure(f, r.Tables); repeats != r.Repeats || gap != r.Gap {
			rt.Fatalf("repeats %d and gap %d, but the round says %d and %d", repeats, gap, r.Repeats, r.Gap)
		}
		all := slices.Sorted(slices.Values(slices.Concat(append(r.Tables, r.Byes)...)))
		for i, p := range all {
			if p != i {
				rt.Fatalf("players %v do not sit once each", all)
			}
		}
		if len(all) != n {
			rt.Fatalf("%d of %d players sit", len(all), n)
		}
		again, err := pods.Pair(f, stream(seed))
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			rt.Fatalf("the same field gives different rounds:\n%s", diff)
		}
	})
}

func BenchmarkPair(b *testing.B) {
	for _, n := range []int{16, 63, 128, 400} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := pods.Field{Points: make([]int64, n)}
			met := make(map[[2]int]int)
			f.Met = func(p, q int) int { return met[[2]int{min(p, q), max(p, q)}] }
			src := stream(1)
			for round := range 3 {
				for _, p := range src.Perm(n)[:n/4] {
					f.Points[p] += 5
				}
				slices.SortFunc(f.Points, func(a, b int64) int { return int(b - a) })
				r, err := pods.Pair(f, stream(uint64(round)))
				if err != nil {
					b.Fatal(err)
				}
				for _, table := range r.Tables {
					for i, p := range table {
						for _, q := range table[:i] {
							met[[2]int{min(p, q), max(p, q)}]++
						}
					}
				}
			}
			proved := 0
			for b.Loop() {
				r, err := pods.Pair(f, stream(9))
				if err != nil {
					b.Fatal(err)
				}
				if r.Proved {
					proved = 1
				}
				b.ReportMetric(float64(r.Repeats), "repeats")
				b.ReportMetric(float64(r.Gap), "gap")
			}
			b.ReportMetric(float64(proved), "proved")
		})
	}
}
