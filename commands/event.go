package commands

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/moment"
	"topcut/commands/router"
	"topcut/commands/setting"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/deviation"
	"topcut/tournament/field"
	"topcut/tournament/missing"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// staffRoute returns the route of an organisers' command about one event.
func staffRoute(path string, run func(context.Context, *call) (Reply, error), options ...discord.CommandOption) Route {
	return Route{
		Path: path, Role: Organiser, Scope: router.OneEvent, Options: append(options, menu.Event()), Run: runs(run),
		Complete: completers(map[string]completer{
			"player": completePlayer, "other": completePlayer, "apart_from": completePlayer, "table": completeTable, "division": completeDivision,
			"ruleset": completeRuleset, "result": completeRuling,
		}),
	}
}

// staffPanel returns the route of an organisers' panel of one event.
func staffPanel[P customid.Panel](run func(context.Context, *call, P) (Reply, error)) Route {
	return panel(Route{Role: Organiser, Scope: router.OneEvent}, run)
}

// staffAnswer is staffPanel with an answer that replaces the panel.
func staffAnswer[P customid.Panel](run func(context.Context, *call, P) (Reply, error)) Route {
	return panel(Route{Role: Organiser, Scope: router.OneEvent, Update: true}, run)
}

// simple returns a handler that runs a command and answers with one text. next is the
// command to suggest after it; "" for none.
func simple(cmd func(*call) (command.Command, error), done notice.Code, next string) func(context.Context, *call) (Reply, error) {
	return func(ctx context.Context, c *call) (Reply, error) {
		command, err := cmd(c)
		if err != nil {
			return Reply{}, err
		}
		reply, _, err := c.Do(ctx, command, func(*tournament.Snapshot, []tournament.Envelope) router.Answer {
			return router.NewAnswer(done).Next(next)
		})
		return reply, err
	}
}

func always(cmd func() command.Command) func(*call) (command.Command, error) {
	return func(*call) (command.Command, error) { return cmd(), nil }
}

// settingsRoutes show and change how an event is played.
func settingsRoutes() []Route {
	return []Route{
		{
			Path: "tournament settings", Role: Organiser, Scope: router.OneEvent, Help: router.Help{Place: 1, When: in(tournament.Draft)},
			Options: []discord.CommandOption{
				menu.Text("set", 400), menu.Event(),
			},
			Complete: completers(nil), Run: runs(settings),
		},
		staffAnswer(func(_ context.Context, c *call, _ customid.Settings) (Reply, error) {
			return c.Turned(view.Settings(c.Env()))
		}),
		panel(Route{Role: Organiser, Scope: router.OneEvent, Opens: true}, func(ctx context.Context, c *call, _ customid.SettingsTopic) (Reply, error) {
			if len(c.Values) != 1 {
				return Reply{}, router.ErrOldPanel
			}
			m := view.SettingsModal(c.Env(), c.Values[0])
			if c.Values[0] == setting.PageGame {
				games, err := c.games(ctx)
				if err != nil {
					return Reply{}, err
				}
				m = view.GameModal(c.Env(), games)
			}
			return Reply{Modal: &m}, nil
		}),
		staffAnswer(settingsForm),
	}
}

// settingsForm applies only the fields that the user changed in the form; others may have
// changed meanwhile.
func settingsForm(ctx context.Context, c *call, _ customid.SettingsForm) (Reply, error) {
	var pairs [][2]string
	for key, values := range c.Fields {
		value := strings.Join(values, " ")
		if !setting.Same(c.Snap.State, key, value) {
			pairs = append(pairs, [2]string{key, value})
		}
	}
	if len(pairs) == 0 {
		return c.Turned(view.Settings(c.Env()))
	}
	return c.changeSettings(ctx, pairs)
}

