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

// Each test here pins a choice of docs/rules/choices.md.

func TestChoiceDropCapFromTheSecondRound(t *testing.T) {
	// D wins every round it plays and leaves; A's only opponents are D.
	for _, tc := range []struct {
		ruleset string
		rounds  int
		want    fraction.Fraction
	}{
		{"pokemon", 1, fraction.Int(1)},
		{"pokemon", 2, fraction.New(3, 4)},
		{"pokemon-2009", 1, fraction.New(3, 4)},
	} {
		f := newField("A", "D")
		for n := 1; n <= tc.rounds; n++ {
			f.match(n, ledger.Swiss, ledger.Played, gamesResult(0, 1, 0), "A", "D")
		}
		f.drop(map[string]int{"D": tc.rounds})
		f.match(tc.rounds+1, ledger.Swiss, ledger.Bye, ledger.Result{}, "A")
		f.expectValue(t, f.compute(t, load(t, tc.ruleset)), "A", "owp", tc.want)
	}
}

func TestChoiceYugiohDrawIsNoWin(t *testing.T) {
	f := newField("A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 1, 1), "A", "B")
	f.expectValue(t, f.compute(t, load(t, "yugioh")), "A", "ygoNumber", fraction.Int(1_000_000_000))
}

// TestChoiceTOM: the four points in which TOM's percentages differ.
func TestChoiceTOM(t *testing.T) {
	f := newField("A", "B", "C", "D", "F", "G", "H")
	f.l.Players[f.index("A")].ByeRounds = 1 << 1
	win := gamesResult(1, 0, 0)
	f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "A")
	f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "F")
	f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "D")
	f.match(1, ledger.Swiss, ledger.Played, win, "B", "C")
	f.match(1, ledger.Swiss, ledger.Played, win, "G", "H")
	f.match(2, ledger.Swiss, ledger.Played, win, "B", "A")
	f.match(2, ledger.Swiss, ledger.Played, win, "D", "F")
	f.drop(map[string]int{"C": 1, "G": 1, "D": 2})
	table := f.compute(t, load(t, "pokemon", "freeze_owp", "tom"))
	f.expectValue(t, table, "A", "owp", fraction.Int(1))     // B with 2-0, and the awarded bye
	f.expectValue(t, table, "B", "owp", fraction.New(3, 8))  // C at the floor; A won one of two
	f.expectValue(t, table, "F", "owp", fraction.Int(1))     // D left after the last round: no cap
	f.expectValue(t, table, "H", "owp", fraction.New(3, 4))  // G left at 1-0 before it
	f.expectValue(t, table, "C", "owp", fraction.Int(1))     // as it was at the drop
	f.expectValue(t, table, "C", "oowp", fraction.New(1, 4)) // B had met only C by then
	f.expectValue(t, table, "D", "oowp", fraction.Int(1))
}

func TestChoicePooledNumber(t *testing.T) {
	f := newField("A", "B", "C")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "A", "B")
	f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "C")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 1, 1), "A", "C")
	f.match(2, ledger.Swiss, ledger.Bye, ledger.Result{}, "B")
	// B has 3 of 6 points, C 4 of 6: 7/12. Both have met only A, with 4 of 6.
	f.expectValue(t, f.compute(t, load(t, "yugioh", "number", "kts")), "A", "ygoNumber", fraction.Int(4_583_666))
}

func TestChoiceFleshAndBloodAfterTheDrop(t *testing.T) {
	rs := load(t, "flesh-and-blood")
	f := newField("A", "B", "C", "D")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "C", "D")
	f.match(2, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "C")
	f.drop(map[string]int{"A": 1})
	table := f.compute(t, rs)
	// A left at 1-0: the round after the drop is one without a win (1/4 + 1), but
	// no loss; C missed it, which is one.
	f.expectValue(t, table, "A", "ctb", fraction.New(5, 4))
	f.expectValue(t, table, "C", "ctb", fraction.New(5, 4))
	f.expectValue(t, table, "A", "pml", fraction.Fraction{})
	f.expectValue(t, table, "C", "pml", fraction.New(1, 2))
}

