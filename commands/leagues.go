package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/league"
	"topcut/commands/moment"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/stage"
)

func leagueOption() discord.CommandOption { return suggested(stringOption("league", 100)) }

// leagueRoutes returns the routes for the leagues of a server.
func leagueRoutes() []Route {
	of := func(path string, role Role, run func(context.Context, *Call) (Reply, error), options ...discord.CommandOption) Route {
		return Route{
			Path: path, Role: role, Scope: oneLeague, Public: role == Everyone, Options: append(options, leagueOption()), Run: run,
			Complete: map[string]Completer{"league": completeLeague, "player": completeMember, "add": completeEvent, "remove": completeEvent},
		}
	}
	return []Route{
		{
			Path: "league create", Role: Organiser, Scope: noEvent,
			Options: []discord.CommandOption{
				required(stringOption("name", 60)),
				choiceOption("preset", season.Presets()...),
				intOption("best", 0, season.MaxEvents),
				intOption("events", 0, season.MaxEvents),
				intOption("final", 0, 256),
				stringOption("cron", 100),
				stringOption("time_zone", 60),
				suggested(stringOption("ruleset", 64)),
				intOption("open_hours", 1, 24*14),
				intOption("rounds", 1, tournament.MaxRounds),
				intOption("cut", 0, 256),
				intOption("check_in", 0, 1440),
				suggested(stringOption("stages", stage.MaxText)),
				intOption("divisions", 0, 64),
				choiceOption("arranged", string(tournament.ByDate), string(tournament.AtOnce)),
			},
			Complete: map[string]Completer{"ruleset": completeRuleset, "stages": completeStages}, Run: leagueCreate,
		},
		of("league edit", Organiser, leagueEdit, required(stringOption("set", 400))),
		of("league info", Everyone, func(_ context.Context, c *Call) (Reply, error) {
			return c.reply(view.LeagueInfo(c.env(), c.Staff, c.waits())), nil
		}, publicOption()),
		{
			Path: "league schedule", Role: Everyone, Scope: noEvent, Public: true,
			Options: []discord.CommandOption{publicOption()}, Run: leagueSchedule,
		},
		of("league standings", Everyone, func(ctx context.Context, c *Call) (Reply, error) {
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			return c.reply(view.LeagueTable(c.env(), c.Season.State.DivisionOf(c.Season.PlayerByUser(c.User.ID)), 0)), nil
		}, publicOption()),
		of("league explain", Everyone, leagueExplain, playerOption(), publicOption()),
		of("league events", Everyone, leagueEvents, suggested(stringOption("add", 100)), stringOption("weight", 10), boolOption("playoff"), suggested(stringOption("remove", 100)), publicOption()),
		of("league promote", Organiser, leaguePromote, playerOption(), intOption("division", 0, 64), stringOption("reason", 300)),
		of("league odds", Everyone, leagueOdds, intOption("division", 1, 64), publicOption()),
		of("league join", Everyone, leagueJoin),
		of("league leave", Everyone, leagueLeave),
		of("league add", Organiser, leagueAdd, discord.CommandOption{Type: discord.OptionUser, Name: "member"}, stringOption("name", 32), intOption("division", 1, 64)),
		of("league next", Organiser, leagueNext, stringOption("name", 60)),
		of("league remove", Organiser, leagueRemove, required(playerOption())),
		of("league adjust", Organiser, leagueAdjust, required(playerOption()), required(stringOption("points", 10)), required(stringOption("reason", 300))),
		of("league close", Organiser, leagueAskClose),
		of("league end", Organiser, leagueEnd),
		of("league page", Organiser, leaguePage, required(choiceOption("show", "link", "listed", "off"))),
		of("league export", Organiser, leagueExport, choiceOption("format", "json", "csv", "html", "ics")),

		leaguePanel(Everyone, func(ctx context.Context, c *Call, p customid.LeagueTable) (Reply, error) {
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			return c.turned(view.LeagueTable(c.asText(p.AsText), p.Division, p.Page))
		}),
		leaguePanel(Everyone, func(ctx context.Context, c *Call, p customid.LeagueDivision) (Reply, error) {
			n, err := strconv.Atoi(strings.Join(c.Values, ""))
			if err != nil || n < 1 || n > c.Season.State.Count() {
				return Reply{}, errOldPanel
			}
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			return c.turned(view.LeagueTable(c.asText(p.AsText), n, 0))
		}),
		leaguePanel(Everyone, func(ctx context.Context, c *Call, _ customid.LeagueExplain) (Reply, error) {
			if err := c.asItStands(ctx); err != nil {
				return Reply{}, err
			}
			n := c.Season.PlayerByUser(c.User.ID)
			if n == 0 {
				return Reply{}, tournament.Refuse(tournament.NotFound, "league.not_in", "league", c.leagueTitle())
			}
			return private(view.LeagueExplain(c.env(), n)), nil
		}),
		leaguePanel(Organiser, leagueClose),
		leaguePanel(Organiser, leagueReopen),
		leaguePanel(Organiser, leagueHeld),
		leaguePanel(Organiser, leagueCorrect),
		leaguePanel(Organiser, leagueFinal),
		leaguePanel(Organiser, leaguePlan),
		leaguePanel(Organiser, leagueDivide),
		leaguePanel(Organiser, leagueAdded),
		panel(Route{Role: Everyone, Scope: oneLeague}, leagueSignup),
		leaguePanel(Organiser, leagueRemoved),
		leaguePanel(Everyone, leagueLeft),
	}
}

