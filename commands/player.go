package commands

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"topcut/commands/consent"
	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/decklist"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/deck"
	"topcut/tournament/notice"
	"topcut/tournament/textfile"
)

// me returns the user's player, or a refusal that says how to become one.
func (c *call) me() (int, error) {
	if n := c.MyNumber(); n > 0 {
		return n, nil
	}
	title := notice.Text(c.Snap.State.Settings.Name)
	s := c.Snap.State
	if err := s.Admits(c.Snap.Book.ByUser(c.User.ID)); err != nil && s.Phase < tournament.Finished {
		return 0, err
	}
	switch s.Phase {
	case tournament.Draft:
		return 0, tournament.Refuse(tournament.NotFound, "not_in.draft", "event", title)
	case tournament.Closed:
		return 0, tournament.Refuse(tournament.NotFound, "not_in.closed", "event", title)
	case tournament.Finished, tournament.Cancelled:
		return 0, tournament.Refuse(tournament.NotFound, "not_in.over", "event", title, "phase", s.Phase.Word())
	case tournament.Running:
		if !s.TakesLate() {
			return 0, tournament.Refuse(tournament.NotFound, "not_in.started", "event", title)
		}
		return 0, tournament.Refuse(tournament.NotFound, "not_in.late", "event", title)
	case tournament.Open, tournament.CheckIn:
	}
	return 0, tournament.Refuse(tournament.NotFound, "not_in.yet", "event", title)
}

// playerRoutes returns the commands and panels of players.
func playerRoutes() []Route {
	return []Route{
		{
			Path: "join", Role: Everyone, Scope: router.OneEvent, Opens: true, When: joinable, Help: router.Help{Place: 2},
			Options: []discord.CommandOption{
				menu.Text("name", 32),
				menu.Suggested(menu.Text("division", 30)),
				menu.Text("tag", 30),
				menu.Text("answer", tournament.MaxAnswer),
				menu.Event(),
			},
			Complete: completers(map[string]completer{"division": completeDivision}),
			Run: runs(func(ctx context.Context, c *call) (Reply, error) {
				return c.join(ctx, c.Typed("name"), c.Typed("division"), c.Typed("tag"), c.Typed("answer"), "")
			}),
		},
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, _ customid.Join) (Reply, error) {
			return c.join(ctx, "", "", "", "", "")
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, _ customid.JoinForm) (Reply, error) {
			return c.join(ctx, c.Field("name"), c.Field("division"), c.Field("tag"), c.Field("answer"), c.Field("deck"))
		}),
		{
			Path: "leave", Role: Everyone, Scope: router.OneEvent, When: in(tournament.Draft, tournament.Open, tournament.Closed, tournament.CheckIn), Own: true, Help: router.Help{Place: 3},
			Options: []discord.CommandOption{menu.Event()}, Complete: completers(nil), Run: runs(leave),
		},
		panel(Route{Role: Everyone, Scope: router.OneEvent}, same[customid.Leave](leave)),
		{
			Path: "checkin", Role: Everyone, Scope: router.OneEvent, When: in(tournament.CheckIn), Own: true, Help: router.Help{Place: 1},
			Options: []discord.CommandOption{menu.Event()}, Complete: completers(nil), Run: runs(checkIn),
		},
		panel(Route{Role: Everyone, Scope: router.OneEvent}, same[customid.Mix](mix)),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, same[customid.CheckIn](checkIn)),
		{
			Path: "deck submit", Role: Everyone, Scope: router.OneEvent, Opens: true, When: takesDecks, Own: true, Help: router.Help{Place: 13, When: func(s *tournament.State) bool { return waiting(s) && takesDecks(s) }},
			Options: []discord.CommandOption{
				menu.Text("deck", 2000),
				menu.File("file"), menu.Event(),
			},
			Complete: completers(nil), Run: runs(deckSubmit),
		},
		{
			Path: "deck show", Role: Everyone, Scope: router.OneEvent,
			Options:  []discord.CommandOption{menu.Player(), menu.Event()},
			Complete: completePlayers(), Run: runs(deckShow),
		},
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, same[customid.AnswerOpen](answerForm)),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, same[customid.AnswerForm](answerQuestion)),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, same[customid.DeckOpen](deckSubmit)),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, _ customid.DeckForm) (Reply, error) {
			return c.submitDeck(ctx, c.Field("deck"))
		}),
		{
			Path: "drop", Role: Everyone, Scope: router.OneEvent, When: running, Own: true, Help: router.Help{Place: 12},
			Options: []discord.CommandOption{menu.Event()}, Complete: completers(nil), Run: runs(askDrop),
		},
		panel(Route{Role: Everyone, Scope: router.OneEvent}, same[customid.Drop](askDrop)),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Update: true}, dropYes),
		turning(sitOut), turning(askSitOut), turning(sitOutYes),
		{
			Path: "judge", Role: Everyone, Scope: router.OneEvent, When: running, Own: true, Help: router.Help{Place: 6},
			Options:  []discord.CommandOption{menu.Text("reason", 500), menu.Event()},
			Complete: completers(nil), Run: runs(func(ctx context.Context, c *call) (Reply, error) {
				return c.judge(ctx, tournament.Place{}, c.Typed("reason"))
			}),
		},
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, _ customid.Judge) (Reply, error) {
			return c.judgeForm(ctx, tournament.Place{})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, p customid.JudgeAt) (Reply, error) {
			return c.judgeForm(ctx, tournament.Place{Round: p.Round, Match: p.Match})
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, p customid.JudgeAtForm) (Reply, error) {
			return c.judge(ctx, tournament.Place{Round: p.Round, Match: p.Match}, c.Field("reason"))
		}),
		panel(Route{Role: Everyone, Scope: router.OneEvent}, func(ctx context.Context, c *call, _ customid.JudgeForm) (Reply, error) {
			return c.judge(ctx, tournament.Place{}, c.Field("reason"))
		}),
	}
}

