package commands_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
)

// TestATableCallsAJudgeOnce: while a call is open, neither player of the table can cause
// a second post, by command or button. Another table can, and so can the same table
// later.
func TestATableCallsAJudgeOnce(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	seats := func(match int) (a, b *localdiscord.Person) {
		_, l := h.snapshot().State.Match(1, match)
		return h.person(int(l.Seats[0]) + 1), h.person(int(l.Seats[1]) + 1)
	}
	a, b := seats(1)
	c, _ := seats(2)
	calls := func(want int) {
		t.Helper()
		h.settle()
		if _, pings := h.called("need a judge"); pings[h.organiser.ID()] != want {
			got := pings[h.organiser.ID()]
			t.Errorf("the organiser is called %d times, want %d", got, want)
		}
	}
	h.wantAnswer(a, "A judge is called. Stay at your table", "judge", nil)
	h.wantAnswer(a, "called to your table already", "judge", localdiscord.Options{"reason": "again"})
	h.wantAnswer(b, "called to your table already", "judge", nil)
	if got := h.press(b, h.newest(h.channel, b, "Call judge"), "Call judge"); !strings.Contains(got, "called to your table already") {
		t.Errorf("the button answers: %s", got)
	}
	calls(1)
	h.wantAnswer(c, "A judge is called. Stay at your table", "judge", nil)
	calls(2)
	h.pass(11 * time.Minute)
	h.wantAnswer(b, "A judge is called. Stay at your table", "judge", nil)
	calls(3)
	h.clean()
}

// TestATableSeesWhoIsComing: an organiser who presses I'm on it is named on the panel, in
// the pairings and in the match of both players, also after a restart of the bot. Another
// organiser takes over, or releases what the panel shows and nothing else. Undo skips all
// of it.
func TestATableSeesWhoIsComing(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	otto := h.guild.AddPerson("Otto", h.guild.AddRole("Staff", wire.ManageEvents))
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	a, b := h.pair(1)
	h.wantAnswer(a, "A judge is called", "judge", nil)
	panel := h.newest(h.office, h.organiser, "[I'm on it]")
	sees := func(want string) {
		t.Helper()
		h.settle()
		for _, p := range []*localdiscord.Person{a, b} {
			h.wantAnswer(p, want, "status", nil)
		}
	}
	sees("A judge is called.")
	late := h.presses(otto, localdiscord.Answer{Message: &panel}, "Decide…")
	own := h.presses(h.organiser, localdiscord.Answer{Message: &panel}, "Decide…") // the panel loses its button
	if got := h.press(a, panel, "I'm on it"); !strings.Contains(got, "Only organisers") {
		t.Errorf("a player takes the table: %s", got)
	}
	if got := h.press(h.organiser, panel, "I'm on it"); !strings.Contains(got, "sees that you're coming") {
		t.Errorf("the button answers: %s", got)
	}
	if h.press(h.organiser, *own.Message, "I'm on it"); count[*tournament.TableTaken](h.snapshot()) != 1 {
		t.Error("who is on it already takes the table again")
	}
	if got := h.press(otto, *late.Message, "I'm on it"); !strings.Contains(got, h.organiser.Name()+" is on table 1 already.") {
		t.Errorf("the button of the panel of before answers: %s", got)
	}
	sees("**" + h.organiser.Name() + "** is coming to your table.")
	h.newest(h.channel, a, h.organiser.Name()+" is coming")
	panel = h.newest(h.office, h.organiser, "**"+h.organiser.Name()+"** is on it.")
	h.audit() // also checks the state folded from the file
	h.press(otto, panel, "Take over")
	sees("**Otto** is coming to your table.")
	panel = h.newest(h.office, h.organiser, "**Otto** is on it.")
	late = h.presses(otto, localdiscord.Answer{Message: &panel}, "Decide…")
	h.press(h.organiser, panel, "Give back")
	sees("A judge is called.")
	if got := h.press(otto, *late.Message, "Give back"); !strings.Contains(got, "was given back") {
		t.Errorf("a table that is given back is given back: %s", got)
	}
	if got := h.slash(h.organiser, "tournament log", nil); !strings.Contains(got, "gave the table back: Round 1, table 1") {
		t.Errorf("the log does not say it: %s", got)
	}
	if got := h.slash(h.organiser, "tournament undo", nil); strings.Contains(got, "is on it") {
		t.Errorf("undo is about who goes to a table: %s", got)
	}
	h.clean()
}

