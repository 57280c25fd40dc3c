package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/post"
	"topcut/commands/view"
	"topcut/tournament"
)

// serverAdmin refuses whoever may not change what concerns the whole server, such
// as the named staff of one event.
func (c *Call) serverAdmin() error {
	if c.Permissions&(discord.ManageGuild|discord.Administrator) == 0 {
		return tournament.RefuseText(tournament.NotAllowed, "Only members with Manage Server can change the setup.")
	}
	return nil
}

// serverRoutes concern the server rather than one event.
func serverRoutes() []Route {
	return []Route{
		{
			Path: "setup", About: "Organiser role, TO channel, time zone and defaults of this server", Role: Organiser, Scope: NoEvent,
			Options: []discord.CommandOption{
				{Type: discord.OptionRole, Name: "organisers", Description: "Members of this role may do what organisers do"},
				{Type: discord.OptionChannel, Name: "to_channel", Description: "Where disputes and warnings go", ChannelTypes: []discord.ChannelType{discord.ChannelText}},
				stringOption("time_zone", "For example Europe/Berlin", 60),
				suggested(stringOption("ruleset", "Ruleset for events that name none", 64)),
			},
			Complete: map[string]Completer{"ruleset": completeRuleset}, Run: setup,
		},
		{
			Path: "doctor", About: "What is missing for the bot to work here", Role: Organiser, Scope: NoEvent, Run: doctor,
		},
		{Verb: customid.Doctor, Role: Organiser, Scope: NoEvent, Run: doctorAgain},
		{
			Path: "league create", About: "A recurring event, by cron expression and time zone", Role: Organiser, Scope: NoEvent,
			Options: []discord.CommandOption{
				required(stringOption("name", "What each event is called; the date is added", 60)),
				required(stringOption("cron", "When it starts: minute hour day month weekday, e.g. 0 19 * * 5", 100)),
				stringOption("time_zone", "For example Europe/Berlin; the server's if left out", 60),
				suggested(stringOption("ruleset", "Which game's rules", 64)),
				intOption("open_hours", "Registration opens so many hours before", 1, 24*14),
				intOption("rounds", "Swiss rounds; by attendance if left out", 1, tournament.MaxRounds),
				intOption("cut", "Size of the cut, 0 = none", 0, 256),
				intOption("check_in", "Minutes of check-in before the start; 0 = none", 0, 1440),
			},
			Complete: map[string]Completer{"ruleset": completeRuleset}, Run: leagueCreate,
		},
		{
			Path: "league schedule", About: "The leagues of this server and when they come", Role: Everyone, Scope: NoEvent, Public: true,
			Options: []discord.CommandOption{publicOption()}, Run: leagueSchedule,
		},
		{
			Path: "league end", About: "End a league; events that exist go on", Role: Organiser, Scope: NoEvent,
			Options:  []discord.CommandOption{required(suggested(stringOption("league", "Which", 100)))},
			Complete: map[string]Completer{"league": completeLeague}, Run: leagueEnd,
		},
	}
}

