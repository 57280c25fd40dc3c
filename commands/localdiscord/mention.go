package localdiscord

import (
	"slices"
	"strings"

	"topcut/commands/wire"
)

// allows reports whether a message may ping. Without the field, a channel message pings
// everything that it mentions and an answer to an interaction pings users only.
func allows(a *wire.AllowedMentions, kind, id string, inInteraction bool) bool {
	if a == nil {
		return kind == "users" || !inInteraction
	}
	if slices.Contains(a.Parse, kind) {
		return true
	}
	list := a.Users
	if kind == "roles" {
		list = a.Roles
	}
	return slices.Contains(list, wire.Text(id))
}

// mentioned is what a text mentions, whether allowed or not.
type mentioned struct {
	users, roles []string
	everyone     bool
}

// scanMentions finds <@id>, <@!id>, <@&id>, @everyone and @here.
func scanMentions(texts []string) mentioned {
	var found mentioned
	for _, text := range texts {
		found.everyone = found.everyone || strings.Contains(text, "@everyone") || strings.Contains(text, "@here")
		for rest := text; ; {
			i := strings.Index(rest, "<@")
			if i < 0 {
				break
			}
			rest = rest[i+2:]
			end := strings.IndexByte(rest, '>')
			if end < 0 {
				break
			}
			id, list := rest[:end], &found.users
			switch {
			case strings.HasPrefix(id, "&"):
				id, list = id[1:], &found.roles
			case strings.HasPrefix(id, "!"):
				id = id[1:]
			}
			if isID(id) && !slices.Contains(*list, id) {
				*list = append(*list, id)
			}
		}
	}
	return found
}

// mention works out which users and roles a message mentions and, if it is new, pings. A
// ping reaches only people who can see the channel; a role must be mentionable, or the
// author allowed to mention everyone.
func (s *Server) mention(m *messageState, allowed *wire.AllowedMentions, replyTo *messageState, isNew bool) {
	found := scanMentions(m.texts())
	inInteraction := m.source != nil
	may := s.permissions(m.ch, m.Author.ID).Has(wire.MentionEveryone)
	m.Mentions, m.MentionRoles, m.MentionEveryone = []User{}, []string{}, false
	var ping Pinged
	mentionUser := func(id string) {
		u := s.users[id]
		if u == nil || slices.ContainsFunc(m.Mentions, func(x User) bool { return x.ID == id }) {
			return
		}
		m.Mentions = append(m.Mentions, u.User)
		if id != m.Author.ID && m.visibleTo(id) && !m.Private() && s.canSee(m.ch, id) {
			ping.Users = append(ping.Users, id)
		}
	}
	for _, id := range found.users {
		if allows(allowed, "users", id, inInteraction) {
			mentionUser(id)
		}
	}
	if replyTo != nil && (allowed == nil || allowed.RepliedUser) {
		mentionUser(replyTo.Author.ID)
	}
	if g := m.ch.guild; g != nil {
		for _, id := range found.roles {
			r := g.roles[id]
			if r == nil || !allows(allowed, "roles", id, inInteraction) || !(r.Mentionable || may) {
				continue
			}
			m.MentionRoles = append(m.MentionRoles, id)
			if !m.Private() {
				ping.Roles = append(ping.Roles, id)
			}
		}
		if found.everyone && may && allows(allowed, "everyone", "", inInteraction) {
			m.MentionEveryone, ping.Everyone = true, !m.Private()
		}
	}
	if isNew {
		m.Pinged = ping
	}
}
