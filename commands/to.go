package commands

import (
	"context"
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// completeRuling offers the results from the side of the table's first-named
// player.
func completeRuling(_ context.Context, c *Call, typed string) ([]discord.Choice, error) {
	if c.Snap == nil {
		return nil, nil
	}
	s := c.Snap.State
	r, err := c.round()
	if err != nil {
		return nil, nil // nothing to suggest before there is a round
	}
	first, second := "First player", "Second player"
	if table, ok := c.Int("table"); ok {
		if _, l := s.Match(r, s.MatchAt(r, int(table))); l != nil && l.N > 1 {
			first, second = c.Snap.Name(int(l.Seats[0])+1), c.Snap.Name(int(l.Seats[1])+1)
		}
	}
	first, second = discord.Plain(first, 40), discord.Plain(second, 40)
	var out []discord.Choice
	typed = fold(strings.TrimSpace(typed))
	add := func(label, value string) {
		if typed == "" || strings.Contains(fold(label), typed) || strings.HasPrefix(value, typed) {
			out = append(out, discord.Choice{Name: clip(label, 100), Value: value})
		}
	}
	for _, o := range s.Rules.Results(s.Rounds[r-1].Stage) {
		add(first+": "+o.Words, o.Value)
	}
	if s.Rules.Seats.Max == 2 {
		add(first+" wins by forfeit", view.ForfeitWon)
		add(second+" wins by forfeit", view.ForfeitLost)
		add("Both lose", view.DoubleLoss)
	}
	return out, nil
}

// toRoutes act for a player or on one.
func toRoutes() []Route {
	who := func() discord.CommandOption { return required(playerOption("Who")) }
	reason := stringOption("reason", "Why; kept in the log", 500)
	return []Route{
		staffRoute("to add", "Add a player: a member, or a guest by name", add,
			stringOption("name", "The name of a guest, or another name for the member", 32),
			discord.CommandOption{Type: discord.OptionUser, Name: "member", Description: "A member of this server"},
			suggested(stringOption("division", "Division, where the event has any", 30)),
			stringOption("tag", "Team or the like", 30)),
		staffRoute("to bulkadd", "Add many guests: one name a line, or a file", bulkAdd,
			stringOption("names", "Names separated by commas", 2000), fileOption("file", "A text file, one name a line"),
			suggested(stringOption("division", "Division of all of them, where the event has any", 30))),
		staffRoute("to drop", "Take a player out of the event", remove, who(), reason),
		staffRoute("to reinstate", "Take a drop or a disqualification back", reinstate, who()),
		staffRoute("to disqualify", "Disqualify a player: ranks last, without a place", askDisqualify, who()),
		{Verb: customid.DropPlayer, Role: Organiser, Scope: OneEvent, Update: true, Run: dropPlayer},
		staffRoute("to report", "Enter or correct a result, from the first-named player's side", correct,
			required(tableOption("Which table")), required(suggested(stringOption("result", "For example 2-1; forfeit, forfeit-lost, double-loss", 100))),
			roundOption("Which round; the current one if left out")),
		{Verb: customid.Correct, Role: Organiser, Scope: OneEvent, Update: true, Run: correctYes},
		{Verb: customid.Rule, Role: Organiser, Scope: OneEvent, Run: ruleChosen},
		{Verb: customid.RuleOpen, Role: Organiser, Scope: OneEvent, Opens: true, Run: func(_ context.Context, c *Call) (Reply, error) {
			m := view.RuleModal(c.env(), c.Panel.Int(0), c.Panel.Int(1))
			return Reply{Modal: &m}, nil
		}},
		{Verb: customid.RuleForm, Role: Organiser, Scope: OneEvent, Run: func(ctx context.Context, c *Call) (Reply, error) {
			return c.rule(ctx, c.Panel.Int(0), c.Panel.Int(1), c.Field("result"))
		}},
		staffRoute("to bye", "Award a bye in a coming round", awardBye, who(), required(roundOption("In which round"))),
		staffRoute("to late", "Mark a player as late before round 1 is published", markLate,
			who(), required(intOption("rounds", "How many rounds are missed", 0, 3))),
		staffRoute("to penalty", "Record a penalty", penalise,
			who(), required(choiceOption("kind", "Which", choice("Caution", "caution"), choice("Warning", "warning"), choice("Game loss", "game_loss"), choice("Match loss", "match_loss"))), reason),
		staffRoute("to note", "Write a private note about a player", writeNote, who(), required(stringOption("text", "What to remember", 1000))),
		staffRoute("to fixtable", "Seat a player always at the same table", fixTable, who(), required(intOption("number", "Which table; 0 = none", 0, 4096))),
		staffRoute("to standby", "Let a player play only where the number would be odd", standBy,
			who(), choiceOption("standby", "Whether the player stands by; yes unless you say no", choice("Yes", "yes"), choice("No", "no"))),
		staffRoute("to seed", "Give a player a seed, for elimination", giveSeed, who(), required(intOption("seed", "1 = best; 0 = none", 0, 4096))),
		staffRoute("to division", "Put a player into a division", putIntoDivision, who(), required(suggested(stringOption("division", "Which", 30)))),
		staffRoute("to tag", "Give a player a tag; equal tags avoid each other", giveTag, who(), stringOption("tag", "Team or the like; empty takes it away", 30)),
		staffRoute("to deck", "Hand in or replace a deck for a player", deckFor, who(),
			stringOption("deck", "A link or a list", 2000), fileOption("file", "A text file")),
	}
}

func remove(ctx context.Context, c *Call) (Reply, error) {
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Remove{Player: n, Reason: c.Text("reason")} },
		func(name string) string { return name + " is out of the event. Earlier results stay." })
}