// leaguePanel returns the route of a league's panel, whose answer replaces a private
// panel.
func leaguePanel[P customid.Panel](role Role, run func(context.Context, *Call, P) (Reply, error)) Route {
	return panel(Route{Role: role, Scope: oneLeague, Update: true}, run)
}

// asItStands makes the league of a call that only reads it include the events under way;
// see league.Service.AsItStands.
func (c *Call) asItStands(ctx context.Context) error {
	now, err := c.App.Leagues.AsItStands(ctx, c.Season)
	if err == nil {
		c.Season = now
	}
	return err
}

// leagueTitle returns the name of the league.
func (c *Call) leagueTitle() notice.Text { return notice.Text(c.Season.State.Settings.Name) }

// leagueOf finds the league of a call: that of the panel; the one named in the option;
// the only open one of this channel, or of the server; else the newest closed one.
func (a *App) leagueOf(ctx context.Context, c *Call) error {
	if id := c.Panel.Tournament; id != 0 {
		snap, err := a.Seasons.Snapshot(ctx, id)
		if err != nil || snap.State.Guild != c.GuildID {
			return errOldPanel
		}
		if knows, err := c.knowsLeague(ctx, snap); err != nil || !knows {
			return cmp.Or(err, errOldPanel)
		}
		c.Season = snap
		return nil
	}
	all, err := c.leagues(ctx)
	if err != nil {
		return err
	}
	if named := strings.TrimSpace(c.text("league")); named != "" {
		called := make([]string, len(all))
		for i, s := range all {
			if called[i] = s.State.Settings.Name; named == leagueValue(s.State.ID) {
				c.Season = s
				return nil
			}
		}
		if found := names.Find(named, called); len(found) > 0 {
			c.Season = all[found[0]]
			return nil
		}
		return tournament.Refuse(tournament.NotFound, "pick.league")
	}
	open := slices.DeleteFunc(slices.Clone(all), func(s *season.Snapshot) bool { return s.State.Closed != nil })
	here := slices.DeleteFunc(slices.Clone(open), func(s *season.Snapshot) bool { return !c.in(s.State.Settings.Channel) })
	switch {
	case len(here) == 1:
		c.Season = here[0]
	case len(open) == 1:
		c.Season = open[0]
	case len(open) > 1:
		var names []notice.Text
		for _, s := range open[:min(len(open), 5)] {
			names = append(names, notice.Text(s.State.Settings.Name))
		}
		return &offering{error: tournament.Refuse(tournament.BadInput, "league.several", "leagues", names), leagues: open}
	case len(all) > 0:
		c.Season = all[0]
	default:
		return tournament.Refuse(tournament.NotFound, "leagues.none")
	}
	return nil
}

// leaguePrefix begins the autocomplete value of a league.
const leaguePrefix = "l"

// leagueValue returns the autocomplete value of a league.
func leagueValue(id journal.ID) string { return leaguePrefix + strconv.FormatInt(int64(id), 10) }

