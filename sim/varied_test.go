package sim_test

import (
	"testing"

	"topcut/sim"
	"topcut/tournament/rules"
)

// Every ruleset for two can be planned, with its own points: the final points of all
// players add up.
func TestEveryRulesetForTwoIsSimulated(t *testing.T) {
	for _, id := range []string{
		"chess-casual", "flesh-and-blood", "lorcana", "lorcana-playhub", "magic", "magic-melee", "meccg",
		"netrunner", "one-piece", "pokemon", "pokemon-2009", "yugioh",
	} {
		rs := load(t, id)
		if err := sim.Playable(rs); err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		res, err := sim.Plan(t.Context(), sim.PlanConfig{Rules: rs, Players: 17, Rounds: 4, Cut: rules.Cut{Top: 4}, Trials: 200})
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		var players, in int64
		for _, row := range res.Distribution {
			players += row.FinishesInRow
			in += row.QualifiedInRow
		}
		if players != 17*200 || in != 4*200 {
			t.Errorf("%s: %d finishes, %d of them in the cut", id, players, in)
		}
	}
}

// In a round of two Netrunner games each is a coin: won twice, split, lost twice.
func TestNetrunnerRound(t *testing.T) {
	res, err := sim.Plan(t.Context(), sim.PlanConfig{Rules: load(t, "netrunner"), Players: 16, Rounds: 1, Cut: rules.Cut{Top: 4}, Trials: 5000})
	if err != nil {
		t.Fatal(err)
	}
	want := map[float64]float64{6: 0.25, 3: 0.5, 0: 0.25}
	for _, row := range res.Distribution {
		near(t, "the share", float64(row.FinishesInRow)/(16*5000), want[row.Points], 0.01)
		delete(want, row.Points)
	}
	if len(want) > 0 {
		t.Errorf("nobody ended with the points of %v", want)
	}
}

// Where not every win is worth the same, nothing is called proved by counting wins,
// and chances are estimated all the same.
func TestNothingIsProvedWhereWinsVary(t *testing.T) {
	res, err := sim.Odds(t.Context(), sim.OddsConfig{
		Rules: load(t, "netrunner"), Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 4}, Trials: 500,
	})
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for p, o := range res.Players {
		if o.Cut.Fact != "" {
			t.Errorf("player %d: %s", p, o.Cut.Fact)
		}
		sum += o.Cut.P
	}
	near(t, "the sum of chances", sum, 4, 1e-9)
	if len(res.Notes) == 0 {
		t.Error("no note says so")
	}
	if res.Advice != nil {
		t.Errorf("advice %+v", res.Advice)
	}
}
