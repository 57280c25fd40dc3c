package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/columns"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// divided creates an event under pokemon-2009 with guests in its divisions. Each division
// has one member with an account, who is asked for views.
func divided(t *testing.T, options localdiscord.Options, sizes map[string]int) (*testServer, map[string]*localdiscord.Person) {
	t.Helper()
	h := newTestServer(t)
	options["ruleset"] = "pokemon-2009"
	h.create(options)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "divisions=Junior; Senior; Masters"})
	people := map[string]*localdiscord.Person{}
	for _, d := range []string{"Junior", "Senior", "Masters"} {
		if sizes[d] == 0 {
			continue
		}
		p := h.guild.AddPerson("Person of " + d)
		people[d] = p
		h.slash(h.organiser, "player add", localdiscord.Options{"member": p.Mention(), "division": d})
		var names []string
		for i := 1; i < sizes[d]; i++ {
			names = append(names, fmt.Sprintf("%s %d", d, i))
		}
		if len(names) > 0 {
			h.says("in the event", "player bulkadd", localdiscord.Options{"names": strings.Join(names, ","), "division": d})
		}
	}
	return h, people
}

// byNumber returns a result function in which the player who registered first wins.
func byNumber(win, loss string) func(int, *ledger.Match) string {
	return func(_ int, l *ledger.Match) string {
		if l.Seats[0] < l.Seats[1] {
			return win
		}
		return loss
	}
}

