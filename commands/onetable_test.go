package commands_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// An arranged league without divisions goes from season to season as one with divisions
// does: one press begins it, late members enter its event, the sign-up for the next season
// opens by itself, members who never answer are not in that, and no text names a division.
func TestALeagueOfOneTableGoesFromSeasonToSeason(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	var said []string
	say := func(text string) string { said = append(said, text); return text }
	if got := say(h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "arranged": "by_date"})); !strings.Contains(got, "Members join it, then you begin") || !strings.Contains(got, "/league-admin promote") {
		t.Fatalf("/league-admin create: %s", got)
	}
	people := h.members(7)
	ask := h.answer(h.use(h.organiser, "league-admin promote", nil))
	if got := say(h.text(ask)); !strings.Contains(got, "Who plays Autumn?") || !strings.Contains(got, "In** (7): ✦ Member A, ✦ Member B") {
		t.Errorf("the plan of the first season: %s", got)
	}
	if got := say(h.text(h.presses(h.organiser, ask, "Put them in"))); !strings.Contains(got, "All members are in") || !strings.Contains(got, "Start:") {
		t.Errorf("beginning says: %s", got)
	}
	h.pass(0)
	guest := say(h.slash(h.organiser, "league-admin add", localdiscord.Options{"name": "Gus"})) // one division plays
	h.press(h.organiser, *h.answer(h.use(h.organiser, "league-admin add", localdiscord.Options{"name": "Gus"})).Message, "Put them in")
	for name, want := range map[string]string{"Mеmber A": "Mеmber A is taken: Member A", "Gus\u200b": "Gus is in already", "Ann, Ben": "one name at a time here, not 2"} {
		if got := h.slash(h.organiser, "league-admin add", localdiscord.Options{"name": name}); !strings.Contains(got, want) {
			t.Errorf("a guest called %q: %s", name, got)
		}
	}
	event := h.onlyEvent(8)
	if !strings.Contains(guest, "Autumn: plays from the start") || event.State.Settings.Name != "Autumn" || event.State.Entry.Division != 1 {
		t.Errorf("a guest enters %+v of %q: %s", event.State.Entry, event.State.Settings.Name, guest)
	}
	late := h.guild.AddPerson("Zoe")
	h.slash(late, "league join", nil)
	plan := h.answer(h.use(h.organiser, "league-admin promote", nil))
	if got := say(h.text(h.presses(h.organiser, plan, "Put them in"))); !strings.Contains(got, "Autumn: plays from the start") {
		t.Errorf("a late member is placed: %s", got)
	}
	h.onlyEvent(9)
	h.pass(24 * time.Hour)
	h.pass(time.Hour)

	// The season is played; the sign-up opens in good time.
	rng := rand.New(rand.NewPCG(28, 10))
	for h.league().State.Signup == nil {
		e := h.onlyEvent(9)
		if e.State.Phase != tournament.Running {
			t.Fatal("the season ends without a sign-up for the next one")
		}
		h.decide(e.State.ID, rng, 1)
		h.goTo(h.league().State.ID, h.now().Add(24*time.Hour))
	}
	h.settle()
	post := h.newest(h.channel, people[0], "Who plays Autumn 2?")
	if text := say(h.srv.Render(post)); strings.Contains(text, "<@") || !strings.Contains(text, "In: 1 · Not this time: 0 · No answer yet: 8") {
		t.Errorf("the post is %s", text)
	}
	for _, p := range append(people[:5:5], late) {
		if got := say(h.press(p, post, "I'm in")); !strings.Contains(got, "You play Autumn 2") {
			t.Errorf("%s presses and reads %s", p.Name(), got)
		}
	}
	h.press(people[5], post, "Not this time")
	say(h.slash(people[0], "league standings", nil))
	say(h.slash(people[0], "league info", localdiscord.Options{"show": "odds"}))
	if list := say(h.slash(h.organiser, "league-admin next", localdiscord.Options{"name": "Winter"})); !strings.Contains(list, "No answer yet** (1): Member G") {
		t.Errorf("/league-admin next: %s", list)
	}
	h.decide(h.onlyEvent(9).State.ID, rng, -1)
	for range 60 {
		if h.onlyEvent(9).State.Phase == tournament.Finished {
			break
		}
		h.goTo(h.league().State.ID, h.now().Add(24*time.Hour))
	}
	h.pass(0)
	closing := h.answer(h.use(h.organiser, "league-admin close", nil))
	say(h.press(h.organiser, *closing.Message, "Close the season"))
	h.settle()
	over := h.newest(h.channel, h.organiser, "the season is over")
	say(h.srv.Render(over))
	planned := h.presses(h.organiser, localdiscord.Answer{Message: &over}, "Who plays Winter?")
	if got := say(h.text(planned)); !strings.Contains(got, "In** (7)") || strings.Contains(got, "Member F") || !strings.Contains(got, "No answer yet** (1): Member G") {
		t.Errorf("the plan of the next season: %s", got)
	}
	if got := say(h.text(h.presses(h.organiser, planned, "Begin Winter"))); !strings.Contains(got, "Winter has begun.") {
		t.Errorf("beginning says %s", got)
	}
	next := h.league()
	h.settle()
	say(h.srv.Render(h.newest(h.channel, h.organiser, "In** (7)")))
	h.pass(0)
	if e := h.onlyEvent(7); e.State.Settings.Name != "Winter" {
		t.Errorf("the event of the next season is %q", e.State.Settings.Name)
	}
	if m := next.PlayerByUser(people[5].ID()); m == 0 || next.State.DivisionOf(m) != 0 || next.State.Members[m-1].Away != 1 {
		t.Errorf("who said no is member %d", m)
	}
	if m := next.PlayerByUser(people[6].ID()); m != 0 {
		t.Errorf("who never answered is member %d", m)
	}
	for _, text := range said {
		if strings.Contains(strings.ToLower(text), "division") {
			t.Errorf("a league without divisions says: %s", text)
		}
	}
	h.clean()
}

