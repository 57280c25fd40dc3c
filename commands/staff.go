package commands

import (
	"context"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/view"
	"topcut/tournament"
)

// staffRoutes are what the organisers' panel has beside the commands of the event.
func staffRoutes() []Route {
	return []Route{
		staffAnswer(func(_ context.Context, c *Call, p customid.TablePanel) (Reply, error) {
			return c.turned(view.TablePanel(c.env(), p.Round, p.Match))
		}),
		staffPanel(func(_ context.Context, c *Call, p customid.TableOf) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, errOldPanel
			}
			match, err := strconv.Atoi(c.Values[0])
			if m, _ := c.Snap.State.Match(p.Round, match); err != nil || m == nil {
				return Reply{}, errOldPanel
			}
			return private(view.TablePanel(c.env(), p.Round, match)), nil
		}),
		staffPanel(func(ctx context.Context, c *Call, p customid.RulePress) (Reply, error) {
			return c.rule(ctx, p.Round, p.Match, p.Result)
		}),
		staffPanel(same[customid.UndoAsk](undoPreview)),
		staffPanel(func(_ context.Context, c *Call, _ customid.More) (Reply, error) {
			return private(view.StaffMore(c.env())), nil
		}),
		staffAnswer(func(ctx context.Context, c *Call, p customid.Clock) (Reply, error) {
			c.inRound(p.Round)
			if p.Stop {
				return c.updated(ctx, &tournament.PauseClock{}, tell("did.pause"))
			}
			return c.updated(ctx, &tournament.ResumeClock{}, resumed)
		}),
		staffPanel(same[customid.CancelAsk](askCancel)),
	}
}