// TestPKM17_DivisionsWithTheirOwnCuts: three divisions of eight play three tournaments in
// one. Standings, pairings and brackets name the division, and each has its own cut, of a
// quarter, bracket, winner and places.
func TestPKM17_DivisionsWithTheirOwnCuts(t *testing.T) {
	h, people := divided(t, localdiscord.Options{"rounds": 3, "cut": 4}, map[string]int{"Junior": 8, "Senior": 8, "Masters": 8})
	h.says("has started with 24 players", "tournament start", nil)
	for range 3 {
		h.playRound(byNumber("1-0", "0-1"))
	}
	for _, d := range []string{"Junior", "Senior", "Masters"} {
		h.posted(d + ": Standings after Round 3")
	}
	if got := h.slash(people["Senior"], "standings", nil); !strings.Contains(got, "Senior: Standings after Round 3") || strings.Contains(got, "Junior 1") || strings.Contains(got, "Masters 1") {
		t.Errorf("a senior's /standings: %s", got)
	}
	if got := h.slash(people["Senior"], "status", nil); !strings.Contains(got, "place 1 of 8 in Senior") {
		t.Errorf("a senior's /status: %s", got)
	}
	i := h.use(h.organiser, "standings", localdiscord.Options{"division": "Masters"})
	masters := h.answer(i)
	if got := h.text(masters); !strings.Contains(got, "Masters: Standings") || strings.Contains(got, "Senior 1") {
		t.Errorf("/standings of the masters: %s", got)
	}
	in, err := h.organiser.Select(t.Context(), *masters.Message, "", []string{"0"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(in)); !strings.Contains(got, "Standings after Round 3") || !strings.Contains(got, "Senior 1") || !strings.Contains(got, "Masters 1") {
		t.Errorf("all players: %s", got)
	}
	h.refusedUnchanged("Choose one of the divisions", "standings", localdiscord.Options{"division": "Elders"})
	if got := h.slash(people["Junior"], "pairings", nil); !strings.Contains(got, " · Senior") {
		t.Errorf("/pairings does not name the divisions: %s", got)
	}
	h.says("The cut is made: 6 players", "tournament cut", nil)
	for _, d := range []string{"Junior", "Senior", "Masters"} {
		h.posted(d + ": bracket")
	}
	if got := h.slash(people["Masters"], "bracket", nil); !strings.Contains(got, "Masters: bracket") || !strings.Contains(got, "Final") || strings.Contains(got, "Senior 1") {
		t.Errorf("a master's /bracket: %s", got)
	}
	h.playRound(byNumber("1-0", "0-1"))
	i = h.use(h.organiser, "bracket", localdiscord.Options{"division": "junior"})
	junior := h.answer(i)
	if got := h.text(junior); !strings.Contains(got, "Winner: **Person of Junior**") {
		t.Errorf("/bracket of the juniors: %s", got)
	}
	in, err = h.organiser.Select(t.Context(), *junior.Message, "", []string{"1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(in)); !strings.Contains(got, "Winner: **Person of Senior**") {
		t.Errorf("the other bracket: %s", got)
	}
	h.says("The event is over", "tournament finish", nil)
	table, err := columns.StandingsCSV(h.snapshot())
	if err != nil || !strings.Contains(string(table), "rank,player,division,points") || !strings.Contains(string(table), "Person of Senior,Senior,") {
		t.Errorf("the standings as a file (%v): %s", err, table)
	}
	h.posted("Person of Junior (Junior), Person of Senior (Senior) and Person of Masters (Masters) win Friday Night")
	s := h.snapshot().State
	for d := range 3 {
		seen := map[int]bool{}
		for n := range s.Players {
			if int(s.Players[n].Division) == d {
				seen[s.Places[n]] = true
			}
		}
		for place := 1; place <= 8; place++ {
			if !seen[place] {
				t.Errorf("division %d has no place %d", d, place)
			}
		}
	}
	if got := h.press(h.organiser, h.newest(h.channel, h.organiser, "[Final places]"), "Final places"); !strings.Contains(got, "· Junior") || !strings.Contains(got, "· Masters") {
		t.Errorf("the final places do not name the divisions: %s", got)
	}
	h.clean()
}

// TestPKM20_AgeModified: divisions too small to play apart play together, each
// with its own winner by the common standings (docs/rules/pokemon.md#pkm-21).
func TestPKM20_AgeModified(t *testing.T) {
	h, people := divided(t, localdiscord.Options{"rounds": 3, "cut": 0}, map[string]int{"Junior": 3, "Masters": 8})
	h.slash(h.organiser, "tournament start", nil)
	for range 3 {
		h.playRound(byNumber("1-0", "0-1"))
	}
	if got := h.slash(people["Junior"], "standings", nil); !strings.Contains(got, "Junior: Standings after Round 3") {
		t.Errorf("a junior's /standings: %s", got)
	}
	h.says("The event is over", "tournament finish", nil)
	s := h.snapshot()
	winners := 0
	for n, place := range s.State.Places {
		if place == 1 {
			winners++
		}
		if place == 0 {
			t.Errorf("%s has no place", s.Name(n+1))
		}
	}
	if winners != 2 {
		t.Errorf("%d winners in two divisions", winners)
	}
	h.posted("(Junior) and ")
	h.clean()
}

// TestPKM66_FlightsThroughDiscord: 64 masters are split after the start. The flights are
// posted, pairings and standings name the flight, the split can be undone, and each
// flight sends four to the cut.
func TestPKM66_FlightsThroughDiscord(t *testing.T) {
	h, people := divided(t, localdiscord.Options{"cut": 8}, map[string]int{"Masters": 64})
	h.refusedUnchanged("Choose one of the divisions", "tournament flights", localdiscord.Options{"number": 2})
	h.refusedUnchanged("between the start and round 1", "tournament flights", localdiscord.Options{"number": 2, "division": "Masters"})
	h.slash(h.organiser, "tournament start", nil)
	h.refusedUnchanged("Each needs 32", "tournament flights", localdiscord.Options{"number": 4, "division": "Masters"})
	h.says("2 flights are drawn", "tournament flights", localdiscord.Options{"number": 2, "division": "Masters"})
	h.posted("Masters: 2 flights")
	h.undo()
	h.posted("~~The flights~~ was undone")
	if s := h.snapshot().State; len(s.Drawn) != 0 {
		t.Fatal("the flights stand after the undo")
	}
	h.says("now 5 Swiss rounds", "tournament flights", localdiscord.Options{"number": 2, "division": "Masters"})
	for range 5 {
		h.nextRound()
		h.says("closed", "round close", localdiscord.Options{"rest": "double_loss"})
	}
	if got := h.slash(people["Masters"], "pairings", nil); !strings.Contains(got, "· Masters, Flight 1") || !strings.Contains(got, "· Masters, Flight 2") {
		t.Errorf("/pairings: %s", got)
	}
	a := h.answer(h.use(people["Masters"], "standings", nil))
	in, err := people["Masters"].Select(t.Context(), *a.Message, "", []string{"3.2"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(in)); !strings.Contains(got, "Masters, Flight 2: Standings after Round 5") {
		t.Errorf("the standings of a flight: %s", got)
	}
	h.says("The cut is made: 8 players", "tournament cut", nil)
	of := map[int16]int{}
	for _, n := range h.snapshot().State.Elimination().Players {
		of[h.snapshot().State.Players[n-1].Flight]++
	}
	if of[1] != 4 || of[2] != 4 {
		t.Errorf("the flights send %v", of)
	}
	for range 3 {
		h.playRound(byNumber("1-0", "0-1"))
	}
	h.says("The event is over", "tournament finish", nil)
	if s := h.snapshot().State; s.Phase != tournament.Finished {
		t.Errorf("the event is %s", s.Phase)
	}
	h.clean()
}
