package commands_test

import (
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/fixture"
)

// arrangedBy starts an event whose matches four people arrange, and returns its number.
func (h *testServer) arrangedBy(name string, people []*localdiscord.Person) tournament.ID {
	h.t.Helper()
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": name, "ruleset": "magic", "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=at_once, round_days=7, time_zone=UTC", "tournament": name})
	h.slash(h.organiser, "tournament open", nil)
	for _, p := range people {
		if got := h.slash(p, "join", nil); !strings.Contains(got, "You're in: ") {
			h.t.Fatalf("/join: %s", got)
		}
	}
	h.slash(h.organiser, "tournament start", nil)
	s := h.snapshot().State
	if s.Phase != tournament.Running || !s.Arranged() {
		h.t.Fatalf("%s is %s", name, s.Phase)
	}
	return s.ID
}

// TestWhoIsAwayIsHeardInAllLeagues: a player of two leagues says once when they are away.
// The answer names the agreed match in that time and offers to move it, the other cannot
// claim it, a proposal for that time asks back, and so does one at the hours of a match in
// the other league. The time zone is asked once for both. A button takes the days back.
func TestWhoIsAwayIsHeardInAllLeagues(t *testing.T) {
	h := newTestServer(t)
	var people []*localdiscord.Person
	for _, name := range []string{"Ann", "Bob", "Cem", "Dot"} {
		people = append(people, h.guild.AddPerson(name))
	}
	h.arrangedBy("North", people)
	north := h.snapshot()
	_, l := north.State.Match(1, 1)
	a, b := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	h.arrangedBy("South", people)
	opponent := func() string { return h.snapshot().Name(h.snapshot().PlayerByUser(b.ID())) }
	in := func(league string, o localdiscord.Options) localdiscord.Options {
		o["tournament"], o["opponent"] = league, opponent()
		return o
	}
	says := func(p *localdiscord.Person, command string, o localdiscord.Options, want string) {
		t.Helper()
		if got := h.slash(p, command, o); !strings.Contains(got, want) {
			t.Errorf("/%s is answered %q, want %q", command, got, want)
		}
	}
	presses := func(p *localdiscord.Person, button customid.Panel, want string) {
		t.Helper()
		if got := h.inMatch(p, localdiscord.Options{"tournament": "North"}, button); !strings.Contains(got, want) {
			t.Errorf("%T is answered %q, want %q", button, got, want)
		}
	}
	day := func(n int) string { return h.now().UTC().AddDate(0, 0, n).Format("2006-01-02") + " 18:00" }
	agreed := day(3)
	says(a, "match propose", in("North", localdiscord.Options{"when": agreed, "time_zone": "UTC"}), "Proposed: ")
	presses(b, customid.TimeAccept{}, "Agreed")
	says(a, "match propose", in("South", localdiscord.Options{"when": agreed}), "has another match")

	away := h.answer(h.use(a, "match away", localdiscord.Options{"from": day(2), "to": day(6)}))
	if got := h.text(away); !strings.Contains(got, "North: against "+opponent()) || !strings.Contains(got, "Another time: "+opponent()) {
		t.Errorf("/match away is answered %q", got)
	}
	if got := h.press(a, *away.Message, "Another time: "+opponent()); strings.Contains(got, "time zone") {
		t.Errorf("the form to move it asks again: %q", got)
	}
	for _, name := range []string{"North", "South"} {
		snap, err := h.director.Snapshot(t.Context(), h.idOf(name))
		if err != nil || len(snap.State.AwayOf(snap.PlayerByUser(a.ID()))) != 1 {
			t.Errorf("%s does not know who is away: %v", name, err)
		}
	}
	o := in("South", localdiscord.Options{"when": day(4), "time_zone": "UTC"})
	o["opponent"] = h.snapshot().Name(h.snapshot().PlayerByUser(a.ID()))
	says(b, "match propose", o, "is away")

	// A league that is begun later has it too.
	h.arrangedBy("West", people)
	h.keep()
	if snap := h.snapshot(); len(snap.State.AwayOf(snap.PlayerByUser(a.ID()))) != 1 || snap.State.Players[snap.PlayerByUser(a.ID())-1].TimeZone != "UTC" {
		t.Error("a league that begins later does not know who is away, or their zone")
	}

	h.pass(3*24*time.Hour + 18*time.Hour - h.now().UTC().Sub(h.now().UTC().Truncate(24*time.Hour)))
	presses(b, customid.Present{}, "here")
	h.pass(25 * time.Minute)
	if panel := h.answer(h.use(b, "match list", localdiscord.Options{"tournament": "North"})); h.idIn(panel, customid.Claim{}) != "" {
		t.Errorf("a match can be claimed from a player who is away: %s", h.text(panel))
	}
	h.pass(24 * time.Hour)
	snap, err := h.director.Snapshot(t.Context(), north.State.ID)
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := snap.State.Match(1, 1); m.Fixture.End == fixture.Forfeit {
		t.Error("the match is lost while the player is away")
	}

	shown := h.answer(h.use(a, "match away", nil))
	if got := h.press(a, *shown.Message, "Not away from "+h.now().UTC().Format("2 Jan")); !strings.Contains(got, "You haven't said") {
		t.Errorf("taking the days back is answered %q", got)
	}
	says(a, "match away", nil, "You haven't said")
	h.clean()
}

// idOf returns the number of the event with a name.
func (h *testServer) idOf(name string) tournament.ID {
	h.t.Helper()
	found, err := h.store.ByGuild(h.t.Context(), h.guild.ID())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range found {
		if f.Name == name {
			return f.ID
		}
	}
	h.t.Fatalf("there is no event %q", name)
	return 0
}

// /match away of a member whose time zone is not known asks for it, once in a server, and
// reads the times in it.
func TestAwayAsksForTheTimeZoneOnce(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date"})
	a := h.players(4)[0]
	h.slash(h.organiser, "tournament start", nil)
	tokyo, err := tournament.ParseZone("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	on := func(days int) time.Time {
		at := h.now().In(tokyo)
		return time.Date(at.Year(), at.Month(), at.Day()+days, 18, 0, 0, 0, tokyo)
	}
	const layout = "2006-01-02 15:04"
	asked := h.answer(h.use(a, "match away", localdiscord.Options{"from": on(2).Format(layout), "to": on(4).Format(layout)}))
	if asked.Modal == nil {
		t.Fatalf("/match away is answered %q", h.text(asked))
	}
	i, err := a.SubmitModal(t.Context(), asked.Modal, localdiscord.Fields{"zone": "tokyo"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(i)); !strings.Contains(got, "When you are away") {
		t.Errorf("the form is answered %q", got)
	}
	if again := h.answer(h.use(a, "match away", localdiscord.Options{"from": on(8).Format(layout), "to": on(9).Format(layout)})); again.Modal != nil {
		t.Error("the time zone is asked twice")
	}
	said, err := h.store.Calendar(t.Context(), h.guild.ID(), a.ID())
	if err != nil || said.Zone != "Asia/Tokyo" || len(said.Away) != 2 || !said.Away[0].From.Equal(on(2)) || !said.Away[1].Until.Equal(on(9)) {
		t.Errorf("said in Tokyo: %+v, %v", said, err)
	}
	h.clean()
}
