package commands

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
)

// env is what views are drawn from.
func (c *Call) env() view.Env { return c.envOf(c.Snap) }

func (c *Call) envOf(snap *tournament.Snapshot) view.Env {
	e := view.Env{Snap: snap, Now: c.App.Now(), Draw: c.draw, Words: c.App.Words}
	if c.App.CommandIDs != nil {
		e.Commands = c.App.CommandIDs()
	}
	return e
}

// shownName makes a Discord name fit for the event: cut to what an event
// allows.
func shownName(name string) string { return discord.Cut(name, tournament.MaxPersonal) }

// tell is the answer to a command that has nothing to show but that it is done.
func tell(format string, args ...any) func(*tournament.Snapshot, []tournament.Envelope) string {
	text := fmt.Sprintf(format, args...)
	return func(*tournament.Snapshot, []tournament.Envelope) string { return text }
}

// me returns the person's own player, or a sentence that says how to become
// one.
func (c *Call) me() (int, error) {
	if n := c.Me(); n > 0 {
		return n, nil
	}
	title := tournament.Typed(c.Snap.State.Settings.Name)
	switch s := c.Snap.State; s.Phase {
	case tournament.Draft:
		return 0, tournament.RefuseText(tournament.NotFound, "You are not in %s; its registration is not open yet.", title)
	case tournament.Closed:
		return 0, tournament.RefuseText(tournament.NotFound, "You are not in %s and its registration is closed; ask an organiser.", title)
	case tournament.Finished, tournament.Cancelled:
		return 0, tournament.RefuseText(tournament.NotFound, "You were not in %s, which is %s.", title, s.Phase)
	case tournament.Running:
		if !s.TakesLate() {
			return 0, tournament.RefuseText(tournament.NotFound, "You are not in %s, which has started; ask an organiser.", title)
		}
		return 0, tournament.RefuseText(tournament.NotFound, "You are not in %s, which has started; late players still join with /join.", title)
	case tournament.Open, tournament.CheckIn:
	}
	return 0, tournament.RefuseText(tournament.NotFound, "You are not in %s. Join with /join.", title)
}

// playerRoutes are the commands and panels of players.
func playerRoutes() []Route {
	return []Route{
		{
			Path: "join", About: "Join the event of this channel", Role: Everyone, Scope: OneEvent, Opens: true,
			Options: []discord.CommandOption{
				stringOption("name", "The name others see; your server name if left out", 32),
				suggested(stringOption("division", "Your division, where the event has any", 30)),
				stringOption("tag", "Your team or the like, where the event asks for it", 30),
				eventOption(),
			},
			Complete: completers(map[string]Completer{"division": completeDivision}),
			Run: func(ctx context.Context, c *Call) (Reply, error) {
				return c.join(ctx, c.Text("name"), c.Text("division"), c.Text("tag"), "")
			},
		},
		{Verb: customid.Join, Role: Everyone, Scope: OneEvent, Opens: true, Run: func(ctx context.Context, c *Call) (Reply, error) {
			return c.join(ctx, "", "", "", "")
		}},
		{Verb: customid.JoinForm, Role: Everyone, Scope: OneEvent, Run: func(ctx context.Context, c *Call) (Reply, error) {
			return c.join(ctx, c.Field("name"), c.Field("division"), c.Field("tag"), c.Field("deck"))
		}},
		{
			Path: "leave", About: "Leave the event before it starts", Role: Everyone, Scope: OneEvent,
			Options: []discord.CommandOption{eventOption()}, Complete: completers(nil), Run: leave,
		},
		{Verb: customid.Leave, Role: Everyone, Scope: OneEvent, Run: leave},
		{
			Path: "checkin", About: "Say that you are here", Role: Everyone, Scope: OneEvent,
			Options: []discord.CommandOption{eventOption()}, Complete: completers(nil), Run: checkIn,
		},
		{Verb: customid.CheckIn, Role: Everyone, Scope: OneEvent, Run: checkIn},
		{
			Path: "deck submit", About: "Hand in your deck as text, link or file", Role: Everyone, Scope: OneEvent, Opens: true,
			Options: []discord.CommandOption{
				stringOption("deck", "A link or a short list; leave out for a larger field", 2000),
				fileOption("file", "A text file with your deck, at most 1 MiB"), eventOption(),
			},
			Complete: completers(nil), Run: deckSubmit,
		},
		{
			Path: "deck show", About: "Show a deck that you may see", Role: Everyone, Scope: OneEvent,
			Options:  []discord.CommandOption{playerOption("Whose deck; your own if left out"), eventOption()},
			Complete: completePlayers(), Run: deckShow,
		},
		{Verb: customid.DeckOpen, Role: Everyone, Scope: OneEvent, Opens: true, Run: deckSubmit},
		{Verb: customid.DeckForm, Role: Everyone, Scope: OneEvent, Run: func(ctx context.Context, c *Call) (Reply, error) {
			return c.submitDeck(ctx, c.Field("deck"))
		}},
		{
			Path: "drop", About: "Leave the running event; a match you are in is conceded", Role: Everyone, Scope: OneEvent,
			Options: []discord.CommandOption{eventOption()}, Complete: completers(nil), Run: askDrop,
		},
		{Verb: customid.Drop, Role: Everyone, Scope: OneEvent, Run: askDrop},
		{Verb: customid.DropYes, Role: Everyone, Scope: OneEvent, Update: true, Run: dropYes},
		{
			Path: "judge", About: "Call a judge to your table", Role: Everyone, Scope: OneEvent,
			Options:  []discord.CommandOption{stringOption("reason", "What it is about", 500), eventOption()},
			Complete: completers(nil), Run: func(ctx context.Context, c *Call) (Reply, error) { return c.judge(ctx, c.Text("reason")) },
		},
		{Verb: customid.Judge, Role: Everyone, Scope: OneEvent, Opens: true, Run: judgeForm},
		{Verb: customid.JudgeForm, Role: Everyone, Scope: OneEvent, Run: func(ctx context.Context, c *Call) (Reply, error) {
			return c.judge(ctx, c.Field("reason"))
		}},
	}
}

