package commands

import (
	"context"
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
)

// roundRoutes are pairing, publishing, clocks, closing and repair.
func roundRoutes() []Route {
	pauseText := "The clock is paused. /tournament clock resume starts it again with the time that is left."
	return []Route{
		staffRoute("tournament pair", "Pair the next round: a preview only organisers see", pairNext,
			fileOption("pairings", "A text file that forces pairings: one table a line, names separated by | or tab")),
		{Verb: customid.Pair, Role: Organiser, Scope: OneEvent, Run: pairPressed},
		{Verb: customid.Preview, Role: Organiser, Scope: OneEvent, Update: true, Run: func(_ context.Context, c *Call) (Reply, error) {
			if c.Snap.State.Preview == nil {
				return Reply{}, errOldPanel
			}
			return c.turned(view.Preview(c.env(), c.Panel.Int(0)))
		}},
		staffRoute("tournament publish", "Publish the paired round: it becomes binding", publish),
		{Verb: customid.Publish, Role: Organiser, Scope: OneEvent, Update: true, Run: publishPressed},
		staffRoute("tournament startround", "Start the clock of the published round", func(ctx context.Context, c *Call) (Reply, error) {
			minutes, _ := c.Int("minutes")
			return c.startRound(ctx, len(c.Snap.State.Rounds), int(minutes))
		}, intOption("minutes", "Another length than the settings say; -1 = untimed", -1, 1440)),
		staffPanel(customid.StartRound, func(ctx context.Context, c *Call) (Reply, error) {
			return c.startRound(ctx, c.Panel.Int(0), 0)
		}),
		staffRoute("tournament closeround", "Close the round, or see who blocks it", func(ctx context.Context, c *Call) (Reply, error) {
			return c.closeRound(ctx, tournament.Resolution(c.Text("rest")))
		}, choiceOption("rest", "What tables without a result get", choice("Draw", string(tournament.ResolveDraw)), choice("Double loss", string(tournament.ResolveDoubleLoss)))),
		{Verb: customid.CloseRound, Role: Organiser, Scope: OneEvent, Update: true, Run: func(ctx context.Context, c *Call) (Reply, error) {
			c.inRound(c.Panel.Int(0))
			return c.updated(ctx, &tournament.CloseRound{Resolve: tournament.Resolution(c.Panel.Text(1))}, tell("The round is closed."))
		}},
		staffRoute("tournament cut", "Make the cut: freeze the Swiss standings and seed the bracket", func(ctx context.Context, c *Call) (Reply, error) {
			size, _ := c.Int("size")
			return c.cut(ctx, int(size), false)
		}, intOption("size", "Another size than was announced", 2, 256)),
		staffPanel(customid.Cut, func(ctx context.Context, c *Call) (Reply, error) {
			size, round := c.Panel.Int(0), c.Panel.Int(1)
			if size < 0 {
				return Reply{}, errOldPanel
			}
			if round > 0 {
				c.inRound(round)
			}
			return c.cut(ctx, size, round > 0)
		}),
		staffRoute("tournament repair", "Change single tables, as few as possible", repair,
			required(choiceOption("what", "What to do",
				choice("Swap two players", "swap"), choice("Let two players meet", "pair"), choice("Give the bye to a player", "bye"),
				choice("Add a player to the round", "add"), choice("Take a player out of the round", "withdraw"))),
			required(playerOption("Who")),
			suggested(stringOption("other", "The second player, to swap or to pair", 100))),
		staffRoute("tournament clock pause", "Stop the clock of the round", simple(always(func() tournament.Command { return &tournament.PauseClock{} }), pauseText)),
		staffRoute("tournament clock resume", "Start the paused clock again", resumeClock),
		staffRoute("tournament clock extend", "Give a table, or the whole round, more time", extendClock,
			required(intOption("minutes", "How many minutes more", -120, 10080)), tableOption("Which table; the whole round if left out")),
		{Verb: customid.Extend, Role: Organiser, Scope: OneEvent, Run: extendPressed},
	}
}

