package discord

import (
	"context"
	"slices"

	"topcut/commands/refusal"
	"topcut/commands/wire"
)

// Guild is a Discord server.
type Guild struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	OwnerID string `json:"owner_id"`
	Locale  string `json:"preferred_locale"`
	Roles   []Role `json:"roles"`
}

// Role is a role of a server. The role whose ID is the server's is @everyone.
type Role = wire.Role

// member is a user in a server.
type member struct {
	User  User
	Roles []string
}

// Channel is a channel or a thread.
type Channel = wire.Channel

// permissions returns the permissions of a member with these roles in the server.
func (g Guild) permissions(userID string, roles []string) wire.Permissions {
	if userID == g.OwnerID {
		return wire.AllPermissions
	}
	var p wire.Permissions
	for _, r := range g.Roles {
		if r.ID == g.ID || slices.Contains(roles, r.ID) {
			p |= r.Permissions
		}
	}
	if p&wire.Administrator != 0 {
		return wire.AllPermissions
	}
	return p
}

// permissionsIn returns a member's permissions in a channel: it applies the overwrites of
// @everyone, then those of the roles together, then the member's own. Without View
// Channel none are left.
func (g Guild) permissionsIn(ch Channel, userID string, roles []string) wire.Permissions {
	p := g.permissions(userID, roles)
	if p == wire.AllPermissions {
		return p
	}
	var allow, deny wire.Permissions
	for _, o := range ch.Overwrites {
		switch {
		case o.ID == g.ID:
			p = p&^o.Deny | o.Allow
		case slices.Contains(roles, o.ID):
			allow |= o.Allow
			deny |= o.Deny
		}
	}
	p = p&^deny | allow
	for _, o := range ch.Overwrites {
		if o.ID == userID {
			p = p&^o.Deny | o.Allow
		}
	}
	if p&wire.ViewChannel == 0 {
		return 0
	}
	return p
}

// Guild returns a server with its roles.
func (c *Client) Guild(ctx context.Context, id string) (Guild, error) {
	var g Guild
	_, err := c.rest.do(ctx, call("GET", "/guilds/{guild}", id).decode(&g))
	return g, err
}

// Roles returns the roles of a server.
func (c *Client) Roles(ctx context.Context, guildID string) ([]Role, error) {
	var roles []Role
	_, err := c.rest.do(ctx, call("GET", "/guilds/{guild}/roles", guildID).decode(&roles))
	return roles, err
}

// member returns a user as a member of a server. The error means refusal.NoMember if the
// user is not in it.
func (c *Client) member(ctx context.Context, guildID, userID string) (member, error) {
	var raw rawMember
	if _, err := c.rest.do(ctx, call("GET", "/guilds/{guild}/members/{user}", guildID, userID).decode(&raw)); err != nil {
		return member{}, err
	}
	m := member{Roles: raw.Roles}
	if raw.User != nil {
		m.User = seen(*raw.User, &raw)
	}
	return m, nil
}

// Enter completes an interaction in a direct message, which does not say on which server its
// user is meant to act: it becomes one of a member, with what they may do in a channel there.
// The error means refusal.NoMember if they have left.
func (c *Client) Enter(ctx context.Context, in *Interaction, guildID, channelID string) error {
	m, err := c.member(ctx, guildID, in.User.ID)
	if err != nil {
		return err
	}
	in.GuildID, in.Roles = guildID, m.Roles
	if m.User.ID == in.User.ID {
		in.User = m.User
	}
	in.Permissions, _ = c.MemberPermissions(guildID, channelID, in.User.ID, m.Roles)
	return nil
}

// IsMember reports whether a user is in a server.
func (c *Client) IsMember(ctx context.Context, guildID, userID string) (bool, error) {
	_, err := c.member(ctx, guildID, userID)
	if refusal.Judge(err, refusal.Case{Kind: refusal.Member}) == refusal.Absent {
		return false, nil
	}
	return err == nil, err
}

// Channel returns a channel or thread.
func (c *Client) Channel(ctx context.Context, id string) (Channel, error) {
	var ch Channel
	_, err := c.rest.do(ctx, call("GET", "/channels/{channel}", id).decode(&ch))
	return ch, err
}

// Thread returns a thread: from what the gateway has sent, or else from Discord. Of a
// channel it may tell the type alone.
func (c *Client) Thread(ctx context.Context, guildID, id string) (Channel, error) {
	if ch, known := c.places.channel(guildID, id); known {
		return ch, nil
	}
	return c.Channel(ctx, id)
}

// MyPermissions returns the bot's permissions in a channel, computed from roles and
// overwrites; those of a thread are its channel's. It makes up to five requests and is
// meant for diagnosis, not for every message.
func (c *Client) MyPermissions(ctx context.Context, channelID string) (wire.Permissions, error) {
	ch, err := c.Channel(ctx, channelID)
	if err != nil {
		return 0, err
	}
	if ch.GuildID == "" {
		return wire.ViewChannel | wire.SendMessages | wire.EmbedLinks | wire.AttachFiles | wire.ReadMessageHistory, nil
	}
	if ch.Type.Thread() {
		if ch, err = c.Channel(ctx, ch.ParentID); err != nil {
			return 0, err
		}
	}
	guild, err := c.Guild(ctx, ch.GuildID)
	if err != nil {
		return 0, err
	}
	self, err := c.whoami(ctx)
	if err != nil {
		return 0, err
	}
	me, err := c.member(ctx, ch.GuildID, self.botID)
	if err != nil {
		return 0, err
	}
	return guild.permissionsIn(ch, self.botID, me.Roles), nil
}
