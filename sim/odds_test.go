package sim_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

func oddsOf(t *testing.T, c sim.OddsConfig) *sim.OddsResult {
	t.Helper()
	if c.Rules == nil {
		c.Rules = load(t, "lorcana")
	}
	res, err := sim.Odds(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// exact adds up the chance of the cut over all results of the open tables.
func exact(t *testing.T, rs *rules.Ruleset, l *ledger.Ledger, cut int, weight float64, chances []float64) {
	last := &l.Rounds[len(l.Rounds)-1]
	for i := range last.Matches {
		m := &last.Matches[i]
		if m.Finished() {
			continue
		}
		for k, v := range scores {
			m.Result = ledger.Result{Form: ledger.Games, V: v}
			exact(t, rs, l, cut, weight*[]float64{.225, .225, .1, .225, .225}[k], chances)
		}
		m.Result = ledger.Result{}
		return
	}
	qualify(t, rs, l, cut, weight, chances)
}

// qualify adds a weight to the chances of those who make the cut; who are level share the places.
func qualify(t *testing.T, rs *rules.Ruleset, l *ledger.Ledger, cut int, weight float64, chances []float64) {
	t.Helper()
	table, err := standings.Compute(l, rs, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(table.Rows); {
		j := i
		for j < len(table.Rows) && table.Rows[j].Place == table.Rows[i].Place {
			j++
		}
		share := float64(min(max(cut-i, 0), j-i)) / float64(j-i)
		for ; i < j; i++ {
			chances[table.Rows[i].Player] += weight * share
		}
	}
}

// The chances of fields of up to 8 players are those of trying every result.
func TestOddsAgainstEnumeration(t *testing.T) {
	rs := *load(t, "lorcana")
	rs.Ranking.Final = "shared"
	for i := range 12 {
		rng := rand.New(rand.NewPCG(uint64(i), 9))
		players := 5 + rng.IntN(4)
		l := fullEvent(rng, players, 3)
		want := make([]float64, players)
		exact(t, &rs, l, 4, 1, want)
		res := oddsOf(t, sim.OddsConfig{Rules: &rs, Ledger: l, Rounds: 3, Cut: rules.Cut{Top: 4}, Player: -1, DrawChance: 20, Trials: 20_000})
		for p, o := range res.Players {
			near(t, "the chance of the cut", o.Cut.P, want[p], 0.016)
		}
	}
}

// docs/rules/lorcana.md#lor-25: before the first round all players have the same
// chance.
func TestLOR25_EqualPlayers(t *testing.T) {
	l := &ledger.Ledger{Players: make([]ledger.Player, 15)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	res := oddsOf(t, sim.OddsConfig{Ledger: l, Rounds: 4, Cut: rules.Cut{Top: 4}, Player: -1, DrawChance: 10, Trials: 30_000})
	for _, o := range res.Players {
		near(t, "the chance of the cut", o.Cut.P, 4.0/15, 0.012)
		if o.Cut.Fact != "" || o.Cut.Low >= o.Cut.P || o.Cut.High <= o.Cut.P {
			t.Errorf("player %d: %+v", o.Player, o.Cut)
		}
	}
}

// docs/rules/lorcana.md#lor-56 to LOR-58: only later rounds are played; final records sum
// to 1 and agree with the chance of the cut; what has been played stays.
func TestLOR57_YourChances(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	l := fullEvent(rng, 12, 3)
	before := l.Clone()
	res := oddsOf(t, sim.OddsConfig{Ledger: l, Rounds: 5, Cut: rules.Cut{Top: 4}, Player: -1, DrawChance: 20, Trials: 3000})
	if diff := cmp.Diff(before, l); diff != "" {
		t.Errorf("the ledger was changed:\n%s", diff)
	}
	table, err := standings.Compute(l, load(t, "lorcana"), standings.Options{After: 2})
	if err != nil {
		t.Fatal(err)
	}
	var cut float64
	for _, o := range res.Players {
		have := table.Row(o.Player).Record
		var sum, in, seeds float64
		for _, r := range o.Records {
			if r.Record.Rounds() != 5 || r.Record.Wins < have[0] || r.Record.Losses < have[1] || r.Record.Draws < have[2] {
				t.Errorf("player %d, %v after two rounds, ends %v", o.Player, have, r.Record)
			}
			sum += r.P
			in += r.P * r.Cut.P
		}
		for _, s := range o.Seeds {
			seeds += s.P
		}
		near(t, "the sum of records", sum, 1, 1e-9)
		if o.Cut.Fact == "" {
			near(t, "the cut by records", in, o.Cut.P, 1e-9)
			near(t, "the cut by seeds", seeds, o.Cut.P, 1e-9)
		}
		cut += seeds
	}
	near(t, "the sum of seeds", cut, 4, 1e-9)
}

// A position of the last round: 8 players, 3 rounds, cut of 4; two 2-0 players meet.
func lastRound() *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, 8)}
	for i := range l.Players {
		l.Players[i].DroppedAfter = ledger.Active
	}
	won := ledger.Result{Form: ledger.Games, V: [4]int32{2, 0}}
	for n, pairs := range [][][2]int32{{{0, 4}, {1, 5}, {2, 6}, {3, 7}}, {{0, 2}, {1, 3}, {4, 6}, {5, 7}}, {{0, 1}, {2, 4}, {3, 5}, {6, 7}}} {
		r := ledger.Round{Number: int16(n + 1)}
		for _, p := range pairs {
			m := ledger.Match{N: 2, Seats: seats(p[0], p[1])}
			if n < 2 {
				m.Result = won
			}
			r.Matches = append(r.Matches, m)
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l
}

// docs/rules/lorcana.md#lor-32 to LOR-36, LOR-59: facts, advice and what-if in the last
// round.
func TestOddsInTheLastRound(t *testing.T) {
	c := sim.OddsConfig{Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 4}, DrawChance: 10, Trials: 2000}
	res := oddsOf(t, c)
	for p, want := range []string{sim.Clinched, sim.Clinched, sim.WinAndIn, sim.WinAndIn, sim.WinAndIn, sim.WinAndIn, sim.Eliminated, sim.Eliminated} {
		if got := res.Players[p].Cut.Fact; got != want {
			t.Errorf("player %d: %q, want %q", p, got, want)
		}
	}
	if a := res.Advice; a == nil || !a.Safe || !a.Opponent || a.Threats != 1 || !strings.Contains(english(a.Reason), "Both of you can draw: with 7 points") {
		t.Errorf("advice to a 2-0 player: %+v", a)
	}
	c.Player, c.If = 2, sim.IfLoss
	res = oddsOf(t, c)
	if a := res.Advice; a.Safe || a.Opponent || !strings.Contains(english(a.Reason), "not safe") {
		t.Errorf("advice to a 1-1 player: %+v", a)
	}
	if w := res.WhatIf; w.Cut.P >= res.Players[2].Cut.P || len(w.Records) != 1 || w.Records[0].Record != (sim.Record{Wins: 1, Losses: 2}) {
		t.Errorf("after a loss: %+v", w)
	}
	for _, tc := range []struct {
		what string
		rec  sim.Record
		fact string
	}{{sim.IfWin, sim.Record{Wins: 2, Losses: 1}, sim.Clinched}, {sim.IfID, sim.Record{Wins: 1, Losses: 1, Draws: 1}, ""}, {sim.IfDraw, sim.Record{Wins: 1, Losses: 1, Draws: 1}, ""}} {
		c.If = tc.what
		w := oddsOf(t, c).WhatIf
		if w.Cut.Fact != tc.fact || len(w.Records) != 1 || w.Records[0].Record != tc.rec {
			t.Errorf("if %s: %+v", tc.what, w)
		}
	}
}

// docs/rules/lorcana.md#lor-56, LOR-60: chances from pasted records; only later rounds
// are played.
func TestLOR56_PastedStandings(t *testing.T) {
	rec := func(w, l int) sim.Standing { return sim.Standing{Record: sim.Record{Wins: w, Losses: l}} }
	c := sim.OddsConfig{
		Standings: []sim.Standing{rec(2, 0), rec(2, 0), rec(1, 1), rec(1, 1), rec(1, 1), rec(1, 1), rec(0, 2), {Record: sim.Record{Losses: 2}, Dropped: true}},
		Played:    2, Rounds: 3, Cut: rules.Cut{Top: 4}, Player: -1, Trials: 3000,
	}
	res := oddsOf(t, c)
	if f := res.Players[7].Cut; f.Fact != sim.Eliminated || f.P != 0 {
		t.Errorf("a player who left: %+v", f)
	}
	var sum float64
	for _, o := range res.Players {
		sum += o.Cut.P
	}
	near(t, "the sum of chances", sum, 4, 1e-9)
	near(t, "the chance of a 1-1", res.Players[2].Cut.P, res.Players[5].Cut.P, 0.05)
	if res.Players[2].Cut.P < 0.2 || res.Players[0].Cut.P < res.Players[2].Cut.P {
		t.Errorf("2-0 has %+v, 1-1 %+v", res.Players[0].Cut, res.Players[2].Cut)
	}
}

// Time: an early answer, then the end of the budget.
func TestOddsWithinABudget(t *testing.T) {
	now := time.Unix(0, 0)
	var early []int
	res := oddsOf(t, sim.OddsConfig{
		Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 4}, Player: -1, Trials: 1_000_000,
		Now:   func() time.Time { now = now.Add(time.Second); return now },
		First: 2 * time.Second, Budget: 10 * time.Second,
		Update: func(r *sim.OddsResult) { early = append(early, r.Trials) },
	})
	if len(early) != 1 || early[0] >= res.Trials || res.Trials >= 1_000_000 {
		t.Errorf("early answers after %v of %d trials", early, res.Trials)
	}
}

// The result depends on seed and trials, not on threads.
func TestOddsAreDeterministic(t *testing.T) {
	c := sim.OddsConfig{Rules: load(t, "pokemon"), Ledger: fullEvent(rand.New(rand.NewPCG(1, 1)), 10, 2), Rounds: 5, Cut: rules.Cut{Top: 4}, Player: -1, Trials: 1000}
	one := oddsOf(t, c)
	c.Threads = 3
	if diff := cmp.Diff(one, oddsOf(t, c)); diff != "" {
		t.Errorf("threads matter (-one +three):\n%s", diff)
	}
}

func TestOddsRefuse(t *testing.T) {
	good := sim.OddsConfig{Rules: load(t, "lorcana"), Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 4}, Player: 0}
	for _, tc := range []struct {
		change func(*sim.OddsConfig)
		want   string
	}{
		{func(c *sim.OddsConfig) { c.Rounds = 2 }, "Plan more rounds"},
		{func(c *sim.OddsConfig) { c.If = "bye" }, "can't be supposed"},
		{func(c *sim.OddsConfig) { c.If, c.Player = sim.IfWin, 8 }, "no player number 9"},
		{func(c *sim.OddsConfig) { c.Cut = rules.Cut{PerFlight: 2} }, "division or flight"},
		{func(c *sim.OddsConfig) { c.Ledger = nil }, "no event"},
		{func(c *sim.OddsConfig) {
			l := lastRound()
			l.Rounds[0].Matches[0].Result = ledger.Result{}
			c.Ledger = l
		}, "without a result"},
	} {
		c := good
		tc.change(&c)
		if _, err := sim.Odds(t.Context(), c); err == nil || !strings.Contains(fault(err), tc.want) {
			t.Errorf("error %v, want %q", err, tc.want)
		}
	}
}
