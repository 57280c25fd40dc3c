package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/moment"
	"topcut/commands/post"
	"topcut/commands/router"
	"topcut/commands/serversync"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// serverAdmin returns a refusal unless the user may change settings of the whole server.
// The staff of a single event may not.
func (c *call) serverAdmin() error {
	if c.Permissions&(wire.ManageGuild|wire.Administrator) == 0 {
		return tournament.Refuse(tournament.NotAllowed, "not_here.admin")
	}
	return nil
}

// serverRoutes returns the routes about the server rather than one event.
func serverRoutes() []Route {
	return []Route{
		{
			Path: "setup", Role: Organiser, Scope: router.NoEvent, Shown: wire.ManageGuild,
			Options: []discord.CommandOption{
				{Type: wire.OptionRole, Name: "organisers"},
				{Type: wire.OptionChannel, Name: "to_channel", ChannelTypes: []wire.ChannelType{wire.ChannelText}},
				menu.Text("time_zone", 60),
				menu.Suggested(menu.Text("ruleset", 64)),
				menu.Suggested(menu.Text("language", 10)),
				menu.Switch("light_pictures"), menu.Switch("chat_results"),
				{Type: wire.OptionRole, Name: "participant_role"},
				{Type: wire.OptionRole, Name: "champion_role"},
				{Type: wire.OptionRole, Name: "top_role"},
				{Type: wire.OptionInteger, Name: "top", Min: new(1.0), Max: new(64.0)},
				menu.Switch("scheduled_events"),
				menu.Text("appeal", door.MaxAppeal),
			},
			Complete: completes(map[string]completer{"ruleset": completeRuleset, "language": completeLanguage}), Run: runs(setup),
		},
		{
			Path: "doctor", Role: Organiser, Scope: router.NoEvent, Shown: wire.ManageGuild, Run: runs(doctor),
		},
		panel(Route{Role: Organiser, Scope: router.NoEvent}, doctorAgain),
	}
}

// setupChange returns the change that the options of /setup make, or refuses them.
func (c *call) setupChange(ctx context.Context) (change func(*stores.Server), err error) {
	if err := c.serverAdmin(); err != nil {
		return nil, err
	}
	if err := c.Spend(allowance.Upkeep); err != nil {
		return nil, err
	}
	organisers, zone, ruleset, language := c.Typed("organisers"), strings.TrimSpace(c.Typed("time_zone")), c.Typed("ruleset"), c.Typed("language")
	if organisers != "" && organisers == c.GuildID {
		return nil, tournament.Refuse(tournament.BadInput, "pick.everyone")
	}
	if zone != "" {
		if zone, err = moment.Zone(zone); err != nil {
			return nil, err
		}
	}
	if ruleset != "" {
		if _, err := c.game(ctx, ruleset); err != nil {
			return nil, err
		}
	}
	if language != "" {
		if _, err := setting.Language(language); err != nil {
			return nil, err
		}
	}
	return func(s *stores.Server) {
		s.OrganiserRole = cmp.Or(organisers, s.OrganiserRole)
		s.TOChannel = cmp.Or(c.Typed("to_channel"), s.TOChannel)
		s.TimeZone = cmp.Or(zone, s.TimeZone)
		s.Ruleset = cmp.Or(ruleset, s.Ruleset)
		s.Language = cmp.Or(language, s.Language)
		if s.Appeal = cmp.Or(strings.TrimSpace(c.Typed("appeal")), s.Appeal); strings.EqualFold(s.Appeal, "none") {
			s.Appeal = ""
		}
		for name, on := range map[string]*bool{"light_pictures": &s.LightPictures, "chat_results": &s.ChatResults, "scheduled_events": &s.ScheduledEvents} {
			if _, given := c.Options[name]; given {
				*on = c.Bool(name)
			}
		}
		for option, role := range map[string]*string{"participant_role": &s.ParticipantRole, "champion_role": &s.ChampionRole, "top_role": &s.TopRole} {
			switch v := c.Typed(option); v {
			case "":
			case c.GuildID:
				*role = "" // @everyone means no particular role
			default:
				*role = v
			}
		}
		if n, given := c.Int("top"); given {
			s.Top = int(n)
		}
		s.Top = cmp.Or(s.Top, view.UsualTop)
	}, nil
}

func setup(ctx context.Context, c *call) (Reply, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	if len(c.Options) > 0 {
		change, err := c.setupChange(ctx)
		if err != nil {
			return Reply{}, err
		}
		if server, err = c.App.Servers.ChangeServer(ctx, c.GuildID, change); err != nil {
			return Reply{}, err
		}
		if c.App.SyncServer != nil {
			c.App.SyncServer(c.GuildID)
		}
	}
	hidden := ""
	if server.OrganiserRole != "" {
		_, hidden, _ = strings.Cut(organiserRole(ctx, c, server.OrganiserRole), "\n")
	}
	given := func(option string) bool { _, is := c.Options[option]; return is }
	return router.Private(view.Setup(c.Env(), server, c.languageOf(server), hidden, given)), nil
}