func setup(ctx context.Context, c *Call) (Reply, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	if len(c.Options) > 0 {
		if err := c.serverAdmin(); err != nil {
			return Reply{}, err
		}
		if v := c.Text("organisers"); v != "" {
			if v == c.GuildID {
				return Reply{}, tournament.RefuseText(tournament.BadInput, "@everyone cannot be the organiser role.")
			}
			server.OrganiserRole = v
		}
		if v := c.Text("to_channel"); v != "" {
			server.TOChannel = v
		}
		if v := strings.TrimSpace(c.Text("time_zone")); v != "" {
			if _, err := tournament.ParseZone(v); err != nil {
				return Reply{}, err
			}
			server.TimeZone = v
		}
		if v := c.Text("ruleset"); v != "" {
			if _, err := c.App.Rulesets.Load(v); err != nil {
				return Reply{}, tournament.RefuseText(tournament.NotFound, "There is no ruleset called %q; choose one from the list.", clip(v, 40))
			}
			server.Ruleset = v
		}
		if err := c.App.Servers.PutServer(ctx, server); err != nil {
			return Reply{}, err
		}
	}
	or := func(v, none string) string {
		if v == "" {
			return none
		}
		return v
	}
	role, channel := "none: Manage Server or Manage Events is needed", "the event's own channel"
	if server.OrganiserRole != "" {
		role = discord.MentionRole(server.OrganiserRole)
	}
	if server.TOChannel != "" {
		channel = discord.MentionChannel(server.TOChannel)
	}
	return Private(view.Text(fmt.Sprintf("**Setup of this server**\nOrganiser role: %s\nTO channel: %s\nTime zone: %s\nRuleset: %s\n\nNew events start from these; running ones keep theirs. /doctor says what is missing.",
		role, channel, or(server.TimeZone, "UTC"), or(server.Ruleset, "magic")))), nil
}

