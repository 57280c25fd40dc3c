package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/sim"
	"topcut/tournament/rules"
)

// reasonsOf returns the reasons of all players, and their facts by reason.
func reasonsOf(t *testing.T, c sim.OddsConfig) map[string]string {
	t.Helper()
	c.Player = -1
	p, err := sim.Prove(c)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for i, fact := range p.Facts {
		reason := english(p.Reason(i))
		if (fact == "") != (reason == "") {
			t.Errorf("player %d has the fact %q, but the reason %q", i, fact, reason)
		}
		if fact != "" {
			out[reason] = fact
		}
	}
	return out
}

// Every kind of proof gives a sentence why the fact holds.
func TestFactsHaveReasons(t *testing.T) {
	magic := load(t, "magic")
	last := sim.OddsConfig{Rules: magic, Ledger: lastRound(), Rounds: 3}
	lastWith := func(cut rules.Cut) sim.OddsConfig {
		c := last
		c.Cut = cut
		return c
	}
	all, _ := reports(magic)
	paired := sim.OddsConfig{Rules: magic, Ledger: pairedByPoints(rand.New(rand.NewPCG(0, 7)), all, 8, 2, 0), Rounds: 3, Cut: rules.Cut{Top: 4}}
	for _, x := range []struct {
		name string
		c    sim.OddsConfig
		want map[string]string
	}{
		{"points", lastWith(rules.Cut{Top: 4}), map[string]string{
			sim.Clinched:   "Whatever happens, at most 3 others can reach 6 points or more, and the cut takes 4.",
			sim.WinAndIn:   "After a win now, at most 3 others can reach 6 points or more, and the cut takes 4.",
			sim.Eliminated: "Even with 3 points, the most still possible, those who end ahead are at least 4 others, and the cut takes 4.",
		}},
		{"tiebreakers", lastWith(rules.Cut{Top: 2}), map[string]string{
			sim.Clinched:   "Whatever happens, at most 1 other can end ahead, and the cut takes 2: whoever else reaches 6 points stays behind on tiebreakers (opponents' match-win percentage at most 55.6% against at least 63%).",
			sim.Eliminated: "Even with 6 points, the most still possible, those who end ahead are at least 2 others, some on tiebreakers (opponents' match-win percentage at most 55.6% against at least 63%), and the cut takes 2.",
		}},
		{"enough points", lastWith(rules.Cut{Points: 6}), map[string]string{
			sim.Clinched:   "Whatever happens, the 6 points that the cut asks for are there.",
			sim.WinAndIn:   "After a win now, the 6 points that the cut asks for are there.",
			sim.Eliminated: "At most 3 points are still possible, and the cut asks for 6 points.",
		}},
		{"level with the last place", lastWith(rules.Cut{Top: 4, EqualPoints: true}), map[string]string{
			sim.Clinched:   "Whatever happens, at most 1 other can have more than 6 points, and everyone tied with place 4 is in too.",
			sim.DrawAndIn:  "After a draw now, at most 3 others can have more than 4 points, and everyone tied with place 4 is in too.",
			sim.Eliminated: "Even with 3 points, the most still possible, those who end ahead are at least 4 others, and the cut takes 4.",
		}},
		{"who plays whom", paired, map[string]string{
			sim.WinAndIn:   "After a win now, at most 3 others can reach 6 points, since they play each other too, and the cut takes 4.",
			sim.Eliminated: "Every way the unfinished tables can end was tried: a place among the first 4 is in none of them.",
		}},
	} {
		got := reasonsOf(t, x.c)
		for fact, reason := range x.want {
			if got[reason] != fact {
				t.Errorf("%s: nobody is %s because of\n\t%s\nbut for these:\n%s", x.name, fact, reason, cmp.Diff(nil, got))
			}
		}
	}
	left := lastRound()
	left.Players[7].DroppedAfter, left.Rounds = 2, left.Rounds[:2]
	p, err := sim.Prove(sim.OddsConfig{Rules: magic, Ledger: left, Rounds: 3, Cut: rules.Cut{Top: 4}, Player: -1})
	if err != nil {
		t.Fatal(err)
	}
	if got := english(p.Reason(7)); got != "Players who dropped don't count for the cut." {
		t.Errorf("somebody who left: %s", got)
	}
}
