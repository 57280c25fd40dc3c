package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/handover"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
	"topcut/tournament/transfer"
)

// Fields of the form for pasted standings, besides FieldName.
const (
	FieldStandings = "standings"
	FieldMet       = "met"
)

// ImportModal asks for the standings of an event that runs elsewhere and for the pairs
// that have met there. The options of the command (ruleset id, rounds, cut) are in its
// custom id.
func ImportModal(e Env, ruleset, title string, rounds int, cut stage.Entry) discord.Modal {
	return discord.Modal{
		CustomID: customid.New(0, customid.ImportForm{Ruleset: ruleset, Rounds: rounds, Cut: cut.String()}),
		Title:    discord.Plain(e.say("import.title", "game", text.Raw(title)), wire.MaxModalTitle),
		Components: []discord.Component{
			discord.Label{
				Text: e.say("import.name"), Description: e.say("import.name_hint"),
				Input: discord.TextInput{CustomID: FieldName, Min: 1, Max: tournament.MaxNameLen},
			},
			discord.Label{
				Text: e.say("import.standings"), Description: e.say("import.standings_hint"),
				Input: discord.TextInput{CustomID: FieldStandings, Paragraph: true, Min: 1, Max: wire.MaxInput, Placeholder: "Ada 3-0-0\nBob 2-1-0"},
			},
			discord.Label{
				Text: e.say("import.met"), Description: e.say("import.met_hint"),
				Input: discord.TextInput{CustomID: FieldMet, Paragraph: true, Optional: true, Max: wire.MaxInput, Placeholder: "Ada - Bob\nCem - bye"},
			},
		},
	}
}

// Intake is a file or paste as understood, before it is imported.
type Intake struct {
	Upload  string // the id of the upload
	Format  transfer.Format
	Game    string              // the ruleset's name
	After   *tournament.State   // the event it creates; nil if the current choices give none
	Over    bool                // the event can be imported as finished
	Notes   []notice.Notice     // what was understood, is missing, was decided
	Problem string              // why the current choices give no event
	Games   []Game              // to choose from if the file does not name the game
	Ruleset string              // the chosen game
	Parts   []transfer.Imported // to choose from if the file has several events
	Part    string              // the chosen event
	Columns []transfer.Column   // of a table
	Asks    map[string]bool     // the headings to ask about
}

// PastedText is the format of standings that are not from a program's file.
const PastedText transfer.Format = "paste"

// mostNotes bounds the notes of a kind in a preview, and mostColumns the columns to ask
// about.
const (
	mostNotes   = 8
	mostColumns = 8
)

// noteKinds returns the kinds of notes in the order of a preview.
func noteKinds() []string { return []string{"understood", "missing", "decided", "ambiguous"} }

// ImportPreview shows what was understood and asks about what is unclear.
func ImportPreview(e Env, in Intake) discord.Message {
	p := e.panel(layout.Late, "import.preview")
	if in.After != nil {
		p = e.panel(layout.Late, "import.preview_of", "event", notice.Text(in.After.Settings.Name))
	}
	p.Lines(wording.ImportFacts(e.words(), in.Format, in.Game, in.After, in.Over)...)
	for _, kind := range noteKinds() {
		var lines []string
		more := 0
		for _, n := range in.Notes {
			switch {
			case handover.Kind(n) != kind:
			case len(lines) == mostNotes:
				more++
			default:
				lines = append(lines, "- "+discord.Cut(e.words().Notice(n), 200))
			}
		}
		if more > 0 {
			lines = append(lines, "- "+e.say("import.more", "n", more))
		}
		if len(lines) > 0 {
			p.Lines(append([]string{"**" + e.say("import."+notice.Code(kind)) + "**"}, lines...)...)
		}
	}
	if in.Problem != "" {
		p.Text(discord.Cut(in.Problem, 500))
	}
	e.importQuestions(p, in)
	var buttons []discord.Button
	if in.After != nil {
		yes := discord.Button{Style: discord.Success, Label: e.say("button.import"), CustomID: customid.New(0, customid.ImportYes{Upload: in.Upload})}
		if in.Over {
			over := yes
			over.Label, over.CustomID = e.say("button.import_over"), customid.New(0, customid.ImportYes{Upload: in.Upload, Finish: true})
			buttons = append(buttons, over)
			yes.Style, yes.Label = discord.Secondary, e.say("button.import_open")
		}
		buttons = append(buttons, yes)
	}
	p.Buttons(append(buttons, discord.Button{Style: discord.Secondary, Label: e.say("button.import_no"), CustomID: customid.New(0, customid.ImportNo{Upload: in.Upload})})...)
	p.Small("import.waits")
	return p.Message()
}

// importQuestions adds a menu for each thing that is unclear.
func (e Env) importQuestions(p *layout.Panel, in Intake) {
	if len(in.Games) > 0 {
		menu := gameMenu(customid.New(0, customid.ImportGame{Upload: in.Upload}), in.Games, in.Ruleset)
		menu.Placeholder = e.say("import.ask_game")
		p.Choose(menu)
	}
	if len(in.Parts) > 1 {
		menu := discord.StringSelect{CustomID: customid.New(0, customid.ImportPart{Upload: in.Upload}), Placeholder: e.say("import.ask_part")}
		for _, part := range first(in.Parts, maxOptions) {
			players := e.say("card.players", "n", len(part.Tournament.Players))
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(part.Part, 80), Value: part.Part, Description: players, Default: part.Part == in.Part})
		}
		p.Choose(menu)
	}
	asked := 0
	for i, c := range in.Columns {
		if !in.Asks[c.Heading] || asked == mostColumns {
			continue
		}
		asked++
		menu := discord.StringSelect{
			CustomID:    customid.New(0, customid.ImportColumn{Upload: in.Upload, Column: i}),
			Placeholder: discord.Plain(e.say("import.ask_column", "column", text.Raw(c.Heading)), wire.MaxPlaceholder),
		}
		for _, meaning := range append([]string{NoMeaning}, transfer.Meanings()...) {
			menu.Options = append(menu.Options, discord.SelectOption{
				Label: discord.Plain(e.say("import.column", "column", text.Raw(discord.Plain(c.Heading, 40)), "meaning", text.Raw(e.say("import.column_"+notice.Code(meaning)))), wire.MaxOptionText),
				Value: meaning, Default: c.Meaning == meaning,
			})
		}
		p.Choose(menu)
	}
}

// NoMeaning is the choice for a column without useful content.
const NoMeaning = "nothing"