// join registers the user. It first asks for what the event requires.
func (c *call) join(ctx context.Context, name, division, tag, answered, deck string) (Reply, error) {
	s := c.Snap.State
	pass, err := c.pass(ctx, c.User)
	if err != nil {
		return Reply{}, err
	}
	asks := s.Crewed() || len(s.Settings.Divisions) > 0 && division == "" || s.Settings.AskTag && tag == "" || s.Settings.Question != "" && answered == "" ||
		s.Settings.DecksFirst() && deck == "" && c.Kind != discord.KindModal
	if asks && c.Kind != discord.KindModal {
		// Refuse before the user fills in a form for nothing.
		trial := &command.Join{User: c.User.ID, Name: router.ShownName(c.User.Name), Handle: c.User.Username, Division: division, Pass: pass}
		if len(s.Settings.Divisions) > 0 && division == "" {
			trial.Division = s.Settings.Divisions[0]
		}
		shown := trial.Name
		if s.Crewed() { // whose name is not known yet
			shown, trial.Crew = name, c.User.ID
		}
		if _, err := c.Try(ctx, trial); err != nil {
			return Reply{}, err
		}
		m := view.JoinModal(c.Env(), shown, answered)
		return Reply{Modal: &m}, nil
	}
	c.NoForm()
	handle := ""
	if name = strings.TrimSpace(name); name == "" || name == router.ShownName(c.User.Name) { // the form is filled in with it
		name, handle = router.ShownName(c.User.Name), c.User.Username
	}
	was := c.MyNumber() > 0 && s.Players.At(c.MyNumber()).Status != tournament.Left
	join := &command.Join{User: c.User.ID, Name: name, Handle: handle, Division: division, Tag: tag, Answer: answered, Pass: pass}
	if err := c.inCrew(ctx, join); err != nil {
		return Reply{}, err
	}
	var cmd command.Command = join
	if deck != "" {
		cmd = command.All{cmd, &command.SubmitOwnDeck{User: c.User.ID, Text: deck}}
		if reply, asks, err := c.doubted(ctx, cmd, deck); asks || err != nil {
			return reply, err
		}
	}
	reply, _, err := c.Do(ctx, cmd, func(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		n := after.PlayerByUser(c.User.ID)
		title := notice.Text(after.State.Settings.Name)
		switch p := after.State.Player(n); {
		case p == nil:
			return router.NewAnswer("answer.done")
		case was:
			return router.NewAnswer("question.done")
		case p.Status == tournament.Waiting:
			return saysAsked(router.NewAnswer("did.join_waiting", "event", title, "place", after.State.WaitingPlace(n)), after, events, n)
		case len(after.State.Rounds) > 0:
			// docs/rules/pokemon.md#pkm-34: tell a late player the penalty for being late.
			return router.NewAnswer("did.join", "event", title, "player", notice.Player(n)).All(wording.LateCost(after.State, n))
		}
		in := saysAsked(router.NewAnswer("did.join", "event", title, "player", notice.Player(n)), after, events, n)
		switch {
		case after.State.Phase == tournament.CheckIn:
			return in.And("did.join_check_in").Next("checkin")
		case after.State.Settings.DecksFirst() && after.State.Player(n).Deck == 0:
			return in.And("next.deck").Next("deck submit")
		}
		return in
	})
	return reply, err
}

