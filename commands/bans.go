package commands

import (
	"cmp"
	"context"

	"topcut/commands/allowance"
	"topcut/commands/banlist"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
)

// banRoutes returns the routes about the ban list of the server.
func banRoutes() []Route {
	who := menu.Required(discord.CommandOption{Type: wire.OptionUser, Name: "who"})
	return []Route{
		{Path: "player ban", Role: Organiser, Scope: router.NoEvent, Run: runs(ban), Options: []discord.CommandOption{who, menu.Required(menu.Text("until", 60)), menu.Text("reason", door.MaxReason)}},
		panel(Route{Role: Organiser, Scope: router.NoEvent, Update: true}, func(ctx context.Context, c *call, p customid.BanList) (Reply, error) {
			return c.banList(ctx, p.Page, nil)
		}),
		panel(Route{Role: Organiser, Scope: router.NoEvent, Update: true}, func(ctx context.Context, c *call, p customid.BanEnd) (Reply, error) {
			return c.banList(ctx, p.Page, c.banEditor().End(ctx, c.GuildID, p.User, c.User.ID, c.ID))
		}),
		staffPanel(func(ctx context.Context, c *call, p customid.BanDrop) (Reply, error) {
			if p.Member > 0 {
				reply, _, err := c.Do(ctx, &command.RemoveMember{Player: p.Player, Person: p.Member, ByOrganiser: true}, router.FixedAnswer("answer.done"))
				return reply, err
			}
			return c.takeOut(ctx, p.Player)
		}),
	}
}

func (c *call) banEditor() *banlist.Editor {
	a := c.App
	return &banlist.Editor{Servers: a.Servers, Index: a.Index, Events: a.Director, Now: a.Now, Log: a.Log, Send: a.Rest.Send, Words: a.Words, Locale: c.GuildLocale}
}

// banList shows the ban list unless what was to be done before failed.
func (c *call) banList(ctx context.Context, page int, before error) (Reply, error) {
	list, err := c.App.Servers.Bans(ctx, c.GuildID)
	if err = cmp.Or(before, err); err != nil {
		return Reply{}, err
	}
	return c.Turned(view.BanList(c.Env(), list, page))
}

// ban enters a person into the ban list of the server, and shows in which events they
// still have a place.
func ban(ctx context.Context, c *call) (Reply, error) {
	who, known := c.Users[c.Typed("who")]
	if !known || who.Bot {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	}
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	b := door.Ban{User: c.Typed("who"), Name: router.ShownName(who.Name), By: c.User.ID, Reason: c.Typed("reason")}
	entered, in, err := c.banEditor().Ban(ctx, c.GuildID, b, c.Typed("until"), c.ID)
	if err != nil || entered == nil {
		return Reply{}, err
	}
	return router.Private(view.Banned(c.Env(), entered, in)), nil
}
