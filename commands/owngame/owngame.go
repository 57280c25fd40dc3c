// Package owngame has the games of a server that its organisers describe themselves: the
// panel of them, the form of a game and its draft, a match against oneself to try it, and its
// file. What such a game can say is the business of package customgame.
package owngame

import (
	"cmp"
	"context"
	"strings"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/tournament"
	"topcut/tournament/customgame"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
	"topcut/tournament/stores"
	"topcut/tournament/textfile"
)

// call is a call about the games of its server.
type call struct{ *router.Call }

// Routes returns the command, buttons and forms about the games of a server.
func Routes() []router.Route {
	organiser := router.Route{Role: router.Organiser, Scope: router.NoEvent}
	turning, opening, command := organiser, organiser, organiser
	turning.Update, opening.Opens = true, true
	command.Path = "tournament game"
	command.Options = []discord.CommandOption{menu.Suggested(menu.Text("game", 64)), menu.File("file")}
	command.Complete = map[string]router.Completer{"game": complete}
	command.Run = func(ctx context.Context, c *router.Call) (router.Reply, error) { return start(ctx, call{c}) }
	return []router.Route{
		command,
		panel(turning, func(ctx context.Context, c call, p customid.Games) (router.Reply, error) { return c.list(ctx, p.Page) }),
		panel(turning, func(ctx context.Context, c call, _ customid.GameOf) (router.Reply, error) {
			id, err := c.chosen()
			if err != nil {
				return router.Reply{}, err
			}
			return c.show(ctx, id, "")
		}),
		panel(turning, func(ctx context.Context, c call, p customid.Game) (router.Reply, error) { return c.show(ctx, p.ID, "") }),
		panel(turning, shelve), panel(organiser, export), panel(turning, version),
		panel(opening, openForm), panel(turning, readForm),
		panel(turning, showDraft), panel(turning, save), panel(turning, drop),
		panel(opening, try), panel(turning, tryTyped),
	}
}

// panel makes a route handle the buttons, menus and forms whose custom id is a P.
func panel[P customid.Panel](r router.Route, run func(context.Context, call, P) (router.Reply, error)) router.Route {
	return router.Panel(r, func(ctx context.Context, c *router.Call, p P) (router.Reply, error) { return run(ctx, call{c}, p) })
}

// start handles the command: it lists the games, shows one, or reads the file of one.
func start(ctx context.Context, c call) (router.Reply, error) {
	if file, ok := c.Attachment("file"); ok {
		return c.read(ctx, file)
	}
	typed := strings.TrimSpace(c.Typed("game"))
	if typed == "" {
		return c.list(ctx, 0)
	}
	all, err := c.games(ctx)
	if err != nil {
		return router.Reply{}, err
	}
	for i := range all {
		if all[i].ID == typed || names.Key(all[i].Name) == names.Key(typed) {
			return c.show(ctx, all[i].ID, "")
		}
	}
	return router.Reply{}, tournament.Refuse(tournament.NotFound, "games.unknown", "name", notice.Text(discord.Cut(typed, customgame.MaxName)))
}

// complete suggests the games of the server.
func complete(ctx context.Context, rc *router.Call, typed string) ([]discord.Choice, error) {
	all, err := call{rc}.games(ctx)
	if err != nil {
		return nil, err
	}
	var shown []string
	for i := range all {
		shown = append(shown, all[i].Name)
	}
	return suggested(shown, typed, func(i int) any { return all[i].ID }), nil
}

// games returns the newest version of each game, those in the menus first.
func (c call) games(ctx context.Context) ([]stores.Game, error) {
	all, err := c.App.Rulesets.Games.Games(ctx, c.GuildID)
	sorted.Stable(all, func(a, b stores.Game) int {
		switch {
		case a.Removed == b.Removed:
			return cmp.Compare(names.Key(a.Name), names.Key(b.Name))
		case b.Removed:
			return -1
		}
		return 1
	})
	return all, err
}

