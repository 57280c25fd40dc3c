package layout

import (
	"strings"
	"unicode/utf8"

	"topcut/commands/discord"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
)

// Limits for the text of one message, a little below Discord's.
const (
	MaxRunes = wire.MaxText - 50
	MaxBytes = wire.MaxTextBytes - 200
)

// Fits reports whether Discord takes the texts of a message.
func Fits(m discord.Message) bool {
	runes, bytes := textSize(m.Components)
	return runes <= MaxRunes && bytes <= MaxBytes
}

// textSize returns the length of all texts in characters, and in bytes as Discord counts
// them.
func textSize(list []discord.Component) (runes, bytes int) {
	for _, c := range list {
		switch c := c.(type) {
		case discord.Container:
			r, b := textSize(c.Components)
			runes, bytes = runes+r, bytes+b
		case discord.TextDisplay:
			runes, bytes = runes+utf8.RuneCountInString(c.Content), bytes+len(c.Content)+12
		}
	}
	return runes, bytes
}

// Cut cuts lines to a budget of characters and bytes and returns how many were left out.
func Cut(lines []string, runes, bytes int) (text string, left int) {
	var b strings.Builder
	for i, l := range lines {
		runes -= utf8.RuneCountInString(l) + 1
		bytes -= len(l) + 1
		if runes < 0 || bytes < 0 {
			return b.String(), len(lines) - i
		}
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String(), 0
}

// Block cuts lines to a budget and adds a last line about the rest.
func Block(w text.Printer, lines []string, runes, bytes int) string {
	out, left := Cut(lines, runes, bytes)
	if left > 0 {
		out += w.Say("list.left", "n", left)
	}
	return out
}

// Pager returns the buttons to turn pages; none for a single page. id returns the custom
// id of a page.
func Pager(w text.Printer, page, pages int, id func(page int) string) []discord.Button {
	if pages < 2 {
		return nil
	}
	var out []discord.Button
	if page > 0 {
		out = append(out, discord.Button{Label: "◀", CustomID: id(page - 1)})
	}
	out = append(out, discord.Button{Label: w.Say("button.page", "page", page+1, "pages", pages), CustomID: id(page), Disabled: true})
	if page < pages-1 {
		out = append(out, discord.Button{Label: "▶", CustomID: id(page + 1)})
	}
	return out
}

// PageOf returns the part of a list on a page, and the page number after clamping.
func PageOf[T any](list []T, page, perPage int) (part []T, at int) {
	at = min(max(page, 0), posted.Pages(len(list), perPage)-1)
	return list[at*perPage : min(len(list), (at+1)*perPage)], at
}

// Title returns a title in Markdown with the number of the page.
func Title(w text.Printer, title string, page, pages int) string {
	title = discord.Escape(title)
	if pages > 1 {
		return w.Say("page.title", "title", text.Raw(title), "page", min(max(page, 0), pages-1)+1, "pages", pages)
	}
	return title
}
