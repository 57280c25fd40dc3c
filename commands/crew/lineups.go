package crew

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/numbered"
)

// LineUpButton opens the panel in which a captain says who plays.
func LineUpButton(e wording.Event) discord.Button {
	return discord.Button{Style: discord.Primary, Label: e.Say("button.line_up"), CustomID: customid.New(e.Snap.State.ID, customid.Crew{})}
}

// Captains returns the accounts of the captains whose line-ups a round waits for, of the given
// players.
func Captains(e wording.Event, round int, players []int) (users []string) {
	s := e.Snap.State
	for _, n := range players {
		if s.GivesLineUp(n, s.Round(round)) {
			if user := e.Snap.Book.Person(s.MembersOf(n)[0]).User; user != "" {
				users = append(users, user)
			}
		}
	}
	return users
}

// LineUpsMissing reminds the captains who have given no line-up for a round that waits for
// them. ok is false if there is none.
func LineUpsMissing(e wording.Event, round int) (m discord.Message, ok bool) {
	s := e.Snap.State
	r := s.Round(round)
	if r == nil || !s.LineUpsWait(r) {
		return m, false
	}
	missing := s.LineUpsMissing(r)
	users := Captains(e, round, missing)
	if len(users) == 0 {
		return m, false
	}
	var names []string
	for _, n := range missing {
		name := e.Player(n)
		if user := e.Snap.Book.Person(s.MembersOf(n)[0]).User; user != "" {
			name = discord.MentionUser(user) + " (" + name + ")"
		}
		names = append(names, name)
	}
	p := layout.New(e.Printer, layout.Late, e.Round(round))
	p.Say("crew.line_ups_missing", "until", Until(e), "captains", wording.Clipped(e.Printer, names, wire.MaxMentionIDs/2))
	p.Ping(users[:min(len(users), wire.MaxMentionIDs/2)]...)
	p.Buttons(LineUpButton(e))
	return p.Message(), true
}

// LineUpsIn calls those who sit at the boards of some matches of a round that has waited for
// line-ups.
func LineUpsIn(e wording.Event, round int, matches []int) discord.Message {
	s := e.Snap.State
	p := layout.New(e.Printer, layout.Round, e.Round(round))
	p.Say("crew.line_ups_in_now")
	lines := make([]string, 0, len(matches))
	for _, match := range matches {
		m, l := s.Match(round, match)
		var sides []string
		for _, seat := range wording.Seated(l) {
			var sits []string
			for b := range numbered.All(m.Boards) {
				person := s.Sitting(tournament.Place{Round: round, Match: tournament.BoardNumber(match, b)}, seat)
				switch user := e.Snap.Book.Person(person).User; {
				case person == 0:
				case user == "":
					sits = append(sits, e.Person(person))
				default:
					sits = append(sits, discord.MentionUser(user))
					p.Ping(user)
				}
			}
			sides = append(sides, strings.Join(append([]string{e.Player(seat)}, sits...), " "))
		}
		lines = append(lines, fmt.Sprintf("`%d` ", l.Table)+strings.Join(sides, " – "))
	}
	p.Lines(lines...)
	p.Buttons(
		discord.Button{Style: discord.Primary, Label: e.Say("button.report"), CustomID: customid.New(s.ID, customid.Report{})},
		discord.Button{Label: e.Say("button.my_match"), CustomID: customid.New(s.ID, customid.Status{})},
	)
	return p.Message()
}
