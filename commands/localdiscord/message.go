package localdiscord

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/commands/wire"
)

// Message is a message as it is now. It marshals in Discord's own shape.
type Message struct {
	wire.Posted
	Type                int                  `json:"type"`
	Author              User                 `json:"author"`
	Embeds              []Embed              `json:"embeds"`
	Attachments         []Attachment         `json:"attachments"`
	Mentions            []User               `json:"mentions"`
	MentionRoles        []string             `json:"mention_roles"`
	MentionEveryone     bool                 `json:"mention_everyone"`
	EditedTimestamp     *wire.Timestamp      `json:"edited_timestamp"`
	Pinned              bool                 `json:"pinned"`
	TTS                 bool                 `json:"tts"`
	ApplicationID       string               `json:"application_id,omitempty"`
	Reactions           []Reaction           `json:"reactions,omitempty"`
	MessageReference    *MessageReference    `json:"message_reference,omitempty"`
	InteractionMetadata *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Interaction         *MessageInteraction  `json:"interaction,omitempty"`

	// Viewer is the id of the only person who sees the message; empty if everyone in the
	// channel does.
	Viewer string `json:"-"`
	// Pinged says who was notified when the message was posted.
	Pinged Pinged `json:"-"`
	// Edits counts the edits so far.
	Edits int `json:"-"`
}

// Private reports whether only one person sees the message.
func (m Message) Private() bool { return m.Viewer != "" }

// Loading reports whether the message still says "is thinking".
func (m Message) Loading() bool { return m.Flags&wire.FlagLoading != 0 }

// Pinged is the users and roles that a message has notified.
type Pinged struct {
	Users    []string `json:"users,omitempty"`
	Roles    []string `json:"roles,omitempty"`
	Everyone bool     `json:"everyone,omitempty"`
}

// Reaction is one emoji under a message.
type Reaction struct {
	Emoji        reactionEmoji  `json:"emoji"`
	Count        int            `json:"count"`
	CountDetails map[string]int `json:"count_details"`
	Me           bool           `json:"me"`
	MeBurst      bool           `json:"me_burst"`
	BurstColors  []string       `json:"burst_colors"`
	// Users are the ids of those who reacted, in order.
	Users []string `json:"-"`
}

type reactionEmoji struct {
	ID   *string `json:"id"`
	Name string  `json:"name"`
}

// MessageReference points to the message a reply answers.
type MessageReference struct {
	Type      int    `json:"type"`
	ChannelID string `json:"channel_id"`
	MessageID string `json:"message_id,omitempty"`
	GuildID   string `json:"guild_id,omitempty"`
}

// InteractionMetadata says which interaction a message answers.
type InteractionMetadata struct {
	ID                            string               `json:"id"`
	Type                          int                  `json:"type"`
	User                          User                 `json:"user"`
	AuthorizingIntegrationOwners  map[string]string    `json:"authorizing_integration_owners"`
	OriginalResponseMessageID     string               `json:"original_response_message_id,omitempty"`
	InteractedMessageID           string               `json:"interacted_message_id,omitempty"`
	TriggeringInteractionMetadata *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"`
	Name                          string               `json:"name,omitempty"`
	CommandType                   int                  `json:"command_type,omitempty"`
}

// MessageInteraction is the older form of [InteractionMetadata].
type MessageInteraction struct {
	ID   string `json:"id"`
	Type int    `json:"type"`
	Name string `json:"name"`
	User User   `json:"user"`
}

