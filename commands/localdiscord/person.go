package localdiscord

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"mime"
	"path"
	"slices"
	"strings"
	"time"

	"topcut/commands/wire"
)

// Person plays a human being with an ordinary client. An action that such a client would
// not allow returns a *[ClientError].
type Person struct {
	srv  *Server
	id   string
	name string
}

// ClientError is an action that a real client would not allow.
type ClientError struct {
	Person, Action, Reason string
}

// Error implements error.
func (e *ClientError) Error() string {
	return fmt.Sprintf("%s cannot %s: %s", e.Person, e.Action, e.Reason)
}

// File is something a person attaches.
type File struct {
	Name        string `json:"name"`
	ContentType string `json:"content_type,omitempty"` // by default from the name
	Data        []byte `json:"data"`
}

// Condition is something to wait for before acting.
type Condition func(context.Context, *Server) error

func (p *Person) wait(ctx context.Context, conditions []Condition) error {
	for _, c := range conditions {
		if err := c(ctx, p.srv); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// AddPerson creates a user with this display name who joins the guild.
func (g *Guild) AddPerson(name string, roles ...*Role) *Person {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.newUser(name)
	var ids []string
	for _, r := range roles {
		ids = append(ids, r.id)
	}
	s.join(g.state, u, ids...)
	return &Person{srv: s, id: u.ID, name: name}
}

func (s *Server) join(g *guildState, u *userState, roles ...string) {
	m := s.addMember(g, u.ID, roles...)
	s.dispatchMember("GUILD_MEMBER_ADD", g, m)
}

// Owner returns the person who owns the guild and may do everything.
func (g *Guild) Owner() *Person {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return &Person{srv: g.srv, id: g.state.ownerID, name: g.srv.displayName(nil, g.state.ownerID)}
}

// People returns the human members in the order in which they joined, the owner first.
func (g *Guild) People() []*Person {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Person
	for _, id := range g.state.memberOrder {
		if u := s.users[id]; !u.Bot {
			out = append(out, &Person{srv: s, id: id, name: u.DisplayName()})
		}
	}
	return out
}

// Person returns the person with this user id.
func (s *Server) Person(id string) (*Person, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.users[id]
	if u == nil || u.Bot {
		return nil, false
	}
	return &Person{srv: s, id: id, name: u.DisplayName()}, true
}

// ID returns the user id.
func (p *Person) ID() string { return p.id }

// Name returns the display name.
func (p *Person) Name() string { return p.name }

// Mention returns <@id>.
func (p *Person) Mention() string { return "<@" + p.id + ">" }

// Join makes the person join a guild, perhaps again.
func (p *Person) Join(g *Guild) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	if g.state.members[p.id] == nil {
		p.srv.join(g.state, p.srv.users[p.id])
	}
}

// Leave makes the person leave a guild.
func (p *Person) Leave(g *Guild) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	p.srv.taints.add(p.srv.now(), p.id)
	p.srv.removeMember(g.state, p.id)
}

// Give gives the person a role.
func (p *Person) Give(r *Role) { p.setRole(r, true) }

// Take takes a role from the person.
func (p *Person) Take(r *Role) { p.setRole(r, false) }

func (p *Person) setRole(r *Role, give bool) {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := r.guild.state.members[p.id]; m != nil {
		s.setRole(r.guild.state, m, r.id, give)
	}
}

// SetNick changes the name shown in a guild.
func (p *Person) SetNick(g *Guild, nick string) {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := g.state.members[p.id]; m != nil {
		m.nick = nick
		s.dispatchMember("GUILD_MEMBER_UPDATE", g.state, m)
	}
}

// SetTimeout gives the person a timeout, in which they cannot write or act.
func (p *Person) SetTimeout(g *Guild, d time.Duration) {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := g.state.members[p.id]; m != nil {
		m.timeoutUntil = s.now().Add(d)
		s.dispatchMember("GUILD_MEMBER_UPDATE", g.state, m)
	}
}

// Locale returns the client's language.
func (p *Person) Locale() string {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return p.srv.users[p.id].locale
}

// SetLocale changes the client's language, by default en-US.
func (p *Person) SetLocale(locale string) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	p.srv.users[p.id].locale = locale
}

// CloseDMs sets whether the person refuses direct messages of the bot.
func (p *Person) CloseDMs(closed bool) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	p.srv.users[p.id].dmClosed = closed
}

