package standings_test

import (
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
)

// crossTable returns a field of chess players, a line for each: by round the opponent beaten
// (w), lost to (l) or drawn with (d), won (+) or lost (-) by forfeit against, or the
// bye (U), a bye requested beforehand (H), a full point without a game (F) or nothing
// (Z). They are named by their numbers.
func crossTable(t *testing.T, lines string) *field {
	t.Helper()
	rows := strings.Split(strings.TrimSpace(lines), "\n")
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = strconv.Itoa(i + 1)
	}
	f := newField(names...)
	cells := make([][]string, len(rows))
	for i := range rows {
		cells[i] = strings.Fields(rows[i])
	}
	for i, name := range names {
		for r, cell := range cells[i] {
			other, how := cell[:len(cell)-1], cell[len(cell)-1]
			n, _ := strconv.Atoi(other)
			switch how {
			case 'U', 'F':
				f.match(r+1, ledger.Swiss, ledger.Bye, ledger.Result{}, name)
			case 'H':
				f.l.Players[i].ByeRounds |= 1 << (r + 1)
				f.match(r+1, ledger.Swiss, ledger.Bye, ledger.Result{}, name)
			case 'Z':
				f.match(r+1, ledger.Swiss, ledger.AssignedLoss, ledger.Result{}, name)
			case '-':
				if cells[n-1][r] == name+"-" { // neither came
					if i < n {
						f.match(r+1, ledger.Swiss, ledger.DoubleLoss, ledger.Result{}, name, other)
					}
				}
			case '+':
				f.match(r+1, ledger.Swiss, ledger.Forfeit, ledger.Result{}, name, other)
			case 'w':
				f.match(r+1, ledger.Swiss, ledger.Played, gamesResult(1, 0, 0), name, other)
			case 'd':
				if i < n {
					f.match(r+1, ledger.Swiss, ledger.Played, gamesResult(0, 0, 1), name, other)
				}
			}
		}
	}
	return f
}

// expectColumn compares the values of players 1, 2, 3…; "." is not compared.
func (f *field) expectColumn(t *testing.T, unplayed, fn, values string) {
	t.Helper()
	table := f.compute(t, load(t, "chess-casual", "unplayed", unplayed))
	for i, v := range strings.Fields(values) {
		if v == "." {
			continue
		}
		want, err := fraction.Parse(v)
		if err != nil {
			t.Fatal(err)
		}
		f.expectValue(t, table, strconv.Itoa(i+1), fn, want)
	}
}

// TestFIDEExercisesByYear: the worked exercises of FIDE on C.07 (Held, "Exercises in
// Tie-Breaking", 2024: 1 to 8, 11, 12, 28 and 32) in the reading of their year, and what
// FIDE's TieBreakServer has for the same event by C.07 of 2026, as far as it is published:
// those whom Art. 16.4 gives less.
func TestFIDEExercisesByYear(t *testing.T) {
	f := crossTable(t, `
		9w 13d 2d 15w 4d
		10w 7w 1d 16w 3d
		11d 6w 8w 4d 2d
		12w H 13w 3d 1d
		13l 15l 11w 7d 10w
		14l 3l U 10w 8w
		15w 2l 16l 5d 11l
		16d 14w 3l 13w 6l
		1l 10l H 11- U
		2l 9w 15l 6l 5l
		3d 16l 5l 9+ 7w
		4l U 14+ Z Z
		5w 1d 4l 8l 14l
		6w 8l 12- Z 13w
		7l 5w 10w 1l 16l
		8d 11w 7w 2l 15w`)
	for _, c := range []struct{ unplayed, fn, values string }{
		{"2024", "buchholz", "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"},
		{"2024", "buchholzCut1", "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11"},
		{"2024", "sonnebornBerger", "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25"},
		{"2024", "gamesWon", "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3"},
		{"2024", "progressive", "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5"},
		{"2026", "buchholz", "12.5 . 15.5 14 8.5 . . 13.5 . . 12.5 . . . . 12.5"},
		{"2026", "buchholzCut1", ". . . . 7.5 . . 12 . . 11"},
		{"2026", "sonnebornBerger", "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25"},
	} {
		t.Run(c.unplayed+" "+c.fn, func(t *testing.T) { f.expectColumn(t, c.unplayed, c.fn, c.values) })
	}
}

