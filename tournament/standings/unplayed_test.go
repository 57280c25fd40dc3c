package standings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// effect is what one entry does to its player: points, record (won, lost,
// drawn), share of the own percentage ("points/of" or "-" when the round is left
// out), games ("game points/of" or "-"), and whether the opponent counts.
type effect struct {
	points, record, pct, games string
	opponent                   bool
}

// The matrix of the package comment, ruleset by ruleset. Each kind
// is the only entry of A; whether it is a round of A's percentage, and whether
// it has games, is read off the explanation.
func TestUnplayedKinds(t *testing.T) {
	magic := map[string]effect{
		"bye":              {"3", "1-0-0", "1", "1", false},
		"intentional draw": {"1", "0-0-1", "1/2", "1/3", true},
		"assigned loss":    {"0", "0-1-0", "0", "-", false},
		"forfeit won":      {"3", "1-0-0", "1", "1", true},
		"forfeit lost":     {"0", "0-1-0", "0", "0", true},
		"double loss":      {"0", "0-1-0", "0", "-", true},
		"unfinished":       {"0", "0-0-0", "-", "-", false},
		"no entry":         {"0", "0-0-0", "-", "-", false},
	}
	with := func(base map[string]effect, changes map[string]effect) map[string]effect {
		out := map[string]effect{}
		for k, v := range base {
			out[k] = v
		}
		for k, v := range changes {
			out[k] = v
		}
		return out
	}
	// In games without game points every share of games is "-".
	noGames := func(base map[string]effect) map[string]effect {
		out := map[string]effect{}
		for k, v := range base {
			v.games = "-"
			out[k] = v
		}
		return out
	}
	pokemon := with(magic, map[string]effect{
		"bye":              {"3", "1-0-0", "-", "-", false},
		"intentional draw": {"1", "0-0-1", "1/2", "-", true},
	})
	one := func(points string, base map[string]effect) map[string]effect {
		return with(base, map[string]effect{
			"bye":         {points, "1-0-0", "-", "-", false},
			"forfeit won": {points, "1-0-0", "1", base["forfeit won"].games, true},
		})
	}
	meccg := noGames(with(magic, map[string]effect{
		"bye":         {"6", "0-0-0", "-", "-", false},
		"forfeit won": {"6", "1-0-0", "1", "-", true},
	}))
	// A mahjong table is won by points alone; what the bot does not offer there has
	// no points either.
	riichi := noGames(with(magic, map[string]effect{
		"bye":              {"0", "0-0-0", "-", "-", false},
		"intentional draw": {"0", "0-0-1", "1/2", "-", true},
		"assigned loss":    {"0", "0-0-0", "-", "-", false},
		"forfeit won":      {"0", "1-0-0", "1", "-", true},
	}))
	kinds := []string{"bye", "awarded bye", "intentional draw", "assigned loss", "forfeit won", "forfeit lost", "double loss", "unfinished", "no entry"}
	table := map[string]map[string]effect{
		"magic":           magic,
		"magic-melee":     magic,
		"lorcana":         with(magic, map[string]effect{"bye": {"3", "1-0-0", "-", "1", false}}),
		"lorcana-playhub": with(magic, map[string]effect{"bye": {"3", "1-0-0", "-", "-", false}}),
		"pokemon":         pokemon,
		"pokemon-2009":    with(one("1", pokemon), map[string]effect{"intentional draw": {"0", "0-0-1", "1/2", "-", true}}),
		"yugioh":          with(one("3", magic), map[string]effect{"intentional draw": {"1", "0-0-1", "1/2", "-", true}}),
		"flesh-and-blood": with(one("1", magic), map[string]effect{"intentional draw": {"0", "0-0-1", "1/2", "0", true}}),
		"one-piece":       with(one("3", magic), map[string]effect{"intentional draw": {"0", "0-0-1", "1/2", "-", true}}),
		"meccg":           with(meccg, map[string]effect{"intentional draw": {"3", "0-0-1", "1/2", "-", true}}),
		"netrunner": noGames(with(magic, map[string]effect{
			"bye":              {"6", "1-0-0", "1", "-", false},
			"intentional draw": {"3", "0-0-1", "1/2", "-", true},
			"assigned loss":    {"0", "0-0-0", "-", "-", false},
			"forfeit won":      {"6", "1-0-0", "1", "-", true},
		})),
		"chess-casual": with(noGames(magic), map[string]effect{
			"bye":              {"1", "1-0-0", "-", "-", false},
			"awarded bye":      {"1/2", "0-0-1", "-", "-", false},
			"intentional draw": {"1/2", "0-0-1", "1/2", "-", true},
			"assigned loss":    {"0", "0-0-0", "-", "-", false},
			"forfeit won":      {"1", "1-0-0", "1", "-", false},
			"forfeit lost":     {"0", "0-1-0", "0", "-", false},
			"double loss":      {"0", "0-1-0", "0", "-", false},
		}),
		"commander-pods": noGames(with(magic, map[string]effect{
			"bye":         {"5", "1-0-0", "1", "-", false},
			"forfeit won": {"5", "1-0-0", "1", "-", true},
		})),
		"riichi-helper": riichi,
		"riichi-ema":    riichi,
		"riichi-wrc":    riichi,
		"m-league":      riichi,
	}
	for _, id := range rules.IDs() {
		want, of := table[id], load(t, id)
		for want == nil && of.Extends != "" { // as the game that it extends
			of = load(t, of.Extends)
			want = table[of.ID]
		}
		t.Run(id, func(t *testing.T) {
			if want == nil {
				t.Fatal("the game has no line in this table, and extends none that has")
			}
			for _, kind := range kinds {
				effects, ok := want[kind]
				if kind == "awarded bye" && !ok {
					effects, ok = want["bye"], true
				}
				if !ok {
					t.Errorf("%q is not in the table", kind)
				}
				if diff := cmp.Diff(effects, effectOf(t, load(t, id), kind), cmp.AllowUnexported(effect{})); diff != "" {
					t.Errorf("%s (-want +got):\n%s", kind, diff)
				}
			}
		})
	}
}

