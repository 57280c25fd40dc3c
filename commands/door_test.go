package commands_test

import (
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// twoDivisions returns a test server whose league Autumn has two divisions of eight members, each
// with an event of arranged matches that has begun.
func twoDivisions(t *testing.T) (*testServer, []*localdiscord.Person) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	people := h.members(16)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league promote", nil)), "Put them there")
	h.pass(0)
	return h, people
}

// Events of a league take those who were put in. Every other person reads why not, by
// every way in, before the start and while it runs.
func TestTheDoorOfALeagueIsClosedByEveryWay(t *testing.T) {
	h, people := twoDivisions(t)
	events, _ := h.playing(h.league().State.ID)
	if len(events) != 2 {
		t.Fatalf("%d events", len(events))
	}
	outsider := h.guild.AddPerson("Zoe")
	event := events[0].State.Settings.Name
	player := map[string]string{"join": "", "deck submit": "", "status": ""}
	tries := func(when string) {
		for command := range player {
			got := h.slash(outsider, command, localdiscord.Options{"tournament": event})
			if command == "status" {
				if strings.Contains(got, "[Join]") {
					t.Errorf("%s, /status offers to join: %s", when, got)
				}
			} else if !strings.Contains(got, "organisers put on the list") {
				t.Errorf("%s, /%s says %s", when, command, got)
			}
		}
		for command, o := range map[string]localdiscord.Options{
			"player add":     {"member": outsider, "tournament": event},
			"player bulkadd": {"names": "Yan, Yara", "tournament": event},
		} {
			if got := h.slash(h.organiser, command, o); !strings.Contains(got, "organisers put on the list") {
				t.Errorf("%s, /%s says %s", when, command, got)
			}
		}
		if got := h.slash(h.organiser, "player add", localdiscord.Options{"name": "Yan", "tournament": event}); !strings.Contains(got, "organisers put on the list") {
			t.Errorf("%s, a guest is added: %s", when, got)
		}
		other := people[0] // of the other division
		if got := h.slash(other, "join", localdiscord.Options{"tournament": event}); !strings.Contains(got, "organisers put on the list") {
			t.Errorf("%s, a member of another division joins: %s", when, got)
		}
	}
	tries("before the start")
	h.pass(24 * time.Hour)
	h.pass(time.Hour)
	tries("while it runs")
	if _, n := h.playing(h.league().State.ID); n != 16 {
		t.Errorf("%d players are in", n)
	}
	h.settle()
	for _, m := range h.srv.Messages(h.channel, outsider) {
		if text := h.srv.Render(m); strings.Contains(text, "[Join") {
			t.Errorf("a post offers to join: %s", text)
		}
	}
	h.clean()
}

// A button that was shown before the list was closed is refused when it is pressed.
func TestAnOldButtonDoesNotOpenTheDoor(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	outsider := h.guild.AddPerson("Zoe")
	shown := h.answer(h.use(outsider, "status", nil))
	_, err := h.director.Do(t.Context(), h.snapshot().State.ID, tournament.Request{Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: &tournament.CloseEntry{}})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.presses(outsider, shown, "Join")); !strings.Contains(got, "organisers put on the list") {
		t.Errorf("the old button says %s", got)
	}
	h.clean()
}
