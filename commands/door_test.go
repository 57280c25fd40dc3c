package commands_test

import (
	"strings"
	"testing"
	"time"

	"topcut/commands/league"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/season"
)

// twoDivisions returns a test server whose league Autumn has two divisions of eight members, each
// with an event of arranged matches that has begun.
func twoDivisions(t *testing.T) (*testServer, []*localdiscord.Person) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	people := h.members(16)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them there")
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
	_, err := h.director.Do(t.Context(), h.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: &command.CloseEntry{}})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.presses(outsider, shown, "Join")); !strings.Contains(got, "organisers put on the list") {
		t.Errorf("the old button says %s", got)
	}
	h.clean()
}

// runningLeague returns a league of two divisions whose first round is open.
func runningLeague(t *testing.T) (*testServer, []*localdiscord.Person) {
	h, people := twoDivisions(t)
	h.pass(24 * time.Hour)
	h.pass(time.Hour)
	return h, people
}

// An organiser takes a member out: the preview says what becomes of the matches, the press
// does it in league and event, and the member can't come back alone.
func TestAMemberIsTakenOutOfLeagueAndEvent(t *testing.T) {
	h, people := runningLeague(t)
	ask := h.answer(h.use(h.organiser, "league-admin remove", localdiscord.Options{"player": "Member A"}))
	if got := h.text(ask); !strings.Contains(got, "Member A leaves Autumn") || !strings.Contains(got, "before half of it is played") {
		t.Fatalf("/league-admin remove asks %s", got)
	}
	if h.in(people[0]) != 1 {
		t.Error("the question alone takes the member out")
	}
	if got := h.text(h.presses(h.organiser, ask, "Take out")); !strings.Contains(got, "no longer in Autumn") {
		t.Errorf("the press says %s", got)
	}
	if h.in(people[0]) != 0 || len(h.league().State.Seating) != 0 {
		t.Error("who was taken out plays on")
	}
	for _, command := range []string{"league join", "join"} {
		if got := h.slash(people[0], command, nil); strings.Contains(got, "You're in") {
			t.Errorf("/%s lets them back: %s", command, got)
		}
	}
	back := h.answer(h.use(h.organiser, "league-admin add", localdiscord.Options{"member": people[0], "division": 1}))
	if got := h.text(back); !strings.Contains(got, "plays on") {
		t.Errorf("putting them in again asks %s", got)
	}
	h.presses(h.organiser, back, "Put them in")
	if h.in(people[0]) != 1 {
		t.Error("who was put in again does not play")
	}
	h.clean()
}

// A member leaves alone, with the same preview and the same end.
func TestAMemberLeavesTheLeagueAlone(t *testing.T) {
	h, people := runningLeague(t)
	ask := h.presses(people[0], h.answer(h.use(people[0], "league info", nil)), "Leave the season")
	if got := h.text(ask); !strings.Contains(got, "Member A leaves Autumn") || !strings.Contains(got, "before half of it is played") {
		t.Fatalf("Leave the season asks %s", got)
	}
	if got := h.text(h.presses(people[0], ask, "Take out")); !strings.Contains(got, "You've left Autumn") {
		t.Errorf("the press says %s", got)
	}
	if h.in(people[0]) != 0 {
		t.Error("who left plays on")
	}
	h.clean()
}