func effectOf(t *testing.T, rs *rules.Ruleset, kind string) effect {
	t.Helper()
	none := fraction.Int(-1) // no mean of points
	rs.Ranking.Tiebreaks = []rules.Tiebreak{
		{Func: "wp", Title: "own"}, {Func: "gwp", Title: "games"}, {Func: "opPoints", Title: "opponent", NoOpponents: &none},
	}
	f := newField("A", "B", "C")
	switch kind {
	case "bye":
		f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "A")
	case "awarded bye":
		f.l.Players[0].ByeRounds = 1 << 1
		f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "A")
	case "intentional draw":
		f.match(1, ledger.Swiss, ledger.IntentionalDraw, ledger.Result{}, "A", "B")
	case "assigned loss":
		f.match(1, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "A")
	case "forfeit won":
		f.match(1, ledger.Swiss, ledger.Forfeit, ledger.Result{}, "A", "B")
	case "forfeit lost":
		f.match(1, ledger.Swiss, ledger.Forfeit, ledger.Result{}, "B", "A")
	case "double loss":
		f.match(1, ledger.Swiss, ledger.DoubleLoss, ledger.Result{}, "A", "B")
	case "unfinished":
		f.match(1, ledger.Swiss, ledger.Played, ledger.Result{}, "A", "B")
	default:
		f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "C")
	}
	table := f.compute(t, rs)
	row := table.Row(0)
	explanation := strings.Join(explained(table, 0), "\n")
	share := func(fn, nothing string) string {
		if strings.Contains(explanation, nothing) {
			return "-"
		}
		v, _ := table.Value(row, fn)
		return v.String()
	}
	opponent, _ := table.Value(row, "opPoints")
	return effect{
		points: row.Points.String(), record: fmt.Sprintf("%d-%d-%d", row.Record[0], row.Record[1], row.Record[2]),
		pct: share("wp", "tiebreak.of_rounds title=own part=0 whole=0 "), games: share("gwp", "tiebreak.of_games title=games part=0 whole=0 "), opponent: !opponent.Equal(none),
	}
}

