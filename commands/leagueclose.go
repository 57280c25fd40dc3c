package commands

import (
	"context"
	"slices"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/layout"
	"topcut/commands/league"
	"topcut/commands/leagueview"
	"topcut/commands/router"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// leagueAskClose shows the final table and asks for confirmation before it is frozen; of a
// closed season it shows what moves if it is opened again.
func leagueAskClose(ctx context.Context, c *call) (Reply, error) {
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
	return router.Private(leagueview.Closing(c.League(), len(open))), nil
}

// catchUp brings the table up to date with all finished events. It is called before a
// table becomes final.
func (c *call) catchUp(ctx context.Context) error {
	err := c.App.Leagues.CatchUp(ctx, c.Season.State.ID)
	if err == nil {
		c.Season, err = c.App.Seasons.Snapshot(ctx, c.Season.State.ID)
	}
	return err
}

func leagueClose(ctx context.Context, c *call, p customid.LeagueClose) (Reply, error) {
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
	reply, _, err := c.doLeague(ctx, closing, func(after *season.Snapshot) router.Answer {
		done := router.NewAnswer("did.league_close", "league", notice.Text(after.State.Settings.Name))
		if after.State.Settings.Tiers() != nil && after.State.Signup == nil {
			return done.Next("league-admin next")
		}
		return done
	})
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(layout.Text(reply.Text))
}

func leagueEnd(ctx context.Context, c *call) (Reply, error) {
	reply, _, err := c.doLeague(ctx, season.End{}, func(after *season.Snapshot) router.Answer {
		return router.NewAnswer("did.league_end", "league", notice.Text(after.State.Settings.Name)).Next("league-admin close")
	})
	return reply, err
}

// counting returns the command that counts corrections which wait because the table is
// closed, and closes it again.
func (c *call) counting(ctx context.Context, events ...tournament.ID) (out season.All, err error) {
	for _, id := range events {
		if !slices.Contains(c.Season.State.Held, id) {
			return nil, tournament.Refuse(tournament.Conflict, "season.not_held")
		}
		snap, err := c.App.Director.Snapshot(ctx, id)
		if err != nil {
			return nil, err
		}
		record, err := snap.State.Record()
		if err != nil {
			return nil, err
		}
		count := season.Counting(snap, record)
		count.Insist = true
		out = append(out, count)
	}
	return out, nil
}

// moves returns the members that corrections which wait would move in the closed tables.
func (c *call) moves(ctx context.Context, events ...tournament.ID) ([]season.Move, error) {
	count, err := c.counting(ctx, events...)
	if err != nil || len(count) == 0 {
		return nil, err
	}
	out, err := c.App.Seasons.Try(ctx, c.Season.State.ID, season.Request{Command: count})
	if tournament.ClassOf(err) == tournament.NoChange {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return season.Moves(out.Before.State.Tables(), out.After.State.Tables()), nil
}

// leagueHeld shows organisers which members a waiting correction would move in the closed
// table.
func leagueHeld(ctx context.Context, c *call, p customid.LeagueHeld) (Reply, error) {
	id := tournament.ID(p.Event)
	moves, err := c.moves(ctx, id)
	if err != nil {
		return Reply{}, err
	}
	return router.Private(leagueview.Correction(c.League(), id, moves)), nil
}

// leagueCorrect applies a waiting correction to a closed table and closes it again, or
// discards the correction.
func leagueCorrect(ctx context.Context, c *call, p customid.LeagueCorrect) (Reply, error) {
	id := tournament.ID(p.Event)
	var cmd season.Command = season.LeaveClosed{Log: id}
	done := notice.Code("did.league_left")
	if !p.Leave {
		count, err := c.counting(ctx, id)
		if err != nil {
			return Reply{}, err
		}
		cmd, done = count, "did.league_corrected"
	}
	reply, _, err := c.doLeague(ctx, cmd, func(*season.Snapshot) router.Answer { return router.NewAnswer(done) })
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(layout.Text(reply.Text))
}

// askReopen shows which members move if a closed season is opened again, since corrections
// of its events have waited, and asks for confirmation.
func (c *call) askReopen(ctx context.Context) (Reply, error) {
	moves, err := c.moves(ctx, c.Season.State.Held...)
	if err != nil {
		return Reply{}, err
	}
	return router.Private(leagueview.Reopening(c.League(), moves)), nil
}

// leagueReopen opens a closed season again. Corrections that have waited count at once.
func leagueReopen(ctx context.Context, c *call, p customid.LeagueReopen) (Reply, error) {
	s := c.Season.State
	if s.Seq != p.Seq {
		return Reply{}, tournament.Refuse(tournament.Conflict, "league.moved_on")
	}
	open := season.Reopen{}
	if x := s.Settings.Series; x != nil && x.Cron != "" && !s.Ended {
		var err error
		if open.Next, err = league.First(x, c.App.Now()); err != nil {
			return Reply{}, err
		}
	}
	reply, _, err := c.doLeague(ctx, open, func(*season.Snapshot) router.Answer { return router.NewAnswer("league.open_again") })
	if err != nil {
		return Reply{}, err
	}
	for _, id := range s.Held {
		snap, err := c.App.Director.Snapshot(ctx, id)
		if err != nil {
			return Reply{}, err
		}
		if err := c.App.Leagues.Count(ctx, snap, s.ID, c.ID+"."+strconv.FormatInt(int64(id), 10), false); err != nil {
			return Reply{}, err
		}
	}
	return c.Turned(layout.Text(reply.Text))
}
