package discord

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"topcut/commands/wire"
)

// dispatch decodes a gateway event and passes it on if it matters. It is called on
// discordgo's reading goroutine and never waits.
func (c *Client) dispatch(kind string, raw json.RawMessage) {
	defer func() {
		if v := recover(); v != nil { // the caller would not recover
			c.cfg.Hooks.panicked()
			c.drop(kind, fmt.Errorf("panic: %v", v))
		}
	}()
	if err := c.places.take(kind, raw); err != nil {
		c.log.Error("what the gateway tells of a server could not be read", "event", kind, "error", withoutValue(err))
	}
	var e Event
	var err error
	switch kind {
	case "INTERACTION_CREATE":
		i, err := decodeInteraction(raw, time.Now())
		if err != nil {
			c.drop(kind, err)
			return
		}
		if in := c.inbox.Load(); in != nil {
			in.interaction(i)
		}
		return
	case "READY":
		e, err = c.decodeReady(raw)
	case "RESUMED":
		e = Resumed{}
		c.cfg.Hooks.gateway("resumed")
		c.log.Info("gateway session resumed")
	case "GUILD_CREATE":
		e, err = c.decodeGuild(raw)
	case "GUILD_DELETE":
		var g struct {
			ID          string `json:"id"`
			Unavailable bool   `json:"unavailable"`
		}
		err = json.Unmarshal(raw, &g)
		e = GuildGone{ID: g.ID, Unavailable: g.Unavailable}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var ch Channel
		err = json.Unmarshal(raw, &ch)
		e = ChannelGone{ID: ch.ID, GuildID: ch.GuildID, Thread: kind == "THREAD_DELETE"}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE":
		e, err = c.decodeAccess(kind, raw)
	case "MESSAGE_CREATE":
		e, err = c.decodeSaid(raw)
	case "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
		var m struct {
			ID  string   `json:"id"`
			IDs []string `json:"ids"`
		}
		err = json.Unmarshal(raw, &m)
		if m.ID != "" {
			m.IDs = []string{m.ID}
		}
		e = MessagesGone{m.IDs}
	case "THREAD_UPDATE":
		var ch Channel
		err = json.Unmarshal(raw, &ch)
		e = ThreadChanged{
			ID: ch.ID, GuildID: ch.GuildID, ParentID: ch.ParentID,
			Archived: ch.Thread.Archived, Locked: ch.Thread.Locked,
		}
	default:
		return
	}
	if err != nil {
		c.drop(kind, withoutValue(err))
		return
	}
	if e != nil {
		c.note(e)
	}
}

func (c *Client) drop(kind string, err error) {
	c.cfg.Hooks.dropped(kind)
	c.log.Error("a gateway event could not be read", "event", kind, "error", c.redact(err))
}

// rawReady is READY.
type rawReady struct {
	Address     string    `json:"resume_gateway_url"`
	Session     string    `json:"session_id"`
	User        wire.User `json:"user"`
	Application struct {
		ID string `json:"id"`
	} `json:"application"`
	Guilds []struct {
		ID string `json:"id"`
	} `json:"guilds"`
	Shard []int `json:"shard"` // and their number; missing if there is one
}

func (c *Client) decodeReady(raw json.RawMessage) (Event, error) {
	var r rawReady
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	c.self.Store(&identity{botID: r.User.ID, appID: r.Application.ID})
	ready := Ready{BotID: r.User.ID, AppID: r.Application.ID}
	if len(r.Shard) > 0 {
		ready.Shard = r.Shard[0]
	}
	for _, g := range r.Guilds {
		ready.Guilds = append(ready.Guilds, g.ID)
	}
	c.cfg.Hooks.gateway("ready")
	c.log.Info("gateway session ready", "bot", ready.BotID, "shard", ready.Shard, "servers", len(ready.Guilds))
	return ready, nil
}

