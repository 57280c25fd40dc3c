package tournament_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestADoubleCutOfTooFewIsASingleOneAndSaysSo: the tree is then a single one exactly where
// FewForDouble names how many it needs, under every ruleset and tree.
func TestADoubleCutOfTooFewIsASingleOneAndSaysSo(t *testing.T) {
	said := 0
	for _, id := range rules.IDs() {
		rs := load(t, id)
		if rs.Seats.Max != 2 {
			continue
		}
		for _, tree := range []stage.Kind{stage.Bracket, stage.Single, stage.Double} {
			for size := 2; size <= 5; size++ {
				s := &tournament.State{Rules: rs, Settings: settings(3, size)}
				s.Settings.Stages = s.Settings.Stages.WithTree(tree)
				double := tree == stage.Double || tree == stage.Bracket && rs.Bracket.Type == "double"
				is, least := s.TreeFor(tree, size, 1), s.FewForDouble(size)
				if few := double && is == stage.Single; few != (least > size) || !few && least != 0 {
					t.Errorf("%s, %s of %d is %s, and %d are said to be needed", id, tree, size, is, least)
				}
				if least > 0 {
					said++
				}
			}
		}
	}
	if said < 5 {
		t.Errorf("said %d times", said)
	}
}

// TestCutsOfAnySize: a cut need not be a power of two, under any ruleset that does not
// forbid it and on any tree. In the first round of a single elimination the best seeds
// wait, as many as are missing to a full bracket; the event ends with a place for every
// player.
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
		tree := rapid.SampledFrom([]stage.Kind{stage.Bracket, stage.Single, stage.Reseed, stage.Placement, stage.Double}).Draw(t, "bracket")
		s.Stages = s.Stages.WithTree(tree)
		if third := rapid.Bool().Draw(t, "third place"); tree != stage.Double {
			s.Stages = s.Stages.WithThird(third)
		}
		snap := evening(t, load(t, id), s, histories.Options{Players: 14}, rapid.Uint64().Draw(t, "seed"), nil)
		end := snap.State
		if end.Phase != tournament.Finished || len(end.Elimination().Players) != size {
			t.Fatalf("the event ended %s with a cut of %d", end.Phase, len(end.Elimination().Players))
		}
		waiting := bracket.FullSize(size) - size
		for i, n := range end.Elimination().Players {
			if plays := end.MatchOf(end.Elimination().FirstRound, n) > 0; plays != (i >= waiting) {
				t.Fatalf("seed %d of %d plays in the first round: %t", i+1, size, plays)
			}
		}
		placesArePermutation(t, end)
		folds(t, snap)
	})
}

