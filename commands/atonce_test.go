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

// allRounds returns a test server whose league has three divisions of eight, each with all
// rounds open from the start, and the messages that this took, by all channels.
func allRounds(t *testing.T) (h *testServer, posts int) {
	t.Helper()
	h = openTestServer(t, nil, false)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "at_once"})
	h.members(24)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them there")
	for range 3 { // the events come, their draw is mixed, they start
		h.pass(24 * time.Hour)
		h.settle()
	}
	onlooker := h.guild.AddPerson("Onlooker")
	for _, c := range append(h.threads(), h.channel, h.office) {
		posts += len(h.srv.Messages(c, onlooker))
	}
	return h, posts
}

// plays returns the person who plays as player n of an event.
func (h *testServer) plays(snap *tournament.Snapshot, n int) *localdiscord.Person {
	h.t.Helper()
	p, ok := h.srv.Person(snap.User(n))
	if !ok {
		h.t.Fatalf("player %d has no account", n)
	}
	return p
}

// chooses chooses a match in the menu behind My matches of the list with these words.
func (h *testServer) chooses(p *localdiscord.Person, list string, at tournament.Place) localdiscord.Answer {
	h.t.Helper()
	mine := h.presses(p, localdiscord.Answer{Message: new(h.newest(h.channel, p, list))}, "My matches")
	i, err := p.Select(h.t.Context(), *mine.Message, "Choose a match", []string{customid.PlaceValue(at)})
	if err != nil {
		h.t.Fatalf("%v: %s", err, h.text(mine))
	}
	return h.answer(i)
}

