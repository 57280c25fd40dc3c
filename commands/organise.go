package commands

import (
	"context"
	"strconv"
	"strings"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/menu"
	"topcut/commands/namelist"
	"topcut/commands/router"
	"topcut/commands/setting"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/deck"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// organiserRoutes returns the commands with which organisers act for or on a player.
func organiserRoutes() []Route {
	who := func() discord.CommandOption { return menu.Required(menu.Player()) }
	reason := menu.Text("reason", 500)
	return []Route{
		staffRoute("player add", add,
			menu.Text("name", 1000),
			discord.CommandOption{Type: wire.OptionUser, Name: "member"},
			menu.Suggested(menu.Text("division", 30)),
			menu.Text("tag", 30)).Listed(3, waiting),
		staffRoute("player bulkadd", bulkAdd,
			menu.Text("names", 2000), menu.File("file"),
			menu.Suggested(menu.Text("division", 30))),
		staffRoute("player invite", invite, inviting()...),
		staffRoute("player drop", remove, who(), reason),
		staffRoute("player reinstate", reinstate, who()).During(running),
		staffRoute("player disqualify", disqualify, who()).During(running),
		staffRoute("player report", correct,
			menu.Required(menu.Table()), menu.Required(menu.Suggested(menu.Text("result", 100))),
			menu.Number("board", 1, tournament.MaxCrew), menu.Round()).During(running).Listed(13, playing),
		staffPanel(ruleChosen),
		panel(Route{Role: Organiser, Scope: router.OneEvent, Opens: true}, func(_ context.Context, c *call, p customid.RuleOpen) (Reply, error) {
			m := view.RuleModal(c.Env(), customid.RuleForm(p))
			return Reply{Modal: &m}, nil
		}),
		staffPanel(func(ctx context.Context, c *call, p customid.RuleForm) (Reply, error) {
			return c.ruled(ctx, customid.Rule(p), c.typedResult())
		}),
		staffRoute("player bye", awardBye, who(), menu.Required(menu.Round()), menu.Choice("worth", "awarded", "full", "none", "plays")),
		staffRoute("player late", markLate,
			who(), menu.Required(menu.Number("rounds", 0, 3))),
		staffRoute("player penalty", penalise,
			who(), menu.Required(menu.Choice("kind", "caution", "warning", "game_loss", "match_loss", tournament.Chombo)), reason,
			menu.Text("points", 10), menu.Round()),
		staffRoute("player note", writeNote, who(), menu.Required(menu.Text("text", 1000))),
		staffRoute("player fixtable", fixTable, who(), menu.Required(menu.Number("number", 0, 4096))),
		staffRoute("player standby", standBy,
			who(), menu.Choice("standby", "yes", "no")),
		staffRoute("player seed", giveSeed, menu.Player(), menu.Number("seed", 0, 4096), menu.Choice("from", "rating")),
		staffRoute("player division", putIntoDivision, who(), menu.Required(menu.Suggested(menu.Text("division", 30)))),
		staffRoute("player tag", giveTag, who(), menu.Text("tag", 30), menu.Suggested(menu.Text("apart_from", 100))),
		staffRoute("player team", changeCrew, who(),
			discord.CommandOption{Type: wire.OptionUser, Name: "member"}, menu.Switch("remove")),
		staffRoute("player bench", changeBench,
			menu.Required(discord.CommandOption{Type: wire.OptionUser, Name: "member"}), menu.Switch("remove")),
		staffRoute("player deck", deckFor, who(),
			menu.Text("deck", 2000), menu.File("file")),
	}
}

func remove(ctx context.Context, c *call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	return c.takeOut(ctx, n)
}

func reinstate(ctx context.Context, c *call) (Reply, error) {
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Reinstate{Player: n} },
		"did.reinstate")
}

func disqualify(ctx context.Context, c *call) (Reply, error) {
	if n, err := c.player("player"); err == nil {
		c.Preface = c.Say("ask.disqualify", "player", notice.Player(n))
	}
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Disqualify{Player: n, Keep: c.Keep} }, "did.disqualify")
}

func awardBye(ctx context.Context, c *call) (Reply, error) {
	r, _ := c.Int("round")
	rounds, done := []int{int(r)}, notice.Code("did.bye")
	made := &command.Change{}
	switch c.Typed("worth") {
	case "none":
		made.Away, done = rounds, "did.sits_out"
	case "plays":
		made.Plays, done = rounds, "did.plays"
	case "full":
		made.Full = rounds
	default:
		made.Byes = rounds
	}
	return c.onPlayer(ctx, func(n int) command.Command { made.Player = n; return made }, done, "round", r)
}

