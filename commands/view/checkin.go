package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// CheckInCall asks the players to say that they are here. It pings the first
// hundred who have not.
func CheckInCall(e Env) discord.Message {
	s := e.state()
	p := newPanel(accentLate, "Check in for %s", e.title())
	switch {
	case s.Phase != tournament.CheckIn:
		p.accent = accentQuiet
		p.text("Check-in is over. %s", e.checkedIn())
		return p.message()
	case s.CheckInEnd.IsZero():
		p.text("The time is up. You can still check in until the organisers start the event.")
	default:
		p.text("Press the button %s, until %s.", discord.Relative(s.CheckInEnd), discord.Timestamp(s.CheckInEnd, 't'))
	}
	p.text("%s", e.checkedIn())
	missing := e.notCheckedIn()
	var words []string
	for _, id := range e.users(missing) {
		if len(words) < maxPings {
			words = append(words, discord.MentionUser(id))
			p.ping(id)
		}
	}
	if len(words) > 0 {
		text := strings.Join(words, " ")
		if left := len(missing) - len(words); left > 0 {
			text += fmt.Sprintf(" and %d more", left)
		}
		p.text("Still missing: %s", text)
	}
	p.buttons(
		discord.Button{Style: discord.Success, Label: "Check in", CustomID: e.id(customid.CheckIn)},
		discord.Button{Label: "Leave", CustomID: e.id(customid.Leave)},
	)
	return p.message()
}

// notCheckedIn returns the registered players who have not checked in.
func (e Env) notCheckedIn() []int {
	var out []int
	for i, p := range e.state().Players {
		if p.Status == tournament.Registered && !p.CheckedIn {
			out = append(out, i+1)
		}
	}
	return out
}

// CheckInList tells organisers who has not checked in, and lets them start with
// or without those.
func CheckInList(e Env) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		s := e.state()
		missing := e.notCheckedIn()
		p := newPanel(accentLate, "Check-in for %s", e.title())
		p.text("%s", e.checkedIn())
		if len(missing) == 0 {
			p.text("Everybody is here.")
		} else {
			lines := make([]string, len(missing))
			for i, n := range missing {
				lines[i] = "- " + e.name(n)
			}
			text, left := block(lines, 2400, 5500)
			if left > 0 {
				text += "and " + plural(left, "more player", "more players")
			}
			p.text("**Not checked in:**\n%s", text)
			p.text("Nobody is taken out by this. You decide when you start.")
		}
		if s.Phase == tournament.CheckIn {
			if len(missing) == 0 {
				p.buttons(discord.Button{Style: discord.Success, Label: "Start", CustomID: e.id(customid.Start, "all")})
			} else {
				p.buttons(
					discord.Button{Style: discord.Primary, Label: "Start without them", CustomID: e.id(customid.Start, "out")},
					discord.Button{Label: "Start with everybody", CustomID: e.id(customid.Start, "all")},
				)
			}
		}
		return p.message()
	})
}
