package commands

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"topcut/commands/allowance"
	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/refusal"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/handover"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// lookRoutes returns the routes of the views that all members may open.
func lookRoutes() []Route {
	look := func(path string, when func(*tournament.State) bool, run func(context.Context, *call) (Reply, error), options ...discord.CommandOption) Route {
		return Route{
			Path: path, Role: Everyone, Scope: router.OneEvent, Public: true, When: when,
			Options: append(options, menu.Public(), menu.Event()), Complete: completers(map[string]completer{"player": completePlayer, "division": completeDivision}), Run: runs(run),
		}
	}
	return []Route{
		{
			Path: "status", Role: Everyone, Scope: router.OneEvent, When: announced, Own: true, Help: router.Help{Place: 4, When: func(s *tournament.State) bool { return announced(s) && !over(s) }},
			Options: []discord.CommandOption{menu.Event()}, Complete: completers(nil), Run: runs(status),
		},
		turning(same[customid.Status](status)),
		turning(direct),
		look("pairings", running, func(_ context.Context, c *call) (Reply, error) {
			if c.Typed("show") == showFixtures {
				return allFixtures(c)
			}
			r, err := c.round()
			if err != nil {
				return Reply{}, err
			}
			return c.Reply(view.Pairings(c.Env(), r, 0)), nil
		}, menu.Round(), menu.Choice("show", "tables", showFixtures)).Listed(7),
		turning(func(_ context.Context, c *call, p customid.Pairings) (Reply, error) {
			if c.Snap.State.Round(p.Round) == nil {
				return Reply{}, router.ErrOldPanel
			}
			return c.Turned(view.Pairings(c.Env(), p.Round, p.Page))
		}),
		look("standings", running, standings,
			menu.Round(), divisionOption()).Listed(8, ranked),
		turning(func(_ context.Context, c *call, p customid.Standings) (Reply, error) {
			if p.After > len(c.Snap.State.Rounds) {
				return Reply{}, router.ErrOldPanel
			}
			return c.Turned(view.GroupStandings(c.asText(p.AsText), p.After, p.Page, field.Group{Division: p.Division, Flight: p.Flight}))
		}),
		turning(func(_ context.Context, c *call, p customid.StandingsOf) (Reply, error) {
			if p.After > len(c.Snap.State.Rounds) || len(c.Values) != 1 {
				return Reply{}, router.ErrOldPanel
			}
			return c.Turned(view.GroupStandings(c.Env(), p.After, 0, field.Parse(c.Values[0])))
		}),
		look("bracket", eliminates, bracketView, divisionOption()).Listed(11),
		turning(func(_ context.Context, c *call, _ customid.BracketOf) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, router.ErrOldPanel
			}
			n, err := strconv.Atoi(c.Values[0])
			if err != nil {
				return Reply{}, router.ErrOldPanel
			}
			return c.bracketPanel(customid.Bracket{Number: n + 1})
		}),
		turning(func(_ context.Context, c *call, p customid.Bracket) (Reply, error) { return c.bracketPanel(p) }),
		turning(func(_ context.Context, c *call, p customid.Schedule) (Reply, error) {
			return c.Turned(view.Schedule(c.asText(p.AsText), p.Session))
		}),
		look("clock", running, func(_ context.Context, c *call) (Reply, error) {
			return c.Reply(view.Clock(c.Env())), nil
		}),
		look("log", announced, func(_ context.Context, c *call) (Reply, error) {
			return c.Reply(view.LogPage(c.Env(), 0, false)), nil
		}).Listed(14, over),
		turning(func(_ context.Context, c *call, p customid.Log) (Reply, error) {
			return c.Turned(view.LogPage(c.Env(), p.Page, c.Staff && p.Staff))
		}),
		turning(func(_ context.Context, c *call, p customid.Places) (Reply, error) {
			if c.Snap.State.Phase != tournament.Finished {
				return Reply{}, router.ErrOldPanel
			}
			return c.Turned(view.FinalPlaces(c.Env(), p.Page))
		}),
		turning(func(_ context.Context, c *call, _ customid.Fair) (Reply, error) {
			if c.Snap.State.Phase != tournament.Finished {
				return Reply{}, router.ErrOldPanel
			}
			m := view.Fairness(c.Env())
			data, err := handover.ExportJSON(c.Snap)
			if err != nil {
				return Reply{}, err
			}
			return router.Private(attached(m, discord.File{
				Name: wording.FileName(c.Snap.State) + ".json", ContentType: "application/json", Description: c.Say("file.event"), Data: data,
			})), nil
		}),

		look("explain", running, explain,
			menu.Choice("what", whyStanding, whyPairing), menu.Player(), menu.Round()).Listed(9, func(s *tournament.State) bool { return running(s) && ranked(s) }),
		turning(func(_ context.Context, c *call, p customid.Explain) (Reply, error) {
			n, err := c.me()
			switch {
			case err != nil:
				return Reply{}, err
			case p.Round == 0:
				return router.Private(view.ExplainStanding(c.Env(), n)), nil
			}
			return router.Private(view.ExplainPairing(c.Env(), n, p.Round)), nil
		}),
		{
			Path: "help", Role: Everyone, Scope: router.PlainEvent, When: announced,
			Options:  []discord.CommandOption{menu.Suggested(menu.Text("ruleset", 64)), menu.Event()},
			Complete: completers(map[string]completer{"ruleset": completeRuleset}), Run: runs(help),
		},
		panel(Route{Role: Everyone, Scope: router.PlainEvent, Update: true}, rulesPanel),
		{
			Path: "privacy forget", Role: Everyone, Scope: router.NoEvent, Help: router.Help{Place: 15, When: over},
			Run: runs(askForget),
		},
		panel(Route{Role: Everyone, Scope: router.NoEvent, Update: true}, same[customid.Forget](forget)),
		{
			Path: "privacy mydata", Role: Everyone, Scope: router.NoEvent,
			Run: runs(mydata),
		},
	}
}