// onlyEvent returns the only event of the newest league, which has n players.
func (h *testServer) onlyEvent(n int) *tournament.Snapshot {
	h.t.Helper()
	events, players := h.playing(h.league().State.ID)
	if len(events) != 1 || players != n {
		h.t.Fatalf("%d events with %d players, want one with %d", len(events), players, n)
	}
	return events[0]
}

// Events of a weekly league are open to all members of the server: there is no sign-up for
// its next season, and no plan of divisions.
func TestAWeeklyLeagueHasNoListOfTheNextSeason(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Cup", "ruleset": "magic"})
	h.evening(h.people("Ann", "Bob", "Cy", "Dee")...)
	if s := h.league().State; s.Signup != nil || len(s.Events) != 1 {
		t.Errorf("a sign-up after %d events", len(s.Events))
	}
	for _, path := range []string{"league-admin next", "league-admin promote"} {
		if got := h.slash(h.organiser, path, nil); !strings.Contains(got, "no divisions") {
			t.Errorf("/%s: %s", path, got)
		}
	}
}

// TestMembersWhoLeftTheServerAreNamed: the digest before a round names the players who left
// the server, pings the organisers about it once, and has the button that drops them. Who
// is back is named no more, from the next digest or from what they do. /league-admin promote
// names those who left in the plan, which keeps them.
func TestMembersWhoLeftTheServerAreNamed(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "arranged": "by_date"})
	people := h.members(6)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them in")
	league := h.league().State.ID
	h.pass(0)
	h.goTo(league, h.now().Add(25*time.Hour))
	rng := rand.New(rand.NewPCG(28, 11))
	// week plays the open matches and goes to the opening of the next round. It returns the
	// panel then, and how often the organisers were pinged.
	week := func() (panel string, pings int) {
		t.Helper()
		before := h.callsOfStaff()
		e := h.onlyEvent(6)
		h.decide(e.State.ID, rng, -1)
		h.goTo(league, e.State.Current().Deadline.Add(-time.Minute))
		h.settle()
		m := h.newest(h.office, h.organiser, "Autumn")
		return h.srv.Render(m), h.callsOfStaff() - before
	}
	if panel, _ := week(); strings.Contains(panel, "Left the server") {
		t.Errorf("who has left? %s", panel)
	}
	h.goTo(league, h.now().Add(time.Hour))
	people[1].Leave(h.guild)
	people[2].Leave(h.guild)
	panel, pings := week()
	if !strings.Contains(panel, "Left the server: Member B and Member C") || !strings.Contains(panel, "[Drop a player]") || pings != 1 {
		t.Errorf("with %d pings the digest says: %s", pings, panel)
	}
	h.goTo(league, h.now().Add(time.Hour))
	people[1].Join(h.guild)
	if panel, pings := week(); !strings.Contains(panel, "Left the server: Member C") || pings != 0 {
		t.Errorf("with %d pings the digest after one is back says: %s", pings, panel)
	}
	plan := h.slash(h.organiser, "league-admin promote", nil)
	if !strings.Contains(plan, "In** (6)") || !strings.Contains(plan, "Left the server: Member C · `/league-admin remove`") {
		t.Errorf("the plan says: %s", plan)
	}
	people[2].Join(h.guild)
	h.goTo(league, h.now().Add(time.Hour))
	h.slash(people[2], "match propose", localdiscord.Options{"when": "tomorrow 20:00", "time_zone": "UTC"})
	h.settle()
	if panel := h.srv.Render(h.newest(h.office, h.organiser, "Autumn")); strings.Contains(panel, "Left the server") {
		t.Errorf("who has done something is here: %s", panel)
	}
	h.onlyEvent(6)
	h.clean()
}

