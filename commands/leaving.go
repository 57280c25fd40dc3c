package commands

import (
	"context"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// takeOut takes player n out by an organiser's decision. Where all meet, the organiser
// chooses what becomes of the matches.
func (c *call) takeOut(ctx context.Context, n int) (Reply, error) {
	cmd := &command.Remove{Player: n, Reason: c.Typed("reason"), Keep: c.Keep, Leaving: c.Way}
	if c.Snap.State.AnnouncedLeaving(n) != "" {
		c.Show = func(ctx context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
			if _, passes := tournament.Last[*tournament.SeatTaken](s.Events, nil); passes != nil {
				return view.Sure(c.Env(), s.After, "", s.Effects, yes), nil // a substitute has the matches to come
			}
			ways, err := c.leavingWays(ctx, *cmd)
			return view.LeavingTables(c.Env(), n, ways, yes), err
		}
	}
	reply, _, err := c.Do(ctx, cmd, parted("did.remove", n, "player", notice.Player(n)))
	return reply, err
}

// leavingWays decides a removal in each of the ways in which the matches can count.
func (c *call) leavingWays(ctx context.Context, cmd command.Remove) (out []view.LeavingWay, err error) {
	for _, way := range tournament.Leavings() {
		cmd.Leaving = way
		tried, err := c.Try(ctx, &cmd)
		if err != nil {
			return nil, err
		}
		asked := consent.Of(*tried, c.User.ID)
		out = append(out, view.LeavingWay{Leaving: way, After: tried.After, Effects: asked.Effects, Facts: consent.FactsMoved(c.Words(), c.Snap.State, tried.After.State), Mark: asked.Mark()})
	}
	return out, nil
}

// parted returns the answer to the departure of player n, see wording.Parting.
func parted(code notice.Code, n int, args ...any) router.AnswerFunc {
	return func(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		said := wording.Parting(after.State, code, n, events)
		for _, a := range said.Args {
			args = append(args, a.Name, a.Value)
		}
		return router.NewAnswer(said.Code, args...)
	}
}
