package commands

import (
	"context"

	"topcut/commands/person"
	"topcut/commands/router"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament/notice"
)

// targetRoutes returns the entries of the menus on a person and on a message.
func targetRoutes() []Route {
	return []Route{
		{Path: "Match and record", On: wire.CommandUser, Role: Everyone, Scope: router.SomeEvent, Run: runs(showPerson)},
		{Path: "Drop from the event", On: wire.CommandUser, Role: Organiser, Scope: router.OneEvent, Run: runs(dropPerson)},
		{Path: "Report a result", On: wire.CommandMessage, Role: Everyone, Scope: router.OneEvent, Opens: true, When: running, Own: true, Run: runs(matchPanel)},
	}
}

// showPerson shows the matches of a person in the event, or without one what the person
// has done in the server.
func showPerson(ctx context.Context, c *call) (Reply, error) {
	if c.Snap != nil {
		if n, err := c.player("player"); err == nil {
			return router.Private(person.Card(wording.About(c.Words(), c.Snap), n, c.Staff || c.MyNumber() > 0)), nil
		}
	}
	return showProfile(ctx, c)
}

// dropPerson asks before it takes a person out, since the entry is easily touched.
func dropPerson(ctx context.Context, c *call) (Reply, error) {
	if n, err := c.player("player"); err == nil {
		c.Preface = c.Say("ask.drop", "player", notice.Player(n))
	}
	return remove(ctx, c)
}
