package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/tournament"
)

// LaterPost lists the players of a later stage of rounds. seq is its event.
func LaterPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.StageBegan](e, seq)
	if !ok {
		return e.withdrawn()
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Round, "day_two.title", "event", e.title())
		p.Say("day_two.players", "n", len(ev.Players), "rounds", ev.Rounds, "players", e.clipped(e.mentions(ev.Players), e.most(64)))
		p.Small("day_two.others")
		p.Ping(e.users(ev.Players)...)
		p.Buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
		return p.Message()
	})
}
