package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/allowance"
	"topcut/commands/archive"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/suggest"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// memberRoutes returns the routes about members of a server across all its events.
func memberRoutes() []Route {
	game := func() discord.CommandOption { return menu.Suggested(menu.Text("game", 64)) }
	return []Route{
		{
			Path: "profile", Role: Everyone, Scope: router.NoEvent, Public: true,
			Options:  []discord.CommandOption{menu.Player(), menu.Suggested(menu.Text("versus", 100)), game(), menu.Public()},
			Complete: completes(map[string]completer{"player": completeKnown, "versus": completeKnown, "game": completeRuleset}), Run: runs(showProfile),
		},
		{
			Path: "ratings", Role: Everyone, Scope: router.NoEvent, Public: true,
			Options:  []discord.CommandOption{game(), menu.Public()},
			Complete: completes(map[string]completer{"game": completeRuleset}), Run: runs(showRatings),
		},
		panel(Route{Role: Everyone, Scope: router.NoEvent, Update: true}, func(ctx context.Context, c *call, p customid.Ratings) (Reply, error) {
			h, err := c.history(ctx)
			if err != nil {
				return Reply{}, err
			}
			return c.Turned(view.Leaderboard(c.asText(p.AsText), h, p.Game, p.Page))
		}),
		panel(Route{Role: Everyone, Scope: router.NoEvent, Update: true}, func(ctx context.Context, c *call, p customid.Champions) (Reply, error) {
			h, err := c.history(ctx)
			if err != nil {
				return Reply{}, err
			}
			return c.Turned(view.Champions(c.Env(), h, p.Page))
		}),
		{
			Path: "member merge", Role: Organiser, Scope: router.NoEvent,
			Options:  []discord.CommandOption{menu.Required(menu.Suggested(menu.Text("guest", 100))), menu.Required(discord.CommandOption{Type: wire.OptionUser, Name: "user"})},
			Complete: completes(map[string]completer{"guest": completeGuest}), Run: runs(askMerge),
		},
		panel(Route{Role: Organiser, Scope: router.NoEvent, Update: true}, merge),
		panel(Route{Role: Organiser, Scope: router.NoEvent, Update: true}, unmerge),
	}
}

// history returns the archived history of the server's members.
func (c *call) history(ctx context.Context) (*archive.History, error) {
	if c.App.Archive == nil {
		return nil, tournament.Refuse(tournament.Unsupported, "profile.no_ratings")
	}
	return c.App.Archive.Of(ctx, c.GuildID)
}

// known resolves an option as a member of the server: an autocomplete value, a mention or
// an exact name. An empty option means the user.
func (c *call) known(h *archive.History, option string) (int, error) {
	typed := strings.TrimSpace(c.Typed(option))
	if typed == "" {
		if n := h.User(c.User.ID); n > 0 {
			return n, nil
		}
		return 0, tournament.Refuse(tournament.NotFound, "profile.none")
	}
	if rest, ok := strings.CutPrefix(typed, "<@"); ok {
		if n := h.User(strings.TrimSuffix(strings.TrimPrefix(rest, "!"), ">")); n > 0 {
			return n, nil
		}
	}
	if rest, ok := strings.CutPrefix(typed, "m"); ok {
		if n, err := strconv.Atoi(rest); err == nil && n >= 1 && n <= h.Members() {
			return n, nil
		}
	}
	switch n, clash := h.Named(typed); {
	case clash:
		return 0, tournament.Refuse(tournament.BadInput, "pick.same_name")
	case n > 0:
		return n, nil
	}
	return 0, tournament.Refuse(tournament.NotFound, "profile.unknown", "name", notice.Text(discord.Cut(typed, 40)))
}

func completeKnown(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	return c.choices(ctx, typed, func(*archive.History, int) bool { return true })
}

func completeGuest(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	return c.choices(ctx, typed, func(h *archive.History, n int) bool { return h.Guest(n) })
}

