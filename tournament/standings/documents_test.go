package standings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// The tests of this file check rules of docs/rules that are properties of standings and
// are in no worked example.

// council is a match of marshalling points: two names and their totals.
type council struct {
	a, b   string
	mp     [2]int32
	by     ledger.By
	winner int8
}

func (c council) play(f *field, round int) {
	res := ledger.Result{Form: ledger.Marshalling, V: [4]int32{c.mp[0], c.mp[1]}, By: c.by, HasWinner: c.by != ledger.ByPoints && c.by != ledger.ByTie, Winner: c.winner}
	f.match(round, ledger.Swiss, ledger.Played, res, c.a, c.b)
}

func bye(f *field, round int, name string) {
	f.match(round, ledger.Swiss, ledger.Bye, ledger.Result{}, name)
}

// docs/rules/meccg.md#mec-02: play against the field decides. A has lost to B and is
// ahead with the higher total.
func TestMEC02_TheFieldDecides(t *testing.T) {
	f := newField("A", "B", "C", "D")
	council{a: "B", b: "A", mp: [2]int32{11, 10}}.play(f, 1) // 4-2
	council{a: "C", b: "D", mp: [2]int32{11, 10}}.play(f, 1)
	council{a: "A", b: "D", mp: [2]int32{20, 10}}.play(f, 2) // 6-0
	council{a: "C", b: "B", mp: [2]int32{20, 10}}.play(f, 2)
	table := f.compute(t, load(t, "meccg"))
	f.expectRow(t, table, "C", 1, fraction.Int(10))
	f.expectRow(t, table, "A", 2, fraction.Int(8))
	f.expectRow(t, table, "B", 3, fraction.Int(4))
}

// docs/rules/meccg.md#mec-22: one result applies to a game, never two.
func TestMEC22_OneResultForAGame(t *testing.T) {
	rs := load(t, "meccg")
	for name, res := range map[string]ledger.Result{
		"more points and the weakest link": {Form: ledger.Marshalling, V: [4]int32{20, 10}, By: ledger.ByWeakestLink, HasWinner: true},
		"a tie with a winner":              {Form: ledger.Marshalling, By: ledger.ByTie, HasWinner: true},
		"The Ring without a winner":        {Form: ledger.Marshalling, By: ledger.ByRing},
		"level without a way to decide":    {Form: ledger.Marshalling, V: [4]int32{10, 10}},
	} {
		m := ledger.Match{N: 2, Result: res}
		if err := rs.CheckResult(ledger.Swiss, &m); err == nil {
			t.Errorf("%s is taken as a result", name)
		}
	}
}

