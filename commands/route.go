package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/logline"
	"topcut/commands/menu"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/sorted"
)

// Role says who may use a route. The zero Role is invalid: NewTable rejects a route
// without a role, so no route is left unchecked.
type Role uint8

// Roles.
const (
	Everyone  Role = iota + 1
	Organiser      // Manage Server, Manage Events, the server's organiser role, the event's creator or staff
)

// Scope says which tournament or league a route needs.
type Scope uint8

// Scopes.
const (
	noEvent    Scope = iota // none
	oneEvent                // exactly one, see eventOf
	someEvent               // one if it can be found
	plainEvent              // one if it is unambiguous, without asking
	oneLeague               // exactly one league, see leagueOf, and no event
)

// Route is one action: a slash command, or the panel of a button, select or modal (see
// panel).
type Route struct {
	Path    string // "round pair"; empty for a panel
	On      int    // see discord.Command: its person is the option "player", its event that of its message
	About   string // description of the command in English, filled in by the table
	Options []discord.CommandOption
	Panel   customid.Panel // a zero value of the panel's type; nil for a command
	Role    Role
	Scope   Scope
	Public  bool // the answer may be public: with public:true a slow answer is deferred in public
	Opens   bool // may open a modal, which cannot follow a deferral, unless the command has a file
	// Shown are the permissions without which Discord does not show the command in its
	// menu; if 0, Manage Events for organisers' commands and none for others.
	Shown  wire.Permissions
	Update bool // a slow click edits its own message
	Reads  bool // reads what a member pasted or brought before, apart from answers; see readings
	Run    func(ctx context.Context, c *Call) (Reply, error)
	// When reports whether the command makes sense in the current phase of an unfinished
	// event; it does not predict refusals. nil means always. Own marks commands about an
	// event in which the user plays.
	When func(*tournament.State) bool
	Own  bool
	// Help is the command's place in /help.
	Help Help
	// Complete has the completers of the options, by option name.
	Complete map[string]Completer
}

// Help is a place in /help, from 1 (0 means not listed), and a condition on the event;
// nil means whenever the command makes sense.
type Help struct {
	Place int
	When  func(*tournament.State) bool
}

// panel makes a route handle the buttons, selects and modals whose custom id is a P.
func panel[P customid.Panel](r Route, run func(context.Context, *Call, P) (Reply, error)) Route {
	var none P
	r.Panel = none
	r.Run = func(ctx context.Context, c *Call) (Reply, error) { return run(ctx, c, c.Panel.Panel.(P)) }
	return r
}

// same adapts the handler of a command to a panel without parameters.
func same[P customid.Panel](run func(context.Context, *Call) (Reply, error)) func(context.Context, *Call, P) (Reply, error) {
	return func(ctx context.Context, c *Call, _ P) (Reply, error) { return run(ctx, c) }
}

// Name returns the path of a command or the verb of a panel.
func (r *Route) Name() string {
	if r.Panel != nil {
		return customid.Verb(r.Panel)
	}
	return r.Path
}

// admits returns a refusal if a number is outside the bounds of its option. Discord
// checks the bounds itself, but against old ones until the commands are synced.
func (r *Route) admits(c *Call) error {
	for _, o := range r.Options {
		n, ok := c.Int(o.Name)
		if ok && o.Type == wire.OptionInteger && o.Min != nil && (float64(n) < *o.Min || float64(n) > *o.Max) {
			return tournament.Refuse(tournament.BadInput, "file.between", "value", n, "least", int64(*o.Min), "most", int64(*o.Max))
		}
	}
	return nil
}

// Completer returns suggestions for what the user has typed.
type Completer func(ctx context.Context, c *Call, typed string) ([]discord.Choice, error)

// Reply is the answer to an interaction. Only one of its parts is set.
type Reply struct {
	Text    string           // one sentence, ephemeral
	Message *discord.Message // see Message.Ephemeral
	Modal   *discord.Modal
	Update  *discord.Message // replaces the message of the component
	next    string           // the command that Text suggests; after a press it becomes a button
	// More, if set, is called after the answer was sent. It shows better answers as they
	// come and returns when there are no more.
	More func(ctx context.Context, show func(discord.Message))
}

// private replies with an ephemeral message.
func private(m discord.Message) Reply {
	m.Ephemeral = true
	return Reply{Message: &m}
}

// reply replies with a message, publicly if the user asked for that.
func (c *Call) reply(m discord.Message) Reply {
	m.Ephemeral = !c.Bool("public")
	return Reply{Message: &m}
}

// Call is one interaction while a route handles it.
type Call struct {
	*discord.Interaction
	App   *App
	Panel customid.ID // of a component or modal
	Event tournament.ID
	Snap  *tournament.Snapshot // the state when the call came in; nil without an event
	// Season is the league, for routes of scope oneLeague.
	Season *season.Snapshot
	Staff  bool // may act as organiser here

	// expect, if set, refuses the command if the state has changed from what the user saw;
	// see command.Request.
	expect    func(now *tournament.Snapshot) error
	organises bool // the route is for organisers
	asking
	// draw renders a drawing as files. nil means all answers are text.
	draw     func(name string, d pictures.Drawing) []discord.File
	formless chan struct{} // closed when this call will not open a modal although its route Opens
}

