package standings_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// docs/rules/lorcana.md#lor-15, LOR-18, LOR-20 to LOR-24, LOR-61, LOR-62,
// docs/rules/magic.md#mtg-18, MTG-41, MTG-42, MTG-52: four variants of floor and bye;
// places 4 and 5 depend on them.
func TestSwissPercentages(t *testing.T) {
	var ex struct {
		Players []string
		Rounds  [][]exMatch
		Expect  []struct {
			Label     string
			Standings []struct {
				Player             string
				Points             frac
				Record             string
				MWP, OMW, GWP, OGW frac
				Rank               int
			}
		}
	}
	readExample(t, "01", &ex)
	variants := []*rules.Ruleset{
		load(t, "lorcana", "bye", "left-out"),
		load(t, "magic"),
		load(t, "magic", "bye", "left-out"),
		load(t, "lorcana"),
	}
	if len(ex.Expect) != len(variants) {
		t.Fatalf("%d variants", len(ex.Expect))
	}
	for i, want := range ex.Expect {
		rs := variants[i]
		floor := rs.Ranking.Tiebreaks[0].Floor
		rs.Ranking.Tiebreaks = append(rs.Ranking.Tiebreaks, rules.Tiebreak{Func: "mwp", Title: "own", ShowOnly: true, Floor: floor})
		f := newField(ex.Players...)
		f.play(ex.Rounds, [3]int32{})
		table := f.compute(t, rs)
		for _, s := range want.Standings {
			f.expectRow(t, table, s.Player, s.Rank, s.Points.Fraction)
			for fn, v := range map[string]frac{"mwp": s.MWP, "omw": s.OMW, "gwp": s.GWP, "ogw": s.OGW} {
				f.expectValue(t, table, s.Player, fn, v.Fraction)
			}
			rec := table.Row(f.index(s.Player)).Record
			if got := fmt.Sprintf("%d-%d-%d", rec[0], rec[1], rec[2]); got != s.Record {
				t.Errorf("%s: %s has record %s, want %s", want.Label, s.Player, got, s.Record)
			}
		}
	}
	// lorcana-playhub is the variant with both left out and a floor of 0.33.
	playhub := load(t, "lorcana-playhub")
	f := newField(ex.Players...)
	f.play(ex.Rounds, [3]int32{})
	for _, s := range ex.Expect[2].Standings {
		f.expectValue(t, f.compute(t, playhub), s.Player, "omw", s.OMW.Fraction)
	}
}

// docs/rules/lorcana.md#lor-17, LOR-19, LOR-21, docs/rules/magic.md#mtg-41: single
// percentages. Each case is played out against opponents who are of no interest.
func TestSinglePercentages(t *testing.T) {
	third := fraction.New(1, 3)
	for _, tc := range []struct {
		name    string
		rs      *rules.Ruleset
		results []string // of player A
		mwp     fraction.Fraction
	}{
		{"5-2-1", load(t, "magic"), []string{"2-0", "2-0", "2-0", "2-0", "2-0", "0-2", "0-2", "1-1"}, fraction.New(2, 3)},
		{"1-3 raised to the floor", load(t, "magic"), []string{"2-0", "0-2", "0-2", "0-2"}, fraction.New(33, 100)},
		{"1-3 with a floor of a third", load(t, "lorcana"), []string{"2-0", "0-2", "0-2", "0-2"}, third},
		{"3-2 with a bye, counted", load(t, "magic"), []string{"bye", "2-0", "2-0", "0-2", "0-2"}, fraction.New(3, 5)},
		{"3-2 with a bye, left out", load(t, "magic", "bye", "left-out"), []string{"bye", "2-0", "2-0", "0-2", "0-2"}, fraction.New(1, 2)},
		{"6-2-1 with two byes, left out", load(t, "magic", "bye", "left-out"), []string{"bye", "bye", "2-0", "2-0", "2-0", "2-0", "0-2", "0-2", "1-1"}, fraction.New(13, 21)},
		{"6-2-1 with two byes, counted", load(t, "magic"), []string{"bye", "bye", "2-0", "2-0", "2-0", "2-0", "0-2", "0-2", "1-1"}, fraction.New(19, 27)},
	} {
		floor := tc.rs.Ranking.Tiebreaks[0].Floor
		tc.rs.Ranking.Tiebreaks = append(tc.rs.Ranking.Tiebreaks, rules.Tiebreak{Func: "mwp", Title: "own", Floor: floor})
		f, table := playLine(t, tc.rs, tc.results)
		f.expectValue(t, table, "A", "mwp", tc.mwp)
	}
	for _, tc := range []struct {
		name    string
		results []string
		gwp     fraction.Fraction
	}{
		{"2-0, 2-1, 1-2, 0-2", []string{"2-0", "2-1", "1-2", "0-2"}, fraction.New(1, 2)},
		{"7 wins, 3 losses", []string{"2-0", "2-1", "2-1", "1-0", "0-1"}, fraction.New(7, 10)},
		{"1 win, 7 losses", []string{"0-2", "0-2", "0-2", "1-0", "0-1"}, fraction.New(33, 100)},
		{"an agreed draw as 0-0-3", []string{"2-0", "2-0", "0-0-3"}, fraction.New(5, 7)},
		{"an agreed draw as 0-0-0", []string{"2-0", "2-0", "0-0"}, fraction.Int(1)},
		{"a drawn game", []string{"2-0-1"}, fraction.New(7, 9)},
		{"time after game one", []string{"1-0-1"}, fraction.New(4, 6)},
	} {
		f, table := playLine(t, load(t, "magic"), tc.results)
		f.expectValue(t, table, "A", "gwp", tc.gwp)
	}
	// No opponents: the floor, never 0.
	f := newField("A")
	f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "A")
	f.expectValue(t, f.compute(t, load(t, "magic")), "A", "omw", fraction.New(33, 100))
	f.expectValue(t, f.compute(t, load(t, "lorcana")), "A", "omw", third)
}

