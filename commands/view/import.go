package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/stage"
)

// Fields of the form for pasted standings, beside FieldName.
const (
	FieldStandings = "standings"
	FieldMet       = "met"
)

// ImportModal asks for the standings of an event that runs elsewhere and for the
// pairs that have met there. What was chosen in the command (ruleset id, rounds,
// cut) travels in its id.
func ImportModal(e Env, ruleset, title string, rounds int, cut stage.Entry) discord.Modal {
	return discord.Modal{
		CustomID: customid.New(0, customid.ImportForm{Ruleset: ruleset, Rounds: rounds, Cut: cut.String()}),
		Title:    discord.Plain(e.say("import.title", "game", text.Raw(title)), 45),
		Components: []discord.Component{
			discord.Label{
				Text: e.say("import.name"), Description: e.say("import.name_hint"),
				Input: discord.TextInput{CustomID: FieldName, Min: 1, Max: tournament.MaxNameLen},
			},
			discord.Label{
				Text: e.say("import.standings"), Description: e.say("import.standings_hint"),
				Input: discord.TextInput{CustomID: FieldStandings, Paragraph: true, Min: 1, Max: 4000, Placeholder: "Ada 3-0-0\nBob 2-1-0"},
			},
			discord.Label{
				Text: e.say("import.met"), Description: e.say("import.met_hint"),
				Input: discord.TextInput{CustomID: FieldMet, Paragraph: true, Optional: true, Max: 4000, Placeholder: "Ada - Bob\nCem - bye"},
			},
		},
	}
}
