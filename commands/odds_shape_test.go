package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestPKM27_OddsByDivision: a player's odds are for the cut of their own division. The
// table is that of their own or the named division, and a menu selects others.
func TestPKM27_OddsByDivision(t *testing.T) {
	notShort(t)
	h, people := divided(t, localdiscord.Options{"rounds": 3, "cut": 4}, map[string]int{"Junior": 8, "Masters": 10})
	h.says("has started with 18 players", "tournament start", nil)
	h.playRound(byNumber("1-0", "0-1"))
	h.posted("Junior: Standings after Round 1")
	if got := h.slash(people["Masters"], "odds", nil); !strings.Contains(got, "Masters · Top 2") || !strings.Contains(got, "Top 2 of Masters") {
		t.Errorf("a master's /odds: %s", got)
	}
	if got := h.slash(people["Junior"], "odds", localdiscord.Options{"everybody": true}); !strings.Contains(got, "Junior 1") || strings.Contains(got, "Masters 1") {
		t.Errorf("a junior's table: %s", got)
	}
	in := h.use(h.organiser, "odds", localdiscord.Options{"division": "Masters"})
	table := h.answer(in)
	if got := h.text(table); !strings.Contains(got, "Masters 1") || strings.Contains(got, "Junior 1") {
		t.Errorf("the table of the masters: %s", got)
	}
	click, err := h.organiser.Select(t.Context(), *table.Message, "", []string{"0"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(click)); !strings.Contains(got, "Junior 1") || strings.Contains(got, "Masters 1") {
		t.Errorf("the other table: %s", got)
	}
	h.refusedUnchanged("Choose one of the divisions", "odds", localdiscord.Options{"division": "Elders"})
	h.clean()
}

// TestOddsWithStrength: the chosen model is named and kept by the buttons.
func TestOddsWithStrength(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 4})
	h.finish("2-0")
	for _, c := range []string{"round pair", "round publish", "round start"} {
		h.slash(h.organiser, c, nil)
	}
	for _, x := range [][2]string{{"elo", "no player has a rating, so all from 1500"}, {"glicko2", "Glicko-2: ratings of 0 of 8 players"}, {"equal", "(equal skill)"}} {
		if got := h.slash(players[0], "odds", localdiscord.Options{"strength": x[0]}); !strings.Contains(got, x[1]) {
			t.Errorf("%s: %s", x[0], got)
		}
	}
	in := h.use(players[0], "odds", localdiscord.Options{"strength": "glicko2"})
	click, err := players[0].Click(t.Context(), *h.answer(in).Message, "If won")
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(click)); !strings.Contains(got, "After a win") || !strings.Contains(got, "Glicko-2") {
		t.Errorf("the what-if forgot the model: %s", got)
	}
	h.clean()
}

// TestLOR40_OddsOverTwoDays: the odds include the chance to play on and that of the cut
// after the second day.
func TestLOR40_OddsOverTwoDays(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 2})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "day_two=points 6 rounds 2"})
	players := h.players(8)
	for _, c := range []string{"tournament start", "round pair", "round publish", "round start"} {
		h.slash(h.organiser, c, nil)
	}
	got := h.slash(players[0], "odds", nil)
	for _, want := range []string{"from 6 points", "to reach day 2", "to make the Top 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %q:\n%s", want, got)
		}
	}
	if got := h.slash(h.organiser, "odds", localdiscord.Options{"everybody": true}); !strings.Contains(got, "Day 2") {
		t.Errorf("the table: %s", got)
	}
	h.clean()
}

// TestOddsSayWhyThereAreNone: one sentence.
func TestOddsSayWhyThereAreNone(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(6, localdiscord.Options{"stages": "single"})
	if got := h.slash(players[0], "odds", nil); !strings.Contains(got, "played for elimination from the start") {
		t.Errorf("/odds of an elimination: %s", got)
	}
	h.clean()
}

// TestOddsOfGroups: in a round robin in groups each player has the chance for the places
// of their own group, with what-ifs, and the tables of the other groups.
func TestOddsOfGroups(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(8, localdiscord.Options{"stages": "groups 2 roundrobin > single 4"})
	got := h.slash(players[0], "odds", nil)
	for _, want := range []string{"to make the Top 2 of Group", "%", "If you finish", "Seed"} {
		if !strings.Contains(got, want) {
			t.Errorf("/odds of groups lacks %q: %s", want, got)
		}
	}
	if got := h.slash(players[0], "odds", localdiscord.Options{"if": "win"}); !strings.Contains(got, "After a win") {
		t.Errorf("a win supposed: %s", got)
	}
	got = h.slash(h.organiser, "odds", localdiscord.Options{"everybody": true})
	if !strings.Contains(got, "Who makes the cut?") || !strings.Contains(got, "Group 1") || strings.Count(got, "%") < 4 {
		t.Errorf("the table of a group: %s", got)
	}
	h.clean()
}

// TestStatusInAGroup: /status shows the place in the player's group and the chance for
// its places, which is higher after a win than after a loss.
func TestStatusInAGroup(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(8, localdiscord.Options{"stages": "groups 2 roundrobin > single 4"})
	h.finish("2-0")
	s := h.snapshot().State
	_, l := s.Match(1, 1)
	var chances [2]int
	for seat := range chances {
		n := int(l.Seats[seat]) + 1
		got := ""
		h.until("the chances are reckoned", func() bool {
			got = h.slash(players[n-1], "status", nil)
			return strings.Contains(got, "**Cut:** ")
		})
		if want := fmt.Sprintf("of 4 in Group %d", s.Players[n-1].Flight); !strings.Contains(got, want) {
			t.Errorf("the status lacks %q: %s", want, got)
		}
		_, after, _ := strings.Cut(got, "**Cut:** ")
		if _, err := fmt.Sscan(after, &chances[seat]); err != nil {
			t.Error(err)
		}
	}
	if chances[0] <= 50 || chances[1] >= 50 || chances[1] == 0 { // two of four
		t.Errorf("a winner and a loser of round 1 have %v %%", chances)
	}
	h.clean()
}

// TestOddsOfARoundRobin: with a cut the odds are for the cut; without one they are each
// player's chance of first place, in facts and estimates, whatever matches are open.
func TestOddsOfARoundRobin(t *testing.T) {
	t.Parallel()
	for stages, want := range map[string][]string{
		"roundrobin > single 2": {"to make the Top 2", "If you finish"},
		"roundrobin":            {"Who ends where?", "any order"},
	} {
		t.Run(stages, func(t *testing.T) {
			h := newTestServer(t)
			players := h.toRound1(4, localdiscord.Options{"stages": stages})
			got := h.slash(players[0], "odds", nil)
			for _, w := range append(want, "%") {
				if !strings.Contains(got, w) {
					t.Errorf("/odds lacks %q: %s", w, got)
				}
			}
			h.clean()
		})
	}
}
