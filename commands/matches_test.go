package commands_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	"topcut/tournament/season"
)

// agreedInCalendars checks that the one agreed time of an event is in the calendars of
// the event and of both players, and in no other.
func (h *testServer) agreedInCalendars(a, b *localdiscord.Person, at time.Time) {
	h.t.Helper()
	start := "DTSTART:" + at.UTC().Format("20060102T150405Z")
	for _, p := range []*localdiscord.Person{a, b} {
		list := h.answer(h.use(p, "match list", nil))
		if len(list.Message.Attachments) != 1 {
			h.t.Fatalf("/match list has %d files", len(list.Message.Attachments))
		}
		if dates := string(h.file(list.Message.Attachments[0])); strings.Count(dates, "BEGIN:VEVENT") != 1 || !strings.Contains(dates, start) {
			h.t.Errorf("the calendar of a player: %s", dates)
		}
	}
	h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"})
	s := h.snapshot().State
	if site.Path(s) == "" {
		h.t.Fatal("the event has no page")
	}
	with, others := 0, 0
	for n := range len(s.Players) {
		switch code, dates := h.served(fmt.Sprintf("%s.ics?player=%d", site.Path(s), n+1)); {
		case code == http.StatusOK && strings.Contains(dates, start):
			with++
		case code == http.StatusNotFound:
			others++
		}
	}
	if with != 2 || others != len(s.Players)-2 {
		h.t.Errorf("%d players have the time in their calendar, %d none", with, others)
	}
	if _, dates := h.served(site.Path(s) + ".ics"); !strings.Contains(dates, start) {
		h.t.Errorf("the calendar of the event: %s", dates)
	}
	if code, _ := h.served(site.Path(s) + ".ics?player=x"); code != http.StatusNotFound {
		h.t.Errorf("nobody's calendar is answered %d", code)
	}
}

