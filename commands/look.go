package commands

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// lookRoutes are the views everybody has.
func lookRoutes() []Route {
	look := func(path, about string, run func(context.Context, *Call) (Reply, error), options ...discord.CommandOption) Route {
		return Route{
			Path: path, About: about, Role: Everyone, Scope: OneEvent, Public: true,
			Options: append(options, publicOption(), eventOption()), Complete: completers(map[string]Completer{"player": completePlayer, "division": completeDivision}), Run: run,
		}
	}
	panel := func(verb string, run func(context.Context, *Call) (Reply, error)) Route {
		return Route{Verb: verb, Role: Everyone, Scope: OneEvent, Update: true, Run: run}
	}
	return []Route{
		{
			Path: "status", About: "Your table, clock, record and next step", Role: Everyone, Scope: OneEvent,
			Options: []discord.CommandOption{eventOption()}, Complete: completers(nil), Run: status,
		},
		panel(customid.Status, status),
		look("pairings", "Who meets whom", func(_ context.Context, c *Call) (Reply, error) {
			r, err := c.round()
			if err != nil {
				return Reply{}, err
			}
			return c.Shown(view.Pairings(c.env(), r, 0)), nil
		}, roundOption("Which round; the current one if left out")),
		panel(customid.Pairings, func(_ context.Context, c *Call) (Reply, error) {
			if c.Snap.State.Round(c.Panel.Int(0)) == nil {
				return Reply{}, errOldPanel
			}
			return c.turned(view.Pairings(c.env(), c.Panel.Int(0), c.Panel.Int(1)))
		}),
		look("standings", "The standings with all tiebreakers", standings,
			roundOption("After which round; the last one if left out"), divisionOption()),
		panel(customid.Standings, func(_ context.Context, c *Call) (Reply, error) {
			if c.Panel.Int(0) > len(c.Snap.State.Rounds) {
				return Reply{}, errOldPanel
			}
			return c.turned(view.GroupStandings(c.asked(3), c.Panel.Int(0), c.Panel.Int(1), view.ParseGroup(c.Panel.Text(2))))
		}),
		panel(customid.Group, func(_ context.Context, c *Call) (Reply, error) {
			if c.Panel.Int(0) > len(c.Snap.State.Rounds) || len(c.Values) != 1 {
				return Reply{}, errOldPanel
			}
			return c.turned(view.GroupStandings(c.env(), c.Panel.Int(0), 0, view.ParseGroup(c.Values[0])))
		}),
		look("bracket", "The elimination bracket", bracketView, divisionOption()),
		panel(customid.BracketOf, bracketView),
		panel(customid.Bracket, bracketView),
		panel(customid.Schedule, func(_ context.Context, c *Call) (Reply, error) {
			return c.turned(view.Schedule(c.asked(1), c.Panel.Int(0)))
		}),
		look("clock", "How much time is left", func(_ context.Context, c *Call) (Reply, error) {
			return c.Shown(view.Clock(c.env())), nil
		}),
		look("log", "What happened, as everybody may read it", func(_ context.Context, c *Call) (Reply, error) {
			return c.Shown(view.LogPage(c.env(), 0, false)), nil
		}),
		panel(customid.Log, func(_ context.Context, c *Call) (Reply, error) {
			return c.turned(view.LogPage(c.env(), c.Panel.Int(0), c.Staff && c.Panel.Text(1) == "staff"))
		}),
		panel(customid.Places, func(_ context.Context, c *Call) (Reply, error) {
			if c.Snap.State.Phase != tournament.Finished {
				return Reply{}, errOldPanel
			}
			return c.turned(view.FinalPlaces(c.env(), c.Panel.Int(0)))
		}),

		look("explain pairing", "Why you meet this opponent", explainPairing,
			playerOption("Whose pairing; your own if left out"), roundOption("Which round; the current one if left out")),
		look("explain standing", "Why you stand where you stand, number by number", explainStanding, playerOption("Whose place; your own if left out")),
		{
			Path: "help", About: "What you can do now, and the rules of this event", Role: Everyone, Scope: PlainEvent,
			Options:  []discord.CommandOption{suggested(stringOption("ruleset", "The rules of a game instead", 64)), eventOption()},
			Complete: completers(map[string]Completer{"ruleset": completeRuleset}), Run: help,
		},
		{Verb: customid.Rules, Role: Everyone, Scope: OneEvent, Run: func(_ context.Context, c *Call) (Reply, error) {
			return Private(view.Rules(c.env(), c.Snap.State.Rules)), nil
		}},
		{
			Path: "forget", About: "Blank your name, decks and texts in finished events", Role: Everyone, Scope: NoEvent,
			Run: askForget,
		},
		{Verb: customid.Forget, Role: Everyone, Scope: NoEvent, Update: true, Run: forget},
	}
}

