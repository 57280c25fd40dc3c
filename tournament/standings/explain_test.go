package standings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// explained returns an explanation as codes and arguments.
func explained(table *standings.Table, player int32) (out []string) {
	for _, n := range table.Explain(player) {
		out = append(out, n.String())
	}
	return out
}

func TestExplainShowsTheNumbers(t *testing.T) {
	var ex struct {
		Players []string
		Rounds  [][]exMatch
	}
	readExample(t, "01", &ex)
	f := newField(ex.Players...)
	f.play(ex.Rounds, [3]int32{})
	table := f.compute(t, load(t, "magic"))
	got := explained(table, f.index("C"))
	want := []string{
		"tiebreak.points points=3 terms=[tiebreak.in_round round=1 points=3 how=tiebreak.how.played_won who=[#4] tiebreak.in_round round=2 points=0 how=tiebreak.how.played_lost who=[#1] tiebreak.in_round round=3 points=0 how=tiebreak.how.played_lost who=[#5]]",
		"tiebreak.limited said=tiebreak.mean title=tiebreaker.omw terms=[tiebreak.from share=1/3 player=#4 tiebreak.from share=1 player=#1 tiebreak.from share=7/9 player=#5] value=19/27 = 70.37% limits=[tiebreak.floor share=33/100]",
		"tiebreak.limited said=tiebreak.of_games title=tiebreaker.gwp part=12 whole=27 value=4/9 = 44.44% limits=[tiebreak.floor share=33/100]",
		"tiebreak.limited said=tiebreak.mean title=tiebreaker.ogw terms=[tiebreak.from share=3/7 player=#4 tiebreak.from share=6/7 player=#1 tiebreak.from share=2/3 player=#5] value=41/63 = 65.08% limits=[tiebreak.floor share=33/100]",
		"tiebreak.ahead above=#2 below=#3 why=tiebreak.by.points above=4 below=3",
		"tiebreak.ahead above=#3 below=#4 why=tiebreak.by.value title=tiebreaker.omw above=70.37% (19/27) below=66.67% (2/3)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestExplainNamesTheReason(t *testing.T) {
	// Circle of three: head to head does not separate, the last opponent decides, then
	// two who met are left.
	var ex struct {
		Cycle struct{ Rounds [][]exMatch }
	}
	readExample(t, "05", &ex)
	f := newField("A", "B", "C", "D")
	f.play(ex.Cycle.Rounds, [3]int32{1, 0, 0})
	text := strings.Join(explained(f.compute(t, load(t, "pokemon-2009")), f.index("B")), "\n")
	for _, want := range []string{"above=#4 below=#2 why=tiebreak.by.rule title=tiebreaker.last_opponent_place", "above=#2 below=#3 why=tiebreak.by.rule title=tiebreaker.head_to_head_pair"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	// Level on everything, dropped, disqualified, late, absent, stand-in.
	g := newField("A", "B", "C", "D", "s")
	g.l.Players[0].LateRounds = 1
	g.l.Players[2].DroppedAfter = 0
	g.l.Players[3].Disqualified = true
	g.l.Players[4].StandIn = true
	g.match(1, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "A")
	for id, wants := range map[string]map[string]string{
		"pokemon": {
			"A": "tiebreak.late",
			"B": "why=tiebreak.by.draw",
			"D": "below=#4 why=tiebreak.by.disqualified",
			"s": "tiebreak.unranked player=#5",
		},
		"meccg": {
			"B": "why=tiebreak.by.nothing",
			"C": "below=#3 why=tiebreak.by.dropped",
		},
	} {
		table := g.compute(t, load(t, id))
		for player, want := range wants {
			text := strings.Join(explained(table, g.index(player)), "\n")
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", id, want, text)
			}
		}
	}
}
