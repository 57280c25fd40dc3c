package fraction_test

import (
	"fmt"

	"topcut/tournament/fraction"
)

// Points and percentages are fractions: a third stays a third, and only its text
// is rounded.
func Example() {
	omw := fraction.Mean([]fraction.Fraction{fraction.New(1, 3), fraction.Int(1), fraction.New(7, 9)}, fraction.Fraction{})
	fmt.Println(omw, omw.Percent())
	half, err := fraction.Parse("1/2")
	fmt.Println(half.Add(fraction.Int(3)).Plain(0), err)
	// Output:
	// 19/27 70.37%
	// 3.5 <nil>
}