// TestADigestIsTheOnlyCallOfTheWeek: in a league of arranged matches, organisers are pinged
// once before a round opens, in a panel that names what is open with buttons for it. An
// objection in the week is only edited into the panel.
func TestADigestIsTheOnlyCallOfTheWeek(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, to_channel=" + h.office.ID()})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.settle()
	before := h.callsOfStaff()
	a, b := h.opponents(1, 1)
	c, d := h.opponents(1, 2)
	h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 20:00", "time_zone": "UTC"})
	h.inMatch(b, nil, customid.TimeAccept{})
	m, _ := h.snapshot().State.Match(1, 1)
	h.pass(m.Fixture.Agreed.Sub(h.now()))
	h.inMatch(a, nil, customid.Present{})
	h.pass(25 * time.Minute)
	h.inMatch(a, nil, customid.Claim{})
	h.inMatch(b, nil, customid.Object{})
	h.slash(c, "match propose", localdiscord.Options{"when": "in 10 days 20:00", "time_zone": "UTC"})
	h.pass(3 * 24 * time.Hour)
	h.settle()
	if n := h.callsOfStaff(); n != before {
		t.Errorf("the organisers are pinged %d times before the digest", n-before)
	}
	h.pass(h.snapshot().State.Rounds[0].Deadline.Sub(h.now()) - 2*time.Hour)
	h.settle()
	if n := h.callsOfStaff(); n != before+1 {
		t.Errorf("the organisers are pinged %d times by the digest", n-before)
	}
	panel := h.newest(h.office, h.organiser, "Hasn't answered: "+d.Name())
	if got := h.srv.Render(panel); !strings.Contains(got, "Matches that need you") || !strings.Contains(got, "Has done nothing since the start: "+d.Name()) || !strings.Contains(got, "[Drop a player]") {
		t.Errorf("the digest: %s", got)
	}
	if got := h.slash(h.organiser, "help", nil); !strings.Contains(got, "Hasn't answered: "+d.Name()) || !strings.Contains(got, "Matches that need you") {
		t.Errorf("/help does not tell organisers what waits: %s", got)
	}
	if got := h.slash(d, "help", nil); !strings.Contains(got, "Answer ") || strings.Contains(got, "Hasn't answered") {
		t.Errorf("/help does not tell a player the next step: %s", got)
	}
	status := h.slash(d, "status", nil)
	if next, standing := strings.Index(status, "Answer "), strings.Index(status, d.Name()+"**"); next < 0 || standing < next {
		t.Errorf("/status does not begin with the next step: %s", status)
	}
	if got := h.press(h.organiser, panel, "Remind missing"); !strings.Contains(got, "Reminded 1 player") {
		t.Errorf("reminding is answered %q", got)
	}
	h.newest(h.channel, d, "Your match has no time yet")
	i, err := h.organiser.Select(t.Context(), h.newest(h.office, h.organiser, "Hasn't answered"), "Decide or extend matches", []string{"1.2"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.press(h.organiser, *h.answer(i).Message, "7 more days"); !strings.Contains(got, "more days") {
		t.Errorf("extending is answered %q", got)
	}
	h.clean()
}

// TestAnAnswerIsLateAfterADay: the panel names who has not answered a proposal, and offers
// to remind, once a day has run against a player. A round that ends by its date is closed
// from the buttons for occasional tasks. A reminder is posted once, and is edited only as
// those whom it names answer.
func TestAnAnswerIsLateAfterADay(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, to_channel=" + h.office.ID()})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.settle()
	a, b := h.opponents(1, 1)
	c, d := h.opponents(1, 2)
	propose := func(p *localdiscord.Person) {
		t.Helper()
		h.slash(p, "match propose", localdiscord.Options{"when": "in 10 days 20:00", "time_zone": "UTC"})
		h.settle()
	}
	panel := func() string { return h.srv.Render(h.newest(h.office, h.organiser, "On duty")) }
	propose(a)
	if got := panel(); strings.Contains(got, "Hasn't answered") || strings.Contains(got, "[Remind missing]") || strings.Contains(got, "[Close the round]") ||
		!strings.Contains(got, "No time yet: "+a.Name()+" – "+b.Name()) {
		t.Errorf("just after a proposal: %s", got)
	}
	more := h.newest(h.office, h.organiser, "[More]")
	if got := h.text(h.presses(h.organiser, localdiscord.Answer{Message: &more}, "More")); !strings.Contains(got, "[Close the round]") {
		t.Errorf("More: %s", got)
	}
	h.pass(25 * time.Hour)
	propose(c)
	if got := panel(); !strings.Contains(got, "Hasn't answered: "+b.Name()) || strings.Contains(got, "Hasn't answered: "+d.Name()) {
		t.Errorf("a day later: %s", got)
	}
	remind := func() {
		t.Helper()
		if got := h.press(h.organiser, h.newest(h.office, h.organiser, "[Remind missing]"), "Remind missing"); !strings.Contains(got, "Reminded 1 player") {
			t.Errorf("reminding is answered %q", got)
		}
		h.settle()
	}
	edits := func() (n int) {
		for _, e := range h.srv.Transcript(0) {
			if e.Kind == localdiscord.EntryEdited && strings.Contains(e.Text, "Your match has no time yet") {
				n++
			}
		}
		return n
	}
	remind()
	h.inMatch(d, nil, customid.TimeAccept{})
	h.settle()
	h.pass(13 * time.Hour)
	remind()
	if n := edits(); n != 0 {
		t.Errorf("the reminders are edited %d times although nobody whom they name has answered", n)
	}
	h.inMatch(b, nil, customid.TimeAccept{})
	h.settle()
	if n := h.posts("Your match has no time yet"); n != 0 {
		t.Errorf("%d posts remind after the answer", n)
	}
	h.clean()
}

// callsOfStaff returns how many posts have pinged the organiser.
func (h *testServer) callsOfStaff() (n int) {
	for _, e := range h.srv.Transcript(0) {
		if e.Kind == localdiscord.EntryPosted && e.Pinged != nil && slices.Contains(e.Pinged.Users, h.organiser.ID()) {
			n++
		}
	}
	return n
}

// TestTheDigestsOfALeagueCallOnce: the digests of two divisions are due at the same hour.
// One of them pings the organisers. Without a TO channel there is none while nothing waits
// for a verdict, as before the second round.
func TestTheDigestsOfALeagueCallOnce(t *testing.T) {
	h, _ := twoDivisions(t)
	h.pass(24 * time.Hour)
	h.pass(time.Hour)
	h.settle()
	quiet := 0
	for week := range 2 {
		if got := h.slash(h.organiser, "help", nil); strings.Contains(got, "no event in this channel") || strings.Count(got, "No time yet: ") != 2 || !strings.Contains(got, "division 2**") {
			t.Errorf("/help with two divisions under way: %s", got)
		}
		before := h.callsOfStaff()
		events, _ := h.playing(h.league().State.ID)
		r := events[0].State.Current()
		h.pass(r.Deadline.Sub(h.now()) - time.Minute)
		h.settle()
		if n := h.callsOfStaff() - before; n != week {
			t.Errorf("%d posts ping the organisers before round %d opens", n, week+2)
		}
		h.pass(time.Hour)
		h.settle()
	}
	events, _ := h.playing(h.league().State.ID)
	for _, e := range events {
		for i := range e.Log {
			if ev, ok := e.Log[i].Event.(*tournament.Reminded); ok && ev.What == tournament.DueDigest && ev.Quiet {
				quiet++
			}
		}
	}
	if quiet != 2 {
		t.Errorf("%d of four digests are quiet", quiet)
	}
	h.clean()
}

// opponents returns the players of a match.
func (h *testServer) opponents(round, match int) (a, b *localdiscord.Person) {
	h.t.Helper()
	_, l := h.snapshot().State.Match(round, match)
	return h.person(int(l.Seats[0]) + 1), h.person(int(l.Seats[1]) + 1)
}

// TestPlayersArrangeTheirMatches: in a round robin whose rounds open by date, a time is
// proposed in the player's own zone, accepted in the thread, missed, claimed and objected
// to. The organisers decide, and the next round opens although a match is late.
func TestPlayersArrangeTheirMatches(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	if got := h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, to_channel=" + h.office.ID()}); !strings.Contains(got, "arrange") {
		t.Fatalf("the settings say %q", got)
	}
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	s := h.snapshot().State
	if len(s.Rounds) != 1 || s.Rounds[0].Status != tournament.Started {
		t.Fatalf("%d rounds: %s", len(s.Rounds), s.Phase)
	}
	_, l := s.Match(1, 1)
	a, b := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	// The zone is asked for once; an ambiguous time is asked back.
	i := h.use(a, "match propose", localdiscord.Options{"when": "tomorrow 20:00"})
	form := h.answer(i).Modal
	if form == nil {
		t.Fatal("no form asks for the time zone")
	}
	if got := h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 8", "time_zone": "Europe/Berlin"}); !strings.Contains(got, "two ways") {
		t.Errorf("an hour that comes twice a day is %q", got)
	}
	if got := h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 4:00"}); !strings.Contains(got, "at night") {
		t.Errorf("four in the morning is %q", got)
	}
	if got := h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 20:00"}); !strings.Contains(got, "Proposed: ") {
		t.Errorf("a proposal is answered %q", got)
	}
	thread := h.threadOf(1)
	post := h.newest(thread, b, "When can you play?")
	if !strings.Contains(h.srv.Render(post), "20:00 CE") && !strings.Contains(h.srv.Render(post), "UTC]") {
		t.Errorf("no button names day, time and zone: %s", h.srv.Render(post))
	}
	if got := h.slash(b, "match list", nil); !strings.Contains(got, "proposed") {
		t.Errorf("/match list is %q", got)
	}
	if got := h.inMatch(b, nil, customid.TimeAccept{}); !strings.Contains(got, "Agreed") {
		t.Errorf("accepting is answered %q", got)
	}
	h.newest(thread, a, "Your match is set")
	m, _ := h.snapshot().State.Match(1, 1)
	h.agreedInCalendars(a, h.person(int(l.Seats[0])+1), m.Fixture.Agreed)
	h.pass(m.Fixture.Agreed.Sub(h.now()) - 30*time.Minute)
	h.newest(thread, a, "You play")
	h.pass(31 * time.Minute)
	h.inMatch(a, nil, customid.Present{})
	if got := h.inMatch(a, nil, customid.Claim{}); !strings.Contains(got, "A claim is possible") {
		t.Errorf("a claim at once is %q", got)
	}
	h.pass(25 * time.Minute)
	if got := h.inMatch(a, nil, customid.Claim{}); !strings.Contains(got, "can object") {
		t.Errorf("a claim is answered %q", got)
	}
	h.submits(b, h.presses(b, localdiscord.Answer{Message: new(h.newest(thread, b, "claims this match"))}, "Object"), nil)
	h.newest(h.office, h.organiser, "Matches that need you")
	// A result does not require an agreed time.
	_, other := s.Match(1, 2)
	h.slash(h.person(int(other.Seats[0])+1), "report", localdiscord.Options{"result": "2-1"})
	h.slash(h.person(int(other.Seats[1])+1), "confirm", nil)
	h.pass(7 * 24 * time.Hour)
	if s = h.snapshot().State; len(s.Rounds) != 2 || len(s.Blocking(1)) != 1 {
		t.Fatalf("%d rounds, %d open matches in the first", len(s.Rounds), len(s.Blocking(1)))
	}
	// A round is not over while one of its matches is open, whatever its date.
	if got := h.srv.Render(h.newest(h.channel, h.organiser, "1 of 2 in · 1 match is still to be played")); strings.Contains(got, "over") || !strings.Contains(got, "[Report]") {
		t.Errorf("the first round with a match open: %s", got)
	}
	if got := h.srv.Render(h.newest(h.office, h.organiser, "0 of 2 in · 1 match of earlier rounds is open")); !strings.Contains(got, "Matches that need you") {
		t.Errorf("the panel with a match of the first round open: %s", got)
	}
	if got := h.slash(a, "report", localdiscord.Options{"result": "2-0"}); !strings.Contains(got, "Which match?") {
		t.Errorf("a report that could mean two matches is answered %q", got)
	}
	if got := h.slash(a, "pairings", localdiscord.Options{"show": "fixtures", "round": 1}); !strings.Contains(got, "organisers decide") {
		t.Errorf("/pairings show:fixtures is %q", got)
	}
	if got := h.srv.Render(h.newest(h.office, h.organiser, "Matches that need you")); strings.Contains(got, " 0×") || !strings.Contains(got, "proposed 1×") {
		t.Errorf("the panel says what was not done: %s", got)
	}
	select1, err := h.organiser.Select(t.Context(), h.newest(h.office, h.organiser, "Matches that need you"), "Decide or extend matches", []string{"1.1"})
	if err != nil {
		t.Fatal(err)
	}
	ask := h.presses(h.organiser, h.answer(select1), "Draw")
	if got := h.text(ask); !strings.Contains(got, "none → Draw") || !strings.Contains(got, "proposed 1×") {
		t.Errorf("a verdict is asked about with %s", got)
	}
	if got := h.text(h.assented(h.organiser, ask)); !strings.Contains(got, "Decided") {
		t.Errorf("a verdict is answered %q", got)
	}
	if m, _ = h.snapshot().State.Match(1, 1); m.Fixture.End != fixture.SchedulingDraw {
		t.Errorf("the match ended %q", m.Fixture.End)
	}
	h.settle()
	// The players did not agree on that draw.
	if got := h.srv.Render(h.newest(h.channel, h.organiser, "2 of 2 in")); !strings.Contains(got, ": Draw") || strings.Contains(got, "[Report]") {
		t.Errorf("the first round after the verdict: %s", got)
	}
	for command, options := range map[string]localdiscord.Options{"standings": nil, "log": nil, "pairings": {"show": "fixtures"}} {
		if got := h.slash(a, command, options); strings.Contains(got, "ntentional") || strings.Contains(got, "ID against") {
			t.Errorf("/%s calls a verdict an intentional draw: %s", command, got)
		}
	}
	for _, post := range h.srv.Messages(h.office, h.organiser) {
		if strings.Contains(h.srv.Render(post), "Matches that need you") {
			t.Error("the organisers' panel names a match although none waits")
		}
	}
	panels := 0
	for _, post := range h.srv.Messages(h.office, h.organiser) {
		if strings.Contains(h.srv.Render(post), "Friday Night") {
			panels++
		}
	}
	if panels != 1 {
		t.Errorf("the organisers have %d panels; verdicts stand in the one", panels)
	}
	h.clean()
}