// join registers the person, asking first for what the event requires.
func (c *Call) join(ctx context.Context, name, division, tag, deck string) (Reply, error) {
	s := c.Snap.State
	asks := len(s.Settings.Divisions) > 0 && division == "" || s.Settings.AskTag && tag == "" ||
		s.Settings.Decks == tournament.DecksRequired && deck == "" && c.Kind != discord.KindModal
	if asks && c.Kind != discord.KindModal {
		// What would be refused anyway is refused before anybody fills in a form.
		trial := &tournament.Join{User: c.User.ID, Name: shownName(c.User.Name), Division: division}
		if len(s.Settings.Divisions) > 0 && division == "" {
			trial.Division = s.Settings.Divisions[0]
		}
		if _, err := c.Try(ctx, trial); err != nil {
			return Reply{}, err
		}
		m := view.JoinModal(c.env(), shownName(c.User.Name))
		return Reply{Modal: &m}, nil
	}
	c.noForm()
	if strings.TrimSpace(name) == "" {
		name = shownName(c.User.Name)
	}
	var cmd tournament.Command = &tournament.Join{User: c.User.ID, Name: name, Division: division, Tag: tag}
	if deck != "" {
		cmd = tournament.All{cmd, &tournament.SubmitOwnDeck{User: c.User.ID, Text: deck}}
	}
	reply, _, err := c.Do(ctx, cmd, func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		n := after.PlayerByUser(c.User.ID)
		title := discord.Escape(after.State.Settings.Name)
		switch p := after.State.Player(n); {
		case p == nil:
			return "You have joined."
		case p.Status == tournament.Waiting:
			return fmt.Sprintf("%s is full. You are number %d on the waiting list and move up by yourself when somebody leaves.", title, waitingPlace(after.State, n))
		case after.State.Ledger.Players[n-1].LateRounds > 0:
			// PKM-34: a late player is told what being late costs.
			late := int(after.State.Ledger.Players[n-1].LateRounds)
			return fmt.Sprintf("You have joined %s late: %s counted as lost, and you rank below players with the same record who were on time.", title, plural(late, "round is", "rounds are"))
		case after.State.Phase == tournament.CheckIn:
			return fmt.Sprintf("You have joined %s as %s. Check-in is running: press Check in or use /checkin.", title, discord.Escape(after.Name(n)))
		}
		text := fmt.Sprintf("You have joined %s as %s.", title, discord.Escape(after.Name(n)))
		if after.State.Settings.Decks == tournament.DecksRequired && after.State.Player(n).Deck == 0 {
			text += " Hand in your deck with /deck submit before the start."
		}
		return text
	})
	return reply, err
}

// waitingPlace returns the place of player n on the waiting list.
func waitingPlace(s *tournament.State, n int) int {
	place := 0
	for i := range n {
		if s.Players[i].Status == tournament.Waiting {
			place++
		}
	}
	return place
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func leave(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &tournament.Leave{Player: n}, tell("You have left %s.", discord.Escape(c.Snap.State.Settings.Name)))
	return reply, err
}

func checkIn(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &tournament.CheckInPlayer{Player: n}, tell("You are checked in for %s.", discord.Escape(c.Snap.State.Settings.Name)))
	return reply, err
}

// maxDeckFile bounds an attached deck; longer texts are refused by the domain.
const maxDeckFile = 64 << 10

func deckSubmit(ctx context.Context, c *Call) (Reply, error) {
	if _, err := c.me(); err != nil {
		return Reply{}, err
	}
	if file, ok := c.Attachment("file"); ok {
		text, err := c.readText(ctx, file)
		if err != nil {
			return Reply{}, err
		}
		return c.submitDeck(ctx, text)
	}
	if text := c.Text("deck"); text != "" {
		c.noForm()
		return c.submitDeck(ctx, text)
	}
	m := view.DeckModal(c.env(), c.Me())
	return Reply{Modal: &m}, nil
}

