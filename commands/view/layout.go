package view

import (
	"strings"
	"unicode/utf8"

	"topcut/commands/discord"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament/notice"
)

// Accents: one colour per topic, so that readers of a busy channel see what a post is
// about before reading it. No information is in the colour alone.
const (
	accentEvent   = 0x5865F2 // the event and its registration
	accentRound   = 0x3BA1C5 // pairings and standings
	accentClock   = 0x4F9D69 // a running clock
	accentLate    = 0xE0A030 // little time left, or an open question
	accentTrouble = 0xC0453B // time is up, disputes, irreversible actions
	accentGold    = 0xD9B44A // cut, bracket, champion
	accentQuiet   = 0x7A8088 // finished, withdrawn or only for reference
)

// panel builds a message of one container.
type panel struct {
	env    Env
	accent int
	parts  []discord.Component
	pings  []string
	roles  []string
	files  []discord.File // files of the pictures in parts
}

// panel starts a panel with a title from the catalogue.
func (e Env) panel(accent int, key notice.Code, args ...any) *panel {
	return e.titled(accent, e.say(key, args...))
}

// titled starts a panel with a title in Markdown.
func (e Env) titled(accent int, title string) *panel {
	return &panel{env: e, accent: accent, parts: []discord.Component{discord.TextDisplay{Content: "### " + title}}}
}

// say adds a paragraph from the catalogue.
func (p *panel) say(key notice.Code, args ...any) { p.text(p.env.say(key, args...)) }

// text adds a paragraph of Markdown unless it is empty.
func (p *panel) text(markdown string) {
	if markdown = strings.Trim(markdown, "\n"); markdown != "" {
		p.parts = append(p.parts, discord.TextDisplay{Content: markdown})
	}
}

// lines adds one paragraph of several lines, without the empty ones.
func (p *panel) lines(lines ...string) {
	var kept []string
	for _, l := range lines {
		if l != "" {
			kept = append(kept, l)
		}
	}
	p.text(strings.Join(kept, "\n"))
}

// small adds small print from the catalogue.
func (p *panel) small(key notice.Code, args ...any) { p.note(p.env.say(key, args...)) }

// note adds small print, line by line.
func (p *panel) note(markdown string) {
	if markdown != "" {
		p.text("-# " + strings.ReplaceAll(markdown, "\n", "\n-# "))
	}
}

// rule adds a thin line between parts.
func (p *panel) rule() { p.parts = append(p.parts, discord.Separator{}) }

// buttons adds rows of up to five buttons.
func (p *panel) buttons(list ...discord.Button) {
	for len(list) > 0 {
		n := min(len(list), 5)
		var row discord.ActionRow
		for _, b := range list[:n] {
			row.Components = append(row.Components, b)
		}
		p.parts = append(p.parts, row)
		list = list[n:]
	}
}

// choose adds a menu unless it has no options.
func (p *panel) choose(s discord.StringSelect) {
	if len(s.Options) > 0 {
		p.parts = append(p.parts, discord.ActionRow{Components: []discord.Component{s}})
	}
}

// ping lets the message ping users: each once, without empty ids, at most as many as
// Discord allows.
func (p *panel) ping(users ...string) {
	for _, u := range users {
		if u == "" || len(p.pings) == wire.MaxMentionIDs || contains(p.pings, u) {
			continue
		}
		p.pings = append(p.pings, u)
	}
}

func (p *panel) message() discord.Message {
	if p.env.Page != "" {
		p.small("card.page", "address", text.Raw(p.env.Page))
	}
	accent := p.accent
	return discord.Message{
		Components: []discord.Component{discord.Container{Accent: &accent, Components: p.parts}},
		Mentions:   discord.Mentions{Users: p.pings, Roles: p.roles},
		Files:      p.files,
	}
}

// Limits for the text of one message, a little below Discord's.
const (
	maxRunes = wire.MaxText - 50
	maxBytes = wire.MaxTextBytes - 200
)

// fitted calls render with full names and, as long as the message is too long for
// Discord, again with shorter and shorter names.
func (e Env) fitted(render func(Env) discord.Message) discord.Message {
	var m discord.Message
	for _, n := range []int{fullName, 20, 14, 9, 5} {
		e.short = n
		if m = render(e); fits(m) {
			break
		}
	}
	return m
}

// fits reports whether Discord takes the texts of a message.
func fits(m discord.Message) bool {
	runes, bytes := textSize(m.Components)
	return runes <= maxRunes && bytes <= maxBytes
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

// block cuts lines to a budget of characters and bytes and returns how many were left
// out.
func block(lines []string, runes, bytes int) (text string, left int) {
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

// block cuts lines to a budget and adds a last line about the rest.
func (e Env) block(lines []string, runes, bytes int) string {
	out, left := block(lines, runes, bytes)
	if left > 0 {
		out += e.say("list.left", "n", left)
	}
	return out
}

// pager returns the buttons to turn pages; none for a single page. id returns the custom
// id of a page.
func (e Env) pager(page, pages int, id func(page int) string) []discord.Button {
	if pages < 2 {
		return nil
	}
	var out []discord.Button
	if page > 0 {
		out = append(out, discord.Button{Label: "◀", CustomID: id(page - 1)})
	}
	out = append(out, discord.Button{Label: e.say("button.page", "page", page+1, "pages", pages), CustomID: id(page), Disabled: true})
	if page < pages-1 {
		out = append(out, discord.Button{Label: "▶", CustomID: id(page + 1)})
	}
	return out
}

// pageOf returns the part of a list on a page, and the page number after clamping.
func pageOf[T any](list []T, page, perPage int) (part []T, at int) {
	at = min(max(page, 0), posted.Pages(len(list), perPage)-1)
	return list[at*perPage : min(len(list), (at+1)*perPage)], at
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}