// playLine gives A these results, each against another opponent.
func playLine(t *testing.T, rs *rules.Ruleset, results []string) (*field, *standings.Table) {
	t.Helper()
	names := []string{"A"}
	for i := range results {
		names = append(names, fmt.Sprint("O", i+1))
	}
	f := newField(names...)
	for i, text := range results {
		if text == "bye" {
			f.match(i+1, ledger.Swiss, ledger.Bye, ledger.Result{}, "A")
			continue
		}
		kind, res, err := rs.ParseResult(ledger.Swiss, 0, 2, text)
		if err != nil {
			t.Fatal(err)
		}
		f.match(i+1, ledger.Swiss, kind, res, "A", names[i+1])
	}
	return f, f.compute(t, rs)
}

// Two-game matches on both published scales.
func TestTwoGameMatches(t *testing.T) {
	var ex struct {
		Scales []struct {
			PerGame int
			Rows    []struct {
				Score string
				A, B  int64
			}
		}
	}
	readExample(t, "03", &ex)
	for _, scale := range ex.Scales {
		rs := load(t, "lorcana", "match", map[int]string{3: "two-games-7", 1: "two-games-3"}[scale.PerGame])
		for _, row := range scale.Rows {
			var score string
			if _, err := fmt.Sscan(row.Score, &score); err != nil {
				t.Fatal(err)
			}
			kind, res, err := rs.ParseResult(ledger.Swiss, 0, 2, score)
			if err != nil {
				t.Errorf("%s: %v", row.Score, err)
				continue
			}
			got := standings.Score(rs, 1, &ledger.Match{Kind: kind, N: 2, Result: res})
			if !got[0].Equal(fraction.Int(row.A)) || !got[1].Equal(fraction.Int(row.B)) {
				t.Errorf("%s at %d a game: %v to %v, want %d to %d", row.Score, scale.PerGame, got[0], got[1], row.A, row.B)
			}
		}
	}
}

// docs/rules/pokemon.md#pkm-06, PKM-07, PKM-35, PKM-39 to PKM-41, PKM-44, PKM-45, PKM-87:
// both readings of the bye; late below on time; 25 and 75 percent.
func TestStandingsOfPokemon2009(t *testing.T) {
	var ex struct {
		Players           []string
		Rounds            [][]exMatch
		Late              []string
		DroppedAfterRound map[string]int
		Expect            []struct {
			Reading   string
			Standings []struct {
				Player            string
				Wins              frac
				WinPct, OWP, OOWP frac
				Rank              int
			}
		}
	}
	readExample(t, "04", &ex)
	for i, want := range ex.Expect {
		rs := load(t, "pokemon-2009")
		if i == 1 {
			rs = load(t, "pokemon-2009", "bye", "literal")
		}
		own := rs.Ranking.Tiebreaks[1]
		own.Func, own.ShowOnly = "wp", true
		rs.Ranking.Tiebreaks = append(rs.Ranking.Tiebreaks, own)
		f := newField(ex.Players...)
		f.play(ex.Rounds, [3]int32{1, 0, 0})
		f.drop(ex.DroppedAfterRound)
		for _, name := range ex.Late {
			f.l.Players[f.index(name)].LateRounds = 1
		}
		table := f.compute(t, rs)
		for _, s := range want.Standings {
			f.expectRow(t, table, s.Player, s.Rank, s.Wins.Fraction)
			for fn, v := range map[string]frac{"wp": s.WinPct, "owp": s.OWP, "oowp": s.OOWP} {
				f.expectValue(t, table, s.Player, fn, v.Fraction)
			}
		}
	}
}