func markLate(ctx context.Context, c *call) (Reply, error) {
	v, _ := c.Int("rounds")
	late := int(v)
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Change{Player: n, Late: &late} },
		"did.late", "n", late)
}

// penalise records a penalty. After a game or match loss it shows the menu of results,
// because an organiser enters the effect on the match.
func penalise(ctx context.Context, c *call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	cmd := &command.Penalise{Player: n, Kind: c.Typed("kind"), Text: c.Typed("reason")}
	if typed := strings.TrimSpace(c.Typed("points")); typed != "" {
		if cmd.Points, err = setting.Points(typed); err != nil {
			return Reply{}, err
		}
	}
	if r, ok := c.Int("round"); ok {
		cmd.Round = int(r)
	}
	reply, out, err := c.Do(ctx, cmd, func(_ *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		if ev, ok := events[0].Event.(*tournament.PlayerPenalised); ok && ev.Points != 0 {
			return router.NewAnswer("did.chombo", "player", notice.Player(n), "points", wording.PointsOff(ev.Points), "round", ev.Round)
		}
		return router.NewAnswer("did.penalty", "player", notice.Player(n))
	})
	if err != nil || out.Repeated || cmd.Kind != "game_loss" && cmd.Kind != "match_loss" {
		return reply, err
	}
	s := c.Snap.State
	if m := s.MatchOf(len(s.Rounds), n); m > 0 && !s.Ledger.Rounds.At(len(s.Rounds)).Matches.At(m).Finished() {
		return router.Private(view.PenaltyPanel(c.Env(), reply.Text, m)), nil
	}
	return reply, nil
}

func writeNote(ctx context.Context, c *call) (Reply, error) {
	return c.onPlayer(ctx, func(n int) command.Command { return &command.WriteNote{Player: n, Text: c.Typed("text")} },
		"did.note", "mydata", notice.Command("privacy mydata"))
}

func fixTable(ctx context.Context, c *call) (Reply, error) {
	v, _ := c.Int("number")
	table := int(v)
	fixed := func(n int) command.Command { return &command.Change{Player: n, Table: &table} }
	if table == 0 {
		return c.onPlayer(ctx, fixed, "did.table_free")
	}
	return c.onPlayer(ctx, fixed, "did.table", "table", table)
}

func standBy(ctx context.Context, c *call) (Reply, error) {
	yes := c.Typed("standby") != "no"
	done := notice.Code("did.standby")
	if !yes {
		done = "did.standby_over"
	}
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Change{Player: n, Standby: &yes} }, done)
}

func giveSeed(ctx context.Context, c *call) (Reply, error) {
	v, given := c.Int("seed")
	switch {
	case c.Typed("from") == "rating":
		return seedByRating(ctx, c)
	case !given:
		return Reply{}, tournament.Refuse(tournament.BadInput, "seeds.which")
	}
	seed := int(v)
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Change{Player: n, Seed: &seed} },
		"did.seed", "seed", seed)
}

func putIntoDivision(ctx context.Context, c *call) (Reply, error) {
	d := c.Typed("division")
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Change{Player: n, Division: &d} },
		"did.division", "division", notice.Text(d))
}

func giveTag(ctx context.Context, c *call) (Reply, error) {
	if c.Typed("apart_from") != "" {
		return keepApart(ctx, c)
	}
	tag := c.Typed("tag")
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Change{Player: n, Tag: &tag} },
		"did.tag")
}

// keepApart lets two players never meet, or meet again.
func keepApart(ctx context.Context, c *call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	other, err := c.player("apart_from")
	if err != nil {
		return Reply{}, err
	}
	done := notice.Code("did.apart")
	if c.Snap.State.KeptApart(n, other) {
		done = "did.may_meet"
	} else if !c.Snap.State.PairsApart() {
		done = "did.apart_vain"
	}
	return c.onPlayer(ctx, func(n int) command.Command { return &command.Change{Player: n, Apart: other} },
		done, "other", notice.Player(other))
}

// onPlayer runs a command on the player of the option. done is the text of the answer,
// with the argument player.
func (c *call) onPlayer(ctx context.Context, cmd func(n int) command.Command, done notice.Code, args ...any) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, cmd(n), router.FixedAnswer(done, append(args, "player", notice.Player(n))...))
	return reply, err
}

