package view

import (
	"strings"
	"unicode/utf8"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/rulebook"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// rulesRoom is the number of characters of a ruleset on a page.
const rulesRoom = 3000

// Rules shows a page of a ruleset: all its texts, what its numbers mean, its sources, and
// which of its rules are community practice.
func Rules(e Env, rs *rules.Ruleset, page int) discord.Message {
	pages := e.rulePages(rs)
	page = min(max(page, 0), len(pages)-1)
	p := e.titled(layout.Quiet, layout.Title(e.words(), rs.Name, page, len(pages)))
	if !strings.Contains(rs.Name, rs.Game) {
		p.Note(discord.Escape(rs.Game))
	}
	for _, part := range pages[page] {
		p.Text(part)
	}
	p.Buttons(layout.Pager(e.words(), page, len(pages), func(n int) string {
		var id tournament.ID
		if e.Snap != nil && e.Snap.State.Rules.ID == rs.ID {
			id = e.Snap.State.ID
		}
		return customid.New(id, customid.Rules{Ruleset: rs.ID, Page: n})
	})...)
	return p.Message()
}

// rulePages splits the description of a ruleset into pages.
func (e Env) rulePages(rs *rules.Ruleset) [][]string {
	var out [][]string
	room := 0
	for _, part := range rulebook.Of(e.words(), rs).Paragraphs() {
		n := utf8.RuneCountInString(part)
		if part == "" {
			continue
		}
		if n > room || len(out) == 0 {
			out, room = append(out, nil), rulesRoom
		}
		out[len(out)-1] = append(out[len(out)-1], part)
		room -= n
	}
	return out
}

// rulebook returns the description of the event's ruleset.
func (e Env) rulebook() *rulebook.Book { return rulebook.Of(e.words(), e.state().Rules) }

// quote returns a text of a ruleset in the reader's language, or as it is if there is no
// translation.
func (e Env) quote(words string) string { return e.words().Value(notice.Quote(words)) }