// leagues returns the leagues of the server that the user may see, newest first.
func (c *Call) leagues(ctx context.Context) ([]*season.Snapshot, error) {
	if c.App.Seasons == nil {
		return nil, nil
	}
	list, err := c.App.Index.Listed(ctx, season.Log.Name, c.GuildID)
	if err != nil {
		return nil, err
	}
	var out []*season.Snapshot
	for _, l := range list {
		s, err := c.App.Seasons.Snapshot(ctx, l.ID)
		if err != nil {
			return nil, err
		}
		knows, err := c.knowsLeague(ctx, s)
		if err != nil {
			return nil, err
		}
		if knows {
			out = append(out, s)
		}
	}
	return out, nil
}

// titles returns a function that names the events of a server.
func (c *Call) titles(ctx context.Context) (func(tournament.ID) string, error) {
	all, err := c.events(ctx)
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
func (c *Call) doLeague(ctx context.Context, cmd season.Command, say func(after *season.Snapshot) answer) (Reply, *season.Outcome, error) {
	if err := c.spend(c.leagueCost()); err != nil {
		return Reply{}, nil, err
	}
	out, err := c.App.Seasons.Do(ctx, c.Season.State.ID, c.leagueRequest(cmd, say))
	if err != nil {
		return Reply{}, nil, err
	}
	if out.After != nil {
		c.Season = out.After
	}
	return Reply{Text: c.answerText(out.Answer)}, out, nil
}

// leagueCost returns the kind of spending of a command on a league.
func (c *Call) leagueCost() spending {
	if c.Staff {
		return spendOrganise
	}
	return spendJoin
}

func (c *Call) leagueRequest(cmd season.Command, say func(after *season.Snapshot) answer) season.Request {
	return season.Request{
		Actor: journal.Actor{User: c.User.ID, Name: shownName(c.User.Name)}, Cause: c.ID, Command: cmd,
		Answer: func(_, after *season.Snapshot, _ []season.Envelope) ([]byte, error) { return json.Marshal(say(after)) },
	}
}

func leagueCreate(ctx context.Context, c *Call) (Reply, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	preset := c.text("preset")
	if preset == "" {
		preset = "records"
	}
	s := season.Settings{Name: strings.TrimSpace(c.text("name")), Language: c.languageOf(server), Channel: c.channel()}
	rules, ok := season.Preset(preset)
	if !ok {
		return Reply{}, tournament.Refuse(tournament.BadInput, "season.no_word", "text", notice.Text(clip(preset, 40)), "words", notice.Texts(season.Presets()))
	}
	s.Rules = rules
	for name, at := range map[string]*int{"best": &s.Rules.Best, "events": &s.Planned, "final": &s.Rules.Final} {
		if v, ok := c.Int(name); ok {
			*at = int(v)
		}
	}
	if size, ok := c.Int("divisions"); ok {
		s.Divisions = view.DivisionsOf(int(size), nil)
	}
	create := season.Create{Guild: c.GuildID}
	expression := strings.TrimSpace(c.text("cron"))
	if expression != "" || c.text("ruleset")+c.text("stages")+c.text("arranged") != "" || s.Divisions != nil {
		if s.Series, err = c.series(ctx, server, expression, s.Name); err != nil {
			return Reply{}, err
		}
	}
	if expression != "" {
		if create.Next, err = league.First(s.Series, c.App.Now()); err != nil {
			return Reply{}, err
		}
	}
	create.Settings = s
	if err := c.roomForLeague(ctx); err != nil {
		return Reply{}, err
	}
	out, err := c.App.Seasons.Create(ctx, c.leagueRequest(create, func(*season.Snapshot) answer {
		switch {
		case s.Divisions != nil:
			return newAnswer("did.league_divided", "league", notice.Text(s.Name)).next("league promote")
		case expression == "":
			return newAnswer("did.league_free", "league", notice.Text(s.Name)).next("league events")
		}
		return newAnswer("did.league", "league", notice.Text(s.Name), "time", create.Next, "away", create.Next, "span", time.Duration(s.Series.OpenHours)*time.Hour)
	}))
	if err != nil {
		return Reply{}, err
	}
	return Reply{Text: c.answerText(out.Answer)}, nil
}

// roomForLeague returns a refusal if the server has as many leagues as it may.
func (c *Call) roomForLeague(ctx context.Context) error {
	all, err := c.App.Index.Listed(ctx, season.Log.Name, c.GuildID)
	if err != nil {
		return err
	}
	if n := len(slices.DeleteFunc(all, func(l journal.Listed) bool { return l.Over })); n >= mostLeagues {
		return tournament.Refuse(tournament.Unavailable, "budget.leagues", "n", n)
	}
	return c.spend(spendCreate)
}

// series builds the schedule of a league's events from the options of /league create.
func (c *Call) series(ctx context.Context, server tournament.Server, expression, name string) (*season.Series, error) {
	zone := cmp.Or(server.TimeZone, "UTC")
	if typed := strings.TrimSpace(c.text("time_zone")); typed != "" {
		var err error
		if zone, err = moment.Zone(typed); err != nil {
			return nil, err
		}
	}
	rs, err := c.ruleset(ctx, c.text("ruleset"))
	if err != nil {
		return nil, err
	}
	s := tournament.DefaultSettings(name)
	s.AutoAdvance, s.AutoStart, s.TimeZone, s.Language, s.TOChannel = true, true, zone, c.languageOf(server), server.TOChannel
	s.LightPictures = server.LightPictures
	s.LateUntil = rs.Entry.Limit(s.LateUntil)
	s.StartAt = 1 // replaced for each event, but Validate requires one
	arranged, chain := c.text("arranged"), c.text("stages")
	if arranged != "" && chain == "" {
		chain = "roundrobin"
	}
	for _, set := range [][2]string{{"stages", chain}, {"arranged", arranged}} {
		if set[1] == "" {
			continue
		}
		if s, err = view.ApplySetting(s, set[0], set[1]); err != nil {
			return nil, err
		}
	}
	s.Stages = c.sized(s.Stages)
	if v, ok := c.Int("check_in"); ok {
		s.CheckInMinutes = int(v)
	}
	hours := 24
	if v, ok := c.Int("open_hours"); ok {
		hours = int(v)
	}
	return &season.Series{Cron: expression, Zone: zone, OpenHours: hours, Ruleset: rs.ID, Event: s}, nil
}

// leagueEdit changes settings by key and shows which members move in the table.
func leagueEdit(ctx context.Context, c *Call) (Reply, error) {
	s, next := c.Season.State.Settings, c.Season.State.Next
	var err error
	for _, part := range strings.Split(c.text("set"), ",") {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return Reply{}, tournament.Refuse(tournament.BadInput, "pick.pairs")
		}
		if s, err = view.SetLeague(s, strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return Reply{}, err
		}
	}
	if was := c.Season.State.Settings.Series; s.Series != nil && (was == nil || was.Cron != s.Series.Cron || was.Zone != s.Series.Zone) && s.Series.Cron != "" && !c.Season.State.Ended {
		if next, err = league.First(s.Series, c.App.Now()); err != nil {
			return Reply{}, err
		}
	}
	return c.moving(ctx, season.Change{Settings: s, Next: next}, func(*season.Snapshot) answer { return newAnswer("did.league_edit") })
}

