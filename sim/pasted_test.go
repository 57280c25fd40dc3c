package sim_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// docs/rules/lorcana.md#lor-56, LOR-60: the data of a pasted table is used, and missing
// data is filled in and named.
func TestLOR60_PastedTableListsWhatIsFilledIn(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       []sim.Standing
		names      []string
		filled     []string // beginnings
	}{
		{
			name: "records only", text: "2-0\n1-1-0 x2\n0-2",
			want:   []sim.Standing{{Record: sim.Record{Wins: 2}}, {Record: sim.Record{Wins: 1, Losses: 1}}, {Record: sim.Record{Wins: 1, Losses: 1}}, {Record: sim.Record{Losses: 2}}},
			names:  []string{"Player 1", "Player 2", "Player 3", "Player 4"},
			filled: []string{"Names are missing for everybody", "Game scores are missing for everybody", "Opponents' match-win percentages are missing for everybody", "Opponents' game-win percentages are missing for everybody", "Who has met whom"},
		},
		{
			name: "a whole table", text: "Rank,Name,Points,Record,OMW%,GW%,OGW%\n1,Ann,6,2-0-0,50.0%,100%,45.0%\n2,Bob,3,1-1-0,66.5%,50.0%,66.5%",
			want: []sim.Standing{
				{Record: sim.Record{Wins: 2}, OMW: 0.5, GWP: 1, OGW: 0.45},
				{Record: sim.Record{Wins: 1, Losses: 1}, OMW: 0.665, GWP: 0.5, OGW: 0.665},
			},
			names: []string{"Ann", "Bob"}, filled: []string{"Who has met whom"},
		},
		{
			name: "a hole and points that do not fit", text: "Name\tPoints\tRecord\tOMW%\nAnn\t7\t2-0-0\t50.0%\nBob\t3\t1-1-0\t",
			want: []sim.Standing{
				{Record: sim.Record{Wins: 2}, OMW: 0.5},
				{Record: sim.Record{Wins: 1, Losses: 1}},
			},
			names:  []string{"Ann", "Bob"},
			filled: []string{"Game scores are missing for everybody", "Opponents' match-win percentages are missing for 1 of 2", "Opponents' game-win percentages are missing for everybody", "The points do not follow from the record for 1 of 2", "Who has met whom"},
		},
	} {
		p, err := sim.ReadPasted(x.text, load(t, "lorcana"))
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if d := cmp.Diff(x.want, p.Standings); d != "" {
			t.Errorf("%s (-want +got):\n%s", x.name, d)
		}
		if d := cmp.Diff(x.names, p.Names); d != "" || p.Played != 2 {
			t.Errorf("%s: names %v, %d rounds", x.name, p.Names, p.Played)
		}
		for i, f := range p.Filled {
			if i >= len(x.filled) || !strings.HasPrefix(english(f), x.filled[i]) {
				t.Errorf("%s: filled in %q, want %q", x.name, p.Filled, x.filled)
				break
			}
		}
	}
	if _, err := sim.ReadPasted("nobody at all", load(t, "lorcana")); err == nil {
		t.Error("a text without records is read")
	}
}

// A pasted tiebreaker decides between players level on points: with nothing left
// to play the order of the table is the order of the cut.
func TestPastedTiebreakersDecide(t *testing.T) {
	c := sim.OddsConfig{Rules: load(t, "lorcana"), Played: 3, Rounds: 3, Cut: rules.Cut{Top: 2}, Trials: 200, Player: -1}
	two := sim.Record{Wins: 2, Losses: 1}
	c.Standings = []sim.Standing{
		{Record: two, OMW: 0.40, GWP: 0.9, OGW: 0.5},
		{Record: two, OMW: 0.60, GWP: 0.5, OGW: 0.5},
		{Record: two, OMW: 0.50, GWP: 0.6, OGW: 0.5},
		{Record: two, OMW: 0.50, GWP: 0.7, OGW: 0.5},
	}
	var in []float64
	for _, p := range oddsOf(t, c).Players {
		in = append(in, p.Cut.P)
	}
	if d := cmp.Diff([]float64{0, 1, 0, 1}, in); d != "" {
		t.Errorf("chances (-want +got):\n%s", d)
	}
	c.Standings[0].OMW, c.Rounds, c.Cut.Top, c.Trials = 0.8, 4, 1, 4000
	res := oddsOf(t, c)
	if a, b := res.Players[0].Cut.P, res.Players[2].Cut.P; a <= b+0.05 {
		t.Errorf("with a round to play the best opponents give %.3f, average ones %.3f", a, b)
	}
}

