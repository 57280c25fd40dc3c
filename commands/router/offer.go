package router

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/remedy"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// offering is a refusal with a way to continue: buttons, or a menu of the events, leagues
// or matches that may be meant.
type offering struct {
	error
	buttons []discord.Button
	events  []candidate
	leagues []*season.Snapshot
	matches []tournament.Place
}

// Unwrap returns the refusal.
func (o *offering) Unwrap() error { return o.error }

// Offer adds buttons to a refusal.
func Offer(err error, buttons ...discord.Button) error {
	return &offering{error: err, buttons: buttons}
}

// OfferMatches adds a menu of the matches that may be meant to a refusal.
func OfferMatches(err error, matches []tournament.Place) error {
	return &offering{error: err, matches: matches}
}

// Refused returns the reply to a refusal: its sentence, the command to use instead, and a
// button or menu for that.
func (c *Call) Refused(err error, said string) Reply {
	var o *offering
	if errors.As(err, &o) {
		if question, menu, ok := c.menuOf(o); ok {
			return Private(view.Refusal(question, menu))
		}
		if len(o.matches) > 0 { // what was typed is too long to be kept
			return Private(view.MyMatches(c.Env(), c.MyNumber()))
		}
	}
	var buttons []discord.Component
	if o != nil {
		buttons = InRow(o.buttons)
	}
	var r *tournament.Refusal
	if errors.As(err, &r) && len(buttons) == 0 {
		if b, ok := c.WayButton(c.wayOut(r.Notice.Code), r.Notice); ok {
			buttons = append(buttons, b)
		}
	}
	if len(buttons) == 0 {
		return Reply{Text: said}
	}
	return Private(view.Refusal(said, buttons...))
}

// InRow returns the buttons as components of one row.
func InRow(buttons []discord.Button) []discord.Component {
	out := make([]discord.Component, len(buttons))
	for i, b := range buttons {
		out[i] = b
	}
	return out
}

// WayButton returns a button that runs a command, after a refusal or an answer. It returns
// false if the command needs more than a press.
func (c *Call) WayButton(path string, refused notice.Notice) (discord.Button, bool) {
	var s *tournament.State
	event := c.Event
	if c.Snap != nil {
		s = c.Snap.State
	}
	label, panel, ok := remedy.Button(path, refused, s, c.Interaction)
	if !ok {
		return discord.Button{}, false
	}
	if path == "tournament create" {
		event = 0
	}
	return discord.Button{Style: discord.Primary, Label: c.Say(label), CustomID: customid.New(event, panel)}, true
}

// menuOf returns the question and menu of an offering. It returns false if it has no
// menu, or if the options of the command do not fit into a custom id or are not text.
func (c *Call) menuOf(o *offering) (question string, menu discord.StringSelect, ok bool) {
	typed, ok := c.packed()
	pick := customid.Pick{Path: c.path(), Options: typed}
	if !ok || c.Kind != discord.KindCommand || !customid.Fits(c.Event, pick) {
		return "", menu, false
	}
	menu.CustomID = customid.New(c.Event, pick)
	switch {
	case len(o.events) > 0:
		question, menu.Placeholder, menu.Options = c.Say("here.which"), c.Say("here.pick"), c.eventChoices(o.events)
	case len(o.leagues) > 0:
		question = c.Say("league.which")
		for _, l := range o.leagues {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(l.State.Settings.Name, wire.MaxOptionText), Value: LeagueValue(l.State.ID)})
		}
	case len(o.matches) > 0:
		question, menu.Placeholder = c.Say("fixture.panel.which"), c.Say("fixture.panel.choose")
		menu.Options = view.MatchChoices(c.Env(), c.MyNumber(), o.matches)
	}
	menu.Options = menu.Options[:min(len(menu.Options), wire.MaxChoices)]
	return question, menu, len(menu.Options) > 0
}

// eventChoices returns the menu of events that a command may mean.
func (c *Call) eventChoices(events []candidate) (out []discord.SelectOption) {
	for _, e := range events {
		about := c.Say("choice.event_about", "game", text.Raw(e.game), "phase", e.state())
		if e.start > 0 {
			about = c.Say("choice.event_start", "about", text.Raw(about), "start", text.Raw(c.Words().Start(time.Unix(e.start, 0).In(e.zone))))
		}
		out = append(out, discord.SelectOption{
			Label: discord.Plain(e.Name, wire.MaxOptionText), Value: eventValue(e.ID), Description: discord.Plain(about, wire.MaxOptionText),
		})
	}
	return out
}

// state returns the words for the state of an event.
func (e candidate) state() notice.Value {
	if e.Phase == tournament.Running && e.Round > 0 {
		return notice.New("choice.round", "round", e.Round)
	}
	return e.Phase.Word()
}