func add(ctx context.Context, c *call) (Reply, error) {
	user, name, handle := c.Typed("member"), strings.TrimSpace(c.Typed("name")), ""
	switch {
	case c.Users[user].Bot:
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
	case user == "" && name == "":
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.member_or_guest")
	case user == "":
		return c.addGuests(ctx, "name", name)
	case name == "":
		name, handle = router.ShownName(c.Users[user].Name), c.Users[user].Username
	}
	cmd, err := c.adds(ctx, user, name, handle)
	if join, ok := cmd.(*command.Join); ok && err == nil {
		err = c.pastGate(ctx, join, &join.Pass, join.User, join.Name)
	}
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, cmd, added(1, name))
	return reply, err
}

// added returns the answer to who adds n players, of whom one alone is called name.
func added(n int, name string) router.AnswerFunc {
	return func(after *tournament.Snapshot, events []tournament.Envelope) router.Answer {
		said := router.NewAnswer("did.add", "name", notice.Text(name))
		ev, at := tournament.Last[*tournament.PlayerRegistered](events, nil)
		switch {
		case n > 1:
			said = router.NewAnswer("did.bulk_add", "n", n)
		case at != nil:
			said = router.NewAnswer("did.add", "name", notice.Player(ev.Player))
		}
		if at != nil && len(after.State.Rounds) > 0 {
			said = said.All(wording.LateCost(after.State, ev.Player))
		}
		return said
	}
}

// adds returns the command with which an organiser adds a member of the server. The final
// and the play-off of a league take any of its members; the event of a division follows
// the league, and so refuses.
func (c *call) adds(ctx context.Context, user, name, handle string) (command.Command, error) {
	join := &command.Join{User: user, Name: name, Handle: handle, Division: c.Typed("division"), Tag: c.Typed("tag"), ByOrganiser: true}
	e := c.Snap.State.Entry
	if !e.Listed || e.League == 0 || e.Division > 0 || c.App.Seasons == nil {
		return join, nil
	}
	l, err := c.App.Seasons.Snapshot(ctx, e.League)
	if err != nil || l.PlayerByUser(user) == 0 {
		return join, err
	}
	return &command.AdmitPlayer{User: user, Name: name}, nil
}

func bulkAdd(ctx context.Context, c *call) (Reply, error) {
	lists := []string{c.Typed("names")}
	if file, ok := c.Attachment("file"); ok {
		more, err := c.readText(ctx, file)
		if err != nil {
			return Reply{}, err
		}
		lists = append(lists, more)
	}
	return c.addGuests(ctx, "names", lists...)
}

// addGuests adds the guests of the lists, which option names. More than one name is shown
// first.
func (c *call) addGuests(ctx context.Context, option string, lists ...string) (Reply, error) {
	typed := namelist.Read(lists...)
	switch {
	case len(typed) == 0:
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.names")
	case len(typed) > namelist.Most:
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.many_names", "most", namelist.Most, "got", len(typed))
	case len(typed) == 1:
		join := &command.Join{Name: typed[0], Division: c.Typed("division"), Tag: c.Typed("tag"), ByOrganiser: true}
		if err := c.pastGate(ctx, join, &join.Pass, join.User, join.Name); err != nil {
			return Reply{}, err
		}
		reply, _, err := c.Do(ctx, join, added(1, typed[0]))
		return reply, err
	}
	list := namelist.For(c.Snap, typed)
	cmd := list.Joins(c.Typed("division"), c.Typed("tag"))
	switch {
	case len(cmd) == 0:
		return Reply{Text: list.Nothing(c.Env())}, nil
	case c.Agreed == list.Mark():
		c.Shown = true
		reply, _, err := c.Do(ctx, cmd, added(len(cmd), cmd[0].(*command.Join).Name))
		return reply, err
	}
	if _, err := c.Try(ctx, cmd); err != nil {
		return Reply{}, err
	}
	return c.Question(ctx, consent.Instead(c.Interaction, option, namelist.Text(typed)), list.Question(c.Env(), customid.Sure{Asked: c.ID, Mark: list.Mark()}))
}

// ruleChosen handles the menu under a dispute.
func ruleChosen(ctx context.Context, c *call, p customid.Rule) (Reply, error) {
	if len(c.Values) != 1 {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.result")
	}
	return c.ruled(ctx, p, c.Values[0])
}

// ruled enters the result that an organiser chose or typed: for an open table, or as a
// replacement for the result that the panel showed.
func (c *call) ruled(ctx context.Context, p customid.Rule, typed string) (Reply, error) {
	if !p.Amend {
		c.Expect = func(now *tournament.Snapshot) error {
			if m, _ := now.State.Match(p.Round, p.Match); m == nil || m.Confirmed {
				return tournament.Refuse(tournament.Conflict, "stale.ruled")
			}
			return nil
		}
	}
	return c.amend(ctx, p.Round, p.Match, typed)
}

