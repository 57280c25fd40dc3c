package view

import (
	"slices"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// TiePreview shows organisers the effect of settling a tie at the top and asks for
// confirmation. events are those of the command as decided now.
func TiePreview(e Env, events []tournament.Envelope, yes customid.Sure) discord.Message {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.StageBegan:
			p := e.panel(accentLate, "tie.playoff_ask")
			p.say("tie.tied", "players", e.clipped(e.names(ev.Players), 12))
			p.say("tie.playoff_how", "n", ev.Rounds)
			p.buttons(e.sureButtons("tie.button.begin", yes)...)
			return p.message()
		case *tournament.TieShared:
			p := e.panel(accentLate, "tie.share_ask")
			p.say("tie.tied", "players", e.clipped(e.names(ev.Players), 12))
			p.say("tie.share_how", "places", len(ev.Players))
			p.buttons(e.sureButtons("tie.button.share", yes)...)
			return p.message()
		}
	}
	return e.nothing("tie.none")
}

// tieButtons returns the buttons to settle a tie at the top; none without a tie.
func (e Env) tieButtons() []discord.Button {
	if tied, err := e.state().TopTie(); err != nil || len(tied) == 0 {
		return nil
	}
	return []discord.Button{
		{Style: discord.Primary, Label: e.say("tie.button.playoff"), CustomID: e.id(customid.TieAsk{})},
		{Label: e.say("tie.button.share"), CustomID: e.id(customid.TieAsk{Share: true})},
	}
}

// PlayoffPost announces a play-off for first place. seq is the event.
func PlayoffPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.StageBegan](e, seq)
	if !ok {
		return e.withdrawn()
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(accentGold, "tie.playoff", "event", e.title())
		p.say("tie.playoff_post", "players", e.clipped(e.mentions(ev.Players), 24), "n", ev.Rounds)
		p.small("tie.others")
		p.ping(e.users(ev.Players)...)
		p.buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
		return p.message()
	})
}

// SharedPost announces a shared title. seq is the event.
func SharedPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.TieShared](e, seq)
	if !ok {
		return e.withdrawn()
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(accentGold, "tie.shared", "event", e.title())
		p.say("tie.shared_post", "players", e.clipped(e.mentions(ev.Players), 24), "places", len(ev.Players))
		p.ping(e.users(ev.Players)...)
		return p.message()
	})
}

// nextAfterRounds says what a player does when all planned rounds are over and the cut is
// not made yet.
func (e Env) nextAfterRounds(player int) string {
	s := e.state()
	switch {
	case !s.PlayoffOpen():
		return e.say("next.rounds_over")
	case slices.Contains(s.Playoff().Players, player):
		return e.say("next.playoff")
	}
	return e.say("next.playoff_others")
}