// turning returns the route of a button that turns the page of a public view.
func turning[P customid.Panel](run func(context.Context, *call, P) (Reply, error)) Route {
	return panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, run)
}

// standings handles /standings.
func standings(_ context.Context, c *call) (Reply, error) {
	after := c.Snap.State.Counted()
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
	return c.Reply(view.GroupStandings(c.Env(), after, 0, g)), nil
}

// showFixtures is the choice of /pairings for matches that players arrange.
const showFixtures = "fixtures"

// What /explain explains.
const (
	whyStanding = "standing"
	whyPairing  = "pairing"
)

// explain handles /explain. It is about a pairing if a round is named or none has counted.
func explain(_ context.Context, c *call) (Reply, error) {
	_, named := c.Int("round")
	switch what := c.Typed("what"); {
	case what == whyPairing, what == "" && (named || c.Snap.State.Counted() == 0):
		return explainPairing(c)
	default:
		return explainStanding(c)
	}
}

func explainPairing(c *call) (Reply, error) {
	r, err := c.round()
	if err != nil {
		return Reply{}, err
	}
	n, err := c.playerOrSelf()
	if err != nil {
		return Reply{}, err
	}
	return c.Reply(view.ExplainPairing(c.Env(), n, r)), nil
}

func explainStanding(c *call) (Reply, error) {
	n, err := c.playerOrSelf()
	if err != nil {
		return Reply{}, err
	}
	if c.Snap.State.Counted() == 0 {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "standings.none")
	}
	return c.Reply(view.ExplainStanding(c.Env(), n)), nil
}

// askForget asks for confirmation before a user's data is blanked.
func askForget(_ context.Context, c *call) (Reply, error) {
	return router.Private(layout.Sure(c.Env().Words, c.Say("ask.forget"),
		discord.Button{Style: discord.Danger, Label: c.Say("button.forget"), CustomID: customid.New(0, customid.Forget{})})), nil
}

