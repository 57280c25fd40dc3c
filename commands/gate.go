package commands

import (
	"context"
	"strings"

	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/notice"
)

// pass returns what the gate of the event asks about a user.
func (c *Call) pass(ctx context.Context, user string, roles []string) (door.Pass, error) {
	s := c.Snap.State
	f, err := c.gateFacts(ctx, s.Settings.Gate, user, roles, s.Rules.ID)
	return door.Pass{Facts: f}, err
}

// gateFacts returns what a gate asks about a user who wants to play a game. What no gate
// asks is not looked up.
func (c *Call) gateFacts(ctx context.Context, g door.Gate, user string, roles []string, game string) (door.Facts, error) {
	if g.Events == 0 && g.From == 0 && g.To == 0 || c.App.Archive == nil {
		return door.Facts{Roles: roles}, nil
	}
	h, err := c.App.Archive.Of(ctx, c.GuildID)
	if err != nil {
		return door.Facts{}, err
	}
	return h.Facts(user, roles, game), nil
}

// pastGate asks an organiser before a person is added whom the gate of the event does not
// let in, and lets that person in then.
func (c *Call) pastGate(ctx context.Context, join *command.Join) error {
	var err error
	if join.Pass, err = c.pass(ctx, join.User, c.Users[join.User].Roles); err != nil {
		return err
	}
	_, err = c.try(ctx, join)
	if door.Gated(err) {
		c.preface = c.say("gate.anyway", "name", notice.Text(join.Name), "needs", c.Snap.State.Settings.Gate.Needs())
		join.Anyway = true
	}
	return nil // any other refusal is that of the addition
}

// leagueFacts returns what the gate of the league asks about a user.
func (c *Call) leagueFacts(ctx context.Context, user string, roles []string) (door.Facts, error) {
	game := ""
	if x := c.Season.State.Settings.Series; x != nil {
		game = x.Ruleset
	}
	return c.gateFacts(ctx, c.Season.State.Settings.Gate(), user, roles, game)
}

// pastLeagueGate puts above what it means to add a person why the gate does not let that
// person in.
func (c *Call) pastLeagueGate(ctx context.Context, user, name, means string) (string, error) {
	facts, err := c.leagueFacts(ctx, user, c.Users[user].Roles)
	if err != nil {
		return "", err
	}
	set := &c.Season.State.Settings
	pass := door.Pass{Facts: facts, Guest: user == ""}
	if pass.Through(set.Gate(), set.Name) != nil {
		means = strings.TrimRight(c.say("gate.anyway", "name", notice.Text(name), "needs", set.Gate().Needs())+"\n"+means, "\n")
	}
	return means, nil
}
