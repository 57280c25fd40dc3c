package view

import (
	"slices"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// Fields of the form for a new event, besides FieldName.
const (
	FieldGame      = "game"
	FieldWhen      = "when"
	FieldStructure = "structure"
)

// Creation is what is known about a new event before its form is filled in.
type Creation struct {
	Like       int64  // the event to copy settings from; 0 for none
	Template   string // the name of that event
	Name, When string
	Ruleset    string
	Structure  string // "" means that of the template, else auto
	Zone       string // for reading times
	Games      []Game
}

// AnotherGame is the choice of a game that is not listed.
const AnotherGame = "another"

// Game is a ruleset to choose from.
type Game struct{ ID, Name string }

// structureAsBefore means the structure of the template.
const structureAsBefore = "same"

// CreateModal returns the form for a new event: name, game, time and structure.
func CreateModal(e Env, c Creation) discord.Modal {
	m := discord.Modal{CustomID: customid.New(0, customid.CreateForm{Like: c.Like}), Title: e.say("create.form")}
	if c.Template != "" {
		m.Title = discord.Plain(e.say("create.form_like", "event", text.Raw(c.Template)), wire.MaxModalTitle)
	}
	chosen, words := c.Structure, setting.Structures()
	if c.Like != 0 {
		words = slices.Insert(words, 0, structureAsBefore)
	}
	typed := ""
	if !slices.Contains(words, chosen) {
		if _, err := stage.Parse(chosen); err == nil {
			typed, words = chosen, slices.Insert(words, 0, chosen)
		} else {
			chosen = words[0]
		}
	}
	structure := discord.StringSelect{CustomID: FieldStructure}
	for _, w := range words {
		label := e.typedStructure(typed)
		if w != typed {
			label = e.say("structure_choice." + notice.Code(w))
		}
		structure.Options = append(structure.Options, discord.SelectOption{Label: label, Value: w, Default: w == chosen})
	}
	games := gameMenu(FieldGame, c.Games, c.Ruleset)
	games.Options = append(first(games.Options, maxOptions-1), discord.SelectOption{Label: e.say("create.another_game"), Value: AnotherGame})
	m.Components = []discord.Component{
		discord.Label{Text: e.say("create.name"), Input: discord.TextInput{
			CustomID: FieldName, Min: 1, Max: tournament.MaxNameLen, Value: discord.Plain(c.Name, tournament.MaxNameLen), Placeholder: e.say("create.name_hint"),
		}},
		discord.Label{Text: e.say("create.game"), Input: games},
		discord.Label{Text: e.say("create.when"), Description: discord.Cut(e.say("create.when_hint", "zone", text.Raw(c.Zone)), wire.MaxLabelDescription), Input: discord.TextInput{
			CustomID: FieldWhen, Optional: true, Max: 60, Value: discord.Plain(c.When, 60), Placeholder: e.say("create.when_empty"),
		}},
		discord.Label{Text: e.say("create.structure"), Input: structure},
	}
	return m
}

// typedStructure describes a structure of rounds and cut that was typed with the command.
func (e Env) typedStructure(typed string) string {
	chain, err := stage.Parse(typed)
	if err != nil {
		return ""
	}
	out := e.say("structure.by_attendance")
	if n := chain.First().Rounds; n > 0 {
		out = e.say("structure.rounds", "n", n)
	}
	if cut, ok := chain.Cut(); ok {
		out += " + " + e.words().Notice(wording.CutPart(cut.Entry))
	}
	return discord.Plain(out, 100)
}

// gameMenu returns the menu of games. The current one comes first, so that it is listed
// however many games there are.
func gameMenu(field string, games []Game, now string) discord.StringSelect {
	menu := discord.StringSelect{CustomID: field}
	for _, g := range games {
		option := discord.SelectOption{Label: discord.Plain(g.Name, wire.MaxOptionText), Value: g.ID, Default: g.ID == now}
		if option.Default {
			menu.Options = slices.Insert(menu.Options, 0, option)
		} else {
			menu.Options = append(menu.Options, option)
		}
	}
	menu.Options = first(menu.Options, maxOptions)
	return menu
}