// TestAsymmetricBracketOfTen: 8 meets 9 and 7 meets 10, the first six wait
// (docs/rules/choices.md); on a double elimination just the same.
func TestAsymmetricBracketOfTen(t *testing.T) {
	for _, tree := range []stage.Kind{stage.Bracket, stage.Double} {
		s := settings(2, 10)
		s.Stages = s.Stages.WithTree(tree)
		w := started(t, "magic", s, 12)
		for range 2 {
			w.round()
			w.score("2-0")
		}
		w.do(&command.MakeCut{})
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
			pair = append(pair, slices.Index(w.snap.State.Elimination().Players, int(p)+1)+1)
		}
		slices.Sort(pair)
		out = append(out, pair)
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// TestNetrunnerSingleEliminationCut: the variant of docs/rules/choices.md. Of the Top 3
// the second meets the third and the winner of that the first, whose loser is
// second (game list of the official software); larger cuts are seeded again
// after every round, and the usual cut is a double elimination.
func TestNetrunnerSingleEliminationCut(t *testing.T) {
	cut := func(size int, tree stage.Kind) *table {
		s := settings(2, size)
		s.Stages = s.Stages.WithTree(tree)
		w := started(t, "netrunner", s, 10)
		for range 2 {
			w.round()
			w.score("6-0")
		}
		w.do(&command.MakeCut{})
		return w
	}
	// upset lets the worse seed of every match win.
	upset := func(w *table) {
		r := len(w.snap.State.Rounds)
		for _, m := range w.snap.State.Blocking(r) {
			text := "0-3" // from the side of the first-named, who is not always the better seed
			if seed := func(seat int) int { return slices.Index(w.snap.State.Elimination().Players, w.player(r, m, seat)) }; seed(0) > seed(1) {
				text = "3-0"
			}
			w.do(&command.Correct{Round: r, Match: m, Text: text})
		}
	}
	for _, tree := range []stage.Kind{stage.Bracket, stage.Reseed} {
		w := cut(3, tree)
		for r, want := range [][]int{{2, 3}, {1, 3}} {
			w.round()
			if got := w.seeds(r + 3); len(got) != 1 || !slices.Equal(got[0], want) {
				t.Errorf("%q, round %d of the Top 3 is %v, want %v", tree, r+1, got, want)
			}
			upset(w)
		}
		w.do(&command.Finish{})
		s := w.snap.State
		for i, place := range []int{2, 3, 1} {
			if got := s.Places[s.Elimination().Players[i]-1]; got != place {
				t.Errorf("%q: seed %d has place %d, want %d", tree, i+1, got, place)
			}
		}
	}
	// A double elimination that was chosen is one of three too: two losses and out.
	w := cut(3, stage.Double)
	lost := map[int]int{}
	for range 5 {
		w.round()
		r := len(w.snap.State.Rounds)
		upset(w)
		for _, m := range w.snap.State.Ledger.Rounds[r-1].Matches {
			lost[int(m.Seats[1-w.snap.State.Rules.Winner(&m)])]++
		}
		if err := w.as("organiser", &command.Finish{}); err == nil {
			break
		}
	}
	for _, n := range w.snap.State.Elimination().Players {
		if won := w.snap.State.Places[n-1] == 1; lost[n-1] != 2 && !won || lost[n-1] > 1 && won {
			t.Errorf("player %d has lost %d times: place %d", n, lost[n-1], w.snap.State.Places[n-1])
		}
	}
	w = cut(8, stage.Reseed)
	w.round()
	upset(w) // 8, 7, 6 and 5 go on
	w.round()
	if got := w.seeds(4); !slices.EqualFunc(got, [][]int{{5, 8}, {6, 7}}, slices.Equal) || w.snap.State.Elimination().Kind == stage.Double {
		t.Errorf("the semi-finals are %v", got)
	}
	if cut(8, stage.Bracket).snap.State.Elimination().Kind != stage.Double {
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
		{"pokemon", 16, func(s *tournament.Settings) {
			s.Stages, s.Divisions = s.Stages.WithCut(stage.TopN(4)), []string{"junior", "masters"}
		}, "cut.double_divisions"},
		{"magic", 70, func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.TopN(65)) }, "cut.double most=64"},
	} {
		s := settings(1, 2)
		s.Stages = s.Stages.WithTree(stage.Double)
		tc.change(&s)
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, tc.ruleset)}, &command.OpenRegistration{})
		w.guests(tc.players)
		w.refused("organiser", &command.Start{}, tournament.BadInput, tc.words)
	}
	s := settings(1, 0)
	s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Points, N: 3}).WithTree(stage.Double)
	w := started(t, "magic", s, 140)
	w.round()
	w.score("2-0")
	w.refused("organiser", &command.MakeCut{}, tournament.BadInput, "cut.double most=64 size=70")
}

// guests enters players without accounts, in the divisions by turns.
func (w *table) guests(players int) {
	w.t.Helper()
	for i := range players {
		w.do(&command.Join{Name: "Guest " + string(rune('A'+i/26)) + string(rune('A'+i%26)), Division: division(w.snap.State.Settings, i), ByOrganiser: true})
	}
}
