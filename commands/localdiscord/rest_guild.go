package localdiscord

import (
	"slices"
	"strings"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

func guildRoutes() []*route {
	routes := []*route{
		{method: "GET", pattern: "/guilds/{guild}", handle: about(inGuild(0), getGuild)},
		{method: "GET", pattern: "/guilds/{guild}/channels", handle: about(inGuild(0), getGuildChannels)},
		{method: "POST", pattern: "/guilds/{guild}/channels", handle: saying(judged(inGuild(wire.ManageChannels), newChannel), createChannel)},
		{method: "GET", pattern: "/guilds/{guild}/threads/active", handle: about(inGuild(0), activeThreads)},
		{method: "GET", pattern: "/guilds/{guild}/roles", handle: about(inGuild(0), getRoles)},
		{method: "POST", pattern: "/guilds/{guild}/roles", handle: saying(inGuild(wire.ManageRoles), createRole)},
		{method: "GET", pattern: "/guilds/{guild}/members", handle: about(inGuild(0), listMembers)},
		{method: "GET", pattern: "/guilds/{guild}/members/search", handle: about(inGuild(0), searchMembers)},
		{method: "GET", pattern: "/guilds/{guild}/members/{user}", handle: about(inGuild(0), getMember)},
		{method: "PUT", pattern: "/guilds/{guild}/members/{user}/roles/{role}", handle: about(inGuild(wire.ManageRoles), giveRole)},
		{method: "DELETE", pattern: "/guilds/{guild}/members/{user}/roles/{role}", handle: about(inGuild(wire.ManageRoles), takeRole)},
	}
	for _, r := range routes {
		r.rule, r.major = ruleOther(), "guild"
	}
	return routes
}

// inGuild finds the guild of a request, for which the bot needs permissions.
func inGuild(need wire.Permissions) finder[*guildState] {
	return func(s *Server, r *request) (*guildState, *response) {
		g := s.guilds[r.params["guild"]]
		if g == nil {
			return nil, new(unknownGuild())
		}
		if g.members[s.bot.ID] == nil {
			return nil, new(missingAccess())
		}
		if missing := need &^ g.permissions(s.bot.ID); missing != 0 {
			return nil, new(missingPermissions().because("in the guild the bot lacks the bits %d", missing))
		}
		return g, nil
	}
}

func newChannel(r *request) []string { return check.Channel(r.raw, true) }

func getGuild(s *Server, r *request, g *guildState) response {
	w := s.guildWire(g)
	if r.query.Get("with_counts") == "true" {
		w["approximate_member_count"], w["approximate_presence_count"] = len(g.members), len(g.members)
	}
	return ok(w)
}

func getGuildChannels(s *Server, _ *request, g *guildState) response {
	out := []channelWire{}
	for _, id := range g.channelOrder {
		out = append(out, s.channelWire(s.channels[id]))
	}
	return ok(out)
}

func listMembers(s *Server, r *request, g *guildState) response {
	if s.cfg.PrivilegedIntents&IntentGuildMembers == 0 {
		return missingAccess().because("listing members needs the GUILD_MEMBERS intent")
	}
	limit, bad := r.limit(1, 1000)
	if bad != nil {
		return *bad
	}
	out := []*memberWire{}
	for _, id := range sortedIDs(g.members) {
		if after := r.query.Get("after"); after != "" && compareIDs(id, after) <= 0 {
			continue
		}
		if len(out) == limit {
			break
		}
		out = append(out, s.memberWire(g.members[id], true))
	}
	return ok(out)
}

func searchMembers(s *Server, r *request, g *guildState) response {
	limit, bad := r.limit(1, 1000)
	if bad != nil {
		return *bad
	}
	query := strings.ToLower(r.query.Get("query"))
	if query == "" {
		return invalidBody("query is missing")
	}
	out := []*memberWire{}
	for _, id := range g.memberOrder {
		name := strings.ToLower(s.displayName(g, id))
		if len(out) < limit && (strings.HasPrefix(name, query) || strings.HasPrefix(s.users[id].Username, query)) {
			out = append(out, s.memberWire(g.members[id], true))
		}
	}
	return ok(out)
}

func getMember(s *Server, r *request, g *guildState) response {
	id := r.params["user"]
	if id == "@me" {
		id = s.bot.ID
	}
	m := g.members[id]
	if m == nil {
		if s.users[id] == nil {
			return fail(404, wire.CodeUnknownUser, "Unknown User")
		}
		return fail(404, wire.CodeUnknownMember, "Unknown Member")
	}
	return ok(s.memberWire(m, true))
}

// setRole gives a member a role or, if give is false, removes it.
func (s *Server) setRole(g *guildState, m *memberState, roleID string, give bool) {
	roles := slices.DeleteFunc(slices.Clone(m.roles), func(id string) bool { return id == roleID })
	if give {
		roles = append(roles, roleID)
	}
	m.roles = roles
	s.dispatchMember("GUILD_MEMBER_UPDATE", g, m)
}

// dispatchMember sends a member event: always about the bot itself, and with the
// GUILD_MEMBERS intent about all members.
func (s *Server) dispatchMember(event string, g *guildState, m *memberState) {
	intent := IntentGuildMembers
	if m.userID == s.bot.ID {
		intent |= IntentGuilds
	}
	s.dispatch(event, g, intent, func(*session) any {
		return struct {
			*memberWire
			GuildID string `json:"guild_id"`
		}{s.memberWire(m, true), g.id}
	})
}
