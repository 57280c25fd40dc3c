package discord

import "context"

// Handler receives what happens on Discord.
//
// Interaction is called in a goroutine of its own for every delivery,
// duplicates included; it must begin to answer through r within three seconds
// of the click. Event is called for one event after the other, in the order in
// which they happened. The context lives until Run ends; a panic is contained
// and reported through Config.
type Handler interface {
	Interaction(ctx context.Context, in *Interaction, r *Responder)
	Event(ctx context.Context, e Event)
}

// Event is a note about the connection, a server or a channel: one of the types
// of this file.
type Event interface{ event() }

// Ready reports a new session; nothing of what happened before it will be delivered
// again.
type Ready struct {
	BotID  string
	AppID  string
	Guilds []string
}

// Resumed says that the connection is back and no event was lost.
type Resumed struct{}

// Disconnected says that the connection is gone; Run is already making a new
// one.
type Disconnected struct{ Reason string }

// GuildAvailable says that the bot is in a server: at the start, when it comes back
// after an outage, and when the bot is invited.
type GuildAvailable struct {
	ID   string
	Name string
	// Permissions are the bot's in the server as a whole, without the
	// overwrites of channels. They are valid only if Known.
	Permissions Permissions
	Known       bool
}

// GuildGone says that a server is out of reach: during an outage
// (Unavailable), or because the bot was removed from it.
type GuildGone struct {
	ID          string
	Unavailable bool
}

// ChannelGone says that a channel or thread was deleted.
type ChannelGone struct {
	ID      string
	GuildID string
	Thread  bool
}

// AccessChanged says that what the bot may do in a server may have changed: a
// role, a channel, or which roles the bot has.
type AccessChanged struct{ GuildID string }

// ThreadChanged says that a thread was archived, locked or reopened.
type ThreadChanged struct {
	ID       string
	GuildID  string
	ParentID string
	Archived bool
	Locked   bool
}

// Mentioned is a message of a person that mentions the bot, or replies to it with the
// mention on: the only ones whose text Discord delivers.
type Mentioned struct {
	ID          string
	GuildID     string
	ChannelID   string
	ChannelType ChannelType
	User        User
	Roles       []string
	Text        string
}

func (Mentioned) event()      {}
func (Ready) event()          {}
func (Resumed) event()        {}
func (Disconnected) event()   {}
func (GuildAvailable) event() {}
func (GuildGone) event()      {}
func (ChannelGone) event()    {}
func (AccessChanged) event()  {}
func (ThreadChanged) event()  {}
