package commands_test

import (
	"context"
	"errors"
	"regexp"

	"topcut/commands/discord"
	"topcut/commands/router"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// command is a command that a text names.
var namedCommand = regexp.MustCompile("</?[a-z]|(^|[ `])/[a-z]")

// refused runs an interaction. If it is refused it returns the code, the text, and whether
// that has a button or names a command.
func refused(ctx context.Context, a *router.App, in *discord.Interaction) (code notice.Code, said string, way bool) {
	route, panel, err := a.Table.Find(in)
	c := &router.Call{Interaction: in, App: a, Panel: panel}
	if err == nil {
		_, err = a.Run(ctx, route, c)
	}
	var r *tournament.Refusal
	if !errors.As(err, &r) {
		return "", "", false
	}
	said, _ = c.Refusal(err)
	reply := c.Refused(err, said)
	return r.Notice.Code, said, reply.Message != nil || namedCommand.MatchString(said)
}
