package commands

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/forum"
	"topcut/commands/menu"
	"topcut/commands/moment"
	"topcut/commands/owngame"
	"topcut/commands/router"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
)

// createRoutes create an event, either with a form or with the options of the command.
// The options leave it a draft.
func createRoutes() []Route {
	return []Route{
		{
			Path: "tournament create", Role: Organiser, Scope: router.NoEvent, Opens: true,
			Options: []discord.CommandOption{
				menu.Text("name", tournament.MaxNameLen),
				menu.Suggested(menu.Text("like", 100)),
				menu.Suggested(menu.Text("ruleset", 64)),
				menu.Choice("format", "swiss", "single", "double", "round_robin", "draft"),
				menu.Choice("preset", "live", "casual", "competitive", "correspondence"),
				menu.Suggested(menu.Text("stages", stage.MaxText)),
				menu.Number("rounds", 1, tournament.MaxRounds),
				menu.Number("cut", 0, 256),
				menu.Number("capacity", 2, tournament.MaxPlayers),
				menu.Number("team_size", 2, tournament.MaxCrew), menu.Number("boards", 2, tournament.MaxCrew),
				{Type: wire.OptionChannel, Name: "forum", ChannelTypes: []wire.ChannelType{wire.ChannelForum}},
			},
			Complete: completes(map[string]completer{"ruleset": completeRuleset, "stages": completeStages, "like": completeTemplate}),
			Run: runs(func(ctx context.Context, c *call) (Reply, error) {
				if strings.TrimSpace(c.Typed("name")) == "" {
					return c.openCreation(ctx)
				}
				c.NoForm()
				return c.createByOptions(ctx)
			}),
		},
		panel(Route{Role: Organiser, Scope: router.NoEvent, Opens: true}, creationForm),
		panel(Route{Role: Organiser, Scope: router.NoEvent}, createByForm),
	}
}

// openCreation opens the form for a new event, with the game, rounds, cut and template
// filled in from the options. Other options need a name option too.
func (c *call) openCreation(ctx context.Context) (Reply, error) {
	sized := false
	for name := range c.Options {
		switch name {
		case "like", "ruleset", "name":
		case "rounds", "cut":
			sized = true
		default:
			return Reply{}, tournament.Refuse(tournament.BadInput, "create.name_first")
		}
	}
	p := customid.CreateOpen{Ruleset: c.Typed("ruleset")}
	if sized {
		chain, _ := setting.Structure(setting.Auto)
		p.Structure = c.sized(chain).String()
	}
	if typed := strings.TrimSpace(c.Typed("like")); typed != "" {
		all, err := c.Events(ctx)
		if err != nil {
			return Reply{}, err
		}
		id, err := router.NamedEvent(all, typed)
		if err != nil {
			return Reply{}, err
		}
		p.Like = int64(id)
	}
	return creationForm(ctx, c, p)
}

// creationForm opens the form for a new event. Its fields are filled with what was typed
// before, else from the template, else with what this server's events usually have.
func creationForm(ctx context.Context, c *call, p customid.CreateOpen) (Reply, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	like, err := c.template(ctx, p.Like)
	if err != nil {
		return Reply{}, err
	}
	zone, err := c.typedIn(ctx, server)
	if err != nil {
		return Reply{}, err
	}
	known := view.Creation{Like: p.Like, Name: p.Name, When: p.When, Ruleset: p.Ruleset, Structure: p.Structure, Zone: zone}
	if like != nil {
		set := like.State.Settings
		if known.Name == "" {
			known.Name = set.Name
		}
		if known.Ruleset == "" {
			known.Ruleset = like.State.Rules.ID
		}
		if known.When == "" && set.StartAt > 0 {
			known.When = nextWeek(set.StartAt, c.App.Now(), set.Location()).In(moment.Location(zone)).Format(setting.StartLayout)
		}
		known.Template = set.Name
	}
	if known.Ruleset == "" {
		rs, err := c.ruleset(ctx, "")
		if err != nil {
			return Reply{}, err
		}
		known.Ruleset = rs.ID
	}
	if known.Games, err = c.games(ctx); err != nil {
		return Reply{}, err
	}
	m := view.CreateModal(c.Env(), known)
	return Reply{Modal: &m}, nil
}

