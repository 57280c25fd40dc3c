package commands

import (
	"context"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/suggest"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/paste"
)

// roundRoutes returns the routes for pairing, publishing, clocks, closing and repair.
func roundRoutes() []Route {
	return []Route{
		staffRoute("round pair", pairNext,
			menu.File("pairings")).Listed(10),
		staffPanel(pairPressed),
		staffAnswer(func(_ context.Context, c *call, p customid.Preview) (Reply, error) {
			if c.Snap.State.Preview == nil {
				return Reply{}, router.ErrOldPanel
			}
			return c.Turned(view.Preview(c.Env(), p.Page, 0))
		}),
		staffAnswer(dropGone),
		staffRoute("round publish", publish).Listed(11, playing),
		staffAnswer(publishPressed),
		staffRoute("round start", func(ctx context.Context, c *call) (Reply, error) {
			minutes, _ := c.Int("minutes")
			return c.startRound(ctx, len(c.Snap.State.Rounds), int(minutes))
		}, menu.Number("minutes", -1, 1440)).Listed(12, playing),
		staffPanel(func(ctx context.Context, c *call, p customid.StartRound) (Reply, error) {
			return c.startRound(ctx, p.Round, 0)
		}),
		staffRoute("round close", func(ctx context.Context, c *call) (Reply, error) {
			return c.closeRound(ctx, tournament.Resolution(c.Typed("rest")))
		}, menu.Choice("rest", string(tournament.ResolveRules), string(tournament.ResolveDraw), string(tournament.ResolveDoubleLoss))).Listed(15, playing),
		staffAnswer(func(ctx context.Context, c *call, p customid.CloseRound) (Reply, error) {
			c.InRound(p.Round)
			if p.Rest == tournament.ResolveNone {
				return c.closeRound(ctx, p.Rest)
			}
			return c.updated(ctx, &command.CloseRound{Resolve: p.Rest}, router.FixedAnswer("did.close_round"))
		}),
		staffRoute("tournament cut", func(ctx context.Context, c *call) (Reply, error) {
			size, _ := c.Int("size")
			return c.cut(ctx, int(size), false)
		}, menu.Number("size", 2, 256)).Listed(16, cutting),
		staffPanel(func(ctx context.Context, c *call, p customid.Cut) (Reply, error) {
			if p.Early > 0 {
				c.InRound(p.Early)
			}
			return c.cut(ctx, p.Size, p.Early > 0)
		}),
		staffRoute("round repair", repair,
			menu.Required(menu.Choice("what", "swap", "pair", "bye", "add", "withdraw")),
			menu.Required(menu.Player()),
			menu.Suggested(menu.Text("other", 100))).Listed(14, playing),
		staffRoute("round pause", simple(always(func() command.Command { return &command.PauseClock{} }), "did.pause", "round resume")),
		staffRoute("round resume", resumeClock),
		staffRoute("round extend", extendClock,
			menu.Required(menu.Number("minutes", -120, 10080)), menu.Table()),
		staffPanel(extendPressed),
	}
}

// pairNext handles /round pair.
func pairNext(ctx context.Context, c *call) (Reply, error) {
	var forced [][]int
	if file, ok := c.Attachment("pairings"); ok {
		read, err := c.readText(ctx, file)
		if err != nil {
			return Reply{}, err
		}
		if err := c.Alone(ctx, func() (err error) { forced, err = c.readPairings(read); return err }); err != nil {
			return Reply{}, err
		}
	}
	return c.pair(ctx, forced, false)
}

// pairPressed handles the button that pairs a round. It pairs a paired round anew.
func pairPressed(ctx context.Context, c *call, p customid.Pair) (Reply, error) {
	if r := p.Round; r != 0 {
		c.Expect = func(now *tournament.Snapshot) error {
			if r != len(now.State.Rounds)+1 {
				return tournament.Refuse(tournament.WrongPhase, "round.published_already", "round", r)
			}
			return nil
		}
	}
	return c.pair(ctx, nil, true)
}

