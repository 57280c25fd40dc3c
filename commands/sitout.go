package commands

import (
	"context"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
)

// sitOut shows which coming rounds the presser sits out, with the menu of those that may
// be asked for.
func sitOut(_ context.Context, c *Call, _ customid.SitOut) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	if len(c.Snap.State.SitOutRounds(n)) == 0 {
		return Reply{}, tournament.Refuse(tournament.NotAllowed, "sit_out.none")
	}
	return c.turned(view.SitOut(c.env(), n))
}

// askSitOut asks the presser to confirm what was chosen in the menu.
func askSitOut(ctx context.Context, c *Call, _ customid.SitOutPick) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	var rounds []int
	for _, v := range c.Values {
		r, err := strconv.Atoi(v)
		if err != nil || r < 1 || r > tournament.MaxRounds {
			return Reply{}, errOldPanel
		}
		rounds = append(rounds, r)
	}
	out, err := c.try(ctx, &command.SitOut{Player: n, Rounds: rounds})
	if err != nil {
		return Reply{}, err
	}
	return c.turned(view.AskSitOut(c.env(), rounds, out.Events))
}

// sitOutYes carries out what was confirmed.
func sitOutYes(ctx context.Context, c *Call, p customid.SitOutYes) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	rounds, ok := customid.ParseRoundSet(p.Rounds)
	if !ok {
		return Reply{}, errOldPanel
	}
	return c.updated(ctx, &command.SitOut{Player: n, Rounds: rounds}, fixedAnswer("did.sit_out"))
}
