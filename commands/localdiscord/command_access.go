package localdiscord

import (
	"slices"

	"topcut/commands/wire"
)

// commandAccess are the permissions that an admin of a guild has set for one command under
// Server Settings → Integrations.
type commandAccess struct {
	ID            string              `json:"id"`
	ApplicationID string              `json:"application_id"`
	GuildID       string              `json:"guild_id"`
	Permissions   []commandPermission `json:"permissions"`
}

// commandPermission shows a command to a role or user, or hides it.
type commandPermission struct {
	ID         string `json:"id"`
	Type       int    `json:"type"`
	Permission bool   `json:"permission"`
}

// Types of a commandPermission.
const (
	accessRole = 1
	accessUser = 2
)

// ShowCommands shows commands to a role or user, as an admin does under Server Settings →
// Integrations; without names, all that are registered. It replaces what was set for that
// role or user.
func (g *Guild) ShowCommands(holder string, names ...string) {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := accessUser
	if g.state.roles[holder] != nil {
		kind = accessRole
	}
	for _, c := range slices.Concat(g.state.commands.list(), s.commands.list()) {
		if len(names) > 0 && !slices.Contains(names, c.Name) {
			continue
		}
		set := slices.DeleteFunc(slices.Clone(g.state.access[c.ID]), func(p commandPermission) bool { return p.ID == holder })
		g.state.access[c.ID] = append(set, commandPermission{ID: holder, Type: kind, Permission: true})
	}
}

// offers reports whether the menu of a member with the given permissions has a command:
// what an admin has set for the user, else for one of the roles, else for @everyone
// decides; without that, default_member_permissions does.
func (g *guildState) offers(c *Command, userID string, have wire.Permissions) bool {
	if have == wire.AllPermissions {
		return true
	}
	set := g.access[c.ID]
	if i := slices.IndexFunc(set, func(p commandPermission) bool { return p.Type == accessUser && p.ID == userID }); i >= 0 {
		return set[i].Permission
	}
	shown, hidden := false, false
	for _, p := range set {
		if m := g.members[userID]; p.Type == accessRole && m != nil && slices.Contains(m.roles, p.ID) {
			shown, hidden = shown || p.Permission, hidden || !p.Permission
		}
	}
	if shown || hidden {
		return shown
	}
	if i := slices.IndexFunc(set, func(p commandPermission) bool { return p.Type == accessRole && p.ID == g.id }); i >= 0 {
		return set[i].Permission
	}
	need := c.DefaultMemberPermissions
	return need == nil || *need != 0 && have.Has(*need)
}

// Menu returns what the person sees in a channel after typing a slash: each command or
// subcommand by its name.
func (p *Person) Menu(c *Channel) (entries []string) {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channels[c.state.id]
	if ch == nil || ch.guild == nil {
		return nil
	}
	have := s.permissions(ch, p.id)
	var add func(name string, options []wire.CommandOption)
	add = func(name string, options []wire.CommandOption) {
		nested := false
		for i := range options {
			if o := &options[i]; o.Type == wire.OptionSubcommand || o.Type == wire.OptionGroup {
				nested = true
				add(name+" "+o.Name, o.Options)
			}
		}
		if !nested {
			entries = append(entries, name)
		}
	}
	for _, c := range slices.Concat(ch.guild.commands.list(), s.commands.list()) {
		if c.Type == wire.CommandChat && ch.guild.offers(&c, p.id, have) {
			add(c.Name, c.Options)
		}
	}
	return entries
}

// listCommandAccess answers GET …/commands/permissions: the commands of the bot for which
// something is set.
func listCommandAccess(s *Server, r *request) response {
	g := s.guilds[r.params["guild"]]
	switch {
	case r.params["application"] != s.bot.ID:
		return fail(404, wire.CodeUnknownApplication, "Unknown Application")
	case g == nil:
		return missingAccess().because("the bot is not in guild %s", r.params["guild"])
	}
	out := []commandAccess{}
	for _, c := range slices.Concat(g.commands.list(), s.commands.list()) {
		if set := g.access[c.ID]; len(set) > 0 {
			out = append(out, commandAccess{ID: c.ID, ApplicationID: s.bot.ID, GuildID: g.id, Permissions: set})
		}
	}
	return ok(out)
}
