package standings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/ledger"
)

func TestExplainShowsTheNumbers(t *testing.T) {
	var ex struct {
		Players []string
		Rounds  [][]exMatch
	}
	readExample(t, "01", &ex)
	f := newField(ex.Players...)
	f.play(ex.Rounds, [3]int32{})
	table := f.compute(t, load(t, "magic"))
	got := table.Explain(f.index("C"), f.name)
	want := []string{
		"Points: 3 = round 1 3 (won against D), round 2 0 (lost against A), round 3 0 (lost against E).",
		"Opponents' match-win percentage: (1/3 of D + 1 of A + 7/9 of E) / 3 (at least 33/100 each) = 19/27 = 70.37%.",
		"Game-win percentage: 12 of 27 game points (at least 33/100 each): 4/9 = 44.44%.",
		"Opponents' game-win percentage: (3/7 of D + 6/7 of A + 2/3 of E) / 3 (at least 33/100 each) = 41/63 = 65.08%.",
		"B is ahead of C: 4 points to 3.",
		"C is ahead of D: opponents' match-win percentage, 70.37% (19/27) to 66.67% (2/3).",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestExplainNamesTheReason(t *testing.T) {
	// Circle of three: head to head says nothing, the last opponent decides, then
	// two who met are left.
	var ex struct {
		Cycle struct{ Rounds [][]exMatch }
	}
	readExample(t, "05", &ex)
	f := newField("A", "B", "C", "D")
	f.play(ex.Cycle.Rounds, [3]int32{1, 0, 0})
	text := strings.Join(f.compute(t, load(t, "pokemon-2009")).Explain(f.index("B"), f.name), "\n")
	for _, want := range []string{"D is ahead of B: standing of the last opponent.", "B is ahead of C: head to head."} {
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
			"A": "Entered late",
			"B": "level on everything, so the draw from the event's seed decides.",
			"D": "is ahead of D: the other is disqualified.",
			"s": "s is a stand-in and is not ranked.",
		},
		"meccg": {
			"B": "level on everything; nothing has decided the order yet.",
			"C": "is ahead of C: the other has dropped and has no place.",
		},
	} {
		table := g.compute(t, load(t, id))
		for player, want := range wants {
			text := strings.Join(table.Explain(g.index(player), g.name), "\n")
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", id, want, text)
			}
		}
	}
}
