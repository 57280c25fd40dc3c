package post_test

import (
	"testing"

	"topcut/commands/post"
	"topcut/tournament/command"
	"topcut/tournament/growth"
)

// BenchmarkGrowthPlan plans the posts of a result and of a round that is published.
func BenchmarkGrowthPlan(b *testing.B) {
	for name, step := range map[string]struct {
		made    func(testing.TB, int) *growth.Event
		command command.Command
	}{
		"result": {growth.Begun, &command.Correct{Round: 1, Match: 1, Text: "2-1"}},
		"join":   {func(tb testing.TB, n int) *growth.Event { return growth.Joined(tb, n-1) }, &command.Join{Name: "Newcomer", ByOrganiser: true}},
		"round": {func(tb testing.TB, n int) *growth.Event {
			e := growth.Played(tb, n)
			e.Do(&command.Pair{})
			return e
		}, &command.PublishAndStart{}},
	} {
		b.Run(name, func(b *testing.B) {
			growth.Bench(b, growth.Players(), func(n int) (int, func() func()) {
				e := step.made(b, n)
				before := e.Snap
				events := e.Do(step.command)
				return n, func() func() { post.Plan(before, e.Snap, events); return nil }
			})
		})
	}
}
