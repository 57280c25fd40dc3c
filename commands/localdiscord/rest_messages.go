package localdiscord

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

func messageRoutes() []*route {
	const base = "/channels/{channel}/messages"
	one := base + "/{message}"
	return []*route{
		{method: "GET", pattern: base, rule: ruleMessageRead(), major: "channel", handle: about(inChannel(0), listMessages)},
		{method: "POST", pattern: base, rule: ruleMessageSend(), major: "channel", handle: about(inChannelWith(sendPermission), createMessage)},
		{method: "GET", pattern: one, rule: ruleMessageRead(), major: "channel", handle: about(onMessage(0), getMessage)},
		{method: "PATCH", pattern: one, rule: ruleMessageEdit(), major: "channel", handle: about(onMessage(0), editMessage)},
		{method: "DELETE", pattern: one, rule: ruleMessageDelete(), major: "channel", handle: about(onMessage(0), deleteMessage)},
		{method: "POST", pattern: base + "/bulk-delete", rule: ruleOther(), major: "channel", handle: saying(inChannel(wire.ManageMessages), bulkDelete)},
		{method: "GET", pattern: one + "/reactions/{emoji}", rule: ruleReaction(), major: "channel", handle: about(onMessage(wire.ReadMessageHistory), listReactions)},
		{method: "PUT", pattern: one + "/reactions/{emoji}/@me", rule: ruleReaction(), major: "channel", handle: about(onMessage(wire.ReadMessageHistory), addReaction)},
		{method: "GET", pattern: base + "/pins", rule: ruleOther(), major: "channel", handle: about(inChannel(wire.ReadMessageHistory), listPins)},
		{method: "GET", pattern: "/channels/{channel}/pins", rule: ruleOther(), major: "channel", handle: about(inChannel(wire.ReadMessageHistory), listPinsOld)},
		{method: "PUT", pattern: "/channels/{channel}/pins/{message}", rule: ruleOther(), major: "channel", handle: about(toPin, pin)},
		{method: "PUT", pattern: base + "/pins/{message}", rule: ruleOther(), major: "channel", handle: about(toPin, pin)},
		{method: "DELETE", pattern: base + "/pins/{message}", rule: ruleOther(), major: "channel", handle: about(toPin, unpin)},
	}
}

// inChannel finds the channel of a request, which the bot must see and for which it needs
// further permissions.
func inChannel(need wire.Permissions) finder[*channelState] {
	return inChannelWith(func(*channelState) wire.Permissions { return need })
}

// inChannelWith is inChannel with a permission that depends on the channel.
func inChannelWith(need func(*channelState) wire.Permissions) finder[*channelState] {
	return func(s *Server, r *request) (*channelState, *response) { return s.place(r, need) }
}

func (s *Server) place(r *request, need func(*channelState) wire.Permissions) (*channelState, *response) {
	ch := s.channels[r.params["channel"]]
	if ch == nil {
		return nil, new(unknownChannel())
	}
	have := s.permissions(ch, s.bot.ID)
	if !have.Has(wire.ViewChannel) {
		return nil, new(missingAccess().because("the bot does not see #%s", ch.name))
	}
	if missing := need(ch) &^ have; missing != 0 {
		return nil, new(missingPermissions().because("in #%s the bot lacks the bits %d", ch.name, missing))
	}
	return ch, nil
}

// onMessage finds the message of a request. Messages that only one person sees do not
// exist for the channel's routes.
func onMessage(need wire.Permissions) finder[*messageState] { return messageIn(inChannel(need)) }

func messageIn(channel finder[*channelState]) finder[*messageState] {
	return func(s *Server, r *request) (*messageState, *response) {
		ch, bad := channel(s, r)
		if bad != nil {
			return nil, bad
		}
		m := s.messages[r.params["message"]]
		if m == nil || m.ch != ch || m.Private() {
			return nil, new(unknownMessage())
		}
		return m, nil
	}
}

