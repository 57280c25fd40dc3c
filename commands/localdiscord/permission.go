package localdiscord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Permissions is Discord's bit set of permissions.
type Permissions uint64

// The permissions the local Discord knows by name. Values are Discord's.
const (
	CreateInstantInvite    Permissions = 1 << 0
	KickMembers            Permissions = 1 << 1
	Administrator          Permissions = 1 << 3
	ManageChannels         Permissions = 1 << 4
	ManageGuild            Permissions = 1 << 5
	AddReactions           Permissions = 1 << 6
	ViewChannel            Permissions = 1 << 10
	SendMessages           Permissions = 1 << 11
	ManageMessages         Permissions = 1 << 13
	EmbedLinks             Permissions = 1 << 14
	AttachFiles            Permissions = 1 << 15
	ReadMessageHistory     Permissions = 1 << 16
	MentionEveryone        Permissions = 1 << 17
	UseExternalEmojis      Permissions = 1 << 18
	ChangeNickname         Permissions = 1 << 26
	ManageNicknames        Permissions = 1 << 27
	ManageRoles            Permissions = 1 << 28
	UseApplicationCommands Permissions = 1 << 31
	ManageEvents           Permissions = 1 << 33
	ManageThreads          Permissions = 1 << 34
	CreatePublicThreads    Permissions = 1 << 35
	CreatePrivateThreads   Permissions = 1 << 36
	SendMessagesInThreads  Permissions = 1 << 38
	CreateEvents           Permissions = 1 << 44
	PinMessages            Permissions = 1 << 51

	// AllPermissions are the permissions of owners and administrators.
	AllPermissions Permissions = 1<<53 - 1
	// EveryonePermissions are the permissions of the @everyone role of a new guild.
	EveryonePermissions = CreateInstantInvite | AddReactions | ViewChannel | SendMessages |
		EmbedLinks | AttachFiles | ReadMessageHistory | UseExternalEmojis | ChangeNickname |
		UseApplicationCommands | CreatePublicThreads | CreatePrivateThreads | SendMessagesInThreads
	// BotPermissions are the permissions of the bot's own role in a new guild, which an
	// invitation link would have asked for in addition to EveryonePermissions.
	BotPermissions = ManageThreads | ManageMessages | PinMessages
)

// Has reports whether every bit of want is set.
func (p Permissions) Has(want Permissions) bool { return p&want == want }

// MarshalJSON writes the set as Discord does, a decimal string.
func (p Permissions) MarshalJSON() ([]byte, error) {
	return []byte(`"` + strconv.FormatUint(uint64(p), 10) + `"`), nil
}

// UnmarshalJSON reads a decimal string or a number.
func (p *Permissions) UnmarshalJSON(b []byte) error {
	var f flexString
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	n, err := strconv.ParseUint(string(f), 10, 64)
	if err != nil {
		return fmt.Errorf("permissions are a decimal number, not %q", string(f))
	}
	*p = Permissions(n)
	return nil
}

// permissions returns what a member may do in the guild as a whole.
func (g *guildState) permissions(userID string) Permissions {
	m := g.members[userID]
	if m == nil {
		return 0
	}
	if g.ownerID == userID {
		return AllPermissions
	}
	p := g.roles[g.id].Permissions
	for _, id := range m.roles {
		if r := g.roles[id]; r != nil {
			p |= r.Permissions
		}
	}
	if p.Has(Administrator) {
		return AllPermissions
	}
	return p
}

// permissions computes what a user may do in a channel, in Discord's order: guild, then
// the overwrites of @everyone, of the roles, of the member. A thread has the overwrites
// of its parent; its members and users who manage threads see a private thread.
func (s *Server) permissions(ch *channelState, userID string) Permissions {
	if ch.guild == nil {
		if slices.Contains(ch.recipients, userID) || userID == s.bot.ID {
			return ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | AddReactions | UseApplicationCommands | PinMessages
		}
		return 0
	}
	g := ch.guild
	m := g.members[userID]
	if m == nil {
		return 0
	}
	p := g.permissions(userID)
	if p == AllPermissions {
		return p
	}
	place := ch
	if ch.thread != nil {
		if parent := s.channels[ch.parentID]; parent != nil {
			place = parent
		}
	}
	apply := func(match func(overwrite) bool) {
		var allow, deny Permissions
		for _, o := range place.overwrites {
			if match(o) {
				allow |= o.Allow
				deny |= o.Deny
			}
		}
		p = p&^deny | allow
	}
	apply(func(o overwrite) bool { return o.Type == 0 && o.ID == g.id })
	apply(func(o overwrite) bool { return o.Type == 0 && o.ID != g.id && slices.Contains(m.roles, o.ID) })
	apply(func(o overwrite) bool { return o.Type == 1 && o.ID == userID })

	if !p.Has(ViewChannel) {
		return 0
	}
	if ch.kind == PrivateThread && !p.Has(ManageThreads) {
		if _, in := ch.thread.members[userID]; !in {
			return 0
		}
	}
	if m.timedOut(s.clock.Now()) {
		return p & (ViewChannel | ReadMessageHistory)
	}
	send := SendMessages
	if ch.thread != nil {
		send = SendMessagesInThreads
	}
	if !p.Has(send) {
		p &^= MentionEveryone | EmbedLinks | AttachFiles
	}
	return p
}

func (m *memberState) timedOut(now time.Time) bool { return now.Before(m.timeoutUntil) }

// canSee reports whether a user sees a channel at all.
func (s *Server) canSee(ch *channelState, userID string) bool {
	return s.permissions(ch, userID).Has(ViewChannel)
}

// sendPermission returns the permission for writing in a channel.
func sendPermission(ch *channelState) Permissions {
	if ch.thread != nil {
		return SendMessagesInThreads
	}
	return SendMessages
}
