package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// draft creates an event without opening registration.
func (h *testServer) draft(name string, options localdiscord.Options) {
	h.t.Helper()
	o := localdiscord.Options{"name": name, "ruleset": "magic"}
	for k, v := range options {
		o[k] = v
	}
	if got := h.slash(h.organiser, "tournament create", o); !strings.Contains(got, name) {
		h.t.Fatalf("/tournament create: %s", got)
	}
}

// wantAnswer checks the answer that a person gets.
func (h *testServer) wantAnswer(p *localdiscord.Person, want, command string, options localdiscord.Options) {
	h.t.Helper()
	if got := h.slash(p, command, options); !strings.Contains(got, want) {
		h.t.Errorf("/%s %v answers %q, not %q", command, options, got, want)
	}
}

// TestADraftBesideARunningEventIsInNobodysWay: event A runs, and the organiser prepares
// event B in the same channel. Commands that make sense only in A mean A, for its players
// and for others; those that make sense only in B mean B.
func TestADraftBesideARunningEventIsInNobodysWay(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(4, localdiscord.Options{"name": "Alpha", "rounds": 3, "cut": 2})
	h.draft("Beta", localdiscord.Options{"ruleset": "pokemon-2009"})
	alice, bob := players[0], h.guild.AddPerson("Bob")
	for command, want := range map[string]string{
		"status": "Alpha", "standings": "Alpha", "pairings": "Alpha", "odds": "Player 1", "clock": "Round 1",
		"join": "You've joined already", "checkin": "check-in is over",
	} {
		h.wantAnswer(alice, want, command, nil)
	}
	h.wantAnswer(alice, "Reported: **", "report", localdiscord.Options{"result": "2-0"})
	h.wantAnswer(bob, "1 missed round counts as a loss.", "join", nil)
	h.wantAnswer(h.guild.AddPerson("Cem"), "You're not in Alpha", "report", localdiscord.Options{"result": "2-0"})
	h.wantAnswer(h.organiser, "Round 1 is waiting for", "round pair", nil)
	h.wantAnswer(h.organiser, "Registration is open", "tournament open", nil)
	// Beta is open now, so Cem could join either event and is asked.
	h.wantAnswer(alice, "You're in: Beta", "join", nil)
	h.wantAnswer(h.guild.AddPerson("Dora"), "Which event?\n[Pick an event v Beta | Alpha]", "join", nil)
	// Alice plays in both, but only one of them has a table to report from.
	h.wantAnswer(alice, "judge is called", "judge", nil)
	h.wantAnswer(alice, "You left Beta", "leave", nil)
	h.clean()
}

// TestTheRefusalNamesTheEventsThatAreMeant: two events run and 24 are prepared. The
// question which one is meant lists the two first, and so do the suggestions of the
// option.
func TestTheRefusalNamesTheEventsThatAreMeant(t *testing.T) {
	h := newTestServer(t)
	begin := func(name string) {
		h.draft(name, localdiscord.Options{"rounds": 3, "cut": 0})
		h.says("open", "tournament open", nil)
		h.says("in the event", "player bulkadd", localdiscord.Options{"names": "A,B,C,D", "tournament": name})
		h.says("has started", "tournament start", localdiscord.Options{"tournament": name})
	}
	begin("Alpha")
	begin("Omega")
	for n := range 24 {
		h.draft(fmt.Sprintf("Draft %d", n+1), nil)
	}
	h.wantAnswer(h.organiser, "v Omega | Alpha | Draft 24 | Draft 23", "round pair", nil)
	choices, err := h.organiser.Suggest(t.Context(), h.channel, "round pair", nil, "tournament")
	if err != nil || len(choices) != 25 {
		t.Fatalf("%d suggestions, %v", len(choices), err)
	}
	for i, name := range []string{"Omega", "Alpha", "Draft 24"} {
		if !strings.HasPrefix(choices[i].Name, name+" (") {
			t.Errorf("suggestion %d is %q, not %s", i+1, choices[i].Name, name)
		}
	}
	h.clean()
}