// round returns the round of the option, else the first round in progress, else the last.
func (c *call) round() (int, error) {
	s := c.Snap.State
	r := len(s.Rounds)
	if open := s.OpenRounds(); len(open) > 0 {
		r = open[0]
	}
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

// playerOrSelf returns the player of the option, else the user's own.
func (c *call) playerOrSelf() (int, error) {
	if c.Typed("player") != "" {
		return c.player("player")
	}
	if n := c.MyNumber(); n > 0 {
		return n, nil
	}
	return 0, tournament.Refuse(tournament.NotFound, "pick.you", "event", notice.Text(c.Snap.State.Settings.Name))
}

// asText returns the env for a view, as text only if asked is true.
func (c *call) asText(asked bool) view.Env {
	e := c.Env()
	e.AsText = asked
	return e
}

func status(ctx context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if teams := crew.Asking(c.Snap.State, c.person()); err != nil && len(teams) > 0 {
		return router.Private(crew.Which(wording.About(c.Words(), c.Snap), teams)), nil
	}
	if err != nil {
		return Reply{}, err
	}
	env := c.Env()
	if res := c.App.Simulator.StatusResult(ctx, c.Snap.State); res != nil && n <= len(res.Players) && c.Snap.State.Taking(n) {
		env.Chance = wording.CutChance(c.Words(), res, n)
	}
	env.Page = c.App.Pages.Own(c.Snap, n)
	said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	env.Direct = said.Direct
	m := view.Status(env, n)
	if c.Kind == discord.KindComponent {
		return c.Turned(m)
	}
	return router.Private(m), nil
}

// direct switches direct messages to the user on or off. The first one shows that Discord
// takes them.
func direct(ctx context.Context, c *call, p customid.Direct) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	var to *tournament.Direct
	panel, show := "status", status
	if c.MyNumber() == 0 {
		panel, show = "help", help
	}
	if p.On {
		channel, err := c.App.Rest.OpenDirect(ctx, c.User.ID)
		if err == nil {
			m := layout.Text(c.Say("direct.first", "status", wording.Command(c.Env().Commands, panel)))
			m.Nonce = "direct" + c.ID
			_, err = c.App.Rest.Send(ctx, channel, m)
		}
		if refusal.Of(err).Definite() {
			return Reply{}, tournament.Refuse(tournament.NotAllowed, "direct.refused")
		}
		if err != nil {
			return Reply{}, err
		}
		to = &tournament.Direct{Channel: channel}
	}
	_, err := c.App.Calendars.ChangeCalendar(ctx, c.GuildID, c.User.ID, func(said *tournament.Calendar) { said.Direct = to })
	if err != nil {
		return Reply{}, err
	}
	return show(ctx, c)
}

// errNoBracket refuses requests for a bracket before the elimination stage.
var errNoBracket = tournament.Refuse(tournament.WrongPhase, "bracket.none")

// bracketView handles /bracket.
func bracketView(_ context.Context, c *call) (Reply, error) {
	if c.Snap.State.Elimination() == nil {
		return Reply{}, errNoBracket
	}
	which, err := c.bracket()
	if err != nil {
		return Reply{}, err
	}
	return c.Reply(view.DivisionBracket(c.Env(), which)), nil
}

// bracketPanel shows another bracket of the event in a bracket panel.
func (c *call) bracketPanel(p customid.Bracket) (Reply, error) {
	if c.Snap.State.Elimination() == nil {
		return Reply{}, errNoBracket
	}
	which := p.Number - 1
	if which < 0 {
		which = field.BracketOf(c.Snap.State, c.MyNumber())
	}
	return c.Turned(view.DivisionBracket(c.asText(p.AsText), which))
}

// rulesPanel shows the rules of the event, or a page of a ruleset: the event's with its
// options, or the one named by the panel.
func rulesPanel(ctx context.Context, c *call, p customid.Rules) (Reply, error) {
	if p.Ruleset == "" {
		if c.Snap == nil {
			return Reply{}, router.ErrOldPanel
		}
		return router.Private(view.Rules(c.Env(), c.Snap.State.Rules, 0)), nil
	}
	if c.Panel.Tournament != 0 && c.Snap != nil && c.Snap.State.Rules.ID == p.Ruleset {
		return c.Turned(view.Rules(c.Env(), c.Snap.State.Rules, p.Page))
	}
	rs, err := c.ruleset(ctx, p.Ruleset)
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(view.Rules(c.Env(), rs, p.Page))
}

