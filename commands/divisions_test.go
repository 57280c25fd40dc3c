package commands_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// members adds n people who join the league of the test server, Member A first.
func (h *testServer) members(n int) []*localdiscord.Person {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("Member %c", 'A'+i))
	}
	people := h.people(names...)
	for _, p := range people {
		h.slash(p, "league join", nil)
	}
	return people
}

// TestADivisionLeagueGoesFromSeasonToSeason: members are assigned to divisions by
// presses, each division gets its event, the first and last of the closed tables are
// promoted and relegated with reasons, an organiser's move stays with its reason, and the
// next season begins once.
func TestADivisionLeagueGoesFromSeasonToSeason(t *testing.T) {
	h := openTestServer(t, nil, false)
	if got := h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "ruleset": "magic", "divisions": 8, "stages": "roundrobin"}); !strings.Contains(got, "put them into divisions") {
		t.Fatalf("/league-admin create: %s", got)
	}
	people := h.members(18)
	h.guild.ShowCommands(h.guild.ID())
	if got := h.slash(people[0], "league-admin promote", nil); !strings.Contains(got, "Only organisers") {
		t.Errorf("a member plans the divisions: %s", got)
	}
	ask := h.answer(h.use(h.organiser, "league-admin promote", nil))
	if got := h.text(ask); !strings.Contains(got, "Division 2 (9 members)") || !strings.Contains(got, "New: Member A, Member B") {
		t.Errorf("the plan of the first season: %s", got)
	}
	old := h.answer(h.use(h.organiser, "league-admin promote", nil))
	if got := h.press(h.organiser, *ask.Message, "Put them there"); !strings.Contains(got, "in 2 divisions. Each division gets its event by itself") {
		t.Fatalf("placing says %s", got)
	}
	h.pass(0)
	if events, playing := h.playing(h.league().State.ID); len(events) != 2 || playing != 18 {
		t.Errorf("%d events with %d players", len(events), playing)
	}
	h.settle()
	if got := h.srv.Render(h.newest(h.channel, h.organiser, "Spring: divisions")); !strings.Contains(got, "Member R") {
		t.Errorf("the post of the divisions: %s", got)
	}
	first := h.league()
	if first.State.Count() != 2 {
		t.Fatalf("%d divisions", first.State.Count())
	}
	if got := h.press(h.organiser, *old.Message, "Put them there"); !strings.Contains(got, "changed since") {
		t.Errorf("an old plan is pressed: %s", got)
	}
	start := h.answer(h.use(h.organiser, "league-admin promote", nil))
	if got := h.text(start); !strings.Contains(got, "- Member A stays.") {
		t.Errorf("the plan when all are placed: %s", got)
	}

	// Two events would be played now; the season counts their results.
	points := map[string]int64{}
	for i := range people {
		points[people[i].ID()] = int64(100 - i)
	}
	for m := range first.State.Members {
		h.doInSeason(season.Adjust{Member: m + 1, Points: fraction.Int(points[first.User(m+1)]), Reason: "as it ended"})
	}
	shown := h.answer(h.use(people[0], "league standings", nil))
	if got := h.text(shown); !strings.Contains(got, "division 1") || strings.Contains(got, "Member R") {
		t.Errorf("the table of a division: %s", got)
	}
	closing := h.answer(h.use(h.organiser, "league-admin close", nil))
	if got := h.press(h.organiser, *closing.Message, "Close the season"); !strings.Contains(got, "is closed") || !strings.Contains(got, "/league-admin next") {
		t.Fatalf("closing: %s", got)
	}
	closed := func(up, down string) {
		t.Helper()
		h.settle()
		got := h.srv.Render(h.newest(h.channel, h.organiser, "the season is over"))
		if !strings.Contains(got, "**Up to division 1:** "+up+"\n") || !strings.Contains(got, "**Down to division 2:** "+down+"\n") {
			t.Errorf("the post of the end: %s", got)
		}
	}
	closed("Member J and Member K", "Member H and Member I")
	h.presses(people[0], h.presses(people[0], h.answer(h.use(people[0], "league info", nil)), "Leave the season"), "Take out")
	closed("Member J, Member K and Member L", "Member H and Member I")
	if got := h.slash(h.organiser, "league-admin promote", localdiscord.Options{"player": "Member R", "division": 1, "reason": "Won the side event"}); !strings.Contains(got, "by the organisers: Won the side event") || !strings.Contains(got, "goes up (place ") || !strings.Contains(got, "goes down (place ") {
		t.Errorf("the plan of the next season: %s", got)
	}
	if got := h.slash(h.organiser, "league-admin promote", nil); !strings.Contains(got, "Division 2 has 7 members") {
		t.Errorf("a plan out of bounds: %s", got)
	}
	h.slash(h.organiser, "league-admin promote", localdiscord.Options{"player": "Member L", "division": 2, "reason": "In exchange"})
	plan := h.answer(h.use(h.organiser, "league-admin promote", nil))
	old = h.answer(h.use(h.organiser, "league-admin promote", nil))
	begun := h.presses(h.organiser, plan, "Begin Spring 2")
	if done := h.text(begun); !strings.Contains(done, "Spring 2 has begun with 2 divisions") {
		t.Fatalf("beginning says %s", done)
	}
	if got := h.press(h.organiser, *old.Message, "Begin Spring 2"); !strings.Contains(got, "has begun: Spring 2") {
		t.Errorf("beginning twice says %s", got)
	}
	next := h.league()
	if next.State.Settings.Name != "Spring 2" || next.State.Previous != first.State.ID {
		t.Fatalf("the next season is %+v", next.State.Settings)
	}
	if m := next.PlayerByUser(people[17].ID()); next.State.DivisionOf(m) != 1 {
		t.Errorf("whom organisers moved is in division %d", next.State.DivisionOf(m))
	}
	if m := next.PlayerByUser(people[0].ID()); next.State.DivisionOf(m) != 0 || next.State.Members[m-1].Division != 1 {
		t.Errorf("who pauses is %+v", next.State.Members[m-1])
	}
	if !strings.Contains(h.text(begun), "by itself") {
		t.Errorf("nobody says that the events come by themselves: %s", h.text(begun))
	}
	h.pass(0)
	if events, playing := h.playing(next.State.ID); len(events) != 2 || playing != 17 {
		t.Errorf("%d events with %d players", len(events), playing)
	}
	h.clean()
}