// A late member really enters the event of the division, is on its waiting list, or is
// refused with the reason; a stop between league and event is made up for.
func TestALateMemberEntersOrReadsWhyNot(t *testing.T) {
	h, people := twoDivisions(t)
	late := h.guild.AddPerson("Zoe")
	ask := h.answer(h.use(h.organiser, "league-admin add", localdiscord.Options{"member": late, "division": 2}))
	if got := h.text(ask); !strings.Contains(got, "Autumn, in division 2") || !strings.Contains(got, "plays from the start") {
		t.Fatalf("before the start, /league-admin add asks %s", got)
	}
	h.presses(h.organiser, ask, "Put them in")
	if h.in(late) != 2 {
		t.Fatal("a late member is not in the event")
	}
	for o, want := range map[string]string{"0": "Name one of the divisions", "3": "Name one of the divisions", "1": "plays in division 2"} {
		d := int(o[0] - '0')
		options := localdiscord.Options{"member": late}
		if d > 0 {
			options["division"] = d
		}
		if got := h.slash(h.organiser, "league-admin add", options); !strings.Contains(got, want) {
			t.Errorf("division %d: %s", d, got)
		}
	}
	h.pass(24 * time.Hour)
	h.pass(time.Hour)
	// The league decides, the process stops, and the deadline brings them into the event.
	yan := h.guild.AddPerson("Yan")
	h.doInSeason(season.Add{Person: season.Person{User: yan.ID(), Name: "Yan"}, Division: 1})
	h.pass(0)
	snap := h.list(1)
	n := snap.PlayerByUser(yan.ID())
	if n == 0 || snap.State.Players[n-1].Status != tournament.Waiting {
		t.Fatalf("after the deadline, the late member is player %d", n)
	}
	ask = h.answer(h.use(h.organiser, "league-admin remove", localdiscord.Options{"player": "Member A"}))
	if got := h.text(ask); !strings.Contains(got, "Yan from the waitlist takes over") {
		t.Errorf("with a member who waits, removing asks %s", got)
	}
	h.presses(h.organiser, ask, "Take out")
	// A member who came by /league join is placed by the plan, and enters with the press.
	third := h.people("Third")[0]
	h.slash(third, "league join", nil)
	if got := h.text(h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them there")); !strings.Contains(got, "waitlist, for the next seat") {
		t.Errorf("placing a late member says %s", got)
	}
	d := h.league().State.DivisionOf(h.league().PlayerByUser(third.ID()))
	if e := h.list(d); e.PlayerByUser(third.ID()) == 0 {
		t.Errorf("who was placed in division %d is not in its event", d)
	}
	if snap = h.list(1); !snap.State.Taking(n) || h.in(people[0]) != 0 {
		t.Error("who waited has no seat")
	}
	h.clean()
}

// list returns the event of a division.
func (h *testServer) list(division int) *tournament.Snapshot {
	h.t.Helper()
	all, _ := h.playing(h.league().State.ID)
	for _, e := range all {
		if e.State.Entry.Division == division {
			return e
		}
	}
	h.t.Fatalf("division %d has no event", division)
	return nil
}

// in returns the division in whose event a person plays, or 0.
func (h *testServer) in(p *localdiscord.Person) int {
	h.t.Helper()
	all, _ := h.playing(h.league().State.ID)
	for _, e := range all {
		if n := e.PlayerByUser(p.ID()); n > 0 && e.State.Taking(n) {
			return e.State.Entry.Division
		}
	}
	return 0
}

// A league whose rounds can't be entered late refuses a late member with the reason, and
// nothing changes; its final takes a substitute who is a member, and no other person.
func TestWhatCannotBeEnteredLateSaysWhy(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "stages": "roundrobin"})
	people := h.members(8)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them in")
	h.pass(0)
	late := h.guild.AddPerson("Zoe")
	event := localdiscord.Options{"tournament": h.list(1).State.Settings.Name}
	for _, command := range []string{"tournament start", "round pair", "round publish"} {
		h.slash(h.organiser, command, event)
	}
	before := h.league().State.Seq
	if got := h.slash(h.organiser, "league-admin add", localdiscord.Options{"member": late, "division": 1}); !strings.Contains(got, "Zoe can't enter Autumn: ") {
		t.Errorf("a round robin that runs takes a late member: %s", got)
	}
	if h.league().State.Seq != before {
		t.Error("a refusal is in the log of the league")
	}
	_, err := h.director.Create(t.Context(), command.Request{
		Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: league.With(h.league(), h.list(1).State.Rules, tournament.DefaultSettings("Final"), []int{1, 2}, 0, nil),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.slash(h.organiser, "player add", localdiscord.Options{"member": late, "tournament": "Final"}); !strings.Contains(got, "organisers put on the list") {
		t.Errorf("a person outside the league enters the final: %s", got)
	}
	if got := h.slash(h.organiser, "player add", localdiscord.Options{"member": people[4], "tournament": "Final"}); !strings.Contains(got, "is in the event") {
		t.Errorf("a member does not enter the final as a substitute: %s", got)
	}
	h.clean()
}
