package router

import (
	"context"
	"slices"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/tournament"
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
	NoEvent    Scope = iota // none
	OneEvent                // exactly one, see eventOf
	SomeEvent               // one if it can be found
	PlainEvent              // one if it is unambiguous, without asking
	OneLeague               // exactly one league, see LeagueOf, and no event
)

// Route is one action: a slash command, or the panel of a button, select or modal (see
// Panel).
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

// Panel makes a route handle the buttons, selects and modals whose custom id is a P.
func Panel[P customid.Panel](r Route, run func(context.Context, *Call, P) (Reply, error)) Route {
	var none P
	r.Panel = none
	r.Run = func(ctx context.Context, c *Call) (Reply, error) { return run(ctx, c, c.Panel.Panel.(P)) }
	return r
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

// Private replies with an ephemeral message.
func Private(m discord.Message) Reply {
	m.Ephemeral = true
	return Reply{Message: &m}
}

// Reply replies with a message, publicly if the user asked for that.
func (c *Call) Reply(m discord.Message) Reply {
	m.Ephemeral = !c.Bool("public")
	return Reply{Message: &m}
}

// During returns the route with its When condition set.
func (r Route) During(when func(*tournament.State) bool) Route {
	r.When = when
	return r
}

// Listed returns the route with its place in /help and the events for which it is listed
// (none means whenever the command makes sense).
func (r Route) Listed(place int, when ...func(*tournament.State) bool) Route {
	r.Help.Place = place
	if len(when) > 0 {
		r.Help.When = func(s *tournament.State) bool {
			return slices.ContainsFunc(when, func(is func(*tournament.State) bool) bool { return is(s) })
		}
	}
	return r
}

// timely reports whether the command makes sense in an unfinished event.
func (r *Route) timely(s *tournament.State) bool { return r == nil || r.When == nil || r.When(s) }