// presence returns what prevents the bot from assigning roles and creating scheduled
// events, if the server wants these.
func (c *call) presence(ctx context.Context, server stores.Server) (found []string) {
	roles := slices.DeleteFunc([]string{server.ParticipantRole, server.ChampionRole, server.TopRole}, func(id string) bool { return id == "" })
	if len(roles) == 0 && !server.ScheduledEvents {
		return nil
	}
	me, err := c.App.Rest.Standing(ctx, c.GuildID)
	if err != nil {
		return []string{c.Say("doctor.roles_unseen")}
	}
	for _, b := range serversync.Lacking(server, me) {
		line := wording.BarLine(c.Words(), b)
		if b.Gone {
			line += c.Next("setup")
		}
		found = append(found, line)
	}
	for _, id := range roles {
		if reaches, _ := me.Reaches(id); reaches {
			found = append(found, c.Say("doctor.gives", "role", text.Raw(discord.MentionRole(id))))
		}
	}
	if server.ScheduledEvents && me.Permissions.Has(wire.CreateEvents) {
		found = append(found, c.Say("doctor.lists"))
	}
	return found
}

// doctor checks everything the bot needs on this server and reports what is missing.
func doctor(ctx context.Context, c *call) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	found := []string{c.Say("doctor.title")}
	found = append(found, c.checkPlace(ctx, c.ChannelID, text.Raw(c.Say("doctor.here")))...)
	found = append(found, c.homelessEvents(ctx)...)
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	switch {
	case server.TOChannel == "":
		found = append(found, c.Say("doctor.no_office")+c.Next("setup"))
	default:
		found = append(found, c.checkPlace(ctx, server.TOChannel, text.Raw(c.Say("doctor.office")))...)
	}
	if server.OrganiserRole == "" {
		found = append(found, c.Say("doctor.no_role")+c.Next("setup"))
	} else {
		found = append(found, organiserRole(ctx, c, server.OrganiserRole))
	}
	if server.TimeZone == "" {
		found = append(found, c.Say("doctor.no_zone")+c.Next("setup"))
	} else {
		found = append(found, c.Say("doctor.zone", "zone", notice.Text(server.TimeZone), "now", text.Raw(c.App.Now().In(moment.Location(server.TimeZone)).Format("15:04"))))
	}
	found = append(found, c.presence(ctx, server)...)
	var buttons []discord.Button
	if c.App.Sending != nil {
		for _, b := range c.App.Sending.Bars(c.GuildID) {
			found = append(found, wording.BarLine(c.Words(), b))
			if len(buttons) == 0 {
				buttons = append(buttons, c.retryButton())
			}
		}
	}
	if c.App.Database != nil {
		if err := c.App.Database(); err != nil {
			found = append(found, c.Say("doctor.database", "why", c.shortly(err)))
		}
	}
	if c.App.Unregistered != nil {
		if err := c.App.Unregistered(); err != nil {
			found = append(found, c.Say("doctor.commands", "why", notice.Text(discord.Cut(err.Error(), 200))))
		}
	}
	if c.App.Late != nil {
		posts, threads := c.App.Late(ctx)
		if !posts.IsZero() {
			found = append(found, c.Say("doctor.late", "since", text.Raw(discord.Timestamp(posts, 't'))))
		}
		if !threads.IsZero() {
			found = append(found, c.Say("doctor.late_threads", "since", text.Raw(discord.Timestamp(threads, 't'))))
		}
	}
	if c.App.LateAnswers != nil {
		if n, last := c.App.LateAnswers(); n > 0 {
			found = append(found, c.Say("doctor.late_answers", "n", n, "last", text.Raw(discord.Timestamp(last, 't'))))
		}
	}
	stuck := c.stuck(ctx)
	found = append(found, stuck...)
	if len(stuck) > 0 && len(buttons) == 0 && c.App.Sending != nil {
		buttons = append(buttons, c.retryButton())
	}
	lost, err := c.App.Index.GivenUp(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	lost = slices.DeleteFunc(post.Lost(lost), func(o tournament.OutboxRow) bool {
		snap, err := c.App.Director.Snapshot(ctx, o.Log.ID)
		return o.Log.Kind == tournament.Log.Name && err == nil && post.Played(&o, snap.State)
	})
	if len(lost) > 0 {
		found = append(found, wording.Unposted(c.Words(), lost)...)
		if c.App.Sending != nil {
			buttons = append(buttons, discord.Button{Style: discord.Secondary, Label: c.Say("button.repost"), CustomID: customid.New(0, customid.Doctor{Repost: true})})
		}
	}
	m := layout.Text(strings.Join(found, "\n"))
	if len(buttons) > 0 {
		row := discord.ActionRow{}
		for _, b := range buttons {
			row.Components = append(row.Components, b)
		}
		m.Components = append(m.Components, row)
	}
	return router.Private(m), nil
}

