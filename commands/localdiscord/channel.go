package localdiscord

import (
	"encoding/json"
	"slices"
	"time"

	"topcut/commands/wire"
)

// channelState is a channel, category, thread or DM.
type channelState struct {
	id         string
	kind       int
	guild      *guildState // nil in a DM
	name       string
	topic      string
	parentID   string
	position   int
	nsfw       bool
	slowmode   int // seconds
	overwrites []wire.Overwrite
	recipients []string // of a DM, without the bot
	thread     *threadState
	tags       []wire.Tag      // of a forum
	tagNeeded  bool            // posts of the forum need one
	messages   []*messageState // by age, private ones included
	lastID     string
	revision   int // counts changes of messages
	changed    notifier
}

type threadState struct {
	ownerID     string
	archived    bool
	locked      bool
	invitable   bool
	autoArchive int // minutes
	createdAt   time.Time
	archivedAt  time.Time
	activeAt    time.Time
	sent        int // messages ever, without the starter
	count       int // messages now
	members     map[string]time.Time
	tags        []string // of a post in a forum, by id
}

// Channel is a handle on a channel, category, thread or DM.
type Channel struct {
	srv   *Server
	state *channelState
}

// ID returns the channel's id.
func (c *Channel) ID() string { return c.state.id }

// Kind returns Discord's number of the kind of channel.
func (c *Channel) Kind() int { return c.state.kind }

// Name returns the current name, empty for a DM.
func (c *Channel) Name() string {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.state.name
}

// ParentID returns the id of the category, or of the channel of a thread.
func (c *Channel) ParentID() string { return c.state.parentID }

// Archived reports whether a thread is archived, Locked whether it is locked.
func (c *Channel) Archived() bool {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.state.thread != nil && c.srv.archived(c.state)
}

// Locked reports whether a thread is locked.
func (c *Channel) Locked() bool {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.state.thread != nil && c.state.thread.locked
}

// ThreadMembers returns the ids of the members of a thread, oldest account first.
func (c *Channel) ThreadMembers() []string {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	if c.state.thread == nil {
		return nil
	}
	return sortedIDs(c.state.thread.members)
}

// Permissions returns what a person may do in the channel; nil means the bot.
func (c *Channel) Permissions(p *Person) wire.Permissions {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	id := c.srv.bot.ID
	if p != nil {
		id = p.id
	}
	return c.srv.permissions(c.state, id)
}

// AddChannel creates a text channel.
func (g *Guild) AddChannel(name string) *Channel { return g.addChannel(name, wire.ChannelText, "") }

// AddChannelOf creates a channel of a type other than a thread.
func (g *Guild) AddChannelOf(kind int, name string) *Channel { return g.addChannel(name, kind, "") }

// AddForum creates a forum with tags, of which posts need one if needed is set.
func (g *Guild) AddForum(name string, needed bool, tags ...wire.Tag) *Channel {
	c := g.addChannel(name, wire.ChannelForum, "")
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range tags {
		t.ID = s.ids.next()
		c.state.tags = append(c.state.tags, t)
	}
	c.state.tagNeeded = needed
	s.dispatchChannel("CHANNEL_UPDATE", c.state)
	return c
}

// Tags returns the names of the tags of a post in a forum.
func (c *Channel) Tags() (names []string) {
	s := c.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.state.thread == nil {
		return nil
	}
	for _, t := range s.channels[c.state.parentID].tags {
		if slices.Contains(c.state.thread.tags, t.ID) {
			names = append(names, t.Name)
		}
	}
	return names
}

// AddCategory creates a category.
func (g *Guild) AddCategory(name string) *Channel {
	return g.addChannel(name, wire.ChannelCategory, "")
}

func (g *Guild) addChannel(name string, kind int, parent string) *Channel {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Channel{srv: s, state: s.addChannel(g.state, name, kind, parent)}
}

// Channel returns the channel, thread or DM with this id.
func (s *Server) Channel(id string) (*Channel, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.channels[id]; ch != nil {
		return &Channel{srv: s, state: ch}, true
	}
	return nil, false
}

// find returns the channel or thread of the guild with this name, or the oldest of
// several.
func (g *Guild) find(name string) (*Channel, bool) {
	for _, c := range g.Channels() {
		if c.Name() == name {
			return c, true
		}
	}
	return nil, false
}

// Allow replaces the overwrite of a role.
func (c *Channel) Allow(r *Role, allow, deny wire.Permissions) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	c.srv.setOverwrite(c.state, wire.Overwrite{ID: r.id, Type: 0, Allow: allow, Deny: deny})
}

// AllowMember replaces the overwrite of one person; nil means the bot.
func (c *Channel) AllowMember(p *Person, allow, deny wire.Permissions) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	id := c.srv.bot.ID
	if p != nil {
		id = p.id
	}
	c.srv.setOverwrite(c.state, wire.Overwrite{ID: id, Type: 1, Allow: allow, Deny: deny})
}

// Delete removes the channel and its messages, as an administrator would.
func (c *Channel) Delete() {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	c.srv.taints.add(c.srv.now(), c.state.id)
	c.srv.removeChannel(c.state)
}

func (s *Server) setOverwrite(ch *channelState, o wire.Overwrite) {
	ch.overwrites = slices.DeleteFunc(slices.Clone(ch.overwrites), func(x wire.Overwrite) bool { return x.ID == o.ID })
	ch.overwrites = append(ch.overwrites, o)
	s.dispatchChannel("CHANNEL_UPDATE", ch)
}