// docs/rules/meccg.md#mec-37: the record has each player's opponent and points of every
// round.
func TestMEC37_RecordOfEveryRound(t *testing.T) {
	f := newField("A", "B", "C")
	council{a: "A", b: "B", mp: [2]int32{30, 10}}.play(f, 1)
	bye(f, 1, "C")
	council{a: "C", b: "A", mp: [2]int32{16, 10}}.play(f, 2)
	bye(f, 2, "B")
	rs := load(t, "meccg")
	type line struct {
		opponent string
		points   string
	}
	record := map[string][]line{}
	for r := range f.l.Rounds {
		for i := range f.l.Rounds[r].Matches {
			m := &f.l.Rounds[r].Matches[i]
			points := standings.Score(rs, r+1, m)
			for seat, p := range m.Players() {
				l := line{opponent: "bye", points: points[seat].String()}
				if m.N == 2 {
					l.opponent = f.name(m.Seats[1-seat])
				}
				record[f.name(p)] = append(record[f.name(p)], l)
			}
		}
	}
	want := map[string][]line{
		"A": {{"B", "6"}, {"C", "1"}}, "B": {{"A", "0"}, {"bye", "5"}}, "C": {{"bye", "6"}, {"A", "5"}},
	}
	if d := cmp.Diff(want, record, cmp.AllowUnexported(line{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// docs/rules/meccg.md#mec-73, MEC-79, MEC-80: what each way to end a game is worth, half
// points exactly: a true tie, which the weakest link left level; The Ring, after which
// the loser has 0 whatever the totals; 3.5 and 2.5.
func TestMEC80_HalfPointsAreExact(t *testing.T) {
	rs := load(t, "meccg")
	for name, tc := range map[string]struct {
		council
		want [2]fraction.Fraction
	}{
		"MEC-73 tie":     {council{by: ledger.ByTie, mp: [2]int32{12, 12}}, [2]fraction.Fraction{fraction.Int(3), fraction.Int(3)}},
		"MEC-79 ring":    {council{by: ledger.ByRing, mp: [2]int32{2, 30}}, [2]fraction.Fraction{fraction.Int(7), {}}},
		"MEC-80 weakest": {council{by: ledger.ByWeakestLink, mp: [2]int32{9, 9}, winner: 1}, [2]fraction.Fraction{fraction.New(5, 2), fraction.New(7, 2)}},
	} {
		f := newField("A", "B")
		tc.a, tc.b = "A", "B"
		tc.play(f, 1)
		table := f.compute(t, rs)
		for i, player := range []string{"A", "B"} {
			if got := table.Row(f.index(player)).Points; !got.Equal(tc.want[i]) {
				t.Errorf("%s: %s has %s points, want %s", name, player, got, tc.want[i])
			}
		}
	}
	// Two halves are one: no total is off by a rounding.
	f := newField("A", "B")
	for round := 1; round <= 3; round++ {
		council{a: "A", b: "B", by: ledger.ByWeakestLink, mp: [2]int32{9, 9}}.play(f, round)
	}
	table := f.compute(t, rs)
	f.expectRow(t, table, "A", 1, fraction.New(21, 2))
	f.expectRow(t, table, "B", 2, fraction.New(15, 2))
}

// docs/rules/meccg.md#mec-75, MEC-84: the sum of the opponents' points has nothing of a
// bye, and a player who dropped counts with the final total.
func TestMEC75_SumOfOpponents(t *testing.T) {
	f := newField("A", "B", "C")
	council{a: "A", b: "B", mp: [2]int32{11, 10}}.play(f, 1) // 4-2
	bye(f, 1, "C")
	council{a: "B", b: "C", mp: [2]int32{11, 10}}.play(f, 2) // B has 6 and leaves
	bye(f, 2, "A")
	f.drop(map[string]int{"B": 2})
	council{a: "A", b: "C", mp: [2]int32{11, 10}}.play(f, 3)
	table := f.compute(t, load(t, "meccg"))
	f.expectValue(t, table, "A", "sumOpponentPoints", fraction.Int(6+10)) // B, and C with 6 + 2 + 2
	f.expectValue(t, table, "C", "sumOpponentPoints", fraction.Int(6+13)) // B, and A with 4 + 5 + 4
	if row := table.Row(f.index("B")); row.Place != 0 {
		t.Errorf("B dropped and has place %d", row.Place)
	}
}

// docs/rules/meccg.md#mec-78: of three who are level and did not all meet, only the games
// that took place count, and the fewest losses stay: B, who met neither, is ahead of C
// with one loss, and level with A at this criterion.
func TestMEC78_HeadToHeadOfThree(t *testing.T) {
	rs := load(t, "meccg")
	rs.Ranking.Tiebreaks = rs.Ranking.Tiebreaks[:1] // head to head alone
	rs.Ranking.Final = "shared"
	f := newField("A", "B", "C", "x", "y", "z")
	council{a: "A", b: "C", mp: [2]int32{30, 10}}.play(f, 1)
	council{a: "B", b: "x", mp: [2]int32{30, 10}}.play(f, 1)
	council{a: "y", b: "z", by: ledger.ByTie}.play(f, 1)
	council{a: "C", b: "x", mp: [2]int32{30, 10}}.play(f, 2)
	council{a: "y", b: "A", mp: [2]int32{30, 10}}.play(f, 2)
	council{a: "z", b: "B", mp: [2]int32{30, 10}}.play(f, 2)
	table := f.compute(t, rs)
	a, b, c := table.Row(f.index("A")), table.Row(f.index("B")), table.Row(f.index("C"))
	if !a.Points.Equal(c.Points) || !b.Points.Equal(c.Points) {
		t.Fatalf("not level: %s, %s, %s", a.Points, b.Points, c.Points)
	}
	if c.Rank < a.Rank || c.Rank < b.Rank {
		t.Errorf("ranks %d, %d and %d for C", a.Rank, b.Rank, c.Rank)
	}
	if later := max(a.Rank, b.Rank); !table.Level(later - 1) {
		t.Error("A and B, who did not meet, are not level")
	}
}

// docs/rules/meccg.md#mec-81: the points of a bye are in the total at once, so the next
// round pairs by it.
func TestMEC81_ByeIsInTheTotal(t *testing.T) {
	f := newField("A", "B", "C")
	council{a: "A", b: "B", mp: [2]int32{16, 10}}.play(f, 1) // 5-1
	bye(f, 1, "C")
	f.expectRow(t, f.compute(t, load(t, "meccg")), "C", 1, fraction.Int(6))
}

// docs/rules/magic.md#mtg-43: final results show rank, score and record, own game-win
// percentage and the other statistics.
func TestMTG43_ColumnsOfTheResults(t *testing.T) {
	f := newField("A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 1, 0), "A", "B")
	table := f.compute(t, load(t, "magic"))
	row := table.Row(f.index("A"))
	if row.Rank != 1 || row.Place != 1 || !row.Points.Equal(fraction.Int(3)) || row.Record != [3]int{1, 0, 0} {
		t.Errorf("the line is %+v", row)
	}
	f.expectValue(t, table, "A", "gwp", fraction.New(2, 3))
	f.expectValue(t, table, "A", "omw", fraction.New(33, 100))
	f.expectValue(t, table, "A", "ogw", fraction.New(1, 3))
}

// docs/rules/magic.md#mtg-58: after a round robin the same tiebreakers count; head to
// head first is an option.
func TestMTG58_RoundRobinTiebreaks(t *testing.T) {
	// B beat A; A has the better games.
	play := func(f *field) {
		f.match(1, ledger.RoundRobin, ledger.Played, gamesResult(2, 1, 0), "B", "A")
		f.match(1, ledger.RoundRobin, ledger.Played, gamesResult(2, 0, 0), "C", "D")
		f.match(2, ledger.RoundRobin, ledger.Played, gamesResult(2, 0, 0), "A", "C")
		f.match(2, ledger.RoundRobin, ledger.Played, gamesResult(2, 1, 0), "D", "B")
		f.match(3, ledger.RoundRobin, ledger.Played, gamesResult(2, 0, 0), "A", "D")
		f.match(3, ledger.RoundRobin, ledger.Played, gamesResult(2, 1, 0), "B", "C")
	}
	for option, first := range map[string]string{"off": "A", "on": "B"} {
		f := newField("A", "B", "C", "D")
		play(f)
		if got := f.order(f.compute(t, load(t, "magic", "head_to_head", option)))[0]; got != first {
			t.Errorf("head to head %s: %s is first, want %s", option, got, first)
		}
	}
}

// docs/rules/pokemon.md#pkm-63: in the cut nothing but the Swiss rank counts. Elimination
// matches change no value of the standings.
func TestPKM63_CutDoesNotChangeTheStandings(t *testing.T) {
	rs := load(t, "pokemon-2009")
	f := newField("A", "B", "C", "D")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "C", "D")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "A", "C")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "B", "D")
	before := f.compute(t, rs)
	f.match(3, ledger.Elimination, ledger.Played, gamesResult(0, 1, 0), "A", "D")
	f.match(3, ledger.Elimination, ledger.Played, gamesResult(0, 1, 0), "B", "C")
	after := f.compute(t, rs)
	if d := cmp.Diff(f.order(before), f.order(after)); d != "" {
		t.Errorf("the order changed:\n%s", d)
	}
	for _, name := range f.names {
		for _, fn := range []string{"owp", "oowp"} {
			v, _ := before.Value(before.Row(f.index(name)), fn)
			f.expectValue(t, after, name, fn, v)
		}
	}
}

// docs/rules/pokemon.md#pkm-89, PKM-90: the rounds that a late player missed are losses
// and count, and so they do for a late player who dropped.
func TestPKM89_MissedRoundsAreLosses(t *testing.T) {
	for name, tc := range map[string]struct {
		rounds int // of the event; the late player L leaves after the third
		want   fraction.Fraction
	}{
		"PKM-89 to the end": {3, fraction.New(2, 3)}, // won two of three
		"PKM-90 dropped":    {4, fraction.New(2, 3)}, // of the three rounds up to the drop
	} {
		f := newField("L", "A", "B", "C")
		f.l.Players[f.index("L")].LateRounds = 1
		f.match(1, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "L")
		bye(f, 1, "A")
		f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "B", "C")
		f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "L", "A")
		f.match(3, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "L", "B")
		if tc.rounds == 4 {
			f.drop(map[string]int{"L": 3})
			f.match(4, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "B", "C")
		}
		table := f.compute(t, load(t, "pokemon-2009"))
		f.expectValue(t, table, "A", "owp", tc.want) // L is A's only opponent
		if row := table.Row(f.index("L")); row.Record != [3]int{2, 1, 0} {
			t.Errorf("%s: the record is %v", name, row.Record)
		}
	}
}

