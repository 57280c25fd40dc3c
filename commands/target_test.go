package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/ledger"
)

// onPerson uses an entry of the menu on a person.
func (h *testServer) onPerson(p *localdiscord.Person, entry string, target *localdiscord.Person) localdiscord.Answer {
	h.t.Helper()
	i, err := p.OnPerson(h.t.Context(), h.channel, entry, target)
	if err != nil {
		h.t.Fatalf("%s: %v", entry, err)
	}
	return h.answer(i)
}

// TestTheMenuOnAPerson: all see the place, the record and the matches of a player, with the
// way to the profile; organisers alone can take one out there, and are asked before.
func TestTheMenuOnAPerson(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(4, localdiscord.Options{"rounds": 3, "cut": 0})
	h.playRound(func(int, *ledger.Match) string { return "2-0" })
	h.nextRound()
	a, b := h.pair(1)
	shown := h.onPerson(b, "Match and record", a)
	for _, want := range []string{a.Name(), "of 4", "points", "Round 1, table ", "Round 2, table 1", "2–0"} {
		if got := h.text(shown); !strings.Contains(got, want) {
			t.Errorf("there is no %q in %s", want, got)
		}
	}
	if got := h.text(h.presses(b, shown, "Profile")); strings.Contains(got, "Round 2") {
		t.Errorf("the profile is %s", got)
	}
	stranger := h.guild.AddPerson("Stranger")
	if got := h.text(h.onPerson(b, "Match and record", stranger)); strings.Contains(got, "Round 1") {
		t.Errorf("of one who does not play there is %s", got)
	}
	if _, err := b.OnPerson(t.Context(), h.channel, "Drop from the event", a); err == nil {
		t.Error("a player is offered to take others out")
	}
	question := h.onPerson(h.organiser, "Drop from the event", players[3])
	if got := h.text(question); !strings.Contains(got, "Take "+players[3].Name()+" out of the event?") || !h.takesPart(players[3]) {
		t.Errorf("the answer is %s", got)
	}
	h.assented(h.organiser, question)
	if h.takesPart(players[3]) {
		t.Error("the player still takes part")
	}
	h.clean()
}

// TestTheMenuOnAMessage: the result is reported of the event that the message is about,
// whichever others there are in its channel.
func TestTheMenuOnAMessage(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"name": "Alpha", "rounds": 2, "cut": 0})
	pairings := h.posted("[Report]")
	a, _ := h.pair(1)
	h.create(localdiscord.Options{"name": "Beta", "rounds": 2, "cut": 0})
	joining := []*localdiscord.Person{a, h.guild.AddPerson("Nina"), h.guild.AddPerson("Omar"), h.guild.AddPerson("Pia")}
	for _, p := range joining {
		h.slash(p, "join", localdiscord.Options{"tournament": "Beta"})
	}
	for _, command := range []string{"tournament start", "round pair", "round publish"} {
		h.slash(h.organiser, command, localdiscord.Options{"tournament": "Beta"})
	}
	i, err := a.OnMessage(t.Context(), h.channel, "Report a result", pairings)
	if err != nil {
		t.Fatal(err)
	}
	panel := h.answer(i)
	if got := h.text(panel); !strings.Contains(got, "I won 2–0") {
		t.Errorf("the panel is %s", got)
	}
	h.presses(a, panel, "I won 2–0")
	for name, want := range map[string]bool{"Alpha": true, "Beta": false} {
		snap, err := h.director.Snapshot(t.Context(), h.idOf(name))
		if err != nil {
			t.Fatal(err)
		}
		m, _ := snap.State.Match(1, snap.State.MatchOf(1, snap.PlayerByUser(a.ID())))
		if got := m != nil && m.Report != nil; got != want {
			t.Errorf("a report in %s: %t, want %t", name, got, want)
		}
	}
	kinds := map[int]int{}
	for _, c := range h.srv.Commands() {
		kinds[c.Type]++
	}
	if kinds[wire.CommandUser] != 2 || kinds[wire.CommandMessage] != 1 {
		t.Errorf("registered by kind: %v", kinds)
	}
	h.clean()
}