// noForm declares that this call will not open a modal although its route Opens, so a
// slow answer may be deferred. Call it at most once.
func (c *Call) noForm() {
	if c.formless != nil {
		close(c.formless)
	}
}

// text returns a text option of a command, or the form field of that name.
func (c *Call) text(name string) string {
	if c.Kind == discord.KindModal {
		return c.Field(name)
	}
	return c.Interaction.Text(name)
}

// channel returns the channel of the call, or the parent channel if the call comes from a
// thread.
func (c *Call) channel() string {
	if c.ChannelType.Thread() {
		return c.ParentID
	}
	return c.ChannelID
}

// myNumber returns the number of the user's player in the event, or 0.
func (c *Call) myNumber() int {
	if c.Snap == nil {
		return 0
	}
	return c.Snap.PlayerByUser(c.User.ID)
}

// do runs a command for the user. say builds the answer.
func (c *Call) do(ctx context.Context, cmd command.Command, say answerFunc) (Reply, *tournament.Outcome, error) {
	req, settle := c.charged(c.request(cmd), allowance.KindOf(cmd, c.Staff))
	answer := store(say)
	req.Answer = func(before, after *tournament.Snapshot, events []tournament.Envelope) ([]byte, error) {
		if err := c.check(tournament.Outcome{ID: c.Event, Before: before, After: after, Events: events}); err != nil {
			return nil, err
		}
		return answer(before, after, events)
	}
	out, err := c.App.Director.Do(ctx, c.Event, req)
	settle(err)
	if err != nil {
		if now, e := c.App.Director.Snapshot(ctx, c.Event); e == nil {
			c.Snap = now // for who was faster
		}
		return Reply{}, nil, err
	}
	c.Snap = out.After
	return Reply{Text: c.answerText(out.Answer), next: nextOf(out.Answer)}, out, nil
}

// try decides a command without carrying it out.
func (c *Call) try(ctx context.Context, cmd command.Command) (*tournament.Outcome, error) {
	return c.App.Director.Try(ctx, c.Event, c.request(cmd))
}

func (c *Call) request(cmd command.Command) command.Request {
	return command.Request{
		Actor: tournament.Actor{User: c.User.ID, Name: shownName(c.User.Name)}, Cause: c.ID, Command: cmd, Expect: c.expect,
	}
}

// inRound makes the call fail if round r is no longer the current one when the command
// runs.
func (c *Call) inRound(r int) {
	c.expect = func(now *tournament.Snapshot) error {
		s := now.State
		switch n := len(s.Rounds); n {
		case r:
			return nil
		case 0:
			return errOldPanel
		default:
			return tournament.Refuse(tournament.WrongPhase, "stale.round", "round", n)
		}
	}
}

// Table holds all routes.
type Table struct {
	commands map[string]*Route
	panels   map[reflect.Type]*Route
	entries  []menu.Entry
	list     []discord.Command
}

// NewTable builds the table of routes. It fails on a route without a role or handler, on
// two routes of one name, on a panel that no route handles, on a command that Discord
// would reject, and on a command without a description in words.
func NewTable(routes []Route, words text.Printer) (*Table, error) {
	t := &Table{commands: map[string]*Route{}, panels: map[reflect.Type]*Route{}}
	var entries []menu.Entry
	for i := range routes {
		r := &routes[i]
		if (r.Path == "") == (r.Panel == nil) {
			return nil, fmt.Errorf("route %d (%q) needs a path or a panel", i, r.Path)
		}
		name, kind := r.Name(), reflect.TypeOf(r.Panel)
		switch {
		case r.Role == 0:
			return nil, fmt.Errorf("route %q has no role: say who may use it", name)
		case r.Run == nil:
			return nil, fmt.Errorf("route %q does nothing", name)
		case r.Path != "" && (t.commands[r.Path] != nil):
			return nil, fmt.Errorf("route %q stands twice", name)
		case r.Panel != nil && t.panels[kind] != nil:
			return nil, fmt.Errorf("panel %q stands twice", name)
		}
		if r.Path != "" {
			e := menu.Entry{Path: r.Path, On: r.On, Options: r.Options, Shown: r.shown()}
			if err := e.Describe(words); err != nil {
				return nil, err
			}
			r.About, r.Options = e.About, e.Options
			entries = append(entries, e)
		}
		for _, o := range r.Options {
			if o.Autocomplete && r.Complete[o.Name] == nil {
				return nil, fmt.Errorf("route %q: option %q has no suggestions", name, o.Name)
			}
		}
		if r.Path != "" {
			t.commands[r.Path] = r
		} else {
			t.panels[kind] = r
		}
	}
	list, err := menu.Assemble(entries, words)
	if err != nil {
		return nil, err
	}
	for verb, panel := range customid.All() {
		if t.panels[reflect.TypeOf(panel)] == nil {
			return nil, fmt.Errorf("no route answers the panel %q", verb)
		}
	}
	t.list, t.entries = list, entries
	return t, nil
}