// docs/rules/pokemon.md#pkm-91: players with the same last opponent are compared by the
// opponents of the round before.
func TestPKM91_SameLastOpponent(t *testing.T) {
	rs := load(t, "pokemon-2009")
	rs.Ranking.Tiebreaks = rs.Ranking.Tiebreaks[4:] // only the last opponent
	f := newField("B", "A", "D", "C", "X")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "C", "A") // C wins twice
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "D", "B")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "C", "D")
	f.match(3, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "X", "A")
	f.match(4, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "X", "B")
	for seed := range uint64(20) {
		table, err := standings.Compute(f.l, rs, standings.Options{After: standings.All, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := table.Row(f.index("A")), table.Row(f.index("B")); a.Rank >= b.Rank || !a.Points.Equal(b.Points) {
			t.Errorf("A ranks %d, B %d; both lost to X, A before to the first, B to the third", a.Rank, b.Rank)
		}
	}
}

// docs/rules/lorcana.md#lor-16: A's opponent won a match and B's none, B won a game more:
// the opponents' match-win percentage goes before the own games.
func TestLOR16_OpponentsBeforeGames(t *testing.T) {
	f := newField("D", "C", "B", "A")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 1, 0), "A", "C")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "B", "D")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "C", "D")
	table := f.compute(t, load(t, "lorcana"))
	if a, b := table.Row(f.index("A")), table.Row(f.index("B")); a.Rank >= b.Rank || !a.Points.Equal(b.Points) {
		t.Errorf("A ranks %d with %v points, B %d with %v", a.Rank, a.Points, b.Rank, b.Points)
	}
}