// eventRoutes returns the routes for the life cycle of an event.
func eventRoutes() []Route {
	open := simple(always(func() command.Command { return &command.OpenRegistration{} }), "did.open", "")
	return []Route{
		staffRoute("tournament open", open).During(in(tournament.Draft, tournament.Closed)).Listed(2),
		staffPanel(same[customid.Open](open)),
		staffRoute("tournament close", simple(always(func() command.Command { return &command.CloseRegistration{} }), "did.close", "player add")).During(in(tournament.Open, tournament.CheckIn)),
		staffRoute("tournament checkin", startCheckIn, menu.Number("minutes", 1, 1440)).During(in(tournament.Open, tournament.Closed)).Listed(4),
		staffPanel(same[customid.StartCheckIn](startCheckIn)),
		staffRoute("tournament start", func(ctx context.Context, c *call) (Reply, error) {
			return c.start(ctx, c.Typed("absent"), false)
		}, menu.Choice("absent", "out", "all")).During(in(tournament.Open, tournament.Closed, tournament.CheckIn)).Listed(5),
		staffPanel(func(ctx context.Context, c *call, p customid.Start) (Reply, error) {
			return c.start(ctx, p.Absent, p.Now)
		}),
		staffRoute("tournament cancel", askCancel),
		staffAnswer(func(ctx context.Context, c *call, _ customid.CancelYes) (Reply, error) {
			c.Shown = true
			return c.updated(ctx, &command.Cancel{}, func(*tournament.Snapshot, []tournament.Envelope) router.Answer {
				return router.NewAnswer("did.cancel").Next("tournament undo")
			})
		}),
		staffRoute("tournament finish", func(ctx context.Context, c *call) (Reply, error) {
			return c.finish(ctx, c.Bool("early"))
		}, menu.Switch("early")).During(running),
		staffPanel(func(ctx context.Context, c *call, p customid.Finish) (Reply, error) { return c.finish(ctx, p.Early) }),
		{
			Path: "tournament list", Role: Everyone, Shown: wire.ManageEvents, Scope: router.NoEvent, Public: true,
			Options: []discord.CommandOption{
				menu.Switch("players"), menu.Public(), menu.Event(),
			},
			Complete: completers(nil),
			Run:      runs(listEvents),
		},
		panel(Route{Role: Everyone, Scope: router.NoEvent}, same[customid.Events](listEvents)),
		staffAnswer(func(_ context.Context, c *call, p customid.Roster) (Reply, error) {
			return c.Turned(view.Roster(c.Env(), p.Page))
		}),
		staffRoute("tournament staff", staff,
			menu.Required(discord.CommandOption{Type: wire.OptionUser, Name: "member"}),
			menu.Switch("remove")),
		staffAnswer(removeStaff),
		staffRoute("tournament move", moveEvent),
		staffRoute("tournament page", eventPage, menu.Required(menu.Choice("show", "link", "listed", "off"))),
		staffRoute("tournament announce", announce, menu.Required(menu.Text("text", 1500))),
		staffRoute("tournament undo", undo).Listed(17, running, over),
		staffRoute("tournament log", func(_ context.Context, c *call) (Reply, error) {
			page, _ := c.Int("page")
			return router.Private(view.LogPage(c.Env(), max(int(page)-1, 0), true)), nil
		}, menu.Number("page", 1, 1000)),
		{
			Path: "tournament export", Role: Organiser, Scope: router.OneEvent, Help: router.Help{Place: 18, When: over},
			Options: []discord.CommandOption{
				menu.Choice("format", "json", "csv", "html", "ics", "trf"), menu.Event(),
			},
			Complete: completers(nil), Run: runs(export),
		},
	}
}

// startCheckIn asks the players to check in.
func startCheckIn(ctx context.Context, c *call) (Reply, error) {
	minutes, _ := c.Int("minutes")
	reply, _, err := c.Do(ctx, &command.StartCheckIn{Minutes: int(minutes)}, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		return router.NewAnswer("did.checkin", "clock", after.State.CheckInEnd)
	})
	return reply, err
}

// askCancel asks for confirmation before an event is cancelled.
func askCancel(_ context.Context, c *call) (Reply, error) {
	if c.Snap.State.Phase >= tournament.Finished {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "event.is", "phase", c.Snap.State.Phase.Word())
	}
	return router.Private(layout.Sure(c.Env().Words, c.Say("ask.cancel", "event", notice.Text(c.Snap.State.Settings.Name)),
		discord.Button{Style: discord.Danger, Label: c.Say("button.cancel_event"), CustomID: customid.New(c.Event, customid.CancelYes{})})), nil
}

// moveEvent moves the event to the channel of the call, in which both the organiser and
// the bot must be able to write.
func moveEvent(ctx context.Context, c *call) (Reply, error) {
	channel, err := c.home()
	if err != nil {
		return Reply{}, err
	}
	if !c.MayWrite() {
		return Reply{}, tournament.Refuse(tournament.NotAllowed, "move.not_yours")
	}
	if lacks := c.AppPermissions.Missing(needs(c.ChannelType)); lacks != 0 && c.AppPermissions&wire.Administrator == 0 {
		return Reply{}, tournament.Refuse(tournament.NotAllowed, "move.not_mine", "permissions", notice.Text(c.permissions(lacks)))
	}
	var cmd command.Command = &command.MoveChannel{Channel: channel}
	note := c.threadless(c.ChannelType)
	if note != "" && c.Snap.State.Settings.Threads {
		cmd = command.All{cmd, &command.ChangeSettings{Edit: withoutThreads}}
	}
	reply, out, err := c.Do(ctx, cmd, router.FixedAnswer("did.move"))
	if err == nil && !out.Repeated && c.App.Sending != nil {
		c.App.Sending.Retry(c.GuildID) // send now what waited for the old channel
	}
	if err == nil && note != "" {
		reply.Text += "\n" + note
	}
	return reply, err
}

