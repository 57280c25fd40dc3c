// Package crew shows the teams of an event in which several people hold a seat: the form in
// which a captain registers one, the post that asks their mates, and the panel of who is in
// it. Users read "team"; in code a team is a crew, because a tag may be a team too.
package crew

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Fields of the forms.
const (
	FieldName  = "crew"
	FieldMates = "mates"
)

// Fields returns the fields of the form for a new team: its name, filled in with name, and
// the captain's mates.
func Fields(e wording.Event, name string) []discord.Component {
	return []discord.Component{
		discord.Label{Text: e.Say("crew.form_name"), Input: discord.TextInput{
			CustomID: FieldName, Min: 1, Max: tournament.MaxPersonal, Value: discord.Plain(name, tournament.MaxPersonal),
		}},
		mates(e, e.Snap.State.Settings.Crew-1, true),
	}
}

// mates asks for members of the server, at most so many.
func mates(e wording.Event, most int, optional bool) discord.Label {
	input := discord.EntitySelect{Kind: discord.Users, CustomID: FieldMates, Max: most, Optional: optional}
	if optional {
		input.Min = new(0)
	}
	hint := notice.Code("crew.form_mates_hint")
	if e.Snap.State.Settings.CaptainsWord {
		hint = "crew.form_mates_word"
	}
	return discord.Label{Text: e.Say("crew.form_mates"), Description: e.Say(hint, "size", most), Input: input}
}

// Ask is the form in which a captain asks more mates.
func Ask(e wording.Event, player int) discord.Modal {
	s := e.Snap.State
	return discord.Modal{
		CustomID: customid.New(s.ID, customid.CrewForm{}), Title: discord.Plain(e.Say("button.crew_ask"), wire.MaxModalTitle),
		Components: []discord.Component{mates(e, Room(s, player), false)},
	}
}

// Room returns how many more people a team can ask.
func Room(s *tournament.State, player int) int {
	p := s.Player(player)
	return s.Settings.Crew - len(p.Members()) - len(p.Invited())
}