// moving runs a command and shows which members it moves in the table.
func (c *Call) moving(ctx context.Context, cmd season.Command, say func(after *season.Snapshot) answer) (Reply, error) {
	reply, out, err := c.doLeague(ctx, cmd, say)
	if err != nil || out.Repeated {
		return reply, err
	}
	moves := season.Moves(out.Before.State.Tables(), out.After.State.Tables())
	return private(view.LeagueMoves(c.env(), reply.Text, moves)), nil
}

func leagueSchedule(ctx context.Context, c *Call) (Reply, error) {
	all, err := c.leagues(ctx)
	if err != nil {
		return Reply{}, err
	}
	list := []string{c.say("leagues.title")}
	for _, l := range all {
		s := l.State
		switch channel := text.Raw(discord.MentionChannel(s.Settings.Channel)); {
		case s.Closed != nil || s.Ended:
		case s.Next.IsZero():
			list = append(list, c.say("leagues.line_free", "league", notice.Text(s.Settings.Name), "channel", channel))
		default:
			list = append(list, c.say("leagues.line", "league", notice.Text(s.Settings.Name), "channel", channel,
				"time", text.Raw(discord.Timestamp(s.Next, 'F')), "relative", text.Raw(discord.Relative(s.Next))))
		}
	}
	if len(list) == 1 {
		none := c.say("leagues.none")
		if c.Staff {
			none += c.next("league create")
		}
		return c.reply(view.Text(none)), nil
	}
	return c.reply(view.Text(strings.Join(list, "\n"))), nil
}