func leave(ctx context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.Leave{Player: n}, router.FixedAnswer("did.leave", "event", notice.Text(c.Snap.State.Settings.Name)))
	return reply, err
}

func checkIn(ctx context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.CheckInPlayer{Player: n}, router.FixedAnswer("did.check_in", "event", notice.Text(c.Snap.State.Settings.Name)))
	return reply, err
}

// mix handles the button with which a player mixes the draw.
func mix(ctx context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.Mix{Player: n}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		return router.NewAnswer("did.mix", "n", len(after.State.Mixing.By), "of", after.State.MixersNeeded())
	})
	return reply, err
}

func deckSubmit(ctx context.Context, c *call) (Reply, error) {
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
	if text := c.Typed("deck"); text != "" {
		c.NoForm()
		return c.submitDeck(ctx, text)
	}
	if !c.Snap.State.CardsKnown() { // before the user writes a decklist
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "deck.not_drafted")
	}
	m := view.DeckModal(c.Env(), c.MyNumber())
	return Reply{Modal: &m}, nil
}

// readText downloads an attached text file.
func (c *call) readText(ctx context.Context, file discord.Attachment) (string, error) {
	data, err := c.readFile(ctx, file)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(data) {
		return "", tournament.Refuse(tournament.BadInput, "upload.not_text")
	}
	return string(data), nil
}

// readFile downloads an attached file, without a byte order mark.
func (c *call) readFile(ctx context.Context, file discord.Attachment) ([]byte, error) {
	if file.Size > 1<<20 {
		return nil, tournament.Refuse(tournament.BadInput, "upload.large")
	}
	data, err := c.App.Rest.FetchAttachment(ctx, file)
	if err != nil {
		c.App.Log.Warn("an attachment could not be read", "error", err)
		return nil, tournament.Refuse(tournament.BadInput, "upload.failed")
	}
	if data, err = textfile.Plain(data); err != nil {
		return nil, tournament.RefuseAs(tournament.BadInput, err)
	}
	return data, nil
}

func (c *call) submitDeck(ctx context.Context, text string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	if reply, asks, err := c.doubted(ctx, &command.SubmitDeck{Player: n, Text: text}, text); asks || err != nil {
		return reply, err
	}
	known := c.Snap.State.Players.At(n).Deck != 0 // the rules for decks were shown with the first one
	reply, _, err := c.Do(ctx, &command.SubmitDeck{Player: n, Text: text}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		in := router.NewAnswer("did.deck").And("did.deck_shown_" + notice.Code(after.State.Settings.DecksShown)).And(wording.DeckReplaceable(after.State))
		if known {
			return in
		}
		for _, subject := range wording.Subjects(after.State.Rules, after.State.Rules.Moments.Decks) {
			in = in.Line(subject)
		}
		return in
	})
	return reply, err
}

