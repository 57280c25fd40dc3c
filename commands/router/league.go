package router

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// LeagueOf finds the league of a call: that of the panel; the one named in the option;
// the only open one of this channel, or of the server; else the newest closed one.
func (a *App) LeagueOf(ctx context.Context, c *Call) error {
	if id := c.Panel.Tournament; id != 0 {
		snap, err := a.Seasons.Snapshot(ctx, id)
		if err != nil || snap.State.Guild != c.GuildID {
			return ErrOldPanel
		}
		if knows, err := c.knowsLeague(ctx, snap); err != nil || !knows {
			return cmp.Or(err, ErrOldPanel)
		}
		c.Season = snap
		return nil
	}
	all, err := c.Leagues(ctx)
	if err != nil {
		return err
	}
	if named := strings.TrimSpace(c.Typed("league")); named != "" {
		called := make([]string, len(all))
		for i, s := range all {
			if called[i] = s.State.Settings.Name; named == LeagueValue(s.State.ID) {
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
	here := slices.DeleteFunc(slices.Clone(open), func(s *season.Snapshot) bool { return !c.In(s.State.Settings.Channel) })
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

// LeagueValue returns the autocomplete value of a league.
func LeagueValue(id journal.ID) string { return leaguePrefix + strconv.FormatInt(int64(id), 10) }

// Leagues returns the leagues of the server that the user may see, newest first.
func (c *Call) Leagues(ctx context.Context) ([]*season.Snapshot, error) {
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
