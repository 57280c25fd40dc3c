package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// Names of the fields of the modals for players and rulings. The fields of a
// settings modal are the keys of ApplySetting.
const (
	FieldName     = "name"
	FieldDivision = "division"
	FieldTag      = "tag"
	FieldDeck     = "deck"
	FieldResult   = "result"
	FieldReason   = "reason"
)

// JoinModal asks for what the event wants to know of a player: name (name is
// what the server knows), division, tag, deck.
func JoinModal(e Env, name string) discord.Modal {
	set := &e.state().Settings
	m := discord.Modal{CustomID: e.id(customid.JoinForm), Title: discord.Plain("Join "+set.Name, 45)}
	m.Components = append(m.Components, discord.Label{
		Text: "Name", Description: "How the others see you. Left empty, your name on this server.",
		Input: discord.TextInput{CustomID: FieldName, Optional: true, Max: tournament.MaxPersonal, Value: discord.Plain(name, tournament.MaxPersonal)},
	})
	if len(set.Divisions) > 0 {
		var options []discord.SelectOption
		for _, d := range set.Divisions {
			// The value goes back to the domain as it is; it has at most 30
			// characters, none of them the menu's own.
			option := discord.SelectOption{Label: discord.Plain(d, 100), Value: d}
			for _, of := range e.state().Rules.Divisions.List {
				if of.Name == d {
					option.Description = sentence(of.Born())
				}
			}
			options = append(options, option)
		}
		m.Components = append(m.Components, discord.Label{
			Text: "Division", Input: discord.StringSelect{CustomID: FieldDivision, Options: options},
		})
	}
	if set.AskTag {
		m.Components = append(m.Components, discord.Label{
			Text: "Team", Description: "Players of one team do not meet if it can be avoided.",
			Input: discord.TextInput{CustomID: FieldTag, Optional: true, Max: 30},
		})
	}
	if set.Decks != tournament.DecksNone {
		m.Components = append(m.Components, deckField("", set.DecksShown))
	}
	return m
}

func deckField(value string, shown tournament.DeckView) discord.Label {
	return discord.Label{
		Text: "Deck", Description: "A list or a link. It is " + deckView(shown) + ".",
		Input: discord.TextInput{CustomID: FieldDeck, Paragraph: true, Optional: true, Max: maxDeckField, Value: discord.Cut(value, maxDeckField)},
	}
}

// maxDeckField is what a field of a modal takes.
const maxDeckField = 4000

// DeckModal asks for a deck, showing the one that was handed in.
func DeckModal(e Env, player int) discord.Modal {
	s := e.state()
	value := ""
	if p := s.Player(player); p != nil {
		value = e.Snap.Book.Text(p.Deck)
	}
	field := deckField(value, s.Settings.DecksShown)
	input := field.Input.(discord.TextInput)
	input.Optional, input.Min = false, 1
	field.Input = input
	return discord.Modal{
		CustomID: e.id(customid.DeckForm), Title: discord.Plain("Deck for "+s.Settings.Name, 45),
		Components: []discord.Component{field},
	}
}

// ResultModal asks a player for a result that is typed.
func ResultModal(e Env, round, match int) discord.Modal {
	return e.resultModal(customid.ResultForm, round, match, "Yours first")
}

// RuleModal asks an organiser for a result that is typed.
func RuleModal(e Env, round, match int) discord.Modal {
	first := "The first player's side first"
	if _, l := e.state().Match(round, match); l != nil {
		first = e.label(int(l.Seats[0])+1) + " first"
	}
	return e.resultModal(customid.RuleForm, round, match, first)
}

func (e Env) resultModal(verb string, round, match int, order string) discord.Modal {
	s := e.state()
	modal := discord.Modal{CustomID: e.id(verb, round, match), Title: discord.Plain("Result of "+lowerTable(e.table(round, match)), 45)}
	m, l := s.Match(round, match)
	if m == nil {
		modal.Components = []discord.Component{discord.TextDisplay{Content: "This match is no longer played. See `/status`."}}
		return modal
	}
	example := order
	if s.Rules.Tables != nil {
		names := make([]string, 0, l.N)
		for i, n := range seated(l) {
			names = append(names, e.seatName(m, l, i)+" "+e.name(n))
		}
		modal.Components = append(modal.Components, discord.TextDisplay{Content: strings.Join(names, "\n")})
		example = "East, South, West, North"
	}
	legal := sentence(s.Rules.Legal(m.Part, int(l.N)))
	modal.Components = append(
		modal.Components,
		discord.TextDisplay{Content: "-# " + discord.Escape(discord.Cut(legal, 600))},
		discord.Label{
			Text: "Result", Description: discord.Cut(example, 100),
			Input: discord.TextInput{CustomID: FieldResult, Min: 1, Max: 64},
		},
	)
	return modal
}

func lowerTable(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// DisputeModal asks why a report is wrong.
func DisputeModal(e Env, round, match int) discord.Modal {
	modal := discord.Modal{CustomID: e.id(customid.DisputeFor, round, match), Title: "Dispute the result"}
	if m, l := e.state().Match(round, match); m != nil && m.Report != nil {
		modal.Components = append(modal.Components, discord.TextDisplay{Content: e.says(l, m.Report, e.name)})
	}
	modal.Components = append(modal.Components, discord.Label{
		Text: "What happened?", Description: "The organisers read this and decide.",
		Input: discord.TextInput{CustomID: FieldReason, Paragraph: true, Optional: true, Max: 500},
	})
	return modal
}

// JudgeModal asks what the judge is needed for.
func JudgeModal(e Env) discord.Modal {
	return discord.Modal{
		CustomID: e.id(customid.JudgeForm), Title: "Call a judge",
		Components: []discord.Component{discord.Label{
			Text: "What is it about?", Description: "May stay empty. The organisers are told at once.",
			Input: discord.TextInput{CustomID: FieldReason, Paragraph: true, Optional: true, Max: 500},
		}},
	}
}

// AskDrop asks a player whether they really want to leave the event, and says
// what it costs.
func AskDrop(e Env, player int) discord.Message {
	s := e.state()
	round, match := e.current(player)
	text := fmt.Sprintf("You leave %s. You are not paired any more and your results so far stay.", e.title())
	if match > 0 {
		if m, l := s.Match(round, match); !m.Confirmed && l.N == 2 {
			text += fmt.Sprintf(" **Your match at %s is conceded.**", lowerTable(e.table(round, match)))
		}
	}
	if !s.Rules.Drop.ReEntry {
		text += " Only an organiser can bring you back."
	}
	return Confirmation(text, discord.Button{Style: discord.Danger, Label: "Drop from the event", CustomID: e.id(customid.DropYes, round)})
}
