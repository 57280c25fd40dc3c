package tournament_test

import (
	"fmt"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/growth"
)

// grown measures what f prepares for an event of each size.
func grown(b *testing.B, f func(n int) func() func()) {
	b.Helper()
	growth.Bench(b, growth.Players(), func(n int) (int, func() func()) { return n, f(n) })
}

// from measures a command, again and again on the same event.
func from(e *growth.Event, command command.Command) func() func() {
	before := *e
	return func() func() {
		*e = before
		e.Do(command)
		return nil
	}
}

func BenchmarkGrowthJoin(b *testing.B) {
	grown(b, func(n int) func() func() {
		return from(growth.Joined(b, n-1), &command.Join{Name: "Newcomer", ByOrganiser: true})
	})
}

// BenchmarkGrowthJoinMany adds a list of as many names as there are players.
func BenchmarkGrowthJoinMany(b *testing.B) {
	grown(b, func(n int) func() func() { return from(growth.Joined(b, n/2), guests(n/2)) })
}

// guests is a list of n names to add.
func guests(n int) (list command.All) {
	for i := range n {
		list = append(list, &command.Join{Name: fmt.Sprint("Newcomer ", i), ByOrganiser: true})
	}
	return list
}

func BenchmarkGrowthReport(b *testing.B) {
	grown(b, func(n int) func() func() {
		return from(growth.Begun(b, n), &command.Correct{Round: 1, Match: 1, Text: "2-1"})
	})
}

func BenchmarkGrowthPairRound2(b *testing.B) {
	grown(b, func(n int) func() func() { return from(growth.Played(b, n), &command.Pair{}) })
}

func BenchmarkGrowthFold(b *testing.B) {
	grown(b, func(n int) func() func() {
		e := growth.Played(b, n)
		return func() func() {
			if _, err := tournament.Fold(1, e.Snap.Log); err != nil {
				b.Fatal(err)
			}
			return nil
		}
	})
}
