package tournament_test

import (
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
)

// TestCutsOfAnySize: a cut need not be a power of two, under any ruleset that
// does not forbid it and on any tree. In the first round of a single elimination
// the best seeds wait, as many as are missing to a full bracket; the event ends
// with a place for everybody.
func TestCutsOfAnySize(t *testing.T) {
	var games []string
	for _, id := range rules.IDs() {
		if rs := load(t, id); rs.Seats.Max == 2 && !rs.Advance.PowerOfTwo {
			games = append(games, id)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom(games).Draw(t, "ruleset")
		size := rapid.IntRange(2, 13).Draw(t, "cut")
		s := settings(3, size)
		s.Bracket = rapid.SampledFrom([]tournament.Tree{
			"", tournament.BracketFixed, tournament.BracketReseed, tournament.BracketPlacement, tournament.BracketDouble,
		}).Draw(t, "bracket")
		s.ThirdPlace = rapid.Bool().Draw(t, "third place")
		snap := evening(t, load(t, id), s, histories.Calm(14), rapid.Uint64().Draw(t, "seed"), nil)
		end := snap.State
		if end.Phase != tournament.Finished || len(end.Cut.Seeds) != size {
			t.Fatalf("the event ended %s with a cut of %d", end.Phase, len(end.Cut.Seeds))
		}
		waiting := bracket.FullSize(size) - size
		for i, n := range end.Cut.Seeds {
			if plays := end.MatchOf(end.Cut.FirstRound, n) > 0; plays != (i >= waiting) {
				t.Fatalf("seed %d of %d plays in the first round: %t", i+1, size, plays)
			}
		}
		placesArePermutation(t, end)
		folds(t, snap)
	})
}

// TestAsymmetricBracketOfTen: 8 meets 9 and 7 meets 10, the first six wait
// (RULESETS.md 1.13); on a double elimination just the same.
func TestAsymmetricBracketOfTen(t *testing.T) {
	for _, tree := range []tournament.Tree{"", tournament.BracketDouble} {
		s := settings(2, 10)
		s.Bracket = tree
		w := started(t, "magic", s, 12)
		for range 2 {
			w.round()
			w.score("2-0")
		}
		w.do(&tournament.MakeCut{})
		w.round()
		if got := w.seeds(3); !slices.EqualFunc(got, [][]int{{7, 10}, {8, 9}}, slices.Equal) {
			t.Errorf("%q: the first round is %v", tree, got)
		}
	}
}