func reinstate(ctx context.Context, c *Call) (Reply, error) {
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Reinstate{Player: n} },
		func(name string) string { return name + " is back in the event; missed rounds count as lost." })
}

func askDisqualify(_ context.Context, c *Call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	return Private(view.Confirmation(c.env(), fmt.Sprintf("Disqualify %s? Earlier results stay for the opponents; the player ranks last without a place.", discord.Escape(c.Snap.Name(n))),
		discord.Button{Style: discord.Danger, Label: "Disqualify", CustomID: customid.New(customid.DropPlayer, c.Event, n, "dq")})), nil
}

// dropPlayer is the button that takes a player out of the event, or disqualifies
// them.
func dropPlayer(ctx context.Context, c *Call) (Reply, error) {
	n := c.Panel.Int(0)
	if c.Snap.State.Player(n) == nil {
		return Reply{}, errOldPanel
	}
	if c.Panel.Text(1) == "dq" {
		return c.updated(ctx, &tournament.Disqualify{Player: n}, tell("%s is disqualified.", discord.Escape(c.Snap.Name(n))))
	}
	return c.updated(ctx, &tournament.Remove{Player: n}, tell("%s is out of the event.", discord.Escape(c.Snap.Name(n))))
}

func awardBye(ctx context.Context, c *Call) (Reply, error) {
	r, _ := c.Int("round")
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Change{Player: n, Byes: []int{int(r)}} },
		func(name string) string { return fmt.Sprintf("%s has the bye in round %d.", name, r) })
}

func markLate(ctx context.Context, c *Call) (Reply, error) {
	v, _ := c.Int("rounds")
	late := int(v)
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Change{Player: n, Late: &late} },
		func(name string) string {
			return fmt.Sprintf("%s comes late: %s counted as lost.", name, plural(late, "round is", "rounds are"))
		})
}

func penalise(ctx context.Context, c *Call) (Reply, error) {
	return c.onPlayer(ctx, func(n int) tournament.Command {
		return &tournament.Penalise{Player: n, Kind: c.Text("kind"), Text: c.Text("reason")}
	}, func(name string) string {
		return "The penalty for " + name + " is recorded. A game or match loss changes no result by itself; enter that with /to report."
	})
}

func writeNote(ctx context.Context, c *Call) (Reply, error) {
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.WriteNote{Player: n, Text: c.Text("text")} },
		func(name string) string {
			return "The note about " + name + " is kept; only organisers see it, in /tournament log."
		})
}

func fixTable(ctx context.Context, c *Call) (Reply, error) {
	v, _ := c.Int("number")
	table := int(v)
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Change{Player: n, Table: &table} },
		func(name string) string {
			if table == 0 {
				return name + " has no fixed table any more."
			}
			return fmt.Sprintf("%s sits at table %d from the next round on.", name, table)
		})
}

func standBy(ctx context.Context, c *Call) (Reply, error) {
	yes := c.Text("standby") != "no"
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Change{Player: n, Standby: &yes} },
		func(name string) string {
			if !yes {
				return name + " takes part like everybody."
			}
			return name + " stands by: plays when the number would be odd, and has no place."
		})
}

