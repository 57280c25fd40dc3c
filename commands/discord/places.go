package discord

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"sync"

	"topcut/commands/wire"
)

// places caches what the gateway has sent about servers: their roles, and their channels
// with the permissions in them. It answers at once, so every interaction can use it. Of
// names and what else is not asked for it keeps nothing: a bot may be in ten thousand
// servers.
type places struct {
	mu     sync.RWMutex
	guilds map[string]*place
}

// place is a server. Ids are numbers.
type place struct {
	owner    uint64
	roles    []roleAt
	channels []channelAt        // by their ids
	threads  map[string]Channel // as they were sent
}

type roleAt struct {
	id          uint64
	permissions wire.Permissions
}

type channelAt struct {
	id         uint64
	kind       wire.ChannelType
	overwrites []wire.Overwrite
}

// number returns an id as a number; 0 for what is none.
func number(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64)
	return n
}

// kept returns a role as it is kept.
func kept(r *Role) roleAt { return roleAt{number(r.ID), r.Permissions} }

// newPlace returns what is kept of a server.
func newPlace(g *Guild, channels []Channel) *place {
	at := &place{owner: number(g.OwnerID), roles: make([]roleAt, 0, len(g.Roles)), channels: make([]channelAt, 0, len(channels))}
	for i := range g.Roles {
		at.roles = append(at.roles, kept(&g.Roles[i]))
	}
	for _, ch := range channels {
		at.put(ch)
	}
	return at
}

// put replaces what is kept of a channel or thread. A thread that was archived or opened
// since stays as it is: the event of a change comes at any time after the answer to who
// made the next one.
func (at *place) put(ch Channel) {
	if ch.Type.Thread() {
		if was, known := at.threads[ch.ID]; known && ch.Thread.ArchiveTimestamp.Time().Before(was.Thread.ArchiveTimestamp.Time()) {
			return
		}
		if at.threads == nil {
			at.threads = map[string]Channel{}
		}
		at.threads[ch.ID] = ch
		return
	}
	now := channelAt{number(ch.ID), ch.Type, ch.Overwrites}
	if i, found := at.find(now.id); found {
		at.channels[i] = now
	} else {
		at.channels = slices.Insert(at.channels, i, now)
	}
}

func (at *place) find(id uint64) (i int, found bool) {
	return slices.BinarySearchFunc(at.channels, id, func(ch channelAt, id uint64) int { return cmp.Compare(ch.id, id) })
}

// channel returns a channel, of which the type and the overwrites are known, or a thread.
func (at *place) channel(guildID, id string) (ch Channel, known bool) {
	if ch, known = at.threads[id]; known {
		return ch, true
	}
	i, known := at.find(number(id))
	if !known {
		return Channel{}, false
	}
	return Channel{ID: id, Type: at.channels[i].kind, GuildID: guildID, Overwrites: at.channels[i].overwrites}, true
}

// permissions returns the permissions of a member with these roles in a channel; those of
// a thread are its channel's. known is false if the gateway has not sent the channel.
func (p *places) permissions(guildID, channelID, userID string, roles []string) (have wire.Permissions, known bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	at := p.guilds[guildID]
	if at == nil {
		return 0, false
	}
	ch, known := at.channel(guildID, channelID)
	if known && ch.Type.Thread() {
		ch, known = at.channel(guildID, ch.ParentID)
	}
	if !known {
		return 0, false
	}
	guild := Guild{ID: guildID, OwnerID: strconv.FormatUint(at.owner, 10), Roles: make([]Role, len(at.roles))}
	for i, r := range at.roles {
		guild.Roles[i] = Role{ID: strconv.FormatUint(r.id, 10), Permissions: r.permissions}
	}
	return guild.permissionsIn(ch, userID, roles), true
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
	now := newPlace(&g.Guild, slices.Concat(g.Channels, g.Threads))
	p.mu.Lock()
	defer p.mu.Unlock()
	switch kind {
	case "GUILD_DELETE":
		delete(p.guilds, g.ID)
	case "GUILD_UPDATE": // it has no channels
		if at := p.guilds[g.ID]; at != nil {
			at.owner, at.roles = now.owner, now.roles
		}
	default:
		p.set(g.ID, now)
	}
	return nil
}

func (p *places) set(id string, at *place) {
	if p.guilds == nil {
		p.guilds = map[string]*place{}
	}
	p.guilds[id] = at
}

// fill records a server of which the gateway has sent nothing.
func (p *places) fill(guild *Guild, channels []Channel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.guilds[guild.ID] == nil {
		p.set(guild.ID, newPlace(guild, channels))
	}
}

// knows reports whether anything is known of a server.
func (p *places) knows(guildID string) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.guilds[guildID] != nil
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
	gone := change.RoleID
	if change.Role != nil {
		gone = change.Role.ID
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.guilds[change.GuildID]
	if at == nil {
		return nil
	}
	at.roles = slices.DeleteFunc(at.roles, func(r roleAt) bool { return r.id == number(gone) })
	if change.Role != nil {
		at.roles = append(at.roles, kept(change.Role))
	}
	return nil
}

func (p *places) takeChannel(kind string, raw json.RawMessage) error {
	var ch Channel
	if err := json.Unmarshal(raw, &ch); err != nil {
		return err
	}
	if kind != "CHANNEL_DELETE" && kind != "THREAD_DELETE" {
		p.put(ch)
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.guilds[ch.GuildID]; at != nil {
		delete(at.threads, ch.ID)
		if i, found := at.find(number(ch.ID)); found {
			at.channels = slices.Delete(at.channels, i, i+1)
		}
	}
	return nil
}

// put replaces what is known of a channel or thread.
func (p *places) put(ch Channel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.guilds[ch.GuildID]; at != nil {
		at.put(ch)
	}
}

// forget drops what is known of a thread, so that who looks at it next asks Discord.
func (p *places) forget(thread string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.guilds {
		delete(at.threads, thread)
	}
}

// channel returns a thread that the gateway has sent, or of a channel its type.
func (p *places) channel(guildID, id string) (ch Channel, known bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if at := p.guilds[guildID]; at != nil {
		return at.channel(guildID, id)
	}
	return Channel{}, false
}

// MemberPermissions returns the permissions of a member with these roles in a channel,
// from what the gateway has sent. known is false if the channel is deleted or not sent
// yet.
func (c *Client) MemberPermissions(guildID, channelID, userID string, roles []string) (have wire.Permissions, known bool) {
	if have, known = c.places.permissions(guildID, channelID, userID, roles); !known && !c.places.knows(guildID) {
		c.find(guildID)
	}
	return have, known
}
