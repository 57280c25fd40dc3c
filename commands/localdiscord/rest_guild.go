package localdiscord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/localdiscord/check"
)

func accountRoutes() []*route {
	return []*route{
		{method: "GET", pattern: "/gateway", open: true, rule: ruleOther(), handle: getGateway},
		{method: "GET", pattern: "/gateway/bot", rule: ruleOther(), handle: getGatewayBot},
		{method: "GET", pattern: "/users/@me", rule: ruleOther(), handle: getMe},
		{method: "GET", pattern: "/users/@me/guilds", rule: ruleOther(), handle: getMyGuilds},
		{method: "POST", pattern: "/users/@me/channels", rule: ruleOther(), handle: openDM},
		{method: "GET", pattern: "/users/{user}", rule: ruleOther(), handle: getUser},
		{method: "GET", pattern: "/applications/@me", rule: ruleOther(), handle: getApplication},
		{method: "GET", pattern: "/oauth2/applications/@me", rule: ruleOther(), handle: getApplication},
	}
}

func guildRoutes() []*route {
	routes := []*route{
		{method: "GET", pattern: "/guilds/{guild}", handle: getGuild},
		{method: "GET", pattern: "/guilds/{guild}/channels", handle: getGuildChannels},
		{method: "POST", pattern: "/guilds/{guild}/channels", handle: createChannel},
		{method: "GET", pattern: "/guilds/{guild}/threads/active", handle: activeThreads},
		{method: "GET", pattern: "/guilds/{guild}/roles", handle: getRoles},
		{method: "POST", pattern: "/guilds/{guild}/roles", handle: createRole},
		{method: "PATCH", pattern: "/guilds/{guild}/roles/{role}", handle: editRole},
		{method: "DELETE", pattern: "/guilds/{guild}/roles/{role}", handle: deleteRole},
		{method: "GET", pattern: "/guilds/{guild}/members", handle: listMembers},
		{method: "GET", pattern: "/guilds/{guild}/members/search", handle: searchMembers},
		{method: "GET", pattern: "/guilds/{guild}/members/{user}", handle: getMember},
		{method: "PUT", pattern: "/guilds/{guild}/members/{user}/roles/{role}", handle: giveRole},
		{method: "DELETE", pattern: "/guilds/{guild}/members/{user}/roles/{role}", handle: takeRole},
	}
	for _, r := range routes {
		r.rule, r.major = ruleOther(), "guild"
	}
	return routes
}

func getGateway(s *Server, _ *request) answer { return ok(map[string]any{"url": s.GatewayURL()}) }

func getGatewayBot(s *Server, _ *request) answer {
	used := 0
	for _, at := range s.gateway.identifies {
		if s.now().Sub(at) < 24*time.Hour {
			used++
		}
	}
	return ok(map[string]any{
		"url": s.GatewayURL(), "shards": 1,
		"session_start_limit": map[string]any{
			"total": identifiesPerDay, "remaining": max(identifiesPerDay-used, 0), "reset_after": 86_400_000, "max_concurrency": 1,
		},
	})
}

func getMe(s *Server, _ *request) answer {
	return ok(struct {
		User
		MFAEnabled bool    `json:"mfa_enabled"`
		Locale     string  `json:"locale"`
		Verified   bool    `json:"verified"`
		Email      *string `json:"email"`
	}{s.bot, true, "en-US", true, nil})
}

func getMyGuilds(s *Server, _ *request) answer {
	out := []map[string]any{}
	for _, id := range s.guildOrder {
		g := s.guilds[id]
		out = append(out, map[string]any{
			"id": id, "name": g.name, "icon": nil, "banner": nil, "owner": false, "features": []string{},
			"permissions": g.permissions(s.bot.ID),
		})
	}
	return ok(out)
}

func openDM(s *Server, r *request) answer {
	var body struct {
		RecipientID flexString `json:"recipient_id"`
	}
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	u := s.users[string(body.RecipientID)]
	switch {
	case u == nil:
		return fail(404, codeUnknownUser, "Unknown User")
	case u.Bot:
		return fail(400, codeCannotDM, "Cannot send messages to this user")
	}
	return ok(s.channelWire(s.directMessage(u)))
}

func getUser(s *Server, r *request) answer {
	u := s.users[r.params["user"]]
	if u == nil {
		return fail(404, codeUnknownUser, "Unknown User")
	}
	return ok(u.User)
}