// pairNext is /tournament pair.
func pairNext(ctx context.Context, c *Call) (Reply, error) {
	var forced [][]int
	if file, ok := c.Attachment("pairings"); ok {
		text, err := c.readText(ctx, file)
		if err != nil {
			return Reply{}, err
		}
		if forced, err = c.readPairings(text); err != nil {
			return Reply{}, err
		}
	}
	return c.pair(ctx, forced, false)
}

// pairPressed is the button that pairs a round, anew where it is paired.
func pairPressed(ctx context.Context, c *Call) (Reply, error) {
	if r := c.Panel.Int(0); r != 0 {
		c.expect = func(now *tournament.Snapshot) error {
			if r != len(now.State.Rounds)+1 {
				return tournament.RefuseText(tournament.WrongPhase, "Round %d is published already.", r)
			}
			return nil
		}
	}
	return c.pair(ctx, nil, true)
}

// publishPressed is the button under a preview.
func publishPressed(ctx context.Context, c *Call) (Reply, error) {
	c.expect = func(now *tournament.Snapshot) error {
		p := now.State.Preview
		if p == nil || p.Number != c.Panel.Int(0) || p.PublishedSeq != c.Panel.Int64(1) {
			return tournament.RefuseText(tournament.WrongPhase, "That preview is out of date: the round was paired anew, repaired or published since.")
		}
		return nil
	}
	return c.updated(ctx, &tournament.Publish{}, c.publishedText)
}

func resumeClock(ctx context.Context, c *Call) (Reply, error) {
	reply, _, err := c.Do(ctx, &tournament.ResumeClock{}, func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		return "The clock runs again and ends " + discord.Relative(after.State.Current().Deadline) + "."
	})
	return reply, err
}

func extendClock(ctx context.Context, c *Call) (Reply, error) {
	minutes, _ := c.Int("minutes")
	table, _ := c.Int("table")
	who := "The whole round"
	if table > 0 {
		who = fmt.Sprintf("Table %d", table)
	}
	reply, _, err := c.Do(ctx, &tournament.ExtendClock{Table: int(table), Minutes: int(minutes)}, tell("%s has %s.", who, view.MoreTime(c.env(), int(minutes))))
	return reply, err
}

// extendPressed is the button that gives a table more time.
func extendPressed(ctx context.Context, c *Call) (Reply, error) {
	r, m, minutes := c.Panel.Int(0), c.Panel.Int(1), c.Panel.Int(2)
	_, l := c.Snap.State.Match(r, m)
	if l == nil {
		return Reply{}, errOldPanel
	}
	c.inRound(r)
	table := int(l.Table)
	reply, _, err := c.Do(ctx, &tournament.ExtendClock{Table: table, Minutes: minutes}, tell("Table %d has %s.", table, view.MoreTime(c.env(), minutes)))
	return reply, err
}

func (c *Call) pair(ctx context.Context, forced [][]int, again bool) (Reply, error) {
	reply, out, err := c.Do(ctx, &tournament.Pair{Forced: forced, Again: again}, func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		return fmt.Sprintf("%s: paired. Publish the pairings with /tournament publish.", view.Round(c.envOf(after), after.State.Preview.Number))
	})
	if tournament.ClassOf(err) == tournament.NoChange {
		// Another organiser was faster: both look at the same preview.
		if c.Snap, err = c.App.Director.Snapshot(ctx, c.Event); err != nil || c.Snap.State.Preview == nil {
			return Reply{}, errOldPanel
		}
		return Private(view.Preview(c.env(), 0)), nil
	}
	if err != nil || out.Repeated {
		return reply, err
	}
	return Private(view.Preview(c.env(), 0)), nil
}

// readPairings reads forced pairings: one table a line, players by name, id or
// mention, separated by a tab, "|" or " vs "; a single player has the bye. Lines
// that begin with # and empty ones are skipped.
func (c *Call) readPairings(text string) ([][]int, error) {
	var out [][]int
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.NewReplacer("\t", "|", " vs ", "|").Replace(line)
		var table []int
		for _, name := range strings.Split(line, "|") {
			name = strings.TrimSpace(name)
			if name == "" {
				continue
			}
			n, err := c.findPlayer(name)
			if err != nil {
				return nil, tournament.RefuseText(tournament.BadInput, "Line %d of the file: %s", i+1, err)
			}
			table = append(table, n)
		}
		if len(table) > 0 {
			out = append(out, table)
		}
		if len(out) > tournament.MaxPlayers {
			return nil, tournament.RefuseText(tournament.BadInput, "The file has more than %d tables.", tournament.MaxPlayers)
		}
	}
	if len(out) == 0 {
		return nil, tournament.RefuseText(tournament.BadInput, "The file names no pairings: one table a line, names separated by |.")
	}
	return out, nil
}

