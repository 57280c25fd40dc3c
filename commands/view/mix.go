package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
)

// MixCall asks the players to mix the draw before an event starts, and shows who has done
// so.
func MixCall(e Env) discord.Message {
	s := e.state()
	p := e.panel(accentEvent, "mix.call", "event", e.title())
	switch {
	case s.Waits():
		p.say("mix.ask", "n", s.MixersNeeded())
		p.say("mix.starts", "time", text.Raw(discord.Relative(s.Mixing.Until)))
	case s.Phase < tournament.Running:
		p.accent = accentQuiet
		p.say("mix.off")
		return p.message()
	default:
		p.accent = accentQuiet
	}
	p.text(e.mixers())
	if s.Waits() {
		p.buttons(discord.Button{Style: discord.Success, Label: e.say("button.mix"), CustomID: e.id(customid.Mix{})})
	}
	return p.message()
}

// mixers names the players who have mixed the draw.
func (e Env) mixers() string {
	by := e.state().Mixing.By
	if len(by) == 0 {
		return e.say("mix.nobody")
	}
	return e.say("mix.by", "players", e.clipped(e.names(by), tournament.MixersWanted))
}