func getApplication(s *Server, _ *request) answer {
	var owner User
	for _, id := range s.guildOrder {
		owner = s.users[s.guilds[id].ownerID].User
		break
	}
	if owner.ID == "" {
		owner = s.bot
	}
	return ok(map[string]any{
		"id": s.bot.ID, "name": s.bot.Username, "icon": nil, "description": "", "type": nil, "bot": s.bot,
		"verify_key": "0000000000000000000000000000000000000000000000000000000000000000", "flags": 0, "flags_new": "0",
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": owner, "approximate_guild_count": len(s.guilds), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil,
		"eligible_oauth2_scopes": []string{"bot", "applications.commands"}, "bot_public": true, "bot_require_code_grant": false,
		"tags": []string{},
	})
}

// guildOf finds the guild of a request, in which the bot needs permissions.
func (s *Server) guildOf(r *request, need Permissions) (*guildState, *answer) {
	g := s.guilds[r.params["guild"]]
	if g == nil {
		return nil, pointer(unknownGuild())
	}
	if g.members[s.bot.ID] == nil {
		return nil, pointer(missingAccess())
	}
	if missing := need &^ g.permissions(s.bot.ID); missing != 0 {
		return nil, pointer(missingPermissions().because("in the guild the bot lacks the bits %d", missing))
	}
	return g, nil
}

func getGuild(s *Server, r *request) answer {
	g, bad := s.guildOf(r, 0)
	if bad != nil {
		return *bad
	}
	w := s.guildWire(g)
	if r.query.Get("with_counts") == "true" {
		w["approximate_member_count"], w["approximate_presence_count"] = len(g.members), len(g.members)
	}
	return ok(w)
}

func getGuildChannels(s *Server, r *request) answer {
	g, bad := s.guildOf(r, 0)
	if bad != nil {
		return *bad
	}
	out := []channelWire{}
	for _, id := range g.channelOrder {
		out = append(out, s.channelWire(s.channels[id]))
	}
	return ok(out)
}

// channelBody is what POST and PATCH of channels and threads take.
type channelBody struct {
	Name                string       `json:"name"`
	Type                int          `json:"type"`
	Topic               *string      `json:"topic"`
	ParentID            *string      `json:"parent_id"`
	NSFW                *bool        `json:"nsfw"`
	RateLimitPerUser    *int         `json:"rate_limit_per_user"`
	PermissionOverwrite *[]Overwrite `json:"permission_overwrites"`
	Archived            *bool        `json:"archived"`
	Locked              *bool        `json:"locked"`
	Invitable           *bool        `json:"invitable"`
	AutoArchiveDuration *int         `json:"auto_archive_duration"`
	Position            *int         `json:"position"`
}

func createChannel(s *Server, r *request) answer {
	g, bad := s.guildOf(r, ManageChannels)
	if bad != nil {
		return *bad
	}
	if a, fine := s.judge(r, check.Channel(r.raw, true)); !fine {
		return a
	}
	var body channelBody
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	if len(g.channelOrder) >= 500 {
		return fail(400, codeTooManyChannels, "Maximum number of guild channels reached (500)")
	}
	parent := ""
	if body.ParentID != nil {
		parent = *body.ParentID
		if p := s.channels[parent]; p == nil || p.kind != Category || p.guild != g {
			return invalidBody("parent_id is not a category of this guild")
		}
	}
	ch := s.addChannel(g, channelName(body.Name, body.Type), body.Type, parent)
	s.applyChannel(ch, body)
	return created(s.channelWire(ch))
}

// channelName is how Discord writes the name of a text channel.
func channelName(name string, kind int) string {
	if kind == TextChannel || kind == AnnouncementChannel {
		return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), " ", "-"))
	}
	return strings.TrimSpace(name)
}

func (s *Server) applyChannel(ch *channelState, body channelBody) {
	if body.Topic != nil {
		ch.topic = *body.Topic
	}
	if body.NSFW != nil {
		ch.nsfw = *body.NSFW
	}
	if body.RateLimitPerUser != nil {
		ch.slowmode = *body.RateLimitPerUser
	}
	if body.PermissionOverwrite != nil {
		ch.overwrites = slices.Clone(*body.PermissionOverwrite)
	}
	if body.Position != nil {
		ch.position = *body.Position
	}
}

func getRoles(s *Server, r *request) answer {
	g, bad := s.guildOf(r, 0)
	if bad != nil {
		return *bad
	}
	return ok(g.sortedRoles())
}

