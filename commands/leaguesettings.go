package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/league"
	"topcut/commands/leagueview"
	"topcut/commands/moment"
	"topcut/commands/router"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

func leagueCreate(ctx context.Context, c *call) (Reply, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	preset := c.Typed("preset")
	if preset == "" {
		preset = "records"
	}
	channel, err := c.home()
	if err != nil {
		return Reply{}, err
	}
	s := season.Settings{Name: strings.TrimSpace(c.Typed("name")), Language: c.languageOf(server), Channel: channel}
	rules, ok := season.Preset(preset)
	if !ok {
		return Reply{}, tournament.Refuse(tournament.BadInput, "season.no_word", "text", notice.Text(discord.Cut(preset, 40)), "words", notice.Texts(season.Presets()))
	}
	s.Rules = rules
	for name, at := range map[string]*int{"best": &s.Rules.Best, "events": &s.Planned, "final": &s.Rules.Final} {
		if v, ok := c.Int(name); ok {
			*at = int(v)
		}
	}
	if size, ok := c.Int("divisions"); ok {
		s.Divisions = setting.DivisionsOf(int(size), nil)
	}
	create := season.Create{Guild: c.GuildID}
	expression := strings.TrimSpace(c.Typed("cron"))
	if expression != "" || c.Typed("ruleset")+c.Typed("stages")+c.Typed("arranged")+c.Typed("first_day") != "" || s.Divisions != nil {
		if s.Series, err = c.series(ctx, server, expression, s.Name); err != nil {
			return Reply{}, err
		}
	}
	if expression != "" {
		if create.Next, err = c.firstOf(s.Series); err != nil {
			return Reply{}, err
		}
	}
	create.Settings = s
	if err := c.roomForLeague(ctx); err != nil {
		return Reply{}, err
	}
	out, err := c.App.Seasons.Create(ctx, c.leagueRequest(create, func(*season.Snapshot) router.Answer {
		switch {
		case s.Divisions == nil && s.Tiers() != nil:
			return router.NewAnswer("did.league_listed", "league", notice.Text(s.Name)).Next("league-admin promote")
		case s.Divisions != nil:
			return router.NewAnswer("did.league_divided", "league", notice.Text(s.Name)).Next("league-admin promote")
		case expression == "":
			return router.NewAnswer("did.league_free", "league", notice.Text(s.Name)).Next("league-admin events")
		}
		if s.Series.Event.Unattended {
			return router.NewAnswer("did.league_alone", "league", notice.Text(s.Name), "edit", notice.Command("league-admin edit"), "time", create.Next, "away", create.Next, "span", time.Duration(s.Series.OpenHours)*time.Hour)
		}
		return router.NewAnswer("did.league", "league", notice.Text(s.Name), "time", create.Next, "away", create.Next, "span", time.Duration(s.Series.OpenHours)*time.Hour)
	}))
	if err != nil {
		return Reply{}, err
	}
	return Reply{Text: c.AnswerText(out.Answer)}, nil
}

// firstOf returns the start of the first event of a series, which is not before its first
// day.
func (c *call) firstOf(x *season.Series) (time.Time, error) {
	after := c.App.Now()
	if first := x.FirstDay().Add(-time.Second); first.After(after) {
		after = first
	}
	return league.First(x, after)
}

// roomForLeague returns a refusal if the server has as many leagues as it may.
func (c *call) roomForLeague(ctx context.Context) error {
	all, err := c.App.Index.Listed(ctx, season.Log.Name, c.GuildID)
	if err != nil {
		return err
	}
	if n := len(slices.DeleteFunc(all, func(l journal.Listed) bool { return l.Over })); n >= mostLeagues {
		return tournament.Refuse(tournament.Unavailable, "budget.leagues", "n", n)
	}
	return c.Spend(allowance.Create)
}

// series builds the schedule of a league's events from the options of /league-admin create.
func (c *call) series(ctx context.Context, server stores.Server, expression, name string) (*season.Series, error) {
	zone := cmp.Or(server.TimeZone, "UTC")
	if typed := strings.TrimSpace(c.Typed("time_zone")); typed != "" {
		var err error
		if zone, err = moment.Zone(typed); err != nil {
			return nil, err
		}
	}
	rs, err := c.ruleset(ctx, c.Typed("ruleset"))
	if err != nil {
		return nil, err
	}
	s := tournament.DefaultSettings(name)
	s.AutoAdvance, s.AutoStart, s.TimeZone, s.Language, s.TOChannel = true, true, zone, c.languageOf(server), server.TOChannel
	s.LightPictures = server.LightPictures
	s.LateUntil = rs.Entry.Limit(s.LateUntil)
	if s, err = structured(s, rs, c.Typed("stages"), c.Typed("arranged")); err != nil {
		return nil, err
	}
	s.Stages = c.sized(s.Stages)
	if v, ok := c.Int("check_in"); ok {
		s.CheckInMinutes = int(v)
	}
	hours := 24
	if v, ok := c.Int("open_hours"); ok {
		hours = int(v)
	}
	out := &season.Series{Cron: expression, Zone: zone, OpenHours: hours, Ruleset: rs.ID, Event: s}
	first, err := c.firstDay(zone)
	out.Begin(first)
	if alone := out.Event; expression != "" {
		if alone.Unattended = true; possible(alone, rs) { // no organiser has to be there when it starts
			out.Event = alone
		}
	}
	return out, err
}

