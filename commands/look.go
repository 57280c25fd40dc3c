package commands

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/refusal"
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
	look := func(path string, when func(*tournament.State) bool, run func(context.Context, *Call) (Reply, error), options ...discord.CommandOption) Route {
		return Route{
			Path: path, Role: Everyone, Scope: oneEvent, Public: true, When: when,
			Options: append(options, menu.Public(), menu.Event()), Complete: completers(map[string]Completer{"player": completePlayer, "division": completeDivision}), Run: run,
		}
	}
	return []Route{
		{
			Path: "status", Role: Everyone, Scope: oneEvent, When: announced, Own: true, Help: Help{4, func(s *tournament.State) bool { return announced(s) && !over(s) }},
			Options: []discord.CommandOption{menu.Event()}, Complete: completers(nil), Run: status,
		},
		turning(same[customid.Status](status)),
		turning(direct),
		look("pairings", running, func(_ context.Context, c *Call) (Reply, error) {
			if c.text("show") == showFixtures {
				return allFixtures(c)
			}
			r, err := c.round()
			if err != nil {
				return Reply{}, err
			}
			return c.reply(view.Pairings(c.env(), r, 0)), nil
		}, menu.Round(), menu.Choice("show", "tables", showFixtures)).helps(7),
		turning(func(_ context.Context, c *Call, p customid.Pairings) (Reply, error) {
			if c.Snap.State.Round(p.Round) == nil {
				return Reply{}, errOldPanel
			}
			return c.turned(view.Pairings(c.env(), p.Round, p.Page))
		}),
		look("standings", running, standings,
			menu.Round(), divisionOption()).helps(8, ranked),
		turning(func(_ context.Context, c *Call, p customid.Standings) (Reply, error) {
			if p.After > len(c.Snap.State.Rounds) {
				return Reply{}, errOldPanel
			}
			return c.turned(view.GroupStandings(c.asText(p.AsText), p.After, p.Page, field.Group{Division: p.Division, Flight: p.Flight}))
		}),
		turning(func(_ context.Context, c *Call, p customid.StandingsOf) (Reply, error) {
			if p.After > len(c.Snap.State.Rounds) || len(c.Values) != 1 {
				return Reply{}, errOldPanel
			}
			return c.turned(view.GroupStandings(c.env(), p.After, 0, field.Parse(c.Values[0])))
		}),
		look("bracket", eliminates, bracketView, divisionOption()).helps(11),
		turning(func(_ context.Context, c *Call, _ customid.BracketOf) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, errOldPanel
			}
			n, err := strconv.Atoi(c.Values[0])
			if err != nil {
				return Reply{}, errOldPanel
			}
			return c.bracketPanel(customid.Bracket{Number: n + 1})
		}),
		turning(func(_ context.Context, c *Call, p customid.Bracket) (Reply, error) { return c.bracketPanel(p) }),
		turning(func(_ context.Context, c *Call, p customid.Schedule) (Reply, error) {
			return c.turned(view.Schedule(c.asText(p.AsText), p.Session))
		}),
		look("clock", running, func(_ context.Context, c *Call) (Reply, error) {
			return c.reply(view.Clock(c.env())), nil
		}),
		look("log", announced, func(_ context.Context, c *Call) (Reply, error) {
			return c.reply(view.LogPage(c.env(), 0, false)), nil
		}).helps(14, over),
		turning(func(_ context.Context, c *Call, p customid.Log) (Reply, error) {
			return c.turned(view.LogPage(c.env(), p.Page, c.Staff && p.Staff))
		}),
		turning(func(_ context.Context, c *Call, p customid.Places) (Reply, error) {
			if c.Snap.State.Phase != tournament.Finished {
				return Reply{}, errOldPanel
			}
			return c.turned(view.FinalPlaces(c.env(), p.Page))
		}),
		turning(func(_ context.Context, c *Call, _ customid.Fair) (Reply, error) {
			if c.Snap.State.Phase != tournament.Finished {
				return Reply{}, errOldPanel
			}
			m := view.Fairness(c.env())
			data, err := handover.ExportJSON(c.Snap)
			if err != nil {
				return Reply{}, err
			}
			return private(attached(m, discord.File{
				Name: wording.FileName(c.Snap.State) + ".json", ContentType: "application/json", Description: c.say("file.event"), Data: data,
			})), nil
		}),

		look("explain", running, explain,
			menu.Choice("what", whyStanding, whyPairing), menu.Player(), menu.Round()).helps(9, func(s *tournament.State) bool { return running(s) && ranked(s) }),
		turning(func(_ context.Context, c *Call, p customid.Explain) (Reply, error) {
			n, err := c.me()
			switch {
			case err != nil:
				return Reply{}, err
			case p.Round == 0:
				return private(view.ExplainStanding(c.env(), n)), nil
			}
			return private(view.ExplainPairing(c.env(), n, p.Round)), nil
		}),
		{
			Path: "help", Role: Everyone, Scope: plainEvent, When: announced,
			Options:  []discord.CommandOption{menu.Suggested(menu.Text("ruleset", 64)), menu.Event()},
			Complete: completers(map[string]Completer{"ruleset": completeRuleset}), Run: help,
		},
		panel(Route{Role: Everyone, Scope: plainEvent, Update: true}, rulesPanel),
		{
			Path: "privacy forget", Role: Everyone, Scope: noEvent, Help: Help{15, over},
			Run: askForget,
		},
		panel(Route{Role: Everyone, Scope: noEvent, Update: true}, same[customid.Forget](forget)),
		{
			Path: "privacy mydata", Role: Everyone, Scope: noEvent,
			Run: mydata,
		},
	}
}

