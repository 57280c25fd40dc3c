package commands_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// tiers begins a league of two divisions of eight, whose members play a round robin all
// at once, and returns its members and the events of the divisions.
func (h *testServer) tiers(options localdiscord.Options) ([]*localdiscord.Person, []*tournament.Snapshot) {
	h.t.Helper()
	all := localdiscord.Options{"name": "Autumn", "ruleset": "magic", "divisions": 8, "arranged": "at_once"}
	for k, v := range options {
		all[k] = v
	}
	h.slash(h.organiser, "league create", all)
	people := h.members(16)
	h.presses(h.organiser, h.answer(h.use(h.organiser, "league promote", nil)), "Put them there")
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
		if _, err := h.director.Do(h.t.Context(), id, tournament.Request{Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: &tournament.Correct{Round: at.Round, Match: at.Match, Text: result}}); err != nil {
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
	h.slash(h.organiser, "league edit", localdiscord.Options{"set": "win=1, draw=5"})
	page := regexp.MustCompile(`/l/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.organiser, "league page", localdiscord.Options{"show": "link"}))
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
				if got := h.slash(player, "league explain", localdiscord.Options{"player": name}); !strings.Contains(got, "Place "+place+": "+name) {
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
	closing := h.answer(h.use(h.organiser, "league close", nil))
	if got := h.press(h.organiser, *closing.Message, "Close the season"); !strings.Contains(got, "is closed") {
		t.Fatalf("closing: %s", got)
	}
	compare("when the season is closed")
	h.clean()
}

// csv returns the league as a file for spreadsheets.
func (h *testServer) csv() string {
	h.t.Helper()
	a := h.answer(h.use(h.organiser, "league export", localdiscord.Options{"format": "csv"}))
	if a.Message == nil || len(a.Message.Attachments) != 1 {
		h.t.Fatalf("/league export has no file: %s", h.text(a))
	}
	return string(h.file(a.Message.Attachments[0]))
}
