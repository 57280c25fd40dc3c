package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// LaterPost lists the players of a later stage of rounds. seq is its event.
func LaterPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.StageBegan](e, seq)
	if !ok {
		return e.withdrawn()
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(accentRound, "day_two.title", "event", e.title())
		p.say("day_two.players", "n", len(ev.Players), "rounds", ev.Rounds, "players", e.clipped(e.mentions(ev.Players), 64))
		p.small("day_two.others")
		p.ping(e.users(ev.Players)...)
		p.buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
		return p.message()
	})
}