func giveSeed(ctx context.Context, c *Call) (Reply, error) {
	v, _ := c.Int("seed")
	seed := int(v)
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Change{Player: n, Seed: &seed} },
		func(name string) string { return fmt.Sprintf("%s has seed %d.", name, seed) })
}

func putIntoDivision(ctx context.Context, c *Call) (Reply, error) {
	d := c.Text("division")
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Change{Player: n, Division: &d} },
		func(name string) string { return name + " plays in division " + discord.Escape(d) + "." })
}

func giveTag(ctx context.Context, c *Call) (Reply, error) {
	tag := c.Text("tag")
	return c.onPlayer(ctx, func(n int) tournament.Command { return &tournament.Change{Player: n, Tag: &tag} },
		func(name string) string { return "The tag of " + name + " is set." })
}

// onPlayer carries out a command on the player of the option; done says with the
// name what is done.
func (c *Call) onPlayer(ctx context.Context, cmd func(n int) tournament.Command, done func(name string) string) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, cmd(n), tell("%s", done(discord.Escape(c.Snap.Name(n)))))
	return reply, err
}

func add(ctx context.Context, c *Call) (Reply, error) {
	user, name := c.Text("member"), strings.TrimSpace(c.Text("name"))
	if user != "" && name == "" {
		name = shownName(c.Users[user].Name)
	}
	if c.Users[user].Bot {
		return Reply{}, tournament.RefuseText(tournament.BadInput, "A bot cannot play.")
	}
	if user == "" && name == "" {
		return Reply{}, tournament.RefuseText(tournament.BadInput, "Name a member, or a guest.")
	}
	reply, _, err := c.Do(ctx, &tournament.Join{User: user, Name: name, Division: c.Text("division"), Tag: c.Text("tag"), ByOrganiser: true},
		func(after *tournament.Snapshot, events []tournament.Envelope) string {
			text := fmt.Sprintf("%s is in the event.", discord.Escape(name))
			for i := range events {
				if ev, ok := events[i].Event.(*tournament.PlayerRegistered); ok && ev.Late > 0 {
					text += " " + plural(ev.Late, "round counts", "rounds count") + " as lost."
				}
			}
			if r := after.State.Current(); r != nil && r.Status == tournament.Published {
				text += fmt.Sprintf(" Round %d is published but has not started: /tournament repair can still seat the player.", r.Number)
			}
			return text
		})
	return reply, err
}

// maxBulk is how many names one /to bulkadd takes.
const maxBulk = 500

func bulkAdd(ctx context.Context, c *Call) (Reply, error) {
	text := strings.ReplaceAll(c.Text("names"), ",", "\n")
	if file, ok := c.Attachment("file"); ok {
		more, err := c.readText(ctx, file)
		if err != nil {
			return Reply{}, err
		}
		text += "\n" + more
	}
	var cmd tournament.All
	for _, line := range strings.Split(text, "\n") {
		if name := strings.TrimSpace(line); name != "" {
			cmd = append(cmd, &tournament.Join{Name: name, Division: c.Text("division"), ByOrganiser: true})
		}
	}
	switch {
	case len(cmd) == 0:
		return Reply{}, tournament.RefuseText(tournament.BadInput, "Give names separated by commas, or a file with one name a line.")
	case len(cmd) > maxBulk:
		return Reply{}, tournament.RefuseText(tournament.BadInput, "At most %d names at once, not %d.", maxBulk, len(cmd))
	}
	reply, _, err := c.Do(ctx, cmd, tell("%s in the event.", plural(len(cmd), "guest is", "guests are")))
	return reply, err
}

// correctYes is the button under the preview of a correction.
func correctYes(ctx context.Context, c *Call) (Reply, error) {
	cmd, err := c.ruling(c.Panel.Int(0), c.Panel.Int(1), c.Panel.Text(2))
	if err != nil {
		return Reply{}, err
	}
	c.onResult(cmd.Round, cmd.Match, c.Panel.Text(3))
	return c.updated(ctx, cmd, corrected(c, cmd))
}

// ruleChosen is the menu under a dispute.
func ruleChosen(ctx context.Context, c *Call) (Reply, error) {
	if len(c.Values) != 1 {
		return Reply{}, tournament.RefuseText(tournament.BadInput, "Choose one result.")
	}
	return c.rule(ctx, c.Panel.Int(0), c.Panel.Int(1), c.Values[0])
}