func listMessages(s *Server, r *request, ch *channelState) response {
	limit, bad := r.limit(50, wire.MaxPageSize)
	if bad != nil {
		return *bad
	}
	for _, key := range []string{"before", "after", "around"} {
		if q := r.query.Get(key); q != "" && !isID(q) {
			return invalidBody(key + " must be an id, not " + q)
		}
	}
	out := []messageWire{}
	if !s.permissions(ch, s.bot.ID).Has(wire.ReadMessageHistory) {
		return ok(out)
	}
	list := slices.DeleteFunc(slices.Clone(ch.messages), func(m *messageState) bool { return m.Private() })
	position := func(id string) (int, bool) {
		return slices.BinarySearchFunc(list, id, func(m *messageState, id string) int { return compareIDs(m.ID, id) })
	}
	from, to := max(len(list)-limit, 0), len(list)
	if q := r.query.Get("before"); q != "" {
		to, _ = position(q)
		from = max(to-limit, 0)
	} else if q := r.query.Get("after"); q != "" {
		i, found := position(q)
		if found {
			i++
		}
		from, to = i, min(i+limit, len(list))
	} else if q := r.query.Get("around"); q != "" {
		i, _ := position(q)
		from = max(i-limit/2, 0)
		to = min(from+limit, len(list))
	}
	for i := to - 1; i >= from; i-- { // newest first
		out = append(out, s.messageWire(list[i]))
	}
	return ok(out)
}

func getMessage(s *Server, _ *request, m *messageState) response {
	return ok(s.messageWire(m))
}

// checkContext returns what package check must know in addition to the body.
func checkContext(route check.Route, r *request, m *messageState, ephemeral bool) check.Context {
	c := check.Context{Route: route, Ephemeral: ephemeral}
	for _, f := range r.files {
		c.Files = append(c.Files, check.File{Part: f.part, Name: f.name})
	}
	if m == nil {
		return c
	}
	c.Flags = int64(m.Flags)
	for _, a := range m.Attachments {
		c.Attachments = append(c.Attachments, check.Attachment{ID: a.ID, Name: a.Name})
	}
	c.HasContent, c.HasEmbeds, c.HasComponents = m.Content != "", len(m.Embeds) > 0, len(m.Components) > 0
	return c
}

func createMessage(s *Server, r *request, ch *channelState) response {
	if !wire.ChannelType(ch.kind).Home().Posts && ch.guild != nil {
		return fail(400, wire.CodeWrongChannelType, "Cannot execute action on this channel type")
	}
	if bad := s.judge(r, check.Message(r.raw, checkContext(check.RouteCreate, r, nil, false))); bad != nil {
		return *bad
	}
	d, err := parseDraft(r.raw, r.files)
	if err != nil {
		return invalidBody(err.Error())
	}
	if d.EnforceNonce && d.Nonce != "" {
		if id, known := s.nonces.find(s.now(), string(d.Nonce)); known {
			if m := s.messages[id]; m != nil {
				if m.ch != ch {
					s.violate(r.name(), 0, "nonce "+string(d.Nonce)+" was used in another channel minutes ago; Discord answers with that message and posts nothing", r.raw)
				}
				s.stats.Deduplicated++
				return ok(s.messageWire(m))
			}
		}
	}
	if bad := s.mayPost(ch, d); bad != nil {
		return *bad
	}
	m := s.post(posting{ch: ch, author: s.users[s.bot.ID], draft: d})
	if d.EnforceNonce && d.Nonce != "" {
		s.nonces.add(s.now(), string(d.Nonce), m.ID)
	}
	return ok(s.messageWire(m))
}

// mayPost checks what depends on the channel: permissions for embeds, files and history,
// locked threads, closed DMs. An archived thread is reopened.
func (s *Server) mayPost(ch *channelState, d draft) *response {
	have := s.permissions(ch, s.bot.ID)
	if len(d.Embeds) > 0 && !have.Has(wire.EmbedLinks) {
		return new(missingPermissions().because("the bot lacks EMBED_LINKS in #%s", ch.name))
	}
	if len(d.files) > 0 && !have.Has(wire.AttachFiles) {
		return new(missingPermissions().because("the bot lacks ATTACH_FILES in #%s", ch.name))
	}
	if ref := d.MessageReference; ref != nil {
		target := s.messages[ref.MessageID]
		if (target == nil || target.ch != ch || target.Private()) && (ref.FailIfNotExists == nil || *ref.FailIfNotExists) {
			return new(invalidBody("message_reference: unknown message"))
		}
		if !have.Has(wire.ReadMessageHistory) {
			return new(fail(403, 160002, "Cannot reply without permission to read message history"))
		}
	}
	if t := ch.thread; t != nil {
		if t.locked && !have.Has(wire.ManageThreads) {
			return new(fail(400, wire.CodeThreadLocked, "Thread is locked"))
		}
		if s.archived(ch) {
			s.setArchived(ch, false)
		}
	}
	if ch.guild == nil && s.users[ch.recipients[0]].dmClosed {
		return new(fail(403, wire.CodeCannotDM, "Cannot send messages to this user"))
	}
	return nil
}