// turning returns the route of a button that turns the page of a public view.
func turning[P customid.Panel](run func(context.Context, *Call, P) (Reply, error)) Route {
	return panel(Route{Role: Everyone, Scope: oneEvent, Update: true}, run)
}

// standings handles /standings.
func standings(_ context.Context, c *Call) (Reply, error) {
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
	return c.reply(view.GroupStandings(c.env(), after, 0, g)), nil
}

// showFixtures is the choice of /pairings for matches that players arrange.
const showFixtures = "fixtures"

// What /explain explains.
const (
	whyStanding = "standing"
	whyPairing  = "pairing"
)

// explain handles /explain. It is about a pairing if a round is named or none has counted.
func explain(_ context.Context, c *Call) (Reply, error) {
	_, named := c.Int("round")
	switch what := c.text("what"); {
	case what == whyPairing, what == "" && (named || c.Snap.State.Counted() == 0):
		return explainPairing(c)
	default:
		return explainStanding(c)
	}
}

func explainPairing(c *Call) (Reply, error) {
	r, err := c.round()
	if err != nil {
		return Reply{}, err
	}
	n, err := c.playerOrSelf()
	if err != nil {
		return Reply{}, err
	}
	return c.reply(view.ExplainPairing(c.env(), n, r)), nil
}

func explainStanding(c *Call) (Reply, error) {
	n, err := c.playerOrSelf()
	if err != nil {
		return Reply{}, err
	}
	if c.Snap.State.Counted() == 0 {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "standings.none")
	}
	return c.reply(view.ExplainStanding(c.env(), n)), nil
}

// askForget asks for confirmation before a user's data is blanked.
func askForget(_ context.Context, c *Call) (Reply, error) {
	return private(view.Confirmation(c.env(), c.say("ask.forget"),
		discord.Button{Style: discord.Danger, Label: c.say("button.forget"), CustomID: customid.New(0, customid.Forget{})})), nil
}