// TestARepairNamesTheNewPairings: in a running round a repair asks first. Question and
// answer list the new pairing of every changed table, and only the players at those
// tables are pinged. It does what was shown: after another repair it asks again.
func TestARepairNamesTheNewPairings(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	form := func(fields localdiscord.Fields) localdiscord.Answer {
		t.Helper()
		panel := h.newest(h.office, h.organiser, "[Repair] [Undo]")
		return h.fill(h.presses(h.organiser, localdiscord.Answer{Message: &panel}, "Repair").Modal, fields)
	}
	swapped := func() (a, b int) {
		_, x := h.snapshot().State.Match(1, 1)
		_, y := h.snapshot().State.Match(1, 3)
		return int(x.Seats[1]) + 1, int(y.Seats[0]) + 1
	}
	a, b := swapped()
	before := h.snapshot().State.Seq
	fields := localdiscord.Fields{"What to change": "swap", "Player": fmt.Sprintf("p%d", a), "Other player": fmt.Sprintf("p%d", b)}
	ask, late := form(fields), form(fields)
	if got := h.text(form(localdiscord.Fields{"What to change": "swap", "Player": fmt.Sprintf("p%d", a), "Other player": fmt.Sprintf("p%d", a)})); got != "Name two different players." {
		t.Errorf("a swap with oneself answers %s", got)
	}
	if got := h.text(form(localdiscord.Fields{"What to change": "swap", "Player": fmt.Sprintf("p%d", a)})); !strings.HasPrefix(got, "Pick a player from the list.") {
		t.Errorf("a swap with nobody answers %s", got)
	}
	if got := h.text(ask); h.snapshot().State.Seq != before || !strings.Contains(got, "Change Round 1?") || strings.Count(got, "Table") != 2 {
		t.Errorf("the question: %s", got)
	}
	got := h.press(h.organiser, *ask.Message, "Repair")
	snap := h.snapshot()
	h.settle()
	pinged := map[string]int{}
	for _, match := range []int{1, 3} {
		_, l := snap.State.Match(1, match)
		want := fmt.Sprintf("Table %d: %s – %s", l.Table, snap.Name(int(l.Seats[0])+1), snap.Name(int(l.Seats[1])+1))
		if !strings.Contains(got, want) {
			t.Errorf("the answer does not say %q: %s", want, got)
		}
		for _, q := range l.Players() {
			pinged[snap.User(int(q)+1)] = 1
		}
	}
	if !strings.Contains(got, "These tables changed:") || strings.Count(got, "Table") != 2 {
		t.Errorf("the answer to a swap: %s", got)
	}
	if posts, pings := h.called("repaired.**"); posts != 1 || !maps.Equal(pings, pinged) {
		t.Errorf("%d posts ping %v, want %v", posts, pings, pinged)
	}
	if got := h.press(h.organiser, *late.Message, "Repair"); !strings.Contains(got, "Change Round 1?") || h.snapshot().State.Seq != snap.State.Seq {
		t.Errorf("what was asked before another repair is done: %s", got)
	}
	h.clean()
	h.audit()
}

// TestThoseOnDutyAreCalled: a call for a judge pings the judges on duty or, if there are
// none, the creator and the organiser role of the server.
func TestThoseOnDutyAreCalled(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(6, localdiscord.Options{"rounds": 2, "cut": 0})
	role := h.guild.AddRole("Staff", wire.ManageEvents)
	otto := h.guild.AddPerson("Otto", role)
	h.slash(h.organiser, "setup", localdiscord.Options{"organisers": role.ID(), "to_channel": h.office.ID()})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	called := func(table int, users, roles string) {
		t.Helper()
		h.wantAnswer(h.at(table, 0), "A judge is called", "judge", nil)
		h.settle()
		m := h.newest(h.office, h.organiser, "need a judge")
		if got := fmt.Sprint(m.Pinged.Users); got != users {
			t.Errorf("table %d pings the users %s, want %s", table, got, users)
		}
		if got := strings.Contains(h.srv.Render(m), "@Staff"); got != (roles != "") {
			t.Errorf("table %d: the role is named: %v", table, got)
		}
	}
	duty := func(p *localdiscord.Person, label string) {
		t.Helper()
		panel := h.newest(h.office, p, "[More]")
		if got := h.text(h.presses(p, h.presses(p, localdiscord.Answer{Message: &panel}, "More"), label)); !strings.Contains(got, "duty") {
			t.Errorf("%s answers %s", label, got)
		}
		h.settle()
	}
	called(1, "["+h.organiser.ID()+"]", "Staff")
	duty(otto, "Go on duty")
	called(2, "["+otto.ID()+"]", "")
	duty(otto, "Go off duty")
	called(3, "["+h.organiser.ID()+"]", "Staff")
	h.clean()
	h.audit()
}