// docs/rules/pokemon.md#pkm-46, PKM-47: the standing of the last opponent, and a circle
// of three in which it leaves two who met.
func TestStandingOfTheLastOpponent(t *testing.T) {
	var ex struct {
		LastOpponent struct {
			Players     []string
			Rounds      [][]exMatch
			OWP, OOWP   map[string]frac
			ExpectOrder []string
		}
		Cycle struct {
			Rounds     [][]exMatch
			FinalOrder []string
		}
	}
	readExample(t, "05", &ex)
	rs := load(t, "pokemon-2009")
	f := newField(ex.LastOpponent.Players...)
	f.play(ex.LastOpponent.Rounds, [3]int32{1, 0, 0})
	table := f.compute(t, rs)
	if diff := cmp.Diff(ex.LastOpponent.ExpectOrder, f.order(table)); diff != "" {
		t.Errorf("last opponent (-want +got):\n%s", diff)
	}
	for name, v := range ex.LastOpponent.OWP {
		f.expectValue(t, table, name, "owp", v.Fraction)
		f.expectValue(t, table, name, "oowp", ex.LastOpponent.OOWP[name].Fraction)
	}
	f = newField(ex.LastOpponent.Players...)
	f.play(ex.Cycle.Rounds, [3]int32{1, 0, 0})
	if diff := cmp.Diff(ex.Cycle.FinalOrder, f.order(f.compute(t, rs))); diff != "" {
		t.Errorf("circle (-want +got):\n%s", diff)
	}
}

// docs/rules/pokemon.md#pkm-46: a pair level on everything who met.
func TestHeadToHeadOfAPair(t *testing.T) {
	var ex struct {
		Players     []string
		Rounds      [][]exMatch
		OWP, OOWP   map[string]frac
		AssertAbove []string
	}
	readExample(t, "06", &ex)
	f := newField(ex.Players...)
	f.play(ex.Rounds, [3]int32{1, 0, 0})
	table := f.compute(t, load(t, "pokemon-2009"))
	for name, v := range ex.OWP {
		f.expectValue(t, table, name, "owp", v.Fraction)
		f.expectValue(t, table, name, "oowp", ex.OOWP[name].Fraction)
	}
	above, below := table.Row(f.index(ex.AssertAbove[0])), table.Row(f.index(ex.AssertAbove[1]))
	if above.Rank >= below.Rank {
		t.Errorf("%s ranks %d, %s %d", ex.AssertAbove[0], above.Rank, ex.AssertAbove[1], below.Rank)
	}
}

// Ties worth half, byes out, cap for who dropped; the example does not
// freeze percentages at the drop.
func TestStandingsOfPokemonToday(t *testing.T) {
	var ex struct {
		Players           []string
		Rounds            [][]exMatch
		DroppedAfterRound map[string]int
		Standings         []struct {
			Player            string
			Points            frac
			WinPct, OWP, OOWP frac
			Rank              int
		}
	}
	readExample(t, "07", &ex)
	f := newField(ex.Players...)
	f.play(ex.Rounds, [3]int32{1, 0, 0})
	f.drop(ex.DroppedAfterRound)
	table := f.compute(t, load(t, "pokemon", "freeze_owp", "off"))
	for _, s := range ex.Standings {
		f.expectRow(t, table, s.Player, s.Rank, s.Points.Fraction)
		for fn, v := range map[string]frac{"wp": s.WinPct, "owp": s.OWP, "oowp": s.OOWP} {
			f.expectValue(t, table, s.Player, fn, v.Fraction)
		}
	}
	// Frozen, F's opponents' percentage is that after round 1, when E was 1-0.
	frozen := f.compute(t, load(t, "pokemon"))
	f.expectValue(t, frozen, "E", "oowp", fraction.New(251, 384))
}

