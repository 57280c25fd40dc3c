package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// toTheEnd plays all remaining rounds and finishes the event.
func (h *testServer) toTheEnd(most int, result func(int, *ledger.Match) string) {
	h.t.Helper()
	for range most {
		if got := h.slash(h.organiser, "round pair", nil); strings.Contains(got, "/tournament finish") {
			break
		}
		h.playRound(result)
	}
	h.says("The event is over", "tournament finish", nil)
	s := h.snapshot().State
	if s.Phase != tournament.Finished {
		h.t.Fatalf("the event is %s", s.Phase)
	}
	seen := map[int]int{}
	for n, place := range s.Places {
		if !s.Players[n].StandIn {
			seen[place]++
		}
	}
	if seen[0] > 0 || seen[1] != 1 {
		h.t.Errorf("final places %v", s.Places)
	}
	h.posted("wins Friday Night")
}

// TestARoundRobinThroughDiscord: five players meet each other once, and there is
// no cut.
func TestARoundRobinThroughDiscord(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "chess-casual", "format": "round_robin"})
	h.players(5)
	h.says("5 rounds", "tournament start", nil)
	h.toTheEnd(9, byNumber("1-0", "0-1"))
	met := map[string]int{}
	s := h.snapshot().State
	for r := range s.Ledger.Rounds {
		for _, m := range s.Ledger.Rounds[r].Matches {
			if m.N == 2 {
				met[fmt.Sprint(min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1]))]++
			}
		}
	}
	if len(s.Rounds) != 5 || len(met) != 10 {
		t.Errorf("%d rounds and %d different pairs; want 5 and 10", len(s.Rounds), len(met))
	}
	if got := h.slash(h.organiser, "standings", nil); !strings.Contains(got, "Player 1") {
		t.Errorf("/standings: %s", got)
	}
	h.clean()
}

// TestDoubleEliminationThroughDiscord: six players play; after one loss a player
// continues in the lower bracket, and the final is replayed if the upper side loses it.
func TestDoubleEliminationThroughDiscord(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "netrunner", "format": "double"})
	h.players(6)
	h.slash(h.organiser, "tournament start", nil)
	finals := 0
	h.toTheEnd(15, func(m int, l *ledger.Match) string {
		s := h.snapshot().State
		match, _ := s.Match(len(s.Rounds), m)
		if match.Part == ledger.Final {
			if finals++; finals == 1 {
				// The first final goes to the side with one loss.
				lost := func(p int32) bool {
					for r := range s.Rounds[:len(s.Rounds)-1] {
						for i := range s.Ledger.Rounds[r].Matches {
							if old := &s.Ledger.Rounds[r].Matches[i]; old.N == 2 && old.Seat(p) >= 0 && s.Rules.Winner(old) != old.Seat(p) {
								return true
							}
						}
					}
					return false
				}
				if lost(l.Seats[0]) {
					return "3-0"
				}
				return "0-3"
			}
		}
		return byNumber("3-0", "0-3")(m, l)
	})
	if finals != 2 {
		t.Errorf("%d finals, want one and its replay", finals)
	}
	if got := h.slash(h.organiser, "bracket", nil); !strings.Contains(got, "Lower bracket final") || !strings.Contains(got, "Winner: **") {
		t.Errorf("/bracket: %s", got)
	}
	if s := h.snapshot().State; s.RoundTitle(len(s.Rounds)).Code != "bracket.reset" {
		t.Errorf("the replay of the final is called %+v", s.RoundTitle(len(s.Rounds)))
	}
	h.clean()
}

