package command_test

import (
	"fmt"
	"testing"

	"topcut/tournament/command"
	"topcut/tournament/growth"
)

func TestMain(m *testing.M) { growth.Main(m) }

// TestAListOfNamesCostsNoMoreThanItGrows: a list of twice as many names, added to twice
// as many players, allocates no more than twice as much and runs no more than twice as
// much code.
func TestAListOfNamesCostsNoMoreThanItGrows(t *testing.T) {
	of := func(n int) growth.Work {
		e := growth.Joined(t, n)
		before := *e
		var list command.All
		for i := range n {
			list = append(list, &command.Join{Name: fmt.Sprint("Newcomer ", i), ByOrganiser: true})
		}
		return growth.Of(t, func() {
			*e = before
			e.Do(list)
		})
	}
	growth.Hold(t, "a list of names", 2, of(256), of(512))
}