// weeks starts a league of six whose rounds open by date and lets the second round open
// while the first match of the first is unplayed. It returns the players of that match.
func (h *testServer) weeks(chain string) (a, b *localdiscord.Person) {
	h.t.Helper()
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "stages=" + chain + ", arranged=by_date, to_channel=" + h.office.ID()})
	h.players(6)
	h.slash(h.organiser, "tournament start", nil)
	for m := 2; m <= 3; m++ {
		_, l := h.snapshot().State.Match(1, m)
		h.slash(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"})
		h.slash(h.person(int(l.Seats[1])+1), "confirm", nil)
	}
	_, l := h.snapshot().State.Match(1, 1)
	a, b = h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	h.pass(6 * 24 * time.Hour)
	h.slash(a, "match propose", localdiscord.Options{"when": h.now().Add(72 * time.Hour).UTC().Format("2006-01-02 15:04"), "time_zone": "UTC"})
	h.inMatch(b, nil, customid.TimeAccept{})
	h.pass(25 * time.Hour)
	s := h.snapshot().State
	if len(s.Rounds) != 2 || len(s.Blocking(1)) != 1 || len(s.Blocking(2)) != 3 {
		h.t.Fatalf("%d rounds, %v open in the first", len(s.Rounds), s.Blocking(1))
	}
	return a, b
}

