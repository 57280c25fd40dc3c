package check

// The limits of embeds, in characters unless said otherwise.
const (
	maxEmbeds           = 10 // embeds
	maxEmbedTitle       = 256
	maxEmbedDescription = 4096
	maxEmbedFields      = 25 // fields
	maxEmbedFieldName   = 256
	maxEmbedFieldValue  = 1024
	maxEmbedFooter      = 2048
	maxEmbedAuthor      = 256
	maxEmbedTotal       = 6000 // over all texts of all embeds of one message
	maxURL              = 2048
	maxColour           = 0xFFFFFF
)

// embeds checks all embeds and the sum of their texts.
func (m *message) embeds() {
	field := m.body.get("embeds")
	total := 0
	for _, embed := range field.between(0, maxEmbeds) {
		if embed.object() {
			total += m.embed(embed)
		}
	}
	if total > maxEmbedTotal {
		field.fail("have %d characters in all; at most %d are allowed over all embeds of a message", total, maxEmbedTotal)
	}
}

// embed checks one embed and returns the characters that count towards the total: title,
// description, names and values of fields, footer and author.
func (m *message) embed(embed value) int {
	total := embedText(embed.get("title"), false, maxEmbedTitle) +
		embedText(embed.get("description"), false, maxEmbedDescription)

	fields := embed.get("fields").between(0, maxEmbedFields)
	for _, field := range fields {
		if !field.object() {
			continue
		}
		total += embedText(field.get("name"), true, maxEmbedFieldName)
		total += embedText(field.get("value"), true, maxEmbedFieldValue)
		field.get("inline").boolean()
	}
	if footer := embed.get("footer"); footer.has() && footer.object() {
		total += embedText(footer.get("text"), true, maxEmbedFooter)
		m.picture(footer.get("icon_url"), false)
	}
	if author := embed.get("author"); author.has() && author.object() {
		total += embedText(author.get("name"), true, maxEmbedAuthor)
		m.picture(author.get("icon_url"), false)
		if link := author.get("url"); link.text() != "" {
			link.link(maxURL, "http", "https")
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
		link.link(maxURL, "http", "https")
	}
	embed.get("timestamp").moment()
	embed.get("color").within(0, maxColour, 0)
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
	m.files.refer(v, v.link(maxURL, "http", "https", "attachment"))
}