// publishPressed handles the button under a preview.
func publishPressed(ctx context.Context, c *call, p customid.Publish) (Reply, error) {
	c.Expect = func(now *tournament.Snapshot) error {
		r := now.State.Preview
		if r == nil || r.Number != p.Round || r.PublishedSeq != p.Seq {
			return tournament.Refuse(tournament.WrongPhase, "stale.preview")
		}
		return nil
	}
	return c.updated(ctx, &command.PublishAndStart{}, published)
}

func resumeClock(ctx context.Context, c *call) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.ResumeClock{}, resumed)
	return reply, err
}

// resumed returns the answer that says until when the resumed clock runs.
func resumed(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
	return router.NewAnswer("did.resume", "clock", after.State.Current().Deadline)
}

func extendClock(ctx context.Context, c *call) (Reply, error) {
	minutes, _ := c.Int("minutes")
	table, _ := c.Int("table")
	reply, _, err := c.Do(ctx, &command.ExtendClock{Table: int(table), Minutes: int(minutes)}, extended(int(table), int(minutes)))
	return reply, err
}

// extendPressed handles the button that gives more time to a table, or to all tables if
// match is 0.
func extendPressed(ctx context.Context, c *call, p customid.Extend) (Reply, error) {
	table := 0
	if p.Match > 0 {
		_, l := c.Snap.State.Match(p.Round, p.Match)
		if l == nil {
			return Reply{}, router.ErrOldPanel
		}
		table = int(l.Table)
	}
	c.InRound(p.Round)
	reply, _, err := c.Do(ctx, &command.ExtendClock{Table: table, Minutes: p.Minutes}, extended(table, p.Minutes))
	return reply, err
}

// extended returns the answer that says how much more time a table has; table 0 means all
// tables.
func extended(table, minutes int) router.AnswerFunc {
	more := wording.MoreTime(minutes)
	if table == 0 {
		return router.FixedAnswer("did.extend", "more", more)
	}
	return router.FixedAnswer("did.extend_table", "table", table, "more", more)
}

func (c *call) pair(ctx context.Context, forced [][]int, again bool) (Reply, error) {
	reply, out, err := c.Do(ctx, &command.Pair{Forced: forced, Again: again}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		return router.NewAnswer("did.pair", "round", after.State.RoundTitle(after.State.Preview.Number)).Next("round publish")
	})
	if tournament.ClassOf(err) == tournament.NoChange {
		// Another organiser was faster: show both the same preview.
		if c.Snap, err = c.App.Director.Snapshot(ctx, c.Event); err != nil || c.Snap.State.Preview == nil {
			return Reply{}, router.ErrOldPanel
		}
		return c.preview(ctx), nil
	}
	if err != nil || out.Repeated {
		return reply, err
	}
	return c.preview(ctx), nil
}

// preview shows the preview, with who has left the server.
func (c *call) preview(ctx context.Context) Reply {
	var unheard int
	c.Snap, unheard = c.App.Presence.Ask(ctx, c.Snap)
	return router.Private(view.Preview(c.Env(), 0, unheard))
}

// dropGone drops a player who has left the server. Under a preview it shows the one
// without them.
func dropGone(ctx context.Context, c *call, p customid.DropGone) (Reply, error) {
	c.Expect = command.StillGone(p.Player)
	c.Shown = c.Snap.State.Preview != nil // beside the name, and no match is left
	reply, err := c.takeOut(ctx, p.Player)
	if err != nil {
		return Reply{}, err
	}
	if c.Snap.State.Preview != nil && c.Message.Ephemeral() {
		return c.Turned(view.Preview(c.Env(), 0, 0))
	}
	return c.Turned(layout.Text(reply.Text))
}

// readPairings reads forced pairings, in which a single player has the bye.
func (c *call) readPairings(read string) ([][]int, error) {
	var out [][]int
	for line, names := range paste.Tables(read) {
		table := make([]int, len(names))
		for i, name := range names {
			n, err := suggest.Player(c.Snap, name)
			if err != nil {
				return nil, tournament.Refuse(tournament.BadInput, "upload.line", "line", line, "why", router.Why(err))
			}
			table[i] = n
		}
		if out = append(out, table); len(out) > tournament.MaxPlayers {
			return nil, tournament.Refuse(tournament.BadInput, "upload.tables", "most", tournament.MaxPlayers)
		}
	}
	if len(out) == 0 {
		return nil, tournament.Refuse(tournament.BadInput, "upload.no_pairings")
	}
	return out, nil
}

