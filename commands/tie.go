package commands

import (
	"context"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// tieRoutes returns the routes that settle a tie at the top which no tiebreaker has
// broken.
func tieRoutes() []Route {
	return []Route{
		staffRoute("tournament tie playoff", func(ctx context.Context, c *Call) (Reply, error) { return c.settle(ctx, &command.PlayOff{}) }),
		staffRoute("tournament tie share", func(ctx context.Context, c *Call) (Reply, error) { return c.settle(ctx, &command.ShareTitle{}) }),
		staffPanel(func(ctx context.Context, c *Call, p customid.TieAsk) (Reply, error) {
			if p.Share {
				return c.settle(ctx, &command.ShareTitle{})
			}
			return c.settle(ctx, &command.PlayOff{})
		}),
	}
}

// settle settles a tie at the top: the title is played for, or shared. It first shows who
// is level.
func (c *Call) settle(ctx context.Context, cmd command.Command) (Reply, error) {
	c.show = func(_ context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
		return view.TiePreview(c.env(), s.Events, yes), nil
	}
	return c.updated(ctx, cmd, settled)
}

// settled returns the answer that says how a tie was settled.
func settled(_ *tournament.Snapshot, events []tournament.Envelope) answer {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.StageBegan:
			rounds := notice.New("structure.rounds", "n", ev.Rounds)
			return newAnswer("did.playoff", "n", len(ev.Players), "rounds", rounds).next("round pair")
		case *tournament.TieShared:
			return newAnswer("did.share", "n", len(ev.Players)).next("tournament finish")
		}
	}
	return newAnswer("answer.done")
}