// choices suggests the members of the server that fit.
func (c *call) choices(ctx context.Context, typed string, fits func(*archive.History, int) bool) ([]discord.Choice, error) {
	h, err := c.history(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	var numbers []int
	for n := 1; n <= h.Members(); n++ {
		if fits(h, n) {
			names, numbers = append(names, h.Name(n)), append(numbers, n)
		}
	}
	return suggest.Names(names, typed, func(i int) any { return memberValue(numbers[i]) }), nil
}

func showProfile(ctx context.Context, c *call) (Reply, error) {
	h, err := c.history(ctx)
	if err != nil {
		return Reply{}, err
	}
	n, err := c.known(h, "player")
	if err != nil {
		return Reply{}, err
	}
	e := c.Env()
	if e.Title, err = c.titles(ctx); err != nil {
		return Reply{}, err
	}
	game := c.Typed("game")
	p := h.Of(n, game, c.App.Now())
	if c.Typed("versus") != "" {
		other, err := c.known(h, "versus")
		if err != nil {
			return Reply{}, err
		}
		return c.Reply(view.Versus(e, h, p, other)), nil
	}
	return c.Reply(view.Profile(e, h, p, game, c.Staff && !c.Bool("public"))), nil
}

func showRatings(ctx context.Context, c *call) (Reply, error) {
	h, err := c.history(ctx)
	if err != nil {
		return Reply{}, err
	}
	game := c.Typed("game")
	if games := h.Games(); game == "" && len(games) > 0 {
		game = games[0]
	}
	return c.Reply(view.Leaderboard(c.Env(), h, game, 0)), nil
}

// guestOf finds a guest by one of their seats.
func (c *call) guestOf(ctx context.Context, event journal.ID, person int) (h *archive.History, guest int, err error) {
	if h, err = c.history(ctx); err != nil {
		return nil, 0, err
	}
	for n := 1; n <= h.Members(); n++ {
		if p, ok := h.Seats(n)[event]; ok && p == person && h.Guest(n) {
			return h, n, nil
		}
	}
	return nil, 0, router.ErrOldPanel
}

// askMerge shows which events a merge touches.
func askMerge(ctx context.Context, c *call) (Reply, error) {
	h, err := c.history(ctx)
	if err != nil {
		return Reply{}, err
	}
	guest, err := c.known(h, "guest")
	if err != nil {
		return Reply{}, err
	}
	user := c.Typed("user")
	switch {
	case !h.Guest(guest):
		return Reply{}, tournament.Refuse(tournament.BadInput, "merge.no_guest", "name", notice.Text(h.Name(guest)))
	case c.Users[user].Bot:
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	}
	seats, theirs := h.Seats(guest), map[tournament.ID]int{}
	if n := h.User(user); n > 0 {
		theirs = h.Seats(n)
	}
	yes := customid.Merge{User: user}
	var events []string
	for i := range h.Events {
		id := h.Events[i].ID
		person, in := seats[id]
		if _, both := theirs[id]; in && both {
			return Reply{}, tournament.Refuse(tournament.Conflict, "merge.both", "event", notice.Text(h.Title(id)))
		}
		if in {
			events = append(events, h.Title(id))
			yes.Event, yes.Person = int64(id), person
		}
	}
	return router.Private(view.Merging(c.Env(), text.Raw(discord.Escape(h.Name(guest))), text.Raw(discord.MentionUser(user)), events, yes)), nil
}

// mergeCause returns the cause under which a merge is recorded in an event's log, so that
// an undo finds it.
func (c *call) mergeCause(id journal.ID) string { return c.ID + "/" + strconv.FormatInt(int64(id), 10) }

// merge turns a guest into a user in the open seasons of the server, whose tables join
// the two, and in every event; then it updates the leagues. It can be repeated after a
// crash.
func merge(ctx context.Context, c *call, p customid.Merge) (Reply, error) {
	h, guest, err := c.guestOf(ctx, journal.ID(p.Event), p.Person)
	if err != nil {
		return Reply{}, err
	}
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	name := h.Name(guest)
	actor := journal.Actor{User: c.User.ID, Name: router.ShownName(c.User.Name)}
	leagues, err := c.Leagues(ctx)
	if err != nil {
		return Reply{}, err
	}
	for _, l := range leagues {
		cmd := season.Adopt{Guest: name, Person: season.Person{User: p.User, Name: name}}
		_, err := c.App.Seasons.Do(ctx, l.State.ID, season.Request{Actor: actor, Cause: c.mergeCause(l.State.ID), Command: cmd})
		if err != nil && journal.ClassOf(err) == "" {
			return Reply{}, err
		}
	}
	n, told := 0, h.LastRated(guest)
	for id, person := range h.Seats(guest) {
		cmd := &command.ClaimSeat{Guest: person, User: p.User, Tell: id == told}
		_, err := c.App.Director.Do(ctx, id, command.Request{Actor: actor, Cause: c.mergeCause(id), Command: cmd})
		if err != nil {
			return Reply{}, err
		}
		n++
	}
	done := c.Say("did.merge", "guest", notice.Text(name), "user", text.Raw(discord.MentionUser(p.User)), "n", n)
	m := view.Merged(c.Env(), done, customid.Unmerge{User: p.User, Cause: c.ID})
	return Reply{Update: &m}, nil
}

// unmerge undoes a merge in every log that has it.
func unmerge(ctx context.Context, c *call, p customid.Unmerge) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	actor := journal.Actor{User: c.User.ID, Name: router.ShownName(c.User.Name)}
	of := func(cause string) bool { return strings.HasPrefix(cause, p.Cause+"/") }
	events, err := c.App.Index.ByUser(ctx, c.GuildID, p.User)
	if err != nil {
		return Reply{}, err
	}
	n := 0
	for _, f := range events {
		snap, err := c.App.Director.Snapshot(ctx, f.ID)
		if err != nil {
			return Reply{}, err
		}
		i := slices.IndexFunc(snap.Log, func(e tournament.Envelope) bool { return of(e.Cause) })
		if i < 0 {
			continue
		}
		_, err = c.App.Director.Do(ctx, f.ID, command.Request{Actor: actor, Cause: c.mergeCause(f.ID), Command: &command.Undo{Batch: snap.Log[i].Batch}})
		if err != nil && tournament.ClassOf(err) != tournament.NoChange {
			return Reply{}, err
		}
		n++
	}
	leagues, err := c.Leagues(ctx)
	if err != nil {
		return Reply{}, err
	}
	for _, l := range leagues {
		i := slices.IndexFunc(l.Log, func(e season.Envelope) bool { return of(e.Cause) })
		if i < 0 {
			continue
		}
		_, err := c.App.Seasons.Do(ctx, l.State.ID, season.Request{Actor: actor, Cause: c.mergeCause(l.State.ID), Command: season.Undo{Batch: l.Log[i].Batch}})
		if err != nil && journal.ClassOf(err) == "" {
			return Reply{}, err
		}
	}
	m := layout.Text(c.Say("did.unmerge", "n", n))
	return Reply{Update: &m}, nil
}