// TestALeagueWithACutHasOdds: in a league that is one Swiss with a cut, /league info show:odds says
// who can be the champion, in the rounds and in the bracket, and chances sum to one. In the
// bracket /odds says the same; in the rounds it says who reaches the bracket.
func TestALeagueWithACutHasOdds(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "arranged": "by_date", "stages": "swiss 3 > single 4"})
	people := h.members(8)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them in")
	league := h.league().State.ID
	h.pass(0)
	h.goTo(league, h.now().Add(26*time.Hour))
	rng := rand.New(rand.NewPCG(28, 12))
	odds := func(path string, options localdiscord.Options) []string {
		t.Helper()
		said := h.slash(people[0], path, options)
		rows := chanceLine.FindAllString(said, -1)
		if len(rows) != 8 || options["show"] == "odds" && (sumOf(rows, 0) < 97 || sumOf(rows, 0) > 103) {
			t.Fatalf("/%s says: %s", path, said)
		}
		return rows
	}
	id := h.onlyEvent(8).State.ID
	h.decide(id, rng, 3)
	rounds := strings.Join(odds("league info", localdiscord.Options{"show": "odds"}), "\n")
	if strings.Contains(rounds, "certain") {
		t.Errorf("a champion before the bracket: %s", rounds)
	}
	if got := h.slash(people[0], "odds", localdiscord.Options{"everybody": true}); !strings.Contains(got, "Top 4") {
		t.Errorf("/odds does not say who reaches the bracket: %s", got)
	}
	for h.onlyEvent(8).State.Elimination() == nil {
		h.decide(id, rng, -1)
		h.goTo(league, h.now().Add(24*time.Hour))
	}
	before := odds("league info", localdiscord.Options{"show": "odds"})
	if same := odds("odds", localdiscord.Options{"everybody": true}); !slices.Equal(before, same) {
		t.Errorf("the league says\n%s\nthe event\n%s", strings.Join(before, "\n"), strings.Join(same, "\n"))
	}
	if out := strings.Count(strings.Join(before, "\n"), " out"); out != 4 {
		t.Errorf("%d are out, of four who are not in the bracket: %s", out, strings.Join(before, "\n"))
	}
	h.decide(id, rng, 1)
	after := odds("league info", localdiscord.Options{"show": "odds"})
	if out := strings.Count(strings.Join(after, "\n"), " out"); out != 4 && out != 5 {
		t.Errorf("%d are out after a match of the bracket: %s", out, strings.Join(after, "\n"))
	}
	h.clean()
}
