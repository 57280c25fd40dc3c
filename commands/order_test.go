package commands_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/field"
)

// tiers begins a league of two divisions of eight, whose members play a round robin all
// at once, and returns its members and the events of the divisions.
func (h *testServer) tiers(options localdiscord.Options) ([]*localdiscord.Person, []*tournament.Snapshot) {
	h.t.Helper()
	all := localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "at_once"}
	for k, v := range options {
		all[k] = v
	}
	h.slash(h.organiser, "league-admin create", all)
	people := h.members(16)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin promote", nil)), "Put them there")
	for _, d := range []time.Duration{0, 24 * time.Hour, time.Hour} {
		h.pass(d)
	}
	events, _ := h.playing(h.league().State.ID)
	if len(events) != 2 {
		h.t.Fatalf("%d divisions play", len(events))
	}
	slices.SortFunc(events, func(a, b *tournament.Snapshot) int {
		return strings.Compare(a.State.Settings.Name, b.State.Settings.Name)
	})
	return people, events
}

// decide gives the first n open matches of an event random results.
func (h *testServer) decide(id tournament.ID, rng *rand.Rand, n int) {
	h.t.Helper()
	snap, err := h.director.Snapshot(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	for at, m := range snap.State.EachFixture {
		if m.Confirmed || n == 0 {
			continue
		}
		n--
		result := []string{"2-0", "2-1", "1-1-1", "0-2"}[rng.IntN(4)]
		if _, err := h.director.Do(h.t.Context(), id, command.Request{Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: &command.Correct{Round: at.Round, Match: at.Match, Text: result}}); err != nil {
			h.t.Fatal(err)
		}
	}
}

var memberLine = regexp.MustCompile(`(?m)^\W*(\d+)\W.*?(Member [A-Z])`)

// order returns the places and names in the lines of a table, in its order.
func order(table string) (out []string) {
	for _, m := range memberLine.FindAllStringSubmatch(table, -1) {
		out = append(out, m[1]+" "+m[2])
	}
	return out
}

// TestEveryPlaceHasTheOrderOfTheEvent: while a division plays, after it and after the
// season is closed, the event's standings and the league's table, explanations, file and
// page have the same members in the same places. Points of the league do not decide:
// here a draw counts more than a win.
func TestEveryPlaceHasTheOrderOfTheEvent(t *testing.T) {
	h := openTestServer(t, nil, false)
	people, events := h.tiers(nil)
	h.slash(h.organiser, "league-admin edit", localdiscord.Options{"set": "win=1, draw=5"})
	page := regexp.MustCompile(`/l/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.organiser, "league-admin page", localdiscord.Options{"show": "link"}))
	rng := rand.New(rand.NewPCG(28, 3))
	compare := func(when string) {
		t.Helper()
		for d, e := range events {
			player := people[slices.IndexFunc(people, func(p *localdiscord.Person) bool { return p.ID() == e.User(1) })]
			want := order(h.slash(player, "standings", localdiscord.Options{"tournament": fmt.Sprintf("t%d", e.State.ID)}))
			if len(want) != 8 {
				t.Fatalf("%s: the standings of division %d are %v", when, d+1, want)
			}
			table := h.slash(player, "league standings", nil)
			if got := order(table); !slices.Equal(got, want) {
				t.Errorf("%s: the table of division %d is\n%v, the event's\n%v", when, d+1, got, want)
			}
			if strings.Contains(table, "not over yet") != (when == "in the middle") {
				t.Errorf("%s: the table says of itself: %s", when, table)
			}
			for _, line := range want {
				place, name, _ := strings.Cut(line, " ")
				if got := h.slash(player, "league standings", localdiscord.Options{"player": name}); !strings.Contains(got, "Place "+place+": "+name) {
					t.Errorf("%s: %s is explained: %s", when, line, got)
				}
			}
			_, shown := h.served(page)
			_, shown, _ = strings.Cut(shown, fmt.Sprintf(`id="division-%d"`, d+1))
			shown, _, _ = strings.Cut(shown, "</table>")
			var got []string
			for _, m := range regexp.MustCompile(`<td>(\d+)<td class="name"><a[^>]*><bdi>(Member [A-Z])`).FindAllStringSubmatch(shown, -1) {
				got = append(got, m[1]+" "+m[2])
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: the page has division %d as\n%v, the event as\n%v", when, d+1, got, want)
			}
			got = nil
			for _, m := range regexp.MustCompile(fmt.Sprintf(`(?m)^%d,(\d+),(Member [A-Z])`, d+1)).FindAllStringSubmatch(h.csv(), -1) {
				got = append(got, m[1]+" "+m[2])
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: the file has division %d as\n%v, the event as\n%v", when, d+1, got, want)
			}
		}
	}
	for _, e := range events {
		h.decide(e.State.ID, rng, 14)
	}
	compare("in the middle")
	for _, e := range events {
		h.decide(e.State.ID, rng, -1)
	}
	h.pass(0)
	compare("when they are over")
	closing := h.answer(h.use(h.organiser, "league-admin close", nil))
	if got := h.press(h.organiser, *closing.Message, "Close the season"); !strings.Contains(got, "is closed") {
		t.Fatalf("closing: %s", got)
	}
	compare("when the season is closed")
	h.clean()
}

// csv returns the league as a file for spreadsheets.
func (h *testServer) csv() string {
	h.t.Helper()
	a := h.answer(h.use(h.organiser, "league-admin export", localdiscord.Options{"format": "csv"}))
	if a.Message == nil || len(a.Message.Attachments) != 1 {
		h.t.Fatalf("/league-admin export has no file: %s", h.text(a))
	}
	return string(h.file(a.Message.Attachments[0]))
}

// TestTheEventAndTheLeagueSayOneChance: of a division that plays a round robin or a
// Swiss, /odds and /league odds have the same rows; the chances of going up and down are
// as many as there are places; what is certain is a word, and all is at the end.
func TestTheEventAndTheLeagueSayOneChance(t *testing.T) {
	for name, tc := range map[string]struct {
		options localdiscord.Options
		some    int
	}{
		"round robin": {nil, 23},
		"swiss":       {localdiscord.Options{"arranged": "by_date", "stages": "swiss 3"}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			h := openTestServer(t, nil, false)
			people, events := h.tiers(tc.options)
			rng := rand.New(rand.NewPCG(28, 4))
			compare := func(when string) (rows string) {
				t.Helper()
				for d, e := range events {
					ofEvent := h.slash(people[0], "odds", localdiscord.Options{"everybody": true, "tournament": fmt.Sprintf("t%d", e.State.ID)})
					ofLeague := h.slash(people[0], "league info", localdiscord.Options{"show": "odds", "division": d + 1})
					a, b := chanceLine.FindAllString(ofEvent, -1), chanceLine.FindAllString(ofLeague, -1)
					if len(a) != 8 || !slices.Equal(a, b) {
						t.Errorf("%s, division %d: the event says\n%s\nthe league\n%s", when, d+1, ofEvent, ofLeague)
					}
					if head := []string{"Down 2", "Up 2"}[d]; !strings.Contains(ofEvent, head) || !strings.Contains(ofLeague, head) {
						t.Errorf("%s, division %d: no %q in\n%s", when, d+1, head, ofEvent)
					}
					if first, moves := sumOf(a, 0), sumOf(a, 1); first < 97 || first > 103 || moves < 194 || moves > 206 {
						t.Errorf("%s, division %d: the chances of the first place are %v %%, of two places %v %%:\n%s", when, d+1, first, moves, ofEvent)
					}
					if strings.Contains(ofEvent, "100%") || strings.Contains(ofEvent, " 0% ±") {
						t.Errorf("%s: certain by a number: %s", when, ofEvent)
					}
					rows += strings.Join(a, "\n")
				}
				return rows
			}
			for _, e := range events {
				h.decide(e.State.ID, rng, tc.some)
			}
			if rows := compare("in the middle"); name == "round robin" && !strings.Contains(rows, "out") {
				t.Errorf("nothing is certain five matches before the end:\n%s", rows)
			}
			if name != "round robin" {
				return
			}
			for _, e := range events {
				h.decide(e.State.ID, rng, -1)
			}
			h.pass(0)
			for d := range events {
				got := h.slash(people[0], "league info", localdiscord.Options{"show": "odds", "division": d + 1})
				if strings.Contains(got, "%") || strings.Count(got, "certain") != 1+[]int{0, 2}[d] {
					t.Errorf("at the end of division %d: %s", d+1, got)
				}
			}
			h.clean()
		})
	}
}

// TestTheEventAndTheLeagueSayOneCut: of a division that plays a Swiss or a round robin with
// a cut, /odds and /league odds have the same chances of the cut while it is to come, and
// as many as there are places; in the bracket they have the same rows.
func TestTheEventAndTheLeagueSayOneCut(t *testing.T) {
	for name, tc := range map[string]struct {
		options localdiscord.Options
		week    int // matches that are decided in a week
	}{
		"swiss":       {localdiscord.Options{"arranged": "by_date", "stages": "swiss 3 > bracket 4"}, 4},
		"round robin": {localdiscord.Options{"stages": "roundrobin > bracket 4"}, 9},
	} {
		t.Run(name, func(t *testing.T) {
			h := openTestServer(t, nil, false)
			people, events := h.tiers(tc.options)
			rng := rand.New(rand.NewPCG(28, 5))
			proved, final := 0, func(m localdiscord.Message) bool {
				return !h.saying(computing)(m) && !h.saying("A better estimate")(m)
			}
			ask := func(command string, o localdiscord.Options, head string) string {
				t.Helper()
				i := h.use(people[0], command, o)
				return h.srv.Render(h.awaitText(i, func(m localdiscord.Message) bool { return final(m) && h.saying(head)(m) }))
			}
			compare := func(when string) {
				t.Helper()
				for d, e := range events {
					ofEvent := ask("odds", localdiscord.Options{"everybody": true, "tournament": fmt.Sprintf("t%d", e.State.ID)}, "Cut")
					ofLeague := ask("league info", localdiscord.Options{"show": "odds", "division": d + 1}, "Cut")
					a, b := columnOf(ofEvent, "Cut"), columnOf(ofLeague, "Cut")
					if len(a) != 8 || !maps.Equal(a, b) {
						t.Errorf("%s, division %d: the event says\n%s\nthe league\n%s", when, d+1, ofEvent, ofLeague)
					}
					sum := sumOf(slices.Collect(maps.Values(a)), 0)
					for _, said := range a {
						switch said {
						case "in":
							proved, sum = proved+1, sum+100
						case "out":
							proved++
						}
					}
					if sum < 399 || sum > 401 {
						t.Errorf("%s, division %d: the chances of four places are %v %%:\n%s", when, d+1, sum, ofEvent)
					}
				}
			}
			for week := range 3 {
				for _, e := range events {
					h.decide(e.State.ID, rng, tc.week)
				}
				if h.eventNow(events[0].State.ID).State.Elimination() == nil {
					compare(fmt.Sprintf("in week %d", week+1))
				}
				h.pass(7 * 24 * time.Hour)
			}
			if proved == 0 {
				t.Error("nothing was certain")
			}
			for _, e := range events {
				h.decide(e.State.ID, rng, -1)
			}
			h.pass(0)
			h.pass(24 * time.Hour)
			for d, e := range events {
				if h.eventNow(e.State.ID).State.Elimination() == nil {
					t.Fatal("there is no bracket")
				}
				ofEvent := h.slash(people[0], "odds", localdiscord.Options{"everybody": true, "tournament": fmt.Sprintf("t%d", e.State.ID)})
				ofLeague := h.slash(people[0], "league info", localdiscord.Options{"show": "odds", "division": d + 1})
				if a, b := chanceLine.FindAllString(ofEvent, -1), chanceLine.FindAllString(ofLeague, -1); len(a) != 8 || !slices.Equal(a, b) {
					t.Errorf("in the bracket of division %d the event says\n%s\nthe league\n%s", d+1, ofEvent, ofLeague)
				}
			}
			h.clean()
		})
	}
}

// eventNow returns an event as it is now.
func (h *testServer) eventNow(id tournament.ID) *tournament.Snapshot {
	h.t.Helper()
	snap, err := h.director.Snapshot(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return snap
}

// columnOf returns what a table says in a column of its rows, by name.
func columnOf(table, head string) map[string]string {
	lines := strings.Split(table, "\n")
	i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "# Name") })
	if i < 0 {
		return nil
	}
	at := strings.Index(lines[i], head)
	if at < 0 {
		return nil
	}
	end := at + len(head)
	out := map[string]string{}
	for _, l := range lines[i+1:] {
		name := regexp.MustCompile(`Member [A-P]`).FindString(l)
		if name == "" || len([]rune(l)) < end {
			continue
		}
		fields := strings.Fields(string([]rune(l)[:end]))
		out[name] = fields[len(fields)-1]
	}
	return out
}

// TestTheDivisionsOfALeagueAreOfferedInTheirOrder: who means one of several divisions
// chooses from a menu with the first division first.
func TestTheDivisionsOfALeagueAreOfferedInTheirOrder(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.tiers(nil)
	h.wantAnswer(h.organiser, "Which event?\n[Pick an event v Autumn, division 1 | Autumn, division 2]", "pairings", localdiscord.Options{"show": "fixtures"})
	h.clean()
}

// TestTheEndOfADivisionIsTakenBackInAClosedSeason: two presses take back the end of an
// event whose season is closed, and with it the last result. The event stays open however
// long that takes; with the right result it ends by itself, and was over when it first
// was. The closed table stays until the organiser is asked and closes it as it stands now;
// ratings are those of the logs.
func TestTheEndOfADivisionIsTakenBackInAClosedSeason(t *testing.T) {
	h := openTestServer(t, nil, false)
	_, events := h.tiers(nil)
	rng := rand.New(rand.NewPCG(28, 6))
	for _, e := range events {
		h.decide(e.State.ID, rng, -1)
	}
	h.pass(0)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league-admin close", nil)), "Close the season")
	closed := h.league()
	first := h.eventNow(events[0].State.ID)
	h.pass(48 * time.Hour)
	event := fmt.Sprintf("t%d", first.State.ID)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament undo", localdiscord.Options{"tournament": event})), "Undo")
	for range 3 {
		h.pass(7 * 24 * time.Hour)
	}
	open := h.eventNow(first.State.ID).State
	if open.Phase != tournament.Running {
		t.Fatalf("three weeks after its end was taken back, the event is %s", open.Phase)
	}
	if now := h.league().State; now.Closed == nil || now.Closed.Hash != closed.State.Closed.Hash {
		t.Error("the closed table moved without being asked about")
	}
	for at, m := range open.EachFixture {
		if m.Confirmed {
			continue
		}
		_, was := first.State.Match(at.Round, at.Match)
		_, l := open.Match(at.Round, at.Match)
		result := "2-0"
		if was.Result.V[0] > was.Result.V[1] {
			result = "0-2"
		}
		h.slash(h.organiser, "player report", localdiscord.Options{"tournament": event, "round": at.Round, "table": int(l.Table), "result": result})
	}
	h.pass(0)
	h.settle()
	if now := h.eventNow(first.State.ID).State; now.Phase != tournament.Finished || !now.EndedAt.Equal(first.State.EndedAt) {
		t.Errorf("with another result the event is %s, over at %s, before %s", now.Phase, now.EndedAt, first.State.EndedAt)
	}
	ask := h.newest(h.channel, h.organiser, "See what moves")
	h.presses(h.organiser, h.presses(h.organiser, localdiscord.Answer{Message: &ask}, "See what moves"), "Correct the table")
	if now := h.league().State; now.Closed == nil || now.Closed.Hash == closed.State.Closed.Hash {
		t.Error("the closed table stays after the organiser took the new one")
	}
	(&seasonRun{testServer: h}).rated()
	h.clean()
}

// chanceLine is a row of a table of chances.
var chanceLine = regexp.MustCompile(`(?m)\d+ +Member [A-P].*$`)

// chanceWord is a chance in such a row.
var chanceWord = regexp.MustCompile(`certain|out|safe|down|[<>]?([0-9.]+)%`)

// sumOf adds up the chances in a column of a table of chances, in percent.
func sumOf(rows []string, column int) (sum float64) {
	for _, row := range rows {
		words := chanceWord.FindAllStringSubmatch(row, -1)
		if column >= len(words) {
			continue
		}
		switch word := words[column]; word[0] {
		case "certain", "down":
			sum += 100
		default:
			p, _ := strconv.ParseFloat(word[1], 64) // 0 for out and safe
			sum += p
		}
	}
	return sum
}

// TestADropSaysWhatBecomesOfTheResults: before half of the matches of a division are
// played, /drop says that they leave the table, and later that they stay; neither the
// question nor the answer says otherwise, and both tables have the same members after it.
func TestADropSaysWhatBecomesOfTheResults(t *testing.T) {
	h := openTestServer(t, nil, false)
	people, events := h.tiers(nil)
	id := events[0].State.ID
	drop := func(least, most int, want string) {
		t.Helper()
		snap, err := h.director.Snapshot(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for i := range snap.State.Players {
			if played, _ := field.PlayedBy(snap.State, i+1); played >= least && played <= most && snap.State.Taking(i+1) {
				n = i + 1
			}
		}
		if n == 0 {
			t.Fatalf("no player has played %d to %d matches", least, most)
		}
		player := people[slices.IndexFunc(people, func(p *localdiscord.Person) bool { return p.ID() == snap.User(n) })]
		ask := h.answer(h.use(player, "drop", nil))
		if got := h.text(ask); !strings.Contains(got, want) || strings.Contains(got, "Your results stay") {
			t.Fatalf("/drop asks: %s", got)
		}
		if got := h.press(player, *ask.Message, "Drop from the event"); !strings.Contains(got, "You dropped from") || strings.Contains(got, "results stay") {
			t.Errorf("/drop answers: %s", got)
		}
		event := h.slash(player, "standings", localdiscord.Options{"tournament": fmt.Sprintf("t%d", id)})
		if got := h.slash(player, "league standings", nil); !slices.Equal(order(got), order(event)) {
			t.Errorf("the table of the league is\n%s\nthat of the event\n%s", got, event)
		}
	}
	rng := rand.New(rand.NewPCG(28, 5))
	h.decide(id, rng, 4)
	drop(0, 3, "leave the table and count for ratings only")
	h.decide(id, rng, 15)
	drop(4, 6, "The results stay")
	h.clean()
}

// TestTheChampionComesFromTheFinal: closing a season with a final says that the final
// decides, and so does the post, which names no member of the table the champion.
func TestTheChampionComesFromTheFinal(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Cup", "ruleset": "magic", "final": 2})
	h.evening(h.people("Ann", "Bob", "Cy", "Dee")...)
	closing := h.answer(h.use(h.organiser, "league-admin close", nil))
	if got := h.text(closing); !strings.Contains(got, "comes from the final") {
		t.Errorf("/league-admin close asks: %s", got)
	}
	h.press(h.organiser, *closing.Message, "Close the season")
	h.settle()
	post := h.srv.Render(h.newest(h.channel, h.organiser, "the season is over"))
	if !strings.Contains(post, "comes from the final") || strings.Contains(post, "Champion:") {
		t.Errorf("the post: %s", post)
	}

	// The final is played, taken back and corrected: the one post of the end follows.
	h.press(h.organiser, h.newest(h.channel, h.organiser, "the season is over"), "Create the final")
	final := func() *tournament.Snapshot {
		events, _ := h.playing(h.league().State.ID)
		for _, e := range events {
			if e.State.Series.Final {
				return e
			}
		}
		t.Fatal("the final is not of the league")
		return nil
	}
	page := regexp.MustCompile(`/l/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.organiser, "league-admin page", localdiscord.Options{"show": "link"}))
	says := func(want string, not ...string) {
		t.Helper()
		h.pass(0)
		h.settle()
		post := h.srv.Render(h.newest(h.channel, h.organiser, "the season is over"))
		table := h.slash(h.organiser, "league standings", nil)
		if _, html := h.served(page); strings.Contains(html, "Champion:") != strings.Contains(want, "Champion:") || !strings.Contains(html, strings.ReplaceAll(strings.TrimPrefix(want, "comes from the final"), "**", "")) {
			t.Errorf("the page, without %q: %s", want, html)
		}
		for _, n := range not {
			if strings.Contains(post, n) {
				t.Errorf("the post says %q: %s", n, post)
			}
		}
		if !strings.Contains(post, want) || strings.Contains(table, "Champion:") != strings.Contains(want, "Champion:") {
			t.Errorf("without %q: %s\n%s", want, post, table)
		}
	}
	hash := h.league().State.Closed.Hash
	do := func(c command.Command) {
		t.Helper()
		if _, err := h.director.Do(t.Context(), final().State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []command.Command{&command.Start{KeepAll: true}, &command.Pair{}, &command.Publish{}, &command.StartRound{}, &command.Correct{Round: 1, Match: 1, Text: "2-0"}} {
		do(c)
	}
	if final().State.Phase != tournament.Finished {
		do(&command.Finish{})
	}
	winner := final().Name(slices.Index(final().State.Places, 1) + 1)
	says("Champion: **"+winner+"**", "comes from the final", "Create the final")
	do(&command.Undo{})
	says("comes from the final", "Champion:")
	do(&command.Correct{Round: 1, Match: 1, Text: "0-2"})
	if final().State.Phase != tournament.Finished {
		do(&command.Finish{})
	}
	if now := final().Name(slices.Index(final().State.Places, 1) + 1); now == winner {
		t.Errorf("%s stays the winner of the final", now)
	} else {
		says("Champion: **" + now + "**")
	}
	if s := h.league().State; s.Closed.Hash != hash || len(s.Events) != 1 {
		t.Errorf("the final has changed the table: %d events", len(s.Events))
	}
	h.clean()
}
