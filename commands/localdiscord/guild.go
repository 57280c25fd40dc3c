package localdiscord

import (
	"slices"
	"time"

	"topcut/commands/wire"
)

// guildState is a guild. Its @everyone role has the id of the guild.
type guildState struct {
	system            *string // id of the channel for notices of the system; nil if there is none
	id, name, ownerID string
	locale            string
	createdAt         time.Time
	roles             map[string]*roleWire
	members           map[string]*memberState
	memberOrder       []string
	channelOrder      []string // without threads
	threads           map[string]*channelState
	scheduled         []*scheduledState // oldest first
	commands          *commandSet
	access            map[string][]commandPermission // by command; only where an admin has set something
	botRole           string
	unavailable       bool
}

type memberState struct {
	userID       string
	nick         string
	roles        []string
	joinedAt     time.Time
	timeoutUntil time.Time
}

type userState struct {
	User
	locale   string
	dmID     string // channel with the bot
	dmClosed bool
}

// Guild is a handle on a guild of the local Discord.
type Guild struct {
	srv   *Server
	state *guildState
}

// Role is a handle on a role.
type Role struct {
	guild *Guild
	id    string
	name  string
}

// ID returns the guild's id.
func (g *Guild) ID() string { return g.state.id }

// Name returns the guild's name.
func (g *Guild) Name() string { return g.state.name }

// ID returns the role's id.
func (r *Role) ID() string { return r.id }

// Name returns the role's name.
func (r *Role) Name() string { return r.name }

// joinedBefore is how long ago the bot has joined a guild that is added.
const joinedBefore = 30 * 24 * time.Hour

// AddGuild creates a guild that the bot has joined long ago, owned by a user without a Person. The
// bot has a role of its own with [BotPermissions].
func (s *Server) AddGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	owner := s.newUser("owner of " + name)
	id := s.ids.guild(s.guildOrder)
	g := &guildState{
		id: id, name: name, ownerID: owner.ID, locale: "en-US", createdAt: s.now(),
		roles:    map[string]*roleWire{},
		members:  map[string]*memberState{},
		threads:  map[string]*channelState{},
		commands: newCommandSet(), access: map[string][]commandPermission{},
	}
	g.roles[id] = &roleWire{Role: wire.Role{ID: id, Name: "@everyone", Permissions: EveryonePermissions}}
	s.guilds[id] = g
	s.guildOrder = append(s.guildOrder, id)
	s.addMember(g, owner.ID)
	role := s.addRole(g, s.bot.Username, EveryonePermissions|BotPermissions)
	role.Managed = true
	role.Tags = map[string]any{"bot_id": s.bot.ID}
	g.botRole = role.ID
	s.addMember(g, s.bot.ID, role.ID).joinedAt = s.now().Add(-joinedBefore)
	s.dispatch("GUILD_CREATE", g, IntentGuilds, func(*session) any { return s.guildCreate(g) })
	return &Guild{srv: s, state: g}
}

// Kick removes the bot from the guild, as an administrator would.
func (g *Guild) Kick() {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.state.members[s.bot.ID] == nil {
		return
	}
	s.taints.add(s.now(), g.state.id)
	for _, id := range g.state.channelOrder {
		s.taints.add(s.now(), id)
	}
	s.removeMember(g.state, s.bot.ID)
	s.dispatch("GUILD_DELETE", g.state, IntentGuilds, func(*session) any { return map[string]any{"id": g.state.id} })
}

// SetLocale sets the language of the guild, by default en-US.
func (g *Guild) SetLocale(locale string) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.state.locale = locale
}

// SetSystemChannel makes a channel that for notices of the system.
func (g *Guild) SetSystemChannel(c *Channel) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.state.system = new(c.ID())
}

// Invite brings the bot back into the guild from which it was removed.
func (g *Guild) Invite() {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addMember(g.state, s.bot.ID, g.state.botRole)
	s.dispatch("GUILD_CREATE", g.state, IntentGuilds, func(*session) any { return s.guildCreate(g.state) })
}

