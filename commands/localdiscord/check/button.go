package check

// The limits of buttons.
const (
	maxButtonLabel = 80  // characters
	maxButtonURL   = 512 // characters
	maxEmojiName   = 32  // characters
)

// The button styles that differ from the four plain ones, 1 to 4.
const (
	styleLink    = 5
	stylePremium = 6
)

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
	label := v.get("label").optional(maxButtonLabel)
	emoji := v.get("emoji")
	checkEmoji(emoji)
	if kind != stylePremium && label == "" && !emoji.has() {
		v.fail("has neither a label nor an emoji")
	}

	switch {
	case kind >= 1 && kind < styleLink:
		t.customID(v)
		v.without("button that is clicked", "url", "sku_id")
	case kind == styleLink:
		v.get("url").link(maxButtonURL, "http", "https", "discord")
		v.without("link button", "custom_id", "sku_id")
	case kind == stylePremium:
		if sku := v.get("sku_id"); sku.snowflake() == "" {
			sku.fail("is missing")
		}
		v.without("premium button", "custom_id", "url", "label", "emoji")
	default:
		style.fail("is %d; it must be from 1 to %d", kind, stylePremium)
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
	name.optional(maxEmojiName)
	if id.held == "" {
		// discordgo writes "" for an emoji without an id in some places.
		id.held = nil
	}
	if id.snowflake() == "" && name.text() == "" {
		v.fail("has neither an id nor a name")
	}
}
