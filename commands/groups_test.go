package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/stage"
)

// TestRoundRobinInGroups: nine players play in two groups, the first two of each then a
// double elimination. The groups and the standings of each are posted, and a player's own
// group comes first.
func TestRoundRobinInGroups(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"format": "round_robin", "ruleset": "magic"})
	h.says("Round-robin groups:** 2", "tournament settings", localdiscord.Options{"set": "groups=2, cut=top 4, bracket=double"})
	ada := h.guild.AddPerson("Ada")
	h.slash(h.organiser, "player add", localdiscord.Options{"member": ada.Mention()})
	h.says("in the event", "player bulkadd", localdiscord.Options{"names": "Bob,Cem,Dora,Eve,Fay,Gil,Hal,Ida"})
	h.says("has started with 9 players. 5 rounds, then Top 4.", "tournament start", nil)
	h.posted(": 2 groups")
	h.refusedUnchanged("round-robin schedule is drawn", "player add", localdiscord.Options{"name": "Late"})
	for range 5 {
		h.playRound(byNumber("2-0", "0-2"))
	}
	for _, g := range []string{"Group 1", "Group 2"} {
		h.posted(g + ": Standings after Round 5")
	}
	own := "Group " + string('0'+rune(h.snapshot().State.Players[0].Flight))
	if got := h.slash(ada, "standings", nil); !strings.Contains(got, own+": Standings after Round 5") {
		t.Errorf("Ada's /standings: %s", got)
	}
	if got := h.slash(ada, "status", nil); !strings.Contains(got, "place 1 of ") || !strings.Contains(got, " in "+own) {
		t.Errorf("Ada's /status: %s", got)
	}
	h.says("The cut is made: 4 players", "tournament cut", nil)
	for h.snapshot().State.Phase == tournament.Running {
		s := h.snapshot().State
		if _, st, err := s.Bracket(); err != nil {
			t.Fatal(err)
		} else if st.Champion != 0 {
			h.says("The event is over", "tournament finish", nil)
			break
		}
		h.playRound(byNumber("2-0", "0-2"))
	}
	s := h.snapshot().State
	if s.Places[0] != 1 || s.Elimination().Kind != stage.Double || s.Rounds[0].Stage != ledger.RoundRobin {
		t.Errorf("Ada, who won every match, has place %d", s.Places[0])
	}
}

// Of three groups with four places the best second goes on: /explain says to each second
// whether they are, by what, and nothing to those who go on by their place. What counts is
// the stage that follows the groups: of six places all seconds have one.
func TestExplainSaysWhyABestSecondGoesOn(t *testing.T) {
	for _, c := range []struct {
		stages  string
		in, out int
	}{{"groups 3 roundrobin > single 4", 1, 2}, {"groups 3 roundrobin > top 6 swiss 2 > single 4", 0, 0}, {"groups 3 roundrobin > top 4 swiss 2", 1, 2}} {
		t.Run(c.stages, func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"stages": c.stages, "ruleset": "magic"})
			h.says("in the event", "player bulkadd", localdiscord.Options{"names": "Ada,Bob,Cem,Dora,Eve,Fay,Gil,Hal,Ida"})
			h.says("has started", "tournament start", nil)
			for range 3 {
				h.playRound(byNumber("2-0", "0-2"))
			}
			in, out := 0, 0
			for n := range h.snapshot().State.Players {
				got := h.slash(h.organiser, "explain", localdiscord.Options{"player": h.snapshot().Name(n + 1)})
				in += strings.Count(got, "Of the 3 with this place in their group: number 1. Places for them: 1. As it stands, in. What counts is points per match (3/2), wins per match (1/2)")
				out += strings.Count(got, "As it stands, out.")
			}
			if in != c.in || out != c.out {
				t.Errorf("%d best seconds and %d others", in, out)
			}
		})
	}
}
