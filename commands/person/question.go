package person

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// FieldAnswer is the field of a form in which a player answers the question of the event.
const FieldAnswer = "answer"

// AnswerField asks the question of the event. A label holds less than a question may have.
func AnswerField(e wording.Event, value string) discord.Label {
	question := e.Snap.State.Settings.Question
	label := discord.Label{
		Text: discord.Plain(question, wire.MaxLabel), Description: e.Say("question.seen"),
		Input: discord.TextInput{CustomID: FieldAnswer, Min: 1, Max: tournament.MaxAnswer, Value: discord.Cut(value, tournament.MaxAnswer)},
	}
	if len([]rune(question)) > wire.MaxLabel {
		label.Description = discord.Plain(question, wire.MaxLabelDescription)
	}
	return label
}

// AnswerModal asks a player the question of the event, with the answer before.
func AnswerModal(e wording.Event, player int) discord.Modal {
	s := e.Snap.State
	return discord.Modal{
		CustomID: customid.New(s.ID, customid.AnswerForm{}), Title: discord.Plain(e.Say("join.title", "event", text.Raw(s.Settings.Name)), wire.MaxModalTitle),
		Components: []discord.Component{AnswerField(e, answerOf(e, player))},
	}
}

// answerOf returns what a player has answered; "" if nothing, or if it is no longer asked.
func answerOf(e wording.Event, player int) string {
	s := e.Snap.State
	if p := s.Player(player); p != nil && s.Settings.Question != "" {
		return e.Snap.Book.Text(p.Answer)
	}
	return ""
}

// Answers returns what players have answered to the question of the event, a line each.
func Answers(e wording.Event, players ...int) (out []string) {
	for _, n := range players {
		if body := answerOf(e, n); body != "" {
			out = append(out, e.Say("question.line", "question", notice.Text(e.Snap.State.Settings.Question), "player", notice.Player(n), "answer", notice.Text(body)))
		}
	}
	return out
}

// OwnAnswer returns a player's own answer, or that it is missing, and the button to change
// it; nothing in an event without a question, or that is over.
func OwnAnswer(e wording.Event, player int) (string, []discord.Button) {
	s := e.Snap.State
	if s.Settings.Question == "" || s.Phase >= tournament.Finished || s.Players.At(player).Status == tournament.Left {
		return "", nil
	}
	button := []discord.Button{{Label: e.Say("question.button"), CustomID: customid.New(s.ID, customid.AnswerOpen{})}}
	if body := answerOf(e, player); body != "" {
		return e.Say("question.yours", "question", notice.Text(s.Settings.Question), "answer", notice.Text(body)), button
	}
	return e.Say("question.open", "question", notice.Text(s.Settings.Question)), button
}
