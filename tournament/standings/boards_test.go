package standings_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// crewRules returns the rules of chess on n boards that rank crews by some tiebreakers.
func crewRules(t testing.TB, n int, tiebreaks ...rules.Tiebreak) *rules.Ruleset {
	t.Helper()
	rs := *load(t, "chess-casual")
	rs.Crew = &rules.Crew{Preset: "lichess", Tiebreaks: tiebreaks}
	rs.Ranking.Final = "shared"
	return rs.OfBoards(n)
}

// boarded returns a match on boards between a and b: each "1", "0", "=" for a, "+" or "-"
// without play, "x" where both have lost.
func boarded(a, b int32, boards string) (ledger.Match, numbered.List[ledger.Match]) {
	var v [4]int32
	var list numbered.List[ledger.Match]
	for _, how := range boards {
		board := ledger.Match{N: 2, Seats: [4]int32{a, b, ledger.None, ledger.None}, Kind: ledger.Played}
		switch how {
		case '1':
			board.Result = gamesResult(1, 0, 0)
			v[0]++
		case '0':
			board.Result = gamesResult(0, 1, 0)
			v[1]++
		case '=':
			board.Result = gamesResult(0, 0, 1)
			v[2]++
		case '+':
			board.Kind = ledger.Forfeit
			v[0]++
		case '-':
			board.Kind, board.Seats[0], board.Seats[1] = ledger.Forfeit, b, a
			v[1]++
		case 'x':
			board.Kind = ledger.DoubleLoss
		}
		list = append(list, board)
	}
	m := ledger.Match{N: 2, Seats: [4]int32{a, b, ledger.None, ledger.None}, Kind: ledger.Played, Result: ledger.Result{Form: ledger.Games, V: v}}
	if v == [4]int32{} {
		m.Kind, m.Result = ledger.DoubleLoss, ledger.Result{}
	}
	return m, list
}