// published returns the answer that says which round is published and how long it lasts.
func published(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
	r := after.State.Current()
	title := after.State.RoundTitle(r.Number)
	switch {
	case after.State.LineUpsWait(r):
		return router.NewAnswer("did.publish_line_ups", "round", title, "clock", after.State.LineUpsDue(r))
	case !r.Deadline.IsZero():
		return router.NewAnswer("did.publish_until", "round", title, "clock", r.Deadline)
	case after.State.Settings.ClockApart:
		return router.NewAnswer("did.publish", "round", title).Next("round start")
	}
	return router.NewAnswer("did.publish", "round", title)
}

func publish(ctx context.Context, c *call) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.PublishAndStart{}, published)
	return reply, err
}

func (c *call) startRound(ctx context.Context, round, minutes int) (Reply, error) {
	c.InRound(round)
	reply, _, err := c.Do(ctx, &command.StartRound{Minutes: minutes}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		r := after.State.Current()
		title := after.State.RoundTitle(r.Number)
		if r.Deadline.IsZero() {
			return router.NewAnswer("did.start_round_untimed", "round", title)
		}
		return router.NewAnswer("did.start_round_until", "round", title, "clock", r.Deadline)
	})
	return reply, err
}

func (c *call) closeRound(ctx context.Context, rest tournament.Resolution) (Reply, error) {
	c.InRound(len(c.Snap.State.Rounds))
	reply, _, err := c.Do(ctx, &command.CloseRound{Resolve: rest}, router.FixedAnswer("did.close_round"))
	if tournament.ClassOf(err) == tournament.NeedsForce {
		return router.Private(view.ClosePanel(c.Env(), len(c.Snap.State.Rounds))), nil
	}
	return reply, err
}

func (c *call) cut(ctx context.Context, size int, early bool) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.MakeCut{Size: size, Early: early}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		made := router.NewAnswer("did.cut", "n", len(after.State.Elimination().Players))
		if after.State.Settings.AutoAdvance {
			return made
		}
		return made.Next("round pair")
	})
	if tournament.ClassOf(err) == tournament.NeedsForce {
		c.Preface, _ = c.Refusal(err)
		c.InRound(len(c.Snap.State.Rounds))
		return c.cut(ctx, size, true)
	}
	return reply, err
}

// repair handles /round repair and its form. It first shows which tables of a published
// round change; what changes in a preview, the next preview shows.
func repair(ctx context.Context, c *call) (Reply, error) {
	cmd, err := c.repairing(c.Typed("what"))
	if err != nil {
		return Reply{}, err
	}
	if c.Snap.State.Preview == nil {
		c.Show = func(_ context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
			return view.RepairAsk(c.Env(), s.Events, yes), nil
		}
	}
	reply, out, err := c.Do(ctx, cmd, repaired(c.Snap.State))
	if err != nil || out.Repeated || c.Snap.State.Preview == nil {
		return reply, err
	}
	return c.preview(ctx), nil
}

// repairing returns the command for a repair.
func (c *call) repairing(what string) (*command.Repair, error) {
	n, err := c.player("player")
	if err != nil {
		return nil, err
	}
	other := 0
	if what == "swap" || what == "pair" {
		if other, err = c.player("other"); err != nil {
			return nil, err
		}
	}
	cmd := &command.Repair{}
	switch what {
	case "swap":
		cmd.Swap = [2]int{n, other}
	case "pair":
		cmd.Pair = [2]int{n, other}
	case "bye":
		cmd.Bye = n
	case "add":
		cmd.Add = n
	case "withdraw":
		cmd.Withdraw = n
	}
	return cmd, nil
}

// repaired returns the answer that says which tables of a published round have changed.
func repaired(before *tournament.State) router.AnswerFunc {
	return func(_ *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		ev, at := tournament.Last[*tournament.RoundRepaired](events, nil)
		if at == nil || before.Round(ev.Round) == nil {
			return router.NewAnswer("did.repair")
		}
		said := router.NewAnswer("repair.post", "round", before.RoundTitle(ev.Round))
		for _, n := range wording.Repaired(ev, effect.Moved(before, ev)) {
			said = said.Line(n)
		}
		return said
	}
}