// seeds returns who meets in a round of the bracket, by seed, the best first.
func (w *table) seeds(round int) [][]int {
	var out [][]int
	for i := range w.snap.State.Ledger.Rounds[round-1].Matches {
		var pair []int
		for _, p := range w.snap.State.Ledger.Rounds[round-1].Matches[i].Players() {
			pair = append(pair, slices.Index(w.snap.State.Cut.Seeds, int(p)+1)+1)
		}
		slices.Sort(pair)
		out = append(out, pair)
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// TestNetrunnerSingleEliminationCut: the variant of RULESETS.md 1.8. Of the Top 3
// the second meets the third and the winner of that the first, whose loser is
// second (game list of the official software); larger cuts are seeded again
// after every round, and the usual cut is a double elimination.
func TestNetrunnerSingleEliminationCut(t *testing.T) {
	cut := func(size int, tree tournament.Tree) *table {
		s := settings(2, size)
		s.Bracket = tree
		w := started(t, "netrunner", s, 10)
		for range 2 {
			w.round()
			w.score("6-0")
		}
		w.do(&tournament.MakeCut{})
		return w
	}
	// upset lets the worse seed of every match win.
	upset := func(w *table) {
		r := len(w.snap.State.Rounds)
		for _, m := range w.snap.State.Blocking(r) {
			text := "0-3" // from the side of the first-named, who is not always the better seed
			if seed := func(seat int) int { return slices.Index(w.snap.State.Cut.Seeds, w.player(r, m, seat)) }; seed(0) > seed(1) {
				text = "3-0"
			}
			w.do(&tournament.Correct{Round: r, Match: m, Text: text})
		}
	}
	for _, tree := range []tournament.Tree{"", tournament.BracketReseed} {
		w := cut(3, tree)
		for r, want := range [][]int{{2, 3}, {1, 3}} {
			w.round()
			if got := w.seeds(r + 3); len(got) != 1 || !slices.Equal(got[0], want) {
				t.Errorf("%q, round %d of the Top 3 is %v, want %v", tree, r+1, got, want)
			}
			upset(w)
		}
		w.do(&tournament.Finish{})
		s := w.snap.State
		for i, place := range []int{2, 3, 1} {
			if got := s.Places[s.Cut.Seeds[i]-1]; got != place {
				t.Errorf("%q: seed %d has place %d, want %d", tree, i+1, got, place)
			}
		}
	}
	w := cut(8, tournament.BracketReseed)
	w.round()
	upset(w) // 8, 7, 6 and 5 go on
	w.round()
	if got := w.seeds(4); !slices.EqualFunc(got, [][]int{{5, 8}, {6, 7}}, slices.Equal) || w.snap.State.Cut.Double {
		t.Errorf("the semi-finals are %v", got)
	}
	if !cut(8, "").snap.State.Cut.Double {
		t.Error("without a setting the cut is no double elimination")
	}
}

// TestWhereADoubleEliminationIsRefused: with tables of four, with a cut of each
// division, and above the largest bracket, by points too.
func TestWhereADoubleEliminationIsRefused(t *testing.T) {
	for _, tc := range []struct {
		ruleset string
		players int
		change  func(*tournament.Settings)
		words   string
	}{
		{"commander-pods", 14, func(s *tournament.Settings) { s.Cut.N = 4 }, "tables of four"},
		{"pokemon", 16, func(s *tournament.Settings) { s.Cut.N, s.Divisions = 4, []string{"junior", "masters"} }, "Each division"},
		{"magic", 70, func(s *tournament.Settings) { s.Cut.N = 65 }, "at most 64"},
	} {
		s := settings(1, 2)
		s.Bracket = tournament.BracketDouble
		tc.change(&s)
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(&tournament.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, tc.ruleset)}, &tournament.OpenRegistration{})
		w.guests(tc.players)
		w.refused("olga", &tournament.Start{}, tournament.BadInput, tc.words)
	}
	s := settings(1, 0)
	s.Cut, s.Bracket = tournament.Cut{Kind: tournament.CutPoints, N: 3}, tournament.BracketDouble
	w := started(t, "magic", s, 140)
	w.round()
	w.score("2-0")
	w.refused("olga", &tournament.MakeCut{}, tournament.BadInput, "at most 64 players, not 70")
}

// guests enters players without accounts, in the divisions by turns.
func (w *table) guests(players int) {
	w.t.Helper()
	for i := range players {
		w.do(&tournament.Join{Name: "Guest " + string(rune('A'+i/26)) + string(rune('A'+i%26)), Division: division(w.snap.State.Settings, i), ByOrganiser: true})
	}
}

// TestReplayOfAnOlderBracket: a log of engine 2, in which the two players with
// byes met beside the first round, replays as it was played.
func TestReplayOfAnOlderBracket(t *testing.T) {
	data, err := os.ReadFile("testdata/engine2-bracket-of-five.json")
	if err != nil {
		t.Fatal(err)
	}
	log, err := tournament.ReadLog(1, data)
	if err != nil {
		t.Fatal(err)
	}
	s, got, err := tournament.Replay(1, log)
	if err != nil || got.Difference != "" || got.Skipped != 0 || got.Rounds != 3 {
		t.Fatalf("replay: %+v, %v", got, err)
	}
	if n := len(s.Rounds[0].Matches); n != 2 {
		t.Errorf("the first round of the old log has %d matches", n)
	}
}