// games returns the rulesets to choose from.
func (c *call) games(ctx context.Context) (out []view.Game, err error) {
	lib, err := c.Library(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range lib.IDs() {
		out = append(out, view.Game{ID: id, Name: lib.Name(id)})
	}
	return out, nil
}

// typedIn returns the time zone in which the user types times into a form that says it:
// their own if it is known, else that of the server.
func (c *call) typedIn(ctx context.Context, server stores.Server) (string, error) {
	said, err := c.App.Calendars.Calendar(ctx, c.GuildID, c.User.ID)
	return cmp.Or(said.Zone, zoneOf(server)), err
}

// zoneOf returns the time zone of a server.
func zoneOf(s stores.Server) string {
	if s.TimeZone == "" {
		return "UTC"
	}
	return s.TimeZone
}

// languageOf returns the language of a server's posts: the one that was set, else that of
// the Discord server; "" means English.
func (c *call) languageOf(s stores.Server) string {
	if s.Language != "" {
		return offeredLanguage(s.Language)
	}
	return offeredLanguage(c.GuildLocale)
}

// offeredLanguage returns the offered language closest to a tag, in its stored form: "" means
// English.
func offeredLanguage(tag string) string {
	if tag = text.Closest(tag); tag == text.English {
		return ""
	}
	return tag
}

// nextWeek returns the first time after now that is a whole number of calendar weeks
// after unix in the given zone.
func nextWeek(unix int64, now time.Time, zone *time.Location) time.Time {
	at := time.Unix(unix, 0).In(zone)
	for !at.After(now) {
		at = at.AddDate(0, 0, 7)
	}
	return at
}

// template returns the event of this server from which settings are copied; nil for id 0.
func (c *call) template(ctx context.Context, id int64) (*tournament.Snapshot, error) {
	if id == 0 {
		return nil, nil
	}
	snap, err := c.App.Director.Snapshot(ctx, tournament.ID(id))
	if err != nil {
		return nil, err
	}
	if snap.State.Guild != c.GuildID {
		return nil, router.ErrOldPanel
	}
	return snap, nil
}

// createByForm creates the event described by a form and opens registration. If that is
// refused, the form comes back with its fields filled in. If the game is another than those
// listed, it is described first.
func createByForm(ctx context.Context, c *call, p customid.CreateForm) (Reply, error) {
	if c.Field(view.FieldGame) == view.AnotherGame {
		return owngame.Begin(ctx, c.Call, strings.TrimSpace(c.Field(view.FieldName)), strings.TrimSpace(c.Field(view.FieldWhen)))
	}
	s, rs, err := c.formSettings(ctx, p)
	if err == nil {
		var reply Reply
		if reply, err = c.create(ctx, &command.Create{Guild: c.GuildID, Settings: s, Ruleset: rs, Open: true}); err == nil {
			return reply, nil
		}
	}
	again := customid.CreateOpen{
		Like: p.Like, Name: c.Field(view.FieldName), When: c.Field(view.FieldWhen), Ruleset: c.Field(view.FieldGame), Structure: c.Field(view.FieldStructure),
	}
	if p := (customid.CreateOpen{Structure: again.Structure}); p.Fitted() != p { // typed with the command: choose it again
		again.Structure = ""
	}
	return Reply{}, router.Offer(err, discord.Button{Style: discord.Primary, Label: c.Say("button.edit"), CustomID: customid.New(0, again.Fitted())})
}

// formSettings returns the settings of a submitted form, based on its template if it has
// one.
func (c *call) formSettings(ctx context.Context, p customid.CreateForm) (s tournament.Settings, rs *rules.Ruleset, err error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return s, nil, err
	}
	if rs, err = c.ruleset(ctx, c.Field(view.FieldGame)); err != nil {
		return s, nil, err
	}
	s = tournament.DefaultSettings("")
	s.TimeZone, s.Language, s.TOChannel, s.LightPictures = zoneOf(server), c.languageOf(server), server.TOChannel, server.LightPictures
	like, err := c.template(ctx, p.Like)
	if err != nil {
		return s, nil, err
	}
	if like != nil {
		s = like.State.Settings
		s.Options = slices.DeleteFunc(slices.Clone(s.Options), func(o tournament.Option) bool { return !rs.Has(o.Name, o.Value) })
		if like.State.Rules.ID != rs.ID {
			s.Stages = tournament.AnyGame(s.Stages)
		}
	} else {
		s.LateUntil = rs.Entry.Limit(s.LateUntil)
	}
	s.Name, s.StartAt = strings.TrimSpace(c.Field(view.FieldName)), 0
	if when := strings.TrimSpace(c.Field(view.FieldWhen)); when != "" {
		zone, err := c.typedIn(ctx, server)
		if err != nil {
			return s, nil, err
		}
		at, err := moment.Parse(when, c.App.Now(), moment.Location(zone))
		if err != nil {
			return s, nil, err
		}
		s.StartAt = at.Unix()
	}
	s.AutoStart = s.AutoStart && s.StartAt > 0
	word := c.Field(view.FieldStructure)
	if chain, ok := setting.Structure(word); ok {
		s.Stages = chain
	}
	if own, ok := rs.Structure(); ok && word == setting.Auto {
		s.Stages = own
	}
	return s, rs, nil
}

