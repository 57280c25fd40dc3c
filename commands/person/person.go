// Package person shows a player of an event to others: what any of them could read
// elsewhere, at the name.
package person

import (
	"strings"

	"topcut/commands/columns"
	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// accent is the colour of what is only looked at.
const accent = 0x3BA1C5

// mostRounds bounds the matches that are listed: the newest ones.
const mostRounds = 15

// Card returns the matches of a player, the newest first, with place, points and record. A
// button leads to what the player has done in other events of the server. asked shows what
// the player has answered to the question of the event, which is for those in it.
func Card(e wording.Event, player int, asked bool) discord.Message {
	s := e.Snap.State
	parts := []discord.Component{
		discord.TextDisplay{Content: "### " + crew.Named(e, player) + " · " + string(e.Title())},
		discord.TextDisplay{Content: standing(e, player)},
	}
	if answer := Answers(e, player); asked && len(answer) > 0 {
		parts = append(parts, discord.TextDisplay{Content: answer[0]})
	}
	var lines []string
	for r := len(s.Rounds); r > 0 && len(lines) < mostRounds; r-- {
		if line := match(e, r, player); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		parts = append(parts, discord.TextDisplay{Content: strings.Join(lines, "\n")})
	}
	if user := e.Snap.Book.Person(s.Player(player).Person).User; user != "" {
		profile := customid.New(s.ID, customid.Pick{Path: "profile", Options: "player=" + discord.MentionUser(user)})
		parts = append(parts, discord.ActionRow{Components: []discord.Component{discord.Button{Label: e.Say("button.profile"), CustomID: profile}}})
	}
	return discord.Message{Components: []discord.Component{discord.Container{Accent: new(accent), Components: parts}}}
}

// match returns the line of a player's match in a round; "" if there is none.
func match(e wording.Event, round, player int) string {
	s := e.Snap.State
	m, l := s.Match(round, s.MatchOf(round, player))
	if m == nil {
		return ""
	}
	line := e.Place(tournament.Place{Round: round, Match: s.MatchOf(round, player)}, l)
	if result := e.Notice(wording.Outcome(s.Rules, wording.Shown(m, l))); result != "" {
		return "- " + string(line) + " · **" + result + "**"
	}
	return "- " + string(line)
}

// standing says where a player stands in half a line.
func standing(e wording.Event, player int) string {
	s := e.Snap.State
	p := s.Player(player)
	switch {
	case p.Status == tournament.Waiting:
		return e.Say("status.waiting", "place", s.WaitingPlace(player))
	case p.Status != tournament.Registered:
		return e.Say("status.left")
	case s.Phase < tournament.Running && p.CheckedIn:
		return e.Say("status.checked_in")
	case s.Phase < tournament.Running:
		return e.Say("status.registered")
	}
	parts := rank(e, player)
	switch {
	case p.Disqualified:
		parts = append(parts, e.Say("status.disqualified"))
	case p.DroppedAfter != ledger.Active:
		parts = append(parts, e.Say("status.dropped"))
	case len(parts) == 0:
		parts = append(parts, e.Say("status.in"))
	}
	return strings.Join(parts, " · ")
}

// rank returns the place, points and record of a player in the standings, once there are
// any.
func rank(e wording.Event, player int) []string {
	s := e.Snap.State
	if s.PlannedRounds() == 0 || s.Counted() == 0 {
		return nil
	}
	t, err := s.Table(-1)
	if err != nil {
		return nil
	}
	row := t.Row(int32(player - 1))
	if row == nil {
		return nil
	}
	group := field.Of(s, player)
	place, of := 0, 0
	for i := range t.Rows {
		if field.Of(s, int(t.Rows[i].Player)+1) != group {
			continue
		}
		if of++; t.Rows[i].Player == row.Player {
			place = of
		}
	}
	out := []string{e.Say("status.place", "place", place, "of", of)}
	if name := e.Group(group); name != "" {
		out[0] = e.Say("status.place_in", "place", place, "of", of, "group", notice.Text(name))
	}
	out = append(out, wording.PointsText(e.Printer, s.Rules.FormatPoints(row.Points)))
	if columns.Recorded(s.Rules) {
		out = append(out, columns.Record(row.Record))
	}
	return out
}