func TestChoiceLastOpponentSkipsByes(t *testing.T) {
	// B and C won one match each. B then had a bye in which C was absent, so B's
	// last opponent is D, who came third, and C's is E, who came last.
	rs := load(t, "pokemon-2009")
	rs.Bye.Points[0] = fraction.Fraction{}          // level points although only B had a bye
	rs.Ranking.Tiebreaks = rs.Ranking.Tiebreaks[4:] // only the last opponent
	f := newField("E", "C", "B", "D")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "B", "D")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "C", "E")
	f.match(2, ledger.Swiss, ledger.Bye, ledger.Result{}, "B")
	f.match(2, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "C")
	f.l.Players[f.index("E")].Disqualified = true
	table := f.compute(t, rs)
	if b, c := table.Row(f.index("B")), table.Row(f.index("C")); b.Rank >= c.Rank || !b.Points.Equal(c.Points) {
		t.Errorf("B ranks %d with %v points, C %d with %v", b.Rank, b.Points, c.Rank, c.Points)
	}
	if why := strings.Join(explained(table, f.index("B")), "\n"); !strings.Contains(why, "above=#3 below=#2 why=tiebreak.by.rule title=tiebreaker.last_opponent_place") {
		t.Errorf("not the last opponent:\n%s", why)
	}
}

func TestChoiceSharedFirstCountsAsFirst(t *testing.T) {
	f := newField("A", "B", "C", "D")
	f.match(1, ledger.Scramble, ledger.Played, ledger.Result{Form: ledger.Scores, V: [4]int32{38000, 38000, 24000, 20000}}, "A", "B", "C", "D")
	table := f.compute(t, load(t, "riichi-helper"))
	f.expectValue(t, table, "A", "firsts", fraction.Int(1))
	f.expectValue(t, table, "B", "firsts", fraction.Int(1))
	f.expectValue(t, table, "C", "firsts", fraction.Fraction{})
}

func TestChoiceMahjongDropHasNoPlace(t *testing.T) {
	f := newField("A", "B", "C", "D")
	f.match(1, ledger.Scramble, ledger.Played, ledger.Result{Form: ledger.Scores, V: [4]int32{41200, 32500, 27300, 19000}}, "A", "B", "C", "D")
	f.drop(map[string]int{"A": 1})
	table := f.compute(t, load(t, "riichi-helper"))
	if row := table.Row(0); row.Rank != 4 || row.Place != 0 || !row.Points.Equal(fraction.New(131, 5)) {
		t.Errorf("A left: %+v", row)
	}
}

func TestChoicePhantomsOnlyForMatchWins(t *testing.T) {
	f := newField("A", "B", "C", "D")
	f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "A")
	f.match(2, ledger.Swiss, ledger.Played, ledger.Result{Form: ledger.Places, V: [4]int32{1, 2, 2}}, "A", "B", "C")
	table := f.compute(t, load(t, "commander-pods"))
	f.expectValue(t, table, "A", "omw", fraction.New(1, 5)) // (1/5 + 1/5 + 3 * 1/5) / 5
	f.expectValue(t, table, "A", "opPoints", fraction.Fraction{})
}