// Beside the own table a player should watch those whose results help: in the
// last round with two 2-0 players level at the line, a rival's table matters.
func TestWatchNamesTheTableThatMatters(t *testing.T) {
	rs := load(t, "lorcana")
	l := lastRound()
	res := oddsOf(t, sim.OddsConfig{Rules: rs, Ledger: l, Rounds: 3, Cut: rules.Cut{Top: 3}, Trials: 20_000})
	found := false
	for _, p := range res.Players {
		for _, w := range p.Watch {
			found = true
			if w.Players[0] == p.Player || w.Players[1] == p.Player {
				t.Errorf("player %d is told to watch the own table", p.Player)
			}
			if w.Swing() < 0.02 {
				t.Errorf("a swing of %.3f is not worth watching", w.Swing())
			}
			// The claim is checked by enforcing it: the rival's result is entered.
			for i, want := range []float64{w.First.P, w.Second.P} {
				m := matchOf(t, l, w.Players)
				m.Result = ledger.Result{Form: ledger.Games, V: [4]int32{int32(2 * (1 - i)), int32(2 * i)}}
				if m.Seats[0] != w.Players[0] {
					m.Result.V[0], m.Result.V[1] = m.Result.V[1], m.Result.V[0]
				}
				then := oddsOf(t, sim.OddsConfig{Rules: rs, Ledger: l, Rounds: 3, Cut: rules.Cut{Top: 3}, Trials: 20_000})
				near(t, "the chance after the watched result", then.Players[p.Player].Cut.P, want, 0.05)
				m.Result = ledger.Result{}
			}
		}
	}
	if !found {
		t.Error("nobody has a table to watch")
	}
}

func matchOf(t *testing.T, l *ledger.Ledger, players [2]int32) *ledger.Match {
	t.Helper()
	r := &l.Rounds[len(l.Rounds)-1]
	for i := range r.Matches {
		if m := &r.Matches[i]; m.Seat(players[0]) >= 0 && m.Seat(players[1]) >= 0 {
			return m
		}
	}
	t.Fatalf("%v do not meet", players)
	return nil
}

// Prove finds the facts of Odds without playing.
func TestProveAgreesWithOdds(t *testing.T) {
	c := sim.OddsConfig{Rules: load(t, "lorcana"), Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 4}, Trials: 64}
	res := oddsOf(t, c)
	proved, err := sim.Prove(c)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range res.Players {
		if proved.Facts[i] != p.Cut.Fact {
			t.Errorf("player %d: proved %q, Odds says %q", i, proved.Facts[i], p.Cut.Fact)
		}
	}
	if d := cmp.Diff(res.Advice, proved.Advice); d != "" {
		t.Errorf("advice (-odds +prove):\n%s", d)
	}
	c.Cut.Top = 99
	if _, err := sim.Prove(c); err == nil || !strings.Contains(fault(err), "larger than the field of 8 players") {
		t.Errorf("a cut larger than the field: %v", err)
	}
}