// TestAMahjongEventThroughDiscord: twelve players, six sessions by schedule, the
// points are halved for the Top 8, final tables 1/3/6/8 and 2/4/5/7, then 1 to 4
// and 5 to 8, and final places (docs/rules/riichi.md#rii-23 to RII-32). What the schedule
// comes to stands beside it, a press from the post of the start (RII-38).
func TestAMahjongEventThroughDiscord(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "riichi-helper"})
	h.players(12)
	h.slash(h.organiser, "tournament start", nil)
	v := h.snapshot().State.Schedule().Schedule.Value
	h.hasAll(h.press(h.organiser, h.posted("Commitment:"), "Who sits where"), "First: nobody meets anybody more than twice.",
		fmt.Sprintf("Second: the most and the fewest different opponents of a player are %d apart.", v.DistinctSpread),
		fmt.Sprintf("Third: the most different opponents of a player are %d.", v.MostDistinct))
	best := func(_ int, l *ledger.Match) string {
		top := 0
		for seat := range l.N {
			if l.Seats[seat] < l.Seats[top] {
				top = int(seat)
			}
		}
		scores := []string{"26000", "25000", "24000", "23000"}
		scores[top] = fmt.Sprint(120000 - 26000 - 25000 - 24000 - 23000 + map[int]int{0: 26000, 1: 25000, 2: 24000, 3: 23000}[top])
		return strings.Join(scores, " ")
	}
	for range 6 {
		h.playRound(best)
	}
	s := h.snapshot().State
	if s.Rounds[5].Stage != ledger.Scramble {
		t.Fatalf("session 6 is %s", s.Rounds[5].Stage)
	}
	table, err := s.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	h.posted("Half of every total counts in the finals")
	rank := map[int32]int{}
	for i := range table.Rows {
		rank[table.Rows[i].Player] = i + 1
	}
	h.playRound(best)
	s = h.snapshot().State
	for i, want := range []string{"1 3 6 8", "2 4 5 7"} {
		var got [9]bool
		for _, p := range s.Ledger.Rounds[6].Matches[i].Players() {
			if rank[p] <= 8 {
				got[rank[p]] = true
			}
		}
		for _, r := range strings.Fields(want) {
			if !got[int(r[0]-'0')] {
				t.Errorf("final table %d lacks rank %s", i+1, r)
			}
		}
	}
	h.toTheEnd(5, best)
	if got := h.slash(h.person(1), "explain", localdiscord.Options{"what": "standing"}); !strings.Contains(got, "half") && !strings.Contains(got, "halv") && !strings.Contains(got, "1/2") {
		t.Errorf("/explain says nothing of the halves: %s", got)
	}
	h.clean()
}

// TestPodsThroughDiscord: fourteen players play at tables of four and three, then a cut
// of seven at tables of four, in which the best seed waits for the final.
func TestPodsThroughDiscord(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "commander-pods", "rounds": 2, "cut": 7})
	h.players(14)
	h.slash(h.organiser, "tournament start", nil)
	best := func(_ int, l *ledger.Match) string {
		top := 0
		for seat := range l.N {
			if l.Seats[seat] < l.Seats[top] {
				top = int(seat)
			}
		}
		return fmt.Sprintf("seat %d", top+1)
	}
	h.playRound(best)
	h.playRound(best)
	h.says("The cut is made: 7 players", "tournament cut", nil)
	h.toTheEnd(4, best)
	if got := h.slash(h.organiser, "bracket", nil); !strings.Contains(got, "Winner: **Player 1**") || !strings.Contains(got, "Player 1 ✓") {
		t.Errorf("/bracket: %s", got)
	}
	h.clean()
}

// TestAChainOfStagesIsChosenAtCreation: the option stages of /tournament create suggests
// the usual chains of the game, the typed one first, and the event gets the chosen chain.
// A chain that the game does not have is refused.
func TestAChainOfStagesIsChosenAtCreation(t *testing.T) {
	h := newTestServer(t)
	suggested := func(o localdiscord.Options) (names []string, values []any) {
		t.Helper()
		i, err := h.organiser.Autocomplete(t.Context(), h.channel, "tournament create", o, "stages")
		if err != nil {
			t.Fatal(err)
		}
		answer, err := i.Answer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range answer.Choices {
			names, values = append(names, c.Name), append(values, c.Value)
		}
		return names, values
	}
	names, _ := suggested(localdiscord.Options{"stages": "", "ruleset": "magic"})
	for _, want := range []string{"Swiss, then a cut: swiss > bracket", "Booster draft, then single elimination: draft > single", "Two days, then a cut: swiss 7 > top 32 swiss 3 > bracket 8"} {
		if !slices.Contains(names, want) {
			t.Errorf("%q is not among %q", want, names)
		}
	}
	if _, values := suggested(localdiscord.Options{"stages": "", "ruleset": "riichi-ema"}); !slices.Contains(values, any("schedule > final")) || slices.Contains(values, any("draft > single")) {
		t.Errorf("of mahjong: %v", values)
	}
	if _, values := suggested(localdiscord.Options{"stages": "groups 2 swiss 3>single 4", "ruleset": "magic"}); len(values) == 0 || values[0] != any("groups 2 swiss 3 > single 4") {
		t.Errorf("of a chain that is typed: %v", values)
	}
	for chain, want := range map[string]string{"schedule > final": "doesn't have the fixed seating", "single > swiss": "is the last stage"} {
		if got := h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "No", "ruleset": "magic", "stages": chain}); !strings.Contains(got, want) {
			t.Errorf("%s: %s", chain, got)
		}
	}
	h.create(localdiscord.Options{"stages": "build > groups 2 swiss 2 > single 4 third"})
	if got := h.snapshot().State.Settings.Stages.String(); got != "build > groups 2 swiss 2 > single 4 third" {
		t.Errorf("the event has the stages %s", got)
	}
	h.clean()
}
