package commands

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// tieRoutes returns the routes that settle a tie at the top which no tiebreaker has
// broken.
func tieRoutes() []Route {
	return []Route{
		staffRoute("tournament tie playoff", func(ctx context.Context, c *Call) (Reply, error) {
			return c.previewTie(ctx, settle(false))
		}),
		staffRoute("tournament tie share", func(ctx context.Context, c *Call) (Reply, error) {
			return c.previewTie(ctx, settle(true))
		}),
		staffPanel(func(ctx context.Context, c *Call, p customid.TieAsk) (Reply, error) {
			return c.previewTie(ctx, settle(p.Share))
		}),
		staffAnswer(func(ctx context.Context, c *Call, p customid.Tie) (Reply, error) {
			c.expect = func(now *tournament.Snapshot) error { // do exactly what the preview showed
				if p.Seq != now.State.Seq {
					return tournament.Refuse(tournament.WrongPhase, "stale.tie")
				}
				return nil
			}
			c.shown = true
			return c.updated(ctx, settle(p.Share), settled)
		}),
	}
}

// settle returns the command that settles a tie: the title is shared, or played for.
func settle(share bool) command.Command {
	if share {
		return &command.ShareTitle{}
	}
	return &command.PlayOff{}
}

// previewTie shows who is level at the top and asks for confirmation.
func (c *Call) previewTie(ctx context.Context, cmd command.Command) (Reply, error) {
	out, err := c.try(ctx, cmd)
	if err != nil {
		return Reply{}, err
	}
	return private(view.TiePreview(c.env(), out)), nil
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