// ruling returns the command for an organiser's result.
func (c *call) ruling(round, match int, typed string) (*command.Correct, error) {
	s := c.Snap.State
	if m, _ := s.Match(round, match); m == nil {
		return nil, router.ErrOldPanel
	}
	cmd := &command.Correct{Round: round, Match: match, Text: typed}
	switch names.Key(strings.TrimSpace(typed)) {
	case view.ForfeitWon:
		cmd.Kind = ledger.Forfeit
	case view.ForfeitLost:
		cmd.Kind, cmd.Second = ledger.Forfeit, true
	case view.DoubleLoss, "double_loss":
		cmd.Kind = ledger.DoubleLoss
	}
	return cmd, nil
}

// corrected returns the answer to an organiser's correction.
func corrected(cmd *command.Correct) router.AnswerFunc {
	return func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		s := after.State
		m, l := s.Match(cmd.Round, cmd.Match)
		if m.Part == ledger.ThirdPlace {
			return router.NewAnswer("did.correct_third", "result", wording.ResultOf(s, cmd.Match, l))
		}
		return router.NewAnswer("did.correct", "table", tournament.TableName(cmd.Match, l), "round", s.RoundTitle(cmd.Round), "result", wording.ResultOf(s, cmd.Match, l))
	}
}

// correct handles /player report.
func correct(ctx context.Context, c *call) (Reply, error) {
	s := c.Snap.State
	r, err := c.round()
	if err != nil {
		return Reply{}, err
	}
	m := c.tableMeant(r)
	if l, _ := s.Match(r, m); l == nil {
		table, _ := c.Int("table")
		board, _ := c.Int("board")
		number := tournament.BoardNumber(m, int(board))
		return Reply{}, tournament.Refuse(tournament.NotFound, "round.no_table", "round", r, "table", tournament.TableName(number, &ledger.Match{Table: int16(table)}))
	}
	return c.amend(ctx, r, m, c.Typed("result"))
}

// tableMeant returns the match at the table that was typed, or the board of it; 0 if there is
// no such table.
func (c *call) tableMeant(r int) int {
	table, _ := c.Int("table")
	board, _ := c.Int("board")
	if m := c.Snap.State.MatchAt(r, int(table)); m > 0 && table > 0 {
		return tournament.BoardNumber(m, int(board))
	}
	return 0
}

// wrongResult shows the table of a player in a round with the menu to change its result.
func wrongResult(_ context.Context, c *call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	r, err := strconv.Atoi(c.Typed("round"))
	if c.Snap.State.Round(r) == nil || err != nil {
		return Reply{}, router.ErrOldPanel
	}
	m := c.Snap.State.MatchOf(r, n)
	if _, l := c.Snap.State.Match(r, m); l == nil || l.N < 2 {
		return Reply{}, tournament.Refuse(tournament.NotFound, "penalty.no_match", "player", notice.Player(n))
	}
	return router.Private(view.TablePanel(c.Env(), r, m)), nil
}

// amend gives a match a result. If the round is over, it first shows which ranks and cut
// places move.
func (c *call) amend(ctx context.Context, r, m int, typed string) (Reply, error) {
	cmd, err := c.ruling(r, m, strings.Join(strings.Fields(typed), " "))
	if err != nil {
		return Reply{}, err
	}
	preview := func(ctx context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
		moved, err := c.effects(ctx, &s.Outcome)
		if err != nil {
			return discord.Message{}, err
		}
		return view.CorrectionPreview(c.Env(), &s.Outcome, cmd, moved, yes), nil
	}
	if match, _ := c.Snap.State.Match(r, m); match.Confirmed && c.Snap.State.Rounds.At(r).Status == tournament.Done {
		c.Show = preview
	}
	reply, out, err := c.Do(ctx, cmd, corrected(cmd))
	if tournament.ClassOf(err) == tournament.NeedsForce { // another player advances
		cmd.Replay, c.Show = true, preview
		reply, out, err = c.Do(ctx, cmd, corrected(cmd))
	}
	if err != nil {
		return Reply{}, err
	}
	return reply, c.correctLeague(ctx, out.After)
}

func deckFor(ctx context.Context, c *call) (Reply, error) {
	n, err := c.player("player")
	if err != nil {
		return Reply{}, err
	}
	text := c.Typed("deck")
	if file, ok := c.Attachment("file"); ok {
		if text, err = c.readText(ctx, file); err != nil {
			return Reply{}, err
		}
	}
	reply, _, err := c.Do(ctx, &command.SubmitDeck{Player: n, Text: text, ByOrganiser: true}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		return router.NewAnswer("did.deck_for", "player", notice.Player(n)).All(deck.Doubts(after.State, text))
	})
	return reply, err
}
