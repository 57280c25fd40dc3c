package sim_test

import (
	"strings"
	"testing"

	"topcut/sim"
	"topcut/tournament/rules"
)

// docs/rules/lorcana.md#lor-02: the history lists three versions: the first, speed and
// play, running events.
func TestLOR02_History(t *testing.T) {
	got := sentences(sim.History())
	for i, version := range []string{"1.0 ", "1.1 ", "1.2 "} {
		if len(got) != 3 || !strings.HasPrefix(got[i], version) {
			t.Fatalf("the history is %q", got)
		}
	}
	if !strings.Contains(got[2], "Running events") {
		t.Errorf("1.2 is about running events, not %q", got[2])
	}
}

// docs/rules/lorcana.md#lor-03: the tiebreaker system is explained with names, formulas,
// floors and byes, for the ruleset in use.
func TestLOR03_TiebreakersExplained(t *testing.T) {
	text := strings.Join(sentences(sim.Tiebreakers(load(t, "lorcana"))), "\n")
	for _, want := range []string{
		"3 for a win, 1 for a draw, 0 for a loss", "opponents' match-win percentage (omw): mean of", "divided by 3 for each round",
		"game-win percentage (gwp)", "3 for a game won and 1 for a drawn one", "opponents' game-win percentage (ogw)",
		"below 1/3", "A bye is worth 3 points and adds no opponent", "left out of match-win percentages", "2-0 counts",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the explanation lacks %q:\n%s", want, text)
		}
	}
	if other := strings.Join(sentences(sim.Tiebreakers(load(t, "magic"))), "\n"); !strings.Contains(other, "below 33/100") {
		t.Errorf("Magic has a floor of 33/100:\n%s", other)
	}
	for _, id := range rules.IDs() {
		for _, line := range sentences(sim.Tiebreakers(load(t, id))) {
			if strings.TrimSpace(line) == "" || !strings.HasSuffix(line, ".") {
				t.Errorf("%s: %q is no sentence", id, line)
			}
		}
	}
}

// docs/rules/lorcana.md#lor-04: eleven assumptions are published, and the sources with
// them (LOR-14).
func TestLOR04_Assumptions(t *testing.T) {
	got := sentences(sim.Assumptions())
	if len(got) != 11 {
		t.Fatalf("%d assumptions, want 11", len(got))
	}
	text := strings.Join(got, "\n")
	for _, want := range []string{"equally good", "2-0 or 2-1", "1-1-1", "without rematches", "bye", "agree on a draw", "drops", "player 1", "second day", "tiebreakers", "penalised"} {
		if !strings.Contains(text, want) {
			t.Errorf("no assumption is about %q", want)
		}
	}
	if src := sim.Sources(load(t, "lorcana")); len(src) < 2 || src[0].URL == "" {
		t.Errorf("the sources are %v", src)
	}
}

// docs/rules/lorcana.md#lor-13: the number of tournaments is 10,000 when none is given,
// and the result carries it.
func TestLOR13_TrialsAreShown(t *testing.T) {
	c := sim.PlanConfig{Rules: load(t, "lorcana"), Players: 8, Rounds: 3}
	if got := plan(t, c).Trials; got != 10_000 {
		t.Errorf("%d tournaments by default", got)
	}
	c.Trials = 77
	if got := plan(t, c).Trials; got != 77 {
		t.Errorf("the result says %d tournaments, 77 were played", got)
	}
}

// docs/rules/lorcana.md#lor-42: the summary agrees with the point distribution: with
// the total that always made it and all above every player was in, below the lowest
// that ever made it none; the last to qualify lies between, and clean cuts are counted.
func TestLOR42_SummaryAgreesWithTheDistribution(t *testing.T) {
	res := plan(t, sim.PlanConfig{Rules: load(t, "lorcana"), Players: 40, Rounds: 5, Cut: rules.Cut{Top: 8}, DrawChance: 10, Trials: 2000})
	s := res.Summary
	if s.Players != 40 || s.Rounds != 5 || s.Cut != 8 || s.AlwaysIn == nil || s.EverIn == nil {
		t.Fatalf("the summary is %+v", s)
	}
	for _, r := range res.Distribution {
		if r.Points >= *s.AlwaysIn && r.TopCut != 1 {
			t.Errorf("%v points always made it, but %v did in %v of cases", *s.AlwaysIn, r.Record, r.TopCut)
		}
		if r.Points < *s.EverIn && r.TopCut != 0 {
			t.Errorf("nobody made it below %v points, but %v did", *s.EverIn, r.Record)
		}
	}
	if s.LastIn < *s.EverIn || s.LastIn > *s.AlwaysIn || s.LastInMargin <= 0 {
		t.Errorf("the last to qualify has %v ± %v points, between %v and %v", s.LastIn, s.LastInMargin, *s.EverIn, *s.AlwaysIn)
	}
	if s.Clean.P <= 0 || s.Clean.P >= 1 || s.Clean.Margin <= 0 {
		t.Errorf("clean cuts: %+v", s.Clean)
	}
	// 32 players, 5 rounds, cut to 8 without draws: 1 with 15, 5 with 12 and 10 with
	// 9 points, so that the cut is never clean and the last has 9.
	exactly := plan(t, sim.PlanConfig{Rules: load(t, "lorcana"), Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}, Trials: 500}).Summary
	if exactly.Clean.P != 0 || exactly.LastIn != 9 || *exactly.AlwaysIn != 12 || *exactly.EverIn != 9 {
		t.Errorf("without draws the summary is %+v", exactly)
	}
}

// docs/rules/lorcana.md#lor-63: intentional draws happen in the last round and, by the
// second statement, which extends the first, in the last but one as well; never before.
func TestLOR63_DrawsInTheLastTwoRounds(t *testing.T) {
	c := sim.PlanConfig{Rules: load(t, "lorcana"), Players: 16, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral, Trials: 300}
	drew := map[int]int64{}
	for _, r := range plan(t, c).Guide {
		drew[r.Round] += r.Drew
	}
	if drew[1] != 0 || drew[2] != 0 || drew[3] == 0 || drew[4] == 0 {
		t.Errorf("draws after so many rounds: %v; want some after 3 and 4 only", drew)
	}
}

// docs/rules/lorcana.md#lor-66: first it is decided whether a match is drawn, with the
// draw chance, and then the winner by the first turn: however strong the first turn is,
// the share of draws is the same.
func TestLOR66_DrawFirstThenTheFirstTurn(t *testing.T) {
	for _, chance := range []sim.Percent{100, 110, 200} {
		res := plan(t, sim.PlanConfig{Rules: load(t, "lorcana"), Players: 2, Rounds: 1, Cut: rules.Cut{Top: 1}, DrawChance: 40, PlayChance: chance, Trials: 40_000})
		near(t, "players with a draw", row(t, res, sim.Record{Draws: 1}).Players/2, 0.2, 0.01)
		for _, l := range res.Luck {
			want := 0.8 * float64(chance) / 200
			if l.OnThePlay == 0 {
				want = 0.8 - want
			}
			near(t, "wins", l.Wins, want, 0.015)
		}
	}
}
