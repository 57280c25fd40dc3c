package commands

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
)

// tieRoutes settle a tie at the top that no criterion has separated.
func tieRoutes() []Route {
	return []Route{
		staffRoute("tournament tie playoff", "Play off for the title among those level at the top, after a preview", func(ctx context.Context, c *Call) (Reply, error) {
			return c.previewTie(ctx, view.TiePlayoff)
		}),
		staffRoute("tournament tie share", "Make those level at the top co-champions, after a preview", func(ctx context.Context, c *Call) (Reply, error) {
			return c.previewTie(ctx, view.TieShare)
		}),
		staffPanel(customid.TieAsk, func(ctx context.Context, c *Call) (Reply, error) { return c.previewTie(ctx, c.Panel.Text(0)) }),
		{Verb: customid.Tie, Role: Organiser, Scope: OneEvent, Update: true, Run: func(ctx context.Context, c *Call) (Reply, error) {
			cmd, err := settle(c.Panel.Text(0))
			if err != nil {
				return Reply{}, err
			}
			c.expect = func(now *tournament.Snapshot) error { // what is done is what the preview has shown
				if c.Panel.Int64(1) != now.State.Seq {
					return tournament.Refuse(tournament.WrongPhase, "stale.tie")
				}
				return nil
			}
			return c.updated(ctx, cmd, c.settled)
		}},
	}
}

// settle returns the command for a way to settle a tie.
func settle(way string) (tournament.Command, error) {
	switch way {
	case view.TiePlayoff:
		return &tournament.PlayOff{}, nil
	case view.TieShare:
		return &tournament.ShareTitle{}, nil
	}
	return nil, errOldPanel
}

// previewTie shows who is level at the top and asks.
func (c *Call) previewTie(ctx context.Context, way string) (Reply, error) {
	cmd, err := settle(way)
	if err != nil {
		return Reply{}, err
	}
	out, err := c.Try(ctx, cmd)
	if err != nil {
		return Reply{}, err
	}
	return Private(view.TiePreview(c.env(), out)), nil
}

// settled says what became of a tie.
func (c *Call) settled(_ *tournament.Snapshot, events []tournament.Envelope) string {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.StageBegan:
			rounds := text.Raw(c.say("structure.rounds", "n", ev.Rounds))
			return c.say("did.playoff", "n", len(ev.Players), "rounds", rounds) + c.next("tournament pair")
		case *tournament.TieShared:
			return c.say("did.share", "n", len(ev.Players)) + c.next("tournament finish")
		}
	}
	return c.say("answer.done")
}
