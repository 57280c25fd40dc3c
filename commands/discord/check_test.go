package discord_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

// TestWhatDiscordWouldRefuseDoesNotLeave: everything that has a body is checked before it
// is sent.
func TestWhatDiscordWouldRefuseDoesNotLeave(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s := newTestServer(t, localdiscord.Config{Listener: localtest.NewNetwork(true)}, echo)
		ctx, c, where, guild := s.ctx, s.client, s.channel.ID(), s.guild.ID()
		long := strings.Repeat("x", wire.MaxContent+1)
		message := discord.Message{Content: long}
		now := time.Now()
		event := discord.Scheduled{Name: long, Place: "here", Start: now.Add(time.Hour), End: now.Add(2 * time.Hour)}
		r := c.Responder(&discord.Interaction{ID: "1", AppID: "2", Token: "t", Received: now})
		for what, send := range map[string]func() error{
			"a message":     func() error { _, err := c.Send(ctx, where, message); return err },
			"an edit":       func() error { return c.Edit(ctx, where, "3", message) },
			"a thread":      func() error { _, err := c.StartThread(ctx, where, discord.ThreadSpec{}); return err },
			"a new name":    func() error { return c.EditThread(ctx, "3", discord.ThreadChange{Name: &long}) },
			"an event":      func() error { _, err := c.Schedule(ctx, guild, event); return err },
			"its change":    func() error { return c.Reschedule(ctx, guild, event, now) },
			"a command":     func() error { _, err := c.BulkOverwrite(ctx, guild, []discord.Command{{Name: "A B"}}); return err },
			"an answer":     func() error { return r.Reply(ctx, message) },
			"its edit":      func() error { return r.EditReply(ctx, message) },
			"an update":     func() error { return r.Update(ctx, message) },
			"a second one":  func() error { _, err := r.FollowUp(ctx, message); return err },
			"a form":        func() error { return r.Modal(ctx, discord.Modal{CustomID: "m", Title: long}) },
			"a suggestion":  func() error { return r.Choices(ctx, []discord.Choice{{Name: long, Value: "a"}}) },
			"a blank value": func() error { return r.Choices(ctx, []discord.Choice{{Name: "a", Value: ""}}) },
		} {
			var invalid *discord.InvalidError
			if err := send(); !errors.As(err, &invalid) {
				t.Errorf("%s is not refused here: %v", what, err)
			}
		}
		if n := s.srv.Stats().Requests; n != 0 {
			t.Errorf("%d requests have left", n)
		}
	})
}
