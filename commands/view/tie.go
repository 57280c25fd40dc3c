package view

import (
	"slices"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// Ways to settle a tie at the top, as the buttons of TiePreview and TieAsk name
// them.
const (
	TiePlayoff = "playoff"
	TieShare   = "share"
)

// TiePreview shows organisers what settling a tie at the top would do, and asks.
// out is the command as it would be decided now.
func TiePreview(e Env, out *tournament.Outcome) discord.Message {
	s := e.state()
	for i := range out.Events {
		switch ev := out.Events[i].Event.(type) {
		case *tournament.PlayoffBegan:
			p := newPanel(accentLate, "Play off for the title?")
			p.text("%s are level at the top of %s by every criterion.", clipped(e.names(ev.Players), 12), e.title())
			p.text("They play %s among themselves, as a small event of its own: earlier games count neither as meetings nor as points, and the totals of the standings stay.", plural(ev.Rounds, "round", "rounds"))
			p.buttons(discord.Button{Style: discord.Primary, Label: "Begin the play-off", CustomID: e.id(customid.Tie, TiePlayoff, s.Seq)})
			return p.message()
		case *tournament.TieShared:
			p := newPanel(accentLate, "Share the title?")
			p.text("%s are level at the top of %s by every criterion.", clipped(e.names(ev.Players), 12), e.title())
			p.text("They become co-champions and share the prizes of places 1 to %d. Do this only if all of them want it.", len(ev.Players))
			p.buttons(discord.Button{Style: discord.Primary, Label: "Share the title", CustomID: e.id(customid.Tie, TieShare, s.Seq)})
			return p.message()
		}
	}
	return nothing("Nobody is level at the top.")
}

// tieButtons ask how a tie at the top is settled; none where nobody is level.
func (e Env) tieButtons() []discord.Button {
	if tied, err := e.state().TopTie(); err != nil || len(tied) == 0 {
		return nil
	}
	return []discord.Button{
		{Style: discord.Primary, Label: "Play off for the title", CustomID: e.id(customid.TieAsk, TiePlayoff)},
		{Label: "Share the title", CustomID: e.id(customid.TieAsk, TieShare)},
	}
}

// PlayoffPost announces a play-off for first place. seq is the number of its
// event.
func PlayoffPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "The play-off")
	}
	ev, ok := env.Event.(*tournament.PlayoffBegan)
	if !ok {
		return Withdrawn(e, "The play-off")
	}
	return e.fitted(func(e Env) discord.Message {
		p := newPanel(accentGold, "Play-off for first place, %s", e.title())
		p.text("%s are level by every criterion and play %s among themselves for the title.",
			clipped(e.mentions(ev.Players), 24), plural(ev.Rounds, "round", "rounds"))
		p.note("Everybody else has played all rounds; the places behind them stand.")
		p.ping(e.users(ev.Players)...)
		p.buttons(discord.Button{Label: "My status", CustomID: e.id(customid.Status)})
		return p.message()
	})
}

// SharedPost announces that a title is shared. seq is the number of its event.
func SharedPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "The shared title")
	}
	ev, ok := env.Event.(*tournament.TieShared)
	if !ok {
		return Withdrawn(e, "The shared title")
	}
	return e.fitted(func(e Env) discord.Message {
		p := newPanel(accentGold, "Co-champions of %s", e.title())
		p.text("%s are level by every criterion and share the title, with the prizes of places 1 to %d.",
			clipped(e.mentions(ev.Players), 24), len(ev.Players))
		p.ping(e.users(ev.Players)...)
		return p.message()
	})
}

// nextAfterRounds says what a player does when all planned rounds are over and
// no cut is made.
func (e Env) nextAfterRounds(player int) string {
	s := e.state()
	switch {
	case !s.PlayoffOpen():
		return "The Swiss rounds are over. Wait for the organisers."
	case slices.Contains(s.Playoff.Players, player):
		return "You are in the play-off for the title. Wait for its pairings."
	}
	return "You have played all your rounds. The title is played off."
}