// Embed is a rich embed.
type Embed struct {
	Type        string       `json:"type"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       *int         `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *wire.Media  `json:"image,omitempty"`
	Thumbnail   *wire.Media  `json:"thumbnail,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedFooter is the last line of an embed.
type EmbedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedAuthor is the first line of an embed.
type EmbedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is one field of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// messageState is a message and the server's further data about it, which clients do not
// see.
type messageState struct {
	Message
	source   *interactionState // the interaction whose token edits it, if any
	ch       *channelState
	revision int // of the channel, when the message last changed
}

// draft is the decoded body of a request that posts or edits a message.
type draft struct {
	given map[string]json.RawMessage
	raw   []byte
	files []upload
	wire.Message
	Embeds           []Embed           `json:"embeds"`
	TTS              bool              `json:"tts"`
	MessageReference *messageReference `json:"message_reference"`
}

type messageReference struct {
	MessageID       string `json:"message_id"`
	FailIfNotExists *bool  `json:"fail_if_not_exists"`
}

// content returns the text; a body without one has none.
func (d draft) content() string {
	if d.Content == nil {
		return ""
	}
	return *d.Content
}

// has reports whether the body has a field, even if it is null.
func (d draft) has(field string) bool {
	_, ok := d.given[field]
	return ok
}

// parseDraft decodes a message body; an empty one is a message of files only.
func parseDraft(raw []byte, files []upload) (draft, error) {
	d := draft{raw: raw, files: files}
	if len(raw) == 0 {
		return d, nil
	}
	if err := json.Unmarshal(raw, &d.given); err != nil {
		return d, fmt.Errorf("the body is not a JSON object: %w", err)
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, fmt.Errorf("the body cannot be read: %w", err)
	}
	return d, nil
}

// posting is a message that is about to be posted.
type posting struct {
	id       string // "" for a new one
	ch       *channelState
	author   *userState
	draft    draft
	kind     int
	viewer   string            // only for this person
	source   *interactionState // answered by this message
	deferred bool              // "is thinking", to be filled in later
}

// post creates a message, dispatches it and returns it.
func (s *Server) post(p posting) *messageState {
	m := &messageState{ch: p.ch, source: p.source}
	m.ID = cmp.Or(p.id, s.ids.next())
	m.ChannelID = p.ch.id
	m.Type = p.kind
	m.Author = p.author.User
	m.Timestamp = wire.Timestamp(s.now())
	m.Viewer = p.viewer
	m.Flags = int(p.draft.Flags) & (wire.FlagSuppressEmbeds | wire.FlagSilent | wire.FlagComponentsV2)
	if p.viewer != "" {
		m.Flags |= wire.FlagEphemeral
	}
	if p.deferred {
		m.Flags |= wire.FlagLoading
	}
	m.TTS = p.draft.TTS
	m.Nonce = p.draft.Nonce
	m.Embeds, m.Components, m.Attachments = []Embed{}, []Component{}, []Attachment{}
	m.Mentions, m.MentionRoles = []User{}, []string{}
	if p.author.Bot && p.source != nil {
		m.WebhookID, m.ApplicationID = s.bot.ID, s.bot.ID
		s.describeSource(m)
	}
	var replyTo *messageState
	if ref := p.draft.MessageReference; ref != nil {
		if replyTo = s.messages[ref.MessageID]; replyTo != nil {
			m.Type = wire.MessageReply
			m.MessageReference = &MessageReference{ChannelID: p.ch.id, MessageID: ref.MessageID, GuildID: p.ch.guildID()}
		}
	}
	s.fill(m, p.draft, false)
	s.mention(m, p.draft.AllowedMentions, replyTo, true)

	p.ch.messages = append(p.ch.messages, m)
	s.messages[m.ID] = m
	s.trim(p.ch)
	p.ch.lastID = m.ID
	if t := p.ch.thread; t != nil {
		if m.ID != p.ch.id { // not the one that a post in a forum begins with
			t.sent++
			t.count++
		}
		t.activeAt = s.now()
		s.joinThread(p.ch, append([]string{p.author.ID}, m.Pinged.Users...))
	}
	s.countPost(m)
	s.note(Entry{Kind: EntryPosted, Message: new(m.Message)}, p.ch)
	s.dispatchMessage("MESSAGE_CREATE", m)
	m.touch()
	return m
}

func (s *Server) countPost(m *messageState) {
	switch {
	case m.Author.ID != s.bot.ID:
	case m.Private():
		s.stats.Private++
	default:
		s.stats.Posts++
	}
}

// describeSource sets in a message which interaction it answers.
func (s *Server) describeSource(m *messageState) {
	i := m.source
	meta := i.metadata(s)
	if i.originalID != "" && i.originalID != m.ID {
		meta.OriginalResponseMessageID = i.originalID
	}
	m.InteractionMetadata = meta
	if i.kind == wire.InteractionCommand {
		m.Interaction = &MessageInteraction{ID: i.id, Type: i.kind, Name: i.name, User: meta.User}
	}
}

// fill sets the fields of a message from a draft. An edit changes only the fields in its
// body. An edit with uploads keeps the old files with API v9, unless told otherwise, and
// drops them with v10.
func (s *Server) fill(m *messageState, d draft, dropUnlisted bool) {
	m.Flags |= int(d.Flags) & (wire.FlagComponentsV2 | wire.FlagSuppressEmbeds)
	if d.has("content") {
		m.Content = strings.TrimSpace(d.content())
	}
	kept := m.Attachments
	if d.has("attachments") {
		kept = slices.DeleteFunc(slices.Clone(kept), func(a Attachment) bool {
			return !slices.ContainsFunc(d.Attachments, func(r wire.Upload) bool { return string(r.ID) == a.ID })
		})
		for i := range kept {
			for _, r := range d.Attachments {
				if string(r.ID) == kept[i].ID && r.Description != nil {
					kept[i].Description = *r.Description
				}
			}
		}
	} else if dropUnlisted && len(d.files) > 0 {
		kept = nil
	}
	for _, a := range m.Attachments {
		if !slices.ContainsFunc(kept, func(k Attachment) bool { return k.ID == a.ID }) {
			s.files.drop(a.ID)
		}
	}
	m.Attachments = slices.Clip(wire.List(kept))
	for _, up := range d.files {
		m.Attachments = append(m.Attachments, s.attach(m, up, d.Attachments))
	}
	if d.has("embeds") {
		m.Embeds = wire.List(slices.Clone(d.Embeds))
		for i := range m.Embeds {
			m.Embeds[i].Type = "rich"
			m.Embeds[i].Image = m.resolveImage(m.Embeds[i].Image)
			m.Embeds[i].Thumbnail = m.resolveImage(m.Embeds[i].Thumbnail)
		}
	}
	if d.has("components") {
		m.Components = compact(d.Components)
		numberComponents(m.Components)
		walk(m.Components, func(c *Component) bool {
			m.resolveMedia(s, c)
			return true
		})
	}
}

// linked finds the attachment that attachment://name points to.
func (m *messageState) linked(link string) *Attachment {
	name, ok := strings.CutPrefix(link, "attachment://")
	if !ok {
		return nil
	}
	for i := range m.Attachments {
		if m.Attachments[i].Name == name {
			return &m.Attachments[i]
		}
	}
	return nil
}

func (m *messageState) resolveImage(i *wire.Media) *wire.Media {
	if i == nil {
		return nil
	}
	out := *i
	if a := m.linked(i.URL); a != nil {
		out.URL, out.Width, out.Height = a.URL, a.Width, a.Height
	}
	out.ProxyURL = out.URL
	return &out
}

func (m *messageState) resolveMedia(s *Server, c *Component) {
	resolve := func(media *wire.Media) {
		if media == nil {
			return
		}
		if a := m.linked(media.URL); a != nil {
			media.URL, media.AttachmentID, media.Width, media.Height = a.URL, a.ID, a.Width, a.Height
			media.ContentType = new(a.ContentType)
			if c.Type == wire.TypeFile {
				c.Name, c.Size = new(a.Name), new(int(a.Size))
			}
		}
		media.ProxyURL = media.URL
		media.ID = s.ids.next()
	}
	resolve(c.Media)
	resolve(c.File)
	for i := range c.Items {
		resolve(&c.Items[i].Media)
	}
}

// texts returns all texts in which Discord looks for mentions.
func (m *Message) texts() []string {
	texts := []string{m.Content}
	walk(m.Components, func(c *Component) bool {
		if c.Type == wire.TypeTextDisplay {
			texts = append(texts, c.Content)
		}
		return true
	})
	return texts
}

// edit changes a message of the bot.
func (s *Server) edit(m *messageState, d draft, dropUnlisted bool) {
	loading := m.Loading()
	m.Flags &^= wire.FlagLoading
	if d.has("flags") && int(d.Flags)&wire.FlagSuppressEmbeds == 0 {
		m.Flags &^= wire.FlagSuppressEmbeds
	}
	s.fill(m, d, dropUnlisted)
	s.mention(m, d.AllowedMentions, nil, loading)
	if !loading {
		m.EditedTimestamp = new(wire.Timestamp(s.now()))
		m.Edits++
		s.stats.Edits++
	}
	kind := EntryEdited
	if loading {
		kind = EntryPosted
	}
	s.note(Entry{Kind: kind, Message: new(m.Message)}, m.ch)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	m.touch()
}

// touch wakes the waiters for the message.
func (m *messageState) touch() {
	m.ch.revision++
	m.revision = m.ch.revision
	m.ch.changed.fire()
}

// erase deletes a message.
func (s *Server) erase(m *messageState, actor string) {
	s.drop(m, actor)
	if !m.Private() {
		s.dispatch("MESSAGE_DELETE", m.ch.guild, s.messageIntent(m.ch), func(*session) any {
			return m.ch.tagged(map[string]any{"id": m.ID, "channel_id": m.ChannelID})
		})
	}
}

// eraseAll deletes messages of a channel at once.
func (s *Server) eraseAll(ch *channelState, all []*messageState, actor string) {
	ids := make([]string, len(all))
	for i, m := range all {
		ids[i] = m.ID
		s.drop(m, actor)
	}
	s.dispatch("MESSAGE_DELETE_BULK", ch.guild, s.messageIntent(ch), func(*session) any {
		return ch.tagged(map[string]any{"ids": ids, "channel_id": ch.id})
	})
}

// drop removes a message.
func (s *Server) drop(m *messageState, actor string) {
	if m.ch.thread != nil && m.ID != m.ch.id {
		m.ch.thread.count--
	}
	delete(s.messages, m.ID)
	if i, ok := m.ch.index(m.ID); ok {
		m.ch.messages = slices.Delete(m.ch.messages, i, i+1)
	}
	for _, a := range m.Attachments {
		s.files.drop(a.ID)
	}
	s.note(Entry{Kind: EntryDeleted, Actor: actor, Message: new(m.Message)}, m.ch)
	if m.Private() && !s.opened(m) {
		// What began here outlives it for 15 minutes and needs only the id.
		m.Components, m.Embeds, m.Attachments = []Component{}, []Embed{}, []Attachment{}
	}
	m.ch.changed.fire()
}

// opened reports whether the viewer of a private message has a form open that it opened:
// the message is sent with the form.
func (s *Server) opened(m *messageState) bool {
	form := s.modals[m.Viewer]
	return form != nil && form.source.source == m
}

// trim drops the oldest tenth of a channel that exceeds its limit.
func (s *Server) trim(ch *channelState) {
	if len(ch.messages) <= s.cfg.MessagesPerChannel {
		return
	}
	cut := max(s.cfg.MessagesPerChannel/10, 1)
	for _, m := range ch.messages[:cut] {
		delete(s.messages, m.ID)
		for _, a := range m.Attachments {
			s.files.drop(a.ID)
		}
	}
	ch.messages = slices.Clone(ch.messages[cut:])
}

// index finds a message by id.
func (ch *channelState) index(id string) (int, bool) {
	return slices.BinarySearchFunc(ch.messages, id, func(m *messageState, id string) int { return compareIDs(m.ID, id) })
}

func (ch *channelState) guildID() string {
	if ch.guild == nil {
		return ""
	}
	return ch.guild.id
}

// tagged adds guild_id to an event in a guild.
func (ch *channelState) tagged(w map[string]any) map[string]any {
	if ch.guild != nil {
		w["guild_id"] = ch.guild.id
	}
	return w
}

// messageWire is a message with what some routes and events add.
type messageWire struct {
	Message
	wire.Where
	Thread *channelWire `json:"thread,omitempty"`
	Member *memberWire  `json:"member,omitempty"`
}

// messageWire describes a message with only what the bot may read.
func (s *Server) messageWire(m *messageState) messageWire {
	w := messageWire{Message: m.Message}
	if t := s.channels[m.ID]; t != nil && t.thread != nil {
		w.Thread = new(s.channelWire(t))
	}
	if !s.mayRead(m, s.cfg.PrivilegedIntents) {
		w.Message = w.stripped()
	}
	return w
}

// mayRead reports whether the bot gets the content of a message: its own, one
// that mentions it, a DM, or any with the MESSAGE_CONTENT intent.
func (s *Server) mayRead(m *messageState, intents Intents) bool {
	return m.Author.ID == s.bot.ID || m.ch.guild == nil || intents&IntentMessageContent != 0 ||
		slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == s.bot.ID })
}

// stripped returns the message without its content.
func (m Message) stripped() Message {
	m.Content, m.Embeds, m.Components, m.Attachments = "", []Embed{}, []Component{}, []Attachment{}
	return m
}

func (s *Server) messageIntent(ch *channelState) Intents {
	if ch.guild == nil {
		return IntentDirectMessages
	}
	return IntentGuildMessages
}

// dispatchMessage sends MESSAGE_CREATE or MESSAGE_UPDATE. A message that only one person
// sees makes no event.
func (s *Server) dispatchMessage(event string, m *messageState) {
	if m.Private() || m.ch.guild != nil && !s.canSee(m.ch, s.bot.ID) {
		return
	}
	s.dispatch(event, m.ch.guild, s.messageIntent(m.ch), func(sess *session) any {
		w := s.messageWire(m)
		if !s.mayRead(m, sess.intents) {
			w.Message = w.stripped()
		}
		w.ChannelType = new(wire.ChannelType(m.ch.kind))
		if g := m.ch.guild; g != nil {
			w.GuildID = g.id
			if member := g.members[m.Author.ID]; member != nil {
				w.Member = s.memberWire(member, false)
			}
		}
		return w
	})
}

// Messages returns what a viewer sees in a channel, oldest first: public messages and
// those for the viewer alone. For a nil viewer it returns everything, private messages of
// all people included.
func (s *Server) Messages(c *Channel, viewer *Person) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	if viewer != nil && !s.canSee(c.state, viewer.id) {
		return nil
	}
	for _, m := range c.state.messages {
		if viewer == nil || m.visibleTo(viewer.id) {
			out = append(out, m.Message)
		}
	}
	return out
}

// Message returns a message by id.
func (s *Server) Message(id string) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[id]
	if m == nil {
		return Message{}, false
	}
	return m.Message, true
}

func (m *messageState) visibleTo(userID string) bool { return m.Viewer == "" || m.Viewer == userID }

// age returns how long ago the message was posted.
func (s *Server) age(m *messageState) time.Duration { return s.now().Sub(m.Timestamp.Time()) }