func TestChoiceIncompleteDirectEncounter(t *testing.T) {
	rs := load(t, "chess-casual")
	rs.Ranking.Tiebreaks = rs.Ranking.Tiebreaks[3:4] // direct encounter alone
	// A beat B; C met neither and could reach A's point: no player is separated.
	f := newField("A", "B", "C", "x", "y")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "C", "x")
	f.match(2, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "B", "y")
	table := f.compute(t, rs)
	for i := 1; i < 3; i++ {
		if why := strings.Join(explained(table, table.Rows[i].Player), "\n"); !strings.Contains(why, "tiebreak.by.draw") {
			t.Errorf("place %d is decided: %v", i+1, why)
		}
	}
	// When B and C met too and drew nothing open is left for C against B.
	f.match(3, ledger.Swiss, ledger.Played, gamesResult(0, 0, 1), "A", "C")
	f.match(3, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "B", "x")
	f.match(4, ledger.Swiss, ledger.Played, gamesResult(0, 0, 1), "B", "C")
	// A 1.5, C 2, B 2.5 in all: not level any more, so points decide.
	if diff := cmp.Diff([]string{"B", "C", "A"}, f.order(f.compute(t, rs))[:3]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestChoiceDroppedAfterTheLastRoundIsNotInTheCut(t *testing.T) {
	f := newField("A", "B")
	f.match(1, ledger.Swiss, ledger.Played, gamesResult(2, 0, 0), "A", "B")
	f.drop(map[string]int{"A": 1})
	table, err := standings.Compute(f.l, load(t, "magic"), standings.Options{After: 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := table.Advance(rules.Cut{Top: 1}, nil, nil)
	if err != nil || len(got) != 1 || f.name(got[0]) != "B" || table.Rows[0].Place != 1 || f.name(table.Rows[0].Player) != "A" {
		t.Errorf("advance %v, %v; first %+v", got, err, table.Rows[0])
	}
}

// The example of FIDE's handbook until 2023: in round 3 of 9 a player with 1.5
// points does not show up, and the virtual opponent has 1.5 + (1 - 0) + 6/2 = 5.5.
// Opponents who played once have half a point for each of the other eight rounds.
func TestChoiceVirtualOpponent(t *testing.T) {
	f := newField("P", "A", "B", "C", "D", "E", "F", "G", "H")
	for i, name := range []string{"A", "B", "", "C", "D", "E", "F", "G", "H"} {
		switch {
		case name == "":
			f.match(i+1, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "P")
		case name == "B":
			f.match(i+1, ledger.Swiss, ledger.Played, gamesResult(0, 0, 1), "P", name)
		default:
			f.match(i+1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), "P", name)
		}
	}
	// A and C to H have 0 + 8/2 = 4 each, B has 1/2 + 8/2.
	opponents := fraction.New(7*8+9, 2)
	table := f.compute(t, load(t, "chess-casual", "unplayed", "virtual"))
	f.expectValue(t, table, "P", "buchholz", opponents.Add(fraction.New(11, 2)))
	f.expectValue(t, table, "P", "buchholzCut1", opponents.Add(fraction.New(11, 2)).Sub(fraction.Int(4)))
	f.expectValue(t, table, "P", "sonnebornBerger", fraction.New(7*8, 2).Add(fraction.New(9, 4)))
	now, _ := f.compute(t, load(t, "chess-casual")).Value(f.compute(t, load(t, "chess-casual")).Row(0), "buchholz")
	if now.Equal(opponents.Add(fraction.New(11, 2))) {
		t.Error("both readings give the same")
	}
}

// TestUnplayedRoundsByYear: four rounds of FIDE C.07 in two readings. P has a bye
// and three wins: the dummy of the bye has 4 points in 2024 and 2, four draws, in
// 2026 (Art. 16.4.2). Q wins by forfeit against F, who has no more than that: 16.4.1
// takes F's score. Z was absent from round 2, asked for a bye in 3 and lost round 4
// by forfeit: the absence counts as a draw for Z's opponents (16.3.2).
func TestUnplayedRoundsByYear(t *testing.T) {
	f := newField("P", "Q", "F", "Z", "A", "B", "C")
	win := gamesResult(1, 0, 0)
	f.match(1, ledger.Swiss, ledger.Bye, ledger.Result{}, "P")
	f.match(1, ledger.Swiss, ledger.Played, win, "Q", "Z")
	f.match(2, ledger.Swiss, ledger.Played, win, "P", "A")
	f.match(2, ledger.Swiss, ledger.Forfeit, ledger.Result{}, "Q", "F")
	f.match(2, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "Z")
	f.match(3, ledger.Swiss, ledger.Played, win, "P", "B")
	f.l.Players[f.index("Z")].ByeRounds |= 1 << 3
	f.match(3, ledger.Swiss, ledger.Bye, ledger.Result{}, "Z")
	f.match(3, ledger.Swiss, ledger.Played, win, "Q", "A")
	f.match(4, ledger.Swiss, ledger.Played, win, "P", "C")
	f.match(4, ledger.Swiss, ledger.Forfeit, ledger.Result{}, "B", "Z")
	f.match(4, ledger.Swiss, ledger.Played, win, "Q", "F")
	// What the opponents count for: A half a point, for round 4 alone, since A played
	// round 3; B the won forfeit; C nothing; Z the half point of the bye and a draw for
	// round 2.
	for option, want := range map[string]fraction.Fraction{"2026": fraction.Int(2), "2024": fraction.Int(4)} {
		table := f.compute(t, load(t, "chess-casual", "unplayed", option))
		a, b, c := fraction.New(1, 2), fraction.Int(1), fraction.Int(0)
		f.expectValue(t, table, "P", "buchholz", want.Add(a).Add(b).Add(c))
		forfeit := fraction.Int(0) // F's score: 0, last there in round 4
		if option == "2024" {
			forfeit = fraction.Int(4)
		}
		f.expectValue(t, table, "Q", "buchholz", fraction.Int(1).Add(forfeit).Add(a).Add(fraction.Int(0)))
	}
}

// TestOrdersDifferByYear: the same four rounds in the three readings. P, R and S have four
// points each. P won three games against players without a point and had the bye of round
// 4, R and S won four games. The opponents of R have 0, 0, 1 and 1.5 points, those of S 0,
// 1, 1 and 1.5, all from games that were played. Without the lowest value R has 2.5 and S
// 3.5 in every reading, and P what the bye counts for:
//
//	2024, the own score:                                         4      P, S, R
//	until 2023, 3 before + (1 - 1) + 0 rounds later / 2:         3      S, P, R
//	2026, no more than four draws (16.4.2):                      2      S, R, P
func TestOrdersDifferByYear(t *testing.T) {
	// By round: the opponent who won, or the result against another one.
	rest := map[string][4]string{
		"A": {"P", "R", "0", "0"}, "B": {"R", "P", "0", "0"}, "C": {"0", "0", "P", "S"},
		"D": {"1", "1/2", "R", "0"}, "E": {"1", "0", "0", "R"},
		"F": {"S", "1", "0", "0"}, "G": {"1", "S", "0", "0"}, "H": {"1", "1/2", "S", "0"},
	}
	names := []string{"P", "R", "S", "A", "B", "C", "D", "E", "F", "G", "H"}
	for i := range 21 {
		names = append(names, fmt.Sprint("filler", i))
	}
	f := newField(names...)
	filler := 11
	score := map[string]ledger.Result{"1": gamesResult(1, 0, 0), "1/2": gamesResult(0, 0, 1), "0": gamesResult(0, 1, 0)}
	for round := range 4 {
		for _, name := range names[3:11] {
			opponent := rest[name][round]
			result, free := score[opponent]
			if free {
				opponent, filler = names[filler], filler+1
			} else {
				result = score["0"]
			}
			f.match(round+1, ledger.Swiss, ledger.Played, result, name, opponent)
		}
	}
	f.match(4, ledger.Swiss, ledger.Bye, ledger.Result{}, "P")
	for option, want := range map[string]struct {
		bye   int64
		order []string
	}{
		"2024":    {4, []string{"P", "S", "R"}},
		"virtual": {3, []string{"S", "P", "R"}},
		"2026":    {2, []string{"S", "R", "P"}},
	} {
		table := f.compute(t, load(t, "chess-casual", "unplayed", option))
		for name, cut := range map[string]fraction.Fraction{"P": fraction.Int(want.bye), "R": fraction.New(5, 2), "S": fraction.New(7, 2)} {
			f.expectValue(t, table, name, "buchholzCut1", cut)
			if row := table.Row(f.index(name)); !row.Points.Equal(fraction.Int(4)) {
				t.Errorf("%s has %v points", name, row.Points)
			}
		}
		if diff := cmp.Diff(want.order, f.order(table)[:3]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", option, diff)
		}
	}
}

// TestAZeroPointByeBeforeVoluntaryRoundsOnly: FIDE C.07, Art. 16.3.2. Z and Y are both
// absent from round 2. Z plays no more, so both rounds that Z missed count as draws for
// the opponents; Y plays round 3, so the missed one counts nothing.
func TestAZeroPointByeBeforeVoluntaryRoundsOnly(t *testing.T) {
	f := newField("P", "Z", "Y", "W", "X", "V")
	win := gamesResult(1, 0, 0)
	f.match(1, ledger.Swiss, ledger.Played, win, "Z", "P")
	f.match(1, ledger.Swiss, ledger.Played, win, "Y", "W")
	f.match(1, ledger.Swiss, ledger.Played, win, "X", "V")
	f.match(2, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "Z")
	f.match(2, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "Y")
	f.match(2, ledger.Swiss, ledger.Played, win, "P", "W")
	f.match(2, ledger.Swiss, ledger.Played, win, "X", "V")
	f.match(3, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "Z")
	f.match(3, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, "V")
	f.match(3, ledger.Swiss, ledger.Played, win, "P", "X")
	f.match(3, ledger.Swiss, ledger.Played, win, "Y", "W")
	for _, option := range []string{"2026", "2024"} {
		table := f.compute(t, load(t, "chess-casual", "unplayed", option))
		f.expectValue(t, table, "P", "buchholz", fraction.Int(2+0+2)) // Z: a win and two draws; W: nothing; X: two wins
		f.expectValue(t, table, "W", "buchholz", fraction.Int(2+2+2)) // Y twice: two wins; P: two wins
	}
}