// TestAPlayerIsFoundInAnotherChannel: in a channel with two events of others, a player's
// commands mean the event in which they play.
func TestAPlayerIsFoundInAnotherChannel(t *testing.T) {
	h := newTestServer(t)
	alice := h.toRound1(4, localdiscord.Options{"name": "Alpha", "rounds": 3, "cut": 0})[0]
	h.channel = h.guild.AddChannel("elsewhere")
	h.create(localdiscord.Options{"name": "Beta"})
	h.draft("Gamma", nil)
	h.wantAnswer(alice, "Alpha", "status", nil)
	h.wantAnswer(alice, "Reported: **", "report", localdiscord.Options{"result": "2-0"})
	h.wantAnswer(alice, "You're in: Beta", "join", nil)
	h.clean()
}

// TestSimulateAsksForNoEvent: if the number of players is given and no event is clearly
// meant, /tournament simulate uses the server's game.
func TestSimulateAsksForNoEvent(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"name": "Alpha"})
	h.draft("Beta", nil)
	h.draft("Gamma", nil)
	carl := h.guild.AddPerson("Carl")
	h.guild.ShowCommands(h.guild.ID())
	h.wantAnswer(carl, "16 players", "tournament simulate", localdiscord.Options{"players": 16})
	h.slash(h.organiser, "tournament open", localdiscord.Options{"tournament": "Beta"})
	h.wantAnswer(carl, "16 players", "tournament simulate", localdiscord.Options{"players": 16})
	h.wantAnswer(carl, "Say how many play", "tournament simulate", nil)
	h.wantAnswer(carl, "There's no event", "tournament simulate", localdiscord.Options{"players": 16, "tournament": "Delta"})
	h.clean()
}

// An organiser keeps two players apart by the command for tags, and lifts it by the same.
func TestTwoPlayersAreKeptApartByACommand(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(nil)
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": "Ann,Bob,Cy,Dee"})
	apart := localdiscord.Options{"player": "Ann", "apart_from": "Bob"}
	h.wantAnswer(h.organiser, "Ann and Bob aren't paired with each other.", "player tag", apart)
	h.wantAnswer(h.organiser, "not paired with Bob", "log", nil)
	h.wantAnswer(h.organiser, "Ann and Bob may meet again.", "player tag", apart)
	h.wantAnswer(h.organiser, "Name another player.", "player tag", localdiscord.Options{"player": "Ann", "apart_from": "Ann"})
	i, err := h.organiser.Autocomplete(t.Context(), h.channel, "player tag", localdiscord.Options{"apart_from": "D"}, "apart_from")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := i.Answer(t.Context()); err != nil || len(a.Choices) != 1 || a.Choices[0].Name != "Dee" {
		t.Errorf("suggested are %+v, %v", a.Choices, err)
	}
	h.clean()
}

// Where all meet all, keeping two players apart does nothing, and the answer says so.
func TestKeepingApartInARoundRobinSaysThatAllMeetAll(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"stages": "roundrobin"})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": "Ann,Bob,Cy,Dee"})
	h.wantAnswer(h.organiser, "in a round robin all meet all", "player tag", localdiscord.Options{"player": "Ann", "apart_from": "Bob"})
	h.clean()
}

// TestNamesAreFoundAsTheyAreTyped: commands and suggestions find a player without the
// accents and letters of the name, and ask where several are meant.
func TestNamesAreFoundAsTheyAreTyped(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(nil)
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": "Łukasz,Müller,Andr\u00e9,Andr\u00e8,Ann"})
	for typed, want := range map[string]string{"lukasz": "Łukasz", "MUELLER": "Müller", "muller": "Müller", "andre\u0301": "Andr\u00e9"} {
		if got := h.slash(h.organiser, "player tag", localdiscord.Options{"player": typed, "tag": "club"}); !strings.Contains(got, want) {
			t.Errorf("%q is answered %q, want %s", typed, got, want)
		}
	}
	if got := h.slash(h.organiser, "player tag", localdiscord.Options{"player": "andre", "tag": "club"}); strings.Contains(got, "Andr") {
		t.Errorf("a name that may be two is answered %q", got)
	}
	i, err := h.organiser.Autocomplete(t.Context(), h.channel, "player tag", localdiscord.Options{"player": "lukas"}, "player")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := i.Answer(t.Context()); err != nil || len(a.Choices) != 1 || a.Choices[0].Name != "Łukasz" {
		t.Errorf("suggested are %+v, %v", a.Choices, err)
	}
}
