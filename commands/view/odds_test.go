package view_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/golden"
	"topcut/tournament/histories"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// afterRound plays an event of eight until a round is over; the first player of each
// table wins 2-0.
func afterRound(t *testing.T, cut, rounds int) *story {
	t.Helper()
	set := swiss(3, cut)
	set.AutoAdvance, set.CheckInMinutes = false, 0
	s := &story{e: create(t, "magic", set)}
	s.e.must(&command.OpenRegistration{})
	for i := 1; i <= 8; i++ {
		s.player(i, &command.Join{User: histories.User(i), Name: histories.Name(i)})
	}
	s.e.must(&command.Start{KeepAll: true})
	for r := 1; r <= rounds; r++ {
		s.e.must(&command.Pair{})
		s.e.must(&command.Publish{})
		s.e.must(&command.StartRound{})
		for m := 1; m <= 4; m++ {
			s.e.must(&command.Correct{Round: r, Match: m, Text: "2-0"})
		}
	}
	return s
}

// chances returns invented odds, because views do not depend on a simulation.
func chances(players int) *sim.OddsResult {
	res := &sim.OddsResult{Trials: 12_345, Model: notice.New("model.equal")}
	for p := range players {
		x := sim.PlayerOdds{Player: int32(p), Cut: sim.CutOdds{Estimate: sim.Estimate{P: 0.634, Low: 0.625, High: 0.643}}}
		switch p {
		case 0:
			x.Cut = sim.CutOdds{Estimate: sim.Estimate{P: 1, Low: 1, High: 1}, Fact: sim.Clinched}
		case 1:
			x.Cut.Fact = sim.DrawAndIn
		case 2:
			x.Cut.Fact = sim.WinAndIn
		case players - 1:
			x.Cut = sim.CutOdds{Fact: sim.Eliminated}
		}
		x.Records = []sim.RecordOdds{
			{Record: sim.Record{Wins: 2, Losses: 1}, Estimate: sim.Estimate{P: 0.5}, Cut: sim.Estimate{P: 1}},
			{Record: sim.Record{Wins: 1, Losses: 1, Draws: 1}, Estimate: sim.Estimate{P: 0.04}, Cut: sim.Estimate{P: 0.9999}},
			{Record: sim.Record{Wins: 1, Losses: 2}, Estimate: sim.Estimate{P: 0.46}},
		}
		x.Seeds = []sim.SeedOdds{{Seed: 2, Estimate: sim.Estimate{P: 0.2}}, {Seed: 3, Estimate: sim.Estimate{P: 0.434}}}
		if p > 2 {
			x.Watch = []sim.Watch{{Players: [2]int32{0, 1}, First: sim.Estimate{P: 0.55}, Second: sim.Estimate{P: 0.71}}}
		}
		res.Players = append(res.Players, x)
	}
	return res
}

// TestOddsInWords compares the views of chances with testdata/odds.txt.
func TestOddsInWords(t *testing.T) {
	s := afterRound(t, 4, 2)
	c := view.Chances{Result: chances(8), Advice: &sim.Advice{Safe: true, Reason: notice.New("advice.you", "others", notice.New("proof.at_most", "n", 3), "theirs", 5)}}
	s.show("Odds, clinched", view.Odds(s.env(), 1, c))
	s.show("Odds, a draw is enough", view.Odds(s.env(), 2, view.Chances{Result: c.Result, Refining: true}))
	s.show("Odds, open", view.Odds(s.env(), 4, c))
	supposed := *c.Result
	supposed.WhatIf = &sim.WhatIf{If: sim.IfLoss, PlayerOdds: supposed.Players[7]}
	s.show("Odds, supposed", view.Odds(s.env(), 4, view.Chances{Result: &supposed, Asked: sim.IfLoss}))
	s.show("Odds, out", view.Odds(s.env(), 8, view.Chances{Result: c.Result}))
	s.show("Odds, nothing yet", view.Odds(s.env(), 4, view.Chances{Refining: true}))
	s.show("OddsTable", view.OddsTable(s.env(), 4, c))
	e := s.env()
	e.Chance = wording.CutChance(text.Printer{}, c.Result, 3)
	s.show("Status with a chance", view.Status(e, 3))
	pasted := view.Pasted{
		Pasted: &sim.Pasted{
			Names: []string{"Ada", "`Bob`", "Player 3"}, Played: 2, Filled: []notice.Notice{notice.New("filled.names", "who", notice.New("filled.some", "players", 1, "all", 3))},
			Standings: []sim.Standing{{Record: sim.Record{Wins: 2}}, {Record: sim.Record{Wins: 1, Losses: 1}}, {Record: sim.Record{Losses: 2}}},
		},
		Rules: s.e.snap.State.Rules, Rounds: 3, Cut: 2, Me: 1,
	}
	s.show("PastedOdds", view.PastedOdds(s.env(), pasted, view.Chances{Result: chances(3)}))
	s.modal("PasteModal", view.PasteModal(s.env(), []*rules.Ruleset{s.e.snap.State.Rules}, "magic"))
	s.show("StandingsPost", view.StandingsPost(s.env(), 2, 0))
	golden.File(t, "testdata/odds.txt", s.b.String())
}

