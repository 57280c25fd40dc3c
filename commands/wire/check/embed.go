package check

import "topcut/commands/wire"

// embeds checks all embeds and the sum of their texts.
func (m *message) embeds() {
	field := m.body.get("embeds")
	total := 0
	for _, embed := range field.between(0, wire.MaxEmbeds) {
		if embed.object() {
			total += m.embed(embed)
		}
	}
	if total > wire.MaxEmbedTotal {
		field.fail("have %d characters in all; at most %d are allowed over all embeds of a message", total, wire.MaxEmbedTotal)
	}
}

// embed checks one embed and returns the characters that count towards the total: title,
// description, names and values of fields, footer and author.
func (m *message) embed(embed value) int {
	total := embedText(embed.get("title"), false, wire.MaxEmbedTitle) +
		embedText(embed.get("description"), false, wire.MaxEmbedDescription)

	fields := embed.get("fields").between(0, wire.MaxEmbedFields)
	for _, field := range fields {
		if !field.object() {
			continue
		}
		total += embedText(field.get("name"), true, wire.MaxEmbedFieldName)
		total += embedText(field.get("value"), true, wire.MaxEmbedFieldValue)
		field.get("inline").boolean()
	}
	if footer := embed.get("footer"); footer.has() && footer.object() {
		total += embedText(footer.get("text"), true, wire.MaxEmbedFooter)
		m.picture(footer.get("icon_url"), false)
	}
	if author := embed.get("author"); author.has() && author.object() {
		total += embedText(author.get("name"), true, wire.MaxEmbedAuthor)
		m.picture(author.get("icon_url"), false)
		if link := author.get("url"); link.text() != "" {
			link.link(wire.MaxURL, "http", "https")
		}
	}
	shown := false
	for _, key := range []string{"image", "thumbnail"} {
		if picture := embed.get(key); picture.has() && picture.object() {
			m.picture(picture.get("url"), true)
			shown = true
		}
	}
	if link := embed.get("url"); link.text() != "" {
		link.link(wire.MaxURL, "http", "https")
	}
	embed.get("timestamp").moment()
	embed.get("color").within(0, wire.MaxColour, 0)
	if total == 0 && len(fields) == 0 && !shown {
		embed.fail("is empty; it needs a title, a description, fields, a footer, an author or a picture")
	}
	return total
}

// embedText checks one text and returns its length without the white space
// around it, which Discord cuts off.
func embedText(v value, required bool, most int) int {
	n := trimmed(v.text())
	if required && n == 0 {
		v.fail("must not be empty")
	}
	v.bound(n, 0, most, "characters")
	return n
}

// picture checks the URL of a picture: on the web, or a file of this request.
func (m *message) picture(v value, required bool) {
	if v.text() == "" && !required {
		return
	}
	m.files.refer(v, v.link(wire.MaxURL, "http", "https", "attachment"))
}
