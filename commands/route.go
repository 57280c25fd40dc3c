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

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// Role is who may use a route. The zero Role is none: a table with a route
// that has no role is refused, so that nothing goes out unchecked.
type Role uint8

// Roles.
const (
	Everyone  Role = iota + 1
	Organiser      // Manage Server, Manage Events, the server's organiser role, the event's creator or staff
)

// Scope is which tournament, or league, a route is about.
type Scope uint8

// Scopes.
const (
	noEvent    Scope = iota // none
	oneEvent                // exactly one, see eventOf
	someEvent               // the same, where there is one
	plainEvent              // without a question: the event must be unambiguous
	oneLeague               // none, but exactly one league, see leagueOf
)

// Route is one thing people can do: a slash command, or the panel of a button,
// select or modal (see panel).
type Route struct {
	Path    string            // "round pair"; empty for a panel
	About   string            // description of the command; the table fills it in
	Abouts  map[string]string // the same in other languages
	Options []discord.CommandOption
	Panel   customid.Panel // one with nothing in it; nil for a command
	Role    Role
	Scope   Scope
	Public  bool // the answer may be public: a slow answer is deferred in public where public:true was given
	Opens   bool // may answer with a modal, which cannot follow a deferral, unless a file is given
	Update  bool // a slow click changes its own message
	Run     func(ctx context.Context, c *Call) (Reply, error)
	// When says whether a command makes sense where an event stands that is not over:
	// by what the event is at, not by what the command would be refused for; nil =
	// always. Own commands are about what a person does in an event they play in.
	When func(*tournament.State) bool
	Own  bool
	// Help says where /help names the command.
	Help Help
	// Complete suggests values for the options with autocomplete, by name.
	Complete map[string]Completer
}

// Help says where /help names a command, from 1 (0 = nowhere), and in which events: nil =
// where the command makes sense.
type Help struct {
	Place int
	When  func(*tournament.State) bool
}

// panel makes a route answer the buttons, selects and modals that stand for a P.
func panel[P customid.Panel](r Route, run func(context.Context, *Call, P) (Reply, error)) Route {
	var none P
	r.Panel = none
	r.Run = func(ctx context.Context, c *Call) (Reply, error) { return run(ctx, c, c.Panel.Panel.(P)) }
	return r
}

// same returns the handler of a panel without parameters that does what a command does.
func same[P customid.Panel](run func(context.Context, *Call) (Reply, error)) func(context.Context, *Call, P) (Reply, error) {
	return func(ctx context.Context, c *Call, _ P) (Reply, error) { return run(ctx, c) }
}

// Name returns the path of a command, or the verb of a panel.
func (r *Route) Name() string {
	if r.Panel != nil {
		return customid.Verb(r.Panel)
	}
	return r.Path
}

// admits refuses a number outside the bounds that the command declares. Discord holds
// people to those it knows, which are old ones while the commands are not synced yet.
func (r *Route) admits(c *Call) error {
	for _, o := range r.Options {
		n, ok := c.Int(o.Name)
		if ok && o.Type == discord.OptionInteger && o.Min != nil && (float64(n) < *o.Min || float64(n) > *o.Max) {
			return tournament.Refuse(tournament.BadInput, "file.between", "value", n, "least", int64(*o.Min), "most", int64(*o.Max))
		}
	}
	return nil
}

// Completer suggests values for what was typed.
type Completer func(ctx context.Context, c *Call, typed string) ([]discord.Choice, error)

// Reply is what an interaction is answered with: one of its parts.
type Reply struct {
	Text    string           // one sentence, for the person alone
	Message *discord.Message // see Message.Ephemeral
	Modal   *discord.Modal
	Update  *discord.Message // replaces the message of the component
	next    string           // the command that Text leads to; a button does it for who pressed one
	// More, where set, is called after the answer was given; it shows better ones as
	// they come and returns when there are none.
	More func(ctx context.Context, show func(discord.Message))
}

// private answers with a message for the person alone.
func private(m discord.Message) Reply {
	m.Ephemeral = true
	return Reply{Message: &m}
}

// reply answers with a message, in public where the person asked for that.
func (c *Call) reply(m discord.Message) Reply {
	m.Ephemeral = !c.Bool("public")
	return Reply{Message: &m}
}

// Call is one interaction on its way through a route.
type Call struct {
	*discord.Interaction
	App   *App
	Panel customid.ID // of a component or modal
	Event tournament.ID
	Snap  *tournament.Snapshot // newest at the time of the call; nil without an event
	// Season is the league of a route of that scope.
	Season *season.Snapshot
	Staff  bool // may act as organiser here

	// expect, where set, refuses a command whose turn comes when what the person had
	// in view no longer holds, see tournament.Request.
	expect func(now *tournament.Snapshot) error
	// draw returns a drawing as files while the call waits for them; nil = everything
	// is text.
	draw     func(name string, d pictures.Drawing) []discord.File
	formless chan struct{} // closed where a route that Opens does not this time
}

