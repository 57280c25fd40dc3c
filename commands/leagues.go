package commands

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/leagueview"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/suggest"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/stage"
)

func leagueOption() discord.CommandOption { return menu.Suggested(menu.Text("league", 100)) }

// leagueRoutes returns the routes for the leagues of a server.
func leagueRoutes() []Route {
	of := func(path string, role router.Role, run func(context.Context, *call) (Reply, error), options ...discord.CommandOption) Route {
		return Route{
			Path: path, Role: role, Scope: router.OneLeague, Public: role == Everyone, Options: append(options, leagueOption()), Run: runs(run),
			Complete: completes(map[string]completer{"league": completeLeague, "player": completeMember, "add": completeEvent, "remove": completeEvent}),
		}
	}
	return []Route{
		{
			Path: "league-admin create", Role: Organiser, Scope: router.NoEvent,
			Options: []discord.CommandOption{
				menu.Required(menu.Text("name", 60)),
				menu.Choice("preset", season.Presets()...),
				menu.Number("best", 0, season.MaxEvents),
				menu.Number("events", 0, season.MaxEvents),
				menu.Number("final", 0, 256),
				menu.Text("cron", 100),
				menu.Text("time_zone", 60),
				menu.Suggested(menu.Text("ruleset", 64)),
				menu.Number("open_hours", 1, 24*14),
				menu.Number("rounds", 1, tournament.MaxRounds),
				menu.Number("cut", 0, 256),
				menu.Number("check_in", 0, 1440),
				menu.Suggested(menu.Text("stages", stage.MaxText)),
				menu.Number("divisions", 0, 64),
				menu.Choice("arranged", string(tournament.ByDate), string(tournament.AtOnce)),
				menu.Text("first_day", 100),
			},
			Complete: completes(map[string]completer{"ruleset": completeRuleset, "stages": completeStages}), Run: runs(leagueCreate),
		},
		of("league-admin edit", Organiser, leagueEdit, menu.Required(menu.Text("set", 400))),
		of("league info", Everyone, leagueInfo, menu.Choice("show", customid.LeagueRules, customid.LeagueEvents, customid.LeagueOdds, customid.LeagueList), menu.Number("division", 1, 64), menu.Public()),
		of("league standings", Everyone, func(ctx context.Context, c *call) (Reply, error) {
			if c.Typed("player") != "" {
				return leagueExplain(ctx, c)
			}
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			return c.Reply(leagueview.Table(c.League(), c.Season.State.DivisionOf(c.Season.PlayerByUser(c.User.ID)), 0)), nil
		}, menu.Player(), menu.Public()),
		of("league-admin events", Organiser, leagueEvents, menu.Suggested(menu.Text("add", 100)), menu.Text("weight", 10), menu.Switch("playoff"), menu.Suggested(menu.Text("remove", 100)), menu.Public()),
		of("league-admin promote", Organiser, leaguePromote, menu.Player(), menu.Number("division", 0, 64), menu.Text("reason", 300), menu.Text("first_day", 100)),
		of("league join", Everyone, leagueJoin),
		of("league-admin add", Organiser, leagueAdd, discord.CommandOption{Type: wire.OptionUser, Name: "member"}, menu.Text("name", 32), menu.Number("division", 1, 64)),
		of("league-admin invite", Organiser, leagueInvite, inviting()...),
		of("league-admin next", Organiser, leagueNext, menu.Text("name", 60)),
		of("league-admin remove", Organiser, leagueRemove, menu.Required(menu.Player())),
		of("league-admin adjust", Organiser, leagueAdjust, menu.Required(menu.Player()), menu.Required(menu.Text("points", 10)), menu.Required(menu.Text("reason", 300))),
		of("league-admin close", Organiser, leagueAskClose),
		of("league-admin end", Organiser, leagueEnd),
		of("league-admin page", Organiser, leaguePage, menu.Required(menu.Choice("show", "link", "listed", "off"))),
		of("league-admin export", Organiser, leagueExport, menu.Choice("format", "json", "csv", "html", "ics")),

		leaguePanel(Everyone, func(ctx context.Context, c *call, p customid.LeagueTable) (Reply, error) {
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			return c.Turned(leagueview.Table(c.leagueAsText(p.AsText), p.Division, p.Page))
		}),
		leaguePanel(Everyone, func(ctx context.Context, c *call, p customid.LeagueDivision) (Reply, error) {
			n, err := strconv.Atoi(strings.Join(c.Values, ""))
			if err != nil || n < 1 || n > c.Season.State.Count() {
				return Reply{}, router.ErrOldPanel
			}
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			return c.Turned(leagueview.Table(c.leagueAsText(p.AsText), n, 0))
		}),
		leaguePanel(Everyone, func(ctx context.Context, c *call, _ customid.LeagueExplain) (Reply, error) {
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			n, err := c.ownRow(ctx)
			if err != nil {
				return Reply{}, err
			}
			return router.Private(leagueview.Explain(c.League(), n)), nil
		}),
		leaguePanel(Everyone, func(ctx context.Context, c *call, p customid.LeagueInfo) (Reply, error) {
			return c.shownOfLeague(ctx, p.Show, 0)
		}),
		leaguePanel(Everyone, func(ctx context.Context, c *call, _ customid.LeagueOddsOf) (Reply, error) {
			n, err := strconv.Atoi(strings.Join(c.Values, ""))
			if err != nil || n < 1 {
				return Reply{}, router.ErrOldPanel
			}
			return c.leagueOdds(ctx, n)
		}),
		leaguePanel(Everyone, same[customid.LeagueLeaves](leagueLeave)),
		leaguePanel(Organiser, leagueClose),
		leaguePanel(Organiser, leagueReopen),
		leaguePanel(Organiser, leagueHeld),
		leaguePanel(Organiser, leagueCorrect),
		leaguePanel(Organiser, leagueFinal),
		leaguePanel(Organiser, leaguePlan),
		leaguePanel(Organiser, leagueDivide),
		leaguePanel(Organiser, leagueAdded),
		panel(Route{Role: Everyone, Scope: router.OneLeague}, leagueSignup),
		leaguePanel(Organiser, leagueRemoved),
		leaguePanel(Everyone, leagueLeft),
	}
}