// doubted asks whether a list that is not as the game counts decks is handed in, by a command
// that would be carried out.
func (c *call) doubted(ctx context.Context, cmd command.Command, text string) (reply Reply, asks bool, err error) {
	if _, err := c.Try(ctx, cmd); err != nil { // a text that is too long, among others
		return Reply{}, false, err
	}
	doubts, mark := deck.Doubts(c.Snap.State, text), decklist.Mark(text)
	if len(doubts) == 0 || c.Agreed == mark {
		return Reply{}, false, nil
	}
	reply, err = c.Question(ctx, consent.Instead(c.Interaction, "deck", text), decklist.Question(c.Env(), doubts, c.ID, mark))
	return reply, true, err
}

func deckShow(_ context.Context, c *call) (Reply, error) {
	n := c.MyNumber()
	if c.Typed("player") != "" {
		var err error
		if n, err = c.player("player"); err != nil {
			return Reply{}, err
		}
	}
	if n == 0 {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.player")
	}
	s := c.Snap.State
	if n != c.MyNumber() && !c.Staff && !s.DeckVisible(n) {
		if s.Players.At(n).Secret {
			return Reply{}, tournament.Refuse(tournament.NotAllowed, "deck.secret")
		}
		return Reply{}, tournament.Refuse(tournament.NotAllowed, "deck.hidden_"+notice.Code(s.Settings.DecksShown))
	}
	if s.Players.At(n).Deck == 0 {
		return Reply{}, tournament.Refuse(tournament.NotFound, "deck.missing", "player", notice.Player(n))
	}
	return router.Private(decklist.Show(c.Env(), n, c.Staff || n == c.MyNumber())), nil
}

func askDrop(ctx context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	s := c.Snap.State
	if s.Phase == tournament.Running && !s.Taking(n) {
		return Reply{}, tournament.Refuse(tournament.NoChange, "not_in.dropped")
	}
	if slices.Index(s.Players.At(n).Members(), c.person()) > 0 { // only they leave, and the team plays on
		return router.Private(crew.Leave(wording.About(c.Words(), c.Snap), n)), nil
	}
	if err := s.CanDrop(n); err != nil { // a refusal needs no confirmation
		return Reply{}, err
	}
	out, err := c.Try(ctx, &command.Drop{Player: n})
	if err != nil {
		return Reply{}, err
	}
	return router.Private(view.AskDrop(c.Env(), n, out.Events)), nil
}

func dropYes(ctx context.Context, c *call, p customid.DropYes) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	c.Expect = func(now *tournament.Snapshot) error {
		if p.Round != len(now.State.Rounds) {
			return tournament.Refuse(tournament.WrongPhase, "stale.drop")
		}
		return nil
	}
	event := notice.Text(c.Snap.State.Settings.Name)
	done := parted("did.drop", n, "event", event)
	if c.Snap.State.Arranged() { // what becomes of the results is in the question
		done = router.FixedAnswer("drop.left", "event", event)
	}
	reply, _, err := c.Do(ctx, &command.Drop{Player: n, Keep: p.Keep}, done)
	if err != nil {
		return Reply{}, err
	}
	m := layout.Text(reply.Text)
	return Reply{Update: &m}, nil
}

// judgeForm asks why a judge is needed, unless no judge can be called.
func (c *call) judgeForm(ctx context.Context, at tournament.Place) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.Try(ctx, &command.CallJudge{Player: n, Round: at.Round, Match: at.Match}); err != nil {
		return c.orChanged(ctx, at.Round, at.Match, Reply{}, err)
	}
	m := view.JudgeModal(c.Env(), at)
	return Reply{Modal: &m}, nil
}

func (c *call) judge(ctx context.Context, at tournament.Place, reason string) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.CallJudge{Player: n, Round: at.Round, Match: at.Match, Reason: reason}, router.FixedAnswer("did.judge"))
	return c.orChanged(ctx, at.Round, at.Match, reply, err)
}
