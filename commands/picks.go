package commands

import (
	"context"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/picks"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// pickRoutes returns the buttons of picks and bans.
func pickRoutes() []Route {
	return []Route{
		turning(func(_ context.Context, c *call, p customid.VetoOpen) (Reply, error) {
			return c.matchAgain(p.Round, p.Match)
		}),
		turning(func(ctx context.Context, c *call, p customid.VetoBegin) (Reply, error) {
			n, err := c.me()
			if err != nil {
				return Reply{}, err
			}
			return c.picked(ctx, p.Round, p.Match, &command.BeginPicks{Player: n, Round: p.Round, Match: p.Match}, router.FixedAnswer("answer.done"))
		}),
		turning(func(ctx context.Context, c *call, p customid.Veto) (Reply, error) {
			return c.pick(ctx, p.Round, p.Match, p.Step, p.Item)
		}),
		turning(func(ctx context.Context, c *call, p customid.VetoFrom) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, router.ErrOldPanel
			}
			item, err := strconv.Atoi(c.Values[0])
			if err != nil {
				return Reply{}, router.ErrOldPanel
			}
			return c.pick(ctx, p.Round, p.Match, p.Step, item)
		}),
		turning(func(ctx context.Context, c *call, p customid.GameWon) (Reply, error) {
			n, err := c.me()
			if err != nil {
				return Reply{}, err
			}
			cmd := &command.ReportGame{Player: n, Round: p.Round, Match: p.Match, Game: p.Game, Winner: p.Player}
			return c.picked(ctx, p.Round, p.Match, cmd, router.FixedAnswer("did.played", "n", p.Game, "player", notice.Player(p.Player)))
		}),
		turning(func(ctx context.Context, c *call, p customid.GameBack) (Reply, error) {
			n, err := c.me()
			if err != nil {
				return Reply{}, err
			}
			return c.picked(ctx, p.Round, p.Match, &command.WithdrawGame{Player: n, Round: p.Round, Match: p.Match, Game: p.Game}, router.FixedAnswer("did.played_back", "n", p.Game))
		}),
	}
}

// pick chooses an item in a step of the picks and bans of the user's match.
func (c *call) pick(ctx context.Context, round, match, step, item int) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	name := picks.Item(c.Snap.State, tournament.Place{Round: round, Match: match}, step, item)
	if name == "" {
		return Reply{}, router.ErrOldPanel
	}
	cmd := &command.PickItem{Player: n, Round: round, Match: match, Step: step, Item: name}
	said := wording.About(c.Words(), c.Snap).Item(tournament.Place{Round: round, Match: match}, step, n, name)
	return c.picked(ctx, round, match, cmd, router.FixedAnswer("did.pick", "item", notice.Text(said)))
}

// picked runs a command about picks and bans. The user's own panel shows what comes next; a
// press under a post is answered in a sentence.
func (c *call) picked(ctx context.Context, round, match int, cmd command.Command, say router.AnswerFunc) (Reply, error) {
	reply, _, err := c.Do(ctx, cmd, say)
	if err != nil || !c.Message.Ephemeral() {
		return reply, err
	}
	return c.matchAgain(round, match)
}

// matchAgain shows the user's match as it is now.
func (c *call) matchAgain(round, match int) (Reply, error) {
	if err := c.myMatch(round, match); err != nil {
		return Reply{}, err
	}
	return c.Turned(view.PanelOf(c.Env(), c.MyNumber(), round, match))
}
