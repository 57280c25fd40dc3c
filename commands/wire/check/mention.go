package check

import (
	"slices"

	"topcut/commands/wire"
)

// mentions checks allowed_mentions, and that a message which can ping has it.
func (m *message) mentions() {
	allowed := m.body.get("allowed_mentions")
	if !allowed.has() {
		if m.canPing() {
			allowed.fail("is missing, so names in the text could ping; send it, empty or with the users meant (house rule)")
		}
		return
	}
	if !allowed.object() {
		return
	}
	parse := allowed.get("parse")
	kinds := unique{}
	for _, kind := range parse.list() {
		name := kind.text()
		if !slices.Contains([]string{"users", "roles", "everyone"}, name) {
			kind.fail("must be users, roles or everyone")
			continue
		}
		if name == "everyone" {
			kind.fail("lets a message ping everyone (house rule)")
		}
		kinds.add(kind, name, "kind")
	}
	for _, key := range []string{"users", "roles"} {
		field := allowed.get(key)
		ids := field.between(0, wire.MaxMentionIDs)
		seen := unique{}
		for _, id := range ids {
			seen.add(id, id.snowflake(), "id")
		}
		if _, parsed := kinds[key]; parsed && len(ids) > 0 {
			field.fail("names ids while parse already allows all %s; only one of the two may be used", key)
		}
	}
	allowed.get("replied_user").boolean()
}

// canPing reports whether people other than the one it answers can see the message, and
// it is a reply or has text in which Discord looks for mentions (content and text
// displays, never embeds).
func (m *message) canPing() bool {
	if m.context.Ephemeral || m.ephemeral {
		return false
	}
	if reference := m.body.get("message_reference"); reference.has() && reference.get("type").scalar() != "1" {
		return true
	}
	content, _ := m.body.get("content").held.(string)
	return content != "" || holdsText(m.body.get("components").held)
}

// holdsText reports whether there is a text display anywhere in the components.
func holdsText(held any) bool {
	switch held := held.(type) {
	case []any:
		return slices.ContainsFunc(held, holdsText)
	case map[string]any:
		if kind := (&node{held: held["type"]}).scalar(); kind == "10" {
			return true
		}
		return holdsText(held["components"])
	}
	return false
}