// TestTheLineSaysNothingEarly: while nothing is proved and the cut is far off, the
// standings do not mention the line; nor without a cut, nor after the last round.
func TestTheLineSaysNothingEarly(t *testing.T) {
	for _, c := range []struct {
		cut, after int
		want       bool
	}{{4, 2, true}, {4, 3, false}, {0, 2, false}, {4, 9, false}} {
		s := afterRound(t, c.cut, min(c.after, 3))
		if got := strings.Contains(draw(view.StandingsPost(s.env(), c.after, 0)), "Certain unless"); got != c.want {
			t.Errorf("cut %d, after round %d: said %v", c.cut, c.after, got)
		}
	}
}

// TestSimulatedInWords compares every table of a plan with testdata/simulated.txt.
func TestSimulatedInWords(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	always, ever := 12.0, 9.0
	c := sim.PlanConfig{
		Rules: rs, Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}, DrawChance: 5, IDs: sim.IDsLiteral, DropLosses: 3,
		PlayChance: 110, Byes: []int{1, 2}, DayTwo: sim.Record{Wins: 2, Losses: 1},
	}
	res := &sim.PlanResult{
		Trials: 10_000, Detailed: 2048, Tiebreaks: []string{"omw", "gwp", "ogw"},
		Entry: sim.Entry{
			Stage: "stage.bracket", After: 5, Summary: sim.Summary{Players: 32, Rounds: 5, Cut: 8, AlwaysIn: &always, EverIn: &ever, Clean: sim.Chance{P: 0.123, Margin: 0.006}, LastIn: 9.4, LastInMargin: 0.01},
			Distribution: []sim.PointRow{
				{Points: 15, Record: sim.Record{Wins: 5}, TopCut: 1, Tiebreaks: []float64{0.6, 0.8, 0.55}, Seen: 9, Players: 1, Cumulative: 1},
				{Points: 9, Record: sim.Record{Wins: 3, Losses: 2}, TopCut: 0.2, Margin: 0.004, Tiebreaks: []float64{0.53, 0.6, 0.5}, Seen: 9, Players: 10, PlayersMargin: 0.1, Cumulative: 16, Bubble: true},
				{Points: 0, Record: sim.Record{Losses: 5}, Tiebreaks: make([]float64, 3), Players: 1, Cumulative: 32},
			}, Guide: []sim.GuideRow{
				{Round: 4, Record: sim.Record{Wins: 4}, Players: 100, Drew: 100, CutIfWin: sim.Chance{P: 1, Estimated: true}, CutIfLoss: sim.Chance{P: 0.97, Estimated: true}, CutIfDraw: sim.Chance{P: 1}, Verdict: sim.Safe},
				{Round: 4, Record: sim.Record{Wins: 3, Losses: 1}, Players: 200, Won: 90, Lost: 90, Drew: 20, CutIfWin: sim.Chance{P: 1}, CutIfLoss: sim.Chance{P: 0.2}, CutIfDraw: sim.Chance{P: 0.6}, Verdict: sim.SomeRisk},
				{Round: 4, Record: sim.Record{Losses: 4}, Players: 10, Won: 5, Lost: 5, Verdict: sim.Out},
			},
			Luck: []sim.LuckRow{{OnThePlay: 2, Players: sim.Chance{P: 0.31, Margin: 0.004}, Wins: 2.4, TopCut: sim.Chance{P: 0.22, Margin: 0.01}}},
		},
		Earlier: []sim.Entry{{
			Stage: "stage.swiss", After: 3, Summary: sim.Summary{Players: 32, Rounds: 3, Cut: 16, AlwaysIn: &ever, EverIn: &ever, LastIn: 6},
			Distribution: []sim.PointRow{{Points: 6, Record: sim.Record{Wins: 2, Losses: 1}, TopCut: 1, Players: 12}, {Record: sim.Record{Losses: 3}, Players: 4}},
		}},
	}
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	plain := func(name string, m discord.Message) { // without an event
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		fmt.Fprintf(&b, "==== %s\n%s\n", name, draw(m))
	}
	for _, table := range []string{view.TableSummary, view.TablePoints, view.TableGuide, view.TableLuck, view.TablePoints + ":2", view.TableSummary + ":2", view.TableExplain, "no such table"} {
		plain("Simulated, "+table, view.Simulated(view.Env{}, c, res, table, table == view.TableSummary))
		german := draw(view.Simulated(view.Env{Words: catalogue.In("de")}, c, res, table, table == view.TableSummary))
		if point := regexp.MustCompile(`(?m).*[0-9]\.[0-9]{1,2}(?:[^0-9].*)?$`).FindString(german); point != "" {
			t.Errorf("%s: a decimal point in German: %s", table, point)
		}
	}
	none := *res
	none.Stage, none.Summary, none.Guide, none.Earlier = "", sim.Summary{}, nil, nil
	plain("Simulated without a cut", view.Simulated(view.Env{}, sim.PlanConfig{Rules: rs, Players: 32, Rounds: 5}, &none, "", false))
	golden.File(t, "testdata/simulated.txt", b.String())
}

