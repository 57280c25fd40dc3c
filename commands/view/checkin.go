package view

import (
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/missing"
)

// CheckInCall asks the players to check in. It pings the first hundred who have not.
func CheckInCall(e Env) discord.Message {
	s := e.state()
	p := e.panel(layout.Late, "check_in.call", "event", e.title())
	switch {
	case s.Phase != tournament.CheckIn:
		p.Accent = layout.Quiet
		p.Say("check_in.over", "checked", text.Raw(e.checkedIn()))
		return p.Message()
	case s.CheckInEnd.IsZero():
		p.Say("check_in.late")
	default:
		p.Say("check_in.closes", "time", e.by(s.CheckInEnd))
	}
	p.Text(e.checkedIn())
	absent := e.notCheckedIn()
	var words []string
	for _, n := range first(absent, wire.MaxMentionIDs/max(1, 2*e.state().Settings.Crew)) { // guests by name: those present know them
		words = append(words, string(e.mention(n)))
		p.Ping(e.Snap.Users(n)...)
	}
	if len(words) > 0 {
		list := strings.Join(words, " ")
		if left := len(absent) - len(words); left > 0 {
			list = e.say("list.more", "head", text.Raw(list), "n", left)
		}
		p.Say("check_in.missing", "players", text.Raw(list))
	}
	p.Buttons(
		discord.Button{Style: discord.Success, Label: e.say("button.check_in"), CustomID: e.id(customid.CheckIn{})},
		discord.Button{Label: e.say("button.leave"), CustomID: e.id(customid.Leave{})},
	)
	return p.Message()
}

// MissingCall calls the players that the event waits for, except those without an
// account; ok is false if there are none.
func MissingCall(e Env) (m discord.Message, ok bool) {
	what, players := missing.Still(e.state())
	users := e.users(players)
	if len(users) == 0 {
		return m, false
	}
	p := e.titled(layout.Late, string(e.title()))
	words := make([]string, 0, wire.MaxMentionIDs)
	for _, id := range first(users, wire.MaxMentionIDs) {
		words = append(words, discord.MentionUser(id))
	}
	list := strings.Join(words, " ")
	if left := len(users) - len(words); left > 0 {
		list = e.say("list.more", "head", text.Raw(list), "n", left)
	}
	p.Say("remind."+what, "players", text.Raw(list))
	p.Ping(users...)
	switch what {
	case missing.CheckIn:
		p.Buttons(discord.Button{Style: discord.Success, Label: e.say("button.check_in"), CustomID: e.id(customid.CheckIn{})})
	case missing.Deck:
		p.Buttons(discord.Button{Style: discord.Primary, Label: e.say("button.deck"), CustomID: e.id(customid.DeckOpen{})})
	case missing.Time:
		p.Buttons(discord.Button{Style: discord.Primary, Label: e.say("button.my_matches"), CustomID: e.id(customid.Matches{})})
	case missing.Report:
		p.Buttons(
			discord.Button{Style: discord.Primary, Label: e.say("button.report"), CustomID: e.id(customid.Report{})},
			discord.Button{Label: e.say("button.judge"), CustomID: e.id(customid.Judge{})},
		)
	}
	return p.Message(), true
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
