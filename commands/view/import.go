package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// Fields of the form for pasted standings, beside FieldName.
const (
	FieldStandings = "standings"
	FieldMet       = "met"
)

// ImportModal asks for the standings of an event that runs elsewhere and for the
// pairs that have met there. What was chosen in the command (ruleset id, rounds,
// cut) travels in its id.
func ImportModal(ruleset, title string, rounds int, cut tournament.Cut) discord.Modal {
	return discord.Modal{
		CustomID: customid.New(customid.ImportForm, 0, ruleset, rounds, string(cut.Kind), cut.N),
		Title:    discord.Plain("Take over a "+title+" event", 45),
		Components: []discord.Component{
			discord.Label{
				Text: "Name", Description: "What the event is called here.",
				Input: discord.TextInput{CustomID: FieldName, Min: 1, Max: tournament.MaxNameLen},
			},
			discord.Label{
				Text: "Standings", Description: "A line each: name and record (won-lost-drawn), or a table with a header line.",
				Input: discord.TextInput{CustomID: FieldStandings, Paragraph: true, Min: 1, Max: 4000, Placeholder: "Ada 3-0-0\nBob 2-1-0"},
			},
			discord.Label{
				Text: "Who has met whom", Description: "A pair a line. Left out, rematches are possible. More than 4000 characters: attach a file.",
				Input: discord.TextInput{CustomID: FieldMet, Paragraph: true, Optional: true, Max: 4000, Placeholder: "Ada - Bob\nCem - bye"},
			},
		},
	}
}
