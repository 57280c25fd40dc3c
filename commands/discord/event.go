package discord

import (
	"context"
	"time"

	"topcut/commands/wire"
)

// Handler receives what happens on Discord.
//
// Interaction is called in its own goroutine for every delivery, including duplicates; it
// must begin to answer through r within three seconds of the click. Event is called for
// one event after the other, in order. The context lives until Run ends; a panic is
// recovered and reported through Config.
type Handler interface {
	Interaction(ctx context.Context, in *Interaction, r *Responder)
	Event(ctx context.Context, e Event)
}

// Event is a note about the connection, a server or a channel: one of the types
// of this file.
type Event interface{ event() }

// Ready reports a new session; nothing from before it will be delivered again, unless
// GoneOn.
type Ready struct {
	BotID  string
	AppID  string
	Guilds []string // of the shard
	Shard  int
	// GoneOn means that a session of an earlier process goes on: events from before it are
	// delivered after all, but no server is announced.
	GoneOn bool
}

// Resumed means that the connection is back and no event was lost.
type Resumed struct{}

// Disconnected means that the connection is gone; Run is already opening a new one.
type Disconnected struct{ Reason string }

// GuildAvailable means that the bot is in a server: at the start, after an outage of the
// server, and when the bot is invited.
type GuildAvailable struct {
	ID   string
	Name string
	// Permissions are the bot's in the server before the overwrites of channels. They are
	// valid only if Known.
	Permissions wire.Permissions
	Known       bool
	// Joined is when the bot was invited, Locale the language of the server. Writes are
	// channels in which the bot may write, the best first: that for notices of the system,
	// then by their order.
	Joined time.Time
	Locale string
	Writes []string
	// Begun are the bot's posts in forums that have no message but their first.
	Begun []string
}

// GuildGone means that a server is unavailable, because of an outage (Unavailable) or
// because the bot was removed from it.
type GuildGone struct {
	ID          string
	Unavailable bool
}

// ChannelGone means that a channel or thread was deleted.
type ChannelGone struct {
	ID      string
	GuildID string
	Thread  bool
}

// AccessChanged means that the bot's permissions in a server may have changed: a role, a
// channel, or the bot's roles.
type AccessChanged struct{ GuildID string }

// ThreadChanged means that a thread was archived, locked or reopened.
type ThreadChanged struct {
	ID       string
	GuildID  string
	ParentID string
	Archived bool
	Locked   bool
}

// MessagesGone means that messages of a channel were deleted, by the bot or by others.
type MessagesGone struct{ IDs []string }

// Mentioned is a user's message that mentions the bot, or replies to it with the mention
// on: Discord delivers the text of no other messages.
type Mentioned struct {
	ID          string
	GuildID     string
	ChannelID   string
	ChannelType wire.ChannelType
	User        User
	Roles       []string
	Text        string
}

func (MessagesGone) event()   {}
func (Mentioned) event()      {}
func (Ready) event()          {}
func (Resumed) event()        {}
func (Disconnected) event()   {}
func (GuildAvailable) event() {}
func (GuildGone) event()      {}
func (ChannelGone) event()    {}
func (AccessChanged) event()  {}
func (ThreadChanged) event()  {}