// newest returns the newest version of a game, with its file.
func (c call) newest(ctx context.Context, id string) (stores.Game, error) {
	all, err := c.games(ctx)
	if err != nil {
		return stores.Game{}, err
	}
	for i := range all {
		if all[i].ID == id {
			return c.filed(ctx, all[i])
		}
	}
	return stores.Game{}, tournament.Refuse(tournament.NotFound, "games.gone")
}

// filed returns a version of a game with its file.
func (c call) filed(ctx context.Context, g stores.Game) (stores.Game, error) {
	var err error
	g.TOML, err = c.App.Rulesets.Games.GameFile(ctx, c.GuildID, g.ID, g.Version)
	return g, err
}

// chosen returns the one choice of a menu.
func (c call) chosen() (string, error) {
	if len(c.Values) != 1 {
		return "", router.ErrOldPanel
	}
	return c.Values[0], nil
}

// list shows a page of the games.
func (c call) list(ctx context.Context, page int) (router.Reply, error) {
	all, err := c.games(ctx)
	if err != nil {
		return router.Reply{}, err
	}
	return c.Turned(listPanel(c.Env(), all, page))
}

// show shows a game, below what has just become of it.
func (c call) show(ctx context.Context, id string, done notice.Code) (router.Reply, error) {
	versions, err := c.App.Rulesets.Games.GameVersions(ctx, c.GuildID, id)
	if err != nil {
		return router.Reply{}, err
	}
	stored, err := c.newest(ctx, id)
	if err != nil {
		return router.Reply{}, err
	}
	g, _, err := customgame.Parse(c.App.Rulesets.Rulesets, stored.TOML)
	if err != nil {
		return router.Reply{}, tournament.RefuseAs(tournament.Unavailable, err)
	}
	return c.Turned(gamePanel(c.Env(), &shown{Game: g, stored: stored, versions: versions, done: done}))
}

// shelve takes a game out of the menus, or puts it back.
func shelve(ctx context.Context, c call, p customid.GameShelf) (router.Reply, error) {
	if _, err := c.newest(ctx, p.ID); err != nil {
		return router.Reply{}, err
	}
	if err := c.Spend(allowance.Organise); err != nil {
		return router.Reply{}, err
	}
	if _, err := c.App.Rulesets.Games.RemoveGame(ctx, c.GuildID, p.ID, !p.Back); err != nil {
		return router.Reply{}, err
	}
	if p.Back {
		return c.show(ctx, p.ID, "games.is_back")
	}
	return c.show(ctx, p.ID, "games.is_removed")
}

// export answers with the file of a game.
func export(ctx context.Context, c call, p customid.GameFile) (router.Reply, error) {
	g, err := c.newest(ctx, p.ID)
	if err != nil {
		return router.Reply{}, err
	}
	f := discord.File{Name: g.ID + ".toml", ContentType: "application/toml", Description: c.Say("games.file"), Data: g.TOML}
	m := layout.Text(c.Say("games.exported", "game", notice.Text(g.Name), "version", g.Version))
	m.Files = []discord.File{f}
	m.Components = append(m.Components, discord.FileRef{URL: "attachment://" + f.Name})
	return router.Private(m), nil
}

// read shows what the file of a game says, as a draft.
func (c call) read(ctx context.Context, file discord.Attachment) (router.Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return router.Reply{}, err
	}
	if file.Size > customgame.MaxFile {
		return router.Reply{}, tournament.Refuse(tournament.BadInput, "own_game.large", "bytes", file.Size, "most", customgame.MaxFile)
	}
	data, err := c.App.Rest.FetchAttachment(ctx, file)
	if err != nil {
		c.App.Log.Warn("an attachment could not be read", "error", err)
		return router.Reply{}, tournament.Refuse(tournament.BadInput, "upload.failed")
	}
	if data, err = textfile.Plain(data); err != nil {
		return router.Reply{}, tournament.RefuseAs(tournament.BadInput, err)
	}
	var d *draft
	if err := c.Alone(ctx, func() error {
		d, err = c.ofFile(ctx, data)
		return err
	}); err != nil {
		return router.Reply{}, err
	}
	return c.keep(ctx, d, c.ID)
}
