package commands

import (
	"cmp"
	"context"

	"topcut/commands/router"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rating"
	"topcut/tournament/sorted"
)

// kept returns the server's ratings of the event's players in its game. A player without
// one has the initial rating.
func (c *call) kept(ctx context.Context) (numbered.List[rating.Glicko], error) {
	h, err := c.history(ctx)
	if err != nil {
		return nil, err
	}
	r, ok := h.Ratings(c.Snap.State.Rules.ID)
	if !ok || r.Formula.Tables {
		return nil, tournament.Refuse(tournament.Unsupported, "profile.no_ratings")
	}
	out := make(numbered.List[rating.Glicko], len(c.Snap.State.Players))
	rated := false
	for i := range out {
		out[i] = rating.Glicko{Rating: r.Formula.Start, Deviation: r.Formula.Deviation, Volatility: r.Formula.Volatility}
		if n := h.User(c.Snap.User(i + 1)); n > 0 && r.Now.At(n).Matches > 0 {
			x := r.Now.At(n)
			out[i], rated = rating.Glicko{Rating: x.Value, Deviation: x.Deviation, Volatility: x.Volatility}, true
		}
	}
	if !rated {
		return nil, tournament.Refuse(tournament.WrongPhase, "profile.nobody_rated")
	}
	return out, nil
}

// seedByRating seeds the players by a conservative estimate of their rating, which they
// very likely exceed. Players without a rating come last.
func seedByRating(ctx context.Context, c *call) (Reply, error) {
	ratings, err := c.kept(ctx)
	if err != nil {
		return Reply{}, err
	}
	var players []int
	for i := range ratings {
		if p := c.Snap.State.Player(i + 1); p != nil && p.Status != tournament.Void && p.Status != tournament.Left {
			players = append(players, i+1)
		}
	}
	floor := func(n int) float64 { return ratings.At(n).Rating - float64(2*ratings.At(n).Deviation) }
	sorted.Stable(players, func(a, b int) int { return cmp.Compare(floor(b), floor(a)) })
	var cmd command.All
	for i, n := range players {
		if int(c.Snap.State.Players.At(n).Seed) != i+1 {
			cmd = append(cmd, &command.Change{Player: n, Seed: new(i + 1)})
		}
	}
	if len(cmd) == 0 {
		return Reply{}, tournament.Refuse(tournament.NoChange, "seeds.so")
	}
	reply, _, err := c.Do(ctx, cmd, router.FixedAnswer("did.seeds", "n", len(players), "first", notice.Player(players[0])))
	return reply, err
}
