package commands_test

import (
	"strings"
	"testing"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/tournament"
)

// A mention with a result reports it if the server enables that. An ambiguous result is
// asked back, and otherwise nothing is written or answered.
func TestAResultIsReadFromAMentionOnlyWhereTheServerWantsIt(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.settle()
	alice, bob := h.at(1, 0), h.at(1, 1)
	bot := "<@" + h.srv.BotID() + ">"
	reports := func() int { return count[*tournament.ResultReported](h.snapshot()) }
	say := func(p *localdiscord.Person, text string) {
		t.Helper()
		if _, err := p.Send(t.Context(), h.channel, text); err != nil {
			t.Fatal(err)
		}
	}
	commands.AnswerMention(t.Context(), h.app, discord.Mentioned{ID: "1", GuildID: h.guild.ID(), ChannelID: h.channel.ID(), User: discord.User{ID: alice.ID()}, Text: "I won 2-1"})
	h.slash(h.organiser, "setup", localdiscord.Options{"chat_results": true})
	if got := h.slash(h.organiser, "setup", nil); !strings.Contains(got, "Results in chat: on") || reports() != 0 {
		t.Fatalf("%d reports before it was switched on: %s", reports(), got)
	}
	say(alice, "I won 2-1") // not to the bot
	say(alice, bot+" did I win 2-1?")
	say(alice, bot+" I won")
	if _, err := h.srv.WaitMessage(t.Context(), h.channel, localtest.Containing(h.srv, "Which result do you mean?", "I won 2–0", "I won 2–1")); err != nil {
		t.Fatal(err)
	}
	if n := reports(); n != 0 {
		t.Errorf("%d reports of what says no result", n)
	}
	say(alice, bot+" I beat "+bob.Mention()+" 2-1, gg")
	h.until("the mention is a report", func() bool { return reports() == 1 })
	if _, err := h.srv.WaitMessage(t.Context(), h.channel, localtest.Containing(h.srv, "Reported: ")); err != nil {
		t.Fatal(err)
	}
	say(bob, bot+" lost 1-2")
	h.until("the opponent's mention agrees", func() bool {
		s := h.snapshot().State
		m, _ := s.Match(1, s.MatchAt(1, 1))
		return m.Confirmed
	})
	h.clean()
}

// TestTwoPlayersReportInDifferentLanguages: the languages of the two players may differ
// from each other and from those of Discord, the server and the event.
func TestTwoPlayersReportInDifferentLanguages(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "setup", localdiscord.Options{"chat_results": true, "language": "pl"})
	h.toRound1(6, localdiscord.Options{"rounds": 2, "cut": 0})
	h.settle()
	bot := "<@" + h.srv.BotID() + ">"
	for i, said := range [][2]string{
		{"ich habe 2-1 gewonnen", "1-2で負けました"},
		{"j'ai perdu 0-2", "wygrałem 2-0"},
		{"I won 2-0, gg", "verloren 0-2"},
	} {
		for side, text := range said {
			if _, err := h.at(i+1, side).Send(t.Context(), h.channel, bot+" "+text); err != nil {
				t.Fatal(err)
			}
			h.until(text, func() bool {
				s := h.snapshot().State
				m, _ := s.Match(1, s.MatchAt(1, i+1))
				return m.Report != nil && side == 0 || m.Confirmed
			})
		}
	}
	h.clean()
}
