package view

import (
	"strings"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/person"
	"topcut/commands/rulebook"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Fields of the modals for players and rulings. The fields of a settings modal are the
// keys of ApplySetting.
const (
	FieldName     = "name"
	FieldDivision = "division"
	FieldTag      = "tag"
	FieldDeck     = "deck"
	FieldResult   = "result"
	FieldReason   = "reason"
)

// JoinModal asks for what the event requires of a player: name (prefilled with name) or team,
// division, tag, answer to the question of the event, deck.
func JoinModal(e Env, name, answer string) discord.Modal {
	set := &e.state().Settings
	m := discord.Modal{CustomID: e.id(customid.JoinForm{}), Title: discord.Plain(e.say("join.title", "event", text.Raw(set.Name)), wire.MaxModalTitle)}
	if e.state().Crewed() {
		m.Components = crew.Fields(e.about(), name)
	} else {
		m.Components = append(m.Components, discord.Label{
			Text: e.say("join.name"), Description: e.say("join.name_hint"),
			Input: discord.TextInput{CustomID: FieldName, Optional: true, Max: tournament.MaxPersonal, Value: discord.Plain(name, tournament.MaxPersonal)},
		})
	}
	if len(set.Divisions) > 0 {
		var options []discord.SelectOption
		for _, d := range set.Divisions {
			// The value goes back to the domain unchanged. It has at most 30 characters, none of
			// them special to the menu.
			option := discord.SelectOption{Label: discord.Plain(d, wire.MaxOptionText), Value: d}
			for _, of := range e.state().Rules.Divisions.List {
				if of.Name == d {
					option.Description = rulebook.AgeRange(e.words(), &of)
				}
			}
			options = append(options, option)
		}
		m.Components = append(m.Components, discord.Label{
			Text: e.say("join.division"), Input: discord.StringSelect{CustomID: FieldDivision, Options: options},
		})
	}
	if set.AskTag {
		team := discord.Label{Text: e.say("join.team"), Input: discord.TextInput{CustomID: FieldTag, Optional: true, Max: 30}}
		if e.state().PairsApart() {
			team.Description = e.say("join.team_hint")
		}
		if e.state().Crewed() {
			team.Text = e.say("crew.club")
		}
		m.Components = append(m.Components, team)
	}
	if set.Question != "" {
		m.Components = append(m.Components, person.AnswerField(e.about(), answer))
	}
	if set.DecksBefore() && len(m.Components) < inForm { // else it is sent later
		m.Components = append(m.Components, e.deckField("", set.DecksShown))
	}
	return m
}

func (e Env) deckField(value string, shown tournament.DeckView) discord.Label {
	hint := e.say("join.deck_hint", "shown", notice.Word("deck.shown."+string(shown)))
	if own := e.state().GameRules().OwnItems(); own != nil {
		hint = e.say("deck.own_hint", "n", own.PerPlayer)
		if len(own.Items) > 0 {
			hint = e.say("deck.own_hint_of", "n", own.PerPlayer, "known", notice.Texts(own.Items))
		}
	}
	return discord.Label{
		Text: e.say("join.deck"), Description: discord.Cut(hint, wire.MaxOptionText),
		Input: discord.TextInput{CustomID: FieldDeck, Paragraph: true, Optional: true, Max: maxDeckField, Value: discord.Cut(value, maxDeckField)},
	}
}

// maxDeckField is the longest text of a modal's field.
const maxDeckField = wire.MaxInput

// DeckModal asks for a deck and shows the submitted one.
func DeckModal(e Env, player int) discord.Modal {
	s := e.state()
	value := ""
	if p := s.Player(player); p != nil {
		value = e.Snap.Book.Text(p.Deck)
	}
	field := e.deckField(value, s.Settings.DecksShown)
	input := field.Input.(discord.TextInput)
	input.Optional, input.Min = false, 1
	field.Input = input
	return discord.Modal{
		CustomID: e.id(customid.DeckForm{}), Title: discord.Plain(e.say("deck.form", "event", text.Raw(s.Settings.Name)), wire.MaxModalTitle),
		Components: []discord.Component{field},
	}
}

// ResultModal asks a player for a typed result.
func ResultModal(e Env, round, match int) discord.Modal {
	return e.resultModal(customid.ResultForm{Round: round, Match: match}, round, match, e.say("result_form.yours"))
}

// RuleModal asks an organiser for a typed result.
func RuleModal(e Env, form customid.RuleForm) discord.Modal {
	first := ""
	e = e.at(form.Round, form.Match)
	if _, l := e.state().Match(form.Round, form.Match); l != nil {
		first = e.say("result_form.first", "player", text.Raw(e.label(int(l.Seats[0])+1)))
	}
	return e.resultModal(form, form.Round, form.Match, first)
}

func (e Env) resultModal(form customid.Panel, round, match int, order string) discord.Modal {
	e = e.at(round, match)
	s := e.state()
	modal := discord.Modal{CustomID: e.id(form), Title: discord.Plain(e.say("result_form.title", "table", text.Raw(e.table(round, match))), wire.MaxModalTitle)}
	m, l := s.Match(round, match)
	if m == nil {
		modal.Components = []discord.Component{discord.TextDisplay{Content: e.say("result_form.gone", "status", e.command("status"))}}
		return modal
	}
	legal := discord.TextDisplay{Content: "-# " + discord.Cut(e.words().Notice(e.rules().Legal(m.Part, int(l.N))), 600)}
	if s.Rules.Tables != nil { // one field per seat
		for i, n := range wording.Seated(l) {
			label := e.seatName(m, l, i) + " · " + e.label(n)
			modal.Components = append(modal.Components, discord.Label{Text: discord.Cut(label, wire.MaxLabel), Input: discord.TextInput{CustomID: customid.FieldSeat(i), Min: 1, Max: 9}})
		}
		modal.Components = append(modal.Components, legal)
		return modal
	}
	modal.Components = append(modal.Components, legal, discord.Label{
		Text: e.say("result_form.result"), Description: discord.Cut(order, wire.MaxLabelDescription),
		Input: discord.TextInput{CustomID: FieldResult, Min: 1, Max: 64},
	})
	return modal
}

// DisputeModal asks why a report is wrong.
func DisputeModal(e Env, round, match int) discord.Modal {
	e = e.at(round, match)
	m, l := e.state().Match(round, match)
	modal := discord.Modal{CustomID: e.id(customid.DisputeForm{Round: round, Match: match, Report: m.LastWord()}), Title: e.say("dispute.form")}
	if m != nil && m.Report != nil {
		modal.Components = append(modal.Components, discord.TextDisplay{Content: e.quoteReport(l, m.Report)})
	}
	modal.Components = append(modal.Components, discord.Label{
		Text: e.say("dispute.what"), Description: e.say("dispute.what_hint"),
		Input: discord.TextInput{CustomID: FieldReason, Paragraph: true, Optional: true, Max: 500},
	})
	return modal
}

// ObjectModal asks what is wrong with a claim.
func ObjectModal(e Env, at tournament.Place) discord.Modal {
	return discord.Modal{
		CustomID: e.id(customid.ObjectForm{Round: at.Round, Match: at.Match}), Title: e.say("fixture.form.object"),
		Components: []discord.Component{discord.Label{
			Text: e.say("dispute.what"), Description: e.say("dispute.what_hint"),
			Input: discord.TextInput{CustomID: FieldReason, Paragraph: true, Optional: true, Max: 500},
		}},
	}
}

// JudgeModal asks why a judge is needed, at a board or at the player's own match.
func JudgeModal(e Env, at tournament.Place) discord.Modal {
	form := e.id(customid.JudgeForm{})
	if at.Match > 0 {
		form = e.id(customid.JudgeAtForm{Round: at.Round, Match: at.Match})
	}
	return discord.Modal{
		CustomID: form, Title: e.say("judge.form"),
		Components: []discord.Component{discord.Label{
			Text: e.say("judge.what"), Description: e.say("judge.what_hint"),
			Input: discord.TextInput{CustomID: FieldReason, Paragraph: true, Optional: true, Max: 500},
		}},
	}
}

// AskDrop asks a player for confirmation before they drop, and says what it costs. events
// are those of the log that the drop would cause.
func AskDrop(e Env, player int, events []tournament.Envelope) discord.Message {
	s := e.state()
	round, match := e.current(player)
	parts := []string{e.say("drop.ask", "event", e.title())}
	leave := discord.Button{Style: discord.Danger, Label: e.say("button.drop_yes"), CustomID: e.id(customid.DropYes{Round: round})}
	buttons := []discord.Button{leave}
	if s.Arranged() {
		parts = []string{e.say("drop.leave", "event", e.title()), wording.Leaving(e.about(), player, events)}
	} else if match > 0 {
		table := text.Raw(e.table(round, match))
		switch m, l := s.Match(round, match); {
		case m.Confirmed || l.N != 2:
		case m.LeftToOthers(player):
			parts = append(parts, e.say("drop.reported", "result", text.Raw(e.result(wording.Reported(l, m.Report))), "table", table))
		case e.reportKept(player) != "":
			kept := notice.Text(e.reportKept(player))
			parts = append(parts, e.say("drop.waits", "result", kept, "table", table))
			leave.Label = e.say("sure.concede")
			buttons = []discord.Button{{Style: discord.Success, Label: e.say("sure.keep", "result", kept), CustomID: e.id(customid.DropYes{Round: round, Keep: true})}, leave, e.cancelButton()}
		default:
			parts = append(parts, e.say("drop.concedes", "table", table))
		}
	}
	if !s.Rules.Drop.ReEntry {
		parts = append(parts, e.say("drop.for_good"))
	}
	if own := s.Rules.Drop.Text; own != "" && !s.Arranged() { // it is about rounds that are played at one time
		parts = append(parts, "\n-# "+e.quote(own))
	}
	return layout.Sure(e.words(), strings.Join(parts, " "), buttons...)
}
