package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestAPlayerKeepsTheChosenName: the name given at registration stays even if the
// player's Discord name changes, and a new Discord name cannot take another player's
// name.
func TestAPlayerKeepsTheChosenName(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	p := h.guild.AddPerson("xx_dragon_xx")
	h.slash(p, "join", localdiscord.Options{"name": "Maria"})
	thief := h.guild.AddPerson("Thief")
	h.slash(thief, "join", nil)
	thief.SetNick(h.guild, "Maria")
	h.slash(h.organiser, "tournament checkin", nil)
	h.slash(p, "checkin", nil)
	h.slash(thief, "checkin", nil)
	s := h.snapshot()
	if got := s.Name(s.PlayerByUser(p.ID())); got != "Maria" {
		t.Errorf("after check-in the player is called %q, want Maria", got)
	}
	if got := s.Name(s.PlayerByUser(thief.ID())); got != "Thief" {
		t.Errorf("a nickname renamed a player to %q", got)
	}
	h.clean()
}

// TestWrongMomentsAreExplained: an action that is not possible now is refused with the
// reason, and nothing is written.
func TestWrongMomentsAreExplained(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Friday", "ruleset": "magic"})
	stranger := h.guild.AddPerson("Stranger")
	want := func(p *localdiscord.Person, command string, o localdiscord.Options, text string) {
		t.Helper()
		before := h.snapshot().State.Seq
		if got := h.slash(p, command, o); !strings.Contains(got, text) {
			t.Errorf("/%s: %q, want something with %q", command, got, text)
		}
		if after := h.snapshot().State.Seq; after != before {
			t.Errorf("/%s wrote %d events", command, after-before)
		}
	}
	want(stranger, "join", nil, "isn't open yet")
	want(stranger, "status", nil, "Registration isn't open yet")
	h.slash(h.organiser, "tournament open", nil)
	p := h.guild.AddPerson("Paula")
	h.slash(p, "join", nil)
	h.slash(h.guild.AddPerson("Quinn"), "join", nil)
	want(p, "join", nil, "joined already")
	want(p, "standings", nil, "no standings yet")
	want(p, "pairings", nil, "No round is published")
	want(p, "drop", nil, "Leave instead. → `/leave`")
	want(p, "report", localdiscord.Options{"result": "2-0"}, "No round is in progress")
	want(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"}, "No round is published")
	want(h.organiser, "player add", localdiscord.Options{"member": p.Mention()}, "in the event already")
	h.slash(h.organiser, "tournament start", nil)
	h.slash(h.organiser, "round pair", nil)
	want(p, "pairings", nil, "No round is published")
	want(p, "explain", localdiscord.Options{"what": "pairing"}, "No round is published")
	h.slash(h.organiser, "round publish", nil)
	want(p, "report", localdiscord.Options{"result": "7-2"}, "Possible: for example 2-0")
	want(p, "report", localdiscord.Options{"result": "banana"}, "banana")
	want(p, "confirm", nil, "")
	want(p, "leave", nil, "Drop instead")
	h.clean()
}

// TestPublicDecksWaitForRoundOne: public decks are shown only after round 1 is published,
// and the refusal says so.
func TestPublicDecksWaitForRoundOne(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=optional, decks_shown=public"})
	players := h.players(2)
	if got := h.slash(players[0], "deck submit", localdiscord.Options{"deck": "4 Bolt @everyone"}); !strings.Contains(got, "once round 1 is published") {
		t.Errorf("/deck submit: %s", got)
	}
	if got := h.slash(players[1], "deck show", localdiscord.Options{"player": "Player 1"}); !strings.Contains(got, "once round 1 is published") {
		t.Errorf("before round 1: %s", got)
	}
	if got := h.slash(players[1], "log", nil); strings.Contains(got, "Bolt") {
		t.Error("the public log shows a deck")
	}
	h.organise("tournament start", "round pair", "round publish")
	if got := h.slash(players[1], "deck show", localdiscord.Options{"player": players[0].Mention()}); !strings.Contains(got, "4 Bolt") {
		t.Errorf("after round 1 is published: %s", got)
	}
	h.clean()
}

// TestADeckHandedInForTheOrganisersStaysTheirs: when a setting makes decks public, a deck
// submitted before stays private until its player submits it again.
func TestADeckHandedInForTheOrganisersStaysTheirs(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=optional, decks_shown=private"})
	players := h.players(4)
	for i, p := range players[:3] {
		h.slash(p, "deck submit", localdiscord.Options{"deck": fmt.Sprint(i+1, " Bolt")})
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks_shown=public"})
	h.slash(players[1], "deck submit", localdiscord.Options{"deck": "2 Bolt"}) // this player knows the new setting
	h.organise("tournament start", "round pair", "round publish")
	for i, want := range []string{"That deck was handed in for the organisers only.", "2 Bolt", "That deck was handed in for the organisers only."} {
		h.wantAnswer(players[3], want, "deck show", localdiscord.Options{"player": players[i].Mention()})
		h.wantAnswer(h.organiser, fmt.Sprint(i+1, " Bolt"), "deck show", localdiscord.Options{"player": players[i].Mention()})
		h.wantAnswer(players[i], fmt.Sprint(i+1, " Bolt"), "deck show", nil)
	}
	h.clean()
}

// TestAnEarlierRoundsPanelSaysSo: buttons of a finished round are answered with the
// current state.
func TestAnEarlierRoundsPanelSaysSo(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	_, l := h.snapshot().State.Match(1, 1)
	a := h.person(int(l.Seats[0]) + 1)
	i, err := a.Click(t.Context(), h.newest(h.channel, a, "[Report]"), "Report")
	if err != nil {
		t.Fatal(err)
	}
	panel := h.answer(i)
	h.slash(h.organiser, "round close", localdiscord.Options{"rest": "draw"})
	h.slash(h.organiser, "round pair", nil)
	h.slash(h.organiser, "round publish", nil)
	before := h.snapshot().State.Seq
	i = h.pressed(a, *panel.Message, "2-0")
	if got := h.text(h.answer(i)); !strings.Contains(got, "earlier round") {
		t.Errorf("an old panel answers %q", got)
	}
	if after := h.snapshot().State.Seq; after != before {
		t.Errorf("an old panel wrote %d events", after-before)
	}
	h.clean()
}

// TestNobodyIsPingedByWhatOthersWrote: names, announcements, prizes, reasons and event
// names never ping anyone.
func TestNobodyIsPingedByWhatOthersWrote(t *testing.T) {
	h := newTestServer(t)
	victim := h.guild.AddPerson("Victim")
	role := h.guild.AddRole("Everybody's role", 0)
	role.SetMentionable(true)
	evil := "@everyone @here <@" + victim.ID() + "> <@&" + role.ID() + ">"
	h.create(localdiscord.Options{"name": "Cup " + evil, "rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "prizes=" + evil})
	a, b := h.guild.AddPerson("Alice"), h.guild.AddPerson("Bert")
	h.slash(a, "join", localdiscord.Options{"name": "<@" + victim.ID() + "> @here"})
	h.slash(b, "join", localdiscord.Options{"name": "@everyone"})
	h.begin()
	h.slash(h.organiser, "tournament announce", localdiscord.Options{"text": "Pizza " + evil})
	h.slash(a, "judge", localdiscord.Options{"reason": evil})
	h.slash(a, "report", localdiscord.Options{"result": "2-0"})
	h.disputes(b, evil)
	h.slash(b, "log", localdiscord.Options{"public": true})
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	h.slash(h.organiser, "player drop", localdiscord.Options{"player": "@everyone", "reason": evil})
	h.slash(h.organiser, "tournament finish", localdiscord.Options{"early": true})
	// A refusal repeats names too.
	if got := h.slash(h.organiser, "player add", localdiscord.Options{"name": "@everyone"}); !strings.Contains(got, "@\u200beveryone is taken in this event") {
		t.Errorf("a refusal with a name: %s", got)
	}
	h.settle()
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if m.Pinged.Everyone || len(m.Pinged.Roles) > 0 {
			t.Errorf("pings everyone or a role: %s", h.srv.Render(m))
		}
		for _, u := range m.Pinged.Users {
			if u != a.ID() && u != b.ID() {
				t.Errorf("pings somebody who is not in the event: %s", h.srv.Render(m))
			}
		}
	}
	h.clean()
}
