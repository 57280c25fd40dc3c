package sim_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/sim"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

func readExample(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

type decimal struct {
	Dec float64 `json:"dec,string"`
}

type example22 struct {
	Fields []struct {
		Players, Rounds, TopCut int
		Rows                    []struct {
			Points, Players, Cumulative float64
			Record                      sim.Record
			TopCutPct                   decimal
		}
	}
	GameWinPct struct {
		Cases []struct {
			Record   sim.Record
			Expected decimal
		}
	}
	DayTwo struct {
		Cases []struct {
			Players, Rounds int
			Target          string
			Advance         float64
		}
	}
	OTP struct {
		TimesOnThePlay8Rounds []struct {
			K      int
			Chance decimal
		}
		ExpectedWins []struct {
			OnThePlay int
			Expected  decimal
		}
	}
}

func plan(t testing.TB, c sim.PlanConfig) *sim.PlanResult {
	t.Helper()
	if c.Rules == nil {
		c.Rules = load(t, "lorcana")
	}
	res, err := sim.Plan(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func row(t *testing.T, res *sim.PlanResult, rec sim.Record) *sim.PointRow {
	t.Helper()
	for i := range res.Distribution {
		if res.Distribution[i].Record == rec {
			return &res.Distribution[i]
		}
	}
	t.Fatalf("nobody ended with %v", rec)
	return nil
}

func near(t *testing.T, what string, got, want, margin float64) {
	t.Helper()
	if math.Abs(got-want) > margin {
		t.Errorf("%s is %v, want %v within %v", what, got, want, margin)
	}
}

// Without draws a field of a power of two has the same records every time.
func TestRecordsOfAFieldAreExact(t *testing.T) {
	var ex example22
	readExample(t, "22_simulator_exact.json", &ex)
	for _, f := range ex.Fields {
		res := plan(t, sim.PlanConfig{Players: f.Players, Rounds: f.Rounds, Cut: rules.Cut{Top: f.TopCut}, Trials: 300})
		if len(res.Distribution) != len(f.Rows) {
			t.Errorf("%d players: %d rows, want %d", f.Players, len(res.Distribution), len(f.Rows))
			continue
		}
		for i, want := range f.Rows {
			got := res.Distribution[i]
			if got.Points != want.Points || got.Record != want.Record || got.Players != want.Players || got.Cumulative != want.Cumulative {
				t.Errorf("%d players: row %+v, want %+v", f.Players, got, want)
			}
			near(t, "the share in the cut", 100*got.TopCut, want.TopCutPct.Dec, 1e-6)
		}
	}
}

// docs/rules/lorcana.md#lor-19, LOR-26: average game wins by record.
func TestLOR26_GameWinsByRecord(t *testing.T) {
	var ex example22
	readExample(t, "22_simulator_exact.json", &ex)
	byRounds := map[int]*sim.PlanResult{}
	for _, rounds := range []int{3, 5} {
		byRounds[rounds] = plan(t, sim.PlanConfig{Players: 1 << rounds, Rounds: rounds, Trials: 40_000})
	}
	for _, c := range ex.GameWinPct.Cases {
		res := byRounds[c.Record.Rounds()]
		near(t, "gwp of "+c.Record.String(), res.Tiebreak(row(t, res, c.Record), "gwp"), c.Expected.Dec, 0.008)
	}
}

// docs/rules/lorcana.md#lor-09, LOR-37: who reaches the losses leaves; the records tell
// when.
func TestLOR09_Drops(t *testing.T) {
	res := plan(t, sim.PlanConfig{Players: 16, Rounds: 4, DropLosses: 2, Trials: 200})
	if got := row(t, res, sim.Record{Losses: 2}).Players; got != 4 {
		t.Errorf("%v players left at 0-2, want 4", got)
	}
	if got := row(t, res, sim.Record{Wins: 1, Losses: 2}).Players; got != 4 {
		t.Errorf("%v players left at 1-2, want 4", got)
	}
	res = plan(t, sim.PlanConfig{Players: 16, Rounds: 4, DropLosses: 1, Trials: 200})
	want := map[string]float64{"0-1-0": 8, "1-1-0": 4, "2-1-0": 2, "3-1-0": 1, "4-0-0": 1}
	got := map[string]float64{}
	for _, r := range res.Distribution {
		got[r.Record.String()] = r.Players
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// docs/rules/lorcana.md#lor-11, LOR-40, LOR-54.
func TestLOR11_DayTwo(t *testing.T) {
	var ex example22
	readExample(t, "22_simulator_exact.json", &ex)
	for _, c := range ex.DayTwo.Cases[:2] {
		target, err := sim.ParseRecord(c.Target)
		if err != nil {
			t.Fatal(err)
		}
		res := plan(t, sim.PlanConfig{Players: c.Players, Rounds: c.Rounds, DayTwo: target, Cut: rules.Cut{Top: 4}, Trials: 200})
		var all, in float64
		for _, r := range res.Earlier[0].Distribution {
			all += r.Players
			in += r.Players * r.TopCut
		}
		if all != float64(c.Players) || in != c.Advance {
			t.Errorf("%v of %v players go on, want %v of %d", in, all, c.Advance, c.Players)
		}
		var played float64
		for _, r := range res.Distribution {
			if r.Record.Rounds() == c.Rounds {
				played += r.Players
			}
		}
		near(t, "the number of players to the end", played, c.Advance, 1e-9)
	}
}

// docs/rules/lorcana.md#lor-12, LOR-39, LOR-53.
func TestLOR12_OnThePlay(t *testing.T) {
	var ex example22
	readExample(t, "22_simulator_exact.json", &ex)
	res := plan(t, sim.PlanConfig{Players: 256, Rounds: 8, PlayChance: sim.DefaultPlayChance, Trials: 8000})
	for _, want := range ex.OTP.TimesOnThePlay8Rounds {
		near(t, "the share of players", res.Luck[want.K].Players.P, want.Chance.Dec, 0.005)
	}
	for _, want := range ex.OTP.ExpectedWins {
		// Paired by points, a win is a little less likely against better opponents.
		near(t, "wins", res.Luck[want.OnThePlay].Wins, want.Expected.Dec, 0.12)
	}
}

// docs/rules/lorcana.md#lor-10: player 1 has the awarded bye and seven players another.
func TestLOR10_AwardedByes(t *testing.T) {
	res := plan(t, sim.PlanConfig{Players: 8, Rounds: 1, Byes: []int{1}, Trials: 500})
	// Two byes and three matches: five wins, three losses.
	if w, l := row(t, res, sim.Record{Wins: 1}).Players, row(t, res, sim.Record{Losses: 1}).Players; w != 5 || l != 3 {
		t.Errorf("%v won and %v lost, want 5 and 3", w, l)
	}
}

// docs/rules/lorcana.md#lor-33, LOR-64: the count of players who may end up ahead, in
// both modes.
func TestLOR33_GuaranteeCount(t *testing.T) {
	var ex struct {
		Cases []struct {
			Name                                 string
			Groups                               []struct{ Points, Players int }
			MePoints, OppPoints, Cut, RoundsLeft int
			Expect                               map[string]struct {
				MeWorseCount, OppWorseCount int
				MeSafe, OppSafe, Draw       bool
			}
		}
	}
	readExample(t, "23_intentional_draw_guarantee.json", &ex)
	for _, c := range ex.Cases {
		var points []int
		for _, g := range c.Groups {
			for range g.Players {
				points = append(points, g.Points)
			}
		}
		find := func(points []int, want, not int) int {
			for i, p := range points {
				if p == want && i != not {
					return i
				}
			}
			t.Fatalf("%s: nobody has %d points", c.Name, want)
			return -1
		}
		me := find(points, c.MePoints, -1)
		opp := find(points, c.OppPoints, me)
		for mode, want := range c.Expect {
			mine := sim.DrawThreats(points, me, opp, c.RoundsLeft, 3, 1, mode == "strict")
			theirs := sim.DrawThreats(points, opp, me, c.RoundsLeft, 3, 1, mode == "strict")
			if mine != want.MeWorseCount || theirs != want.OppWorseCount || (mine < c.Cut) != want.MeSafe || (theirs < c.Cut) != want.OppSafe {
				t.Errorf("%s, %s: counts %d and %d, want %d and %d", c.Name, mode, mine, theirs, want.MeWorseCount, want.OppWorseCount)
			}
		}
	}
}

// docs/rules/lorcana.md#lor-32, LOR-36: with 8 players, 3 rounds and a cut of 4 the two
// 2-0 players draw in the last round, and no others; switched off none do (LOR-08).
func TestLOR32_DrawsInTheLastRound(t *testing.T) {
	for mode, want := range map[sim.IDMode]float64{sim.IDsOff: 0, sim.IDsLiteral: 2, sim.IDsStrict: 2} {
		res := plan(t, sim.PlanConfig{Players: 8, Rounds: 3, Cut: rules.Cut{Top: 4}, IDs: mode, Trials: 200})
		got := 0.0
		for _, r := range res.Distribution {
			if r.Record.Draws > 0 {
				got += r.Players
				if r.Record != (sim.Record{Wins: 2, Draws: 1}) {
					t.Errorf("a player drew to %v", r.Record)
				}
			}
		}
		if got != want {
			t.Errorf("mode %d: %v players drew, want %v", mode, got, want)
		}
	}
}

// docs/rules/lorcana.md#lor-34: 16 players, 5 rounds, a cut of 8: two 3-0 players draw
// twice.
func TestLOR34_DrawsInTheLastButOne(t *testing.T) {
	res := plan(t, sim.PlanConfig{Players: 16, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral, Trials: 400})
	for _, g := range res.Guide {
		unbeaten := g.Record == sim.Record{Wins: 3}
		if g.Round == 3 && (unbeaten && g.Drew != g.Players || !unbeaten && g.Drew != 0) || g.Round < 3 && g.Drew != 0 {
			t.Errorf("after round %d %d of %d with %v drew", g.Round, g.Drew, g.Players, g.Record)
		}
	}
}

// docs/rules/lorcana.md#lor-01: the same seed and number of trials give the same numbers,
// whatever the number of threads; another seed gives others.
func TestLOR01_SeedAndThreads(t *testing.T) {
	c := sim.PlanConfig{
		Rules: load(t, "magic"), Players: 47, Rounds: 6, Cut: rules.Cut{Top: 8}, DrawChance: 9, IDs: sim.IDsStrict, DropLosses: 4,
		Byes: []int{1, 3}, PlayChance: 110, Trials: 3000, Seed: [32]byte{7},
	}
	one := plan(t, c)
	c.Threads = 4
	if diff := cmp.Diff(one, plan(t, c)); diff != "" {
		t.Errorf("threads matter (-one +four):\n%s", diff)
	}
	c.Seed = [32]byte{8}
	if cmp.Equal(one, plan(t, c)) {
		t.Error("another seed gives the same numbers")
	}
}

// docs/rules/lorcana.md#lor-44 to LOR-49 and LOR-55: the table adds up, with every option
// on.
func TestLOR43_PointDistributionAddsUp(t *testing.T) {
	for _, id := range []string{"lorcana", "magic", "pokemon"} {
		res := plan(t, sim.PlanConfig{Rules: load(t, id), Players: 45, Rounds: 6, Cut: rules.Cut{Top: 8}, DrawChance: 15, IDs: sim.IDsStrict, Trials: 2000})
		var players, in float64
		last := math.Inf(1)
		for i := range res.Distribution {
			r := &res.Distribution[i]
			players += r.Players
			in += r.Players * r.TopCut
			if r.Points > last {
				t.Errorf("%s: %v points after %v", id, r.Points, last)
			}
			last = r.Points
			if r.Bubble != (r.TopCut > 0 && r.TopCut < 1) || r.Margin <= 0 {
				t.Errorf("%s: bubble or margin of %+v", id, r)
			}
			for k, v := range r.Tiebreaks {
				if v < 0.25 && r.FinishesInRow > 1000 || v > 1 {
					t.Errorf("%s: %v has %s %v", id, r.Record, res.Tiebreaks[k], v)
				}
			}
		}
		near(t, "the sum of players", players, 45, 1e-9)
		near(t, "the last cumulative", res.Distribution[len(res.Distribution)-1].Cumulative, 45, 1e-9)
		near(t, "the sum in the cut", in, 8, 1e-9)
		if s := res.Summary; s.Cut != 8 || s.AlwaysIn == nil || s.EverIn == nil || *s.EverIn > *s.AlwaysIn || s.LastIn < *s.EverIn || res.Trials != 2000 {
			t.Errorf("%s: summary %+v", id, s)
		}
	}
}

// docs/rules/lorcana.md#lor-50 to LOR-52: the guide counts what happened, and estimates
// what did not.
func TestLOR50_GuideCounts(t *testing.T) {
	res := plan(t, sim.PlanConfig{Players: 64, Rounds: 6, Cut: rules.Cut{Top: 8}, IDs: sim.IDsStrict, Trials: 1600})
	players := map[int]int64{}
	estimated := 0
	for _, g := range res.Guide {
		players[g.Round] += g.Players
		if g.Won+g.Lost+g.Drew != g.Players {
			t.Errorf("row %+v does not add up", g)
		}
		for _, c := range []struct {
			n int64
			c sim.Chance
		}{{g.Won, g.CutIfWin}, {g.Lost, g.CutIfLoss}, {g.Drew, g.CutIfDraw}} {
			if c.c.Estimated != (c.n == 0) || c.c.P < 0 || c.c.P > 1 {
				t.Errorf("round %d, %v: %+v of %d", g.Round, g.Record, c.c, c.n)
			}
			if c.c.Estimated {
				estimated++
			}
		}
		if g.CutIfDraw.Estimated && (g.CutIfDraw.P < g.CutIfLoss.P || g.CutIfDraw.P > max(g.CutIfWin.P, g.CutIfLoss.P)) {
			t.Errorf("round %d, %v: a draw at %v does not lie between a loss at %v and a win at %v", g.Round, g.Record, g.CutIfDraw.P, g.CutIfLoss.P, g.CutIfWin.P)
		}
		if g.Round == 5 && g.Record == (sim.Record{Wins: 5}) && (g.Drew != g.Players || g.Verdict != sim.Safe) {
			t.Errorf("5-0 players do not all draw safely: %+v", g)
		}
		if g.Round == 5 && g.Record == (sim.Record{Wins: 2, Losses: 3}) && g.Verdict != sim.Out {
			t.Errorf("a 2-3 player is not out: %+v", g)
		}
	}
	for round := 1; round < 6; round++ {
		if want := int64(64 * res.Detailed); players[round] != want {
			t.Errorf("round %d has %d players, want %d", round, players[round], want)
		}
	}
	if estimated == 0 {
		t.Error("nothing was estimated, although nobody draws by chance")
	}
}

// docs/rules/lorcana.md#lor-06: a preset overwrites what it names and nothing else.
func TestLOR06_Presets(t *testing.T) {
	c := sim.PlanConfig{Rules: load(t, "lorcana"), Players: 100, Byes: []int{2}, Trials: 77, DropLosses: 3, Seed: [32]byte{3}}
	for _, tc := range []struct {
		name   string
		rounds int
		cut    rules.Cut
		ids    sim.IDMode
		day    sim.Record
	}{
		{"set-championship", 7, rules.Cut{Top: 8}, sim.IDsLiteral, sim.Record{}},
		{"store-league", 7, rules.Cut{}, sim.IDsOff, sim.Record{}},
		{"two-day", 10, rules.Cut{Top: 12}, sim.IDsLiteral, sim.Record{Wins: 5, Losses: 2}},
	} {
		got, err := c.Preset(tc.name)
		if err != nil {
			t.Fatal(err)
		}
		want := c
		want.Rounds, want.Cut, want.IDs, want.DayTwo, want.DropLosses, want.DrawChance = tc.rounds, tc.cut, tc.ids, tc.day, 0, 10
		got.Rules, want.Rules = nil, nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
	if _, err := c.Preset("casual"); err == nil {
		t.Error("an unknown preset is accepted")
	}
}

// docs/rules/lorcana.md#lor-05, LOR-07: input is checked.
func TestLOR05_BadInput(t *testing.T) {
	good := sim.PlanConfig{Rules: load(t, "lorcana"), Players: 8, Rounds: 3, Cut: rules.Cut{Top: 4}}
	for _, tc := range []struct {
		change func(*sim.PlanConfig)
		want   string
	}{
		{func(c *sim.PlanConfig) { c.Cut.Top = 9 }, "larger than the field"},
		{func(c *sim.PlanConfig) { c.Cut = rules.Cut{Points: 10} }, "Nobody can have 10 points after 3 rounds: 9 at most."},
		{func(c *sim.PlanConfig) { c.Players = 1 }, "1 players"},
		{func(c *sim.PlanConfig) { c.Rounds = 0 }, "0 rounds"},
		{func(c *sim.PlanConfig) { c.DropLosses = 4 }, "after 1 to 3 losses"},
		{func(c *sim.PlanConfig) { c.Byes = []int{4} }, "round 4"},
		{func(c *sim.PlanConfig) { c.DayTwo = sim.Record{Wins: 3} }, "second day"},
		{func(c *sim.PlanConfig) { c.Rules = load(t, "one-piece"); c.DrawChance = 1 }, "no draws"},
		{func(c *sim.PlanConfig) { c.Rules = load(t, "riichi-wrc") }, "isn't played by two"},
	} {
		c := good
		tc.change(&c)
		if _, err := sim.Plan(t.Context(), c); err == nil || !strings.Contains(fault(err), tc.want) {
			t.Errorf("error %v, want %q", err, tc.want)
		}
	}
	for text, want := range map[string]sim.Percent{"0%": 0, "12.5": 25, "12,5 %": 25, "１２．５％": 25, "100": 200} {
		if got, err := sim.ParsePercent(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"12.3", "-1", "101", "x", ""} {
		if _, err := sim.ParsePercent(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// docs/rules/lorcana.md#lor-14: a plan can be cancelled.
func TestLOR14_Cancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := sim.PlanConfig{Rules: load(t, "lorcana"), Players: 64, Rounds: 6, Trials: 1_000_000}
	c.Progress = func(int, int) { cancel() }
	if _, err := sim.Plan(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	c.Players, c.Trials = 4096, sim.MaxTrials
	if c.Estimate() < sim.SlowPlan {
		t.Errorf("%v is not slow", c.Estimate())
	}
}

// The luck of the first turn compares equals: if it is worth nothing it shows nothing,
// for players who drop, draw by agreement, have a bye or go on to the second day; if it
// is worth something, the lucky make the cut more often.
func TestLuckComparesEquals(t *testing.T) {
	for _, c := range []sim.PlanConfig{
		{Players: 33, Rounds: 6, Cut: rules.Cut{Top: 8}, DropLosses: 2},
		{Players: 32, Rounds: 5, Cut: rules.Cut{Top: 8}, IDs: sim.IDsLiteral, DrawChance: 10},
		{Players: 32, Rounds: 7, Cut: rules.Cut{Top: 4}, DayTwo: sim.Record{Wins: 3, Losses: 1}, DropLosses: 3},
	} {
		for _, c.PlayChance = range []sim.Percent{100, 120} {
			c.Trials = 12_000
			res := plan(t, c)
			var players, wins, in float64
			for _, r := range res.Luck {
				players += float64(r.Players.N) * r.Players.P / float64(res.Detailed*c.Players)
				wins += r.Wins * r.Players.P
				in += r.TopCut.P * r.Players.P
			}
			for _, r := range res.Luck {
				off := math.Abs(r.TopCut.P - in)
				if c.PlayChance == 100 && (off > 2.3*r.TopCut.Margin || math.Abs(r.Wins-wins) > 6/math.Sqrt(float64(r.TopCut.N))) {
					t.Errorf("%+v: of %d first turns %.3f make the cut with %.2f wins, of all %.3f with %.2f", c, r.OnThePlay, r.TopCut.P, r.Wins, in, wins)
				}
				if r.Share != float64(r.OnThePlay)/float64(c.Rounds) {
					t.Errorf("%d of %d rounds are a share of %v", r.OnThePlay, c.Rounds, r.Share)
				}
			}
			lucky, unlucky := res.Luck[c.Rounds-1], res.Luck[1]
			if c.PlayChance == 120 && lucky.TopCut.P-lucky.TopCut.Margin < unlucky.TopCut.P+unlucky.TopCut.Margin {
				t.Errorf("%+v: the first turn wins 60 %%, but %v of the lucky and %v of the unlucky make the cut", c, lucky.TopCut, unlucky.TopCut)
			}
		}
	}
}

// docs/rules/lorcana.md#lor-27: a draw by agreement counts 1-1-1 like any other, and by
// choice as the ruleset records it: 0-0-3.
func TestLOR27_AgreedDrawsCountAsTheDocumentSays(t *testing.T) {
	c := sim.PlanConfig{Players: 8, Rounds: 3, Cut: rules.Cut{Top: 4}, IDs: sim.IDsLiteral, Trials: 4000}
	for recorded, drawn := range map[bool]float64{false: 4, true: 3} { // points of the drawn match of three games
		c.RecordedIDs = recorded
		want := 0.0 // over two wins of 2-0 or 2-1 each
		for lost, ways := range []float64{.25, .5, .25} {
			want += ways * (12 + drawn) / (3 * float64(4+lost+3))
		}
		res := plan(t, c)
		near(t, "gwp of 2-0-1", res.Tiebreak(row(t, res, sim.Record{Wins: 2, Draws: 1}), "gwp"), want, 0.005)
	}
}

// Every chain of Swiss-like stages, round robins and cuts is planned in every game for
// two: each player is counted at each entry, and as many enter as there are places,
// early ones included. Any other chain is refused by the name of a stage.
func TestEveryChainIsPlannedOrItsStageNamed(t *testing.T) {
	var chains []string
	for _, first := range []string{"swiss", "swiss 3 unbeaten", "groups 3 swiss 3", "draft > swiss", "draft > swiss 3 across", "build > swiss 4", "groups 3 roundrobin", "groups 6 roundrobin twice", "draft > roundrobin", "groups 6 roundrobin"} {
		chains = append(chains, first, first+" > top 6 roundrobin")
		for _, second := range []string{"", " > top 12 swiss 2", " > points 3 min 6 swiss 1", " > equal 9 max 12 swiss 1 > top 6 swiss 1", " > swiss 2", " > top 6 roundrobin", " > top 6 swiss 1 > points 6 min 4 roundrobin"} {
			for _, cut := range []string{" > bracket", " > single 6", " > double points 3 min 4", " > reseed equal 3 max 9", " > placement 3 lock 6"} {
				if text := first + second + cut; !strings.Contains(text, "groups") && !strings.Contains(text, "roundrobin") || !strings.Contains(cut, "lock") {
					chains = append(chains, text)
				}
			}
		}
	}
	planned := 0
	for k, id := range []string{"lorcana", "pokemon", "chess-casual"} {
		for i, text := range chains {
			if i%3 != k {
				continue // each chain in one of the games
			}
			c, err := sim.PlanConfig{Rules: load(t, id), Players: 24 + i%3, DropLosses: i % 4, Trials: 4}.With(stage.MustParse(text))
			if err != nil {
				if !strings.Contains(err.Error(), "cut.power") && !strings.Contains(err.Error(), "groups.") {
					t.Errorf("%s, %s: %v", id, text, fault(err))
				}
				continue // the game itself refuses such an event
			}
			planned++
			c.DropLosses = min(c.DropLosses, c.Rounds)
			res := plan(t, c)
			for _, e := range append(slices.Clone(res.Earlier), res.Entry) {
				players, on := 0.0, 0.0
				for i := range e.Distribution {
					players += e.Distribution[i].Players
					on += e.Distribution[i].Players * e.Distribution[i].TopCut
				}
				if math.Abs(players-float64(c.Players)) > 1e-9 || math.Abs(on-e.Summary.Cut) > 1e-9 {
					t.Errorf("%s, %s, after round %d: %v of %d players are counted, %v of %v go on", id, text, e.After, players, c.Players, on, e.Summary.Cut)
				}
			}
		}
	}
	if planned < 100 {
		t.Errorf("only %d chains were planned", planned)
	}
	for chain, want := range map[string]string{
		"single": "single elimination", "draft > double": "double elimination", "swiss 15 > top 8 swiss 9 > single 4": "With Swiss rounds", "roundrobin": "With the round robin",
	} {
		if _, err := (sim.PlanConfig{Rules: load(t, "magic"), Players: 24}).With(stage.MustParse(chain)); err == nil || !strings.Contains(fault(err), want) {
			t.Errorf("%s: error %v, want %q", chain, err, want)
		}
	}
}
