package router

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/forum"
	"topcut/commands/menu"
	"topcut/commands/simulator"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/sorted"
)

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

// Find returns the route of an interaction, and the decoded custom id of a panel.
func (t *Table) Find(in *discord.Interaction) (*Route, customid.ID, error) {
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
	return nil, customid.ID{}, ErrOldPanel
}

var errUnknownCommand = tournament.Refuse(tournament.NotFound, "stale.command")

// ErrOldPanel refuses a button or menu of a version that no route answers any more.
var ErrOldPanel = tournament.Refuse(tournament.NotFound, "stale.panel")

// Shown returns the permissions that a member needs to see the command in Discord's menu.
func (r *Route) shown() wire.Permissions {
	if r.Shown == 0 && r.Role == Organiser {
		return wire.ManageEvents
	}
	return r.Shown
}

// New completes an App: it builds the table of the routes and checks that the required
// fields are set.
func New(a App, routes []Route) (*App, error) {
	table, err := NewTable(routes, text.Printer{})
	if err != nil {
		return nil, err
	}
	if a.Director == nil || a.Index == nil || a.Servers == nil || a.People == nil || a.Rulesets == nil || a.Rest == nil || a.Now == nil || a.Log == nil {
		return nil, errors.New("router.New: a dependency is missing")
	}
	a.Table, a.Simulator, a.budget, a.drawing = table, simulator.New(a.Log, func() int { return a.Trials }), allowance.NewBudget(a.Now), allowance.NewTurns(1)
	a.readings = allowance.NewReadings()
	a.Posts = &forum.Posts{Rest: a.Rest}
	a.refining = &refining{of: map[string]*refinement{}}
	return &a, nil
}