// A match of two players who are in no other: its games count as given, also
// when both lose.
func TestDoubleLossKeepsItsGames(t *testing.T) {
	f := newField("A", "B")
	f.match(1, ledger.Swiss, ledger.DoubleLoss, gamesResult(1, 0, 0), "A", "B")
	table := f.compute(t, load(t, "yugioh"))
	for i, row := range table.Rows {
		if row.Record != [3]int{0, 1, 0} || !row.Points.IsZero() {
			t.Errorf("row %d: %+v", i, row)
		}
	}
	rs := load(t, "magic")
	f.expectValue(t, f.compute(t, rs), "A", "gwp", fraction.Int(1))
	f.expectValue(t, f.compute(t, rs), "B", "gwp", fraction.New(33, 100))
}

// Dropped players keep a place in most games, lose it in MECCG; the disqualified
// are last and have none; their matches stay.
func TestDroppedAndDisqualified(t *testing.T) {
	for _, tc := range []struct {
		ruleset string
		order   []string
		places  []int
	}{
		{"magic", []string{"A", "B", "C", "D"}, []int{1, 2, 3, 0}},
		{"meccg", []string{"B", "C", "A", "D"}, []int{1, 2, 0, 0}},
	} {
		rs := load(t, tc.ruleset)
		f := newField("A", "B", "C", "D")
		text := map[string]string{"magic": "2-0", "meccg": "20-10"}[tc.ruleset]
		for round, pairs := range [][2][2]string{{{"A", "C"}, {"D", "B"}}, {{"A", "D"}, {"B", "C"}}} {
			for _, p := range pairs {
				_, res, err := rs.ParseResult(ledger.Swiss, 0, 2, text)
				if err != nil {
					t.Fatal(err)
				}
				f.match(round+1, ledger.Swiss, ledger.Played, res, p[0], p[1])
			}
		}
		f.l.Players[0].DroppedAfter = 2
		f.l.Players[3].Disqualified = true
		table := f.compute(t, rs)
		if diff := cmp.Diff(tc.order, f.order(table)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.ruleset, diff)
		}
		for i, row := range table.Rows {
			if row.Place != tc.places[i] {
				t.Errorf("%s: %s has place %d, want %d", tc.ruleset, f.name(row.Player), row.Place, tc.places[i])
			}
		}
		if got := table.Row(1).Record; got != [3]int{1, 1, 0} {
			t.Errorf("%s: the match against the disqualified is gone: %v", tc.ruleset, got)
		}
	}
}

// Rounds of elimination stages and later rounds do not enter the standings.
func TestWhichRoundsCount(t *testing.T) {
	f := newField("A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "A", "B")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(0, 2, 0), "A", "B")
	f.match(3, ledger.Elimination, ledger.Played, gamesResult(2, 0, 0), "A", "B")
	rs := load(t, "magic")
	for after, want := range map[int]int64{0: 0, 1: 3, 2: 3, 3: 3, standings.All: 3, 99: 3} {
		table, err := standings.Compute(f.l, rs, standings.Options{After: after})
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Row(0).Points; !got.Equal(fraction.Int(want)) {
			t.Errorf("after %d: %v points, want %d", after, got, want)
		}
		if wins := table.Row(0).Record[0]; after == 0 && wins != 0 || after != 0 && wins != 1 {
			t.Errorf("after %d: %d wins", after, wins)
		}
	}
}

func TestComputeRefusesABrokenLedger(t *testing.T) {
	for name, breakIt := range map[string]func(*ledger.Ledger){
		"unknown player": func(l *ledger.Ledger) { l.Rounds[0].Matches[0].Seats[0] = 9 },
		"empty seat":     func(l *ledger.Ledger) { l.Rounds[0].Matches[0].Seats[1] = ledger.None },
		"no seats":       func(l *ledger.Ledger) { l.Rounds[0].Matches[0].N = 0 },
		"bye of two":     func(l *ledger.Ledger) { l.Rounds[0].Matches[0].Kind = ledger.Bye },
		"round number":   func(l *ledger.Ledger) { l.Rounds[0].Number = 2 },
	} {
		f := newField("A", "B")
		f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "A", "B")
		breakIt(f.l)
		if _, err := standings.Compute(f.l, load(t, "magic"), standings.Options{After: standings.All}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	rs := load(t, "magic")
	rs.Ranking.Tiebreaks[0].Func = "luck"
	if _, err := standings.Compute(newField("A").l, rs, standings.Options{}); err == nil {
		t.Error("a tiebreak that does not exist was computed")
	}
}
