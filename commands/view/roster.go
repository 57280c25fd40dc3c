package view

import (
	"fmt"
	"strings"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/stores"
)

// maxListed bounds the events in a list.
const maxListed = 25

// List shows the events of a server, newest first. For events in running it adds their
// current state.
func List(e Env, found []stores.Found, running map[tournament.ID]*tournament.Snapshot) discord.Message {
	if len(found) == 0 {
		return e.nothing("events.none")
	}
	p := e.panel(layout.Event, "events.title")
	lines := make([]string, 0, len(found))
	for _, f := range found {
		state := e.say(notice.Code(f.Phase.Word())) + " · " + e.say("card.players", "n", f.Players)
		if snap := running[f.ID]; snap != nil {
			e := e
			e.Snap = snap
			state = e.headline()
		}
		line := fmt.Sprintf("- **%s** · %s", e.escaped(f.Name, 50), state)
		if f.Channel != "" {
			line += " · " + discord.MentionChannel(f.Channel)
		}
		lines = append(lines, line)
	}
	shown, left := layout.Cut(first(lines, maxListed), 3400, 8500)
	p.Text(shown)
	if left += len(found) - min(len(found), maxListed); left > 0 {
		p.Small("events.older", "n", left)
	}
	return p.Message()
}

// Deck shows a player's submitted deck, never as Markdown and without opening its links.
// The caller checks who may see it.
func Deck(e Env, player int) discord.Message {
	s := e.state()
	pl := s.Player(player)
	if pl == nil || pl.Deck == 0 {
		return e.nothing("deck.missing", "player", notice.Player(player))
	}
	body := strings.ReplaceAll(e.Snap.Book.Text(pl.Deck), "`", "ˋ")
	if strings.TrimSpace(body) == "" {
		return e.nothing("deck.deleted", "player", notice.Player(player))
	}
	p := e.panel(layout.Quiet, "deck.title", "player", notice.Player(player))
	lines := strings.Split(strings.ReplaceAll(body, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = discord.Plain(lines[i], 200)
	}
	shown, left := layout.Cut(lines, 3400, 8600)
	p.Text("```\n" + shown + "```")
	if left > 0 {
		p.Small("deck.cut", "n", left)
	}
	return p.Message()
}

// Roster shows organisers a page of the players: who has joined, checked in and submitted
// a deck, who waits, and why a player is out.
func Roster(e Env, page int) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		s := e.state()
		var all []int
		for i, pl := range s.Players {
			if pl.Status == tournament.Registered || pl.Status == tournament.Waiting {
				all = append(all, i+1)
			}
		}
		part, page := layout.PageOf(all, page, placesPerPage)
		p := e.panel(layout.Event, "roster.title", "event", e.title())
		p.Note(e.places())
		lines, why := make([]string, 0, len(part)), e.whyOut()
		for _, n := range part {
			line := fmt.Sprintf("`%d` %s%s", n, crew.Named(e.about(), n), e.marks(n))
			if why[n] != "" {
				line += " · " + why[n]
			}
			lines = append(lines, line)
		}
		if len(lines) == 0 {
			p.Say("roster.nobody")
		}
		p.Lines(lines...)
		p.Buttons(layout.Pager(e.words(), page, posted.Pages(len(all), placesPerPage), func(n int) string { return e.id(customid.Roster{Page: n}) })...)
		return p.Message()
	})
}

// marks returns what is special about a player.
func (e Env) marks(n int) string {
	s := e.state()
	p := s.Player(n)
	var words []string
	if d := s.Settings.Divisions; len(d) > 0 && int(p.Division) < len(d) {
		words = append(words, discord.Escape(d[p.Division]))
	}
	switch {
	case p.Status == tournament.Waiting:
		words = append(words, e.say("status.waiting", "place", e.state().WaitingPlace(n)))
	case p.Disqualified:
		words = append(words, e.say("status.disqualified"))
	case s.Phase >= tournament.Running && !s.Taking(n):
		words = append(words, e.say("status.dropped"))
	case s.Phase == tournament.CheckIn && p.CheckedIn:
		words = append(words, e.say("status.checked_in"))
	case s.Phase == tournament.CheckIn:
		words = append(words, e.say("status.not_checked_in"))
	}
	if e.Snap.User(n) == "" {
		words = append(words, e.say("status.guest"))
	}
	if s.Settings.Decks == tournament.DecksRequired && p.Deck == 0 && p.Status == tournament.Registered {
		words = append(words, e.say("status.no_deck"))
	}
	if p.Table > 0 {
		words = append(words, e.say("status.fixed_table", "table", p.Table))
	}
	if p.LateRounds > 0 {
		words = append(words, e.say("status.late", "n", int(p.LateRounds)))
	}
	if len(words) == 0 {
		return ""
	}
	return " · " + strings.Join(words, ", ")
}
