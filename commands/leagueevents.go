package commands

import (
	"context"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/league"
	"topcut/commands/leagueview"
	"topcut/commands/router"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
)

// leagueEvents lists the events of a league, or chooses which count.
func leagueEvents(ctx context.Context, c *call) (Reply, error) {
	all, err := c.Events(ctx)
	if err != nil {
		return Reply{}, err
	}
	for _, option := range []string{"add", "remove"} {
		named := strings.TrimSpace(c.Typed(option))
		if named == "" {
			continue
		}
		id, err := router.NamedEvent(all, named)
		if err != nil {
			return Reply{}, err
		}
		return c.enter(ctx, id, option == "add")
	}
	return c.leagueEvents(ctx)
}

// leagueEvents lists the events of a league.
func (c *call) leagueEvents(ctx context.Context) (Reply, error) {
	all, err := c.Events(ctx)
	if err != nil {
		return Reply{}, err
	}
	e := c.League()
	if e.Title, err = c.titles(ctx); err != nil {
		return Reply{}, err
	}
	running, err := c.inLeague(ctx, all)
	if err != nil {
		return Reply{}, err
	}
	return c.Reply(leagueview.Events(e, running)), nil
}

// inLeague returns the unfinished events that will count in the league.
func (c *call) inLeague(ctx context.Context, all []stores.Found) ([]stores.Found, error) {
	var out []stores.Found
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
func (c *call) enter(ctx context.Context, id tournament.ID, in bool) (Reply, error) {
	cmd, done := &command.EnterLeague{}, notice.Code("did.league_out")
	if in {
		cmd.League, done = c.Season.State.ID, "did.league_in"
		if typed := strings.TrimSpace(c.Typed("weight")); typed != "" {
			w, err := setting.Points(typed)
			if err != nil {
				return Reply{}, err
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
	reply, _, err := c.Do(ctx, cmd, router.FixedAnswer(done, "event", notice.Text(snap.State.Settings.Name), "league", c.leagueTitle()))
	return reply, err
}

// leagueFinal creates the final of a closed season with the members who reached it,
// seeded by their places. Before the season is closed it creates the play-off of the
// members who are level.
func leagueFinal(ctx context.Context, c *call, p customid.LeagueFinal) (Reply, error) {
	s := c.Season.State
	if (s.Closed == nil) != p.Playoff || !p.Playoff && s.Settings.Rules.Final < 2 || s.Settings.Series == nil {
		return Reply{}, router.ErrOldPanel
	}
	name, enter := "league.final_name", &command.EnterLeague{League: s.ID, Final: true}
	var in []int
	if p.Playoff {
		name, in, enter = "league.playoff_name", s.Level(), &command.EnterLeague{League: s.ID, Playoff: true}
	} else {
		first, level := s.Division(min(1, s.Count())).Finalists(s.Settings.Rules.Final)
		in = slices.Concat(first, level) // organisers remove those who do not play
	}
	if len(in) < 2 {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "league.final_few")
	}
	title := discord.Cut(c.Say(notice.Code(name), "league", text.Raw(s.Settings.Name)), tournament.MaxNameLen)
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	for _, f := range all {
		if f.Name == title && f.Phase != tournament.Cancelled {
			if there, err := c.App.Director.Snapshot(ctx, f.ID); err == nil {
				c.Snap = there // for who was faster
			}
			return Reply{}, tournament.Refuse(tournament.Conflict, "league.final_there", "event", notice.Text(title))
		}
	}
	if err := c.leagueEvent(ctx, title, c.ID, stage.MustParse("single"), in, enter); err != nil {
		return Reply{}, err
	}
	return Reply{Text: c.Say("did.league_final", "event", notice.Text(title), "n", len(in))}, nil
}

// leagueEvent creates an event of the league for the given members, seeded in that order.
// enter says what it decides there.
func (c *call) leagueEvent(ctx context.Context, name, cause string, stages stage.Chain, members []int, enter *command.EnterLeague) error {
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
	req := c.Request(league.With(c.Season, rs, settings, members, 0, enter))
	req.Cause = cause
	_, err = c.App.Director.Create(ctx, req)
	return err
}