// noForm declares that this call will not be answered with a modal, although its route
// Opens: a slow answer may be deferred. It is called once.
func (c *Call) noForm() {
	if c.formless != nil {
		close(c.formless)
	}
}

// text returns an option of a command as text, or what was filled in of that name.
func (c *Call) text(name string) string {
	if c.Kind == discord.KindModal {
		return c.Field(name)
	}
	return c.Interaction.Text(name)
}

// channel returns the channel that the call comes from, or that of its thread.
func (c *Call) channel() string {
	if c.ChannelType.Thread() {
		return c.ParentID
	}
	return c.ChannelID
}

// myNumber returns the number of the person's player in the event, or 0.
func (c *Call) myNumber() int {
	if c.Snap == nil {
		return 0
	}
	return c.Snap.PlayerByUser(c.User.ID)
}

// do carries out a command in the name of the person. say returns the answer, see
// answer.
func (c *Call) do(ctx context.Context, cmd tournament.Command, say answerFunc) (Reply, *tournament.Outcome, error) {
	req, settle := c.carefully(c.request(cmd), costOf(cmd, c.Staff))
	req.Answer = store(say)
	out, err := c.App.Director.Do(ctx, c.Event, req)
	settle(err)
	if err != nil {
		return Reply{}, nil, err
	}
	if out.After != nil {
		c.Snap = out.After
	}
	return Reply{Text: c.answerText(out.Answer), next: nextOf(out.Answer)}, out, nil
}

// try decides a command without carrying it out.
func (c *Call) try(ctx context.Context, cmd tournament.Command) (*tournament.Outcome, error) {
	return c.App.Director.Try(ctx, c.Event, c.request(cmd))
}

func (c *Call) request(cmd tournament.Command) tournament.Request {
	return tournament.Request{
		Actor: tournament.Actor{User: c.User.ID, Name: shownName(c.User.Name)}, Cause: c.ID, Command: cmd, Expect: c.expect,
	}
}

// inRound makes the call be about round r: it is refused when another one has come
// by the time of its turn.
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

// Table is the set of all routes.
type Table struct {
	commands map[string]*Route
	panels   map[reflect.Type]*Route
	list     []discord.Command
}

// NewTable checks the routes and puts them together. It fails on a route
// without a role or without anything to run, on two routes of one name, on a
// panel that no route answers, on what Discord would not register, and on what
// words has no description for.
func NewTable(routes []Route, words text.Printer) (*Table, error) {
	t := &Table{commands: map[string]*Route{}, panels: map[reflect.Type]*Route{}}
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
			if err := describe(r, words); err != nil {
				return nil, err
			}
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
	for verb, panel := range customid.All() {
		if t.panels[reflect.TypeOf(panel)] == nil {
			return nil, fmt.Errorf("no route answers the panel %q", verb)
		}
	}
	list, err := assemble(routes, words)
	if err != nil {
		return nil, err
	}
	t.list = list
	return t, nil
}

// Commands returns what is registered with Discord.
func (t *Table) Commands() []discord.Command { return t.list }

// Routes returns every route, for tests of permissions.
func (t *Table) Routes() []*Route {
	out := append(slices.Collect(maps.Values(t.commands)), slices.Collect(maps.Values(t.panels))...)
	slices.SortFunc(out, func(a, b *Route) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name(), b.Name())) })
	return out
}

// RouteNames returns the names under which Metrics counts the routes.
func (t *Table) RouteNames() (names []string) {
	for _, r := range t.Routes() {
		names = append(names, routeName(r))
	}
	return names
}

// Help returns the paths that /help names to a role in an event, in order.
func (t *Table) Help(s *tournament.State, role Role) (paths []string) {
	for path, r := range t.commands {
		if r.Role != role || r.Help.Place == 0 {
			continue
		}
		if when := r.Help.When; when == nil && r.timely(s) || when != nil && when(s) {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.commands[a].Help.Place, t.commands[b].Help.Place), cmp.Compare(a, b))
	})
	return paths
}

// find returns the route of an interaction, and the parsed id of a panel.
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

// described returns the key under which the catalogue describes a part of a command.
func described(path, part string) notice.Code {
	return notice.Code("cmd." + strings.ReplaceAll(path, " ", "_") + "." + part)
}

