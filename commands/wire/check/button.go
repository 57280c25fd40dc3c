package check

import "topcut/commands/wire"

// button checks a button: plain ones have a custom_id, links a URL, premium
// ones a SKU, and none has two of these.
func (t *tree) button(v value) {
	style := v.get("style")
	kind, ok := style.whole()
	if !ok {
		if !style.has() {
			style.fail("is missing")
		}
		return
	}
	v.get("disabled").boolean()
	label := v.get("label").optional(wire.MaxButtonLabel)
	emoji := v.get("emoji")
	checkEmoji(emoji)
	if kind != wire.StylePremium && label == "" && !emoji.has() {
		v.fail("has neither a label nor an emoji")
	}

	switch {
	case kind >= 1 && kind < wire.StyleLink:
		t.customID(v)
		v.without("button that is clicked", "url", "sku_id")
	case kind == wire.StyleLink:
		v.get("url").link(wire.MaxButtonURL, "http", "https", "discord")
		v.without("link button", "custom_id", "sku_id")
	case kind == wire.StylePremium:
		if sku := v.get("sku_id"); sku.snowflake() == "" {
			sku.fail("is missing")
		}
		v.without("premium button", "custom_id", "url", "label", "emoji")
	default:
		style.fail("is %d; it must be from 1 to %d", kind, wire.StylePremium)
	}
}

// without reports fields that this kind of thing cannot have. An empty string counts as
// absent.
func (v value) without(name string, keys ...string) {
	for _, key := range keys {
		if field := v.get(key); field.has() && field.held != "" {
			field.fail("cannot stand in a %s", name)
		}
	}
}

// checkEmoji checks the emoji of a button, an option or a poll answer: one of
// Unicode by its name, or one of a guild by its id.
func checkEmoji(v value) {
	if !v.has() || !v.object() {
		return
	}
	v.get("animated").boolean()
	id, name := v.get("id"), v.get("name")
	name.optional(wire.MaxEmojiName)
	if id.held == "" {
		// discordgo writes "" for an emoji without an id in some places.
		id.held = nil
	}
	if id.snowflake() == "" && name.text() == "" {
		v.fail("has neither an id nor a name")
	}
}