// Guilds returns the guilds in the order of creation.
func (s *Server) Guilds() []*Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Guild
	for _, id := range s.guildOrder {
		out = append(out, &Guild{srv: s, state: s.guilds[id]})
	}
	return out
}

// AddRole creates a role above all others but the bot's.
func (g *Guild) AddRole(name string, p wire.Permissions) *Role {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.addRole(g.state, name, p)
	s.dispatchRole("GUILD_ROLE_CREATE", g.state, r)
	return &Role{guild: g, id: r.ID, name: name}
}

// Everyone returns the @everyone role.
func (g *Guild) Everyone() *Role { return &Role{guild: g, id: g.state.id, name: "@everyone"} }

// BotRole returns the role that holds the bot's own permissions.
func (g *Guild) BotRole() *Role {
	return &Role{guild: g, id: g.state.botRole, name: g.srv.bot.Username}
}

// SetPermissions replaces what the role grants.
func (r *Role) SetPermissions(p wire.Permissions) {
	s := r.guild.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if role := r.guild.state.roles[r.id]; role != nil {
		role.Permissions = p
		s.dispatchRole("GUILD_ROLE_UPDATE", r.guild.state, role)
	}
}

// Raise moves the role above the bot's own, so that the bot can neither give nor remove
// it.
func (r *Role) Raise() {
	s := r.guild.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	g := r.guild.state
	if role, top := g.roles[r.id], g.roles[g.botRole]; role != nil && role.Position < top.Position {
		role.Position, top.Position = top.Position, role.Position
		s.dispatchRole("GUILD_ROLE_UPDATE", g, role)
	}
}

// Holders returns the names of the members who have the role, sorted.
func (r *Role) Holders() (out []string) {
	s := r.guild.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, m := range r.guild.state.members {
		if slices.Contains(m.roles, r.id) {
			out = append(out, s.users[id].DisplayName())
		}
	}
	slices.Sort(out)
	return out
}

// SetMentionable decides whether anybody can ping the role.
func (r *Role) SetMentionable(yes bool) {
	s := r.guild.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if role := r.guild.state.roles[r.id]; role != nil {
		role.Mentionable = yes
		s.dispatchRole("GUILD_ROLE_UPDATE", r.guild.state, role)
	}
}

// Channels returns the categories and channels in order, then the threads by age.
func (g *Guild) Channels() []*Channel {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Channel
	for _, id := range g.state.channelOrder {
		out = append(out, &Channel{srv: s, state: s.channels[id]})
	}
	for _, id := range sortedIDs(g.state.threads) {
		out = append(out, &Channel{srv: s, state: g.state.threads[id]})
	}
	return out
}

// addRole creates a role; the bot's managed role stays the highest.
func (s *Server) addRole(g *guildState, name string, p wire.Permissions) *roleWire {
	r := &roleWire{Role: wire.Role{ID: s.ids.next(), Name: name, Permissions: p, Position: len(g.roles)}}
	if top := g.roles[g.botRole]; top != nil {
		r.Position, top.Position = top.Position, r.Position
	}
	g.roles[r.ID] = r
	return r
}

// newUser creates an account with a display name.
func (s *Server) newUser(name string) *userState {
	u := &userState{
		User:   User{User: wire.User{ID: s.ids.next(), Username: userName(name), GlobalName: &name}, Discriminator: "0"},
		locale: "en-US",
	}
	s.users[u.ID] = u
	return u
}

// userName derives a legal user name: 2 to 32 of a-z, 0-9, dot, underscore.
func userName(display string) string {
	var b []byte
	for _, r := range display {
		switch {
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		case r == ' ':
			r = '_'
		}
		if (r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '.') && len(b) < 32 {
			b = append(b, byte(r))
		}
	}
	for len(b) < 2 {
		b = append(b, '_')
	}
	return string(b)
}

func (s *Server) addMember(g *guildState, userID string, roles ...string) *memberState {
	m := &memberState{userID: userID, roles: roles, joinedAt: s.now()}
	if g.members[userID] == nil {
		g.memberOrder = append(g.memberOrder, userID)
	}
	g.members[userID] = m
	return m
}