// ruled lets the organiser enter the result of an arranged match.
func (h *testServer) ruled(at tournament.Place, result string) {
	h.t.Helper()
	h.direct(&command.Correct{Round: at.Round, Match: at.Match, Text: result})
}

// direct runs commands of the organiser directly.
func (h *testServer) direct(cmds ...command.Command) {
	h.t.Helper()
	if _, err := h.director.Do(h.t.Context(), h.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: command.All(cmds)}); err != nil {
		h.t.Fatal(err)
	}
}

// TestStatusShowsAllOpenMatches: /status lists them with deadline or agreed time, and
// says which comes first.
func TestStatusShowsAllOpenMatches(t *testing.T) {
	h := newTestServer(t)
	a, b := h.weeks("roundrobin")
	got := h.slash(a, "status", nil)
	for _, want := range []string{"Round 1", "agreed for", "Round 2", "no time proposed yet", "Play by", "Play " + b.Name(), "My matches"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in the status: %s", want, got)
		}
	}
	var other *localdiscord.Person // b's opponent in the second round
	s := h.snapshot().State
	for _, l := range s.Ledger.Rounds[1].Matches {
		p, q := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
		switch b.ID() {
		case p.ID():
			other = q
		case q.ID():
			other = p
		}
	}
	h.slash(other, "match propose", localdiscord.Options{"when": h.now().Add(96 * time.Hour).UTC().Format("2006-01-02 15:04"), "time_zone": "UTC"})
	if got := h.slash(b, "status", nil); !strings.Contains(got, "Answer the times that "+other.Name()) {
		t.Errorf("a proposal that waits does not come first: %s", got)
	}
	h.clean()
}

