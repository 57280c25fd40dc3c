package localdiscord

import (
	"topcut/commands/wire"
)

func getRoles(s *Server, _ *request, g *guildState) response {
	return ok(g.sortedRoles())
}

// roleBody is the body of POST and PATCH of roles.
type roleBody struct {
	Name        *string           `json:"name"`
	Permissions *wire.Permissions `json:"permissions"`
	Color       *int              `json:"color"`
	Hoist       *bool             `json:"hoist"`
	Mentionable *bool             `json:"mentionable"`
}

func (b roleBody) apply(role *roleWire) {
	set := func(p *bool, v *bool) {
		if v != nil {
			*p = *v
		}
	}
	if b.Name != nil {
		role.Name = *b.Name
	}
	if b.Permissions != nil {
		role.Permissions = *b.Permissions
	}
	if b.Color != nil {
		role.Color, role.Colors.Primary = *b.Color, *b.Color
	}
	set(&role.Hoist, b.Hoist)
	set(&role.Mentionable, b.Mentionable)
}

func createRole(s *Server, _ *request, g *guildState, body roleBody) response {
	if len(g.roles) >= 250 {
		return fail(400, 30005, "Maximum number of guild roles reached (250)")
	}
	role := s.addRole(g, "new role", g.roles[g.id].Permissions)
	body.apply(role)
	s.dispatchRole("GUILD_ROLE_CREATE", g, role)
	return ok(*role)
}

// roleOf finds the role of a request. The bot may change only roles below its own
// highest, and none that an integration manages.
func (s *Server) roleOf(g *guildState, r *request) (*roleWire, *response) {
	role := g.roles[r.params["role"]]
	if role == nil {
		return nil, new(fail(404, wire.CodeUnknownRole, "Unknown Role"))
	}
	highest := 0
	for _, id := range g.members[s.bot.ID].roles {
		if own := g.roles[id]; own != nil {
			highest = max(highest, own.Position)
		}
	}
	if role.Position >= highest || role.Managed {
		return nil, new(missingPermissions().because("role %s is not below the bot's", role.Name))
	}
	return role, nil
}

func giveRole(s *Server, r *request, g *guildState) response { return s.changeRole(r, g, true) }

func takeRole(s *Server, r *request, g *guildState) response { return s.changeRole(r, g, false) }

func (s *Server) changeRole(r *request, g *guildState, give bool) response {
	m := g.members[r.params["user"]]
	if m == nil {
		return fail(404, wire.CodeUnknownMember, "Unknown Member")
	}
	role, bad := s.roleOf(g, r)
	if bad != nil {
		return *bad
	}
	if role.ID == g.id {
		return fail(400, wire.CodeInvalidRole, "Invalid Role").because("@everyone is neither given nor taken")
	}
	s.setRole(g, m, role.ID, give)
	return noContent()
}
