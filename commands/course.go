package commands

import (
	"context"
	"fmt"

	"topcut/commands/customid"
	"topcut/commands/router"
	"topcut/commands/simulator"
	"topcut/commands/view"
	"topcut/sim"
)

// courseRoutes returns the routes that show how a player's chance changed from round to
// round.
func courseRoutes() []Route {
	return []Route{turning(course)}
}

// course answers with the chance of a player after every round so far. It runs one short
// simulation for each round, one after the other.
func course(ctx context.Context, c *call, p customid.Course) (Reply, error) {
	s, n := c.Snap.State, p.Player
	if s.Player(n) == nil {
		return Reply{}, router.ErrOldPanel
	}
	list, err := sim.Moments(c.Snap)
	if err != nil {
		return Reply{}, noOdds(err)
	}
	var moments []view.Moment
	for _, m := range list {
		run := c.App.Simulator.Ask(ctx, c.Member(), simulator.Question{Event: s.ID, Seq: s.Seq, Result: fmt.Sprintf("after %d", m.After), Brief: true}, m.Config)
		res, err := answerOf(ctx, run)
		if err != nil {
			return Reply{}, simRefusal(err)
		}
		if n <= len(res.Players) {
			moments = append(moments, view.Moment{After: m.After, Chance: res.Players.At(n).Cut})
		}
	}
	return c.Turned(view.Course(c.Env(), n, moments))
}

// answerOf waits for the final answer of a run.
func answerOf(ctx context.Context, r *simulator.Run) (*sim.OddsResult, error) {
	defer r.Leave()
	last, err := r.Next(ctx, 0)
	for err == nil && !last.Done {
		last, err = r.Next(ctx, last.Version)
	}
	return last.Result, err
}
