package commands

import (
	"context"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/league"
	"topcut/commands/leagueview"
	"topcut/commands/router"
	"topcut/commands/setting"
	"topcut/commands/site"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// asItStands makes the league of a call that only reads it include the events under way;
// see league.Service.AsItStands.
func (c *call) asItStands(ctx context.Context) error {
	now, err := c.App.Leagues.AsItStands(ctx, c.Season)
	if err == nil {
		c.Season = now
	}
	return err
}

func leagueExplain(ctx context.Context, c *call) (Reply, error) {
	if err := c.asItStands(ctx); err != nil {
		return Reply{}, err
	}
	find := c.ownRow
	if c.Typed("player") != "" {
		find = func(context.Context) (int, error) { return c.leagueMember() }
	}
	n, err := find(ctx)
	if err != nil {
		return Reply{}, err
	}
	e := c.League()
	if e.Title, err = c.titles(ctx); err != nil {
		return Reply{}, err
	}
	return c.Reply(leagueview.Explain(e, n)), nil
}

// ownRow returns the user's number in the league or, if they have none, that of the newest team
// for which they have played and that is in it.
func (c *call) ownRow(ctx context.Context) (int, error) {
	n := c.Season.PlayerByUser(c.User.ID)
	if n == 0 && c.App.Archive != nil {
		h, err := c.history(ctx)
		if err != nil {
			return 0, err
		}
		for _, team := range h.Teams(c.User.ID) {
			if n = c.teamRow(team); n > 0 {
				break
			}
		}
	}
	if n == 0 {
		return 0, tournament.Refuse(tournament.NotFound, "league.not_in", "league", c.leagueTitle())
	}
	return n, nil
}

// teamRow returns the number in the league of the member without an account who has the name of
// a team, or 0.
func (c *call) teamRow(team string) int {
	return 1 + slices.IndexFunc(c.Season.State.Members, func(m season.Member) bool {
		who := c.Season.Book.Person(m.Person)
		return m.Person != 0 && m.Into == 0 && who.User == "" && names.Key(who.Name) == names.Key(team)
	})
}

// leagueInfo handles /league info.
func leagueInfo(ctx context.Context, c *call) (Reply, error) {
	division, _ := c.Int("division")
	return c.shownOfLeague(ctx, c.Typed("show"), int(division))
}

// shownOfLeague shows a view of the league; the chances are those of a division, or of the
// user's own if it is 0.
func (c *call) shownOfLeague(ctx context.Context, show customid.LeagueView, division int) (Reply, error) {
	switch show {
	case customid.LeagueEvents:
		return c.leagueEvents(ctx)
	case customid.LeagueOdds:
		return c.leagueOdds(ctx, division)
	case customid.LeagueList:
		return leagueSchedule(ctx, c)
	}
	if err := c.asItStands(ctx); err != nil {
		return Reply{}, err
	}
	member := 0
	if !c.Bool("public") {
		member = c.Season.PlayerByUser(c.User.ID)
	}
	return c.Reply(leagueview.Info(c.League(), member, c.Staff, c.waits())), nil
}

// seasonTrials is how often the coming events are simulated for the chances of a season.
const seasonTrials = 2000

// leagueOdds shows who can still win the season: of a division, if there are any, or of the
// user's own if it is 0.
func (c *call) leagueOdds(ctx context.Context, division int) (Reply, error) {
	if err := c.asItStands(ctx); err != nil {
		return Reply{}, err
	}
	s := c.Season.State
	played := 0
	var running *sim.RunningEvent
	for i := range s.Events {
		switch {
		case s.Events[i].Removed:
		case s.Over(i + 1):
			played++
		case running == nil:
			snap, err := c.App.Director.Snapshot(ctx, s.Events[i].Log)
			if err != nil {
				return Reply{}, err
			}
			running = &sim.RunningEvent{Event: snap, Member: c.memberOf}
		}
	}
	left := s.Settings.Planned - played
	switch {
	case s.Closed == nil && (s.Single() || s.Settings.Tiers() != nil && s.Count() > 0):
		return c.divisionOdds(ctx, division, left)
	case s.Closed != nil || s.Settings.Planned > 0 && left <= 0:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.odds_over")
	case s.Settings.Planned == 0:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.odds_events")
	case played == 0 && running == nil:
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.odds_none")
	}
	cfg := sim.SeasonConfig{Input: s.Past(), Running: running, Lines: []int{1}, Trials: seasonTrials, Seed: uint64(s.ID)<<32 | uint64(s.Seq), Open: true}
	means := []season.PlaceLine{season.LineFirst}
	if s.Settings.Rules.Final > 1 {
		cfg.Lines, means = append(cfg.Lines, s.Settings.Rules.Final), append(means, season.LineTop)
	}
	if cfg.Left = sim.EventsLeft(s, left); running != nil {
		cfg.Left = cfg.Left[1:]
	}
	odds, err := sim.Season(ctx, cfg)
	if err != nil && running != nil && ctx.Err() == nil { // of a kind that is not simulated: as one to come
		cfg.Running, cfg.Left = nil, sim.EventsLeft(s, left)
		odds, err = sim.Season(ctx, cfg)
	}
	if err != nil {
		return Reply{}, err
	}
	odds.Show(s.Table())
	return c.Reply(leagueview.Odds(c.League(), odds, cfg.Lines, means, 0, left)), nil
}

func leagueAdjust(ctx context.Context, c *call) (Reply, error) {
	n, err := c.leagueMember()
	if err != nil {
		return Reply{}, err
	}
	points, err := setting.Points(strings.TrimSpace(c.Typed("points")))
	if err != nil {
		return Reply{}, err
	}
	return c.moving(ctx, season.Adjust{Member: n, Points: points, Reason: c.Typed("reason")}, func(*season.Snapshot) router.Answer {
		return router.NewAnswer("did.league_adjust", "player", notice.Player(n), "points", points)
	})
}

func leagueExport(ctx context.Context, c *call) (Reply, error) {
	named, err := c.titles(ctx)
	if err != nil {
		return Reply{}, err
	}
	if format := c.Typed("format"); format == "csv" || format == "html" { // JSON is the log
		if err := c.asItStands(ctx); err != nil {
			return Reply{}, err
		}
	}
	s := c.Season
	title := func(number int) string {
		if t := named(s.State.Events.At(number).Log); t != "" {
			return t
		}
		return c.Say("league.event", "number", number)
	}
	name := wording.Slug(s.State.Settings.Name, "league")
	var f discord.File
	switch c.Typed("format") {
	case "csv":
		var csv []byte
		csv, err = league.CSV(s, title)
		f = c.table(name, csv)
	case "html":
		f = discord.File{Name: name + ".html", ContentType: "text/html", Description: c.Say("export.html")}
		f.Data, err = league.HTML(s, title, c.App.Words.In(c.Language()))
	case "ics":
		f = discord.File{Name: name + ".ics", ContentType: "text/calendar", Description: c.Say("export.ics")}
		f.Data, err = c.seasonDates(ctx)
	default:
		f = discord.File{Name: name + ".json", ContentType: "application/json", Description: c.Say("league.file")}
		f.Data, err = league.Export(s, title)
	}
	if err != nil {
		return Reply{}, err
	}
	return router.Private(attached(layout.Text(c.Say("export.here")), f)), nil
}

// seasonDates returns the dates of the league as a calendar file.
func (c *call) seasonDates(ctx context.Context) ([]byte, error) {
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
