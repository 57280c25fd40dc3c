package commands

import (
	"context"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/league"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/division"
	"topcut/tournament/season"
)

// effects returns what a correction moves beside the standings of its event.
func (c *Call) effects(ctx context.Context, out *tournament.Outcome) (view.Effects, error) {
	e := view.Effects{Facts: c.factsMoved(out.After)}
	if out.Before.State.Phase != tournament.Finished {
		return e, nil
	}
	var record *tournament.Record
	if out.After.State.Phase == tournament.Finished {
		var err error
		if record, err = out.After.State.Record(); err != nil {
			return e, err
		}
	}
	if c.App.Archive != nil {
		h, err := c.history(ctx)
		if err != nil {
			return e, err
		}
		e.Ratings = h.Moves(h.With(out.ID, record), out.Before.State.Rules.ID)
	}
	if in := out.Before.State.Series.Counted; in != 0 && record != nil && c.App.Seasons != nil {
		return e, c.leagueEffects(ctx, out.After, record, &e)
	}
	return e, nil
}

// leagueEffects adds what a correction moves in the league that counts the event.
func (c *Call) leagueEffects(ctx context.Context, event *tournament.Snapshot, record *tournament.Record, e *view.Effects) error {
	count := season.Counting(event, record)
	count.Insist = true
	out, err := c.App.Seasons.Try(ctx, event.State.Series.Counted, season.Request{Command: count})
	if tournament.ClassOf(err) == tournament.NoChange {
		return nil
	}
	if err != nil {
		return err
	}
	e.League, e.Members = out.After, season.Compare(out.Before.State.Table(), out.After.State.Table())
	e.Divisions = movedDivisions(out.Before, out.After)
	return nil
}

// movedDivisions returns the members who would play in another division after a season
// that ends as it stands, and where.
func movedDivisions(before, after *season.Snapshot) (out []division.Placed) {
	then := map[int]int{}
	for _, p := range placed(before) {
		then[p.Member] = p.To
	}
	for _, p := range placed(after) {
		if was, ok := then[p.Member]; ok && was != p.To {
			p.From = was
			out = append(out, p)
		}
	}
	return out
}

// placed returns who would play in which division after a season that ends as it stands.
func placed(s *season.Snapshot) (out []division.Placed) {
	ended := *s.State
	if ended.Closed == nil {
		ended.Closed = &season.Closed{}
	}
	plan, err := ended.Plan(s.Book, nil)
	if err != nil {
		return nil // it has no divisions
	}
	for _, d := range plan.Divisions {
		out = append(out, d...)
	}
	return out
}

// correctLeague lets a closed table follow a correction at once, if the user may decide
// that: what moves was shown with the correction. Otherwise its organisers are asked.
func (c *Call) correctLeague(ctx context.Context, event *tournament.Snapshot) error {
	s := event.State
	if s.Phase != tournament.Finished || s.Series.Counted == 0 || c.App.Leagues == nil || c.App.Seasons == nil {
		return nil
	}
	counts, err := c.App.Seasons.Snapshot(ctx, s.Series.Counted)
	if err != nil || counts.State.Closed == nil {
		return err // an open table follows by itself
	}
	if may, err := c.App.organisesServer(ctx, c); err != nil || !may {
		return err
	}
	return c.App.Leagues.Count(ctx, event, s.Series.Counted, c.ID, true)
}

// askReopen shows which members move if a closed season is opened again, since corrections
// of its events have waited, and asks for confirmation.
func (c *Call) askReopen(ctx context.Context) (Reply, error) {
	var moves []season.Move
	for _, id := range c.Season.State.Held {
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
		moves = append(moves, season.Compare(out.Before.State.Table(), out.After.State.Table())...)
	}
	return private(view.LeagueReopening(c.env(), moves)), nil
}

// leagueReopen opens a closed season again. Corrections that have waited count at once.
func leagueReopen(ctx context.Context, c *Call, p customid.LeagueReopen) (Reply, error) {
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
	reply, _, err := c.doLeague(ctx, open, func(*season.Snapshot) answer { return newAnswer("league.open_again") })
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
	return c.turned(view.Text(reply.Text))
}
