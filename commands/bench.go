package commands

import (
	"context"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/router"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// seeBench shows the bench of an event.
func seeBench(_ context.Context, c *call, _ customid.Bench) (Reply, error) { return c.bench() }

func (c *call) bench() (Reply, error) {
	if len(crew.BenchButton(wording.About(c.Words(), c.Snap))) == 0 {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "bench.none")
	}
	return c.Turned(crew.Bench(wording.About(c.Words(), c.Snap), c.person()))
}

// setBench puts the presser on the bench, or takes them off it.
func setBench(ctx context.Context, c *call, p customid.BenchSet) (Reply, error) {
	cmd := &command.ChangeBench{User: c.User.ID, Name: router.ShownName(c.User.Name), Off: p.Off}
	if !p.Off {
		var err error
		if cmd.Pass, err = c.pass(ctx, c.User); err != nil {
			return Reply{}, err
		}
	}
	if _, _, err := c.Do(ctx, cmd, router.FixedAnswer("answer.done")); err != nil {
		return Reply{}, err
	}
	return c.bench()
}

// changeBench is /player bench, with which an organiser puts a member on the bench or takes one
// off it.
func changeBench(ctx context.Context, c *call) (Reply, error) {
	user := c.Typed("member")
	name := router.ShownName(c.Users[user].Name)
	if c.Users[user].Bot {
		return Reply{}, tournament.Refuse(tournament.BadInput, "crew.bot")
	}
	cmd, done := &command.ChangeBench{User: user, Name: name, Off: c.Bool("remove")}, notice.Code("did.bench_taken")
	if !cmd.Off {
		done = "did.bench_put"
		if err := c.pastGate(ctx, cmd, &cmd.Pass, user, name); err != nil {
			return Reply{}, err
		}
	}
	reply, _, err := c.Do(ctx, cmd, router.FixedAnswer(done, "who", notice.Text(name)))
	return reply, err
}

// askBench has the bench asked for the board that a captain has chosen.
func askBench(ctx context.Context, c *call, p customid.BenchAsk) (Reply, error) {
	n, err := c.team(p.Player)
	if err != nil {
		return Reply{}, err
	}
	x, ok := crew.Sought(c.Snap.State, n, c.Values)
	if !ok {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "crew.sub_gone")
	}
	return c.onTeam(ctx, p.Player, &command.AskBench{Place: x.Place, Player: n, For: x.For, ByOrganiser: p.Player > 0})
}

// answerBench is the answer of a person of the bench who is asked to take over a board.
func answerBench(ctx context.Context, c *call, p customid.BenchAnswer) (Reply, error) {
	cmd := &command.AnswerBench{Place: tournament.Place{Round: p.Round, Match: p.Match}, User: c.User.ID, Yes: p.Yes}
	reply, _, err := c.Do(ctx, cmd, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		if !p.Yes {
			return router.NewAnswer("did.bench_no")
		}
		return router.NewAnswer("did.bench_yes", "team", notice.Player(after.PlayerByUser(c.User.ID)))
	})
	return reply, err
}
