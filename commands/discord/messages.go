package discord

import (
	"errors"

	"github.com/bwmarrin/discordgo"
)

// Every message that is written in a server is an event for each bot there that asks for
// them. So a session asks only if messages are read in one of its servers; what it asks
// for is fixed when it begins.

// errMessagesWanted ends a session that is to hear of messages and did not ask for them.
var errMessagesWanted = errors.New("messages are read in a server from now on")

// ShardOf returns the shard of a server among so many.
func ShardOf(guild string, of int) int { return int((number(guild) >> 22) % uint64(max(of, 1))) }

// wantsMessages reports whether a shard is to hear of messages.
func (sh *shard) wantsMessages() bool {
	wants := sh.c.cfg.Messages
	return wants == nil || wants(sh.id, sh.fleet.size())
}

// ask sets what a session that begins asks for. Messages come without their text, except
// those that mention the bot: there is no privileged intent.
func (s *session) ask() {
	intents, messages := discordgo.IntentsGuilds, s.shard.wantsMessages()
	if messages {
		intents |= discordgo.IntentsGuildMessages
	}
	s.dg.Identify.Intents = intents
	s.mu.Lock()
	s.messages = messages
	s.mu.Unlock()
}

// hears reports whether a session hears of messages.
func (s *session) hears() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.messages
}

// Renew begins those sessions anew that do not hear of messages and are to, see
// Config.Messages. Their servers are out of reach for about a second.
func (c *Client) Renew() {
	f := c.fleet.Load()
	if f == nil {
		return
	}
	f.mu.Lock()
	shards := f.shards
	f.mu.Unlock()
	for _, sh := range shards {
		sh.mu.Lock()
		s := sh.session
		sh.mu.Unlock()
		if s != nil {
			s.renew()
		}
	}
}

// renew ends a session that is to hear of messages and does not.
func (s *session) renew() {
	if s.hears() || !s.shard.wantsMessages() {
		return
	}
	if l := s.current(); l != nil {
		l.verdict.CompareAndSwap(nil, &errMessagesWanted)
		l.kill()
	}
}