// standings is /standings.
func standings(_ context.Context, c *Call) (Reply, error) {
	after := c.Snap.State.LastDone()
	if c.Snap.State.Phase < tournament.Running {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "standings.none")
	}
	if v, ok := c.Int("round"); ok {
		if int(v) > after {
			return Reply{}, tournament.Refuse(tournament.NotFound, "pick.round_open", "round", v, "last", after)
		}
		after = int(v)
	}
	g, err := c.group()
	if err != nil {
		return Reply{}, err
	}
	return c.Shown(view.GroupStandings(c.env(), after, 0, g)), nil
}

func explainPairing(_ context.Context, c *Call) (Reply, error) {
	r, err := c.round()
	if err != nil {
		return Reply{}, err
	}
	n, err := c.someone()
	if err != nil {
		return Reply{}, err
	}
	return c.Shown(view.ExplainPairing(c.env(), n, r)), nil
}

func explainStanding(_ context.Context, c *Call) (Reply, error) {
	n, err := c.someone()
	if err != nil {
		return Reply{}, err
	}
	if c.Snap.State.LastDone() == 0 {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "standings.none")
	}
	return c.Shown(view.ExplainStanding(c.env(), n)), nil
}

// askForget asks before somebody is forgotten.
func askForget(_ context.Context, c *Call) (Reply, error) {
	return Private(view.Confirmation(c.env(), c.say("ask.forget"),
		discord.Button{Style: discord.Danger, Label: c.say("button.forget"), CustomID: customid.New(customid.Forget, 0)})), nil
}

// round returns the round named in the option, or the current one.
func (c *Call) round() (int, error) {
	s := c.Snap.State
	r := len(s.Rounds)
	if v, ok := c.Int("round"); ok {
		r = int(v)
	}
	switch {
	case len(s.Rounds) == 0:
		return 0, tournament.Refuse(tournament.WrongPhase, "round.none_published")
	case s.Round(r) == nil:
		return 0, tournament.Refuse(tournament.NotFound, "pick.round", "round", r, "last", len(s.Rounds))
	}
	return r, nil
}

// someone returns the player named in the option, or the person's own.
func (c *Call) someone() (int, error) {
	if c.Text("player") != "" {
		return c.player("player")
	}
	if n := c.Me(); n > 0 {
		return n, nil
	}
	return 0, tournament.Refuse(tournament.NotFound, "pick.you", "event", notice.Text(c.Snap.State.Settings.Name))
}

// asked is the env of a view of which text may be asked for with a parameter of
// the button.
func (c *Call) asked(parameter int) view.Env {
	e := c.env()
	e.AsText = c.Panel.Text(parameter) == view.AsTextArg
	return e
}

// turned answers a page button: an ephemeral or own view turns its page, a
// public post is left alone and the presser gets a private copy.
func (c *Call) turned(m discord.Message) (Reply, error) {
	if c.Message.Ephemeral() {
		return Reply{Update: &m}, nil
	}
	return Private(m), nil
}

func status(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	env := c.env()
	if res := c.App.desk.glance(ctx, c.Snap.State); res != nil && n <= len(res.Players) && c.Snap.State.Taking(n) {
		env.Chance = view.CutChance(c.words(), res, n)
	}
	m := view.Status(env, n)
	if c.Kind == discord.KindComponent {
		return c.turned(m)
	}
	return Private(m), nil
}

func bracketView(_ context.Context, c *Call) (Reply, error) {
	if c.Snap.State.Elimination() == nil {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "bracket.none")
	}
	which, err := c.bracket()
	if err != nil {
		return Reply{}, err
	}
	m := view.DivisionBracket(c.asked(1), which)
	if c.Kind == discord.KindComponent {
		return c.turned(m)
	}
	return c.Shown(m), nil
}

func help(ctx context.Context, c *Call) (Reply, error) {
	if id := c.Text("ruleset"); id != "" {
		rs, err := c.ruleset(ctx, id)
		if err != nil {
			return Reply{}, err
		}
		return Private(view.Rules(c.env(), rs)), nil
	}
	if c.Snap == nil {
		return Private(view.Help(c.env(), c.Staff)), nil
	}
	e := c.env()
	return Private(view.Help(e, c.Staff)), nil
}

func forget(ctx context.Context, c *Call) (Reply, error) {
	ids, err := c.App.Index.ByUser(ctx, "", c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	n, err := c.App.People.Forget(ctx, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	for _, f := range ids {
		c.App.Director.Forgotten(f.ID)
	}
	m := view.Text(c.say("did.forget", "n", n))
	return Reply{Update: &m}, nil
}
