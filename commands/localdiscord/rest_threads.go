package localdiscord

import (
	"fmt"
	"slices"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

const (
	maxActiveThreads = 1000 // in a guild
	maxThreadMembers = 1000
)

func threadRoutes() []*route {
	const base = "/channels/{channel}"
	routes := []*route{
		{method: "POST", pattern: base + "/threads", rule: ruleThreadCreate(), handle: saying(judged(toStartThread, newThread), startThread)},
		{method: "POST", pattern: base + "/messages/{message}/threads", rule: ruleThreadCreate(), handle: saying(judged(onMessage(wire.CreatePublicThreads|wire.ReadMessageHistory), newThread), startThreadFrom)},
		{method: "GET", pattern: base + "/threads/archived/public", handle: about(inChannel(wire.ReadMessageHistory), archivedThreads)},
		{method: "GET", pattern: base + "/thread-members", handle: about(inThread, listThreadMembers)},
		{method: "PUT", pattern: base + "/thread-members/{user}", rule: ruleThreadMember(), handle: about(inThread, addThreadMember)},
	}
	for _, r := range routes {
		if r.rule.limit == 0 {
			r.rule = ruleOther()
		}
		r.major = "channel"
	}
	return routes
}

func newThread(r *request) []string { return check.Thread(r.raw, true) }

// private reports whether a thread is to be private, which is Discord's default.
func privateThread(b wire.ChannelEdit) bool {
	return b.Type == wire.ChannelPrivateThread || b.Type == 0
}

// toStartThread finds the channel of a thread without a starter message.
func toStartThread(s *Server, r *request) (*channelState, *response) {
	var body wire.ChannelEdit
	if bad := r.decode(&body); bad != nil {
		return nil, bad
	}
	return inChannelWith(func(ch *channelState) wire.Permissions {
		if forum(ch) {
			return wire.SendMessages
		}
		return choose(privateThread(body), wire.CreatePrivateThreads, wire.CreatePublicThreads)
	})(s, r)
}

// forum reports whether a channel holds posts.
func forum(ch *channelState) bool {
	return ch.kind == wire.ChannelForum || ch.kind == wire.ChannelMedia
}

// startThread starts a thread without a starter message, or a post in a forum.
func startThread(s *Server, r *request, parent *channelState, body wire.ChannelEdit) response {
	if forum(parent) {
		return s.startPost(r, parent, body)
	}
	kind := wire.ChannelType(parent.kind).Home().Threads
	if kind == 0 || privateThread(body) && parent.kind != wire.ChannelText {
		return fail(400, wire.CodeWrongChannelType, "Cannot execute action on this channel type")
	}
	if privateThread(body) {
		kind = wire.ChannelPrivateThread
	}
	ch, bad := s.newThread(parent, "", int(kind), s.bot.ID, body)
	if bad != nil {
		return *bad
	}
	return created(s.channelWire(ch))
}

// startPost starts a post in a forum, which begins with a message whose id is its own.
func (s *Server) startPost(r *request, parent *channelState, body wire.ChannelEdit) response {
	if len(body.Message) == 0 {
		return invalidBody("message: This field is required")
	}
	if bad := s.mayTag(parent, body.Applied, nil); bad != nil {
		return *bad
	}
	if parent.tagNeeded && len(body.Applied) == 0 {
		return fail(400, wire.CodeTagNeeded, "A tag is required to create a forum post in this channel")
	}
	d, err := parseDraft(body.Message, r.files)
	if err != nil {
		return invalidBody(err.Error())
	}
	if bad := s.mayPost(parent, d); bad != nil {
		return *bad
	}
	ch, bad := s.newThread(parent, "", wire.ChannelPublicThread, s.bot.ID, body)
	if bad != nil {
		return *bad
	}
	m := s.post(posting{id: ch.id, ch: ch, author: s.users[s.bot.ID], draft: d})
	return created(struct {
		channelWire
		Message messageWire `json:"message"`
	}{s.channelWire(ch), s.messageWire(m)})
}

// mayTag checks the tags of a post in a forum, which has had others before.
func (s *Server) mayTag(forum *channelState, tags, before []string) *response {
	for _, id := range tags {
		i := slices.IndexFunc(forum.tags, func(t wire.Tag) bool { return t.ID == id })
		switch {
		case i < 0:
			return new(fail(404, wire.CodeUnknownTag, "Unknown Tag"))
		case forum.tags[i].Moderated && !slices.Contains(before, id) && !s.permissions(forum, s.bot.ID).Has(wire.ManageThreads):
			return new(missingPermissions().because("the tag %s is for moderators", forum.tags[i].Name))
		}
	}
	return nil
}

// startThreadFrom starts a public thread under a message; its id is that of the message.
func startThreadFrom(s *Server, _ *request, m *messageState, body wire.ChannelEdit) response {
	kind := wire.ChannelType(m.ch.kind).Home().Threads
	if kind == 0 {
		return fail(400, wire.CodeWrongChannelType, "Cannot execute action on this channel type")
	}
	if s.channels[m.ID] != nil {
		return fail(400, wire.CodeThreadExists, "A thread has already been created for this message")
	}
	ch, bad := s.newThread(m.ch, m.ID, int(kind), s.bot.ID, body)
	if bad != nil {
		return *bad
	}
	m.Flags |= wire.FlagHasThread
	return created(s.channelWire(ch))
}

func (s *Server) newThread(parent *channelState, id string, kind int, owner string, body wire.ChannelEdit) (*channelState, *response) {
	g := parent.guild
	if s.activeThreads(g) >= maxActiveThreads {
		return nil, new(fail(400, wire.CodeTooManyThreads, fmt.Sprintf("Maximum number of active threads reached (%d)", maxActiveThreads)))
	}
	if id == "" {
		id = s.ids.next()
	}
	ch := &channelState{
		id: id, kind: kind, guild: g, name: body.Name, parentID: parent.id,
		thread: &threadState{
			ownerID: owner, autoArchive: 4320, createdAt: s.now(), archivedAt: s.now(), activeAt: s.now(),
			members: map[string]time.Time{owner: s.now()}, invitable: body.Invitable == nil || *body.Invitable,
		},
	}
	if body.AutoArchiveDuration != nil {
		ch.thread.autoArchive = *body.AutoArchiveDuration
	}
	if body.RateLimitPerUser != nil {
		ch.slowmode = *body.RateLimitPerUser
	}
	if forum(parent) {
		ch.thread.tags = slices.Clone(body.Applied)
	}
	s.channels[id] = ch
	g.threads[id] = ch
	s.note(Entry{Kind: EntryThread, Actor: s.users[owner].Username, Action: "started"}, ch)
	s.dispatchChannel("THREAD_CREATE", ch)
	parent.changed.fire()
	return ch, nil
}

func (s *Server) activeThreads(g *guildState) int {
	n := 0
	for _, t := range g.threads {
		if !s.archived(t) {
			n++
		}
	}
	return n
}

// applyThread changes the fields that only threads have.
func (s *Server) applyThread(ch *channelState, body wire.ChannelEdit) {
	t := ch.thread
	if body.AutoArchiveDuration != nil {
		t.autoArchive = *body.AutoArchiveDuration
	}
	if body.Invitable != nil {
		t.invitable = *body.Invitable
	}
	if body.Applied != nil {
		t.tags = slices.Clone(body.Applied)
	}
	if body.Locked != nil && t.locked != *body.Locked {
		t.locked = *body.Locked
		s.note(Entry{Kind: EntryThread, Actor: s.bot.Username, Action: choose(t.locked, "locked", "unlocked")}, ch)
	}
	if body.Archived != nil && s.archived(ch) != *body.Archived {
		s.setArchived(ch, *body.Archived)
		return
	}
	s.dispatchChannel("THREAD_UPDATE", ch)
	ch.changed.fire()
}

func choose[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}

func (s *Server) setArchived(ch *channelState, archived bool) {
	t := ch.thread
	t.archived, t.archivedAt = archived, s.now()
	if !archived {
		t.activeAt = s.now()
	}
	s.note(Entry{Kind: EntryThread, Actor: s.bot.Username, Action: choose(archived, "archived", "reopened")}, ch)
	s.dispatchChannel("THREAD_UPDATE", ch)
	ch.changed.fire()
}

// joinThread adds people to a thread, as writing in it does, or being mentioned in a
// public one.
func (s *Server) joinThread(ch *channelState, userIDs []string) {
	var added []string
	for _, id := range userIDs {
		if _, in := ch.thread.members[id]; in || ch.guild.members[id] == nil || len(ch.thread.members) >= maxThreadMembers {
			continue
		}
		if id != s.bot.ID && ch.kind == wire.ChannelPrivateThread && !s.canSee(ch, id) && !s.permissions(ch, s.bot.ID).Has(wire.ManageThreads) && !ch.thread.invitable {
			continue
		}
		ch.thread.members[id] = s.now()
		added = append(added, id)
	}
	if len(added) > 0 {
		s.dispatchThreadMembers(ch, added)
		ch.changed.fire()
	}
}

func (s *Server) dispatchThreadMembers(ch *channelState, added []string) {
	intent := IntentGuildMembers
	if slices.Contains(added, s.bot.ID) {
		intent |= IntentGuilds
	}
	s.dispatch("THREAD_MEMBERS_UPDATE", ch.guild, intent, func(*session) any {
		list := []map[string]any{}
		for _, id := range added {
			list = append(list, map[string]any{
				"id": ch.id, "user_id": id, "join_timestamp": wire.Timestamp(ch.thread.members[id]), "flags": 0,
				"member": s.memberWire(ch.guild.members[id], true), "presence": nil,
			})
		}
		return map[string]any{
			"id": ch.id, "guild_id": ch.guild.id, "member_count": min(len(ch.thread.members), 50), "added_members": list,
		}
	})
}

// inThread finds the thread of a request.
func inThread(s *Server, r *request) (*channelState, *response) {
	ch, bad := inChannel(0)(s, r)
	if bad == nil && ch.thread == nil {
		bad = new(fail(400, wire.CodeWrongChannelType, "Cannot execute action on this channel type"))
	}
	return ch, bad
}

func addThreadMember(s *Server, r *request, ch *channelState) response {
	id := s.memberParam(r)
	have := s.permissions(ch, s.bot.ID)
	switch {
	case s.archived(ch):
		return fail(400, wire.CodeThreadArchived, "Thread is archived")
	case ch.guild.members[id] == nil:
		return fail(404, wire.CodeUnknownUser, "Unknown User")
	case id != s.bot.ID && !have.Has(wire.SendMessagesInThreads):
		return missingPermissions().because("the bot cannot write in the thread")
	case id != s.bot.ID && ch.kind == wire.ChannelPrivateThread && !ch.thread.invitable && !have.Has(wire.ManageThreads):
		return missingPermissions().because("the thread is not invitable")
	case len(ch.thread.members) >= maxThreadMembers:
		return fail(400, 30033, "Maximum number of thread participants has been reached (1000)")
	}
	if parent := s.channels[ch.parentID]; parent == nil || !s.canSee(parent, id) {
		return fail(403, wire.CodeMissingPermissions, "Missing Permissions").because("the user does not see the parent channel")
	}
	s.joinThread(ch, []string{id})
	return noContent()
}

func (s *Server) memberParam(r *request) string {
	if id := r.params["user"]; id != "@me" {
		return id
	}
	return s.bot.ID
}

func (s *Server) threadMemberWire(ch *channelState, id string, withMember bool) threadMember {
	w := threadMember{ID: ch.id, UserID: id, JoinTimestamp: wire.Timestamp(ch.thread.members[id])}
	if m := ch.guild.members[id]; withMember && m != nil {
		w.Member = s.memberWire(m, true)
	}
	return w
}

func listThreadMembers(s *Server, r *request, ch *channelState) response {
	if s.cfg.PrivilegedIntents&IntentGuildMembers == 0 {
		return missingAccess().because("listing members needs the GUILD_MEMBERS intent")
	}
	out := []threadMember{}
	for _, id := range sortedIDs(ch.thread.members) {
		out = append(out, s.threadMemberWire(ch, id, r.query.Get("with_member") == "true"))
	}
	return ok(out)
}

// threadList answers the lists of threads, newest first.
func (s *Server) threadList(g *guildState, wanted func(*channelState) bool) response {
	threads, members := []channelWire{}, []threadMember{}
	ids := sortedIDs(g.threads)
	slices.Reverse(ids)
	for _, id := range ids {
		t := g.threads[id]
		if !wanted(t) || !s.canSee(t, s.bot.ID) {
			continue
		}
		threads = append(threads, s.channelWire(t))
		if _, in := t.thread.members[s.bot.ID]; in {
			members = append(members, s.threadMemberWire(t, s.bot.ID, false))
		}
	}
	return ok(map[string]any{"threads": threads, "members": members, "has_more": false})
}

func activeThreads(s *Server, _ *request, g *guildState) response {
	return s.threadList(g, func(t *channelState) bool { return !s.archived(t) })
}

func archivedThreads(s *Server, _ *request, ch *channelState) response {
	if ch.guild == nil {
		return fail(400, wire.CodeWrongChannelType, "Cannot execute action on this channel type")
	}
	return s.threadList(ch.guild, func(t *channelState) bool {
		return t.parentID == ch.id && t.kind != wire.ChannelPrivateThread && s.archived(t)
	})
}
