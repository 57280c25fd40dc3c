package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// maxListed is how many events a list shows.
const maxListed = 25

// List shows the events of a server, newest first.
func List(found []tournament.Found) discord.Message {
	if len(found) == 0 {
		return Text("There are no events here yet.")
	}
	p := newPanel(accentEvent, "Events")
	lines := make([]string, 0, len(found))
	for _, f := range found {
		line := fmt.Sprintf("- **%s** · %s · %s", escaped(f.Name, 50), phaseName(f.Phase, f.Round), plural(f.Players, "player", "players"))
		if f.Channel != "" {
			line += " · " + discord.MentionChannel(f.Channel)
		}
		lines = append(lines, line)
	}
	text, left := block(first(lines, maxListed), 3400, 8500)
	p.text("%s", text)
	if left += len(found) - min(len(found), maxListed); left > 0 {
		p.note("and %s", plural(left, "older event", "older events"))
	}
	return p.message()
}

func phaseName(p tournament.Phase, round int) string {
	if p == tournament.Running && round > 0 {
		return fmt.Sprintf("round %d", round)
	}
	return p.String()
}

// Deck shows a player's deck as it was handed in: never as Markdown, its links
// never opened. Who may see it is decided before this is called.
func Deck(e Env, player int) discord.Message {
	s := e.state()
	pl := s.Player(player)
	if pl == nil || pl.Deck == 0 {
		return nothing("%s has not handed in a deck.", e.name(player))
	}
	body := strings.ReplaceAll(e.Snap.Book.Text(pl.Deck), "`", "ˋ")
	if strings.TrimSpace(body) == "" {
		return nothing("The deck of %s was deleted.", e.name(player))
	}
	p := newPanel(accentQuiet, "Deck of %s", e.name(player))
	lines := strings.Split(strings.ReplaceAll(body, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = discord.Plain(lines[i], 200)
	}
	text, left := block(lines, 3400, 8600)
	p.text("```\n%s```", text)
	if left > 0 {
		p.note("%s not shown. An export of the event has the whole deck.", plural(left, "more line is", "more lines are"))
	}
	return p.message()
}

// Roster shows a page of the players for organisers: who is in, checked in,
// has a deck, and who waits.
func Roster(e Env, page int) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		s := e.state()
		var all []int
		for i, pl := range s.Players {
			if pl.Status == tournament.Registered || pl.Status == tournament.Waiting {
				all = append(all, i+1)
			}
		}
		part, page := pageOf(all, page, placesPerPage)
		p := newPanel(accentEvent, "Players of %s", e.title())
		p.note("%s", e.places())
		lines := make([]string, 0, len(part))
		for _, n := range part {
			lines = append(lines, fmt.Sprintf("`%d` %s%s", n, e.name(n), e.marks(n)))
		}
		if len(lines) == 0 {
			p.text("Nobody has joined yet.")
		}
		p.lines(lines...)
		p.buttons(pager(page, pagesOf(len(all), placesPerPage), func(n int) string { return e.id(customid.Roster, n) })...)
		return p.message()
	})
}

// marks says what is special about a player.
func (e Env) marks(n int) string {
	s := e.state()
	pl, l := s.Player(n), &s.Ledger.Players[n-1]
	var words []string
	if d := s.Settings.Divisions; len(d) > 0 && int(l.Division) < len(d) {
		words = append(words, discord.Escape(d[l.Division]))
	}
	switch {
	case pl.Status == tournament.Waiting:
		words = append(words, fmt.Sprintf("waiting, number %d", e.waitingPlace(n)))
	case l.Disqualified:
		words = append(words, "disqualified")
	case s.Phase >= tournament.Running && !s.Taking(n):
		words = append(words, "dropped")
	case s.Phase == tournament.CheckIn && pl.CheckedIn:
		words = append(words, "checked in")
	case s.Phase == tournament.CheckIn:
		words = append(words, "not checked in")
	}
	if e.Snap.User(n) == "" {
		words = append(words, "guest")
	}
	if s.Settings.Decks == tournament.DecksRequired && pl.Deck == 0 && pl.Status == tournament.Registered {
		words = append(words, "no deck")
	}
	if pl.Table > 0 {
		words = append(words, fmt.Sprintf("fixed table %d", pl.Table))
	}
	if l.LateRounds > 0 {
		words = append(words, plural(int(l.LateRounds), "late round", "late rounds"))
	}
	if len(words) == 0 {
		return ""
	}
	return " · " + strings.Join(words, ", ")
}