func completeLeague(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	all, err := c.leagues(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(all))
	for i, l := range all {
		names[i] = l.State.Settings.Name
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		out = append(out, discord.Choice{Name: discord.Plain(names[i], 100), Value: leagueValue(all[i].State.ID)})
	}
	return out, nil
}

// completeMember suggests the members of the league.
func completeMember(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	if err := c.App.leagueOf(ctx, c); err != nil {
		return nil, nil // the league is still being typed
	}
	var names []string
	var numbers []int
	for i, m := range c.Season.State.Members {
		if m.Person > 0 && m.Into == 0 {
			names, numbers = append(names, c.Season.Name(i+1)), append(numbers, i+1)
		}
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		out = append(out, discord.Choice{Name: discord.Plain(names[i], 100), Value: memberValue(numbers[i])})
	}
	return out, nil
}

// memberValue returns the autocomplete value of a league member.
func memberValue(n int) string { return "m" + strconv.Itoa(n) }

// leagueMember resolves the player option as a member of the league: an autocomplete
// value, a mention or an exact name.
func (c *Call) leagueMember() (int, error) {
	typed := strings.TrimSpace(c.text("player"))
	s := c.Season
	if rest, ok := strings.CutPrefix(typed, "<@"); ok {
		if n := s.PlayerByUser(strings.TrimSuffix(strings.TrimPrefix(rest, "!"), ">")); n > 0 {
			return n, nil
		}
	}
	var numbers []int
	var called []string
	for i, m := range s.State.Members {
		switch n := i + 1; {
		case m.Person == 0 || m.Into > 0:
		case typed == memberValue(n):
			return n, nil
		default:
			numbers, called = append(numbers, n), append(called, s.Name(n))
		}
	}
	switch found := names.Find(typed, called); len(found) {
	case 0:
		return 0, tournament.Refuse(tournament.NotFound, "league.no_member", "name", notice.Text(clip(typed, 40)), "league", c.leagueTitle())
	case 1:
		return numbers[found[0]], nil
	}
	return 0, tournament.Refuse(tournament.BadInput, "pick.same_name")
}

func leagueExplain(ctx context.Context, c *Call) (Reply, error) {
	if err := c.asItStands(ctx); err != nil {
		return Reply{}, err
	}
	n := c.Season.PlayerByUser(c.User.ID)
	var err error
	if c.text("player") != "" {
		if n, err = c.leagueMember(); err != nil {
			return Reply{}, err
		}
	}
	if n == 0 {
		return Reply{}, tournament.Refuse(tournament.NotFound, "league.not_in", "league", c.leagueTitle())
	}
	e := c.env()
	if e.Title, err = c.titles(ctx); err != nil {
		return Reply{}, err
	}
	return c.reply(view.LeagueExplain(e, n)), nil
}

// leagueEvents lists the events of a league; organisers can also choose which count.
func leagueEvents(ctx context.Context, c *Call) (Reply, error) {
	all, err := c.events(ctx)
	if err != nil {
		return Reply{}, err
	}
	for _, option := range []string{"add", "remove"} {
		named := strings.TrimSpace(c.text(option))
		if named == "" {
			continue
		}
		if !c.Staff {
			return Reply{}, errNotOrganiser
		}
		id, err := namedEvent(all, named)
		if err != nil {
			return Reply{}, err
		}
		return c.enter(ctx, id, option == "add")
	}
	e := c.env()
	if e.Title, err = c.titles(ctx); err != nil {
		return Reply{}, err
	}
	running, err := c.inLeague(ctx, all)
	if err != nil {
		return Reply{}, err
	}
	return c.reply(view.LeagueEvents(e, running)), nil
}