// structured sets the stages of a league's events, and how their matches are arranged. If no
// stages are typed they are those of the game, or of arranged matches a round robin where the
// game has none that can be arranged.
func structured(s tournament.Settings, rs *rules.Ruleset, chain, arranged string) (tournament.Settings, error) {
	own, has := rs.Structure()
	if chain == "" && has {
		s.Stages = own
	}
	if arranged != "" && chain == "" {
		if of, err := setting.Apply(s, "arranged", arranged); err == nil && has && possible(of, rs) {
			return of, nil
		}
		chain = "roundrobin"
	}
	var err error
	for _, set := range [][2]string{{"stages", chain}, {"arranged", arranged}} {
		if set[1] == "" {
			continue
		}
		if s, err = setting.Apply(s, set[0], set[1]); err != nil {
			return s, err
		}
	}
	return s, nil
}

// possible reports whether an event of a game may have these settings.
func possible(s tournament.Settings, rs *rules.Ruleset) bool {
	fit, err := s.Fit(rs)
	return err == nil && fit.Validate() == nil
}

// firstDay returns when the first event of a season is to begin, in a time zone; zero if
// that was not said.
func (c *call) firstDay(zone string) (time.Time, error) {
	typed := strings.TrimSpace(c.Typed("first_day"))
	if typed == "" {
		return time.Time{}, nil
	}
	in, err := tournament.ParseZone(zone)
	if err != nil {
		return time.Time{}, err
	}
	return moment.Parse(typed, c.App.Now(), in)
}

// leagueEdit changes settings by key and shows which members move in the table.
func leagueEdit(ctx context.Context, c *call) (Reply, error) {
	s, next := c.Season.State.Settings, c.Season.State.Next
	pairs, err := setting.ReadPairs(c.Typed("set"))
	if err != nil {
		return Reply{}, err
	}
	for _, p := range pairs {
		if s, err = setting.ApplyLeague(s, p[0], p[1]); err != nil {
			return Reply{}, c.nearest(err, pairs)
		}
	}
	if was := c.Season.State.Settings.Series; s.Series != nil && (was == nil || was.Cron != s.Series.Cron || was.Zone != s.Series.Zone) && s.Series.Cron != "" && !c.Season.State.Ended {
		if next, err = league.First(s.Series, c.App.Now()); err != nil {
			return Reply{}, err
		}
	}
	return c.moving(ctx, season.Change{Settings: s, Next: next}, func(*season.Snapshot) router.Answer { return router.NewAnswer("did.league_edit") })
}

// moving runs a command and shows which members it moves in the table.
func (c *call) moving(ctx context.Context, cmd season.Command, say func(after *season.Snapshot) router.Answer) (Reply, error) {
	reply, out, err := c.doLeague(ctx, cmd, say)
	if err != nil || out.Repeated {
		return reply, err
	}
	moves := season.Moves(out.Before.State.Tables(), out.After.State.Tables())
	return router.Private(leagueview.Moves(c.League(), reply.Text, moves)), nil
}

func leagueSchedule(ctx context.Context, c *call) (Reply, error) {
	all, err := c.Leagues(ctx)
	if err != nil {
		return Reply{}, err
	}
	list := []string{c.Say("leagues.title")}
	for _, l := range all {
		s := l.State
		switch channel := text.Raw(discord.MentionChannel(s.Settings.Channel)); {
		case s.Closed != nil || s.Ended:
		case s.Next.IsZero():
			list = append(list, c.Say("leagues.line_free", "league", notice.Text(s.Settings.Name), "channel", channel))
		default:
			list = append(list, c.Say("leagues.line", "league", notice.Text(s.Settings.Name), "channel", channel,
				"time", text.Raw(discord.Timestamp(s.Next, 'F')), "relative", text.Raw(discord.Relative(s.Next))))
		}
	}
	if len(list) == 1 {
		none := c.Say("leagues.none")
		if c.Staff {
			none += c.Next("league-admin create")
		}
		return c.Reply(layout.Text(none)), nil
	}
	return c.Reply(layout.Text(strings.Join(list, "\n"))), nil
}

// Limits per server.
const (
	mostLeagues = 25 // not closed
	mostEmpty   = 40 // events without players
)