// docs/rules/lorcana.md#lor-38: B has left, stays in the standings and counts in the
// percentage of A, who lost to B.
func TestLOR38_ADroppedOpponentCounts(t *testing.T) {
	f := newField("A", "B", "C", "D")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "B", "A")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "C", "D")
	f.drop(map[string]int{"B": 1})
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "A", "D")
	bye(f, 2, "C")
	table := f.compute(t, load(t, "lorcana"))
	f.expectValue(t, table, "A", "omw", fraction.New(2, 3)) // B won all, D has the floor of a third
	if got := table.Row(f.index("B")).Place; got == 0 {
		t.Error("B has no place")
	}
}

// docs/rules/pokemon.md#pkm-35: L came late and is below all players with the same
// record, though L's opponents won more than those of C.
func TestPKM35_LateRanksBelowTheSameRecord(t *testing.T) {
	f := newField("L", "A", "B", "C", "D")
	f.l.Players[f.index("L")].LateRounds = 1
	f.match(1, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "L")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "C", "D")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "L", "A")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "B", "C")
	bye(f, 2, "D")
	table := f.compute(t, load(t, "pokemon-2009"))
	f.expectValue(t, table, "L", "owp", fraction.New(1, 2))
	f.expectValue(t, table, "C", "owp", fraction.New(3, 8))
	if l, c := table.Row(f.index("L")), table.Row(f.index("C")); l.Rank != 5 || !l.Points.Equal(c.Points) {
		t.Errorf("L ranks %d with %v points, C %d with %v", l.Rank, l.Points, c.Rank, c.Points)
	}
}

// docs/rules/pokemon.md#pkm-46: two are level and met: that match decides before their
// last opponents, of whom B's is higher.
func TestPKM46_HeadToHeadBeforeTheLastOpponent(t *testing.T) {
	f := won("1AB 1XZ 1YW 2YA 2BX 3XV 4XU")
	rs := load(t, "pokemon-2009")
	rs.Ranking.Tiebreaks = rs.Ranking.Tiebreaks[len(rs.Ranking.Tiebreaks)-2:] // no percentages
	table := f.compute(t, rs)
	if a, b := table.Row(f.index("A")), table.Row(f.index("B")); a.Rank != 3 || b.Rank != 4 {
		t.Errorf("A ranks %d, B %d", a.Rank, b.Rank)
	}
}