// inLeague returns the unfinished events that will count in the league.
func (c *Call) inLeague(ctx context.Context, all []tournament.Found) ([]tournament.Found, error) {
	var out []tournament.Found
	for _, f := range all {
		if f.Phase >= tournament.Finished {
			continue
		}
		snap, err := c.App.Director.Snapshot(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if snap.State.Series.League == c.Season.State.ID {
			out = append(out, f)
		}
	}
	return out, nil
}

// enter makes an event count in the league, or stops that.
func (c *Call) enter(ctx context.Context, id tournament.ID, in bool) (Reply, error) {
	cmd, done := &tournament.EnterLeague{}, notice.Code("did.league_out")
	if in {
		cmd.League, done = c.Season.State.ID, "did.league_in"
		if typed := strings.TrimSpace(c.text("weight")); typed != "" {
			w, err := fraction.Parse(typed)
			if err != nil {
				return Reply{}, tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(clip(typed, 20)))
			}
			cmd.Weight = w
		}
		cmd.Playoff = c.Bool("playoff")
	}
	if c.Season.State.Closed != nil {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "season.closed")
	}
	c.Event = id
	snap, err := c.App.Director.Snapshot(ctx, id)
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.do(ctx, cmd, fixedAnswer(done, "event", notice.Text(snap.State.Settings.Name), "league", c.leagueTitle()))
	return reply, err
}

// seasonTrials is how often the coming events are simulated for /league odds.
const seasonTrials = 2000

func leagueOdds(ctx context.Context, c *Call) (Reply, error) {
	if err := c.asItStands(ctx); err != nil {
		return Reply{}, err
	}
	s := c.Season.State
	played := 0
	for i := range s.Events {
		if !s.Events[i].Removed && s.Over(i+1) {
			played++
		}
	}
	left := s.Settings.Planned - played
	switch {
	case s.Closed == nil && (s.Single() || s.Settings.Divisions != nil && s.Count() > 0):
		return c.divisionOdds(ctx, left)
	case s.Closed != nil || s.Settings.Planned > 0 && left <= 0:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.odds_over")
	case s.Settings.Planned == 0:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.odds_events")
	case played == 0:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.odds_none")
	}
	cfg := sim.SeasonConfig{Input: s.Input(), Lines: []int{1}, Trials: seasonTrials, Seed: uint64(s.ID)<<32 | uint64(s.Seq), Open: true}
	means := []season.PlaceLine{season.LineFirst}
	if s.Settings.Rules.Final > 1 {
		cfg.Lines, means = append(cfg.Lines, s.Settings.Rules.Final), append(means, season.LineTop)
	}
	cfg.Left = eventsLeft(s, left)
	odds, err := sim.Season(ctx, cfg)
	if err != nil {
		return Reply{}, err
	}
	return c.reply(view.LeagueOdds(c.env(), odds, cfg.Lines, means, 0, left)), nil
}

// eventsLeft returns n future events of a season.
func eventsLeft(s *season.State, n int) (out []sim.SeasonEvent) {
	rounds := 0
	if s.Settings.Series != nil {
		rounds = s.Settings.Series.Event.Stages.First().Rounds
	}
	for range n {
		out = append(out, sim.SeasonEvent{Rounds: rounds})
	}
	return out
}

func leagueJoin(ctx context.Context, c *Call) (Reply, error) {
	if c.User.Bot {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	}
	reply, _, err := c.doLeague(ctx, season.Join{Person: season.Person{User: c.User.ID, Name: shownName(c.User.Name)}},
		func(*season.Snapshot) answer {
			return newAnswer("did.league_join", "league", c.leagueTitle()).next("league info")
		})
	return reply, err
}

func leagueAdjust(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.leagueMember()
	if err != nil {
		return Reply{}, err
	}
	typed := strings.TrimSpace(c.text("points"))
	points, err := fraction.Parse(strings.TrimPrefix(typed, "+"))
	if err != nil {
		return Reply{}, tournament.Refuse(tournament.BadInput, "league.number", "text", notice.Text(clip(typed, 20)))
	}
	return c.moving(ctx, season.Adjust{Member: n, Points: points, Reason: c.text("reason")}, func(*season.Snapshot) answer {
		return newAnswer("did.league_adjust", "player", notice.Player(n), "points", points)
	})
}

// leagueAskClose shows the final table and asks for confirmation before it is frozen; of a
// closed season it shows what moves if it is opened again.
func leagueAskClose(ctx context.Context, c *Call) (Reply, error) {
	if c.Season.State.Closed != nil {
		return c.askReopen(ctx)
	}
	if err := c.catchUp(ctx); err != nil {
		return Reply{}, err
	}
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	open, err := c.inLeague(ctx, all)
	if err != nil {
		return Reply{}, err
	}
	return private(view.LeagueClosing(c.env(), len(open))), nil
}