// createByOptions creates an event from the options of the command.
func (c *call) createByOptions(ctx context.Context) (Reply, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return Reply{}, err
	}
	s := tournament.DefaultSettings(strings.TrimSpace(c.Typed("name")))
	s.TimeZone, s.Language, s.TOChannel, s.LightPictures = zoneOf(server), c.languageOf(server), server.TOChannel, server.LightPictures
	s = setting.Preset(s, c.Typed("preset"))
	for _, key := range []string{"format", "stages"} {
		if v := c.Typed(key); v != "" {
			if s, err = setting.Apply(s, key, v); err != nil {
				return Reply{}, err
			}
		}
	}
	rs, err := c.ruleset(ctx, c.Typed("ruleset"))
	if err != nil {
		return Reply{}, err
	}
	if own, ok := rs.Structure(); ok && c.Typed("format") == "" && c.Typed("stages") == "" {
		s.Stages = own
	}
	s.Stages = c.sized(s.Stages)
	if v, ok := c.Int("capacity"); ok {
		s.Capacity = int(v)
	}
	if v, ok := c.Int("team_size"); ok {
		s.Crew = int(v)
	}
	if v, ok := c.Int("boards"); ok {
		if s.Boards = int(v); s.Crew == 0 {
			s.Crew = s.Boards
		}
	}
	s.LateUntil = rs.Entry.Limit(s.LateUntil)
	return c.create(ctx, &command.Create{Guild: c.GuildID, Settings: s, Ruleset: rs})
}

// create creates an event here and shows its settings.
func (c *call) create(ctx context.Context, cmd *command.Create) (Reply, error) {
	var err error
	post, note := c.Typed("forum"), c.threadless(c.ChannelType)
	if post != "" {
		note = c.threadless(wire.ChannelPublicThread)
	} else if cmd.Channel, err = c.home(); err != nil {
		return Reply{}, err
	}
	cmd.Settings.Threads = cmd.Settings.Threads && note == ""
	if err := c.distinct(ctx, cmd.Settings.Name); err != nil {
		return Reply{}, err
	}
	if err := c.roomForEvent(ctx); err != nil {
		return Reply{}, err
	}
	if post != "" {
		if cmd.Channel, err = c.openPost(ctx, cmd, post); err != nil {
			return Reply{}, err
		}
		note = c.Say("forum.lives", "channel", text.Raw(discord.MentionChannel(cmd.Channel))) + "\n" + note
	}
	req, settle := c.Charged(c.Request(cmd), allowance.Create)
	done := router.FixedAnswer("did.create", "event", notice.Text(cmd.Settings.Name))
	if cmd.Open {
		done = router.FixedAnswer("did.create_open", "event", notice.Text(cmd.Settings.Name))
	}
	req.Answer = router.Store(done)
	out, err := c.App.Director.Create(ctx, req)
	settle(err)
	if post != "" && (err != nil || out.After == nil) {
		forum.Close(ctx, c.App.Rest, cmd.Channel)
	}
	if err != nil {
		return Reply{}, err
	}
	if out.After == nil {
		return Reply{Text: c.AnswerText(out.Answer)}, nil
	}
	c.Snap, c.Event = out.After, out.ID
	m := view.Settings(c.Env())
	if note != "" {
		m.Components = append(m.Components, discord.TextDisplay{Content: note})
	}
	return router.Private(m), nil
}

// openPost opens a post in a forum for an event that would be created without a refusal.
func (c *call) openPost(ctx context.Context, cmd *command.Create, in string) (string, error) {
	trial := *cmd
	trial.Channel = in
	if _, _, err := command.Decide(tournament.Begin(0, make([]byte, 32)), c.Request(&trial), c.App.Now()); err != nil {
		return "", err
	}
	return c.App.Posts.Open(ctx, wording.Markdown(c.App.Words.In(cmd.Settings.Language)), c.Interaction, in, cmd.Settings.Name)
}

// distinct returns a refusal if an unfinished event of this channel already has the name.
// The event of the call itself does not count.
func (c *call) distinct(ctx context.Context, name string) error {
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return err
	}
	channel := c.ChannelID
	if c.Snap != nil {
		channel = c.Snap.State.Channel
	}
	for _, f := range all {
		if f.ID != c.Event && f.Phase < tournament.Finished && f.Channel == channel && names.Key(f.Name) == names.Key(name) {
			return tournament.Refuse(tournament.BadInput, "create.same_name", "event", notice.Text(f.Name))
		}
	}
	return nil
}

// completeTemplate suggests the events of the server, newest first.
func completeTemplate(ctx context.Context, c *call, typed string) ([]discord.Choice, error) {
	all, err := c.Events(ctx)
	if err != nil {
		return nil, err
	}
	return router.SuggestEvents(all, typed, func(f stores.Found) string {
		return discord.Plain(f.Name, 70) + " · " + f.CreatedAt.In(time.UTC).Format(time.DateOnly) + " · " + strconv.Itoa(f.Players)
	}), nil
}

// sized applies the options for rounds and cut to a chain.
func (c *call) sized(chain stage.Chain) stage.Chain {
	if v, ok := c.Int("rounds"); ok {
		chain = chain.WithRounds(int(v))
	}
	if v, ok := c.Int("cut"); ok {
		chain = chain.WithCut(chosenCut(int(v)))
	}
	return chain
}
