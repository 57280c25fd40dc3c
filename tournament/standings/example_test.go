package standings_test

import (
	"fmt"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Standings are computed from what was played and a ruleset.
func ExampleCompute() {
	rs, err := rules.Load("magic")
	if err != nil {
		fmt.Println(err)
		return
	}
	names := []string{"Ada", "Bob", "Cy"}
	l := &ledger.Ledger{Rounds: []ledger.Round{{Number: 1, Matches: []ledger.Match{
		{N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{2, 1}}},
		{N: 1, Kind: ledger.Bye, Seats: [4]int32{2, ledger.None, ledger.None, ledger.None}},
	}}}}
	for range names {
		l.Players = append(l.Players, ledger.Player{DroppedAfter: ledger.Active})
	}
	table, err := standings.Compute(l, rs, standings.Options{After: standings.All})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range table.Rows {
		gwp, _ := table.Value(&row, "gwp")
		fmt.Println(row.Rank, names[row.Player], row.Points, gwp.Percent())
	}
	// Output:
	// 1 Cy 3 100.00%
	// 2 Ada 3 66.67%
	// 3 Bob 0 33.33%
}
