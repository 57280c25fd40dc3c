package discord

import (
	"context"
	"fmt"
	"slices"
)

// Guild is a Discord server.
type Guild struct {
	ID      string
	Name    string
	OwnerID string
	Locale  string
	Roles   []Role
}

// Role is a role of a server. The role whose ID is the server's is everyone's.
type Role struct {
	ID          string
	Name        string
	Permissions Permissions
	Position    int
	Managed     bool // belongs to a bot or integration
	Mentionable bool
}

// member is a user in a server.
type member struct {
	User  User
	Roles []string
}

// Channel is a channel or a thread.
type Channel struct {
	ID       string
	GuildID  string // empty for direct messages
	ParentID string // of a thread: its channel
	Type     ChannelType
	Name     string
	Archived bool // of a thread
	Locked   bool

	overwrites []overwrite
}

// overwrite changes permissions in a channel for a role or a member.
type overwrite struct {
	id          string
	allow, deny Permissions
}

type rawRole struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Permissions string `json:"permissions"`
	Position    int    `json:"position"`
	Managed     bool   `json:"managed"`
	Mentionable bool   `json:"mentionable"`
}

type rawGuild struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	OwnerID string    `json:"owner_id"`
	Locale  string    `json:"preferred_locale"`
	Roles   []rawRole `json:"roles"`
}

type rawChannel struct {
	ID         string      `json:"id"`
	GuildID    string      `json:"guild_id"`
	ParentID   string      `json:"parent_id"`
	Type       ChannelType `json:"type"`
	Name       string      `json:"name"`
	Overwrites []struct {
		ID    string `json:"id"`
		Allow string `json:"allow"`
		Deny  string `json:"deny"`
	} `json:"permission_overwrites"`
	Thread struct {
		Archived bool `json:"archived"`
		Locked   bool `json:"locked"`
	} `json:"thread_metadata"`
}

func (r rawRole) role() (Role, error) {
	p, err := parsePermissions(r.Permissions)
	if err != nil {
		return Role{}, fmt.Errorf("role %s: %w", r.ID, err)
	}
	return Role{ID: r.ID, Name: r.Name, Permissions: p, Position: r.Position, Managed: r.Managed, Mentionable: r.Mentionable}, nil
}

func (g rawGuild) guild() (Guild, error) {
	out := Guild{ID: g.ID, Name: g.Name, OwnerID: g.OwnerID, Locale: g.Locale}
	for _, raw := range g.Roles {
		role, err := raw.role()
		if err != nil {
			return Guild{}, err
		}
		out.Roles = append(out.Roles, role)
	}
	return out, nil
}

func (c rawChannel) channel() (Channel, error) {
	out := Channel{
		ID: c.ID, GuildID: c.GuildID, ParentID: c.ParentID, Type: c.Type, Name: c.Name,
		Archived: c.Thread.Archived, Locked: c.Thread.Locked,
	}
	for _, o := range c.Overwrites {
		allow, err := parsePermissions(o.Allow)
		if err != nil {
			return Channel{}, fmt.Errorf("channel %s: %w", c.ID, err)
		}
		deny, err := parsePermissions(o.Deny)
		if err != nil {
			return Channel{}, fmt.Errorf("channel %s: %w", c.ID, err)
		}
		out.overwrites = append(out.overwrites, overwrite{id: o.ID, allow: allow, deny: deny})
	}
	return out, nil
}

// allPermissions is what owners and administrators have.
const allPermissions = ^Permissions(0)

// permissions returns what a member with the roles may do in the server as a
// whole.
func (g Guild) permissions(userID string, roles []string) Permissions {
	if userID == g.OwnerID {
		return allPermissions
	}
	var p Permissions
	for _, r := range g.Roles {
		if r.ID == g.ID || slices.Contains(roles, r.ID) {
			p |= r.Permissions
		}
	}
	if p&Administrator != 0 {
		return allPermissions
	}
	return p
}

// permissionsIn returns what a member may do in a channel: first the overwrite
// of everyone, then those of the roles together, then the member's own. Without
// View Channel nothing is left.
func (g Guild) permissionsIn(ch Channel, userID string, roles []string) Permissions {
	p := g.permissions(userID, roles)
	if p == allPermissions {
		return p
	}
	var allow, deny Permissions
	for _, o := range ch.overwrites {
		switch {
		case o.id == g.ID:
			p = p&^o.deny | o.allow
		case slices.Contains(roles, o.id):
			allow |= o.allow
			deny |= o.deny
		}
	}
	p = p&^deny | allow
	for _, o := range ch.overwrites {
		if o.id == userID {
			p = p&^o.deny | o.allow
		}
	}
	if p&ViewChannel == 0 {
		return 0
	}
	return p
}

// Guild returns a server with its roles.
func (c *Client) Guild(ctx context.Context, id string) (Guild, error) {
	var raw rawGuild
	if _, err := c.rest.do(ctx, call("GET", "/guilds/{guild}", id).decode(&raw)); err != nil {
		return Guild{}, err
	}
	return raw.guild()
}

// Roles returns the roles of a server.
func (c *Client) Roles(ctx context.Context, guildID string) ([]Role, error) {
	var raw []rawRole
	if _, err := c.rest.do(ctx, call("GET", "/guilds/{guild}/roles", guildID).decode(&raw)); err != nil {
		return nil, err
	}
	g, err := rawGuild{Roles: raw}.guild()
	return g.Roles, err
}

// member returns a user as a member of a server; IsGone(err) if the user is not
// there.
func (c *Client) member(ctx context.Context, guildID, userID string) (member, error) {
	var raw rawMember
	if _, err := c.rest.do(ctx, call("GET", "/guilds/{guild}/members/{user}", guildID, userID).decode(&raw)); err != nil {
		return member{}, err
	}
	m := member{Roles: raw.Roles}
	if raw.User != nil {
		m.User = raw.User.seen(&raw)
	}
	return m, nil
}

// Channel returns a channel or thread.
func (c *Client) Channel(ctx context.Context, id string) (Channel, error) {
	var raw rawChannel
	if _, err := c.rest.do(ctx, call("GET", "/channels/{channel}", id).decode(&raw)); err != nil {
		return Channel{}, err
	}
	return raw.channel()
}

// MyPermissions returns what the bot may do in a channel, computed from roles
// and overwrites; in a thread those of its channel count. It makes up to five
// requests and is meant for a check-up, not for every message.
func (c *Client) MyPermissions(ctx context.Context, channelID string) (Permissions, error) {
	ch, err := c.Channel(ctx, channelID)
	if err != nil {
		return 0, err
	}
	if ch.GuildID == "" {
		return ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory, nil
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