// readText fetches a text file that somebody attached.
func (c *Call) readText(ctx context.Context, file discord.Attachment) (string, error) {
	if file.Size > 1<<20 {
		return "", tournament.RefuseText(tournament.BadInput, "The file is larger than 1 MiB.")
	}
	data, err := c.App.Rest.FetchAttachment(ctx, file)
	if err != nil {
		c.App.Log.Warn("an attachment could not be read", "error", err)
		return "", tournament.RefuseText(tournament.BadInput, "The file could not be read from Discord; try again or paste the text.")
	}
	if !utf8.Valid(data) {
		return "", tournament.RefuseText(tournament.BadInput, "The file is not plain text in UTF-8.")
	}
	return strings.TrimPrefix(string(data), "\ufeff"), nil
}

func (c *Call) submitDeck(ctx context.Context, text string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	if len(text) > maxDeckFile {
		return Reply{}, tournament.RefuseText(tournament.BadInput, "The deck is longer than 8000 characters.")
	}
	reply, _, err := c.Do(ctx, &tournament.SubmitDeck{Player: n, Text: text}, func(after *tournament.Snapshot, _ []tournament.Envelope) string {
		shown := map[tournament.DeckView]string{
			tournament.DecksPrivate: "Only you and the organisers see it.",
			tournament.DecksPublic:  "Everybody can see it once round 1 is published.",
			tournament.DecksAtEnd:   "Others see it when the event is over.",
		}[after.State.Settings.DecksShown]
		return "Your deck is handed in. " + shown + " " + replaceable(after.State)
	})
	return reply, err
}

// replaceable says until when a player may replace a deck that is handed in.
func replaceable(s *tournament.State) string {
	switch {
	case s.Rules.DeckSwaps:
		return "You can replace it between rounds, until the next pairings are published."
	case len(s.Rounds) > 0:
		return "It stands now; an organiser can replace it."
	}
	return "You can replace it until round 1 is published."
}

func deckShow(_ context.Context, c *Call) (Reply, error) {
	n := c.Me()
	if c.Text("player") != "" {
		var err error
		if n, err = c.player("player"); err != nil {
			return Reply{}, err
		}
	}
	if n == 0 {
		return Reply{}, tournament.RefuseText(tournament.BadInput, "Name a player.")
	}
	s := c.Snap.State
	if n != c.Me() && !c.Staff && !s.DeckShown(n) {
		if s.Players[n-1].Secret {
			return Reply{}, tournament.Refuse(tournament.NotAllowed, "deck.secret")
		}
		when := map[tournament.DeckView]string{
			tournament.DecksPrivate: "Decks are private in this event: only their owners and the organisers see them.",
			tournament.DecksPublic:  "Decks are shown once round 1 is published.",
			tournament.DecksAtEnd:   "Decks are shown when the event is over.",
		}
		return Reply{}, tournament.RefuseText(tournament.NotAllowed, "%s", when[s.Settings.DecksShown])
	}
	if s.Players[n-1].Deck == 0 {
		return Reply{}, tournament.RefuseText(tournament.NotFound, "%s has not handed in a deck.", tournament.Typed(c.Snap.Name(n)))
	}
	return Private(view.Deck(c.env(), n)), nil
}

func askDrop(_ context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	s := c.Snap.State
	switch {
	case s.Phase < tournament.Running:
		return Reply{}, tournament.RefuseText(tournament.WrongPhase, "The event has not started; use /leave.")
	case s.Phase > tournament.Running:
		return Reply{}, tournament.RefuseText(tournament.WrongPhase, "The event is over.")
	case !s.Taking(n):
		return Reply{}, tournament.RefuseText(tournament.NoChange, "You have dropped already.")
	}
	return Private(view.AskDrop(c.env(), n)), nil
}

func dropYes(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	c.expect = func(now *tournament.Snapshot) error {
		if c.Panel.Int(0) != len(now.State.Rounds) {
			return tournament.RefuseText(tournament.WrongPhase, "That question was about an earlier round; use /drop again if you mean it.")
		}
		return nil
	}
	reply, _, err := c.Do(ctx, &tournament.Drop{Player: n}, tell("You have dropped from %s. Your earlier results stay. If that was a mistake, ask an organiser to reinstate you.", discord.Escape(c.Snap.State.Settings.Name)))
	if err != nil {
		return Reply{}, err
	}
	m := view.Text(reply.Text)
	return Reply{Update: &m}, nil
}

// judgeForm asks what the judge is needed for, unless none can be called.
func judgeForm(ctx context.Context, c *Call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.Try(ctx, &tournament.CallJudge{Player: n}); err != nil {
		return Reply{}, err
	}
	m := view.JudgeModal(c.env())
	return Reply{Modal: &m}, nil
}

func (c *Call) judge(ctx context.Context, reason string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &tournament.CallJudge{Player: n, Reason: reason}, tell("A judge is called to your table. Stay there and keep the game as it is."))
	return reply, err
}
