package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// Whom the gate does not let in reads in private which condition it is and what to do, by
// every way in. The card says whom it lets in. Who has the role, by Discord's word at the
// press, is in. An organiser who adds another person is asked first.
func TestAnEventLetsInWhomItsGateNames(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	event := localdiscord.Options{"tournament": h.snapshot().State.Settings.Name}
	with := func(o localdiscord.Options) localdiscord.Options {
		o["tournament"] = event["tournament"]
		return o
	}
	member := h.guild.AddRole("Members", 0)
	early, ann, zoe := h.guild.AddPerson("Early"), h.guild.AddPerson("Ann", member), h.guild.AddPerson("Zoe")
	h.slash(early, "join", event)
	if got := h.slash(h.organiser, "tournament settings", with(localdiscord.Options{"set": "gate_role=<@&" + member.ID() + ">, gate_rating=1200-1600, capacity=3"})); !strings.Contains(got, "1200-1600") {
		t.Fatalf("the settings say %s", got)
	}
	h.settle()
	h.newest(h.channel, zoe, "**Who can join:** those with the role")
	if n := h.snapshot().PlayerByUser(early.ID()); len(h.snapshot().State.Seated(n)) == 0 {
		t.Error("a gate set later removes a player")
	}
	before := h.snapshot().State.Seq
	for _, way := range []struct {
		by      *localdiscord.Person
		command string
		options localdiscord.Options
		reads   string
	}{
		{zoe, "join", event, "Ask the organisers for the role"},
		{h.organiser, "player add", with(localdiscord.Options{"member": zoe}), "The event isn't open to Zoe"},
		{h.organiser, "player add", with(localdiscord.Options{"name": "Gus"}), "The event isn't open to Gus"},
		{h.organiser, "player bulkadd", with(localdiscord.Options{"names": "Yan, Yara"}), "Whom you add here is let in all the same"},
	} {
		if got := h.text(h.answer(h.use(way.by, way.command, way.options))); !strings.Contains(got, way.reads) {
			t.Errorf("/%s %v says %s", way.command, way.options, got)
		}
	}
	if got := h.press(zoe, h.newest(h.channel, zoe, "Registration is open"), "Join"); !strings.Contains(got, "Ask the organisers for the role") {
		t.Errorf("the button Join says %s", got)
	}
	if after := h.snapshot().State.Seq; after != before {
		t.Errorf("what is refused or asked about is in the log: %d, %d", before, after)
	}
	if got := h.slash(ann, "join", event); !strings.Contains(got, "You're in") {
		t.Errorf("who has the role joins: %s", got)
	}
	if got := h.text(h.presses(h.organiser, h.answer(h.use(h.organiser, "player add", with(localdiscord.Options{"member": zoe}))), "Do it")); !strings.Contains(got, "Zoe") || h.snapshot().PlayerByUser(zoe.ID()) == 0 {
		t.Errorf("an organiser who was asked adds: %s", got)
	}
	dan := h.guild.AddPerson("Dan", member)
	if got := h.slash(dan, "join", event); !strings.Contains(got, "waitlist") {
		t.Errorf("the event is full: %s", got)
	}
	h.slash(h.organiser, "tournament settings", with(localdiscord.Options{"set": "gate_rating=1600-"}))
	h.slash(ann, "leave", event)
	if s := h.snapshot(); s.State.Players.At(s.PlayerByUser(dan.ID())).Status != tournament.Registered {
		t.Error("who waited when the gate became narrower does not move up")
	}
	if got := h.slash(ann, "join", event); !strings.Contains(got, "a rating of 1600 or more; yours is 1500") {
		t.Errorf("a newcomer reads %s", got)
	}
	h.clean()
}

// The events that a gate counts are the finished ones of the server in which the person
// played, as of the press.
func TestAGateCountsFinishedEvents(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn"})
	people := h.people("Ann", "Ben", "Cleo", "Dan")
	h.evening(people...)
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Second", "ruleset": "magic"})
	second := localdiscord.Options{"tournament": "Second"}
	h.slash(h.organiser, "tournament open", second)
	set := func(n int) {
		h.slash(h.organiser, "tournament settings", localdiscord.Options{"tournament": "Second", "set": fmt.Sprint("gate_events=", n)})
	}
	set(2)
	if got := h.slash(people[0], "join", second); !strings.Contains(got, "2 finished events played in this server; you have 1") {
		t.Errorf("one event is finished, two are needed: %s", got)
	}
	set(1)
	if got := h.slash(h.guild.AddPerson("Eve"), "join", second); !strings.Contains(got, "1 finished event played in this server; you have 0") {
		t.Errorf("who has played none: %s", got)
	}
	if got := h.slash(people[0], "join", second); !strings.Contains(got, "You're in") {
		t.Errorf("one event is finished: %s", got)
	}
	h.clean()
}

// A league has the gate of its events: it holds for who signs up, not for members.
func TestALeagueHasTheGateOfItsEvents(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	ann, zoe := h.guild.AddPerson("Ann"), h.guild.AddPerson("Zoe")
	league := localdiscord.Options{"league": "Autumn"}
	if got := h.slash(ann, "league join", league); !strings.Contains(got, "You're in Autumn") {
		t.Fatalf("before the gate: %s", got)
	}
	member := h.guild.AddRole("Members", 0)
	h.slash(h.organiser, "league-admin edit", localdiscord.Options{"league": "Autumn", "set": fmt.Sprintf("event.gate_role=<@&%s>", member.ID())})
	if got := h.slash(zoe, "league info", league); !strings.Contains(got, "**Who can join:** those with the role") {
		t.Errorf("/league info says %s", got)
	}
	if got := h.slash(zoe, "league join", league); !strings.Contains(got, "Ask the organisers for the role") {
		t.Errorf("who lacks the role signs up: %s", got)
	}
	if got := h.slash(h.organiser, "league-admin add", localdiscord.Options{"league": "Autumn", "member": zoe}); !strings.Contains(got, "The event isn't open to Zoe") {
		t.Errorf("the organiser reads %s", got)
	}
	zoe.Give(member)
	if got := h.slash(zoe, "league join", league); !strings.Contains(got, "You're in Autumn") {
		t.Errorf("who got the role: %s", got)
	}
	h.clean()
}