// ruling builds the command for an organiser's result.
func (c *Call) ruling(round, match int, text string) (*tournament.Correct, error) {
	s := c.Snap.State
	if m, _ := s.Match(round, match); m == nil {
		return nil, errOldPanel
	}
	cmd := &tournament.Correct{Round: round, Match: match, Text: text}
	switch fold(strings.TrimSpace(text)) {
	case view.ForfeitWon:
		cmd.Kind = ledger.Forfeit
	case view.ForfeitLost:
		cmd.Kind, cmd.Second = ledger.Forfeit, true
	case view.DoubleLoss, "double_loss":
		cmd.Kind = ledger.DoubleLoss
	}
	return cmd, nil
}

// corrected says what an organiser's result is now.
func corrected(c *Call, cmd *tournament.Correct) func(*tournament.Snapshot, []tournament.Envelope) string {
	return func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		return outcomeAt(c.envOf(after), cmd.Round, cmd.Match) + "."
	}
}

// outcomeAt says what became of a match: "Table 4 of Round 2: **Ingrid 2–1**".
func outcomeAt(e view.Env, round, match int) string {
	_, l := e.Snap.State.Match(round, match)
	return fmt.Sprintf("Table %d of %s: **%s**", l.Table, view.Round(e, round), view.Outcome(e, l))
}

// rule enters a result for a match of the current round.
func (c *Call) rule(ctx context.Context, round, match int, text string) (Reply, error) {
	cmd, err := c.ruling(round, match, text)
	if err != nil {
		return Reply{}, err
	}
	c.expect = func(now *tournament.Snapshot) error {
		if m, _ := now.State.Match(round, match); m == nil || m.Confirmed {
			return tournament.RefuseText(tournament.Conflict, "This match has its result by now. To change it use /to report.")
		}
		return nil
	}
	reply, _, err := c.Do(ctx, cmd, corrected(c, cmd))
	return reply, err
}

// maxRuling is how long a result may be written in bytes; the button under the
// preview of a correction carries it.
const maxRuling = 60

// correct is /to report. A result that stood before is previewed first: which
// ranks and cut places move.
func correct(ctx context.Context, c *Call) (Reply, error) {
	s := c.Snap.State
	r, err := c.round()
	if err != nil {
		return Reply{}, err
	}
	table, _ := c.Int("table")
	m := s.MatchAt(r, int(table))
	if m == 0 || table == 0 {
		return Reply{}, tournament.RefuseText(tournament.NotFound, "Round %d has no table %d.", r, table)
	}
	text := strings.Join(strings.Fields(c.Text("result")), " ")
	if len(text) > maxRuling {
		return Reply{}, tournament.RefuseText(tournament.BadInput, "That is too long for a result; write for example 2-1, forfeit, forfeit-lost or double-loss.")
	}
	cmd, err := c.ruling(r, m, text)
	if err != nil {
		return Reply{}, err
	}
	match, _ := s.Match(r, m)
	if match.Confirmed && s.Rounds[r-1].Status == tournament.Done {
		out, err := c.Try(ctx, cmd)
		if err != nil {
			return Reply{}, err
		}
		return Private(view.CorrectionPreview(c.env(), out, r, m, text, c.factsMoved(out.After))), nil
	}
	c.onResult(r, m, view.ResultMark(s, r, m))
	reply, _, err := c.Do(ctx, cmd, corrected(c, cmd))
	return reply, err
}

// onResult makes the call be about the result of a match that has a mark: what
// came in meanwhile is not overwritten unseen.
func (c *Call) onResult(round, match int, mark string) {
	c.expect = func(now *tournament.Snapshot) error {
		switch view.ResultMark(now.State, round, match) {
		case mark:
			return nil
		case "":
			return errOldPanel
		}
		return tournament.RefuseText(tournament.Conflict, "Somebody else was faster and nothing was changed: %s now. Use /to report again if that is wrong.", outcomeAt(c.envOf(now), round, match))
	}
}

func deckFor(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	text := c.Text("deck")
	if file, ok := c.Attachment("file"); ok {
		if text, err = c.readText(ctx, file); err != nil {
			return Reply{}, err
		}
	}
	reply, _, err := c.Do(ctx, &tournament.SubmitDeck{Player: n, Text: text, ByOrganiser: true}, tell("The deck of %s is handed in.", discord.Escape(c.Snap.Name(n))))
	return reply, err
}