func editMessage(s *Server, r *request, m *messageState) response {
	if m.Author.ID != s.bot.ID {
		return fail(403, wire.CodeNotAuthor, "Cannot edit a message authored by another user")
	}
	if m.ch.thread != nil && s.archived(m.ch) {
		return fail(400, wire.CodeThreadArchived, "Thread is archived")
	}
	if s.age(m) > time.Hour {
		if use := s.spend(ruleOldEdit(), m.ChannelID, true); use.denied {
			s.stats.RateLimited++
			return limited(use.after, "user", wire.CodeOldEdits)
		}
	}
	return s.editFrom(r, m, check.RouteEdit)
}

// editFrom applies the body of a request to a message of the bot.
func (s *Server) editFrom(r *request, m *messageState, route check.Route) response {
	if bad := s.judge(r, check.Message(r.raw, checkContext(route, r, m, m.Private()))); bad != nil {
		return *bad
	}
	d, err := parseDraft(r.raw, r.files)
	if err != nil {
		return invalidBody(err.Error())
	}
	if len(d.files) > 0 && !s.permissions(m.ch, s.bot.ID).Has(wire.AttachFiles) && m.source == nil {
		return missingPermissions().because("the bot lacks ATTACH_FILES in #%s", m.ch.name)
	}
	s.edit(m, d, r.version >= 10)
	return ok(s.messageWire(m))
}

func deleteMessage(s *Server, _ *request, m *messageState) response {
	if m.Author.ID != s.bot.ID && !s.permissions(m.ch, s.bot.ID).Has(wire.ManageMessages) {
		return missingPermissions().because("deleting what others wrote needs MANAGE_MESSAGES")
	}
	if m.ch.thread != nil && s.archived(m.ch) {
		return fail(400, wire.CodeThreadArchived, "Thread is archived")
	}
	s.stats.Deletes++
	s.erase(m, s.bot.Username)
	return noContent()
}

// messageIDs is the body of POST of bulk-delete.
type messageIDs struct {
	Messages []string `json:"messages"`
}

func bulkDelete(s *Server, _ *request, ch *channelState, body messageIDs) response {
	if len(body.Messages) < 2 || len(body.Messages) > wire.MaxPageSize {
		return invalidBody(fmt.Sprintf("messages has %d ids; from 2 to 100 are needed", len(body.Messages)))
	}
	for _, id := range body.Messages {
		if s.now().Sub(SnowflakeTime(id)) > 14*24*time.Hour {
			return fail(400, wire.CodeBulkTooOld, "A message provided was too old to bulk delete")
		}
	}
	var all []*messageState
	for _, id := range body.Messages {
		if m := s.messages[id]; m != nil && m.ch == ch && !m.Private() && !slices.Contains(all, m) {
			s.stats.Deletes++
			all = append(all, m)
		}
	}
	s.eraseAll(ch, all, s.bot.Username)
	return noContent()
}

func listReactions(s *Server, r *request, m *messageState) response {
	out := []User{}
	for _, x := range m.Reactions {
		if x.Emoji.key() == r.params["emoji"] {
			for _, id := range x.Users {
				out = append(out, s.users[id].User)
			}
		}
	}
	return ok(out)
}

// key returns an emoji as in paths: itself, or name:id.
func (e reactionEmoji) key() string {
	if e.ID != nil {
		return e.Name + ":" + *e.ID
	}
	return e.Name
}

func addReaction(s *Server, r *request, m *messageState) response {
	known := slices.ContainsFunc(m.Reactions, func(x Reaction) bool { return x.Emoji.key() == r.params["emoji"] })
	switch {
	case m.ch.thread != nil && s.archived(m.ch):
		return fail(400, wire.CodeThreadArchived, "Thread is archived")
	case !known && !s.permissions(m.ch, s.bot.ID).Has(wire.AddReactions):
		return missingPermissions().because("the bot lacks ADD_REACTIONS")
	case !known && len(m.Reactions) >= 20:
		return fail(400, wire.CodeTooManyReactions, "Maximum number of reactions reached (20)")
	}
	s.react(m, s.bot.ID, r.params["emoji"], true)
	return noContent()
}