// The shape of a plan survives a custom id.
func TestShapeReadsBack(t *testing.T) {
	rs, err := rules.Load("lorcana")
	if err != nil {
		t.Fatal(err)
	}
	chained := func(chain string, c sim.PlanConfig) sim.PlanConfig {
		c.Rules = rs
		c, err := c.With(stage.MustParse(chain))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, c := range []sim.PlanConfig{
		chained("swiss 7 > top 32 swiss 3 > single 8 lock 27", sim.PlanConfig{Players: 90, IDs: sim.IDsLiteral}),
		chained("build > groups 2 swiss 2 unbeaten > top 8 swiss 2 > placement 4 third", sim.PlanConfig{Players: 20, Byes: []int{1}}),
		chained("groups 4 roundrobin > top 8 swiss 2 > points 6 min 4 roundrobin > single 2", sim.PlanConfig{Players: 18}),
		chained("draft > swiss 3 across > points 6 min 8 swiss 1 > double auto max 8", sim.PlanConfig{Players: 30, RecordedIDs: true, IDs: sim.IDsStrict}),
		chained("swiss 16 unbeaten > equal 4095 max 4096 swiss 1 unbeaten > points 1000 min 4096 swiss 1 > equal 4095 max 4096 swiss 1 > equal 4095 max 4096 swiss 1 > single 256 lock 1000",
			sim.PlanConfig{Players: 4096, DrawChance: 200, IDs: sim.IDsUsual, RecordedIDs: true, DropLosses: 20, PlayChance: 200, Byes: []int{31}}),
		{Rules: rs, Players: 8, Rounds: 3},
		{Rules: rs, Players: 4096, Rounds: 20, Cut: rules.Cut{Top: 256}, DrawChance: 25, IDs: sim.IDsStrict, DropLosses: 20, PlayChance: 199, Byes: []int{1, 2, 3, 20}, DayTwo: sim.Record{Wins: 10, Losses: 3, Draws: 2}},
	} {
		text := customid.New(0, customid.Simulate{Ruleset: c.Rules.ID, Shape: sim.Pack(c)})
		id, ok := customid.Parse(text)
		if !ok {
			t.Fatalf("%s cannot be read", text)
		}
		got, ok := sim.Unpack(id.Panel.(customid.Simulate).Shape, rs)
		if diff := cmp.Diff(c, got, cmpopts.IgnoreFields(sim.PlanConfig{}, "Rules"), cmpopts.EquateEmpty()); !ok || diff != "" {
			t.Errorf("%s reads back otherwise (-want +got):\n%s", text, diff)
		}
	}
	for _, shape := range []string{"", "0", "-1", "!", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"} {
		if got, ok := sim.Unpack(shape, rs); ok && shape != "0" {
			t.Errorf("%q is read as %+v", shape, got)
		}
	}
}

// Whatever the names are, the panels with odds fit into a message.
func TestOddsKeepDiscordsLimits(t *testing.T) {
	set := swiss(7, 8)
	e := create(t, "magic", set)
	n := 0
	e.play(histories.Options{Players: 40}, 3, func(s *tournament.Snapshot) {
		if n++; n%40 != 0 || s.State.Phase != tournament.Running || s.State.Elimination() != nil {
			return
		}
		for _, names := range [][]string{nil, hostileNames()} {
			env := view.Env{Snap: disguise(s, names), Now: e.now}
			c := view.Chances{Result: chances(len(s.State.Players)), Advice: &sim.Advice{Reason: notice.New("fault", "text", notice.Text(strings.Repeat("reason ", 30)))}}
			checkMessage(t, "Odds", env.Snap, view.Odds(env, 5, c))
			checkMessage(t, "OddsTable", env.Snap, view.OddsTable(env, 5, c))
			checkMessage(t, "StandingsPost", env.Snap, view.StandingsPost(env, s.State.LastDone(), 0))
		}
	})
	if n == 0 {
		t.Error("nothing was played")
	}
}
