package commands

import (
	"context"

	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/commands/wording"
)

// Greet says hello in a server to which the bot was invited, once: it says what to do first.
// If the bot is killed in between, Discord knows the second message by its nonce.
func (a *App) Greet(ctx context.Context, e discord.GuildAvailable) {
	if len(e.Writes) == 0 {
		return // invited long ago, or it may write nowhere
	}
	server, err := a.Servers.Server(ctx, e.ID)
	if err != nil || server.Greeted || server.OrganiserRole != "" {
		return // the next start tries again, or it is known here
	}
	ids := a.CommandIDs()
	hello := view.Text(a.Words.In(offeredLanguage(e.Locale)).Say("hello.first", "setup", wording.Command(ids, "setup")))
	hello.Nonce = "hello" + e.ID
	if _, err := a.Rest.Send(ctx, e.Writes[0], hello); err != nil {
		a.Log.Warn("the bot could not say hello in a server", "server", e.ID, "error", err)
		return
	}
	server, err = a.Servers.Server(ctx, e.ID)
	if err == nil {
		server.Greeted = true
		err = a.Servers.PutServer(ctx, server)
	}
	if err != nil {
		a.Log.Warn("it is not stored that the bot has said hello", "server", e.ID, "error", err)
	}
}
