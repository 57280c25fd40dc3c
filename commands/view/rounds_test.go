package view_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/golden"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// TestRoundsAreNamedAsPlayersSay plays every kind of elimination and compares the names
// of its rounds and of the other matches in them with testdata/rounds.txt: "Final" means
// first place, and a match for fifth place is called that.
func TestRoundsAreNamedAsPlayersSay(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		ruleset, chain string
		players        int
		sizes          []int // for the divisions Junior, Senior and Masters
		won, lost      string
	}{
		{"magic", "single", 8, nil, "2-0", "0-2"},
		{"magic", "single third", 11, nil, "2-0", "0-2"},
		{"magic", "single", 40, nil, "2-0", "0-2"},
		{"magic", "swiss 2 > single 2", 8, nil, "2-0", "0-2"},
		{"magic", "swiss 2 > single 4 third", 8, nil, "2-0", "0-2"},
		{"magic", "swiss 2 > reseed 8", 12, nil, "2-0", "0-2"},
		{"magic", "swiss 2 > placement 8", 9, nil, "2-0", "0-2"},
		{"magic", "placement", 6, nil, "2-0", "0-2"},
		{"magic", "placement", 16, nil, "2-0", "0-2"},
		{"magic", "double", 4, nil, "2-0", "0-2"},
		{"magic", "swiss 2 > double 6", 9, nil, "2-0", "0-2"},
		{"magic", "double", 8, nil, "2-0", "0-2"},
		{"magic", "double", 16, nil, "2-0", "0-2"},
		{"commander-pods", "pods 2 > tables 4", 8, nil, "win", "win"},
		{"commander-pods", "pods 2 > tables 10", 16, nil, "win", "win"},
		{"commander-pods", "pods 2 > tables 16", 20, nil, "win", "win"},
		{"pokemon", "swiss 3 > single 8", 32, []int{8, 8, 16}, "2-0", "0-2"},
	} {
		set := tournament.DefaultSettings("Open")
		set.Stages = stage.MustParse(c.chain)
		if c.sizes != nil {
			set.Stages = stage.MustParse("swiss 3 > single auto")
			set.Divisions = []string{"Junior", "Senior", "Masters"}
		}
		s := &story{e: create(t, c.ruleset, set)}
		s.begin(c.players, func(i int) string {
			at := 0
			for ; len(c.sizes) > 0 && i > c.sizes[at]; at++ {
				i -= c.sizes[at]
			}
			return append(set.Divisions, "")[at]
		})
		first := true // the first of the finals of a double elimination
		fmt.Fprintf(&b, "==== %s, %d players: %s %v\n", c.ruleset, c.players, set.Stages, c.sizes)
		for range 30 {
			st := s.e.snap.State
			if st.Elimination() == nil && st.RoundsOver() {
				s.e.must(&command.MakeCut{})
				trees, err := s.e.snap.State.Brackets()
				if err != nil {
					t.Fatal(err)
				}
				for _, tree := range trees {
					for _, r := range tree.Tree.Rounds() {
						fmt.Fprintf(&b, "tree  %s\n", text.Printer{}.Notice(tree.Tree.RoundTitle(r.Number)))
					}
				}
			}
			if s.e.do(organiser(), &command.Pair{}) != nil {
				break
			}
			s.e.must(&command.Publish{})
			s.e.must(&command.StartRound{})
			r := s.e.snap.State.Current()
			if r.Stage != ledger.Swiss {
				for line := range strings.Lines(draw(view.Pairings(s.env(), r.Number, 0))) {
					if !strings.HasPrefix(line, "-#") {
						b.WriteString(line)
					}
				}
			}
			for _, m := range s.e.snap.State.Blocking(r.Number) {
				result := c.won
				if r.Matches[m-1].Part == ledger.Final && first {
					result, first = c.lost, false // for the player of the lower bracket
				}
				s.e.must(&command.Correct{Round: r.Number, Match: m, Text: result})
			}
		}
		s.e.must(&command.Finish{})
		b.WriteString("places " + strings.ReplaceAll(draw(view.FinalPlaces(s.env(), 0)), "\n", " / ") + "\n")
	}
	golden.File(t, "testdata/rounds.txt", b.String())
}