// optionMark separates the options of a command in a custom id.
const optionMark = ";"

// packed encodes the options of the command as one text. It returns false if one of them
// is not text.
func (c *Call) packed() (string, bool) { return typedOptions(c.Options) }

func typedOptions(options map[string]discord.Option) (string, bool) {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		o := options[name]
		switch o.Type {
		case wire.OptionString, wire.OptionInteger, wire.OptionBoolean:
		default:
			return "", false
		}
		if strings.Contains(o.Text, optionMark) {
			return "", false
		}
		parts = append(parts, name+"="+o.Text)
	}
	return strings.Join(parts, optionMark), true
}

// Again returns the custom id of a button that runs the command with one of its options
// changed. It returns false if the options do not fit into a custom id or are not text.
func (c *Call) Again(option, value string) (string, bool) {
	options := maps.Clone(c.Options)
	options[option] = discord.Option{Type: wire.OptionString, Text: value}
	if c.Event != 0 { // the channel may have several events by then
		options["tournament"] = discord.Option{Type: wire.OptionString, Text: eventValue(c.Event)}
	}
	typed, ok := typedOptions(options)
	press := customid.Pick{Path: c.path(), Options: typed}
	if !ok || c.Kind != discord.KindCommand || !customid.Fits(c.Event, press) {
		return "", false
	}
	return customid.New(c.Event, press), true
}

// options decodes the result of typedOptions for a route.
func (r *Route) options(typed string) map[string]discord.Option {
	out := map[string]discord.Option{}
	for part := range strings.SplitSeq(typed, optionMark) {
		name, value, ok := strings.Cut(part, "=")
		i := slices.IndexFunc(r.Options, func(o discord.CommandOption) bool { return o.Name == name })
		if !ok || i < 0 {
			continue
		}
		o := discord.Option{Type: r.Options[i].Type, Text: value, Bool: value == "true"}
		o.Int, _ = strconv.ParseInt(value, 10, 64)
		out[name] = o
	}
	return out
}

// pickOption sets the option of a command that says what was chosen in its menu: a match of
// an event, a league, or an event.
func pickOption(options map[string]discord.Option, event tournament.ID, value string) {
	chosen := discord.Option{Type: wire.OptionString, Text: value}
	switch {
	case customid.PlaceOf(value) != (tournament.Place{}):
		options["opponent"] = chosen
		options["tournament"] = discord.Option{Type: wire.OptionString, Text: eventValue(event)}
	case strings.HasPrefix(value, leaguePrefix):
		options["league"] = chosen
	default:
		options["tournament"] = chosen
	}
}

// Routes returns the routes of what the router asks by itself: which event, league or match
// a command means, and whether to do what changes something for others.
func Routes() []Route {
	return []Route{pickRoute(), Panel(Route{Role: Everyone, Scope: NoEvent, Update: true}, sure)}
}

// pickRoute runs the command again for what was chosen in its menu, or as its button says.
func pickRoute() Route {
	return Panel(Route{Role: Everyone, Scope: NoEvent, Opens: true}, func(ctx context.Context, c *Call, p customid.Pick) (Reply, error) {
		route := c.App.Table.commands[p.Path]
		if route == nil || len(c.Values) > 1 {
			return Reply{}, ErrOldPanel
		}
		in := *c.Interaction
		in.Kind, in.Path, in.CustomID, in.Values = discord.KindCommand, strings.Fields(p.Path), "", nil
		in.Options = route.options(p.Options)
		for _, value := range c.Values {
			pickOption(in.Options, c.Event, value)
		}
		meant := &Call{Interaction: &in, App: c.App, Draw: c.Draw, formless: c.formless}
		if !route.Opens {
			c.NoForm()
			meant.formless = nil
		}
		return c.rerun(ctx, route, meant)
	})
}

// rerun runs another call in the place of c, whose message it replaces.
func (c *Call) rerun(ctx context.Context, route *Route, meant *Call) (Reply, error) {
	reply, err := c.App.Run(ctx, route, meant)
	c.Event, c.Snap, c.Staff = meant.Event, meant.Snap, meant.Staff
	if reply.Text != "" && reply.Message == nil && reply.Modal == nil {
		m := layout.Text(reply.Text)
		m.Ephemeral, reply.Message = true, &m
	}
	if err == nil && reply.Message != nil && reply.Message.Ephemeral { // the menu is no longer needed
		reply.Update, reply.Message = reply.Message, nil
	}
	return reply, err
}

// describe adds what distinguishes an event from others in a menu.
func (e *candidate) describe(s *tournament.State) {
	e.game, e.start, e.zone = s.Rules.Name, s.Settings.StartAt, s.Settings.Location()
	e.league, e.division = s.Series.League, s.Entry.Division
}