// DM returns the person's direct messages with the bot.
func (p *Person) DM() *Channel {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	return &Channel{srv: p.srv, state: p.srv.directMessage(p.srv.users[p.id])}
}

// refusal records and returns an action that the client does not allow. The caller holds
// the lock.
func (p *Person) refusal(action, format string, args ...any) error {
	e := &ClientError{Person: p.name, Action: action, Reason: fmt.Sprintf(format, args...)}
	p.srv.stats.Refusals++
	p.srv.refusals.add(Refusal{Time: p.srv.now(), Person: p.name, Action: action, Reason: e.Reason})
	return e
}

// act records an action in the transcript.
func (p *Person) act(ch *channelState, action, text string) {
	name := p.srv.displayName(ch.guild, p.id)
	p.srv.note(Entry{Kind: EntryAction, Actor: name, Action: action, Text: text}, ch)
}

// Send writes a message in a channel, with files if any.
func (p *Person) Send(ctx context.Context, c *Channel, text string, files ...File) (Message, error) {
	return p.send(ctx, c.ID(), text, nil, files)
}

// reply writes a message in reply to another and pings its author.
func (p *Person) reply(ctx context.Context, to Message, text string) (Message, error) {
	return p.send(ctx, to.ChannelID, text, &messageReference{MessageID: to.ID}, nil)
}

func (p *Person) send(ctx context.Context, channelID, text string, ref *messageReference, files []File) (Message, error) {
	if err := ctx.Err(); err != nil {
		return Message{}, err
	}
	uploads := make([]upload, len(files))
	for i, f := range files {
		uploads[i] = upload{name: f.Name, contentType: f.ContentType, data: f.Data}
		uploads[i].inspect()
	}
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channels[channelID]
	have := wire.Permissions(0)
	if ch != nil {
		have = s.permissions(ch, p.id)
	}
	switch {
	case !have.Has(wire.ViewChannel):
		return Message{}, p.refusal("write", "they do not see the channel")
	case !have.Has(sendPermission(ch)) || ch.kind == wire.ChannelCategory:
		return Message{}, p.refusal("write", "they may not write in %s", s.channelLabel(ch))
	case len(files) > 0 && !have.Has(wire.AttachFiles):
		return Message{}, p.refusal("write", "they may not attach files in %s", s.channelLabel(ch))
	case strings.TrimSpace(text) == "" && len(files) == 0:
		return Message{}, p.refusal("write", "the message is empty")
	case len([]rune(text)) > wire.MaxContent:
		return Message{}, p.refusal("write", "the message has more than %d characters", wire.MaxContent)
	case ch.thread != nil && ch.thread.locked && !have.Has(wire.ManageThreads):
		return Message{}, p.refusal("write", "the thread is locked")
	}
	for _, f := range files {
		if len(f.Data) > wire.MaxFileBytes {
			return Message{}, p.refusal("write", "file %s is over 10 MiB", f.Name)
		}
	}
	if ch.thread != nil && s.archived(ch) {
		s.setArchived(ch, false)
	}
	d := draft{Message: wire.Message{Content: &text}, files: uploads, MessageReference: ref, given: map[string]json.RawMessage{"content": nil}}
	return s.post(posting{ch: ch, author: s.users[p.id], draft: d}).Message, nil
}

// OpenThread opens a public thread that is not on a message, or a post in a forum, with a
// first message.
func (p *Person) OpenThread(ctx context.Context, c *Channel, name, text string) (*Channel, error) {
	ch, err := p.openThread(c, name)
	if err != nil {
		return nil, err
	}
	if _, err := p.send(ctx, ch.id, text, nil, nil); err != nil {
		return nil, err
	}
	return &Channel{srv: p.srv, state: ch}, nil
}

func (p *Person) openThread(c *Channel, name string) (*channelState, error) {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	const action = "open a thread"
	parent := s.channels[c.state.id]
	if parent == nil || parent.guild == nil {
		return nil, p.refusal(action, "there is no such channel")
	}
	kind, need := wire.ChannelType(parent.kind).Home().Threads, wire.ViewChannel|wire.CreatePublicThreads
	if parent.kind == wire.ChannelForum || parent.kind == wire.ChannelMedia {
		kind, need = wire.ChannelPublicThread, wire.ViewChannel|wire.SendMessages
	}
	if kind == 0 || !s.permissions(parent, p.id).Has(need) {
		return nil, p.refusal(action, "%s does not let them", s.channelLabel(parent))
	}
	ch, bad := s.newThread(parent, "", int(kind), p.id, wire.ChannelEdit{Name: name})
	if bad != nil {
		return nil, p.refusal(action, "there are too many")
	}
	return ch, nil
}