func announce(ctx context.Context, c *call) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.Announce{Text: c.Typed("text")}, router.FixedAnswer("did.announce"))
	return reply, err
}

// listEvents lists the events of the server, or the players of one event.
func listEvents(ctx context.Context, c *call) (Reply, error) {
	if c.Bool("players") {
		return roster(ctx, c)
	}
	all, err := c.Events(ctx)
	if err != nil {
		return Reply{}, err
	}
	running := map[tournament.ID]*tournament.Snapshot{}
	for _, f := range all {
		if f.Phase != tournament.Running {
			continue
		}
		if running[f.ID], err = c.App.Director.Snapshot(ctx, f.ID); err != nil {
			return Reply{}, err
		}
	}
	return c.Reply(view.List(c.Env(), all, running)), nil
}

// roster shows organisers who has joined, checked in and submitted a deck.
func roster(ctx context.Context, c *call) (Reply, error) {
	route := &Route{Role: Organiser, Scope: router.OneEvent} // which the list of events does not need
	if err := c.App.Locate(ctx, route, c.Call); err != nil {
		return Reply{}, err
	}
	if err := c.App.Permit(ctx, route, c.Call); err != nil {
		return Reply{}, err
	}
	return router.Private(view.Roster(c.Env(), 0)), nil
}

// ruleset loads a ruleset by id; the server's default if id is empty.
func (c *call) ruleset(ctx context.Context, id string) (*rules.Ruleset, error) {
	if id == "" {
		server, err := c.App.Servers.Server(ctx, c.GuildID)
		if err != nil {
			return nil, err
		}
		if id = server.Ruleset; id == "" {
			id = "magic"
		}
	}
	return c.game(ctx, id)
}

// game loads a game of the server by id.
func (c *call) game(ctx context.Context, id string) (*rules.Ruleset, error) {
	lib, err := c.Library(ctx)
	if err != nil {
		return nil, err
	}
	rs, err := lib.Load(id)
	if err != nil {
		return nil, tournament.Refuse(tournament.NotFound, "pick.ruleset", "name", notice.Text(discord.Cut(id, 40)))
	}
	return rs, nil
}

// roomForEvent returns a refusal if the server has too many events without players.
func (c *call) roomForEvent(ctx context.Context) error {
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return err
	}
	empty := 0
	for _, f := range all {
		if f.Players == 0 && f.Phase < tournament.Running {
			empty++
		}
	}
	if empty >= mostEmpty {
		return tournament.Refuse(tournament.Unavailable, "budget.empty", "n", empty)
	}
	return nil
}

func settings(ctx context.Context, c *call) (Reply, error) {
	typed := strings.TrimSpace(c.Typed("set"))
	if typed == "" {
		return router.Private(view.Settings(c.Env())), nil
	}
	pairs, err := setting.ReadPairs(typed)
	if err != nil {
		return Reply{}, err
	}
	reply, err := c.changeSettings(ctx, pairs)
	return reply, c.nearest(err, pairs)
}

// nearest adds a button to the refusal of a key for each key that is like it, which runs the
// command again with that key; the panel of all settings if none is like it.
func (c *call) nearest(err error, pairs [][2]string) error {
	var unknown *setting.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	var buttons []discord.Button
	for _, near := range unknown.Near {
		again, ok := c.Again("set", setting.With(pairs, unknown.Key, near.Key))
		if ok {
			buttons = append(buttons, discord.Button{Style: discord.Primary, Label: discord.Plain(c.Say(near.Title), wire.MaxButtonLabel), CustomID: again})
		}
	}
	if len(buttons) == 0 {
		if panel, ok := c.WayButton("tournament settings", notice.Notice{}); ok {
			buttons = append(buttons, panel)
		}
	}
	return router.Offer(err, buttons...)
}