// playing returns the events of a league and their total number of players.
func (h *testServer) playing(league tournament.ID) (out []*tournament.Snapshot, players int) {
	h.t.Helper()
	all, err := h.store.ByGuild(h.t.Context(), h.guild.ID())
	for i := 0; i < len(all) && err == nil; i++ {
		var snap *tournament.Snapshot
		if snap, err = h.director.Snapshot(h.t.Context(), all[i].ID); err == nil && snap.State.Series.League == league {
			out, players = append(out, snap), players+snap.State.Count(tournament.Registered)
		}
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return out, players
}

// TestADivisionLeagueOfArrangedMatchesBeginsByOnePress: each division has an event whose
// rounds open by date and which starts automatically, once.
func TestADivisionLeagueOfArrangedMatchesBeginsByOnePress(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	h.members(16)
	plan := h.answer(h.use(h.organiser, "league-admin promote", nil))
	if got := h.text(h.presses(h.organiser, plan, "Put them there")); !strings.Contains(got, "it starts in 24 hours") {
		t.Errorf("placing says %s", got)
	}
	h.pass(0)
	h.pass(24 * time.Hour)
	h.pass(time.Hour) // after the time for mixing the draw
	h.pass(6 * 24 * time.Hour)
	h.pass(25 * time.Hour)
	events, players := h.playing(h.league().State.ID)
	if len(events) != 2 || players != 16 {
		t.Fatalf("%d events with %d players", len(events), players)
	}
	for _, e := range events {
		if s := e.State; !s.Arranged() || len(s.Rounds) != 2 || !strings.HasPrefix(s.Settings.Name, "Autumn, division ") {
			t.Errorf("%s: %d rounds", s.Settings.Name, len(s.Rounds))
		}
	}
	h.settle()
	if got := h.srv.Render(h.newest(h.channel, h.organiser, "Table 1 · Round 1")); !strings.Contains(got, "Autumn, division ") {
		t.Errorf("a card does not say of which division it is: %s", got)
	}
	h.clean()
}

// doInSeason runs a command on the newest league.
func (h *testServer) doInSeason(c season.Command) {
	h.t.Helper()
	if _, err := h.seasons.Do(h.t.Context(), h.league().State.ID, season.Request{Actor: journal.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: c}); err != nil {
		h.t.Fatal(err)
	}
}

// TestThePlayoffOfALeagueIsCreatedOnce: a press of the organiser, before the season is
// closed, creates the play-off of the members who are level at the top by every
// criterion.
func TestThePlayoffOfALeagueIsCreatedOnce(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Cup", "ruleset": "magic"})
	h.slash(h.organiser, "league-admin edit", localdiscord.Options{"set": "ties=results playoff"})
	people := h.people("Ann", "Bob", "Cy")
	for i, p := range people {
		h.slash(p, "league join", nil)
		h.doInSeason(season.Adjust{Member: h.league().PlayerByUser(p.ID()), Points: fraction.Int(int64(9 - 3*(i/2))), Reason: "as it ended"})
	}
	closing := h.answer(h.use(h.organiser, "league-admin close", nil))
	if got := h.text(h.presses(h.organiser, closing, "Create the play-off")); !strings.Contains(got, "2 players") {
		t.Fatalf("the play-off: %s", got)
	}
	events, players := h.playing(h.league().State.ID)
	if len(events) != 1 || players != 2 || !events[0].State.Series.Playoff {
		t.Errorf("%d events with %d players", len(events), players)
	}
	again := h.answer(h.use(h.organiser, "league-admin close", nil))
	if got := h.text(h.presses(h.organiser, again, "Create the play-off")); !strings.Contains(got, "exists already") {
		t.Errorf("a second play-off: %s", got)
	}
	h.clean()
}

// TestTheOddsOfADivision: while its matches are played, the odds of winning, promotion
// and relegation are shown as facts and estimates, with the points so far.
func TestTheOddsOfADivision(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date"})
	people := h.members(16)
	plan := h.answer(h.use(h.organiser, "league-admin promote", nil))
	h.presses(h.organiser, plan, "Put them there")
	h.pass(0)
	if got := h.slash(people[0], "league info", localdiscord.Options{"show": "odds"}); !strings.Contains(got, "Division 1 isn't playing now") {
		t.Errorf("The odds before the start: %s", got)
	}
	h.pass(24 * time.Hour)
	h.pass(time.Hour)
	got := h.slash(people[0], "league info", localdiscord.Options{"show": "odds", "division": 2})
	if !strings.Contains(got, "division 2: chances") || !strings.Contains(got, "Up") || strings.Contains(got, "Down ") || strings.Count(got, "%") < 16 || !strings.Contains(got, "Member P") {
		t.Errorf("The odds of the lowest division: %s", got)
	}
	if got := h.slash(people[0], "league info", localdiscord.Options{"show": "odds", "division": 1}); !strings.Contains(got, "Down") || !strings.Contains(got, "go by the table") {
		t.Errorf("The odds of the highest division: %s", got)
	}
	if got := h.slash(people[0], "league info", localdiscord.Options{"show": "odds", "division": 3}); !strings.Contains(got, "no division 3") {
		t.Errorf("The odds of a division that is not there: %s", got)
	}
	h.clean()
}

// TestTheOddsOfADivisionThatPlaysGroups: the groups do not meet, and the chances of the
// whole division are shown together. Winning the first match raises a chance.
func TestTheOddsOfADivisionThatPlaysGroups(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "by_date", "stages": "groups 2 roundrobin > single 2"})
	people := h.members(16)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them there")
	for _, d := range []time.Duration{0, 24 * time.Hour, time.Hour} {
		h.pass(d)
	}
	s := h.snapshot().State
	groups := map[int16]int{}
	for i := range s.Players {
		groups[s.Players[i].Flight]++
	}
	if len(groups) != 2 || len(s.Blocking(1)) != 4 {
		t.Fatalf("groups of %v, %v to play", groups, s.Blocking(1))
	}
	d := h.league().State.DivisionOf(h.league().PlayerByUser(h.snapshot().User(1)))
	// chances returns each player's chance of first place in percent, and the text.
	chances := func() (map[string]int, string) {
		got := h.slash(people[0], "league info", localdiscord.Options{"show": "odds", "division": d})
		first := map[string]int{}
		for _, m := range regexp.MustCompile(`(Member [A-P]) +\d+ +(\d+)%`).FindAllStringSubmatch(got, -1) {
			n, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			first[m[1]] = n
		}
		return first, got
	}
	before, got := chances()
	if len(before) != 8 {
		t.Errorf("the chances of %d members: %s", len(before), got)
	}
	_, l := s.Match(1, 1)
	h.direct(&command.Correct{Round: 1, Match: 1, Text: "2-0"})
	after, got := chances() // the first of both groups may be level, so the chances may exceed 100 % in total
	if won, lost := h.snapshot().Name(int(l.Seats[0])+1), h.snapshot().Name(int(l.Seats[1])+1); after[won] <= before[won] || after[lost] >= before[lost] {
		t.Errorf("after %s beat %s: %v, then %s", won, lost, before, got)
	}
	h.clean()
}