// Answers come again and again until the chance is precise enough; simulations
// that share slots do not run at the same time.
func TestOddsAreRefinedUntilEnough(t *testing.T) {
	now := time.Unix(0, 0)
	var trials []int
	slots := make(chan struct{}, 1)
	busy := false
	res := oddsOf(t, sim.OddsConfig{
		Ledger: lastRound(), Rounds: 3, Cut: rules.Cut{Top: 3}, Trials: 1 << 20, Slots: slots,
		Now:   func() time.Time { now = now.Add(time.Second); return now },
		First: 2 * time.Second, Every: 3 * time.Second,
		Update: func(r *sim.OddsResult) { trials = append(trials, r.Trials); busy = busy || len(slots) > 0 },
		Enough: func(n int, asked sim.Estimate) bool { return n >= 1000 && asked.High-asked.Low < 0.1 },
	})
	if len(trials) < 3 || res.Trials < 1000 || res.Trials > 2000 {
		t.Errorf("answers after %v trials, the last after %d", trials, res.Trials)
	}
	for i := range trials[1:] {
		if trials[i+1] <= trials[i] {
			t.Errorf("the answers do not get better: %v", trials)
		}
	}
	if busy {
		t.Error("the slot is held while somebody is told the answer")
	}
}

// A plan with a budget stops there and reports how many tournaments that were.
func TestPlanWithinABudget(t *testing.T) {
	now := time.Unix(0, 0)
	res := plan(t, sim.PlanConfig{
		Rules: load(t, "lorcana"), Players: 16, Rounds: 4, Cut: rules.Cut{Top: 4}, Trials: 1 << 16,
		Now: func() time.Time { now = now.Add(time.Second); return now }, Budget: 5 * time.Second, Slots: make(chan struct{}, 1),
	})
	if res.Trials < 1000 || res.Trials > 2000 {
		t.Errorf("%d tournaments in a budget of five chunks", res.Trials)
	}
	if got := row(t, res, sim.Record{Wins: 4}).Players; got != 1 {
		t.Errorf("%v players a tournament are unbeaten, want 1", got)
	}
}

// A report that waits for confirmation is taken as it is by estimates, and left
// out of facts and of the player's own what-if.
func TestReportsThatWaitCountInEstimatesOnly(t *testing.T) {
	l := lastRound()
	reported := l.Clone()
	i := len(l.Rounds) - 1
	m := &reported.Rounds[i].Matches[0]
	if m.Finished() {
		t.Fatal("the first table of the last round is open in the example")
	}
	m.Result = ledger.Result{Form: ledger.Games, V: [4]int32{2}}
	winner, loser := m.Seats[0], m.Seats[1]
	c := sim.OddsConfig{Ledger: l, Reported: reported, Rounds: 3, Cut: rules.Cut{Top: 3}, Trials: 2000, Player: loser}
	res := oddsOf(t, c)
	if got := res.Players[winner].Records; len(got) != 1 || got[0].Record.Losses != 0 {
		t.Errorf("the reported winner ends with %v", got)
	}
	without := c
	without.Reported = nil
	for p, x := range oddsOf(t, without).Players {
		if got := res.Players[p].Cut.Fact; got != x.Cut.Fact {
			t.Errorf("player %d: the fact is %q with a report that waits, %q without", p, got, x.Cut.Fact)
		}
	}
	c.If = sim.IfWin
	if w := oddsOf(t, c).WhatIf; len(w.Records) != 1 || w.Records[0].Record.Wins != 3 {
		t.Errorf("the loser of the report, supposed to win, ends with %v", w.Records)
	}
	all := reported.Clone()
	for k := range all.Rounds[i].Matches {
		if m := &all.Rounds[i].Matches[k]; !m.Finished() {
			m.Result = ledger.Result{Form: ledger.Games, V: [4]int32{2}}
		}
	}
	c.If, c.Reported = "", all
	for p, x := range oddsOf(t, c).Players {
		if x.Cut.P != 0 && x.Cut.P != 1 && len(x.Records) != 1 {
			t.Errorf("player %d: everything is reported, the chance is %v with records %v", p, x.Cut.P, x.Records)
		}
	}
}
