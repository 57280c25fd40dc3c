// Package decklist shows decklists to those who hand them in and to organisers, with what of
// them is not as the game counts decks.
package decklist

import (
	"hash/crc32"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament/deck"
	"topcut/tournament/notice"
)

// Mark returns the mark of a list for the button under a question about it.
func Mark(text string) string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(strings.TrimSpace(text)))), 36)
}

// Question says what of a list is in doubt, and asks whether it is sent anyway. Asked is the
// interaction that brought it.
func Question(e view.Env, doubts []notice.Notice, asked, mark string) discord.Message {
	id := e.Snap.State.ID
	return layout.Sure(e.Words, said(e, "deck.ask", doubts),
		discord.Button{Style: discord.Danger, Label: e.Words.Say("button.deck_anyway"), CustomID: customid.New(id, customid.Sure{Asked: asked, Mark: mark})},
		discord.Button{Label: e.Words.Say("button.deck_change"), CustomID: customid.New(id, customid.DeckOpen{})})
}

// Show shows a player's deck. Its owner and organisers also read what of it is in doubt.
func Show(e view.Env, player int, judged bool) discord.Message {
	m := view.Deck(e, player)
	if s := e.Snap.State; judged {
		if doubts := deck.Doubts(s, e.Snap.Book.Text(s.Players.At(player).Deck)); len(doubts) > 0 {
			m.Components = append(m.Components, discord.TextDisplay{Content: said(e, "deck.checked", doubts)})
		}
	}
	return m
}

func said(e view.Env, code notice.Code, doubts []notice.Notice) string {
	p := wording.Markdown(e.Words)
	lines := []string{p.Say(code, "game", notice.Text(e.Snap.State.Rules.Name))}
	for _, n := range doubts {
		lines = append(lines, "- "+p.Notice(n))
	}
	return strings.Join(lines, "\n")
}