// changeSettings applies settings by key and shows the panel again.
func (c *call) changeSettings(ctx context.Context, pairs [][2]string) (Reply, error) {
	cmd := &command.ChangeSettings{}
	var edits [][2]string
	for _, p := range pairs {
		switch strings.ToLower(p[0]) {
		case "ruleset":
		case "start_at":
			at, err := c.startAt(p[1], pairs)
			if err != nil {
				return Reply{}, err
			}
			edits = append(edits, [2]string{p[0], at})
			continue
		case "name":
			if err := c.distinct(ctx, p[1]); err != nil {
				return Reply{}, err
			}
			edits = append(edits, p)
			continue
		default:
			edits = append(edits, p)
			continue
		}
		rs, err := c.game(ctx, p[1])
		if err != nil {
			return Reply{}, err
		}
		cmd.Ruleset = rs
	}
	sorted.Stable(edits, func(a, b [2]string) int { return cmp.Or(setting.Order(a[0], b[0]), strings.Compare(a[0], b[0])) })
	cmd.Edit = func(s tournament.Settings) (tournament.Settings, error) {
		for _, p := range edits {
			var err error
			if s, err = setting.Apply(s, p[0], p[1]); err != nil {
				return s, err
			}
		}
		return s, nil
	}
	next, err := cmd.Edit(c.Snap.State.Settings)
	if err != nil {
		return Reply{}, err
	}
	if err := c.noThreadsHere(ctx, c.Snap.State, next); err != nil {
		return Reply{}, err
	}
	if err := c.ownChannel(ctx, next.TOChannel); err != nil {
		return Reply{}, err
	}
	_, out, err := c.Do(ctx, cmd, router.FixedAnswer("did.settings"))
	if err != nil {
		return Reply{}, err
	}
	if out.Repeated {
		return Reply{Text: c.Say("did.settings")}, nil
	}
	m := view.Settings(c.Env())
	if c.Kind == discord.KindCommand || c.Kind == discord.KindModal && c.Message.ID == "" {
		return router.Private(m), nil
	}
	return Reply{Update: &m}, nil
}

// startAt parses a start time in the user's notation and returns it in the form of a
// setting. Its time zone is the event's, or the one that the same change sets.
func (c *call) startAt(typed string, pairs [][2]string) (string, error) {
	if typed = strings.TrimSpace(typed); typed == "" || strings.EqualFold(typed, "none") {
		return typed, nil
	}
	zone := c.Snap.State.Settings.Location()
	for _, p := range pairs {
		if !strings.EqualFold(p[0], "time_zone") {
			continue
		}
		if name, err := moment.Zone(p[1]); err == nil {
			zone = moment.Location(name)
		}
	}
	at, err := moment.Parse(typed, c.App.Now(), zone)
	return at.In(zone).Format(setting.StartLayout), err
}

// ownChannel refuses the channel of another server: organisers must not make the bot
// write elsewhere.
func (c *call) ownChannel(ctx context.Context, id string) error {
	if id == "" || id == c.Snap.State.Settings.TOChannel {
		return nil
	}
	if ch, err := c.App.Rest.Channel(ctx, id); err != nil || ch.GuildID != c.GuildID {
		return tournament.Refuse(tournament.BadInput, "pick.channel")
	}
	return nil
}

// updated runs a command from a panel and replaces the panel by the answer, so that it
// cannot be pressed twice. A post in a channel is edited only by the outbox; there the
// answer is a private message.
func (c *call) updated(ctx context.Context, cmd command.Command, say router.AnswerFunc) (Reply, error) {
	reply, _, err := c.Do(ctx, cmd, say)
	if err != nil {
		return Reply{}, err
	}
	return c.Turned(layout.Text(reply.Text))
}