// TestOddsNameTheMatchesThatAreOpen: a Swiss pairing is unknown while an earlier match is
// open, so there are no odds; with all results in there are odds again.
func TestOddsNameTheMatchesThatAreOpen(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	a, _ := h.weeks("swiss 3 > single 2")
	if got := h.slash(a, "odds", nil); !strings.Contains(got, "open matches of round 1") {
		t.Errorf("with an open match of round 1 /odds says %q", got)
	}
	h.ruled(tournament.Place{Round: 1, Match: 1}, "2-1")
	if got := h.odds(a, nil); !strings.Contains(got, "%") {
		t.Errorf("with all matches before round 2 in /odds says %q", got)
	}
	h.clean()
}

// TestStandingsCountWhatWasPlayed: standings include all results although matches are
// open, and say how many are open.
func TestStandingsCountWhatWasPlayed(t *testing.T) {
	h := newTestServer(t)
	h.weeks("roundrobin")
	_, l := h.snapshot().State.Match(2, 1)
	w := h.person(int(l.Seats[0]) + 1)
	before := h.slash(w, "standings", nil)
	if !strings.Contains(before, "Standings now") || !strings.Contains(before, "4 matches are still to be played") {
		t.Errorf("/standings with four open matches is %s", before)
	}
	h.ruled(tournament.Place{Round: 2, Match: 1}, "2-0")
	if after := h.slash(w, "standings", nil); after == before || !strings.Contains(after, "3 matches are still") {
		t.Errorf("a result of the second week does not count: %s", after)
	}
	h.clean()
}

