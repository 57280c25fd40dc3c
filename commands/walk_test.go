package commands

import (
	"context"
	"errors"
	"regexp"

	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// command is a command that a text names.
var namedCommand = regexp.MustCompile("</?[a-z]|(^|[ `])/[a-z]")

// Refused runs an interaction. If it is refused it returns the code, the text, and whether
// that has a button or names a command.
func (a *App) Refused(ctx context.Context, in *discord.Interaction) (code notice.Code, said string, way bool) {
	route, panel, err := a.Table.find(in)
	c := &Call{Interaction: in, App: a, Panel: panel, formless: make(chan struct{})}
	if err == nil {
		_, err = a.run(ctx, route, c)
	}
	var r *tournament.Refusal
	if !errors.As(err, &r) {
		return "", "", false
	}
	said, _ = c.refusal(err)
	reply := c.refused(err, said)
	return r.Notice.Code, said, reply.Message != nil || namedCommand.MatchString(said)
}