// TestFIDEServerByYear: an event with many rounds without play, as FIDE's TieBreakServer
// computes it the day before C.07 of 2026 came into force and on that day.
func TestFIDEServerByYear(t *testing.T) {
	f := crossTable(t, `
		8d 6w 3d 14+ 5d 2l 9d
		9l 11w 15w 5- 7w 1w 5l
		10+ 7w 1d 9d H Z H
		11- 13- 6- U 8d 15d 6d
		13w 9d 7d 2+ 1d 11d 2w
		14d 1l 4+ 7d 9l 10l 4d
		15w 3l 5d 6d 2l 14l U
		1d 14- Z Z 4d 13w 14l
		2w 5d H 3d 6w H 1d
		3- 15- 13d 15w 14w 6w 11l
		4- 2l U 13w 15w 5d 10w
		H F 14w H Z F Z
		5l 4- 10d 11l U 8l 15l
		6d 8+ 12l 1- 10l 7w 8w
		7l 10+ 2l 10l 11l 4d 13w`)
	f.expectColumn(t, "2024", "sonnebornBerger", "14.5 14 15.25 6 18.5 7 9.25 4.75 17.75 9.25 14.5 15.5 3.25 9.75 5.25")
	f.expectColumn(t, "2026", "sonnebornBerger", "14 14 14.25 6 17.5 7 9.25 4.75 16.75 9.25 13.5 14 3.25 8.25 5.25")
}

// TestFIDEExamplesOfTheVirtualOpponent: the examples of the handbook before 2023 (the first
// two) and of the committee that made the rule in 2009. In nine rounds P does not play one:
// what that round counts for P, and what P counts for opponents.
func TestFIDEExamplesOfTheVirtualOpponent(t *testing.T) {
	for _, c := range []struct {
		rounds    string
		own, them string
	}{
		{"wd-wwwwww", "5.5", "8"}, // 1.5 before round 3, absent
		{"wwwdl+lll", "5", "4"},   // 3.5 before round 6, no opponent came
		{"ww+wwwlll", "5", "5.5"}, // 2 before round 3, 6 in the end
		{"wwwwll-ww", "6", "6.5"}, // 4 before round 7, 6 in the end
	} {
		t.Run(c.rounds, func(t *testing.T) {
			row, rest, opponents := "", "", fraction.Int(0)
			first := ""
			for i, how := range c.rounds {
				n := strconv.Itoa(i + 2)
				// Every opponent played P alone, and eight rounds count as draws.
				cells := make([]string, 9)
				for r := range cells {
					cells[r] = "Z"
				}
				switch how {
				case 'w':
					cells[i] = "1l"
					opponents = opponents.Add(fraction.Int(4))
				case 'd':
					cells[i] = "1d"
					opponents = opponents.Add(fraction.New(9, 2))
				case 'l':
					cells[i] = "1w"
					opponents = opponents.Add(fraction.Int(5))
				case '+':
					cells[i] = "1-"
				case '-':
					n, how = "", 'Z'
				}
				row += n + string(how) + " "
				rest += "\n" + strings.Join(cells, " ")
				if first == "" {
					first = n
				}
			}
			f := crossTable(t, row+rest)
			table := f.compute(t, load(t, "chess-casual", "unplayed", "virtual"))
			own, err := fraction.Parse(c.own)
			if err != nil {
				t.Fatal(err)
			}
			them, err := fraction.Parse(c.them)
			if err != nil {
				t.Fatal(err)
			}
			f.expectValue(t, table, "1", "buchholz", opponents.Add(own))
			// Who lost round 1 to P had nothing, and eight virtual opponents with 1 point
			// and a half for each round after.
			f.expectValue(t, table, first, "buchholz", them.Add(fraction.Int(8+14)))
		})
	}
}