// TestThePageShowsAllOpenRounds: the page shows the pairings of each, with the agreed
// times.
func TestThePageShowsAllOpenRounds(t *testing.T) {
	h := newTestServer(t)
	h.weeks("roundrobin")
	_, page := h.served(regexp.MustCompile(`/e/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"})))
	_, pairings, _ := strings.Cut(page, `<section id="pairings">`)
	pairings, _, _ = strings.Cut(pairings, "</section>")
	m, _ := h.snapshot().State.Match(1, 1)
	for _, want := range []string{"Round 1", "Round 2", m.Fixture.Agreed.Format("2006-01-02 15:04"), "by 20"} {
		if !strings.Contains(pairings, want) {
			t.Errorf("%q is not among the pairings: %s", want, pairings)
		}
	}
	if !strings.Contains(page, "4 matches are still to be played") {
		t.Error("the page does not say how many matches are open")
	}
}

// TestAnArrangedMatchGetsItsThreadLate: a thread that could not be opened before the next
// round opened is opened later, and its waiting posts are sent. If the match is over by
// then, nothing waits forever.
func TestAnArrangedMatchGetsItsThreadLate(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.srv.Tolerate(160004)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "stages=swiss 3, arranged=by_date, threads=yes, to_channel=" + h.office.ID()})
	h.players(6)
	// Discord names the wait each time, and it is short: a question whose thread has to wait
	// longer goes to the channel, and an error makes it wait longer the slower the host is.
	h.srv.Faults().Script("POST", "/threads", localdiscord.FaultShared429, 10_000)
	h.slash(h.organiser, "tournament start", nil)
	seats := func(match int) (a, b *localdiscord.Person) {
		_, l := h.snapshot().State.Match(1, match)
		return h.person(int(l.Seats[0]) + 1), h.person(int(l.Seats[1]) + 1)
	}
	for match := 1; match <= 2; match++ {
		a, b := seats(match)
		h.slash(a, "match propose", localdiscord.Options{"when": h.now().Add(10 * 24 * time.Hour).UTC().Format("2006-01-02 15:04"), "time_zone": "UTC"})
		h.inMatch(b, nil, customid.TimeAccept{})
	}
	a, b := seats(2)
	h.slash(a, "report", localdiscord.Options{"result": "2-0"})
	h.slash(b, "confirm", nil)
	h.pass(8 * 24 * time.Hour)
	if s := h.snapshot().State; len(s.Rounds) != 2 || len(s.Blocking(1)) == 0 {
		t.Fatalf("%d rounds, %v open in the first", len(s.Rounds), s.Blocking(1))
	}
	h.srv.Faults().Clear()
	h.settle()
	a, b = seats(1)
	said := 0
	for _, c := range h.guild.Channels() {
		if strings.Contains(c.Name(), "R1 T1") && strings.Contains(c.Name(), a.Name()) && strings.Contains(c.Name(), b.Name()) {
			said = len(h.srv.Messages(c, a))
		}
	}
	if said < 2 {
		t.Errorf("%d messages in the thread of the late match", said)
	}
	h.clean()
}

// TestTheThreadOfAMatchThatCountsForNothingIsPutAway: such a match has no result but is
// over.
func TestTheThreadOfAMatchThatCountsForNothingIsPutAway(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "stages=swiss 3, arranged=by_date, threads=yes"})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.settle()
	if n := len(h.threads()); n > 0 {
		t.Fatalf("%d threads are open before a time is proposed", n)
	}
	a, _ := h.opponents(1, 1)
	h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 20:00", "time_zone": "UTC"})
	thread := h.threadOf(1)
	if thread.Archived() {
		t.Fatal("the thread of an open match is put away")
	}
	h.direct(&command.Verdict{At: tournament.Place{Round: 1, Match: 1}, End: fixture.Void})
	h.settle()
	if m, _ := h.snapshot().State.Match(1, 1); !m.Void() || !thread.Archived() || !thread.Locked() {
		t.Errorf("counts for nothing %v, thread archived %v, locked %v", m.Void(), thread.Archived(), thread.Locked())
	}
	h.clean()
}

// TestWhatAsksNothingPingsNoOne: players whose only proposal was accepted are not pinged,
// because the reminder comes; those who proposed several times are. An absence pings the
// opponent if it holds the agreed time.
func TestWhatAsksNothingPingsNoOne(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, time_zone=UTC"})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	s := h.snapshot().State
	noon := h.now().UTC().Truncate(24 * time.Hour).Add(36 * time.Hour)
	for match, times := range map[int][]time.Time{1: {noon}, 2: {noon, noon.Add(24 * time.Hour)}} {
		at := tournament.Place{Round: 1, Match: match}
		first, second := s.PlayerAt(at, fixture.First), s.PlayerAt(at, fixture.Second)
		a, b := h.person(first), h.person(second)
		pinged := func(where *localdiscord.Channel, text string, want ...string) {
			t.Helper()
			if got := h.newest(where, a, text).Pinged.Users; !slices.Equal(got, want) {
				t.Errorf("of %d proposed times: %q pings %v, want %v", len(times), text, got, want)
			}
		}
		h.direct(&command.ProposeTimes{Player: first, At: at, Times: times})
		thread := h.threadOf(match)
		pinged(thread, "When can you play?", b.ID())
		h.direct(&command.AcceptTime{Player: second, At: at, Time: times[len(times)-1]})
		h.settle()
		if len(times) == 1 {
			pinged(thread, "Your match is set")
		} else {
			pinged(thread, "Your match is set", a.ID())
		}
		h.direct(&command.BeAway{Player: second, From: noon.Add(72 * time.Hour), Until: noon.Add(96 * time.Hour)})
		h.settle()
		pinged(thread, "is away until")
		h.direct(&command.BeAway{Player: second, From: noon.Add(-time.Hour), Until: noon.Add(48 * time.Hour)})
		h.settle()
		pinged(thread, "is away until", a.ID())
	}
	h.clean()
}

// TestQuietHoursAreKept: a league sends no reminders at night, and a button reduces them.
// All of this is in the log, so a restarted bot keeps it.
func TestQuietHoursAreKept(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	if got := h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "quiet_hours=late"}); !strings.Contains(got, "22:00-08:00") {
		t.Errorf("hours that are none are answered %q", got)
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, time_zone=UTC, quiet_hours=22-8, to_channel=" + h.office.ID()})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	s := h.snapshot().State
	_, l := s.Match(1, 1)
	a, b := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	tomorrow := h.now().UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	silent := func(m localdiscord.Message) bool { return m.Flags&(1<<12) != 0 }

	list := h.answer(h.use(b, "match list", nil))
	if got := h.press(b, *list.Message, "Only last reminders"); !strings.Contains(got, "only the last reminder") {
		t.Errorf("few reminders are answered %q", got)
	}
	if again := h.answer(h.use(b, "match list", nil)); !strings.Contains(h.text(again), "All reminders") {
		t.Errorf("/match list offers no way back: %s", h.text(again))
	}
	h.pass(tomorrow.Add(12 * time.Hour).Sub(h.now()))
	early := tomorrow.Add(126*time.Hour + 30*time.Minute) // 6:30, when the bot would ask a second time
	at := tournament.Place{Round: 1, Match: 1}
	h.direct(&command.ProposeTimes{Player: int(l.Seats[0]) + 1, At: at, Times: []time.Time{early}}, &command.AcceptTime{Player: int(l.Seats[1]) + 1, At: at, Time: early})
	h.settle()
	thread := h.threadOf(1) // which a proposal opens
	if on := h.newest(thread, a, "Your match is set"); silent(on) {
		t.Error("what is agreed at noon is posted as at night")
	}
	h.pass(tomorrow.Add(103 * time.Hour).Sub(h.now())) // 7:00, half an hour after the time one day before
	if m, _ := h.snapshot().State.Match(1, 1); len(m.Fixture.Reminded) != 0 {
		t.Errorf("somebody was reminded at night: %v", m.Fixture.Reminded)
	}
	h.pass(time.Hour + time.Minute)
	day := h.newest(thread, a, "You play tomorrow")
	if silent(day) || !slices.Contains(day.Pinged.Users, a.ID()) || slices.Contains(day.Pinged.Users, b.ID()) {
		t.Errorf("in the morning %v are reminded", day.Pinged.Users)
	}
	h.pass(tomorrow.Add(117*time.Hour + 56*time.Minute).Sub(h.now())) // the hour before it is at night
	soon := h.newest(thread, a, "You play in")
	if silent(soon) || !slices.Contains(soon.Pinged.Users, b.ID()) {
		t.Errorf("before the night %v are reminded", soon.Pinged.Users)
	}
	h.pass(time.Hour)
	// A player proposes a time at night: the opponent is asked in a post that makes no sound.
	_, other := s.Match(1, 2)
	c, d := h.person(int(other.Seats[0])+1), h.person(int(other.Seats[1])+1)
	h.direct(&command.ProposeTimes{Player: int(other.Seats[0]) + 1, At: tournament.Place{Round: 1, Match: 2}, Times: []time.Time{tomorrow.Add(140 * time.Hour)}})
	if asked := h.newest(h.threadOf(2), d, "When can you play?"); !silent(asked) || !slices.Contains(asked.Pinged.Users, d.ID()) {
		t.Errorf("asked at night: silent %v, to %v", silent(asked), asked.Pinged.Users)
	}
	// A player calls a judge at night: the organisers see it in their panel, which is edited.
	h.slash(c, "judge", localdiscord.Options{"reason": "Nobody answers."})
	panel := h.newest(h.office, h.organiser, "Nobody answers.")
	if len(panel.Pinged.Users) > 0 {
		t.Errorf("the organisers are called at night: %v", panel.Pinged.Users)
	}
	h.clean()
}

// TestALateMatchIsDecidedFromTheMenuOfTables: after the date of its round, an unclaimed
// match is in the menu beside those of the current round.
func TestALateMatchIsDecidedFromTheMenuOfTables(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "stages=swiss 3, arranged=by_date, to_channel=" + h.office.ID()})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.pass(8 * 24 * time.Hour)
	if s := h.snapshot().State; len(s.Rounds) != 2 || len(s.Blocking(1)) != 2 {
		t.Fatalf("%d rounds, %v open in the first", len(s.Rounds), s.Blocking(1))
	}
	choose := func(m localdiscord.Message, menu, value string) localdiscord.Answer {
		t.Helper()
		i, err := h.organiser.Select(t.Context(), m, menu, []string{value})
		if err != nil {
			t.Fatal(err)
		}
		return h.answer(i)
	}
	table := choose(h.newest(h.office, h.organiser, "4 open tables"), "4 open tables", "1.2")
	choose(*table.Message, "Decide table 2", "2-0")
	if s := h.snapshot().State; len(s.Blocking(1)) != 1 || len(s.Blocking(2)) != 2 {
		t.Errorf("open are %v of round 1 and %v of round 2", s.Blocking(1), s.Blocking(2))
	}
	h.newest(h.office, h.organiser, "3 open tables")
	h.clean()
}

// TestACancelledEventLeavesNothingToPlay: when an event with arranged matches is
// cancelled, its threads are put away, the pairings and cards lose clock and buttons, and
// the calendars say that the agreed match does not take place. An undo brings all back.
func TestACancelledEventLeavesNothingToPlay(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, threads=yes"})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.settle()
	h.agreeOnTomorrow()
	thread := h.threadOf(1)
	dates := func() string {
		snap := h.snapshot()
		return string(site.SeasonCalendar(&site.Season{
			Snap:   &season.Snapshot{State: &season.State{}},
			Coming: []site.Week{site.NewWeek(view.Env{Snap: snap, Now: h.now()}, "")},
		}))
	}
	start := "DTSTART:" + h.agreed(1, 1).UTC().Format("20060102T150405Z")
	if got := dates(); !strings.Contains(got, start) || strings.Contains(got, "CANCELLED") {
		t.Errorf("the calendar of the season: %s", got)
	}
	h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament cancel", nil)), "Cancel the event")
	h.settle()
	if !thread.Archived() {
		t.Error("the thread of a match is open")
	}
	for _, c := range []*localdiscord.Channel{h.channel, thread} {
		for _, m := range h.srv.Messages(c, h.organiser) {
			if got := h.srv.Render(m); strings.Contains(got, "[Report]") || strings.Contains(got, "[I'm here]") {
				t.Errorf("in #%s: %s", c.Name(), got)
			}
		}
	}
	if got := dates(); !strings.Contains(got, start) || strings.Contains(got, "CONFIRMED") {
		t.Errorf("the calendar after the end: %s", got)
	}
	asked := h.answer(h.use(h.organiser, "tournament undo", nil))
	h.press(h.organiser, *asked.Message, "Undo")
	h.settle()
	if thread.Archived() || !strings.Contains(dates(), "CONFIRMED") {
		t.Errorf("after the undo the thread is archived: %v", thread.Archived())
	}
	h.clean()
	h.audit()
}

// agreeOnTomorrow lets the players of the first match agree on tomorrow evening.
func (h *testServer) agreeOnTomorrow() {
	h.t.Helper()
	_, l := h.snapshot().State.Match(1, 1)
	h.slash(h.person(int(l.Seats[0])+1), "match propose", localdiscord.Options{"when": "tomorrow 20:00", "time_zone": "Europe/Berlin"})
	h.inMatch(h.person(int(l.Seats[1])+1), nil, customid.TimeAccept{})
	h.agreed(1, 1)
}

// agreed returns the agreed time of a match.
func (h *testServer) agreed(round, match int) time.Time {
	h.t.Helper()
	m, _ := h.snapshot().State.Match(round, match)
	if m == nil || m.Fixture == nil || m.Fixture.Agreed.IsZero() {
		h.t.Fatal("no time is agreed")
	}
	return m.Fixture.Agreed
}

// TestTheCalendarFollowsTheEndOfAMatch: a match that is decided before its agreed time
// stands as cancelled in the calendar, with how it ended.
func TestTheCalendarFollowsTheEndOfAMatch(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date"})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.agreeOnTomorrow()
	_, l := h.snapshot().State.Match(1, 1)
	h.slash(h.organiser, "player report", localdiscord.Options{"table": int(l.Table), "result": "2-0"})
	got := string(site.Calendar(view.Env{Snap: h.snapshot(), Now: h.now()}, ""))
	if !strings.Contains(got, "CANCELLED") || !strings.Contains(got, "DESCRIPTION:") || !strings.Contains(got, "2–0") {
		t.Errorf("a match that was played earlier: %s", got)
	}
	h.clean()
}