// catchUp brings the table up to date with all finished events. It is called before a
// table becomes final.
func (c *Call) catchUp(ctx context.Context) error {
	err := c.App.Leagues.CatchUp(ctx, c.Season.State.ID)
	if err == nil {
		c.Season, err = c.App.Seasons.Snapshot(ctx, c.Season.State.ID)
	}
	return err
}

func leagueClose(ctx context.Context, c *Call, p customid.LeagueClose) (Reply, error) {
	before := c.Season.State.Seq
	if err := c.catchUp(ctx); err != nil {
		return Reply{}, err
	}
	if len(c.Season.State.Events) != p.Events || c.Season.State.Seq != before {
		return Reply{}, tournament.Refuse(tournament.Conflict, "league.moved_on")
	}
	closing := season.Close{}
	if slices.Contains(c.Season.State.Settings.Rules.Ties, season.ByRating) {
		ratings, err := c.memberRatings(ctx)
		if err != nil {
			return Reply{}, err
		}
		for m := range c.Season.State.Members {
			if r := ratings[m+1]; r > 0 {
				closing.Ratings = append(closing.Ratings, season.MemberRating{Member: m + 1, Rating: r})
			}
		}
	}
	reply, _, err := c.doLeague(ctx, closing, func(after *season.Snapshot) answer {
		done := newAnswer("did.league_close", "league", notice.Text(after.State.Settings.Name))
		if after.State.Settings.Divisions != nil && after.State.Signup == nil {
			return done.next("league next")
		}
		return done
	})
	if err != nil {
		return Reply{}, err
	}
	return c.turned(view.Text(reply.Text))
}

func leagueEnd(ctx context.Context, c *Call) (Reply, error) {
	reply, _, err := c.doLeague(ctx, season.End{}, func(after *season.Snapshot) answer {
		return newAnswer("did.league_end", "league", notice.Text(after.State.Settings.Name)).next("league close")
	})
	return reply, err
}

func leagueExport(ctx context.Context, c *Call) (Reply, error) {
	named, err := c.titles(ctx)
	if err != nil {
		return Reply{}, err
	}
	if format := c.text("format"); format == "csv" || format == "html" { // JSON is the log
		if err := c.asItStands(ctx); err != nil {
			return Reply{}, err
		}
	}
	s := c.Season
	title := func(number int) string {
		if t := named(s.State.Events[number-1].Log); t != "" {
			return t
		}
		return c.say("league.event", "number", number)
	}
	name := view.Slug(s.State.Settings.Name, "league")
	var f discord.File
	switch c.text("format") {
	case "csv":
		f = discord.File{Name: name + ".csv", ContentType: "text/csv", Description: c.say("export.csv")}
		f.Data, err = league.CSV(s, title)
	case "html":
		f = discord.File{Name: name + ".html", ContentType: "text/html", Description: c.say("export.html")}
		f.Data, err = league.HTML(s, title, c.App.Words.In(c.language()))
	case "ics":
		f = discord.File{Name: name + ".ics", ContentType: "text/calendar", Description: c.say("export.ics")}
		f.Data, err = c.seasonDates(ctx)
	default:
		f = discord.File{Name: name + ".json", ContentType: "application/json", Description: c.say("league.file")}
		f.Data, err = league.Export(s, title)
	}
	if err != nil {
		return Reply{}, err
	}
	return private(attached(view.Text(c.say("export.here")), f)), nil
}

// seasonDates returns the dates of the league as a calendar file.
func (c *Call) seasonDates(ctx context.Context) ([]byte, error) {
	shown, err := c.App.Leagues.Page(ctx, c.Season, c.App.Pages.Address)
	if err != nil {
		return nil, err
	}
	data := site.SeasonCalendar(shown)
	if data == nil {
		return nil, tournament.Refuse(tournament.WrongPhase, "export.no_date")
	}
	return data, nil
}

