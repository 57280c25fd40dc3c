package commands

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
)

// draftRoutes lead through a booster draft and through the deck building of a sealed
// event.
func draftRoutes() []Route {
	return []Route{
		staffRoute("tournament draft seats", func(ctx context.Context, c *Call) (Reply, error) {
			if d := c.Snap.State.Draft; d != nil && d.Pack == 0 && len(c.Snap.State.Rounds) == 0 {
				// The seats are posted already: ask before drawing them again.
				return private(view.DraftStep(c.env(), c.say("did.seats"))), nil
			}
			return c.draft(ctx, &command.SeatDraft{})
		}).helps(6, drafting),
		staffRoute("tournament draft start", func(ctx context.Context, c *Call) (Reply, error) {
			return c.draft(ctx, &command.OpenPack{First: true})
		}).helps(7, drafting),
		staffRoute("tournament draft next", func(ctx context.Context, c *Call) (Reply, error) {
			return c.draft(ctx, &command.OpenPack{})
		}).helps(8, drafting),
		staffRoute("tournament draft build", func(ctx context.Context, c *Call) (Reply, error) {
			minutes, _ := c.Int("minutes")
			return c.draft(ctx, &command.BuildDecks{Minutes: int(minutes)})
		}, menu.Number("minutes", -1, 50)).helps(9, drafting),
		staffAnswer(func(ctx context.Context, c *Call, p customid.DraftSeats) (Reply, error) {
			return c.draftIf(ctx, &command.SeatDraft{}, func(s *tournament.State) bool {
				return s.Draft == nil && p.Attempt == 0 || s.Draft != nil && p.Attempt == s.Draft.Attempt+1
			})
		}),
		staffAnswer(func(ctx context.Context, c *Call, p customid.DraftPack) (Reply, error) {
			return c.draftIf(ctx, &command.OpenPack{First: p.Pack == 1}, func(s *tournament.State) bool {
				return s.Draft == nil && p.Pack == 1 || s.Draft != nil && p.Pack == s.Draft.Pack+1
			})
		}),
		staffAnswer(func(ctx context.Context, c *Call, _ customid.DraftBuild) (Reply, error) {
			return c.draftIf(ctx, &command.BuildDecks{}, func(s *tournament.State) bool { return s.Build == nil })
		}),
	}
}

// draftIf runs cmd, the step named by a button of the draft, if it is still the next
// step.
func (c *Call) draftIf(ctx context.Context, cmd command.Command, next func(*tournament.State) bool) (Reply, error) {
	c.expect = func(now *tournament.Snapshot) error {
		if !next(now.State) {
			return errOldPanel
		}
		return nil
	}
	return c.draft(ctx, cmd)
}

// draft runs a step of the draft and shows the next ones.
func (c *Call) draft(ctx context.Context, cmd command.Command) (Reply, error) {
	reply, out, err := c.do(ctx, cmd, drafted)
	if err != nil || out.Repeated {
		return reply, err
	}
	m := view.DraftStep(c.env(), reply.Text)
	if c.Kind == discord.KindComponent {
		return c.turned(m)
	}
	return private(m), nil
}

// drafted returns the answer to a step of a draft.
func drafted(_ *tournament.Snapshot, events []tournament.Envelope) answer {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.DraftSeated:
			return newAnswer("did.pods", "n", len(ev.Pods))
		case *tournament.PackOpened:
			if ev.Left {
				return newAnswer("did.pack_left", "pack", ev.Pack)
			}
			return newAnswer("did.pack_right", "pack", ev.Pack)
		case *tournament.DeckBuilding:
			if ev.Deadline.IsZero() {
				return newAnswer("did.build").next("round pair")
			}
			return newAnswer("did.build_until", "clock", ev.Deadline).next("round pair")
		}
	}
	return newAnswer("answer.done")
}