// describe fills in what a command, its options and their choices are for.
func describe(r *Route, words text.Printer) error {
	find := func(part string) (string, map[string]string, error) {
		for _, path := range []string{r.Path, "any"} {
			key := described(path, part)
			if said, ok := words.Lookup(key); ok {
				return said, text.Elsewhere(key), nil
			}
		}
		return "", nil, fmt.Errorf("command %q: nothing describes %q", r.Path, part)
	}
	var err error
	if r.About, r.Abouts, err = find("about"); err != nil {
		return err
	}
	r.Options = slices.Clone(r.Options)
	for i := range r.Options {
		o := &r.Options[i]
		if o.Description, o.Descriptions, err = find("with_" + o.Name); err != nil {
			return err
		}
		o.Choices = slices.Clone(o.Choices)
		for k := range o.Choices {
			if o.Choices[k].Name, o.Choices[k].Names, err = find("with_" + o.Name + "_" + plainKey(fmt.Sprint(o.Choices[k].Value))); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainKey makes a value of a choice fit for a key.
func plainKey(value string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(value))
}

// assemble builds Discord's nested command definitions from the paths.
func assemble(routes []Route, words text.Printer) ([]discord.Command, error) {
	var list []discord.Command
	command := func(name string) *discord.Command {
		for i := range list {
			if list[i].Name == name {
				return &list[i]
			}
		}
		about, _ := words.Lookup(described(name, "about"))
		list = append(list, discord.Command{Name: name, Description: about, Descriptions: text.Elsewhere(described(name, "about"))})
		return &list[len(list)-1]
	}
	for i := range routes {
		r := &routes[i]
		if r.Path == "" {
			continue
		}
		parts := strings.Fields(r.Path)
		c := command(parts[0])
		sub := discord.CommandOption{Type: discord.OptionSubcommand, Name: parts[len(parts)-1], Description: r.About, Descriptions: r.Abouts, Options: r.Options}
		switch len(parts) {
		case 1:
			c.Description, c.Descriptions, c.Options = r.About, r.Abouts, r.Options
		case 2:
			c.Options = append(c.Options, sub)
		case 3:
			g := slices.IndexFunc(c.Options, func(o discord.CommandOption) bool { return o.Name == parts[1] })
			if g < 0 {
				key := described(parts[0]+" "+parts[1], "about")
				group, ok := words.Lookup(key)
				if !ok {
					return nil, fmt.Errorf("group %q has no description", parts[1])
				}
				c.Options = append(c.Options, discord.CommandOption{Type: discord.OptionGroup, Name: parts[1], Description: group, Descriptions: text.Elsewhere(key)})
				g = len(c.Options) - 1
			}
			c.Options[g].Options = append(c.Options[g].Options, sub)
		default:
			return nil, fmt.Errorf("route %q is nested too deep", r.Path)
		}
	}
	for i := range list {
		if list[i].Description == "" {
			return nil, fmt.Errorf("command %q has no description", list[i].Name)
		}
	}
	return list, nil
}

// insist asks whether the person wants what was refused all the same.
func (c *Call) insist(err error, buttons ...discord.Button) Reply {
	text, _ := c.refusal(err)
	return private(view.Confirmation(c.env(), text, buttons...))
}

// refusal returns the sentence for an error: the refusal's own, or one that
// gives a short id under which the log has the rest.
func (c *Call) refusal(err error) (text string, known bool) {
	var r *tournament.Refusal
	switch {
	case errors.As(err, &r):
		return c.words().Notice(r.Notice) + c.next(c.wayOut(r.Notice.Code)), true
	case errors.Is(err, tournament.ErrNotFound):
		return c.say("log.none"), true
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, tournament.ErrConflict):
		return c.say("broken.slow"), true
	}
	return "", false
}

// why returns what an error says inside another refusal.
func why(err error) notice.Notice {
	var r *tournament.Refusal
	if errors.As(err, &r) {
		return r.Notice
	}
	return notice.Of(err)
}

// say returns a text of the catalogue in the words of the call.
func (c *Call) say(key notice.Code, args ...any) string { return c.words().Say(key, args...) }

// language returns the language of the answer: that of the person, or that of the event
// for an answer in public.
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

// words returns the printer for the person of the call: players have their names in the
// event, and typed text has no effect as Markdown.
func (c *Call) words() text.Printer {
	p := c.App.Words.In(c.language())
	p.Escape = discord.Escape
	p.Moment = func(t time.Time) string { return discord.Timestamp(t, 'f') }
	p.Away = discord.Relative
	switch {
	case c.Season != nil:
		p.Name = func(n int) string { return discord.Escape(c.Season.Name(n)) }
	case c.Snap != nil:
		p.Name = func(n int) string { return discord.Escape(c.Snap.Name(n)) }
	}
	return p
}