func help(ctx context.Context, c *call) (Reply, error) {
	if id := c.Typed("ruleset"); id != "" {
		rs, err := c.ruleset(ctx, id)
		if err != nil {
			return Reply{}, err
		}
		return router.Private(view.Rules(c.Env(), rs, 0)), nil
	}
	var players, staff []string
	if c.Snap != nil {
		player := c.Snap.State.Player(c.MyNumber())
		plays := player != nil && player.Status != tournament.Left && player.Status != tournament.Void
		players = c.App.Table.Help(c.Snap.State, Everyone, plays)
		if c.Staff {
			staff = c.App.Table.Help(c.Snap.State, Organiser, plays)
		}
	}
	signups, err := c.signups(ctx)
	if err != nil {
		return Reply{}, err
	}
	running, err := c.several(ctx)
	if err != nil {
		return Reply{}, err
	}
	said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	env := c.Env()
	env.Direct = said.Direct
	m := view.Help(env, c.MyNumber(), players, staff, running, signups)
	if c.Kind == discord.KindComponent {
		return c.Turned(m)
	}
	return router.Private(m), nil
}

// several returns the running events of the channel, oldest first, if the call of an
// organiser is about none of them alone.
func (c *call) several(ctx context.Context) (out []*tournament.Snapshot, err error) {
	if c.Snap != nil || !c.Staff {
		return nil, nil
	}
	all, err := c.Events(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range slices.Backward(all) {
		if f.Phase != tournament.Running || !c.In(f.Channel) {
			continue
		}
		snap, err := c.App.Director.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, snap)
	}
	return out, nil
}

// mydata answers with a file of everything stored about the user, from all servers.
func mydata(ctx context.Context, c *call) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	found, err := c.App.People.Personal(ctx, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	if len(found.Logs) == 0 && len(found.Bans) == 0 && len(found.Calendars) == 0 && len(found.Invitations) == 0 && len(found.Games) == 0 {
		return Reply{Text: c.Say("mydata.none")}, nil
	}
	for i := range found.Logs { // organisers' notes stay private until the event is over
		if l := &found.Logs[i]; !l.Over {
			l.Texts = slices.DeleteFunc(l.Texts, func(t journal.PersonalText) bool { return t.Kind == string(tournament.TextNote) })
		}
	}
	data, err := json.MarshalIndent(found, "", "  ")
	if err != nil {
		return Reply{}, err
	}
	f := discord.File{Name: "mydata.json", ContentType: "application/json", Description: c.Say("mydata.file"), Data: data}
	m := layout.Text(c.Say("mydata.here", "n", len(found.Logs)) + c.Next("privacy forget"))
	m.Files = []discord.File{f}
	m.Components = append(m.Components, discord.FileRef{URL: "attachment://" + f.Name})
	return router.Private(m), nil
}

func forget(ctx context.Context, c *call) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	ids, err := c.App.Index.ByUser(ctx, "", c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	leagues, err := c.App.Index.Known(ctx, season.Log.Name, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	guilds := map[string]bool{}
	for _, f := range ids {
		guilds[f.Guild] = true
	}
	for _, id := range leagues {
		snap, err := c.App.Seasons.Snapshot(ctx, id)
		if err == nil { // a damaged event gives no roles
			guilds[snap.State.Guild] = true
		}
	}
	n, err := c.App.People.Forget(ctx, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	for _, f := range ids {
		c.App.Director.Forgotten(f.ID)
		c.App.Pages.Changed(f.ID)
	}
	for _, id := range leagues {
		c.App.Seasons.Forgotten(id)
		c.App.Pages.Changed(id)
	}
	if c.App.Archive != nil {
		c.App.Archive.Forgotten()
	}
	if c.App.SyncServer != nil { // last, when the user is no longer a champion: the sync then removes the role and forgets the id
		for guild := range guilds {
			c.App.SyncServer(guild)
		}
	}
	done := c.Say("did.forget", "n", n)
	if left, err := c.App.People.Personal(ctx, c.User.ID); err == nil && len(left.Bans) > 0 {
		done += " " + c.Say("did.forget_ban")
	}
	m := layout.Text(done)
	return Reply{Update: &m}, nil
}