// exercises is the team event of FIDE's exercises (Held, "Exercises in Tie-Breaking", 2024,
// part two): 14 teams on 4 boards, by round "A B" with the board points of A, "A+B" a win by
// forfeit, U the bye, H the bye asked for, Z absent. Of one match the boards are known.
func exercises() *ledger.Ledger {
	l := &ledger.Ledger{}
	for range 14 {
		l.Players = append(l.Players, ledger.Player{DroppedAfter: ledger.Active})
	}
	for i, line := range []string{
		"1 8 2.5, 9 2 1, 3 10 2.5, 11 4 1, 5 12 4, 6 13 2, 7 14 2",
		"4 1 2.5, 2 3 4, 6 5 1, 8 7 2, 12 9 0, 10 11 1.5, 14 13 1.5",
		"1 7 3, 5 2 4, 3 9 3, 13 4 1, 8 6 1, 12 10 1.5, 11 14 1==0",
		"2 1 1.5, 6 3 1.5, 4 5 3.5, 7 10 2.5, 12 8 .5, 9 14 3, 13 11 2.5",
		"1 5 1.5, 2 13 3, 3 4 3, 11 6 1.5, 9 7 2, 10 8 2, 12 U, 14 H",
		"1 6 +, 4 2 1.5, 5 3 .5, 13 7 2, 8 9 2, 14 10 1, 11 12 2",
		"3 1 1.5, 10 2 1, 9 4 1.5, 13 5 .5, 6 12 2.5, 8 11 3, 7 Z, 14 U",
	} {
		r := ledger.Round{Number: int16(i + 1)}
		for _, cell := range strings.Split(line, ", ") {
			f := strings.Fields(cell)
			n, _ := strconv.Atoi(f[0])
			a := int32(n - 1)
			n, err := strconv.Atoi(f[1])
			b := int32(n - 1)
			switch {
			case f[1] == "Z":
				r.Matches = append(r.Matches, single(ledger.AssignedLoss, a))
			case err != nil:
				if f[1] == "H" {
					l.Players[a].ByeRounds |= 1 << (i + 1)
				}
				r.Matches = append(r.Matches, single(ledger.Bye, a))
			case f[2] == "+":
				r.Matches = append(r.Matches, ledger.Match{N: 2, Seats: [4]int32{a, b, ledger.None, ledger.None}, Kind: ledger.Forfeit})
			case len(f[2]) == 4:
				m, boards := boarded(a, b, f[2])
				r.Matches = append(r.Matches, m)
				for len(r.Boards) < len(r.Matches) {
					r.Boards = append(r.Boards, nil)
				}
				*r.Boards.At(len(r.Matches)) = boards
			default:
				points, _ := strconv.ParseFloat(f[2], 64)
				halves := int32(2 * points)
				m, _ := boarded(a, b, strings.Repeat("1", int(halves/2))+strings.Repeat("0", int((8-halves)/2))+strings.Repeat("=", int(halves%2)))
				r.Matches = append(r.Matches, m)
			}
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l
}

// TestFIDETeamExercises: the answers of FIDE's exercises 34 to 41 in the reading of their year
// and, where C.07 of 2026 (Art. 16.4) gives team 1 less for its win by forfeit, in that.
func TestFIDETeamExercises(t *testing.T) {
	l := exercises()
	for _, c := range []struct{ tb, year, values string }{
		{"boardPoints", "", "17.5 17 16 17 18 12.5 11.5 15 14.5 13 11.5 7.5 11.5 11.5"},
		{"buchholz", "2024", "64 57 58 56 55 46 44 41 50 44 41 41 52 36"},
		{"buchholz", "", "61 57 58 56 55 46 44 41 50 44 41 41 52 36"},
		{"buchholzCut1", "2024", "57 52 53 52 53 39 38 39 48 42 39 39 48 32"},
		{"buchholz of", "2024", "114 107.5 109.5 106 99 92 94.5 90 97.5 92 88 92 101 87"},
		{"buchholz of", "", "109 107.5 109.5 106 99 92 94.5 90 97.5 92 88 92 101 87"},
		{"buchholzCut1 of", "2024", "100.5 96 97 94.5 91.5 79.5 83 82.5 90 84.5 80.5 84.5 89.5 75.5"},
		{"sonnebornBerger", "2024", "88 74 76 72 70"},
		{"sonnebornBerger", "", "82 74 76 72 70"},
		{"sonnebornBerger cut", "2024", "74 64 66 64 66"},
		{"sonnebornBerger cut", "", "68 64 66 64 66"},
		{"sonnebornBerger of", "2024", "158 144 150 146 132"},
		{"sonnebornBerger of", "", "148 144 150 146 132"},
		{"sonnebornBerger times", "", ". . . . . . 68.5 . 83 . . . 73"},
		{"sonnebornBerger of times", "", ". . . . . 157.5 . 181.5"},
	} {
		t.Run(c.tb+" "+c.year, func(t *testing.T) {
			name, keys, _ := strings.Cut(c.tb, " ")
			tb := rules.Tiebreak{Func: name, Method: c.year}
			if strings.Contains(keys, "of") {
				tb.Of = "boards"
			}
			if strings.Contains(keys, "times") {
				tb.Times = "boards"
			}
			if strings.Contains(keys, "cut") {
				tb.Cut = 1
			}
			table, err := standings.Compute(l, crewRules(t, 4, tb), standings.Options{After: standings.All})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range strings.Fields(c.values) {
				if want == "." {
					continue
				}
				value, err := fraction.Parse(want)
				if err != nil {
					t.Fatal(err)
				}
				if got := table.Row(int32(i)).Values[0]; !got.Equal(value) {
					t.Errorf("team %d has %v, not %v", i+1, got, want)
				}
			}
		})
	}
}

// TestChoiceWhatAByeIsOnEachBoard: FIDE's exercises 46 to 48 about teams 11 and 14, who drew
// 1 = = 0, and what C.07 of 2026 changes: the bye of the pairing counts as a win on every board
// (Art. 12), one asked for as none, and a match of which the boards are not known as none.
func TestChoiceWhatAByeIsOnEachBoard(t *testing.T) {
	l := exercises()
	count := func(l *ledger.Ledger) [2]fraction.Fraction {
		table, err := standings.Compute(l, crewRules(t, 4, rules.Tiebreak{Func: "boardCount", Lower: true}), standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		return [2]fraction.Fraction{table.Row(10).Values[0], table.Row(13).Values[0]}
	}
	if got := count(l); !got[0].Equal(fraction.New(7, 2)) || !got[1].Equal(fraction.New(33, 2)) {
		t.Errorf("boards count %v, with the bye", got)
	}
	last := &l.Rounds[6]
	last.Matches = last.Matches[:len(last.Matches)-1]
	if got := count(l); !got[0].Equal(fraction.New(7, 2)) || !got[1].Equal(fraction.New(13, 2)) {
		t.Errorf("boards count %v, without it", got)
	}
	for _, rule := range []string{"topBoards", "bottomBoards"} {
		table, err := standings.Compute(l, crewRules(t, 4, rules.Tiebreak{Func: rule}), standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		l.Rounds[6].Matches = last.Matches
		if a, b := table.Row(10), table.Row(13); a.Points.Less(b.Points) || a.Rank > b.Rank {
			t.Errorf("by %s team 11 is %d, team 14 %d", rule, a.Rank, b.Rank)
		}
	}
}

// crewRound is what a round was for a crew, as the independent count has it; points are halves.
type crewRound struct {
	how    string // "played", "won", "lost" (by forfeit), "bye", "asked", "absent", "away"
	rival  int32
	mp, bp int
	wins   int
	boards []int // nil: not known
}

// drawCrews makes an event of crews with forfeits of boards and of matches, both kinds of
// byes, absences, crews that stay away, boards that nobody won and matches ruled as a whole.
func drawCrews(t *rapid.T, n int) (*ledger.Ledger, [][]crewRound) {
	l := &ledger.Ledger{}
	crews := rapid.IntRange(2, 8).Draw(t, "crews")
	for range crews {
		l.Players = append(l.Players, ledger.Player{DroppedAfter: ledger.Active})
	}
	says := make([][]crewRound, crews)
	all := func(v int) []int { return slices.Repeat([]int{v}, n) }
	for i := range rapid.IntRange(1, 6).Draw(t, "rounds") {
		r := ledger.Round{Number: int16(i + 1)}
		var in []int32
		for p := range l.Players {
			switch rapid.IntRange(0, 11).Draw(t, "comes") {
			case 0:
				says[p] = append(says[p], crewRound{how: "absent"})
				r.Matches = append(r.Matches, single(ledger.AssignedLoss, int32(p)))
			case 1:
				says[p] = append(says[p], crewRound{how: "asked", mp: 2, bp: n})
				l.Players[p].ByeRounds |= 1 << (i + 1)
				r.Matches = append(r.Matches, single(ledger.Bye, int32(p)))
			case 2:
				says[p] = append(says[p], crewRound{how: "away"})
			default:
				in = append(in, int32(p))
			}
		}
		in = rapid.Permutation(in).Draw(t, "order")
		if len(in)%2 == 1 {
			p := in[0]
			in = in[1:]
			says[p] = append(says[p], crewRound{how: "bye", mp: 2, bp: n, boards: all(2)})
			r.Matches = append(r.Matches, single(ledger.Bye, p))
		}
		for ; len(in) > 0; in = in[2:] {
			a, b := in[0], in[1]
			text := make([]byte, n)
			for k := range text {
				text[k] = rapid.SampledFrom([]byte("1110000===+-x")).Draw(t, "board")
			}
			m, boards := boarded(a, b, string(text))
			own, their := crewRound{how: "played", rival: b}, crewRound{how: "played", rival: a}
			for _, how := range text {
				halves := map[byte][2]int{'1': {2, 0}, '+': {2, 0}, '0': {0, 2}, '-': {0, 2}, '=': {1, 1}}[how]
				own.bp, their.bp = own.bp+halves[0], their.bp+halves[1]
				own.boards, their.boards = append(own.boards, halves[0]), append(their.boards, halves[1])
				own.wins, their.wins = own.wins+halves[0]/2, their.wins+halves[1]/2
			}
			switch rapid.IntRange(0, 9).Draw(t, "ruling") {
			case 0: // lost without play
				m.Kind, m.Result = ledger.Forfeit, ledger.Result{}
				own = crewRound{how: "won", rival: b, mp: 4, bp: 2 * n, wins: n, boards: all(2)}
				their = crewRound{how: "lost", rival: a}
			case 1: // ruled as a whole before the boards were over
				boards[0].Kind, boards[0].Result = ledger.Played, ledger.Result{}
				m.Kind, m.Result = ledger.Played, gamesResult(int32(n), 0, 0)
				own = crewRound{how: "played", rival: b, bp: 2 * n, wins: n}
				their = crewRound{how: "played", rival: a}
			case 2: // played elsewhere in the order of seats
				for k := range boards {
					if s := &boards[k]; s.Kind == ledger.Played {
						s.Seats[0], s.Seats[1] = s.Seats[1], s.Seats[0]
						s.Result.V[0], s.Result.V[1] = s.Result.V[1], s.Result.V[0]
					}
				}
			}
			if m.Kind == ledger.DoubleLoss { // neither has won anything
				own, their = crewRound{how: "lost", rival: b}, crewRound{how: "lost", rival: a}
			}
			if own.how == "played" {
				own.mp, their.mp = 2, 2
				if own.wins > their.wins {
					own.mp, their.mp = 4, 0
				} else if own.wins < their.wins {
					own.mp, their.mp = 0, 4
				}
			}
			says[a], says[b] = append(says[a], own), append(says[b], their)
			for len(r.Boards) < len(r.Matches) {
				r.Boards = append(r.Boards, nil)
			}
			r.Matches, r.Boards = append(r.Matches, m), append(r.Boards, boards)
		}
		l.Rounds = append(l.Rounds, r)
	}
	return l, says
}

func (c crewRound) by(boards bool) int {
	if boards {
		return c.bp
	}
	return c.mp
}

// opponentsSum is Buchholz or Sonneborn-Berger as C.07 of 2026 says it, counted from the text,
// in halves or in quarters.
func opponentsSum(says [][]crewRound, p, n int, of, times, product bool, cut int) int {
	draw := 2 // a match point
	if of {
		draw = n // half a point on each board
	}
	choice := func(c crewRound) bool {
		return c.how == "asked" || c.how == "absent" || c.how == "away" || c.how == "lost"
	}
	final := func(q int) (sum int) {
		for _, c := range says[q] {
			sum += c.by(of)
		}
		return sum
	}
	seen := func(q int) int { // 16.3
		sum := 0
		for i, c := range says[q] {
			left := slices.ContainsFunc(says[q][i:], func(later crewRound) bool { return !choice(later) })
			if !left && (c.how == "absent" || c.how == "away" || c.how == "asked") {
				sum += draw
			} else {
				sum += c.by(of)
			}
		}
		return sum
	}
	type part struct {
		score, value int
		choice       bool
	}
	var parts []part
	for _, c := range says[p] {
		var score int
		switch c.how {
		case "played":
			score = seen(int(c.rival))
		case "won", "lost":
			score = min(final(p), seen(int(c.rival))) // 16.4.1
		default:
			score = min(final(p), draw*len(says[p])) // 16.4.2
		}
		value := score
		if product {
			value *= c.by(times)
		}
		parts = append(parts, part{score, value, choice(c)})
	}
	for range min(cut, len(parts)) { // 14.1 and 16.5
		least, byChoice := 0, -1
		for i, x := range parts {
			before := func(j int) bool {
				return x.score < parts[j].score || x.score == parts[j].score && x.value < parts[j].value
			}
			if before(least) {
				least = i
			}
			if x.choice && (byChoice < 0 || before(byChoice)) {
				byChoice = i
			}
		}
		if byChoice >= 0 && parts[byChoice].value >= parts[least].value {
			least = byChoice
		}
		parts = slices.Delete(parts, least, least+1)
	}
	sum := 0
	for _, x := range parts {
		sum += x.value
	}
	return sum
}

// TestTiebreakersOfCrewsByAnIndependentCount: each tiebreaker of crews over random events
// equals a count from the definition.
func TestTiebreakersOfCrewsByAnIndependentCount(t *testing.T) {
	type counted struct {
		tb   rules.Tiebreak
		den  int64
		want func(says [][]crewRound, p, n int) int
	}
	list := []counted{
		{rules.Tiebreak{Func: "boardPoints"}, 2, func(says [][]crewRound, p, _ int) (sum int) {
			for _, c := range says[p] {
				sum += c.bp
			}
			return sum
		}},
		{rules.Tiebreak{Func: "boardsWon"}, 1, func(says [][]crewRound, p, _ int) (sum int) {
			for _, c := range says[p] {
				sum += c.wins
			}
			return sum
		}},
		{rules.Tiebreak{Func: "boardCount", Lower: true}, 2, func(says [][]crewRound, p, _ int) (sum int) {
			for _, c := range says[p] {
				for b, halves := range c.boards {
					sum += (b + 1) * halves
				}
			}
			return sum
		}},
	}
	list = append(list, counted{rules.Tiebreak{Func: "scheduleStrength"}, 120, func(says [][]crewRound, p, n int) (sum int) {
		for _, c := range says[p] {
			sum += 60 * c.bp
		}
		return sum + 60/max(2*len(says[p])/n, 1)*opponentsSum(says, p, n, false, false, false, 0)
	}})
	for _, of := range []string{"", "boards"} {
		for cut, fn := range []string{"buchholz", "buchholzCut1"} {
			list = append(list, counted{rules.Tiebreak{Func: fn, Of: of}, 2, func(says [][]crewRound, p, n int) int {
				return opponentsSum(says, p, n, of != "", false, false, cut)
			}})
		}
		for _, times := range []string{"", "boards"} {
			for cut := range 3 {
				list = append(list, counted{rules.Tiebreak{Func: "sonnebornBerger", Of: of, Times: times, Cut: cut}, 4, func(says [][]crewRound, p, n int) int {
					return opponentsSum(says, p, n, of != "", times != "", true, cut)
				}})
			}
		}
	}
	var tiebreaks []rules.Tiebreak
	for _, c := range list {
		tiebreaks = append(tiebreaks, c.tb)
	}
	sets := map[int]*rules.Ruleset{}
	for n := 2; n <= 4; n++ {
		sets[n] = crewRules(t, n, tiebreaks...)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "boards")
		l, says := drawCrews(t, n)
		table, err := standings.Compute(l, sets[n], standings.Options{After: standings.All})
		if err != nil {
			t.Fatal(err)
		}
		for p := range says {
			row := table.Row(int32(p))
			for k, c := range list {
				if want := fraction.New(int64(c.want(says, p, n)), c.den); !row.Values[k].Equal(want) {
					t.Fatalf("crew %d: %+v is %v, counted %v", p+1, c.tb, row.Values[k], want)
				}
			}
		}
	})
}

// TestChoiceAByeHasNoBoardsWon: boards won count play, with or without an opponent at a board;
// a bye is worth board points, in Magic those of all boards, and has none.
func TestChoiceAByeHasNoBoardsWon(t *testing.T) {
	rs := *load(t, "magic")
	rs.Crew = &rules.Crew{Preset: "trios", Tiebreaks: []rules.Tiebreak{{Func: "boardPoints"}, {Func: "boardsWon"}}}
	m, boards := boarded(1, 2, "1+0")
	l := &ledger.Ledger{Players: make([]ledger.Player, 3), Rounds: []ledger.Round{{Number: 1, Matches: []ledger.Match{single(ledger.Bye, 0), m}, Boards: numbered.List[numbered.List[ledger.Match]]{nil, boards}}}}
	for p := range l.Players {
		l.Players[p].DroppedAfter = ledger.Active
	}
	table, err := standings.Compute(l, rs.OfBoards(3), standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range [][2]int64{{9, 0}, {6, 2}, {3, 1}} {
		row := table.Row(int32(p))
		for k, value := range want {
			if !row.Values[k].Equal(fraction.New(value, 1)) {
				t.Errorf("crew %d: %v, not %v", p+1, row.Values, want)
			}
		}
	}
}

// TestTopAndBottomBoardsByAnIndependentCount: crews level on match points are in the order of
// their points by board, from the first down or without the last ones, and level only where
// all of these are.
func TestTopAndBottomBoardsByAnIndependentCount(t *testing.T) {
	sets := map[int]*rules.Ruleset{}
	for n := 2; n <= 4; n++ {
		sets[n], sets[-n] = crewRules(t, n, rules.Tiebreak{Func: "topBoards"}), crewRules(t, n, rules.Tiebreak{Func: "bottomBoards"})
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "boards")
		l, says := drawCrews(t, n)
		keys := func(p int32, bottom bool) (out []int) {
			sum := make([]int, n)
			for _, c := range says[p] {
				for b, halves := range c.boards {
					sum[b] += halves
				}
			}
			if !bottom {
				return sum
			}
			for b := n - 1; b > 0; b-- {
				left := 0
				for _, halves := range sum[:b] {
					left += halves
				}
				out = append(out, left)
			}
			return out
		}
		for _, bottom := range []bool{false, true} {
			rs := sets[n]
			if bottom {
				rs = sets[-n]
			}
			table, err := standings.Compute(l, rs, standings.Options{After: standings.All})
			if err != nil {
				t.Fatal(err)
			}
			for i := 1; i < len(table.Rows); i++ {
				a, b := &table.Rows[i-1], &table.Rows[i]
				if !a.Points.Equal(b.Points) {
					continue
				}
				order := slices.Compare(keys(a.Player, bottom), keys(b.Player, bottom))
				if order < 0 || (order == 0) != table.Level(i) {
					t.Fatalf("crews %d and %d by %v, %v, level %v", a.Player+1, b.Player+1, keys(a.Player, bottom), keys(b.Player, bottom), table.Level(i))
				}
			}
		}
	})
}