// decodeSaid returns nil for messages other than those to the bot by a member of a
// server.
func (c *Client) decodeSaid(raw json.RawMessage) (Event, error) {
	var m struct {
		rawMessage
		wire.Where
		Member   rawMember   `json:"member"`
		Mentions []wire.User `json:"mentions"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, err
	}
	self := c.self.Load()
	if m.GuildID == "" || m.Content == "" || m.Author.Bot || m.WebhookID != "" || self == nil ||
		!slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == self.botID }) {
		return nil, nil
	}
	kind := wire.ChannelType(wire.ChannelText)
	if m.ChannelType != nil {
		kind = *m.ChannelType
	}
	return Mentioned{
		ID: m.ID, GuildID: m.GuildID, ChannelID: m.ChannelID, ChannelType: kind, Text: m.Content,
		User: seen(m.Author, &m.Member), Roles: m.Member.Roles,
	}, nil
}

// Mentions returns the forms in which a text mentions the bot; none before it is ready.
func (c *Client) Mentions() []string {
	self := c.self.Load()
	if self == nil {
		return nil
	}
	return []string{"<@" + self.botID + ">", "<@!" + self.botID + ">"}
}

// decodeAccess returns nil for a change of another member.
func (c *Client) decodeAccess(kind string, raw json.RawMessage) (Event, error) {
	var change struct {
		GuildID string    `json:"guild_id"`
		User    wire.User `json:"user"`
	}
	if err := json.Unmarshal(raw, &change); err != nil {
		return nil, err
	}
	if self := c.self.Load(); change.GuildID == "" || kind == "GUILD_MEMBER_UPDATE" && (self == nil || change.User.ID != self.botID) {
		return nil, nil
	}
	return AccessChanged{GuildID: change.GuildID}, nil
}

// placed is a channel with its place in the list of the server.
type placed struct {
	Channel
	Position int `json:"position"`
}

// newlyInvited is how long after an invitation the bot looks for a channel to say hello in.
const newlyInvited = 24 * time.Hour

// decodeGuild returns nil for a server that is still unavailable.
func (c *Client) decodeGuild(raw json.RawMessage) (Event, error) {
	var g struct {
		Guild
		Unavailable bool        `json:"unavailable"`
		Members     []rawMember `json:"members"`
		Joined      time.Time   `json:"joined_at"`
		System      string      `json:"system_channel_id"`
		Channels    []placed    `json:"channels"`
		Threads     []struct {
			Channel
			Owner    string `json:"owner_id"`
			Messages int    `json:"message_count"` // without the first
		} `json:"threads"`
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		return nil, err
	}
	if g.Unavailable {
		return nil, nil
	}
	e := GuildAvailable{ID: g.ID, Name: g.Name}
	self := c.self.Load()
	for _, th := range g.Threads {
		forum := slices.ContainsFunc(g.Channels, func(ch placed) bool { return ch.ID == th.ParentID && ch.Type == wire.ChannelForum })
		if forum && self != nil && th.Owner == self.botID && th.Messages == 0 {
			e.Begun = append(e.Begun, th.ID)
		}
	}
	for _, m := range g.Members {
		if self == nil || m.User == nil || m.User.ID != self.botID {
			continue
		}
		e.Permissions, e.Known = g.permissions(self.botID, m.Roles), true
		e.Joined, e.Locale = g.Joined, g.Locale
		if time.Since(g.Joined) > newlyInvited {
			continue
		}
		slices.SortFunc(g.Channels, func(a, b placed) int { return cmp.Compare(a.Position, b.Position) })
		for _, ch := range g.Channels {
			switch {
			case !ch.Type.Home().Posts || !g.permissionsIn(ch.Channel, self.botID, m.Roles).Has(wire.ViewChannel|wire.SendMessages):
			case ch.ID == g.System:
				e.Writes = slices.Insert(e.Writes, 0, ch.ID)
			default:
				e.Writes = append(e.Writes, ch.ID)
			}
		}
	}
	return e, nil
}