// doctor looks around as the bot would have to work, and says what is missing.
func doctor(ctx context.Context, c *Call) (Reply, error) {
	var found []string
	check := func(channel, what string) {
		perms, err := c.App.Rest.MyPermissions(ctx, channel)
		if err != nil {
			found = append(found, fmt.Sprintf("❌ %s: I cannot see %s. Allow me View Channel there.", what, discord.MentionChannel(channel)))
			return
		}
		need := discord.ViewChannel | discord.SendMessages | discord.EmbedLinks | discord.AttachFiles | discord.ReadMessageHistory
		if missing := perms.Missing(need); missing != 0 {
			found = append(found, fmt.Sprintf("❌ %s: in %s I lack %s.", what, discord.MentionChannel(channel), strings.Join(missing.Names(), ", ")))
		} else {
			found = append(found, fmt.Sprintf("✅ %s: I can post in %s.", what, discord.MentionChannel(channel)))
		}
		threads := discord.CreatePublicThreads | discord.SendMessagesInThreads | discord.ManageThreads
		if missing := perms.Missing(threads); missing != 0 {
			found = append(found, fmt.Sprintf("⚠️ For match threads I would also need %s in %s.", strings.Join(missing.Names(), ", "), discord.MentionChannel(channel)))
		}
	}
	check(c.ChannelID, "This channel")
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	switch {
	case server.TOChannel == "":
		found = append(found, "⚠️ No TO channel is set: disputes and warnings are posted where the event runs. /setup to_channel changes that.")
	default:
		check(server.TOChannel, "TO channel")
	}
	if server.OrganiserRole == "" {
		found = append(found, "⚠️ No organiser role is set: only members with Manage Server or Manage Events, an event's creator and its staff can organise. /setup organisers changes that.")
	} else {
		found = append(found, organiserRole(ctx, c, server.OrganiserRole))
	}
	if server.TimeZone == "" {
		found = append(found, "⚠️ No time zone is set: deadlines in days are in UTC. /setup time_zone changes that.")
	} else {
		found = append(found, "✅ Time zone: "+server.TimeZone+", now "+c.App.Now().In(location(server.TimeZone)).Format("15:04"))
	}
	var buttons []discord.Button
	if c.App.Sending != nil {
		for _, b := range c.App.Sending.Bars(c.GuildID) {
			found = append(found, fmt.Sprintf("❌ Posts wait for %s since %s: Discord does not let me in there (%s). They go out by themselves when I may again.",
				discord.MentionChannel(b.Channel), discord.Timestamp(b.Since, 't'), discord.Escape(discord.Cut(b.Why.Error(), 200))))
			if len(buttons) == 0 {
				buttons = append(buttons, discord.Button{Style: discord.Primary, Label: "Try again now", CustomID: customid.New(customid.Doctor, 0, "retry")})
			}
		}
	}
	if c.App.Stuck != nil {
		for _, d := range c.App.Stuck() {
			if snap, err := c.App.Director.Snapshot(ctx, d.Tournament); err == nil && snap.State.Guild == c.GuildID {
				found = append(found, fmt.Sprintf("❌ Something that is due in %s does not happen (`%s`): %s. Tell whoever hosts me.",
					discord.Escape(snap.State.Settings.Name), d.Key, discord.Escape(discord.Cut(d.Why.Error(), 200))))
			}
		}
	}
	lost, err := c.App.Index.GivenUp(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	lost = slices.DeleteFunc(lost, func(o tournament.OutboxRow) bool {
		return o.Channel == "" || strings.HasSuffix(o.Dead, post.Obsolete) // said in a thread that never was, or no loss
	})
	if len(lost) > 0 {
		found = append(found, fmt.Sprintf("❌ I gave up %s of events that go on, the last one in %s: %s",
			plural(len(lost), "post", "posts"), discord.MentionChannel(lost[0].Channel), discord.Escape(discord.Cut(lost[0].Dead, 300))))
		if c.App.Sending != nil {
			buttons = append(buttons, discord.Button{Style: discord.Secondary, Label: "Post them again", CustomID: customid.New(customid.Doctor, 0, "repost")})
		}
	}
	m := view.Text("**Doctor**\n" + strings.Join(found, "\n"))
	if len(buttons) > 0 {
		row := discord.ActionRow{}
		for _, b := range buttons {
			row.Components = append(row.Components, b)
		}
		m.Components = append(m.Components, row)
	}
	return Private(m), nil
}

// doctorAgain tries again what Discord did not take, or posts what was given up.
func doctorAgain(ctx context.Context, c *Call) (Reply, error) {
	if c.App.Sending == nil {
		return Say("Nothing waits."), nil
	}
	if c.Panel.Text(0) != "repost" {
		c.App.Sending.Retry(c.GuildID)
		return Say("I am trying again now. /doctor shows what still waits."), nil
	}
	n, err := c.App.Sending.Repost(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	return Say("I am posting %s again. /doctor shows what Discord still refuses.", plural(n, "message", "messages")), nil
}

// organiserRole says whether the role of the organisers is there.
func organiserRole(ctx context.Context, c *Call, id string) string {
	roles, err := c.App.Rest.Roles(ctx, c.GuildID)
	switch {
	case err != nil:
		return "⚠️ Organiser role: I cannot see this server's roles right now."
	case !slices.ContainsFunc(roles, func(r discord.Role) bool { return r.ID == id }):
		return "❌ The organiser role is gone from this server: nobody organises by it. Choose another with /setup organisers."
	}
	return "✅ Organiser role: " + discord.MentionRole(id)
}

func location(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return loc
}

// Schedule parses a league's cron expression in its time zone.
func Schedule(expression, zone string) (cron.Schedule, error) {
	if strings.Contains(expression, "TZ=") || strings.HasPrefix(expression, "@") {
		return nil, tournament.RefuseText(tournament.BadInput, "Write the five fields of cron (minute hour day month weekday), and the time zone in its own option.")
	}
	if _, err := tournament.ParseZone(zone); err != nil {
		return nil, err
	}
	s, err := cron.ParseStandard("CRON_TZ=" + zone + " " + expression)
	if err != nil {
		return nil, tournament.RefuseText(tournament.BadInput, "%q is no cron expression: five fields, for example 0 19 * * 5 for Fridays at 19:00.", clip(expression, 60))
	}
	return s, nil
}

// leastBetween is the least time between two events of a league. "* * * * *"
// is a slip of the hand, and would fill the channel.
const leastBetween = time.Hour

func leagueCreate(ctx context.Context, c *Call) (Reply, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	zone := strings.TrimSpace(c.Text("time_zone"))
	if zone == "" {
		if zone = server.TimeZone; zone == "" {
			zone = "UTC"
		}
	}
	schedule, err := Schedule(strings.TrimSpace(c.Text("cron")), zone)
	if err != nil {
		return Reply{}, err
	}
	rs, err := c.ruleset(ctx, c.Text("ruleset"))
	if err != nil {
		return Reply{}, err
	}
	s := tournament.DefaultSettings(strings.TrimSpace(c.Text("name")))
	s.AutoAdvance, s.AutoStart, s.TimeZone, s.TOChannel = true, true, zone, server.TOChannel
	s.LateUntil = rs.Entry.Limit(s.LateUntil)
	s.StartAt = 1 // replaced for each event; Validate wants one
	if v, ok := c.Int("rounds"); ok {
		s.Stages = s.Stages.WithRounds(int(v))
	}
	if v, ok := c.Int("cut"); ok {
		s.Stages = s.Stages.WithCut(chosenCut(int(v)))
	}
	if v, ok := c.Int("check_in"); ok {
		s.CheckInMinutes = int(v)
	}
	if err := s.Validate(); err != nil {
		return Reply{}, err
	}
	hours := 24
	if v, ok := c.Int("open_hours"); ok {
		hours = int(v)
	}
	next := schedule.Next(c.App.Now())
	if next.IsZero() {
		return Reply{}, tournament.RefuseText(tournament.BadInput, "That cron expression never comes.")
	}
	for i, at := 0, next; i < 50; i++ {
		following := schedule.Next(at)
		if !following.IsZero() && following.Sub(at) < leastBetween {
			return Reply{}, tournament.RefuseText(tournament.BadInput, "That league would come more often than once an hour; check the cron expression: minute hour day month weekday.")
		}
		at = following
	}
	_, err = c.App.Servers.AddLeague(ctx, tournament.League{
		Guild: c.GuildID, Channel: c.channel(), Name: s.Name, Creator: c.User.ID, Ruleset: rs.ID, Settings: s,
		Cron: strings.TrimSpace(c.Text("cron")), TimeZone: zone, OpenHours: hours, NextStart: next,
	})
	if err != nil {
		return Reply{}, err
	}
	return Say("The league %s begins. Its next event starts %s (%s); registration opens %s before, in this channel. Events start and go on by themselves.",
		discord.Escape(s.Name), discord.Timestamp(next, 'F'), discord.Relative(next), plural(hours, "hour", "hours")), nil
}

func leagueSchedule(ctx context.Context, c *Call) (Reply, error) {
	all, err := c.App.Servers.Leagues(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	text := ""
	for _, l := range all {
		if !l.Ended {
			text += fmt.Sprintf("\n%s, in %s: next %s (%s)", discord.Escape(l.Name), discord.MentionChannel(l.Channel), discord.Timestamp(l.NextStart, 'F'), discord.Relative(l.NextStart))
		}
	}
	if text == "" {
		return c.Shown(view.Text("There is no league here. /league create begins one.")), nil
	}
	return c.Shown(view.Text("**Leagues of this server**" + text)), nil
}

func completeLeague(ctx context.Context, c *Call, typed string) ([]discord.Choice, error) {
	all, err := c.App.Servers.Leagues(ctx, c.GuildID)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(all))
	for i, l := range all {
		names[i] = l.Name
	}
	var out []discord.Choice
	for _, i := range rank(names, typed) {
		if !all[i].Ended {
			out = append(out, discord.Choice{Name: clip(names[i], 100), Value: fmt.Sprint(all[i].ID)})
		}
	}
	return out, nil
}

func leagueEnd(ctx context.Context, c *Call) (Reply, error) {
	all, err := c.App.Servers.Leagues(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	for _, l := range all {
		if named := c.Text("league"); !l.Ended && (named == fmt.Sprint(l.ID) || strings.EqualFold(named, l.Name)) {
			if err := c.App.Servers.EndLeague(ctx, l.ID); err != nil {
				return Reply{}, err
			}
			return Say("The league %s has ended. Events that exist go on.", discord.Escape(l.Name)), nil
		}
	}
	return Reply{}, tournament.RefuseText(tournament.NotFound, "There is no such league; choose one from the list.")
}