func (c *Call) publishedText(after *tournament.Snapshot, _ []tournament.Envelope) string {
	return fmt.Sprintf("%s: published; every player is pinged once. Start the clock with /tournament startround.", view.Round(c.envOf(after), len(after.State.Rounds)))
}

func publish(ctx context.Context, c *Call) (Reply, error) {
	reply, _, err := c.Do(ctx, &tournament.Publish{}, c.publishedText)
	return reply, err
}

func (c *Call) startRound(ctx context.Context, round, minutes int) (Reply, error) {
	c.inRound(round)
	reply, _, err := c.Do(ctx, &tournament.StartRound{Minutes: minutes}, func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		r := after.State.Current()
		if r.Deadline.IsZero() {
			return view.Round(c.envOf(after), r.Number) + ": begun. There is no clock."
		}
		return fmt.Sprintf("%s: begun. Time is up %s.", view.Round(c.envOf(after), r.Number), discord.Relative(r.Deadline))
	})
	return reply, err
}

func (c *Call) closeRound(ctx context.Context, rest tournament.Resolution) (Reply, error) {
	c.inRound(len(c.Snap.State.Rounds))
	reply, _, err := c.Do(ctx, &tournament.CloseRound{Resolve: rest}, tell("The round is closed."))
	if tournament.ClassOf(err) == tournament.NeedsForce {
		r := len(c.Snap.State.Rounds)
		buttons := []discord.Button{
			{Style: discord.Danger, Label: "Close with double losses", CustomID: customid.New(customid.CloseRound, c.Event, r, string(tournament.ResolveDoubleLoss))},
		}
		if c.Snap.State.Rules.Draws.Allowed {
			buttons = append([]discord.Button{{Style: discord.Primary, Label: "Close with draws", CustomID: customid.New(customid.CloseRound, c.Event, r, string(tournament.ResolveDraw))}}, buttons...)
		}
		return c.insist(err, buttons...), nil
	}
	return reply, err
}

func (c *Call) cut(ctx context.Context, size int, early bool) (Reply, error) {
	reply, _, err := c.Do(ctx, &tournament.MakeCut{Size: size, Early: early}, func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		text := fmt.Sprintf("The cut is made: %d players, seeded by the Swiss standings.", len(after.State.Elimination().Players))
		if after.State.Settings.AutoAdvance {
			return text
		}
		return text + " Next: /tournament pair."
	})
	if tournament.ClassOf(err) == tournament.NeedsForce {
		return c.insist(err, discord.Button{
			Style: discord.Danger, Label: "Make the cut early", CustomID: customid.New(customid.Cut, c.Event, size, len(c.Snap.State.Rounds)),
		}), nil
	}
	return reply, err
}

func repair(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	cmd := &tournament.Repair{}
	what := c.Text("what")
	if what == "swap" || what == "pair" {
		other, err := c.player("other")
		if err != nil {
			return Reply{}, err
		}
		if what == "swap" {
			cmd.Swap = [2]int{n, other}
		} else {
			cmd.Pair = [2]int{n, other}
		}
	}
	switch what {
	case "bye":
		cmd.Bye = n
	case "add":
		cmd.Add = n
	case "withdraw":
		cmd.Withdraw = n
	}
	reply, out, err := c.Do(ctx, cmd, func(after *tournament.Snapshot, events []tournament.Envelope) string {
		text := "The other tables stay."
		for i := range events {
			if ev, ok := events[i].Event.(*tournament.RoundRepaired); ok {
				text, _ = view.Repaired(c.envOf(after), ev)
			}
		}
		return text
	})
	if err != nil || out.Repeated || c.Snap.State.Preview == nil {
		return reply, err
	}
	return Private(view.Preview(c.env(), 0)), nil
}
