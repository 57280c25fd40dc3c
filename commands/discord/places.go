package discord

import (
	"encoding/json"
	"slices"
	"sync"

	"topcut/commands/wire"
)

// places caches what the gateway has sent about servers: their roles, and their channels
// with the permissions in them. It answers at once, so every interaction can use it.
type places struct {
	mu     sync.RWMutex
	guilds map[string]place
}

// place is a server with its channels and threads by id.
type place struct {
	guild    Guild
	channels map[string]Channel
}

// permissions returns the permissions of a member with these roles in a channel; those of
// a thread are its channel's. known is false if the gateway has not sent the channel.
func (p *places) permissions(guildID, channelID, userID string, roles []string) (have wire.Permissions, known bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	at, known := p.guilds[guildID]
	if !known {
		return 0, false
	}
	ch, known := at.channels[channelID]
	if known && ch.Type.Thread() {
		ch, known = at.channels[ch.ParentID]
	}
	if !known {
		return 0, false
	}
	return at.guild.permissionsIn(ch, userID, roles), true
}

// take applies a gateway event about a server or a channel.
func (p *places) take(kind string, raw json.RawMessage) error {
	switch kind {
	case "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE":
		return p.takeGuild(kind, raw)
	case "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE":
		return p.takeRole(raw)
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE":
		return p.takeChannel(kind, raw)
	}
	return nil
}

func (p *places) takeGuild(kind string, raw json.RawMessage) error {
	var g struct {
		Guild
		Unavailable bool      `json:"unavailable"`
		Channels    []Channel `json:"channels"`
		Threads     []Channel `json:"threads"`
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		return err
	}
	if g.Unavailable {
		return nil // nothing has changed, and there is no one to ask
	}
	channels := make(map[string]Channel, len(g.Channels)+len(g.Threads))
	for _, ch := range slices.Concat(g.Channels, g.Threads) {
		channels[ch.ID] = ch
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch kind {
	case "GUILD_DELETE":
		delete(p.guilds, g.ID)
		return nil
	case "GUILD_UPDATE": // it has no channels
		at, known := p.guilds[g.ID]
		if !known {
			return nil
		}
		channels = at.channels
	}
	if p.guilds == nil {
		p.guilds = map[string]place{}
	}
	p.guilds[g.ID] = place{guild: g.Guild, channels: channels}
	return nil
}

func (p *places) takeRole(raw json.RawMessage) error {
	var change struct {
		GuildID string `json:"guild_id"`
		RoleID  string `json:"role_id"` // of a deleted role
		Role    *Role  `json:"role"`
	}
	if err := json.Unmarshal(raw, &change); err != nil {
		return err
	}
	var now []Role
	gone := change.RoleID
	if change.Role != nil {
		now, gone = []Role{*change.Role}, change.Role.ID
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	at, known := p.guilds[change.GuildID]
	if !known {
		return nil
	}
	rest := slices.DeleteFunc(slices.Clone(at.guild.Roles), func(r Role) bool { return r.ID == gone })
	at.guild.Roles = append(rest, now...)
	p.guilds[change.GuildID] = at
	return nil
}

func (p *places) takeChannel(kind string, raw json.RawMessage) error {
	var ch Channel
	if err := json.Unmarshal(raw, &ch); err != nil {
		return err
	}
	if kind == "CHANNEL_DELETE" || kind == "THREAD_DELETE" {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.guilds[ch.GuildID].channels, ch.ID)
		return nil
	}
	p.put(ch)
	return nil
}

// put replaces what is known of a channel or thread.
func (p *places) put(ch Channel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, known := p.guilds[ch.GuildID]; known {
		at.channels[ch.ID] = ch
	}
}

// channel returns a channel or thread that the gateway has sent.
func (p *places) channel(guildID, id string) (ch Channel, known bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	ch, known = p.guilds[guildID].channels[id]
	return ch, known
}

// MemberPermissions returns the permissions of a member with these roles in a channel,
// from what the gateway has sent. known is false if the channel is deleted or not sent
// yet.
func (c *Client) MemberPermissions(guildID, channelID, userID string, roles []string) (have wire.Permissions, known bool) {
	return c.places.permissions(guildID, channelID, userID, roles)
}