// TestWhoIsMissingIsRemindedAtOnePress: one press pings the players who have not checked
// in, or not reported, in one post that is edited as they do and deleted when all have.
// The next press has to wait, and its post replaces the one before.
func TestWhoIsMissingIsRemindedAtOnePress(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	players := h.players(4)
	h.slash(h.organiser, "tournament checkin", localdiscord.Options{"minutes": 60})
	h.slash(players[0], "checkin", nil)
	press := func(want string) {
		t.Helper()
		h.settle()
		if got := h.press(h.organiser, h.newest(h.office, h.organiser, "[Remind missing]"), "Remind missing"); !strings.Contains(got, want) {
			t.Errorf("the button answers %s", got)
		}
		h.settle()
	}
	reminded := func(says string, want map[string]int) {
		t.Helper()
		if _, pings := h.called(says); !maps.Equal(pings, want) {
			t.Errorf("%q pings %v, want %v", says, pings, want)
		}
	}
	press("Reminded 3 players.")
	once := map[string]int{players[1].ID(): 1, players[2].ID(): 1, players[3].ID(): 1}
	reminded("You haven't checked in yet", once)
	press("reminded just now")
	h.slash(players[1], "checkin", nil)
	h.settle()
	if got := h.srv.Render(h.newest(h.channel, h.organiser, "You haven't checked in yet")); strings.Contains(got, "Player 2") {
		t.Errorf("who came is still asked: %s", got)
	}
	h.pass(6 * time.Minute)
	press("Reminded 2 players.")
	reminded("You haven't checked in yet", map[string]int{players[1].ID(): 1, players[2].ID(): 2, players[3].ID(): 2})
	h.slash(players[2], "checkin", nil)
	h.slash(players[3], "checkin", nil)
	h.settle()
	if n := h.posts("haven't checked in"); n != 0 {
		t.Errorf("%d posts ask those who are here", n)
	}
	h.begin()
	h.pass(6 * time.Minute)
	press("Reminded 4 players.")
	a, b := h.pair(1)
	h.slash(a, "report", localdiscord.Options{"result": "2-0"})
	h.settle()
	got := h.srv.Render(h.newest(h.channel, h.organiser, "No result yet: "))
	for _, p := range []*localdiscord.Person{a, b} { // the player who has to confirm is asked for that
		if strings.Contains(got, p.Name()) {
			t.Errorf("whose table has reported is still asked: %s", got)
		}
	}
	h.pass(6 * time.Minute)
	press("Reminded 2 players.")
	h.slash(b, "confirm", nil)
	h.settle()
	h.newest(h.channel, h.organiser, "No result yet: ")
	h.clean()
	h.audit()
}

// TestOrganisersActByForms: forms under More add and drop players and announce something,
// with the same answers as the commands.
func TestOrganisersActByForms(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "to_channel=" + h.office.ID()})
	h.players(4)
	gail := h.guild.AddPerson("Gail")
	panel := h.newest(h.office, h.organiser, "[More]")
	more := h.presses(h.organiser, localdiscord.Answer{Message: &panel}, "More")
	for _, c := range []struct {
		button string
		fields localdiscord.Fields
		says   string
	}{
		{"Add a player", localdiscord.Fields{"Member": []string{gail.ID()}}, "Gail"},
		{"Add a player", localdiscord.Fields{"Name": "Guest"}, "Guest"},
		{"Add a player", nil, "Name a member, or a guest."},
		{"Drop a player", localdiscord.Fields{"Player": "p2", "Reason": "ill"}, "Player 2"},
		{"Announce", localdiscord.Fields{"Text": "Lunch at noon."}, "nnounce"},
	} {
		if got := h.text(h.assented(h.organiser, h.fill(h.presses(h.organiser, more, c.button).Modal, c.fields))); !strings.Contains(got, c.says) {
			t.Errorf("%s %v answers %q", c.button, c.fields, got)
		}
	}
	if got := h.snapshot().State.Field(); len(got) != 5 {
		t.Errorf("%d play", len(got))
	}
	h.newest(h.channel, h.organiser, "Lunch at noon.")
	h.clean()
}

// TestOutsidersAreToldTheWay: a member who is not in an event is told how to join if that
// is possible, else whom to ask, and what to add to a command about others. A late player
// is told what the missed round costs.
func TestOutsidersAreToldTheWay(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"name": "Alpha", "rounds": 3, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "late_until=1"})
	h.players(4)
	h.begin()
	report := localdiscord.Options{"result": "2-0"}
	bob, late := h.guild.AddPerson("Bob"), h.guild.AddPerson("Lara")
	h.wantAnswer(bob, "You're not in Alpha. You can still join late. → `/join`", "report", report)
	h.wantAnswer(bob, "You're not in Alpha. Name a player.", "odds", nil)
	h.wantAnswer(late, "1 missed round counts as a loss.", "join", nil)
	for command, options := range map[string]localdiscord.Options{"judge": nil, "report": report} {
		h.wantAnswer(late, "You missed round 1 and have no match in it.", command, options)
	}
	s := h.snapshot().State
	for _, m := range s.Blocking(1) {
		_, l := s.Match(1, m)
		h.says("Table", "player report", localdiscord.Options{"table": int(l.Table), "result": "2-0"})
	}
	h.nextRound()
	for _, command := range []string{"judge", "status", "drop"} {
		h.wantAnswer(bob, "You're not in Alpha, and it has started. Ask an organiser.", command, nil)
	}
	h.clean()
}
