package commands

import (
	"context"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// tieRoutes returns the routes that settle a tie at the top which no tiebreaker has
// broken.
func tieRoutes() []Route {
	return []Route{
		staffRoute("tournament tie playoff", func(ctx context.Context, c *call) (Reply, error) { return c.settle(ctx, &command.PlayOff{}) }),
		staffRoute("tournament tie share", func(ctx context.Context, c *call) (Reply, error) { return c.settle(ctx, &command.ShareTitle{}) }),
		staffPanel(func(ctx context.Context, c *call, p customid.TieAsk) (Reply, error) {
			if p.Share {
				return c.settle(ctx, &command.ShareTitle{})
			}
			return c.settle(ctx, &command.PlayOff{})
		}),
	}
}

// settle settles a tie at the top: the title is played for, or shared. It first shows who
// is level.
func (c *call) settle(ctx context.Context, cmd command.Command) (Reply, error) {
	c.Show = func(_ context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
		return view.TiePreview(c.Env(), s.Events, yes), nil
	}
	return c.updated(ctx, cmd, settled)
}

// settled returns the answer that says how a tie was settled.
func settled(_ *tournament.Snapshot, events []tournament.Envelope) router.Answer {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.StageBegan:
			rounds := notice.New("structure.rounds", "n", ev.Rounds)
			return router.NewAnswer("did.playoff", "n", len(ev.Players), "rounds", rounds).Next("round pair")
		case *tournament.TieShared:
			return router.NewAnswer("did.share", "n", len(ev.Players)).Next("tournament finish")
		}
	}
	return router.NewAnswer("answer.done")
}
