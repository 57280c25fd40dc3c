package commands

import (
	"context"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
)

// sitOut shows which coming rounds the presser sits out, with the menu of those that may
// be asked for.
func sitOut(_ context.Context, c *call, _ customid.SitOut) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	if len(c.Snap.State.SitOutRounds(n)) == 0 {
		return Reply{}, tournament.Refuse(tournament.NotAllowed, "sit_out.none")
	}
	return c.Turned(view.SitOut(c.Env(), n))
}

// askSitOut asks the presser to confirm what was chosen in the menu.
func askSitOut(ctx context.Context, c *call, _ customid.SitOutPick) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	var rounds []int
	for _, v := range c.Values {
		r, err := strconv.Atoi(v)
		if err != nil || r < 1 || r > tournament.MaxRounds {
			return Reply{}, router.ErrOldPanel
		}
		rounds = append(rounds, r)
	}
	out, err := c.Try(ctx, &command.SitOut{Player: n, Rounds: rounds})
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(view.AskSitOut(c.Env(), rounds, out.Events))
}

// sitOutYes carries out what was confirmed.
func sitOutYes(ctx context.Context, c *call, p customid.SitOutYes) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	rounds, ok := customid.ParseRoundSet(p.Rounds)
	if !ok {
		return Reply{}, router.ErrOldPanel
	}
	return c.updated(ctx, &command.SitOut{Player: n, Rounds: rounds}, router.FixedAnswer("did.sit_out"))
}
