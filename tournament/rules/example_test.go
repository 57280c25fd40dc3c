package rules_test

import (
	"fmt"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// A ruleset is data. An option is laid over it, read results are in seat order,
// and what an event stores gives the same ruleset back.
func Example() {
	magic, err := rules.Load("magic")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, result, _ := magic.ParseResult(ledger.Swiss, 1, 2, "2-1") // said by the second seat
	fmt.Println(result.V[:3])
	single, _ := magic.With(map[string]string{"match": "best-of-one"})
	frozen, _ := single.Freeze()
	thawed, _ := rules.Thaw(frozen)
	back, _ := thawed.With(nil)
	fmt.Println(thawed.Match.Games, back.Match.Games)
	// Output:
	// [1 2 0]
	// 1 3
}
