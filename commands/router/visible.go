package router

import (
	"context"
	"slices"

	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// Members see the events whose channel they can view; for them, other events do not
// exist, whatever command they use. An event can be open to the whole server. Organisers
// always see their events, even after the channel is gone. So do players: hiding a
// channel from them does not end their match. To exclude players, drop them.

// Events returns the events of the server that the user may see, newest first. It folds
// logs only for events whose channel is hidden from the user.
func (c *Call) Events(ctx context.Context) ([]stores.Found, error) {
	all, err := c.App.Index.ByGuild(ctx, c.GuildID)
	if err != nil {
		return nil, err
	}
	open := func(f stores.Found) bool { return f.OpenToServer || c.views(f.Channel) }
	if !slices.ContainsFunc(all, func(f stores.Found) bool { return !open(f) }) {
		return all, nil
	}
	if organises, err := c.App.OrganisesServer(ctx, c); err != nil || organises {
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
	return slices.DeleteFunc(all, func(f stores.Found) bool {
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

// knows reports whether the user may see an event.
func (c *Call) knows(ctx context.Context, snap *tournament.Snapshot) (bool, error) {
	s := snap.State
	if c.views(s.Channel) || s.Settings.OpenToServer || s.IsStaff(snap.Book.ByUser(c.User.ID)) || plays(snap, c.User.ID) {
		return true, nil
	}
	return c.App.OrganisesServer(ctx, c)
}

// plays reports whether a user takes part in an unfinished event, as a player who has not
// dropped or on its waiting list.
func plays(snap *tournament.Snapshot, user string) bool {
	s, n := snap.State, snap.PlayerByUser(user)
	return n > 0 && s.Phase < tournament.Finished && (s.Taking(n) || s.Players.At(n).Status == tournament.Waiting)
}

// OpenHere reports whether everyone who can read the channel of the call may see its
// event.
func (c *Call) OpenHere() bool {
	s := c.Snap.State
	if c.In(s.Channel) || s.Settings.OpenToServer {
		return true
	}
	have, known := c.App.Rest.MemberPermissions(c.GuildID, s.Channel, "", nil)
	return known && have.Has(wire.ViewChannel)
}

// knowsLeague reports whether the user may see a league, which belongs to a channel as an
// event does.
func (c *Call) knowsLeague(ctx context.Context, snap *season.Snapshot) (bool, error) {
	s := snap.State
	if c.views(s.Settings.Channel) || s.Creator > 0 && s.Creator == snap.Book.ByUser(c.User.ID) {
		return true, nil
	}
	return c.App.OrganisesServer(ctx, c)
}

// views reports whether the user can view a channel. The channel of the call they can.
func (c *Call) views(channel string) bool {
	if c.In(channel) {
		return true
	}
	have, known := c.App.Rest.MemberPermissions(c.GuildID, channel, c.User.ID, c.Roles)
	return known && have.Has(wire.ViewChannel)
}

// MayWrite reports whether the user can write in the channel of the call, so that the bot
// may write there for them.
func (c *Call) MayWrite() bool {
	if c.ChannelType.Thread() {
		return c.Permissions.Has(wire.SendMessagesInThreads)
	}
	return c.Permissions.Has(wire.SendMessages)
}

var errMayNotWrite = tournament.Refuse(tournament.NotAllowed, "not_here.write")
