package bracket_test

import (
	"fmt"

	"topcut/tournament/bracket"
)

// A bracket is built once; who plays where follows from the results.
func Example() {
	b, err := bracket.New(bracket.Config{Size: 4, Third: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := b.Resolve(bracket.Results{1: {1, 4}, 2: {3, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range state.Ready {
		m, _ := b.Match(id)
		fmt.Println(m.Part, state.Matches[id-1].Players)
	}
	// Output:
	// third [4 2]
	// final [1 3]
}
