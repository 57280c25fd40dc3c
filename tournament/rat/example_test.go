package rat_test

import (
	"fmt"

	"topcut/tournament/rat"
)

// Points and percentages are fractions: a third stays a third, and only its text
// is rounded.
func Example() {
	omw := rat.Mean([]rat.Rat{rat.New(1, 3), rat.Int(1), rat.New(7, 9)}, rat.Rat{})
	fmt.Println(omw, omw.Percent())
	half, err := rat.Parse("1/2")
	fmt.Println(half.Add(rat.Int(3)).Plain(0), err)
	// Output:
	// 19/27 70.37%
	// 3.5 <nil>
}
