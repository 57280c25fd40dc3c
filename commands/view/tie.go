package view

import (
	"slices"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/tournament"
)

// TiePreview shows organisers the effect of settling a tie at the top and asks for
// confirmation. events are those of the command as decided now.
func TiePreview(e Env, events []tournament.Envelope, yes customid.Sure) discord.Message {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.StageBegan:
			p := e.panel(layout.Late, "tie.playoff_ask")
			p.Say("tie.tied", "players", e.clipped(e.names(ev.Players), 12))
			p.Say("tie.playoff_how", "n", ev.Rounds)
			p.Buttons(e.sureButtons("tie.button.begin", yes)...)
			return p.Message()
		case *tournament.TieShared:
			p := e.panel(layout.Late, "tie.share_ask")
			p.Say("tie.tied", "players", e.clipped(e.names(ev.Players), 12))
			p.Say("tie.share_how", "places", len(ev.Players))
			p.Buttons(e.sureButtons("tie.button.share", yes)...)
			return p.Message()
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
		p := e.panel(layout.Gold, "tie.playoff", "event", e.title())
		p.Say("tie.playoff_post", "players", e.clipped(e.mentions(ev.Players), e.most(24)), "n", ev.Rounds)
		p.Small("tie.others")
		p.Ping(e.users(ev.Players)...)
		p.Buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
		return p.Message()
	})
}

// SharedPost announces a shared title. seq is the event.
func SharedPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.TieShared](e, seq)
	if !ok {
		return e.withdrawn()
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Gold, "tie.shared", "event", e.title())
		p.Say("tie.shared_post", "players", e.clipped(e.mentions(ev.Players), e.most(24)), "places", len(ev.Players))
		p.Ping(e.users(ev.Players)...)
		return p.Message()
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
