package pairing_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/pairing"
)

// pack makes one number of a cost vector; later terms stay below 10^6 a round in
// the tasks that use it.
func pack(v []int64) int64 {
	sum := int64(0)
	for _, x := range v {
		sum = sum*1_000_000 + x
	}
	return sum
}

// sortedBound returns the sum of squared differences of the sorted list paired two by
// two; nothing can be below it.
func sortedBound(players []pairing.Player) int64 {
	scores := make([]int64, 0, len(players))
	for _, p := range players {
		scores = append(scores, p.Score)
	}
	slices.Sort(scores)
	sum := int64(0)
	for i := 0; i+1 < len(scores); i += 2 {
		d := scores[i] - scores[i+1]
		sum += d * d
	}
	return sum
}

// seatedOf returns the input without those who have a bye.
func seatedOf(in pairing.Input, r *pairing.Result) []pairing.Player {
	var list []pairing.Player
	for _, p := range in.Players {
		if !slices.Contains(r.Byes, p.ID) {
			list = append(list, p)
		}
	}
	return list
}

// largest is the largest field that TestLargeFieldsAgreeWithDenseMatcher pairs
// with the independent matcher: 4096 takes it some minutes and 2 GB.
var largest = flag.Int("largest", 512, "compare fields up to so many players, with divisions and tags, with the independent matcher")

// divided gives the players two divisions and nine tags.
func divided(in pairing.Input, seed uint64) pairing.Input {
	for i := range in.Players {
		in.Players[i].Division = int32(seed>>(i%13)) & 1
		in.Players[i].Tag = int32(i*7+int(seed)) % 9
	}
	return in
}

// agrees fails unless the round is whole, proved and as cheap as the independent
// matcher's.
func agrees(t interface{ Fatalf(string, ...any) }, in pairing.Input) {
	r, err := pairing.Swiss(in)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if wrong := seatedOnce(in, r); wrong != nil || !r.ProvedOptimal {
		t.Fatalf("not seated exactly once: %v; proved: %v", wrong, r.ProvedOptimal)
	}
	o := newOracle(in)
	players := seatedOf(in, r)
	want := cheapestPerfect(len(players), func(i, j int) int64 { return pack(o.cost(players[i], players[j])) })
	if got := pack(o.value(r)); got != want {
		t.Fatalf("cost %d, the independent matcher finds %d", got, want)
	}
}

// TestLargeFieldsAgreeWithDenseMatcher pairs fields of 512 players and more, with
// drops, a bye, divisions and tags, as the documents rank them.
func TestLargeFieldsAgreeWithDenseMatcher(t *testing.T) {
	for n := 512; n <= *largest; n *= 2 {
		for _, term := range []pairing.Term{pairing.CrossDivision, pairing.TagConflict} {
			t.Run(fmt.Sprintf("%d players, %v", n, term), func(t *testing.T) {
				t.Parallel()
				in := divided(history(n, middle(n), uint64(n)), uint64(n)*0x9e37)
				for out := 0; out < n/20; out++ { // drops
					at := (out * 7919) % len(in.Players)
					in.Players = slices.Delete(in.Players, at, at+1)
				}
				if len(in.Players)%2 == 0 {
					in.Players = in.Players[1:]
				}
				in.Policy.Cost = []pairing.Term{term, pairing.PointGap}
				agrees(t, in)
			})
		}
	}
}

// TestOptimumAgreesWithDenseMatcher plays events with drops and byes, paired by
// the engine itself, and compares rounds with an independent matcher.
func TestOptimumAgreesWithDenseMatcher(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 300).Draw(t, "players")
		seed := rapid.Uint64Range(0, 1<<16).Draw(t, "seed")
		in := history(n&^1, rapid.IntRange(0, 8).Draw(t, "rounds")*min(n, 20)/20, seed)
		if n%2 == 1 {
			in.Players = in.Players[1:]
		}
		in = divided(in, seed)
		switch rapid.IntRange(0, 2).Draw(t, "policy") {
		case 1:
			in.Policy.Cost = []pairing.Term{pairing.CrossDivision, pairing.PointGap}
		case 2:
			in.Policy.Cost = []pairing.Term{pairing.TagConflict, pairing.PointGap}
		}
		agrees(t, in)
	})
}

// TestWholeEventsHaveNoAvoidableCompromise plays events of 8 to 4,096 players with
// drops round by round. The pairing must be proved, meet the independent bound or
// the independent matcher (where the field is small enough for it), and give no
// second bye.
func TestWholeEventsHaveNoAvoidableCompromise(t *testing.T) {
	for _, n := range []int{8, 13, 33, 64, 101, 256, 1001, 4096} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			in := history(n&^1, 0, uint64(n))
			if n%2 == 1 {
				in.Players = append(in.Players, pairing.Player{ID: int32(n + 1), Rank: int32(n)})
			}
			in.Policy.Cost = []pairing.Term{pairing.PointGap}
			rounds, decided := 2*middle(n), map[string]int{}
			for round := 1; round <= rounds; round++ {
				in.Round = round
				r, err := pairing.Swiss(in)
				if err != nil {
					t.Fatal(err)
				}
				if wrong := seatedOnce(in, r); wrong != nil || !r.ProvedOptimal {
					t.Fatalf("round %d: not seated exactly once: %v; proved: %v", round, wrong, r.ProvedOptimal)
				}
				if warned(r, pairing.WarnSecondBye) > 0 {
					t.Errorf("round %d: a second bye", round)
				}
				decided[checkOptimum(t, fmt.Sprintf("round %d", round), in, r, 1100)]++
				play(&in, r, uint64(round))
			}
			t.Logf("%d rounds, %d players left: %v", rounds, len(in.Players), decided)
		})
	}
}