// TestAllRoundsAtTheStartTakeAtMostTenPosts: a league of three divisions of eight, whose
// rounds all open at the start, has one list and one panel for each division beside its
// card. Each match is arranged from the list by presses alone; only then it gets a post and
// a thread. A list that is deleted comes back, and a restart in the middle changes nothing.
func TestAllRoundsAtTheStartTakeAtMostTenPosts(t *testing.T) {
	h, posts := allRounds(t)
	events, players := h.playing(h.league().State.ID)
	if len(events) != 3 || players != 24 || len(events[0].State.FixturesOf(1)) != 7 {
		t.Fatalf("%d events with %d players", len(events), players)
	}
	if posts > 10 || len(h.threads()) > 0 {
		t.Errorf("%d posts and %d threads", posts, len(h.threads()))
	}
	t.Logf("%d posts", posts)
	s, list := events[1].State, "Autumn, division 2 · "
	if got := h.srv.Render(h.newest(h.channel, h.organiser, list+"0 of 28 in")); strings.Count(got, " – ") != 28 || !strings.Contains(got, "**Round 7**") || !strings.Contains(got, "Play by") {
		t.Errorf("the list of all matches: %s", got)
	}
	h.srv.Tolerate(10008)
	gone := h.newest(h.channel, h.organiser, list)

	at := tournament.Place{Round: 5, Match: 2}
	person := func(side fixture.Side) *localdiscord.Person {
		return h.plays(events[1], s.PlayerAt(at, side))
	}
	a, b := person(fixture.First), person(fixture.Second)
	panel := h.chooses(a, list, at)
	if err := h.guild.Owner().Delete(gone); err != nil {
		t.Fatal(err)
	}
	form := h.presses(a, panel, "Propose a time").Modal
	i, err := a.SubmitModal(t.Context(), form, localdiscord.Fields{"When": "tomorrow 20:00", "Your time zone": "UTC"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(i)); !strings.Contains(got, "Proposed: ") {
		t.Fatalf("a proposal from the list is answered %q", got)
	}
	h.settle()
	threads := h.threads()
	if len(threads) != 1 {
		t.Fatalf("a proposal opens %d threads", len(threads))
	}
	back := h.newest(h.channel, b, a.Name()+" proposed")
	if got := h.srv.Render(back); !strings.Contains(got, list) || back.ID == gone.ID {
		t.Errorf("the list is not back: %s", got)
	}
	h.settle()
	h.stop()
	h.start(false)
	h.newest(threads[0], b, "When can you play?")
	accept := h.chooses(b, list, at)
	if got := h.text(accept); !strings.Contains(got, "20:00 UTC]") {
		t.Fatalf("the time to accept is not there: %s", got)
	}
	var label string
	if _, after, ok := strings.Cut(h.text(accept), "["); ok {
		label, _, _ = strings.Cut(after, "]")
	}
	if got := h.text(h.presses(b, accept, label)); !strings.Contains(got, "Agreed") {
		t.Fatalf("accepting from the list is answered %q", got)
	}
	snap, err := h.director.Snapshot(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := snap.State.Match(at.Round, at.Match)
	h.settle()
	if got := h.srv.Render(h.newest(h.channel, b, list)); !strings.Contains(got, "agreed for") {
		t.Errorf("the list does not say the time: %s", got)
	}
	h.pass(m.Fixture.Agreed.Sub(h.now()))
	if got := h.text(h.presses(a, h.chooses(a, list, at), "I'm here")); !strings.Contains(got, "you're here") {
		t.Errorf("being there is answered %q", got)
	}
	h.pass(25 * time.Minute)
	if got := h.text(h.presses(a, h.chooses(a, list, at), "Claim a forfeit")); !strings.Contains(got, "can object") {
		t.Errorf("a claim is answered %q", got)
	}
	if got := h.submits(b, h.presses(b, h.chooses(b, list, at), "Object"), localdiscord.Fields{"reason": "I was there"}); !strings.Contains(got, "Objected") {
		t.Errorf("an objection is answered %q", got)
	}

	// A match without a proposal is reported and confirmed in the channel, without a thread.
	for _, other := range s.FixturesOf(s.PlayerAt(at, fixture.First)) {
		if other.Round != 6 {
			continue
		}
		at = other
	}
	a, b = person(fixture.First), person(fixture.Second)
	report := h.presses(a, h.chooses(a, list, at), "Report")
	h.answer(h.pressed(a, *report.Message, "2-0"))
	h.settle() // the list may say so before the call is there
	h.press(b, h.newest(h.channel, b, "reported"), "Confirm")
	h.settle()
	if got := h.srv.Render(h.newest(h.channel, b, list)); !strings.Contains(got, "1 of 28 in") || len(h.threads()) != 1 {
		t.Errorf("%d threads, and after the report the list is %s", len(h.threads()), got)
	}
	h.clean()
}

// TestMatchesWithoutAProposalShareACall: who is away, and whose time runs out, is said once
// for all matches of the list, not in a thread for each.
func TestMatchesWithoutAProposalShareACall(t *testing.T) {
	h, _ := allRounds(t)
	events, _ := h.playing(h.league().State.ID)
	s := events[0].State
	day := func(n int) string { return h.now().AddDate(0, 0, n).Format(time.DateOnly) + " 12:00" }
	member := h.plays(events[0], 1)
	form := h.answer(h.use(member, "match away", localdiscord.Options{"from": day(1), "to": day(5)})).Modal
	i, err := member.SubmitModal(t.Context(), form, localdiscord.Fields{"Your time zone": "UTC"})
	if err != nil {
		t.Fatal(err)
	}
	h.answer(i)
	h.settle()
	call := h.newest(h.channel, h.organiser, "is away until")
	if got := h.srv.Render(call); strings.Count(got, "<@")+strings.Count(got, "@Member") != 7 || len(h.threads()) > 0 {
		t.Errorf("%d threads, and the call is %s", len(h.threads()), got)
	}
	m, _ := s.Match(1, 1)
	h.pass(m.Fixture.Half().Sub(h.now()) + 6*24*time.Hour)
	h.settle()
	calls := 0
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		calls += strings.Count(h.srv.Render(m), "Half of the time is over")
	}
	if calls != 3 || len(h.threads()) > 0 {
		t.Errorf("three divisions are reminded %d times, in %d threads", calls, len(h.threads()))
	}
	h.clean()
}