// held returns an event with a correction that waits because its league's table is
// closed.
func (c *Call) held(ctx context.Context, id tournament.ID) (*tournament.Snapshot, *tournament.Record, error) {
	if !slices.Contains(c.Season.State.Held, id) {
		return nil, nil, tournament.Refuse(tournament.Conflict, "season.not_held")
	}
	snap, err := c.App.Director.Snapshot(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	record, err := snap.State.Record()
	return snap, record, err
}

// leagueHeld shows organisers which members a waiting correction would move in the closed
// table.
func leagueHeld(ctx context.Context, c *Call, p customid.LeagueHeld) (Reply, error) {
	id := tournament.ID(p.Event)
	snap, record, err := c.held(ctx, id)
	if err != nil {
		return Reply{}, err
	}
	count := season.Counting(snap, record)
	count.Insist = true
	out, err := c.App.Seasons.Try(ctx, c.Season.State.ID, season.Request{Command: count})
	if err != nil {
		return Reply{}, err
	}
	return private(view.LeagueCorrection(c.env(), id, season.Moves(out.Before.State.Tables(), out.After.State.Tables()))), nil
}

// leagueCorrect applies a waiting correction to a closed table and closes it again, or
// discards the correction.
func leagueCorrect(ctx context.Context, c *Call, p customid.LeagueCorrect) (Reply, error) {
	id := tournament.ID(p.Event)
	var cmd season.Command = season.LeaveClosed{Log: id}
	done := notice.Code("did.league_left")
	if !p.Leave {
		snap, record, err := c.held(ctx, id)
		if err != nil {
			return Reply{}, err
		}
		count := season.Counting(snap, record)
		count.Insist = true
		cmd, done = count, "did.league_corrected"
	}
	reply, _, err := c.doLeague(ctx, cmd, func(*season.Snapshot) answer { return newAnswer(done) })
	if err != nil {
		return Reply{}, err
	}
	return c.turned(view.Text(reply.Text))
}

// leagueFinal creates the final of a closed season with the members who reached it,
// seeded by their places. Before the season is closed it creates the play-off of the
// members who are level.
func leagueFinal(ctx context.Context, c *Call, p customid.LeagueFinal) (Reply, error) {
	s := c.Season.State
	if (s.Closed == nil) != p.Playoff || !p.Playoff && s.Settings.Rules.Final < 2 || s.Settings.Series == nil {
		return Reply{}, errOldPanel
	}
	name := "league.final_name"
	var in []int
	var enter *tournament.EnterLeague
	if p.Playoff {
		name, in, enter = "league.playoff_name", view.Level(s), &tournament.EnterLeague{League: s.ID, Playoff: true}
	} else {
		first, level := s.Division(min(1, s.Count())).Finalists(s.Settings.Rules.Final)
		in = slices.Concat(first, level) // organisers remove those who do not play
	}
	if len(in) < 2 {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.final_few")
	}
	title := clip(c.say(notice.Code(name), "league", text.Raw(s.Settings.Name)), tournament.MaxNameLen)
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	for _, f := range all {
		if f.Name == title && f.Phase != tournament.Cancelled {
			return Reply{}, tournament.Refuse(tournament.Conflict, "league.final_there", "event", notice.Text(title))
		}
	}
	if err := c.leagueEvent(ctx, title, c.ID, stage.MustParse("single"), in, enter); err != nil {
		return Reply{}, err
	}
	return Reply{Text: c.say("did.league_final", "event", notice.Text(title), "n", len(in))}, nil
}

// leagueEvent creates an event of the league for the given members, seeded in that order.
// enter makes it count, if it does.
func (c *Call) leagueEvent(ctx context.Context, name, cause string, stages stage.Chain, members []int, enter *tournament.EnterLeague) error {
	s := c.Season.State
	rs, err := c.ruleset(ctx, s.Settings.Series.Ruleset)
	if err != nil {
		return err
	}
	settings := s.Settings.Series.Event
	settings.Name, settings.StartAt, settings.AutoStart, settings.AutoAdvance, settings.CheckInMinutes = name, 0, false, false, 0
	settings.Stages = stages
	if settings.Fixtures.Opens == tournament.AtOnce { // a bracket's later matches wait for winners
		settings.Fixtures.Opens = tournament.ByDate
	}
	req := c.request(league.With(c.Season, rs, settings, members, 0, enter))
	req.Cause = cause
	_, err = c.App.Director.Create(ctx, req)
	return err
}
