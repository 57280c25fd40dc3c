package commands

import (
	"context"
	"slices"

	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/season"
)

// A member knows of the events whose channel they can view; any other event does not
// exist for them, whatever command they use. An event can be open to the whole server.
// Its organisers know of it in any case, also when its channel is gone, and so do its
// players: they joined when they could view it, and hiding a channel does not take a
// match away. A player who is to be out is dropped.

// events returns the events of the server that the person may know of, newest first. It
// folds only the logs of events whose channel is hidden from the person.
func (c *Call) events(ctx context.Context) ([]tournament.Found, error) {
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return nil, err
	}
	open := func(f tournament.Found) bool { return f.OpenToServer || c.views(f.Channel) }
	if !slices.ContainsFunc(all, func(f tournament.Found) bool { return !open(f) }) {
		return all, nil
	}
	if organises, err := c.App.organisesServer(ctx, c); err != nil || organises {
		return all, err
	}
	theirs, err := c.App.Index.ByUser(ctx, c.GuildID, c.User.ID)
	if err != nil {
		return nil, err
	}
	in := make(map[tournament.ID]bool, len(theirs))
	for _, f := range theirs {
		in[f.ID] = true
	}
	return slices.DeleteFunc(all, func(f tournament.Found) bool {
		if err != nil || open(f) {
			return false
		}
		if !in[f.ID] {
			return true
		}
		var snap *tournament.Snapshot
		if snap, err = c.App.Director.Snapshot(ctx, f.ID); err != nil {
			return false
		}
		var knows bool
		knows, err = c.knows(ctx, snap)
		return !knows
	}), err
}

// knows reports whether the person may know of an event.
func (c *Call) knows(ctx context.Context, snap *tournament.Snapshot) (bool, error) {
	s := snap.State
	if c.views(s.Channel) || s.Settings.OpenToServer || s.IsStaff(snap.Book.ByUser(c.User.ID)) || plays(snap, c.User.ID) {
		return true, nil
	}
	return c.App.organisesServer(ctx, c)
}

// plays reports whether a user is in an event that is not over: as a player who is not
// out, or on its waiting list.
func plays(snap *tournament.Snapshot, user string) bool {
	s, n := snap.State, snap.PlayerByUser(user)
	return n > 0 && s.Phase < tournament.Finished && (s.Taking(n) || s.Players[n-1].Status == tournament.Waiting)
}

// openHere reports whether all who can read the channel of the call may know of its
// event.
func (c *Call) openHere() bool {
	s := c.Snap.State
	if c.in(s.Channel) || s.Settings.OpenToServer {
		return true
	}
	have, known := c.App.Rest.MemberPermissions(c.GuildID, s.Channel, "", nil)
	return known && have.Has(discord.ViewChannel)
}

// knowsLeague reports whether the person may know of a league: it belongs to a channel
// as events do.
func (c *Call) knowsLeague(ctx context.Context, snap *season.Snapshot) (bool, error) {
	s := snap.State
	if c.views(s.Settings.Channel) || s.Creator > 0 && s.Creator == snap.Book.ByUser(c.User.ID) {
		return true, nil
	}
	return c.App.organisesServer(ctx, c)
}

// views reports whether the person can view a channel: they do where they are.
func (c *Call) views(channel string) bool {
	if c.in(channel) {
		return true
	}
	have, known := c.App.Rest.MemberPermissions(c.GuildID, channel, c.User.ID, c.Roles)
	return known && have.Has(discord.ViewChannel)
}

// mayWrite reports whether the person can write where they are, so that the bot may
// write there for them.
func (c *Call) mayWrite() bool {
	if c.ChannelType.Thread() {
		return c.Permissions.Has(discord.SendMessagesInThreads)
	}
	return c.Permissions.Has(discord.SendMessages)
}

var errMayNotWrite = tournament.Refuse(tournament.NotAllowed, "not_here.write")
