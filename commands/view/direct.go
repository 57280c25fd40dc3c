package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/logline"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Direct returns the direct message to a player whom a post pings for an event of the log:
// about a match of a round if they have one there, and else what happened. Its button leads
// to the channel, where the player answers.
func Direct(e Env, player, round, match int, seq int64) discord.Message {
	s := e.state()
	p := e.titled(accentRound, string(e.title()))
	switch m, l := s.Match(round, match); {
	case m != nil && m.Fixture != nil:
		p.text(e.openLine(tournament.Place{Round: round, Match: match}, player))
	case m != nil:
		p.text("**" + string(e.where(round, match)) + "**")
		if l.N > 1 {
			p.lines(e.against(m, l, player))
		}
		p.lines(e.matchState(round, match, player)...)
		if r := s.Current(); r.Number == round && r.Status != tournament.Done {
			p.say("status.next", "step", text.Raw(e.nextStep(player)))
		}
	case s.Phase != tournament.Running:
		p.say("status.next", "step", text.Raw(e.nextStep(player)))
	case seq > 0 && seq <= int64(len(e.Snap.Log)) && !logline.Private(e.Snap.Log.At(seq).Event):
		p.text(logline.Line(e.about(), *e.Snap.Log.At(seq)))
	}
	p.small("direct.where", "channel", text.Raw(discord.MentionChannel(s.Channel)), "status", e.command("status"))
	p.buttons(discord.Button{Label: e.say("button.answer_there"), URL: "https://discord.com/channels/" + s.Guild + "/" + s.Channel})
	return p.message()
}

// directButton switches direct messages on or off, as long as an event may send one.
func (e Env) directButton() []discord.Button {
	if e.state().Phase >= tournament.Finished {
		return nil
	}
	label := "button.direct_on"
	if e.Direct.On() {
		label = "button.direct_off"
	}
	return []discord.Button{{Label: e.say(notice.Code(label)), CustomID: e.id(customid.Direct{On: !e.Direct.On()})}}
}