func (s *Server) removeMember(g *guildState, userID string) {
	if g.members[userID] == nil {
		return
	}
	delete(g.members, userID)
	g.memberOrder = slices.DeleteFunc(g.memberOrder, func(id string) bool { return id == userID })
	for _, t := range g.threads {
		delete(t.thread.members, userID)
	}
	u := s.users[userID].User
	s.dispatch("GUILD_MEMBER_REMOVE", g, IntentGuildMembers, func(*session) any {
		return map[string]any{"guild_id": g.id, "user": u}
	})
}

// memberWire describes a member, with its user only where Discord sends it.
func (s *Server) memberWire(m *memberState, withUser bool) *memberWire {
	w := &memberWire{Member: wire.Member{Roles: wire.List(slices.Clone(m.roles))}, JoinedAt: wire.Timestamp(m.joinedAt)}
	if m.nick != "" {
		w.Nick = new(m.nick)
	}
	if m.timedOut(s.now()) {
		w.CommunicationDisabledUntil = new(wire.Timestamp(m.timeoutUntil))
	}
	if withUser {
		w.User = new(s.users[m.userID].User)
	}
	return w
}

// sortedRoles returns the roles by position.
func (g *guildState) sortedRoles() []roleWire {
	out := make([]roleWire, 0, len(g.roles))
	for _, r := range g.roles {
		out = append(out, *r)
	}
	slices.SortStableFunc(out, func(a, b roleWire) int {
		if a.Position != b.Position {
			return a.Position - b.Position
		}
		return compareIDs(a.ID, b.ID)
	})
	return out
}

// guildWire describes the guild as GET /guilds/{guild} does.
func (s *Server) guildWire(g *guildState) map[string]any {
	return map[string]any{
		"id": g.id, "name": g.name, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": []string{}, "banner": nil, "owner_id": g.ownerID,
		"application_id": nil, "region": "us-central", "afk_channel_id": nil, "afk_timeout": 300,
		"system_channel_id": g.system, "system_channel_flags": 0, "widget_enabled": false,
		"widget_channel_id": nil, "verification_level": 0, "roles": g.sortedRoles(),
		"default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 500000, "max_stage_video_channel_users": 50,
		"max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0,
		"premium_subscription_count": 0, "preferred_locale": g.locale, "rules_channel_id": nil,
		"safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []any{},
		"stickers": []any{}, "incidents_data": nil, "hub_type": nil,
	}
}

// guildCreate describes the guild as the gateway does after READY. Without the
// GUILD_MEMBERS intent the bot is the only member in it.
func (s *Server) guildCreate(g *guildState) map[string]any {
	w := s.guildWire(g)
	w["joined_at"] = wire.Timestamp(g.members[s.bot.ID].joinedAt)
	w["large"] = len(g.members) > 250
	w["unavailable"] = false
	w["member_count"] = len(g.members)
	channels := []channelWire{}
	for _, id := range g.channelOrder {
		channels = append(channels, s.channelWire(s.channels[id]))
	}
	threads := []channelWire{}
	for _, id := range sortedIDs(g.threads) {
		if t := g.threads[id]; !s.archived(t) && s.canSee(t, s.bot.ID) {
			threads = append(threads, s.channelWire(t))
		}
	}
	w["channels"], w["threads"] = channels, threads
	w["members"] = []*memberWire{s.memberWire(g.members[s.bot.ID], true)}
	for _, key := range []string{"voice_states", "presences", "stage_instances", "soundboard_sounds"} {
		w[key] = []any{}
	}
	w["guild_scheduled_events"] = wire.List(slices.Clone(g.scheduled))
	return w
}

func (s *Server) dispatchRole(event string, g *guildState, r *roleWire) {
	role := *r
	s.dispatch(event, g, IntentGuilds, func(*session) any {
		return map[string]any{"guild_id": g.id, "role": role}
	})
}

// sortedIDs returns the keys of a map of ids by age.
func sortedIDs[T any](m map[string]T) []string {
	ids := make([]string, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	return ids
}
