// Package commands implements everything people do in Discord: every slash command,
// button, select and modal, the permission each one needs, and its answer. A route
// decodes the input, asks the domain to decide, and shows a view of the outcome. It never
// calls Discord's session directly and contains no SQL.
package commands

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/router"
)

// Types of package router, by the names that the routes use.
type (
	App     = router.App
	Route   = router.Route
	Reply   = router.Reply
	Metrics = router.Metrics
)

// Roles of routes.
const (
	Everyone  = router.Everyone
	Organiser = router.Organiser
)

// call is a call with what several routes do with one.
type call struct{ *router.Call }

// handler runs a command.
type handler = func(context.Context, *call) (Reply, error)

// runs makes a handler the Run of a route.
func runs(h handler) func(context.Context, *router.Call) (Reply, error) {
	return func(ctx context.Context, c *router.Call) (Reply, error) { return h(ctx, &call{c}) }
}

// panel makes a route handle the buttons, selects and modals whose custom id is a P.
func panel[P customid.Panel](r Route, h func(context.Context, *call, P) (Reply, error)) Route {
	return router.Panel(r, func(ctx context.Context, c *router.Call, p P) (Reply, error) { return h(ctx, &call{c}, p) })
}

// same adapts the handler of a command to a panel without parameters.
func same[P customid.Panel](h handler) func(context.Context, *call, P) (Reply, error) {
	return func(ctx context.Context, c *call, _ P) (Reply, error) { return h(ctx, c) }
}

// completer returns suggestions for what the user has typed.
type completer func(ctx context.Context, c *call, typed string) ([]discord.Choice, error)

// completes makes completers those of a route, by the names of its options.
func completes(of map[string]completer) map[string]router.Completer {
	out := map[string]router.Completer{}
	for option, f := range of {
		out[option] = func(ctx context.Context, c *router.Call, typed string) ([]discord.Choice, error) {
			return f(ctx, &call{c}, typed)
		}
	}
	return out
}
