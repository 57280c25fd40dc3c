package commands

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/missing"
	"topcut/tournament/notice"
)

// staffRoutes returns the routes that only the organisers' panel has.
func staffRoutes() []Route {
	return []Route{
		staffAnswer(func(_ context.Context, c *call, p customid.TablePanel) (Reply, error) {
			return c.Turned(view.TablePanel(c.Env(), p.Round, p.Match))
		}),
		staffPanel(func(_ context.Context, c *call, _ customid.TableOf) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, router.ErrOldPanel
			}
			at := customid.PlaceOf(c.Values[0])
			if m, _ := c.Snap.State.Match(at.Round, at.Match); m == nil {
				return Reply{}, router.ErrOldPanel
			}
			return router.Private(view.TablePanel(c.Env(), at.Round, at.Match)), nil
		}),
		staffPanel(func(ctx context.Context, c *call, p customid.RulePress) (Reply, error) {
			return c.ruled(ctx, customid.Rule{Round: p.Round, Match: p.Match}, p.Result)
		}),
		staffAnswer(takeTable),
		staffPanel(func(ctx context.Context, c *call, _ customid.Remind) (Reply, error) {
			_, players := missing.Players(c.Snap.State)
			reply, _, err := c.Do(ctx, &command.RemindMissing{}, router.FixedAnswer("did.remind", "n", len(players)))
			return reply, err
		}),
		staffAnswer(func(ctx context.Context, c *call, p customid.Duty) (Reply, error) {
			if p.On {
				return c.updated(ctx, &command.SetDuty{On: true}, router.FixedAnswer("did.duty"))
			}
			return c.updated(ctx, &command.SetDuty{}, router.FixedAnswer("did.duty_off"))
		}),
		panel(Route{Role: Organiser, Scope: router.OneEvent, Opens: true}, func(_ context.Context, c *call, p customid.StaffOpen) (Reply, error) {
			m, ok := view.StaffModal(c.Env(), p.What)
			if !ok {
				return Reply{}, router.ErrOldPanel
			}
			return Reply{Modal: &m}, nil
		}),
		staffPanel(func(ctx context.Context, c *call, p customid.StaffForm) (Reply, error) {
			do := map[string]func(context.Context, *call) (Reply, error){"repair": repair, "result": wrongResult, "add": add, "drop": remove, "announce": announce}[p.What]
			if do == nil {
				return Reply{}, router.ErrOldPanel
			}
			return do(ctx, c)
		}),
		staffPanel(same[customid.UndoAsk](undo)),
		staffPanel(func(_ context.Context, c *call, _ customid.More) (Reply, error) {
			return router.Private(view.StaffMore(c.Env(), c.User.ID)), nil
		}),
		staffAnswer(func(ctx context.Context, c *call, p customid.Clock) (Reply, error) {
			c.InRound(p.Round)
			if p.Stop {
				return c.updated(ctx, &command.PauseClock{}, router.FixedAnswer("did.pause"))
			}
			return c.updated(ctx, &command.ResumeClock{}, resumed)
		}),
		staffPanel(same[customid.CancelAsk](askCancel)),
	}
}

// takeTable records that an organiser takes a table or releases it, unless another
// organiser has taken it.
func takeTable(ctx context.Context, c *call, p customid.Take) (Reply, error) {
	c.Expect = func(now *tournament.Snapshot) error {
		m, l := now.State.Match(p.Round, p.Match)
		switch {
		case m == nil || m.Coming == p.From:
			return nil
		case m.Coming == 0:
			return tournament.Refuse(tournament.Conflict, "stale.coming_back", "table", tournament.TableName(p.Match, l))
		}
		return tournament.Refuse(tournament.Conflict, "stale.coming", "table", tournament.TableName(p.Match, l), "who", notice.Text(now.Book.Person(m.Coming).Name))
	}
	said := notice.Code("did.take")
	if p.Back {
		said = "did.take_back"
	}
	_, l := c.Snap.State.Match(p.Round, p.Match)
	if l == nil {
		return Reply{}, router.ErrOldPanel
	}
	return c.updated(ctx, &command.TakeTable{Round: p.Round, Match: p.Match, Back: p.Back}, router.FixedAnswer(said, "table", tournament.TableName(p.Match, l)))
}
