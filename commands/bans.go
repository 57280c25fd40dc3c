package commands

import (
	"cmp"
	"context"

	"topcut/commands/allowance"
	"topcut/commands/banlist"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/door"
)

// banRoutes returns the routes about the ban list of the server.
func banRoutes() []Route {
	who := menu.Required(discord.CommandOption{Type: wire.OptionUser, Name: "who"})
	return []Route{
		{Path: "player ban", Role: Organiser, Scope: noEvent, Run: ban, Options: []discord.CommandOption{who, menu.Required(menu.Text("until", 60)), menu.Text("reason", door.MaxReason)}},
		panel(Route{Role: Organiser, Scope: noEvent, Update: true}, func(ctx context.Context, c *Call, p customid.BanList) (Reply, error) {
			return c.banList(ctx, p.Page, nil)
		}),
		panel(Route{Role: Organiser, Scope: noEvent, Update: true}, func(ctx context.Context, c *Call, p customid.BanEnd) (Reply, error) {
			return c.banList(ctx, p.Page, c.banEditor().End(ctx, c.GuildID, p.User, c.User.ID, c.ID))
		}),
		staffPanel(func(ctx context.Context, c *Call, p customid.BanDrop) (Reply, error) {
			return c.takeOut(ctx, p.Player)
		}),
	}
}

func (c *Call) banEditor() *banlist.Editor {
	a := c.App
	return &banlist.Editor{Servers: a.Servers, Index: a.Index, Events: a.Director, Now: a.Now, Log: a.Log, Send: a.Rest.Send, Words: a.Words, Locale: c.GuildLocale}
}

// banList shows the ban list unless what was to be done before failed.
func (c *Call) banList(ctx context.Context, page int, before error) (Reply, error) {
	list, err := c.App.Servers.Bans(ctx, c.GuildID)
	if err = cmp.Or(before, err); err != nil {
		return Reply{}, err
	}
	return c.turned(view.BanList(c.env(), list, page))
}

// ban enters a person into the ban list of the server, and shows in which events they
// still have a place.
func ban(ctx context.Context, c *Call) (Reply, error) {
	who, known := c.Users[c.text("who")]
	if !known || who.Bot {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	}
	if err := c.spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	b := door.Ban{User: c.text("who"), Name: shownName(who.Name), By: c.User.ID, Reason: c.text("reason")}
	entered, in, err := c.banEditor().Ban(ctx, c.GuildID, b, c.text("until"), c.ID)
	if err != nil || entered == nil {
		return Reply{}, err
	}
	return private(view.Banned(c.env(), entered, in)), nil
}