// Commands returns the commands to register with Discord.
func (t *Table) Commands() []discord.Command { return t.list }

// Routes returns all routes, for tests of permissions.
func (t *Table) Routes() []*Route {
	out := append(slices.Collect(maps.Values(t.commands)), slices.Collect(maps.Values(t.panels))...)
	sorted.Stable(out, func(a, b *Route) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name(), b.Name())) })
	return out
}

// RouteNames returns the route names used by Metrics.
func (t *Table) RouteNames() (names []string) {
	for _, r := range t.Routes() {
		names = append(names, routeName(r))
	}
	return names
}

// Help returns the paths that /help lists for a role in an event, in order: to one who
// does not play in it, none about one's own part, and to one who does none about joining.
func (t *Table) Help(s *tournament.State, role Role, plays bool) (paths []string) {
	for path, r := range t.commands {
		if r.Role != role || r.Help.Place == 0 || r.Own && !plays || path == "join" && plays {
			continue
		}
		if when := r.Help.When; when == nil && r.timely(s) || when != nil && when(s) {
			paths = append(paths, path)
		}
	}
	sorted.Stable(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.commands[a].Help.Place, t.commands[b].Help.Place), cmp.Compare(a, b))
	})
	return paths
}

// find returns the route of an interaction, and the decoded custom id of a panel.
func (t *Table) find(in *discord.Interaction) (*Route, customid.ID, error) {
	switch in.Kind {
	case discord.KindCommand, discord.KindAutocomplete:
		if r := t.commands[strings.Join(in.Path, " ")]; r != nil {
			return r, customid.ID{}, nil
		}
		return nil, customid.ID{}, errUnknownCommand
	case discord.KindComponent, discord.KindModal:
		if id, ok := customid.Parse(in.CustomID); ok {
			if r := t.panels[reflect.TypeOf(id.Panel)]; r != nil {
				return r, id, nil
			}
		}
	}
	return nil, customid.ID{}, errOldPanel
}

var (
	errUnknownCommand = tournament.Refuse(tournament.NotFound, "stale.command")
	errOldPanel       = tournament.Refuse(tournament.NotFound, "stale.panel")
)

// shown returns the permissions that a member needs to see the command in Discord's menu.
func (r *Route) shown() wire.Permissions {
	if r.Shown == 0 && r.Role == Organiser {
		return wire.ManageEvents
	}
	return r.Shown
}

// insist shows a refusal with buttons to do it anyway.
func (c *Call) insist(err error, buttons ...discord.Button) Reply {
	text, _ := c.refusal(err)
	return private(view.Confirmation(c.env(), text, buttons...))
}

// refusal returns the text for an error: that of a refusal, or a general one with a short
// id under which the error is logged. known is false for the latter.
func (c *Call) refusal(err error) (text string, known bool) {
	var r *tournament.Refusal
	switch {
	case errors.As(err, &r):
		return c.words().Notice(r.Notice) + c.faster(r.Notice, c.App.Now().Add(-10*time.Minute)) + c.next(c.wayOut(r.Notice.Code)), true
	case errors.Is(err, tournament.ErrNotFound):
		return c.say("log.none"), true
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, tournament.ErrConflict):
		return c.say("broken.slow"), true
	}
	return "", false
}

// faster names who has done since a time what makes a refusal come too late; "" if none has.
func (c *Call) faster(refused notice.Notice, since time.Time) (line string) {
	if c.Season != nil {
		line = logline.FasterInLeague(c.words(), c.Season, refused, c.User.ID, since)
	}
	if line == "" && c.Snap != nil {
		line = logline.Faster(wording.About(c.words(), c.Snap), refused, c.User.ID, since)
	}
	if line != "" {
		line = " " + line
	}
	return line
}

// why returns the reason to quote in another refusal.
func why(err error) notice.Notice {
	var r *tournament.Refusal
	if errors.As(err, &r) {
		return r.Notice
	}
	return notice.Of(err)
}

// say returns a text of the catalogue in the language of the call.
func (c *Call) say(key notice.Code, args ...any) string { return c.words().Say(key, args...) }

// language returns the language of the answer: the user's, or the event's for a public
// answer.
func (c *Call) language() string {
	switch {
	case !c.Bool("public") && c.Locale != "":
		return c.Locale
	case c.Season != nil:
		return c.Season.State.Settings.Language
	case c.Snap != nil:
		return c.Snap.State.Settings.Language
	}
	return c.GuildLocale
}

// words returns a printer for the user. It prints players by their names in the event and
// escapes Markdown in typed text.
func (c *Call) words() text.Printer {
	p := wording.Markdown(c.App.Words.In(c.language()))
	switch {
	case c.Season != nil:
		p.Name = func(n int) string { return discord.Escape(c.Season.Name(n)) }
	case c.Snap != nil:
		p.Name = func(n int) string { return discord.Escape(c.Snap.Name(n)) }
	}
	return p
}
