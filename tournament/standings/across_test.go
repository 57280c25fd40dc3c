package standings_test

import (
	"slices"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Players of groups of different sizes are compared by points per match: 4 of three matches are
// more than 5 of four.
func TestAcrossGroupsGoesByPointsPerMatch(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	const few, many = 0, 1 // of matches
	l := &ledger.Ledger{Players: make(numbered.List[ledger.Player], 9)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	for r, matches := range [][][4]int32{ // two players and the games that they won
		{{few, 2, 2, 0}, {many, 3, 2, 0}}, {{few, 4, 1, 1}, {many, 5, 1, 1}}, {{few, 6, 0, 2}, {many, 7, 1, 1}}, {{many, 8, 0, 2}},
	} {
		round := ledger.Round{Number: int16(r + 1), Stage: ledger.RoundRobin}
		for i, m := range matches {
			round.Matches = append(round.Matches, ledger.Match{
				Table: int16(i + 1), N: 2, Seats: [4]int32{m[0], m[1], ledger.None, ledger.None}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{m[2], m[3]}},
			})
		}
		l.Rounds = append(l.Rounds, round)
	}
	table, err := standings.Compute(l, rs, standings.Options{After: 4})
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Row(few).Points.String() + " " + table.Row(many).Points.String(); got != "4 5" {
		t.Fatalf("they have %s points", got)
	}
	players := []int32{many, few}
	if table.AcrossGroups(players); !slices.Equal(players, []int32{few, many}) {
		t.Errorf("in order: %v", players)
	}
}