// The number is written as AABBBCCCDDD.
func TestYugiohNumber(t *testing.T) {
	var ex struct {
		Players   []string
		Rounds    [][]exMatch
		Standings []struct {
			Player string
			AA     frac
			Number frac
			Rank   int
		}
		DDDUnit []struct {
			LostRounds []int
			DDD        int64
		}
	}
	readExample(t, "08", &ex)
	rs := load(t, "yugioh")
	f := newField(ex.Players...)
	f.play(ex.Rounds, [3]int32{2, 0, 0})
	table := f.compute(t, rs)
	for _, s := range ex.Standings {
		f.expectRow(t, table, s.Player, s.Rank, s.AA.Fraction)
		f.expectValue(t, table, s.Player, "ygoNumber", s.Number.Fraction)
	}
	for _, tc := range ex.DDDUnit {
		results := []string{"2-0", "2-0", "2-0", "2-0", "2-0", "2-0", "2-0", "2-0", "2-0"}
		for _, round := range tc.LostRounds {
			results[round-1] = "0-2"
		}
		rs.Ranking.Tiebreaks = []rules.Tiebreak{{Func: "lossRoundsSquared", Title: "DDD"}}
		g, table := playLine(t, rs, results)
		g.expectValue(t, table, "A", "lossRoundsSquared", fraction.Int(tc.DDD))
	}
}

// Cumulative tiebreaker and shares of losses, lower first.
func TestFleshAndBloodTiebreakers(t *testing.T) {
	var ex struct {
		Players   []string
		Rounds    [][]exMatch
		Standings []struct {
			Player              string
			Wins                frac
			CTB, PML, OML, OCTB frac
			Rank                int
		}
		CTBUnit []struct {
			Seq string
			CTB frac
		}
	}
	readExample(t, "09", &ex)
	rs := load(t, "flesh-and-blood")
	f := newField(ex.Players...)
	f.play(ex.Rounds, [3]int32{1, 0, 0})
	table := f.compute(t, rs)
	for _, s := range ex.Standings {
		f.expectRow(t, table, s.Player, s.Rank, s.Wins.Fraction)
		for fn, v := range map[string]frac{"ctb": s.CTB, "pml": s.PML, "oml": s.OML, "octb": s.OCTB} {
			f.expectValue(t, table, s.Player, fn, v.Fraction)
		}
	}
	for _, tc := range ex.CTBUnit {
		var results []string
		for _, c := range tc.Seq {
			results = append(results, map[rune]string{'W': "1-0", 'L': "0-1", 'D': "draw"}[c])
		}
		g, table := playLine(t, rs, results)
		g.expectValue(t, table, "A", "ctb", tc.CTB.Fraction)
	}
	// W-D-W and W-L-W are level on points and ctb; the draw is no loss.
	draw, _ := playLine(t, rs, []string{"1-0", "draw", "1-0"})
	draw.expectValue(t, draw.compute(t, rs), "A", "pml", fraction.Fraction{})
	loss, _ := playLine(t, rs, []string{"1-0", "0-1", "1-0"})
	loss.expectValue(t, loss.compute(t, rs), "A", "pml", fraction.New(1, 3))
}

// Strength of schedule with byes.
func TestNetrunnerStrengthOfSchedule(t *testing.T) {
	var ex struct {
		Players   []string
		Rounds    [][]exMatch
		Standings []struct {
			Player    string
			Points    frac
			SoS, ESoS frac
			Rank      int
		}
	}
	readExample(t, "10", &ex)
	rs := load(t, "netrunner")
	f := newField(ex.Players...)
	for i, round := range ex.Rounds {
		for _, m := range round {
			if m.Bye != "" {
				f.match(i+1, ledger.Swiss, ledger.Bye, ledger.Result{}, m.Bye)
				continue
			}
			kind, res, err := rs.ParseResult(ledger.Swiss, 0, 2, string(m.PA)+"-"+string(m.PB))
			if err != nil {
				t.Fatal(err)
			}
			f.match(i+1, ledger.Swiss, kind, res, m.A, m.B)
		}
	}
	table := f.compute(t, rs)
	for _, s := range ex.Standings {
		f.expectRow(t, table, s.Player, s.Rank, s.Points.Fraction)
		f.expectValue(t, table, s.Player, "sos", s.SoS.Fraction)
		f.expectValue(t, table, s.Player, "esos", s.ESoS.Fraction)
	}
}
