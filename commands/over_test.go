package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
)

// TestOnlyWhatWasPlayedIsOver: a round that is closed with open matches is not called over,
// in any answer, and an event in which no match was played names no winner.
func TestOnlyWhatWasPlayedIsOver(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=at_once"})
	p := h.players(4)[0]
	h.slash(h.organiser, "tournament start", nil)
	for command, o := range map[string]localdiscord.Options{"pairings": {"round": 1}, "clock": nil, "status": nil, "help": nil} {
		if got := h.slash(p, command, o); strings.Contains(got, "over") || command == "pairings" && !strings.Contains(got, "2 matches are still to be played") {
			t.Errorf("/%s with all rounds open: %s", command, got)
		}
	}
	for at := range h.snapshot().State.EachFixture {
		h.direct(&command.Verdict{At: at, End: fixture.Void})
	}
	h.settle()
	end := h.srv.Render(h.newest(h.channel, p, "Thanks to all 4 players"))
	card := h.srv.Render(h.newest(h.channel, p, "The event is over"))
	if strings.Contains(end, "wins") || strings.Contains(end, "🥇") || strings.Contains(card, "wins") {
		t.Errorf("no match was played, and the end says %s\n%s", end, card)
	}
	h.clean()
}