// start starts the event: as soon as the draw is mixed, or immediately if now is set.
func (c *call) start(ctx context.Context, absent string, now bool) (Reply, error) {
	c.Shown = true // what becomes of the absent was chosen
	cmd := &command.Start{
		LeaveOut: absent == "out" || absent == "decked", KeepAll: absent == "all" || absent == "decked", Mix: !now && !c.App.Unmixed, Pair: true,
	}
	reply, out, err := c.Do(ctx, cmd, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		s := after.State
		if s.Waits() {
			return router.NewAnswer("did.start_mix", "n", s.MixersNeeded(), "clock", s.Mixing.Until)
		}
		count := notice.Code("did.start")
		if s.Crewed() {
			count = "did.start_teams"
		}
		begun := router.NewAnswer(count, "event", notice.Text(s.Settings.Name), "n", field.StillIn(s))
		switch rounds := s.PlannedRounds(); {
		case rounds > 0 && s.CutSize() > 0:
			begun = begun.And("did.start_rounds_cut", "n", rounds, "cut", wording.CutIn(s))
		case rounds > 0:
			begun = begun.And("did.start_rounds", "n", rounds)
		}
		begun = begun.All(deviation.Of(s)) // for organisers to decide, not shown in the channel
		switch {
		case s.Settings.AutoAdvance && s.Draft != nil:
			return begun.And("did.start_seats").Next("tournament draft start")
		case s.Settings.AutoAdvance && s.Current() != nil:
			return begun.And("did.start_round")
		case s.Settings.Stages.Prepares(stage.Draft):
			return begun.Next("tournament draft seats")
		case s.Preview != nil:
			return begun.And("did.start_paired")
		}
		return begun.Next("round pair")
	})
	if err == nil && !out.Repeated && c.Snap.State.Preview != nil {
		return router.Private(view.Refusal(reply.Text, router.InRow(view.PublishButtons(c.Env()))...)), nil
	}
	if tournament.ClassOf(err) == tournament.NeedsForce && c.Snap.State.Waits() {
		return c.Insist(err, discord.Button{Style: discord.Primary, Label: c.Say("button.start_now"), CustomID: customid.New(c.Event, customid.Start{Absent: absent, Now: true})}), nil
	}
	if tournament.ClassOf(err) == tournament.NeedsForce {
		without := discord.Button{Style: discord.Primary, Label: c.Say("button.start_without"), CustomID: customid.New(c.Event, customid.Start{Absent: "out"})}
		buttons := []discord.Button{without}
		switch {
		case absent == "all": // only a missing deck can still be objected to
			buttons[0].CustomID = customid.New(c.Event, customid.Start{Absent: "decked"})
		case missing.Unchecked(c.Snap.State):
			buttons = append(buttons, discord.Button{Style: discord.Secondary, Label: c.Say("button.start_with"), CustomID: customid.New(c.Event, customid.Start{Absent: "all"})})
		}
		return c.Insist(err, buttons...), nil
	}
	return reply, err
}

func (c *call) finish(ctx context.Context, early bool) (Reply, error) {
	reply, _, err := c.Do(ctx, &command.Finish{Early: early}, router.FixedAnswer("did.finish"))
	if tournament.ClassOf(err) == tournament.NeedsForce {
		c.Preface, _ = c.Refusal(err)
		return c.finish(ctx, true)
	}
	return reply, err
}

func staff(ctx context.Context, c *call) (Reply, error) {
	id := c.Typed("member")
	name := c.Users[id].Name
	if c.Users[id].Bot {
		return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot_staff")
	}
	return c.setStaff(ctx, &command.SetStaff{User: id, Name: router.ShownName(name), Staff: !c.Bool("remove")})
}

// removeStaff removes an organiser once it is decided what becomes of those they named.
func removeStaff(ctx context.Context, c *call, p customid.StaffGone) (Reply, error) {
	cmd := &command.SetStaff{User: p.User, Named: command.NamedStay}
	if p.Named {
		cmd.Named = command.NamedGo
	}
	return c.setStaff(ctx, cmd)
}

func (c *call) setStaff(ctx context.Context, cmd *command.SetStaff) (Reply, error) {
	var err error
	if cmd.ServerWide, err = c.App.OrganisesServer(ctx, c.Call); err != nil {
		return Reply{}, err
	}
	code := notice.Code("did.staff")
	if !cmd.Staff {
		code = "did.staff_gone"
	}
	reply, _, err := c.Do(ctx, cmd, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		return router.NewAnswer(code, "name", notice.Text(after.Book.Person(after.Book.ByUser(cmd.User)).Name))
	})
	if tournament.ClassOf(err) == tournament.NeedsForce {
		return c.Insist(err,
			discord.Button{Style: discord.Secondary, Label: c.Say("button.staff_one"), CustomID: customid.New(c.Event, customid.StaffGone{User: cmd.User})},
			discord.Button{Style: discord.Danger, Label: c.Say("button.staff_all"), CustomID: customid.New(c.Event, customid.StaffGone{User: cmd.User, Named: true})}), nil
	}
	return reply, err
}

// undo takes back the last batch and, if something has come after it that depends on it,
// all since.
func undo(ctx context.Context, c *call) (Reply, error) {
	cmd := &command.Undo{Batch: tournament.LastBatch(c.Snap.Log)}
	if cmd.Batch == 0 {
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "undo.nothing")
	}
	c.Show = func(_ context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
		return view.UndoPreview(c.Env(), &s.Outcome, s.Effects, yes), nil
	}
	reply, err := c.updated(ctx, cmd, router.FixedAnswer("did.undo"))
	if tournament.ClassOf(err) == tournament.NeedsForce {
		cmd.Later = true
		return c.updated(ctx, cmd, router.FixedAnswer("did.undo"))
	}
	return reply, err
}