func (s *Server) addChannel(g *guildState, name string, kind int, parent string) *channelState {
	ch := &channelState{id: s.ids.next(), kind: kind, guild: g, name: name, parentID: parent, position: len(g.channelOrder)}
	if p := s.channels[parent]; p != nil {
		ch.overwrites = slices.Clone(p.overwrites)
	}
	s.channels[ch.id] = ch
	g.channelOrder = append(g.channelOrder, ch.id)
	s.dispatchChannel("CHANNEL_CREATE", ch)
	return ch
}

// removeChannel deletes a channel with its threads and messages.
func (s *Server) removeChannel(ch *channelState) {
	if ch.guild != nil && ch.thread == nil {
		for _, id := range sortedIDs(ch.guild.threads) {
			if t := ch.guild.threads[id]; t.parentID == ch.id {
				s.removeChannel(t)
			}
		}
	}
	for _, m := range ch.messages {
		delete(s.messages, m.ID)
	}
	ch.messages = nil
	delete(s.channels, ch.id)
	if ch.guild != nil {
		delete(ch.guild.threads, ch.id)
		ch.guild.channelOrder = slices.DeleteFunc(ch.guild.channelOrder, func(id string) bool { return id == ch.id })
	}
	event := "CHANNEL_DELETE"
	if ch.thread != nil {
		event = "THREAD_DELETE"
	}
	s.dispatchChannel(event, ch)
	ch.changed.fire()
	s.changed.fire()
}

// directMessage returns the DM channel of the bot and a user, and creates it if needed.
func (s *Server) directMessage(u *userState) *channelState {
	if ch := s.channels[u.dmID]; ch != nil {
		return ch
	}
	ch := &channelState{id: s.ids.next(), kind: wire.ChannelDM, recipients: []string{u.ID}}
	u.dmID = ch.id
	s.channels[ch.id] = ch
	return ch
}

// archived reports whether a thread is archived, by a user or because it was quiet for
// its auto-archive duration.
func (s *Server) archived(ch *channelState) bool {
	t := ch.thread
	if !t.archived && t.autoArchive > 0 {
		end := t.activeAt.Add(time.Duration(t.autoArchive) * time.Minute)
		if s.now().After(end) {
			t.archived, t.archivedAt = true, end
		}
	}
	return t.archived
}

// channelWire describes any kind of channel.
func (s *Server) channelWire(ch *channelState) channelWire {
	w := channelWire{Channel: wire.Channel{ID: ch.id, Type: wire.ChannelType(ch.kind), Name: ch.name}}
	if ch.lastID != "" {
		w.LastMessageID = new(ch.lastID)
	}
	if ch.guild == nil {
		w.Recipients = []User{}
		for _, id := range ch.recipients {
			w.Recipients = append(w.Recipients, s.users[id].User)
		}
		return w
	}
	w.GuildID = ch.guild.id
	w.ParentID = ch.parentID
	w.RateLimitPerUser = new(ch.slowmode)
	if t := ch.thread; t != nil {
		w.OwnerID = t.ownerID
		w.Thread = wire.Thread{
			Archived: s.archived(ch), Locked: t.locked, AutoArchiveDuration: t.autoArchive,
			ArchiveTimestamp: wire.Timestamp(t.archivedAt), CreateTimestamp: wire.Timestamp(t.createdAt),
		}
		if ch.kind == wire.ChannelPrivateThread {
			w.Thread.Invitable = new(t.invitable)
		}
		w.Applied = slices.Clone(t.tags)
		w.MessageCount, w.TotalMessageSent = new(t.count), new(t.sent)
		w.MemberCount = new(min(len(t.members), 50))
		if at, in := t.members[s.bot.ID]; in {
			w.Member = &threadMember{ID: ch.id, UserID: s.bot.ID, JoinTimestamp: wire.Timestamp(at)}
		}
		return w
	}
	if ch.kind == wire.ChannelForum || ch.kind == wire.ChannelMedia {
		null := json.RawMessage("null")
		w.Tags, w.Flags = wire.List(slices.Clone(ch.tags)), choose(ch.tagNeeded, wire.ChannelTagNeeded, 0)
		w.DefaultReactionEmoji, w.DefaultSortOrder, w.DefaultForumLayout = &null, &null, new(0)
	}
	w.Position = new(ch.position)
	w.NSFW = new(ch.nsfw)
	w.Overwrites = wire.List(slices.Clone(ch.overwrites))
	if ch.topic != "" {
		w.Topic = new(ch.topic)
	}
	return w
}

// dispatchChannel sends a channel or thread event.
func (s *Server) dispatchChannel(event string, ch *channelState) {
	if ch.guild == nil {
		return
	}
	if event == "THREAD_DELETE" {
		s.dispatch(event, ch.guild, IntentGuilds, func(*session) any {
			return map[string]any{"id": ch.id, "guild_id": ch.guild.id, "parent_id": ch.parentID, "type": ch.kind}
		})
		return
	}
	if !s.canSee(ch, s.bot.ID) {
		return
	}
	s.dispatch(event, ch.guild, IntentGuilds, func(*session) any {
		w := s.channelWire(ch)
		w.NewlyCreated = event == "THREAD_CREATE"
		return w
	})
}
