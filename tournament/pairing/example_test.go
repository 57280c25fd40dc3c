package pairing_test

import (
	"fmt"

	"topcut/tournament/pairing"
)

// The best pairing of a round: no two players meet again while that can be avoided, and
// then the smallest differences in points. It is proved, not only found.
func ExampleSwiss() {
	in := pairing.Input{
		Round: 3,
		Policy: pairing.Policy{
			Hard: []pairing.Term{pairing.Rematches},
			Cost: []pairing.Term{pairing.PointGap},
		},
		Players: []pairing.Player{
			{ID: 1, Rank: 1, Score: 6, Opponents: []int32{2, 3}},
			{ID: 2, Rank: 2, Score: 3, Opponents: []int32{1, 4}},
			{ID: 3, Rank: 3, Score: 3, Opponents: []int32{4, 1}},
			{ID: 4, Rank: 4, Score: 0, Opponents: []int32{3, 2}},
		},
	}
	result, err := pairing.Swiss(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range result.Tables {
		fmt.Println("table", t.Number, t.A, t.B)
	}
	fmt.Println("proved:", result.ProvedOptimal, "compromises:", len(result.Warnings))
	// Output:
	// table 1 1 4
	// table 2 2 3
	// proved: true compromises: 0
}