// React adds the person's reaction to a message; emoji is, say, "👍".
func (p *Person) React(m Message, emoji string) error { return p.react(m, emoji, true) }

// unreact removes the person's reaction.
func (p *Person) unreact(m Message, emoji string) error { return p.react(m, emoji, false) }

func (p *Person) react(m Message, emoji string, add bool) error {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.messages[m.ID]
	if st == nil || !st.visibleTo(p.id) || !s.canSee(st.ch, p.id) {
		return p.refusal("react", "they do not see the message")
	}
	known := slices.ContainsFunc(st.Reactions, func(r Reaction) bool { return r.Emoji.key() == emoji })
	if add && !known && !s.permissions(st.ch, p.id).Has(wire.AddReactions) {
		return p.refusal("react", "they may not add reactions")
	}
	s.react(st, p.id, emoji, add)
	return nil
}

// Delete deletes a message: one's own, any with MANAGE_MESSAGES, or dismisses
// an ephemeral one.
func (p *Person) Delete(m Message) error {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.messages[m.ID]
	switch {
	case st == nil || !st.visibleTo(p.id) || !s.canSee(st.ch, p.id):
		return p.refusal("delete", "they do not see the message")
	case st.Viewer != p.id && st.Author.ID != p.id && !s.permissions(st.ch, p.id).Has(wire.ManageMessages):
		return p.refusal("delete", "the message is not theirs")
	}
	s.taints.add(s.now(), st.ID)
	s.erase(st, s.displayName(st.ch.guild, p.id))
	return nil
}

// Clear deletes all messages of a channel at once, as a moderator's bot does.
func (p *Person) Clear(c *Channel) error {
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.permissions(c.state, p.id).Has(wire.ManageMessages) {
		return p.refusal("clear", "they may not delete messages of others")
	}
	all := slices.DeleteFunc(slices.Clone(c.state.messages), func(m *messageState) bool { return m.Private() })
	for _, m := range all {
		s.taints.add(s.now(), m.ID)
	}
	s.eraseAll(c.state, all, s.displayName(c.state.guild, p.id))
	return nil
}

// Modal returns the modal that is open on the person's screen.
func (p *Person) Modal() (*Modal, bool) {
	p.srv.mu.Lock()
	defer p.srv.mu.Unlock()
	m := p.srv.modals[p.id]
	return m, m != nil
}

// WaitMessage waits until the person sees a matching message in the channel, and returns
// the newest of them.
func (p *Person) WaitMessage(ctx context.Context, c *Channel, match func(Message) bool) (Message, error) {
	return p.srv.waitMessage(ctx, c, p.id, match)
}

// WaitMessage waits for a matching message in the channel, including one that only one
// person sees.
func (s *Server) WaitMessage(ctx context.Context, c *Channel, match func(Message) bool) (Message, error) {
	return s.waitMessage(ctx, c, "", match)
}

func (s *Server) waitMessage(ctx context.Context, c *Channel, viewer string, match func(Message) bool) (Message, error) {
	looked := 0 // the last change that was looked at
	for {
		var news []Message // the newest first
		err := s.await(ctx, &c.state.changed, func() bool {
			if viewer != "" && !s.canSee(c.state, viewer) {
				return false
			}
			for _, m := range slices.Backward(c.state.messages) {
				if m.revision > looked && (viewer == "" || m.visibleTo(viewer)) {
					news = append(news, m.Message)
				}
			}
			looked = c.state.revision
			return len(news) > 0
		})
		if err != nil {
			return Message{}, fmt.Errorf("waiting for a message in #%s: %w", c.Name(), err)
		}
		if i := slices.IndexFunc(news, match); i >= 0 {
			return news[i], nil
		}
	}
}

// storeFile keeps what a person attached to a command or modal.
func (s *Server) storeFile(channelID string, f File) Attachment {
	kind := f.ContentType
	if kind == "" {
		kind, _, _ = strings.Cut(mime.TypeByExtension(path.Ext(f.Name)), ";")
	}
	a := s.store(channelID, f.Name, kind, f.Data, image.Point{})
	a.Ephemeral = true
	return a
}
