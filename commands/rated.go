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

// kept returns the server's ratings of the event's players in its game. Who has none has
// the initial rating, and a team has the mean of its members'.
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
		var members []rating.Glicko
		users := c.Snap.Users(i + 1)
		if len(users) == 0 { // a guest
			users = []string{""}
		}
		for _, user := range users {
			one := rating.Glicko{Rating: r.Formula.Start, Deviation: r.Formula.Deviation}
			if n := h.User(user); n > 0 && r.Now.At(n).Matches > 0 {
				x := r.Now.At(n)
				one, rated = rating.Glicko{Rating: x.Value, Deviation: x.Deviation}, true
			}
			members = append(members, one)
		}
		out[i] = rating.Together(members)
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
	done := notice.Code("did.seeds")
	if c.Snap.State.Crewed() {
		done = "did.seeds_teams"
	}
	reply, _, err := c.Do(ctx, cmd, router.FixedAnswer(done, "n", len(players), "first", notice.Player(players[0])))
	return reply, err
}
