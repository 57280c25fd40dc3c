package tournament_test

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/growth"
)

// grown measures what f prepares for an event of each size.
func grown(b *testing.B, f func(n int) func() func()) {
	b.Helper()
	growth.Bench(b, growth.Players(), func(n int) (int, func() func()) { return n, f(n) })
}

// from measures a command, again and again on the same event.
func from(e *growth.Event, command tournament.Command) func() func() {
	before := *e
	return func() func() {
		*e = before
		e.Do(command)
		return nil
	}
}

func BenchmarkGrowthJoin(b *testing.B) {
	grown(b, func(n int) func() func() {
		return from(growth.Joined(b, n-1), &tournament.Join{Name: "Newcomer", ByOrganiser: true})
	})
}

func BenchmarkGrowthReport(b *testing.B) {
	grown(b, func(n int) func() func() {
		return from(growth.Begun(b, n), &tournament.Correct{Round: 1, Match: 1, Text: "2-1"})
	})
}

func BenchmarkGrowthPairRound2(b *testing.B) {
	grown(b, func(n int) func() func() { return from(growth.Played(b, n), &tournament.Pair{}) })
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