// retryButton returns the button that retries what waits.
func (c *call) retryButton() discord.Button {
	return discord.Button{Style: discord.Primary, Label: c.Say("button.retry"), CustomID: customid.New(0, customid.Doctor{})}
}

// stuck returns the overdue deadlines of this server's events and leagues that fail to
// fire, and those that take no presses.
func (c *call) stuck(ctx context.Context) (found []string) {
	for _, a := range c.App.Guard.Apart() {
		if a.Guild == c.GuildID && a.Work == post.WorkPresses {
			found = append(found, c.Say("doctor.apart", "event", notice.Text(a.Name)))
		}
	}
	if c.App.Stuck == nil {
		return found
	}
	for _, d := range c.App.Stuck() {
		if d.Guild != c.GuildID {
			continue
		}
		if d.Log.Kind == season.Log.Name {
			if snap, err := c.App.Seasons.Snapshot(ctx, d.Log.ID); err == nil {
				found = append(found, c.Say("doctor.stuck", "event", notice.Text(snap.State.Settings.Name), "what", text.Raw(c.Say("stuck.opens")), "why", c.shortly(d.Why)))
			}
			continue
		}
		snap, err := c.App.Director.Snapshot(ctx, d.Log.ID)
		if err != nil {
			continue
		}
		for _, t := range tournament.Timers(snap.State) {
			if t.Key() == d.Key {
				what := c.Say("stuck."+notice.Code(t.Kind), "round", t.Round, "next", t.Round+1)
				found = append(found, c.Say("doctor.stuck", "event", notice.Text(snap.State.Settings.Name), "what", text.Raw(what), "why", c.shortly(d.Why)))
			}
		}
	}
	return found
}

// shortly returns the first line of an error, or its text from the catalogue if it has
// one.
func (c *call) shortly(err error) text.Raw {
	n := router.Why(err)
	if of, ok := strings.CutPrefix(string(n.Code), "store."); ok {
		if said, ok := c.Words().Lookup(notice.Code("cause." + of)); ok {
			return text.Raw(said)
		}
	}
	line, _, _ := strings.Cut(c.Words().Notice(n), "\n")
	return text.Raw(discord.Cut(line, 200))
}

// doctorAgain retries what Discord rejected, or sends what was given up.
func doctorAgain(ctx context.Context, c *call, p customid.Doctor) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	if c.App.SyncServer != nil && !p.Repost {
		c.App.SyncServer(c.GuildID)
	}
	if c.App.Sending == nil {
		return Reply{Text: c.Say("did.nothing_waits")}, nil
	}
	if !p.Repost {
		c.App.Sending.Retry(c.GuildID)
		if c.App.Unstick != nil {
			c.App.Unstick(c.GuildID)
		}
		return Reply{Text: c.Say("did.retry") + c.Next("doctor")}, nil
	}
	n, err := c.App.Sending.Repost(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Text: c.Say("did.repost", "n", n) + c.Next("doctor")}, nil
}

// organiserRole returns a line that says whether the organiser role exists, and one that
// says which commands its members do not see.
func organiserRole(ctx context.Context, c *call, id string) string {
	roles, err := c.App.Rest.Roles(ctx, c.GuildID)
	switch {
	case err != nil:
		return c.Say("doctor.roles_unseen")
	case !slices.ContainsFunc(roles, func(r discord.Role) bool { return r.ID == id }):
		return c.Say("doctor.role_gone") + c.Next("setup")
	}
	role := text.Raw(discord.MentionRole(id))
	line := c.Say("doctor.role", "role", role)
	if c.App.CommandIDs == nil {
		return line
	}
	if hidden := menu.Hidden(ctx, c.App.Rest, c.GuildID, id, roles, c.App.Table.Commands(), c.App.CommandIDs()); len(hidden) > 0 {
		line += "\n" + c.Say("doctor.hidden", "role", role, "commands", text.Raw(c.Words().List(hidden)))
	}
	return line
}

// permissions lists permissions by Discord's names for them.
func (c *call) permissions(p wire.Permissions) text.Raw {
	return wording.Permissions(c.Words(), p)
}
