package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fairclock"
	"topcut/tournament/notice"
)

// Touched is an agreed match of a player who is away at its time, with the event it
// belongs to.
type Touched struct {
	Env    Env
	Player int
	At     tournament.Place
}

// AwayModal asks for the time zone of the times of an absence.
func AwayModal(e Env, typed customid.AwayForm) discord.Modal {
	return discord.Modal{
		CustomID: e.id(typed), Title: e.say("fixture.away.title"),
		Components: []discord.Component{discord.Label{
			Text: e.say("fixture.form.zone"), Description: e.say("fixture.form.zone_hint"),
			Input: discord.TextInput{CustomID: FieldZone, Max: 60, Value: e.state().Settings.Location().String()},
		}},
	}
}

// mostTouched bounds the matches and the absences that one answer offers to change.
const mostTouched = 10

// Absences shows when a member is away, with a button to take each time back, and the
// agreed matches that it touches, with a button to move each.
func Absences(e Env, away fairclock.Spans, touched []Touched) discord.Message {
	p := e.panel(layout.Round, "fixture.away.title")
	var back []discord.Button
	for _, x := range first(away, mostTouched) {
		p.Say("fixture.away.span", "from", wording.Moment(x.From), "until", wording.Moment(x.Until))
		back = append(back, discord.Button{
			Label:    discord.Cut(e.say("button.away_back", "from", text.Raw(x.From.In(e.state().Settings.Location()).Format("2 Jan"))), wire.MaxButtonLabel),
			CustomID: e.id(customid.AwayBack{From: x.From.Unix(), Until: x.Until.Unix()}),
		})
	}
	if len(away) == 0 {
		p.Say("fixture.away.none")
	} else {
		p.Say("fixture.away.holds")
	}
	if len(touched) > 0 {
		p.Say("fixture.away.touched")
	}
	var move []discord.Button
	for _, t := range first(touched, mostTouched) {
		s := t.Env.state()
		m, _ := s.Match(t.At.Round, t.At.Match)
		other := s.PlayerAt(t.At, s.SideOf(t.At, t.Player).Other())
		p.Text(t.Env.say("fixture.away.match", "event", t.Env.title(), "player", notice.Player(other), "time", wording.Moment(m.Fixture.Agreed), "relative", relative(m.Fixture.Agreed)))
		move = append(move, discord.Button{
			Style: discord.Primary, Label: discord.Cut(t.Env.say("button.move", "player", text.Raw(t.Env.label(other))), wire.MaxButtonLabel),
			CustomID: t.Env.id(customid.TimeOpen{Round: t.At.Round, Match: t.At.Match}),
		})
	}
	p.Buttons(move...)
	p.Buttons(append(back, discord.Button{Label: e.say("button.week"), CustomID: e.id(customid.Week{})})...)
	return p.Message()
}
