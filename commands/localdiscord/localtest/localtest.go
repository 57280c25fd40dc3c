// Package localtest has what tests need that run in one process with a local
// Discord: a clock that they move, a network in memory, and what to wait
// for. No program imports it.
package localtest

import (
	"context"
	"slices"
	"strings"

	"topcut/commands/localdiscord"
)

// WhenConnected makes an action wait until the bot has a connected session, as
// long as the action's context allows.
func WhenConnected() localdiscord.Condition {
	return func(ctx context.Context, s *localdiscord.Server) error { return s.WaitConnected(ctx) }
}

// Containing matches messages that, as s renders them, contain each of the texts.
func Containing(s *localdiscord.Server, texts ...string) func(localdiscord.Message) bool {
	return func(m localdiscord.Message) bool {
		shown := s.Render(m)
		return !slices.ContainsFunc(texts, func(t string) bool { return !strings.Contains(shown, t) })
	}
}