// round returns the round of the option, else the first round in progress, else the last.
func (c *Call) round() (int, error) {
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
func (c *Call) playerOrSelf() (int, error) {
	if c.text("player") != "" {
		return c.player("player")
	}
	if n := c.myNumber(); n > 0 {
		return n, nil
	}
	return 0, tournament.Refuse(tournament.NotFound, "pick.you", "event", notice.Text(c.Snap.State.Settings.Name))
}

// asText returns the env for a view, as text only if asked is true.
func (c *Call) asText(asked bool) view.Env {
	e := c.env()
	e.AsText = asked
	return e
}

// turned answers a page button. A private view or the user's own turns its page; a public
// post stays, and the user gets a private copy.
func (c *Call) turned(m discord.Message) (Reply, error) {
	if c.Message.Ephemeral() {
		return Reply{Update: &m}, nil
	}
	return private(m), nil
}

func status(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	env := c.env()
	if res := c.App.simulator.StatusResult(ctx, c.Snap.State); res != nil && n <= len(res.Players) && c.Snap.State.Taking(n) {
		env.Chance = wording.CutChance(c.words(), res, n)
	}
	env.Page = c.App.Pages.Own(c.Snap, n)
	said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	env.Direct = said.Direct
	m := view.Status(env, n)
	if c.Kind == discord.KindComponent {
		return c.turned(m)
	}
	return private(m), nil
}

// direct switches direct messages to the user on or off. The first one shows that Discord
// takes them.
func direct(ctx context.Context, c *Call, p customid.Direct) (Reply, error) {
	if err := c.spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	var to *tournament.Direct
	panel, show := "status", status
	if c.myNumber() == 0 {
		panel, show = "help", help
	}
	if p.On {
		channel, err := c.App.Rest.OpenDirect(ctx, c.User.ID)
		if err == nil {
			m := view.Text(c.say("direct.first", "status", wording.Command(c.env().Commands, panel)))
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
func bracketView(_ context.Context, c *Call) (Reply, error) {
	if c.Snap.State.Elimination() == nil {
		return Reply{}, errNoBracket
	}
	which, err := c.bracket()
	if err != nil {
		return Reply{}, err
	}
	return c.reply(view.DivisionBracket(c.env(), which)), nil
}

// bracketPanel shows another bracket of the event in a bracket panel.
func (c *Call) bracketPanel(p customid.Bracket) (Reply, error) {
	if c.Snap.State.Elimination() == nil {
		return Reply{}, errNoBracket
	}
	which := p.Number - 1
	if which < 0 {
		which = field.BracketOf(c.Snap.State, c.myNumber())
	}
	return c.turned(view.DivisionBracket(c.asText(p.AsText), which))
}

// rulesPanel shows the rules of the event, or a page of a ruleset: the event's with its
// options, or the one named by the panel.
func rulesPanel(ctx context.Context, c *Call, p customid.Rules) (Reply, error) {
	if p.Ruleset == "" {
		if c.Snap == nil {
			return Reply{}, errOldPanel
		}
		return private(view.Rules(c.env(), c.Snap.State.Rules, 0)), nil
	}
	if c.Panel.Tournament != 0 && c.Snap != nil && c.Snap.State.Rules.ID == p.Ruleset {
		return c.turned(view.Rules(c.env(), c.Snap.State.Rules, p.Page))
	}
	rs, err := c.ruleset(ctx, p.Ruleset)
	if err != nil {
		return Reply{}, err
	}
	return c.turned(view.Rules(c.env(), rs, p.Page))
}

func help(ctx context.Context, c *Call) (Reply, error) {
	if id := c.text("ruleset"); id != "" {
		rs, err := c.ruleset(ctx, id)
		if err != nil {
			return Reply{}, err
		}
		return private(view.Rules(c.env(), rs, 0)), nil
	}
	var players, staff []string
	if c.Snap != nil {
		player := c.Snap.State.Player(c.myNumber())
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
	env := c.env()
	env.Direct = said.Direct
	m := view.Help(env, c.myNumber(), players, staff, running, signups)
	if c.Kind == discord.KindComponent {
		return c.turned(m)
	}
	return private(m), nil
}

// several returns the running events of the channel, oldest first, if the call of an
// organiser is about none of them alone.
func (c *Call) several(ctx context.Context) (out []*tournament.Snapshot, err error) {
	if c.Snap != nil || !c.Staff {
		return nil, nil
	}
	all, err := c.events(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range slices.Backward(all) {
		if f.Phase != tournament.Running || !c.in(f.Channel) {
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
func mydata(ctx context.Context, c *Call) (Reply, error) {
	if err := c.spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	found, err := c.App.People.Personal(ctx, c.User.ID)
	if err != nil {
		return Reply{}, err
	}
	if len(found.Logs) == 0 && len(found.Bans) == 0 && len(found.Calendars) == 0 && len(found.Invitations) == 0 {
		return Reply{Text: c.say("mydata.none")}, nil
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
	f := discord.File{Name: "mydata.json", ContentType: "application/json", Description: c.say("mydata.file"), Data: data}
	m := view.Text(c.say("mydata.here", "n", len(found.Logs)) + c.next("privacy forget"))
	m.Files = []discord.File{f}
	m.Components = append(m.Components, discord.FileRef{URL: "attachment://" + f.Name})
	return private(m), nil
}

func forget(ctx context.Context, c *Call) (Reply, error) {
	if err := c.spend(allowance.Upkeep); err != nil {
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
	done := c.say("did.forget", "n", n)
	if left, err := c.App.People.Personal(ctx, c.User.ID); err == nil && len(left.Bans) > 0 {
		done += " " + c.say("did.forget_ban")
	}
	m := view.Text(done)
	return Reply{Update: &m}, nil
}
