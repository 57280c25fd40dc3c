package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/tournament"
)

// MixCall asks the players to mix the draw before an event starts, and shows who has done
// so.
func MixCall(e Env) discord.Message {
	s := e.state()
	p := e.panel(layout.Event, "mix.call", "event", e.title())
	switch {
	case s.Waits():
		p.Say("mix.ask", "n", s.MixersNeeded())
		p.Say("mix.starts", "time", text.Raw(discord.Relative(s.Mixing.Until)))
	case s.Phase < tournament.Running:
		p.Accent = layout.Quiet
		p.Say("mix.off")
		return p.Message()
	default:
		p.Accent = layout.Quiet
	}
	p.Text(e.mixers())
	if s.Waits() {
		p.Buttons(discord.Button{Style: discord.Success, Label: e.say("button.mix"), CustomID: e.id(customid.Mix{})})
	}
	return p.Message()
}

// mixers names the players who have mixed the draw.
func (e Env) mixers() string {
	by := e.state().Mixing.By
	if len(by) == 0 {
		return e.say("mix.nobody")
	}
	return e.say("mix.by", "players", e.clipped(e.names(by), tournament.MixersWanted))
}
