package commands

import (
	"cmp"
	"context"
	"strings"

	"topcut/commands/allowance"
	"topcut/commands/discord"
	"topcut/commands/invitation"
	"topcut/commands/menu"
	"topcut/commands/router"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

func (c *call) lists() invitation.Lists {
	return invitation.Lists{Servers: c.App.Servers, Seasons: c.App.Seasons, Archive: c.App.Archive}
}

// gated is a user as gates ask about them.
func (c *call) gated(u discord.User) invitation.Person {
	if u.ID == c.User.ID {
		u = c.User
		u.Roles = c.Roles
	}
	return invitation.Person{User: u, Guild: c.GuildID}
}

// pass returns what the gate of the event asks about a user, or a guest of a name.
func (c *call) pass(ctx context.Context, u discord.User) (door.Pass, error) {
	f, err := c.lists().ToEvent(ctx, c.Snap.State, c.gated(u))
	return door.Pass{Facts: f}, err
}

// pastGate asks an organiser before a command adds a person whom the gate of the event does
// not let in, and lets that person in then.
func (c *call) pastGate(ctx context.Context, add command.Command, pass *door.Pass, user, name string) (err error) {
	if *pass, err = c.pass(ctx, c.wanted(user, name)); err != nil {
		return err
	}
	_, err = c.Try(ctx, add)
	if door.Gated(err) {
		c.Preface = c.Say("gate.anyway", "name", notice.Text(name), "needs", c.Snap.State.Settings.Gate.Needs())
		pass.Anyway = true
	}
	return nil // any other refusal is that of the addition
}

// wanted returns the user whom an organiser adds, or a guest.
func (c *call) wanted(user, name string) discord.User {
	if user == "" {
		return discord.User{Username: name}
	}
	u := c.Users[user]
	u.ID = user
	return u
}

// leagueFacts returns what the gate of the league asks about a user.
func (c *call) leagueFacts(ctx context.Context, u discord.User) (door.Facts, error) {
	return c.lists().ToLeague(ctx, c.Season.State, c.gated(u))
}

// pastLeagueGate puts above what it means to add a person why the gate does not let that
// person in.
func (c *call) pastLeagueGate(ctx context.Context, user, name, means string) (string, error) {
	facts, err := c.leagueFacts(ctx, c.wanted(user, name))
	if err != nil {
		return "", err
	}
	set := &c.Season.State.Settings
	pass := door.Pass{Facts: facts, Guest: user == ""}
	if pass.Through(set.Gate(), set.Name) != nil {
		means = strings.TrimRight(c.Say("gate.anyway", "name", notice.Text(name), "needs", set.Gate().Needs())+"\n"+means, "\n")
	}
	return means, nil
}

// inviting are the options of the commands that change an invitation list.
func inviting() []discord.CommandOption {
	return []discord.CommandOption{{Type: wire.OptionUser, Name: "member"}, menu.Text("names", 2000), menu.File("file"), menu.Switch("off")}
}

// invite changes and shows the invitation list of the event.
func invite(ctx context.Context, c *call) (Reply, error) {
	s := c.Snap.State
	return c.changeInvited(ctx, invitation.Change{List: s.ID, Title: s.Settings.Name, Asked: s.Settings.Gate.Invited, Key: "gate_invited"})
}

// leagueInvite changes and shows the invitation list of the league.
func leagueInvite(ctx context.Context, c *call) (Reply, error) {
	s := c.Season.State
	list, err := c.lists().OfLeague(ctx, s.ID)
	if err != nil {
		return Reply{}, err
	}
	return c.changeInvited(ctx, invitation.Change{List: list, Title: s.Settings.Name, Asked: s.Settings.Gate().Invited, Key: "event.gate_invited"})
}

func (c *call) changeInvited(ctx context.Context, change invitation.Change) (_ Reply, err error) {
	texts := []string{c.Typed("names")}
	if file, ok := c.Attachment("file"); ok {
		more, err := c.readText(ctx, file)
		if err != nil {
			return Reply{}, err
		}
		texts = append(texts, more)
	}
	if change.In, err = invitation.Read(texts...); err != nil {
		return Reply{}, err
	}
	if user := c.Typed("member"); user != "" {
		if c.Users[user].Bot {
			return Reply{}, tournament.Refuse(tournament.BadInput, "pick.bot")
		}
		change.In = append(change.In, door.Invitation{User: user, Name: cmp.Or(c.Users[user].Username, router.ShownName(c.Users[user].Name))})
	}
	if change.Off = c.Bool("off"); change.Off && len(change.In) == 0 {
		return Reply{}, journal.Refuse(journal.BadInput, "pick.member_or_guest")
	}
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	m, err := c.lists().Do(ctx, c.Env(), change)
	if err != nil {
		return Reply{}, err
	}
	return router.Private(m), nil
}
