package commands

import (
	"context"

	"topcut/commands/consent"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/record"
	"topcut/tournament/season"
)

// effects returns what a correction moves beside the standings of its event.
func (c *call) effects(ctx context.Context, out *tournament.Outcome) (view.Effects, error) {
	e := view.Effects{Facts: consent.FactsMoved(c.Words(), c.Snap.State, out.After.State)}
	if out.Before.State.Phase != tournament.Finished {
		return e, nil
	}
	var record *record.Record
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
func (c *call) leagueEffects(ctx context.Context, event *tournament.Snapshot, record *record.Record, e *view.Effects) error {
	count := season.Counting(event, record)
	if count.Final { // the champion of the event is shown with its places
		return nil
	}
	count.Insist = true
	out, err := c.App.Seasons.Try(ctx, event.State.Series.Counted, season.Request{Command: count})
	if tournament.ClassOf(err) == tournament.NoChange {
		return nil
	}
	if err != nil {
		return err
	}
	e.League, e.Members = out.After, season.Moves(out.Before.State.Tables(), out.After.State.Tables())
	e.Divisions = season.MovedDivisions(out.Before, out.After)
	return nil
}

// correctLeague lets a closed table follow a correction at once, if the user may decide
// that: what moves was shown with the correction. Otherwise its organisers are asked.
func (c *call) correctLeague(ctx context.Context, event *tournament.Snapshot) error {
	s := event.State
	if s.Phase != tournament.Finished || s.Series.Counted == 0 || c.App.Leagues == nil || c.App.Seasons == nil {
		return nil
	}
	counts, err := c.App.Seasons.Snapshot(ctx, s.Series.Counted)
	if err != nil || counts.State.Closed == nil {
		return err // an open table follows by itself
	}
	if may, err := c.App.OrganisesServer(ctx, c.Call); err != nil || !may {
		return err
	}
	return c.App.Leagues.Count(ctx, event, s.Series.Counted, c.ID, true)
}