// leaguePanel returns the route of a league's panel, whose answer replaces a private
// panel.
func leaguePanel[P customid.Panel](role router.Role, run func(context.Context, *call, P) (Reply, error)) Route {
	return panel(Route{Role: role, Scope: router.OneLeague, Update: true}, run)
}

// leagueTitle returns the name of the league.
func (c *call) leagueTitle() notice.Text { return notice.Text(c.Season.State.Settings.Name) }

// titles returns a function that names the events of a server.
func (c *call) titles(ctx context.Context) (func(tournament.ID) string, error) {
	all, err := c.Events(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[tournament.ID]string, len(all))
	for _, f := range all {
		names[f.ID] = f.Name
	}
	return func(id tournament.ID) string { return names[id] }, nil
}

// doLeague runs a command on the league for the user.
func (c *call) doLeague(ctx context.Context, cmd season.Command, say func(after *season.Snapshot) router.Answer) (Reply, *season.Outcome, error) {
	if err := c.Spend(c.leagueCost()); err != nil {
		return Reply{}, nil, err
	}
	out, err := c.App.Seasons.Do(ctx, c.Season.State.ID, c.leagueRequest(cmd, say))
	if err != nil {
		if now, e := c.App.Seasons.Snapshot(ctx, c.Season.State.ID); e == nil {
			c.Season = now // for who was faster
		}
		return Reply{}, nil, err
	}
	c.Season = out.After
	return Reply{Text: c.AnswerText(out.Answer)}, out, nil
}

// leagueCost returns the kind of spending of a command on a league.
func (c *call) leagueCost() allowance.Kind {
	if c.Staff {
		return allowance.Organise
	}
	return allowance.Join
}

func (c *call) leagueRequest(cmd season.Command, say func(after *season.Snapshot) router.Answer) season.Request {
	return season.Request{
		Actor: journal.Actor{User: c.User.ID, Name: router.ShownName(c.User.Name)}, Cause: c.ID, Command: cmd,
		Answer: func(_, after *season.Snapshot, _ []season.Envelope) ([]byte, error) { return json.Marshal(say(after)) },
	}
}

func completeLeague(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	all, err := c.Leagues(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(all))
	for i, l := range all {
		names[i] = l.State.Settings.Name
	}
	return suggest.Names(names, typed, func(i int) any { return router.LeagueValue(all[i].State.ID) }), nil
}

// leagueAsText returns the environment for a table of the league as text, if that is asked.
func (c *call) leagueAsText(asked bool) leagueview.Env {
	e := c.League()
	e.AsText = asked
	return e
}