// react adds or removes a user's reaction.
func (s *Server) react(m *messageState, userID, key string, add bool) {
	reactions := slices.Clone(m.Reactions)
	i := slices.IndexFunc(reactions, func(x Reaction) bool { return x.Emoji.key() == key })
	emoji := reactionEmoji{Name: key}
	if name, id, custom := strings.Cut(key, ":"); custom {
		emoji = reactionEmoji{Name: name, ID: &id}
	}
	if i < 0 {
		if !add {
			return
		}
		reactions = append(reactions, Reaction{Emoji: emoji, BurstColors: []string{}})
		i = len(reactions) - 1
	}
	x := &reactions[i]
	has := slices.Contains(x.Users, userID)
	if has == add {
		return
	}
	event := "MESSAGE_REACTION_ADD"
	if add {
		x.Users = append(slices.Clone(x.Users), userID)
	} else {
		event = "MESSAGE_REACTION_REMOVE"
		x.Users = slices.DeleteFunc(slices.Clone(x.Users), func(id string) bool { return id == userID })
	}
	x.Count = len(x.Users)
	x.CountDetails = map[string]int{"burst": 0, "normal": x.Count}
	x.Me = slices.Contains(x.Users, s.bot.ID)
	if x.Count == 0 {
		reactions = slices.Delete(reactions, i, i+1)
	}
	m.Reactions = reactions
	s.dispatch(event, m.ch.guild, s.reactionIntent(m.ch), func(*session) any {
		w := map[string]any{
			"user_id": userID, "channel_id": m.ChannelID, "message_id": m.ID, "emoji": emoji,
			"burst": false, "type": 0,
		}
		if add {
			w["message_author_id"] = m.Author.ID
			if g := m.ch.guild; g != nil && g.members[userID] != nil {
				w["member"] = s.memberWire(g.members[userID], true)
			}
		}
		return m.ch.tagged(w)
	})
	m.touch()
}

func (s *Server) reactionIntent(ch *channelState) Intents {
	if ch.guild == nil {
		return IntentDirectReactions
	}
	return IntentGuildReactions
}

// pinned returns the pinned messages of a channel, newest first.
func (ch *channelState) pinned() []*messageState {
	var out []*messageState
	for i := len(ch.messages) - 1; i >= 0; i-- {
		if ch.messages[i].Pinned {
			out = append(out, ch.messages[i])
		}
	}
	return out
}

func listPins(s *Server, _ *request, ch *channelState) response {
	items := []map[string]any{}
	all := ch.pinned()
	for _, m := range all[:min(len(all), 50)] {
		items = append(items, map[string]any{"pinned_at": m.Timestamp, "message": s.messageWire(m)})
	}
	return ok(map[string]any{"items": items, "has_more": len(all) > 50})
}

func listPinsOld(s *Server, _ *request, ch *channelState) response {
	out := []messageWire{}
	for _, m := range ch.pinned() {
		out = append(out, s.messageWire(m))
	}
	return ok(out)
}

// toPin finds the message of a request that pins.
func toPin(s *Server, r *request) (*messageState, *response) {
	return messageIn(inChannelWith(func(ch *channelState) wire.Permissions {
		if s.permissions(ch, s.bot.ID).Pins() {
			return 0
		}
		return wire.PinMessages
	}))(s, r)
}

func unpin(s *Server, _ *request, m *messageState) response {
	m.Pinned = false
	s.dispatchPins(m)
	m.touch()
	return noContent()
}

// dispatchPins tells that what is pinned in the channel of a message has changed.
func (s *Server) dispatchPins(m *messageState) {
	s.dispatch("CHANNEL_PINS_UPDATE", m.ch.guild, IntentGuilds, func(*session) any {
		return m.ch.tagged(map[string]any{"channel_id": m.ChannelID, "last_pin_timestamp": wire.Timestamp(s.now())})
	})
}

func pin(s *Server, _ *request, m *messageState) response {
	if !m.Pinned && len(m.ch.pinned()) >= 250 {
		return fail(400, wire.CodeTooManyPins, "Maximum number of pins reached for the channel (250)")
	}
	m.Pinned = true
	s.dispatchPins(m)
	m.touch()
	return noContent()
}