// checkOptimum compares rematches and squared differences with the sorted list
// and, where that does not decide, with the independent matcher. It returns which
// of the two decided; fields above the largest may be left undecided.
func checkOptimum(t *testing.T, where string, in pairing.Input, r *pairing.Result, largest int) string {
	t.Helper()
	players := seatedOf(in, r)
	got := reported(r)
	if got[0] == 0 && got[1] == sortedBound(players) {
		return "bound"
	}
	if len(players) > largest {
		return "undecided"
	}
	o := newOracle(in)
	want := cheapestPerfect(len(players), func(i, j int) int64 { return pack(o.cost(players[i], players[j])) })
	if pack(got) != want {
		t.Errorf("%s: %d rematches and %d squared points, the independent matcher finds %d", where, got[0], got[1], want)
	}
	return "matcher"
}

// play gives results by a fixed pattern, ranks by points, and lets a few drop.
func play(in *pairing.Input, r *pairing.Result, round uint64) {
	byID := map[int32]*pairing.Player{}
	for i := range in.Players {
		byID[in.Players[i].ID] = &in.Players[i]
	}
	for _, table := range r.Tables {
		a, b := byID[table.A], byID[table.B]
		a.Opponents, b.Opponents = append(a.Opponents, b.ID), append(b.Opponents, a.ID)
		switch x := (uint64(table.A)*2654435761 + uint64(table.B)*40503 + round*97) >> 7 % 20; {
		case x == 0:
			a.Score++
			b.Score++
		case x%2 == 0:
			a.Score += 3
		default:
			b.Score += 3
		}
	}
	for _, id := range r.Byes {
		byID[id].Score += 3
		byID[id].Byes++
	}
	in.Players = slices.DeleteFunc(in.Players, func(p pairing.Player) bool {
		return len(in.Players) > 8 && (uint64(p.ID)*7919+round*31)%23 == 0
	})
	order := slices.Clone(in.Players)
	slices.SortStableFunc(order, func(a, b pairing.Player) int { return cmp.Compare(b.Score, a.Score) })
	for i := range order {
		order[i].Rank = int32(i + 1)
	}
	in.Players = order
}

// eventsDir finds ../shared/data/events beside the project.
func eventsDir(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		events := filepath.Join(dir, "shared", "data", "events")
		if _, err := os.Stat(events); err == nil {
			return events
		}
	}
	t.Skip("shared/data/events is not here: the real events are not checked")
	return ""
}

// TestRealEventsReachTheOptimum pairs every round of the real events from round 2
// on, from the results that were really played.
func TestRealEventsReachTheOptimum(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(eventsDir(t), "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	const largest = 700 // covers every event
	rounds, decided := 0, map[string]int{}
	for _, file := range files {
		var event struct {
			Tournament struct {
				Players []struct{ ID string }
				Rounds  []struct {
					Matches []struct {
						Players []string
						Games   []int
						Kind    string
					}
				}
			}
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &event); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		players := map[string]*pairing.Player{}
		for i, p := range event.Tournament.Players {
			players[p.ID] = &pairing.Player{ID: int32(i + 1), Rank: int32(i + 1)}
		}
		for k, round := range event.Tournament.Rounds {
			pol := usual()
			pol.Cost = []pairing.Term{pairing.PointGap}
			in := pairing.Input{Policy: pol, Round: k + 1}
			for _, m := range round.Matches {
				for _, name := range m.Players {
					in.Players = append(in.Players, *players[name])
					if m.Kind == "bye" || m.Kind == "assigned_loss" {
						in.Byes = append(in.Byes, players[name].ID)
					}
				}
			}
			if k > 0 {
				rounds++
				r, err := pairing.Swiss(in)
				if err != nil {
					t.Fatalf("%s: round %d: %v", filepath.Base(file), k+1, err)
				}
				where := fmt.Sprintf("%s: round %d", filepath.Base(file), k+1)
				if wrong := seatedOnce(in, r); wrong != nil || !r.ProvedOptimal {
					t.Errorf("%s: not seated exactly once: %v; proved: %v", where, wrong, r.ProvedOptimal)
				}
				decided[checkOptimum(t, where, in, r, largest)]++
			}
			for _, m := range round.Matches {
				a := players[m.Players[0]]
				switch m.Kind {
				case "bye":
					a.Score += 3
					a.Byes++
				case "played", "double_loss":
					b := players[m.Players[1]]
					a.Opponents, b.Opponents = append(a.Opponents, b.ID), append(b.Opponents, a.ID)
					if m.Kind == "double_loss" {
						continue
					}
					switch {
					case m.Games[0] > m.Games[1]:
						a.Score += 3
					case m.Games[0] < m.Games[1]:
						b.Score += 3
					default:
						a.Score++
						b.Score++
					}
				}
			}
		}
	}
	if decided["undecided"] > 0 {
		t.Errorf("%d rounds are neither at the bound nor compared", decided["undecided"])
	}
	t.Logf("%d rounds of %d events: %d meet the bound of the sorted list, %d equal the independent matcher", rounds, len(files), decided["bound"], decided["matcher"])
}