// docs/rules/pokemon.md#pkm-47: it is the final place of the last opponent that counts.
// After one round the losers stand as those who beat them, whatever the draw. And P and
// Q, who met R and S last, wait for these: R and S are in a circle with T and U, and
// their first opponents decide; those of P and Q would say otherwise.
func TestPKM47_TheFinalPlaceOfTheLastOpponentCounts(t *testing.T) {
	f := newField("A", "B", "C", "D", "E", "F", "G", "H")
	beat := map[string]string{"A": "F", "B": "H", "C": "E", "D": "G"}
	for winner, loser := range beat {
		f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), winner, loser)
	}
	rs := load(t, "pokemon-2009")
	for seed := range uint64(20) {
		table, err := standings.Compute(f.l, rs, standings.Options{After: standings.All, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		order := f.order(table)
		for i, winner := range order[:4] {
			if order[4+i] != beat[winner] {
				t.Errorf("with draw %d the order is %v", seed, order)
			}
		}
	}
	f = won("1PG 1QH 1RC 1SD 1BW 2PA 2QB 2CV 3PR 3QS 4RT 4SU")
	rs.Ranking.Tiebreaks = rs.Ranking.Tiebreaks[3:] // head to head, last opponent
	if got := strings.Join(f.order(f.compute(t, rs)), ""); !strings.HasPrefix(got, "PQRSBC") {
		t.Errorf("the order is %s", got)
	}
}

// docs/rules/pokemon.md#pkm-47: P and Q, and those they met last, wait for one another:
// the document goes through the tiebreakers for the last opponents, of whom R beat S. The
// opponents of the round before would say otherwise.
func TestPKM47_ACircleOfLastOpponents(t *testing.T) {
	f := won("1RS 1TV 2PX 2SW 2QT 3PR 3QS")
	rs := load(t, "pokemon-2009")
	rs.Ranking.Tiebreaks = rs.Ranking.Tiebreaks[3:] // head to head, last opponent
	if got := strings.Join(f.order(f.compute(t, rs)), ""); !strings.HasPrefix(got, "PQR") {
		t.Errorf("the order is %s", got)
	}
}

// won returns a field of such matches: round, winner, loser.
func won(matches string) *field {
	f := newField()
	for _, m := range strings.Fields(matches) {
		for _, name := range strings.Split(m[1:], "") {
			if f.index(name) < 0 {
				f.names = append(f.names, name)
				f.l.Players = append(f.l.Players, ledger.Player{DroppedAfter: ledger.Active})
			}
		}
		f.match(int(m[0]-'0'), ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), m[1:2], m[2:])
	}
	return f
}

// docs/rules/pokemon.md#pkm-96: late is one flag, not ordered by how late.
func TestPKM96_LateIsOneFlag(t *testing.T) {
	f := newField("A", "B", "L1", "L2")
	f.l.Players[f.index("L1")].LateRounds = 1
	f.l.Players[f.index("L2")].LateRounds = 2
	table := f.compute(t, load(t, "pokemon-2009"))
	for name, want := range map[string]fraction.Fraction{"A": fraction.Int(1), "L1": {}, "L2": {}} {
		f.expectValue(t, table, name, "onTime", want)
	}
}

// docs/rules/riichi.md#rii-40: halves are kept exactly; two decimals are shown.
func TestRII40_HalvesAreExact(t *testing.T) {
	f := newField("A", "B", "C", "D")
	f.match(1, ledger.Scramble, ledger.Played, ledger.Result{Form: ledger.Scores, V: [4]int32{48300, 31700, 23300, 16700}}, "A", "B", "C", "D")
	rs := load(t, "riichi-helper")
	if got := f.compute(t, rs).Row(0).Points; !got.Equal(fraction.New(333, 10)) {
		t.Fatalf("A has %s after the scramble", got)
	}
	f.match(2, ledger.FinalTables, ledger.Played, ledger.Result{Form: ledger.Scores, V: [4]int32{30000, 30000, 30000, 30000}}, "A", "B", "C", "D")
	table := f.compute(t, rs)
	if got := table.Row(0).Points; !got.Equal(fraction.New(333, 20)) {
		t.Errorf("A has %s after the split, want 16.65", got)
	}
	if got := table.Row(0).Points.Decimal(2); got != "16.65" {
		t.Errorf("shown as %s", got)
	}
}
