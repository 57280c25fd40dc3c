package commands

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
)

// draftRoutes lead through a booster draft and through the deck building of a sealed
// event.
func draftRoutes() []Route {
	return []Route{
		staffRoute("tournament draft seats", func(ctx context.Context, c *call) (Reply, error) {
			if d := c.Snap.State.Draft; d != nil && d.Pack == 0 && len(c.Snap.State.Rounds) == 0 {
				// The seats are posted already: ask before drawing them again.
				return router.Private(view.DraftStep(c.Env(), c.Say("did.seats"))), nil
			}
			return c.draft(ctx, &command.SeatDraft{})
		}).Listed(6, drafting),
		staffRoute("tournament draft start", func(ctx context.Context, c *call) (Reply, error) {
			return c.draft(ctx, &command.OpenPack{First: true})
		}).Listed(7, drafting),
		staffRoute("tournament draft next", func(ctx context.Context, c *call) (Reply, error) {
			return c.draft(ctx, &command.OpenPack{})
		}).Listed(8, drafting),
		staffRoute("tournament draft build", func(ctx context.Context, c *call) (Reply, error) {
			minutes, _ := c.Int("minutes")
			return c.draft(ctx, &command.BuildDecks{Minutes: int(minutes)})
		}, menu.Number("minutes", -1, 50)).Listed(9, drafting),
		staffAnswer(func(ctx context.Context, c *call, p customid.DraftSeats) (Reply, error) {
			return c.draftIf(ctx, &command.SeatDraft{}, func(s *tournament.State) bool {
				return s.Draft == nil && p.Attempt == 0 || s.Draft != nil && p.Attempt == s.Draft.Attempt+1
			})
		}),
		staffAnswer(func(ctx context.Context, c *call, p customid.DraftPack) (Reply, error) {
			return c.draftIf(ctx, &command.OpenPack{First: p.Pack == 1}, func(s *tournament.State) bool {
				return s.Draft == nil && p.Pack == 1 || s.Draft != nil && p.Pack == s.Draft.Pack+1
			})
		}),
		staffAnswer(func(ctx context.Context, c *call, _ customid.DraftBuild) (Reply, error) {
			return c.draftIf(ctx, &command.BuildDecks{}, func(s *tournament.State) bool { return s.Build == nil })
		}),
	}
}

// draftIf runs cmd, the step named by a button of the draft, if it is still the next
// step.
func (c *call) draftIf(ctx context.Context, cmd command.Command, next func(*tournament.State) bool) (Reply, error) {
	c.Expect = func(now *tournament.Snapshot) error {
		if !next(now.State) {
			return router.ErrOldPanel
		}
		return nil
	}
	return c.draft(ctx, cmd)
}

// draft runs a step of the draft and shows the next ones.
func (c *call) draft(ctx context.Context, cmd command.Command) (Reply, error) {
	reply, out, err := c.Do(ctx, cmd, drafted)
	if err != nil || out.Repeated {
		return reply, err
	}
	m := view.DraftStep(c.Env(), reply.Text)
	if c.Kind == discord.KindComponent {
		return c.Turned(m)
	}
	return router.Private(m), nil
}

// drafted returns the answer to a step of a draft.
func drafted(_ *tournament.Snapshot, events []tournament.Envelope) router.Answer {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.DraftSeated:
			return router.NewAnswer("did.pods", "n", len(ev.Pods))
		case *tournament.PackOpened:
			if ev.Left {
				return router.NewAnswer("did.pack_left", "pack", ev.Pack)
			}
			return router.NewAnswer("did.pack_right", "pack", ev.Pack)
		case *tournament.DeckBuilding:
			if ev.Deadline.IsZero() {
				return router.NewAnswer("did.build").Next("round pair")
			}
			return router.NewAnswer("did.build_until", "clock", ev.Deadline).Next("round pair")
		}
	}
	return router.NewAnswer("answer.done")
}
