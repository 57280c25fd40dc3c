package localdiscord

import (
	"slices"
	"time"

	"topcut/commands/wire"
)

// The permissions that the local Discord gives in a new guild.
const (
	// EveryonePermissions are the permissions of the @everyone role of a new guild.
	EveryonePermissions = wire.CreateInstantInvite | wire.AddReactions | wire.ViewChannel | wire.SendMessages |
		wire.EmbedLinks | wire.AttachFiles | wire.ReadMessageHistory | wire.UseExternalEmojis | wire.ChangeNickname |
		wire.UseApplicationCommands | wire.CreatePublicThreads | wire.CreatePrivateThreads | wire.SendMessagesInThreads | wire.Connect
	// BotPermissions are the permissions of the bot's own role in a new guild, which an
	// invitation link would have asked for in addition to EveryonePermissions.
	BotPermissions = wire.ManageThreads | wire.ManageMessages | wire.PinMessages
)

// permissions returns what a member may do in the guild as a whole.
func (g *guildState) permissions(userID string) wire.Permissions {
	m := g.members[userID]
	if m == nil {
		return 0
	}
	if g.ownerID == userID {
		return wire.AllPermissions
	}
	p := g.roles[g.id].Permissions
	for _, id := range m.roles {
		if r := g.roles[id]; r != nil {
			p |= r.Permissions
		}
	}
	if p.Has(wire.Administrator) {
		return wire.AllPermissions
	}
	return p
}

// permissions computes what a user may do in a channel, in Discord's order: guild, then
// the overwrites of @everyone, of the roles, of the member. A thread has the overwrites
// of its parent; its members and users who manage threads see a private thread.
func (s *Server) permissions(ch *channelState, userID string) wire.Permissions {
	if ch.guild == nil {
		if slices.Contains(ch.recipients, userID) || userID == s.bot.ID {
			return wire.ViewChannel | wire.SendMessages | wire.EmbedLinks | wire.AttachFiles | wire.ReadMessageHistory | wire.AddReactions | wire.UseApplicationCommands | wire.PinMessages
		}
		return 0
	}
	g := ch.guild
	m := g.members[userID]
	if m == nil {
		return 0
	}
	p := g.permissions(userID)
	if p == wire.AllPermissions {
		return p
	}
	place := ch
	if ch.thread != nil {
		if parent := s.channels[ch.parentID]; parent != nil {
			place = parent
		}
	}
	apply := func(match func(wire.Overwrite) bool) {
		var allow, deny wire.Permissions
		for _, o := range place.overwrites {
			if match(o) {
				allow |= o.Allow
				deny |= o.Deny
			}
		}
		p = p&^deny | allow
	}
	apply(func(o wire.Overwrite) bool { return o.Type == wire.OverwriteRole && o.ID == g.id })
	apply(func(o wire.Overwrite) bool {
		return o.Type == wire.OverwriteRole && o.ID != g.id && slices.Contains(m.roles, o.ID)
	})
	apply(func(o wire.Overwrite) bool { return o.Type == wire.OverwriteMember && o.ID == userID })

	if !p.Has(wire.ViewChannel) {
		return 0
	}
	if ch.kind == wire.ChannelPrivateThread && !p.Has(wire.ManageThreads) {
		if _, in := ch.thread.members[userID]; !in {
			return 0
		}
	}
	if m.timedOut(s.clock.Now()) {
		return p & (wire.ViewChannel | wire.ReadMessageHistory)
	}
	send := wire.SendMessages
	if ch.thread != nil {
		send = wire.SendMessagesInThreads
	}
	if !p.Has(send) {
		p &^= wire.MentionEveryone | wire.EmbedLinks | wire.AttachFiles
	}
	return p
}

func (m *memberState) timedOut(now time.Time) bool { return now.Before(m.timeoutUntil) }

// canSee reports whether a user sees a channel at all.
func (s *Server) canSee(ch *channelState, userID string) bool {
	return s.permissions(ch, userID).Has(wire.ViewChannel)
}

// sendPermission returns the permission for writing in a channel.
func sendPermission(ch *channelState) wire.Permissions {
	if ch.thread != nil {
		return wire.SendMessagesInThreads
	}
	return wire.SendMessages
}
