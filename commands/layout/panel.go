// Package layout lays out a message: one container with a title, paragraphs, menus, buttons,
// pictures and tables in text, within the limits that Discord has for them.
package layout

import (
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament/notice"
)

// Accents: one colour per topic, so that readers of a busy channel see what a post is
// about before reading it. No information is in the colour alone.
const (
	Event   = 0x5865F2 // the event and its registration
	Round   = 0x3BA1C5 // pairings and standings
	Clock   = 0x4F9D69 // a running clock
	Late    = 0xE0A030 // little time left, or an open question
	Trouble = 0xC0453B // time is up, disputes, irreversible actions
	Gold    = 0xD9B44A // cut, bracket, champion
	Quiet   = 0x7A8088 // finished, withdrawn or only for reference
)

// Panel builds a message of one container.
type Panel struct {
	Accent int
	Page   string // public address of the event's web page, in small print at the end; "" if there is none
	Parts  []discord.Component
	Pings  []string // users
	Roles  []string // that are pinged
	words  text.Printer
	files  []discord.File // files of the pictures in Parts
}

// New starts a panel with a title in Markdown, or without one if it is empty.
func New(w text.Printer, accent int, title string) *Panel {
	p := &Panel{Accent: accent, words: w}
	if title != "" {
		p.Text("### " + title)
	}
	return p
}

// Say adds a paragraph from the catalogue.
func (p *Panel) Say(key notice.Code, args ...any) { p.Text(p.words.Say(key, args...)) }

// Text adds a paragraph of Markdown unless it is empty.
func (p *Panel) Text(markdown string) {
	if markdown = strings.Trim(markdown, "\n"); markdown != "" {
		p.Parts = append(p.Parts, discord.TextDisplay{Content: markdown})
	}
}

// Lines adds one paragraph of several lines, without the empty ones.
func (p *Panel) Lines(lines ...string) {
	var kept []string
	for _, l := range lines {
		if l != "" {
			kept = append(kept, l)
		}
	}
	p.Text(strings.Join(kept, "\n"))
}

// Small adds small print from the catalogue.
func (p *Panel) Small(key notice.Code, args ...any) { p.Note(p.words.Say(key, args...)) }

// Note adds small print, line by line.
func (p *Panel) Note(markdown string) {
	if markdown != "" {
		p.Text("-# " + strings.ReplaceAll(markdown, "\n", "\n-# "))
	}
}

// Rule adds a thin line between parts.
func (p *Panel) Rule() { p.Parts = append(p.Parts, discord.Separator{}) }

// Buttons adds rows of up to five buttons.
func (p *Panel) Buttons(list ...discord.Button) {
	for len(list) > 0 {
		n := min(len(list), 5)
		var row discord.ActionRow
		for _, b := range list[:n] {
			row.Components = append(row.Components, b)
		}
		p.Parts = append(p.Parts, row)
		list = list[n:]
	}
}

// Choose adds a menu unless it has no options.
func (p *Panel) Choose(s discord.StringSelect) {
	if len(s.Options) > 0 {
		p.Parts = append(p.Parts, discord.ActionRow{Components: []discord.Component{s}})
	}
}

// Ping lets the message ping users: each once, without empty ids, at most as many as
// Discord allows.
func (p *Panel) Ping(users ...string) {
	for _, u := range users {
		if u == "" || len(p.Pings) == wire.MaxMentionIDs || slices.Contains(p.Pings, u) {
			continue
		}
		p.Pings = append(p.Pings, u)
	}
}

// Message returns the message.
func (p *Panel) Message() discord.Message {
	if p.Page != "" {
		p.Small("card.page", "address", text.Raw(p.Page))
	}
	accent := p.Accent
	return discord.Message{
		Components: []discord.Component{discord.Container{Accent: &accent, Components: p.Parts}},
		Mentions:   discord.Mentions{Users: p.Pings, Roles: p.Roles},
		Files:      p.files,
	}
}

// Text returns a message of one paragraph of Markdown.
func Text(markdown string) discord.Message {
	return discord.Message{Components: []discord.Component{discord.TextDisplay{Content: discord.Cut(markdown, MaxRunes)}}}
}

// Sure asks for confirmation.
func Sure(w text.Printer, markdown string, buttons ...discord.Button) discord.Message {
	p := New(w, Late, w.Say("answer.sure"))
	p.Text(discord.Cut(markdown, MaxRunes-100))
	p.Buttons(buttons...)
	return p.Message()
}