// roleBody is what POST and PATCH of roles take.
type roleBody struct {
	Name        *string      `json:"name"`
	Permissions *Permissions `json:"permissions"`
	Color       *int         `json:"color"`
	Hoist       *bool        `json:"hoist"`
	Mentionable *bool        `json:"mentionable"`
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

func createRole(s *Server, r *request) answer {
	g, bad := s.guildOf(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	var body roleBody
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	if len(g.roles) >= 250 {
		return fail(400, 30005, "Maximum number of guild roles reached (250)")
	}
	role := s.addRole(g, "new role", g.roles[g.id].Permissions)
	body.apply(role)
	s.dispatchRole("GUILD_ROLE_CREATE", g, role)
	return ok(*role)
}

// roleOf finds the role of a request. The bot can touch only roles below its
// own highest, and none that an integration manages.
func (s *Server) roleOf(g *guildState, r *request) (*roleWire, *answer) {
	role := g.roles[r.params["role"]]
	if role == nil {
		return nil, pointer(fail(404, codeUnknownRole, "Unknown Role"))
	}
	highest := 0
	for _, id := range g.members[s.bot.ID].roles {
		if own := g.roles[id]; own != nil {
			highest = max(highest, own.Position)
		}
	}
	if role.Position >= highest || role.Managed {
		return nil, pointer(missingPermissions().because("role %s is not below the bot's", role.Name))
	}
	return role, nil
}

func editRole(s *Server, r *request) answer {
	g, bad := s.guildOf(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	role, bad := s.roleOf(g, r)
	if bad != nil {
		return *bad
	}
	var body roleBody
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	body.apply(role)
	s.dispatchRole("GUILD_ROLE_UPDATE", g, role)
	return ok(*role)
}

func deleteRole(s *Server, r *request) answer {
	g, bad := s.guildOf(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	role, bad := s.roleOf(g, r)
	if bad != nil {
		return *bad
	}
	if role.ID == g.id {
		return fail(400, codeInvalidRole, "Invalid Role").because("@everyone cannot be deleted")
	}
	delete(g.roles, role.ID)
	for _, m := range g.members {
		m.roles = slices.DeleteFunc(slices.Clone(m.roles), func(id string) bool { return id == role.ID })
	}
	s.dispatch("GUILD_ROLE_DELETE", IntentGuilds, func(*session) any {
		return map[string]any{"guild_id": g.id, "role_id": role.ID}
	})
	return noContent()
}

func listMembers(s *Server, r *request) answer {
	g, bad := s.guildOf(r, 0)
	if bad != nil {
		return *bad
	}
	if s.cfg.PrivilegedIntents&IntentGuildMembers == 0 {
		return missingAccess().because("listing members needs the GUILD_MEMBERS intent")
	}
	limit := 1
	if q := r.query.Get("limit"); q != "" {
		n, err := strconv.Atoi(q)
		if err != nil || n < 1 || n > 1000 {
			return invalidBody("limit must be from 1 to 1000, not " + q)
		}
		limit = n
	}
	out := []*memberWire{}
	for _, id := range sortedIDs(g.members) {
		if after := r.query.Get("after"); after != "" && compareIDs(id, after) <= 0 {
			continue
		}
		if len(out) == limit {
			break
		}
		out = append(out, s.memberWire(g, g.members[id], true))
	}
	return ok(out)
}

func searchMembers(s *Server, r *request) answer {
	g, bad := s.guildOf(r, 0)
	if bad != nil {
		return *bad
	}
	query, limit := strings.ToLower(r.query.Get("query")), 1
	if q := r.query.Get("limit"); q != "" {
		n, err := strconv.Atoi(q)
		if err != nil || n < 1 || n > 1000 {
			return invalidBody("limit must be from 1 to 1000, not " + q)
		}
		limit = n
	}
	if query == "" {
		return invalidBody("query is missing")
	}
	out := []*memberWire{}
	for _, id := range g.memberOrder {
		name := strings.ToLower(s.displayName(g, id))
		if len(out) < limit && (strings.HasPrefix(name, query) || strings.HasPrefix(s.users[id].Username, query)) {
			out = append(out, s.memberWire(g, g.members[id], true))
		}
	}
	return ok(out)
}

func getMember(s *Server, r *request) answer {
	g, bad := s.guildOf(r, 0)
	if bad != nil {
		return *bad
	}
	id := r.params["user"]
	if id == "@me" {
		id = s.bot.ID
	}
	m := g.members[id]
	if m == nil {
		if s.users[id] == nil {
			return fail(404, codeUnknownUser, "Unknown User")
		}
		return fail(404, codeUnknownMember, "Unknown Member")
	}
	return ok(s.memberWire(g, m, true))
}

func giveRole(s *Server, r *request) answer { return s.changeRole(r, true) }

func takeRole(s *Server, r *request) answer { return s.changeRole(r, false) }

func (s *Server) changeRole(r *request, give bool) answer {
	g, bad := s.guildOf(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	m := g.members[r.params["user"]]
	if m == nil {
		return fail(404, codeUnknownMember, "Unknown Member")
	}
	role, bad := s.roleOf(g, r)
	if bad != nil {
		return *bad
	}
	if role.ID == g.id {
		return fail(400, codeInvalidRole, "Invalid Role").because("@everyone is neither given nor taken")
	}
	s.setRole(g, m, role.ID, give)
	return noContent()
}

// setRole gives a member a role or takes it.
func (s *Server) setRole(g *guildState, m *memberState, roleID string, give bool) {
	roles := slices.DeleteFunc(slices.Clone(m.roles), func(id string) bool { return id == roleID })
	if give {
		roles = append(roles, roleID)
	}
	m.roles = roles
	s.dispatchMember("GUILD_MEMBER_UPDATE", g, m)
}

// dispatchMember sends a member event, always about the bot itself and with
// the GUILD_MEMBERS intent about everybody.
func (s *Server) dispatchMember(event string, g *guildState, m *memberState) {
	intent := IntentGuildMembers
	if m.userID == s.bot.ID {
		intent |= IntentGuilds
	}
	s.dispatch(event, intent, func(*session) any {
		return struct {
			*memberWire
			GuildID string `json:"guild_id"`
		}{s.memberWire(g, m, true), g.id}
	})
}

func channelRoutes() []*route {
	const one = "/channels/{channel}"
	return []*route{
		{method: "GET", pattern: one, rule: ruleOther(), major: "channel", handle: getChannel},
		{method: "PATCH", pattern: one, rule: ruleChannelPatch(), major: "channel", handle: editChannel},
		{method: "DELETE", pattern: one, rule: ruleOther(), major: "channel", handle: deleteChannel},
		{method: "POST", pattern: one + "/typing", rule: ruleOther(), major: "channel", handle: typing},
		{method: "PUT", pattern: one + "/permissions/{overwrite}", rule: ruleOther(), major: "channel", handle: putOverwrite},
		{method: "DELETE", pattern: one + "/permissions/{overwrite}", rule: ruleOther(), major: "channel", handle: deleteOverwrite},
	}
}

func getChannel(s *Server, r *request) answer {
	ch, bad := s.place(r, 0)
	if bad != nil {
		return *bad
	}
	return ok(s.channelWire(ch))
}

func deleteChannel(s *Server, r *request) answer {
	need := ManageChannels
	if ch := s.channels[r.params["channel"]]; ch != nil {
		if ch.thread != nil {
			need = ManageThreads
		} else if ch.guild == nil {
			need = 0
		}
	}
	ch, bad := s.place(r, need)
	if bad != nil {
		return *bad
	}
	w := s.channelWire(ch)
	s.removeChannel(ch)
	return ok(w)
}

func typing(s *Server, r *request) answer {
	ch := s.channels[r.params["channel"]]
	if ch == nil {
		return unknownChannel()
	}
	if _, bad := s.place(r, sendPermission(ch)); bad != nil {
		return *bad
	}
	return noContent()
}

func putOverwrite(s *Server, r *request) answer {
	ch, bad := s.place(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	o := Overwrite{}
	if bad := r.decode(&o); bad != nil {
		return *bad
	}
	o.ID = r.params["overwrite"]
	if ch.guild == nil || ch.thread != nil {
		return fail(400, codeWrongChannelType, "Cannot execute action on this channel type")
	}
	if o.Type == 0 && ch.guild.roles[o.ID] == nil || o.Type == 1 && ch.guild.members[o.ID] == nil {
		return fail(404, codeUnknownOverwrite, "Unknown Overwrite")
	}
	if missing := (o.Allow | o.Deny) &^ s.permissions(ch, s.bot.ID); missing != 0 {
		return missingPermissions().because("the bot cannot set the bits %d, which it lacks", missing)
	}
	s.setOverwrite(ch, o)
	return noContent()
}

func deleteOverwrite(s *Server, r *request) answer {
	ch, bad := s.place(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	id := r.params["overwrite"]
	if !slices.ContainsFunc(ch.overwrites, func(o Overwrite) bool { return o.ID == id }) {
		return fail(404, codeUnknownOverwrite, "Unknown Overwrite")
	}
	ch.overwrites = slices.DeleteFunc(slices.Clone(ch.overwrites), func(o Overwrite) bool { return o.ID == id })
	s.dispatchChannel("CHANNEL_UPDATE", ch)
	return noContent()
}

// editChannel changes a channel or thread. A new name or topic comes out of a
// bucket of two in ten minutes.
func editChannel(s *Server, r *request) answer {
	ch, bad := s.place(r, 0)
	if bad != nil {
		return *bad
	}
	if a, fine := s.judgeChannel(r, ch); !fine {
		return a
	}
	var given map[string]json.RawMessage
	if bad := r.decode(&given); bad != nil {
		return *bad
	}
	var body channelBody
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	renames := body.Name != "" && body.Name != ch.name || body.Topic != nil && *body.Topic != ch.topic
	if bad := s.mayEditChannel(ch, body, renames); bad != nil {
		return *bad
	}
	if renames {
		if use := s.spend(ruleChannelName(), ch.id, true); use.denied {
			s.stats.RateLimited++
			return limited(use.after, "user", 0)
		}
	}
	if body.Name != "" {
		ch.name = body.Name
		if ch.thread == nil {
			ch.name = channelName(body.Name, ch.kind)
		}
	}
	if _, moved := given["parent_id"]; moved && ch.thread == nil {
		ch.parentID = ""
		if body.ParentID != nil {
			if p := s.channels[*body.ParentID]; p == nil || p.kind != Category || p.guild != ch.guild {
				return invalidBody("parent_id is not a category of this guild")
			}
			ch.parentID = *body.ParentID
		}
	}
	s.applyChannel(ch, body)
	if ch.thread != nil {
		s.applyThread(ch, body)
		return ok(s.channelWire(ch))
	}
	s.dispatchChannel("CHANNEL_UPDATE", ch)
	ch.changed.fire()
	return ok(s.channelWire(ch))
}

func (s *Server) judgeChannel(r *request, ch *channelState) (answer, bool) {
	if ch.thread != nil {
		return s.judge(r, check.Thread(r.raw, false))
	}
	return s.judge(r, check.Channel(r.raw, false))
}

// mayEditChannel applies permissions. Of an archived thread nothing changes
// but by opening it; an unlocked one anybody who writes in it may open.
func (s *Server) mayEditChannel(ch *channelState, body channelBody, renames bool) *answer {
	have := s.permissions(ch, s.bot.ID)
	if ch.guild == nil {
		return pointer(fail(400, codeWrongChannelType, "Cannot execute action on this channel type"))
	}
	if ch.thread == nil {
		if !have.Has(ManageChannels) {
			return pointer(missingPermissions().because("the bot lacks MANAGE_CHANNELS in #%s", ch.name))
		}
		return nil
	}
	opens := body.Archived != nil && !*body.Archived
	owner := ch.thread.ownerID == s.bot.ID
	switch {
	case have.Has(ManageThreads):
	case body.Locked != nil:
		return pointer(missingPermissions().because("locking a thread needs MANAGE_THREADS"))
	case ch.thread.locked:
		return pointer(fail(400, codeThreadLocked, "Thread is locked"))
	case opens && have.Has(SendMessagesInThreads):
	case !owner:
		return pointer(missingPermissions().because("the thread is somebody else's and the bot lacks MANAGE_THREADS"))
	}
	onlyState := !renames && body.Name == "" && body.RateLimitPerUser == nil && body.AutoArchiveDuration == nil && body.Invitable == nil
	if s.archived(ch) && !opens && !(onlyState && (body.Archived != nil || body.Locked != nil)) {
		return pointer(fail(400, codeThreadArchived, "Thread is archived"))
	}
	if opens && s.archived(ch) && s.activeThreads(ch.guild) >= maxActiveThreads {
		return pointer(fail(400, codeTooManyThreads, fmt.Sprintf("Maximum number of active threads reached (%d)", maxActiveThreads)))
	}
	return nil
}
