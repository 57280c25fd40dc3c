package check

import (
	"encoding/json"
	"strings"

	"topcut/commands/wire"
)

// message is a message body that is being checked, with the state that its parts share.
type message struct {
	body      value
	context   Context
	v2        bool // the message is, or becomes, one of Components V2
	ephemeral bool // by the flags, sent or existing, only one user sees it
	files     files
}

// Message checks the body of an outgoing message: POST and PATCH of a channel
// message, the data of callbacks 4 and 7, follow-ups and edits of webhook
// messages. An empty raw stands for a multipart request without payload_json.
func Message(raw json.RawMessage, c Context) []string {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	body, ok := parse(raw)
	if ok {
		checkMessage(body, c)
	}
	return body.report.sentences
}

// checkMessage reports on a message that may be part of a larger payload.
func checkMessage(body value, c Context) {
	if !body.object() {
		return
	}
	m := &message{body: body, context: c}
	m.flags()
	m.files = newFiles(body, c)
	m.text()
	m.embeds()
	m.components()
	m.mentions()
	m.poll()
	m.extras()
	m.substance()
	m.files.unshown(body, m.v2)
}

// flags checks which flags the route may set and finds out whether this is a
// message of Components V2.
func (m *message) flags() {
	field := m.body.get("flags")
	set, given := field.whole()

	var allowed int64
	switch m.context.Route {
	case RouteCreate:
		allowed = wire.FlagSuppressEmbeds | wire.FlagSilent | wire.FlagVoiceMessage | wire.FlagComponentsV2
	case RouteCallback, RouteFollowUp:
		allowed = wire.FlagSuppressEmbeds | wire.FlagEphemeral | wire.FlagSilent | wire.FlagVoiceMessage | wire.FlagComponentsV2
	case RouteEdit, RouteUpdate, RouteWebhookEdit:
		allowed = wire.FlagSuppressEmbeds | wire.FlagComponentsV2
	}

	held := int64(0)
	if m.context.Route.Edits() {
		held = m.context.Flags
	}
	// A client that sends back the flags it has read changes nothing.
	if extra := set &^ allowed &^ held; extra != 0 {
		if extra&wire.FlagEphemeral != 0 {
			field.fail("sets EPHEMERAL (64), which only an answer to an interaction can do, and an edit never")
			extra &^= wire.FlagEphemeral
		}
		if extra != 0 {
			field.fail("sets %d, which this route cannot set", extra)
		}
	}
	if given && held&wire.FlagComponentsV2 != 0 && set&wire.FlagComponentsV2 == 0 {
		field.fail("takes IS_COMPONENTS_V2 (32768) from a message that has it; the flag can never be removed")
	}
	m.v2 = (set|held)&wire.FlagComponentsV2 != 0
	m.ephemeral = (set|held)&wire.FlagEphemeral != 0
}

// text checks the content, which a message of Components V2 cannot have.
func (m *message) text() {
	content := m.body.get("content")
	content.bound(trimmed(content.text()), 0, wire.MaxContent, "characters")
	if !m.v2 {
		return
	}
	if content.text() != "" {
		content.fail("stands beside IS_COMPONENTS_V2; put the text into a text display (type 10)")
	}
	for _, key := range []string{"embeds", "sticker_ids"} {
		if field := m.body.get(key); len(field.list()) > 0 {
			field.fail("stands beside IS_COMPONENTS_V2; a message of components has none")
		}
	}
	if field := m.body.get("poll"); field.has() {
		field.fail("stands beside IS_COMPONENTS_V2; a message of components has none")
	}
	if m.context.Route.Edits() && m.context.Flags&wire.FlagComponentsV2 == 0 {
		m.cleared("content", m.context.HasContent)
		m.cleared("embeds", m.context.HasEmbeds)
		m.cleared("poll", m.context.HasPoll)
		m.cleared("sticker_ids", m.context.HasStickers)
	}
}

// cleared reports a field that an edit must set to null or empty when it turns
// a message that has it into one of Components V2.
func (m *message) cleared(key string, held bool) {
	if _, given := m.body.held.(map[string]any)[key]; held && !given {
		m.body.get(key).fail("must be null or empty when an edit sets IS_COMPONENTS_V2 on a message that has it")
	}
}

// extras checks the small fields.
func (m *message) extras() {
	m.body.get("tts").boolean()
	m.nonce()

	stickers := m.body.get("sticker_ids")
	for _, sticker := range stickers.between(0, wire.MaxStickers) {
		sticker.snowflake()
	}
	reference := m.body.get("message_reference")
	if reference.has() && reference.object() {
		id := reference.get("message_id")
		if id.snowflake() == "" {
			id.fail("is missing")
		}
		reference.get("type").oneOf(0, 1)
		if m.context.Route != RouteCreate {
			reference.fail("can only stand in a new channel message")
		}
	}
}

// nonce checks the nonce, which is required if it is to be enforced.
func (m *message) nonce() {
	nonce := m.body.get("nonce")
	switch nonce.held.(type) {
	case nil:
	case string:
		nonce.optional(wire.MaxNonce)
	default:
		nonce.whole()
	}
	enforce := m.body.get("enforce_nonce")
	if enforce.boolean() && nonce.scalar() == "" {
		enforce.fail("is true but there is no nonce to enforce")
	}
}

// substance reports a message that would be empty (code 50006).
func (m *message) substance() {
	c := m.context
	edits := c.Route.Edits()
	// remains reports whether a field is set, or keeps its value.
	remains := func(key string, held bool) bool {
		field := m.body.get(key)
		switch content := field.held.(type) {
		case string:
			return strings.TrimSpace(content) != ""
		case []any:
			return len(content) > 0
		case map[string]any:
			return true
		}
		_, given := m.body.held.(map[string]any)[key]
		return edits && held && !given
	}
	if m.v2 {
		if !remains("components", c.HasComponents) {
			m.body.get("components").fail("is empty; a message with IS_COMPONENTS_V2 needs at least one component")
		}
		return
	}
	forwards := m.body.get("message_reference").get("type").scalar() == "1"
	if forwards || m.files.count() > 0 ||
		remains("content", c.HasContent) || remains("embeds", c.HasEmbeds) ||
		remains("components", c.HasComponents) || remains("poll", c.HasPoll) ||
		remains("sticker_ids", c.HasStickers) {
		return
	}
	m.body.fail("is an empty message; it needs content, embeds, components, a file, a sticker or a poll")
}
