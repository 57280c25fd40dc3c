package commands

import (
	"cmp"
	"context"
	"strconv"

	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/refusal"
	"topcut/commands/wording"
	"topcut/tournament/stores"
)

// Sweep deletes the posts in forums that an earlier process began for events that it did not
// make.
func Sweep(ctx context.Context, a *App, e discord.GuildAvailable) {
	if err := a.Posts.Sweep(ctx, a.Index, e); err != nil {
		a.Log.Warn("posts in forums without an event could not be looked for", "server", e.ID, "error", err)
	}
}

// Greet says hello in a server to which the bot was invited, once for each invitation, unless
// its organiser role is set up: it says what to do first. That it does is stored before, so that a bot that is killed in
// between says nothing rather than the same again.
func Greet(ctx context.Context, a *App, e discord.GuildAvailable) {
	if len(e.Writes) == 0 {
		return // invited long ago, or it may write nowhere
	}
	first := false
	server, err := a.Servers.ChangeServer(ctx, e.ID, func(s *stores.Server) {
		anew := s.Invited != 0 && e.Joined.UnixMilli() > s.Invited
		first = (!s.Greeted || anew) && s.OrganiserRole == "" // with a role it is known here
		s.Greeted, s.Invited = true, e.Joined.UnixMilli()
	})
	if err != nil {
		a.Log.Warn("it cannot be stored that the bot says hello", "server", e.ID, "error", err)
	}
	if err != nil || !first {
		return
	}
	ids := a.CommandIDs()
	hello := layout.Text(a.Words.In(cmp.Or(server.Language, offeredLanguage(e.Locale))).Say("hello.first", "setup", wording.Command(ids, "setup")))
	hello.Nonce = "hello" + strconv.FormatInt(e.Joined.UnixMilli(), 36) // another one is said anew
	if _, err := a.Rest.Send(ctx, e.Writes[0], hello); err != nil {
		a.Log.Warn("the bot could not say hello in a server", "server", e.ID, "error", err)
		if refusal.Of(err) == refusal.Unheard {
			return // it may stand there
		}
		if _, err := a.Servers.ChangeServer(context.WithoutCancel(ctx), e.ID, func(s *stores.Server) { s.Greeted = false }); err != nil {
			a.Log.Warn("the next start does not say hello in a server", "server", e.ID, "error", err)
		}
	}
}

// Leave notes that the bot was removed from a server in which an earlier version said hello
// and did not store for which invitation: for the next one it says hello anew.
func Leave(ctx context.Context, a *App, guild string) {
	const before = 1 // earlier than any invitation
	if _, err := a.Servers.ChangeServer(ctx, guild, func(s *stores.Server) {
		if s.Greeted && s.Invited == 0 {
			s.Invited = before
		}
	}); err != nil {
		a.Log.Warn("it cannot be stored that the bot was removed from a server", "server", guild, "error", err)
		return
	}
	a.Log.Debug("the bot was removed from a server", "server", guild)
}
