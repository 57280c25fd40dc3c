package tournament_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/roundrobin"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
	"topcut/tournament/testrun"
	"topcut/tournament/textfile"
	"topcut/tournament/transfer"
)

// neighbour is a kind of input of public bug reports: the reported inputs, and a generator
// of others like them, which fails the test if one is not handled as it should be. The kinds
// of other packages have their tests there.
type neighbour struct {
	about string
	cases []string                           // files of the reports
	tried string                             // the test that reads those files
	one   func(t *testing.T, rng *rand.Rand) // generates and tries one
	at    string                             // the test elsewhere that generates them
}

func neighbours() []neighbour {
	return []neighbour{
		{"who won and the score in a table", []string{"01-winner-column.csv", "02-written-scores.csv", "02-chess-scores.csv"}, "TestCasesOfTables", tableOfResults, ""},
		{"byes and absences of coming rounds", []string{"03-absent-next-round.trf"}, "TestCaseOfAnAbsenceInTheNextRound", comingRound, ""},
		{"a pair that was not played", []string{"04-unplayed-pair.json"}, "TestCaseOfAnUnplayedPair", unplayedPair, ""},
		{"a round robin taken over", []string{"05-round-robin-half-played.json"}, "TestCasesOfRoundRobins", func(t *testing.T, rng *rand.Rand) { robinTakenOver(t, rng, 0) }, ""},
		{"a round robin taken over that players have left", []string{"05-round-robin-one-left.json"}, "TestCasesOfRoundRobins", func(t *testing.T, rng *rand.Rand) { robinTakenOver(t, rng, 1+rng.IntN(2)) }, ""},
		{"tiebreaks of all play all with forfeits", []string{"06-round-robin-no-show.json"}, "TestCaseOfARoundRobinWithANoShow", allPlayAllWithForfeits, ""},
		{"groups into a bracket", []string{"07-groups-into-a-bracket.json"}, "TestCasesOfGroups", groupsApart, ""},
		{"a match of a bracket without a winner", []string{"08-nobody-came.json"}, "TestCaseOfAMatchThatNoPlayerWon", noWinner, ""},
		{"sides of a round robin", []string{"12-sides-of-a-round-robin.txt"}, "TestSidesOfEveryRoundRobin", balancedSides, ""},
		{"groups of unequal size", []string{"13-uneven-groups.json"}, "TestCasesOfGroups", unevenGroups, ""},
		{"one person under two spellings", []string{"14-one-person-week-a.json", "14-one-person-week-b.json"}, "TestCaseOfOnePersonInTwoFiles", twoSpellings, ""},
		{"text files as editors save them", []string{"17-saved-by-notepad.toml"}, "TestAByteOrderMarkIsRead", savedByAnEditor, ""},
		{"times that people write", []string{"11-times-people-write.txt"}, "TestTimesPeopleWrite", nil, "commands/moment TestDaysAndMonthsOfEveryLanguageAreRead"},
		{"steps: away when an arranged match is played", nil, "", nil, "tournament TestWhoIsAwayAsSaidDoesNotForfeit"},
		{"steps: the post of a round is deleted", nil, "", nil, "commands/post TestADeletedPostComesBackWhileItIsNeeded"},
	}
}

// TestEveryKindOfCaseHasNeighbours generates inputs around each public report, and lists how
// many with -v.
func TestEveryKindOfCaseHasNeighbours(t *testing.T) {
	const least = 10
	n := testrun.UpTo(15, 300)
	named := map[string]bool{}
	for i, k := range neighbours() {
		for _, name := range k.cases {
			named[name] = true
		}
		if k.one == nil {
			t.Logf("%-50s %-45s elsewhere: %s", k.about, strings.Join(k.cases, " "), k.at)
			continue
		}
		t.Run(k.about, func(t *testing.T) {
			tried := 0
			for seed := range n {
				k.one(t, rand.New(rand.NewPCG(uint64(seed), uint64(i))))
				if t.Failed() {
					t.Fatalf("neighbour %d", seed)
				}
				tried++
			}
			if tried < least {
				t.Errorf("%d neighbours, want %d", tried, least)
			}
			t.Logf("%-50s %-45s %s, %d neighbours", k.about, strings.Join(k.cases, " "), k.tried, tried)
		})
	}
	for _, name := range casesHere(t) {
		if !named[name] {
			t.Errorf("%s belongs to no kind", name)
		}
	}
}

// pick returns one of a list.
func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// people returns n different names, as people have and write them.
func people(rng *rand.Rand, n int) []string {
	first := []string{"Ann", "Bob", "Zoé", "Øyvind", "李雷", "محمد", "יעל", "O'Brien", "Anne-Marie", "Ümit", "Łukasz", "さくら", "J. R.", "=Sum", "@dee", "Nguyễn", "Mc\"Q", "Ωmega", "2Pac", "A, B"}
	rng.Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
	out := make([]string, n)
	for i := range out {
		if out[i] = first[i%len(first)]; i >= len(first) || rng.IntN(2) == 0 {
			out[i] += fmt.Sprintf(" %c.", 'A'+rune(i))
		}
	}
	return out
}

// respelt returns a name in another spelling of the same letters.
func respelt(rng *rand.Rand, name string) string {
	if rng.IntN(2) == 0 {
		name = norm.NFD.String(name)
	}
	if rng.IntN(3) == 0 {
		name = strings.ToUpper(name)
	}
	return strings.Repeat(" ", rng.IntN(2)) + name + strings.Repeat(" ", rng.IntN(2))
}

// scoreAs returns a score in one of the ways to write it.
func scoreAs(rng *rand.Rand, a, b string) string {
	if a == "0.5" && rng.IntN(2) == 0 {
		half := pick(rng, "½", "1/2", "0,5", "0.5", ".5")
		a, b = half, half
	}
	between := pick(rng, "-", ":", "–", "—", "−", "‑", "：", "－", " - ", " : ", " – ")
	score := a + between + b
	if rng.IntN(4) == 0 && !strings.Contains(score, "½") && !strings.Contains(score, "/") {
		score = strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r - '0' + '０'
			}
			return r
		}, score)
	}
	return score
}

// cell returns a cell of a table with the given separator.
func cell(sep, text string) string {
	if strings.ContainsAny(text, sep+"\"\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// tableOfResults writes a table of results as one of many people might, and reads it.
func tableOfResults(t *testing.T, rng *rand.Rand) {
	t.Helper()
	id := pick(rng, "magic", "chess-casual")
	scores := map[string][][2]string{"magic": {{"2", "0"}, {"2", "1"}, {"1", "1"}}, "chess-casual": {{"1", "0"}, {"0.5", "0.5"}}}[id]
	win := map[string]int{"magic": 6, "chess-casual": 2}[id] // in halves of a point
	draw := win / 2
	if id == "magic" {
		draw = 2
	}
	who := people(rng, 2+2*rng.IntN(6))
	want := map[string]int{}
	for _, name := range who {
		want[names.Key(name)] = 0
	}
	way := rng.IntN(4)
	head := map[string]string{"round": pick(rng, "Round", "Runde", "ronde"), "a": "Player 1", "b": "Player 2", "note": "Remarks"}
	switch way {
	case 0:
		head["result"] = pick(rng, "Result", "Ergebnis", "Score")
	case 1:
		head["result"], head["winner"] = pick(rng, "Result", "Score"), pick(rng, "Winner", "Sieger")
	case 2:
		head["one"], head["two"] = "Score 1", "Score 2"
	case 3:
		head["winner"], head["one"], head["two"] = "Winner", "Points 1", "Points 2"
	}
	columns := slices.Sorted(func(yield func(string) bool) {
		for key := range head {
			if !yield(key) {
				return
			}
		}
	})
	rng.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	sep, end := pick(rng, ",", ";", "\t"), pick(rng, "\n", "\r\n")
	before := pick(rng, "", "Round ", "R", "#")
	var lines []string
	for round := range 1 + rng.IntN(3) {
		rng.Shuffle(len(who), func(i, j int) { who[i], who[j] = who[j], who[i] })
		for i := 0; i < len(who); i += 2 {
			a, b, s := who[i], who[i+1], pick(rng, scores...)
			won, x, y := "", s[0], s[1]
			bye := len(who) > 2 && i+2 == len(who) && rng.IntN(3) == 0 // a round of byes alone is one to come
			if bye {
				x, y = "", ""
				want[names.Key(a)] += win
			}
			switch side := rng.IntN(2); {
			case bye:
			case x == y:
				want[names.Key(a)] += draw
				want[names.Key(b)] += draw
				won = pick(rng, "draw", "Remis", "empate", "引き分け", "")
			case side == 0:
				want[names.Key(a)] += win
				won = pick(rng, respelt(rng, a), "1", "Player 1")
			default:
				want[names.Key(b)] += win
				won = pick(rng, respelt(rng, b), "2", "Player 2")
				if way != 1 || rng.IntN(2) == 0 { // else it is written from the winner's side
					x, y = y, x
				}
			}
			row := map[string]string{
				"round": fmt.Sprint(before, round+1), "a": respelt(rng, a), "b": respelt(rng, b), "note": pick(rng, "", "late", "a \"b\""),
				"result": scoreAs(rng, x, y), "winner": won, "one": x, "two": y,
			}
			if bye {
				row["b"], row["result"] = pick(rng, "Bye", "BYE", "- bye -", "[BYE]", "<bye>", "Freilos", "exempt", "不戦勝", "-", "–", "---", ""), ""
			}
			var cells []string
			for _, c := range columns {
				cells = append(cells, cell(sep, row[c]))
			}
			lines = append(lines, strings.Join(cells, sep))
		}
	}
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	var titles []string
	for _, c := range columns {
		titles = append(titles, head[c])
	}
	text := pick(rng, "", "\ufeff") + strings.Join(titles, sep) + end + strings.Join(lines, end) + pick(rng, "", end)
	in, err := transfer.Read([]byte(text), transfer.Options{Ruleset: id})
	if err != nil {
		t.Errorf("%s: %v\n%s", id, err, text)
		return
	}
	f := in.Events[0].Tournament
	table, err := standings.Compute(f.Ledger, f.Rules, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) > len(who) {
		t.Errorf("%d players, want %d\n%s", len(table.Rows), len(who), text)
	}
	for _, row := range table.Rows {
		name := f.Players[row.Player].Name
		if got := row.Points.Mul(fraction.Int(2)); !got.Equal(fraction.Int(int64(want[names.Key(name)]))) {
			t.Errorf("%s: %q has %s points, want %d halves\n%s", id, name, row.Points, want[names.Key(name)], text)
		}
	}
}

// trfLine returns the line of a player of a chess file; a round has the opponent, the
// colour and the result.
func trfLine(no int, name string, points float64, rounds []string) string {
	line := fmt.Sprintf("001 %4d %1s%3s %-33s %4s %3s %11s %10s %4.1f %4d", no, "", "", name, "", "", "", "", points, no)
	for _, r := range rounds {
		line += "  " + r
	}
	return line
}

// comingRound writes a chess file of which some rounds are played, with byes and absences
// of every code for rounds to come, and pairs the rounds that they are for.
func comingRound(t *testing.T, rng *rand.Rand) {
	t.Helper()
	n, played, ahead := 6+rng.IntN(9), rng.IntN(4), 1+rng.IntN(2)
	rounds := make([][]string, n)
	points := make([]float64, n)
	robin, err := roundrobin.Schedule(n, 1)
	if err != nil {
		t.Fatal(err)
	}
	for r := range played {
		for i := range rounds {
			rounds[i] = append(rounds[i], "0000 - U")
		}
		in := make([]bool, n)
		for _, p := range robin[r].Pairs {
			a, b := p.First, p.Second
			in[a], in[b] = true, true
			one := pick(rng, [2]string{"1", "0"}, [2]string{"=", "="}, [2]string{"0", "1"}, [2]string{"+", "-"})
			two := one[1]
			rounds[a][r], rounds[b][r] = fmt.Sprintf("%4d w %s", b+1, one[0]), fmt.Sprintf("%4d b %s", a+1, two)
			for k, res := range map[int]string{a: one[0], b: two} {
				points[k] += map[string]float64{"1": 1, "+": 1, "=": 0.5}[res]
			}
		}
		for i := range in {
			if !in[i] {
				points[i]++
			}
		}
	}
	out := make([][]string, n) // by player: the code of each coming round, "" = plays
	counted := rng.IntN(2) == 0
	worth := map[string]float64{"H": 0.5, "F": 1}
	for i := range out {
		out[i] = make([]string, ahead)
		if rng.IntN(4) > 0 || i == 0 {
			continue
		}
		for r := range 1 + rng.IntN(ahead) {
			out[i][r] = pick(rng, "Z", "H", "F")
			if counted {
				points[i] += worth[out[i][r]]
			}
			rounds[i] = append(rounds[i], "0000 - "+out[i][r])
		}
	}
	text := "012 Club\r\n" + fmt.Sprintf("XXR %d\r\n", played+ahead+1)
	for i := range rounds {
		text += trfLine(i+1, fmt.Sprintf("Player %c", 'A'+i), points[i], rounds[i]) + pick(rng, "\n", "\r\n")
	}
	in, err := transfer.Read([]byte(text), transfer.Options{})
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return
	}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: in.Events[0].Tournament}.Command())
	if w.snap.State.Phase < tournament.Running {
		w.do(&command.Start{})
	}
	for r := range ahead {
		w.round()
		s := w.snap.State
		if len(s.Rounds) != played+r+1 {
			t.Fatalf("round %d is paired, want %d\n%s", len(s.Rounds), played+r+1, text)
		}
		free := 0
		for i := range n {
			m := s.MatchOf(len(s.Rounds), i+1)
			if m == 0 {
				t.Errorf("player %d is in no match of round %d\n%s", i+1, len(s.Rounds), text)
				return
			}
			l := s.Ledger.Rounds[len(s.Rounds)-1].Matches[m-1]
			kind := map[string]ledger.Kind{"Z": ledger.AssignedLoss, "H": ledger.Bye, "F": ledger.Bye}[out[i][r]]
			switch {
			case out[i][r] != "" && (l.N != 1 || l.Kind != kind):
				t.Errorf("player %d (%s) in round %d: %+v\n%s", i+1, out[i][r], len(s.Rounds), l, text)
			case out[i][r] == "" && l.N == 1:
				free++
			}
			if p := s.Players[i]; p.DroppedAfter != ledger.Active || p.LateRounds > 0 {
				t.Errorf("player %d: %+v\n%s", i+1, p, text)
			}
		}
		if free > 1 {
			t.Errorf("%d byes in round %d\n%s", free, len(s.Rounds), text)
		}
		w.firstWins()
	}
}

// unplayedPair pairs an event of chess in which all have met, but in one round of forfeits.
func unplayedPair(t *testing.T, rng *rand.Rand) {
	t.Helper()
	n := 4 + 2*rng.IntN(4)
	forfeited := rng.IntN(n - 1)
	text := forfeits(t, "chess-casual", pick(rng, `"kind":"forfeit"`, `"kind":"double_loss"`), n, forfeited)
	order := rng.Perm(n)
	var swaps []string
	for i, k := range order {
		swaps = append(swaps, fmt.Sprintf(`"p%d"`, i+1), fmt.Sprintf(`"p%d"`, k+1))
	}
	text = strings.NewReplacer(swaps...).Replace(text)
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: read(t, text)}.Command(), &command.Pair{})
	s := w.snap.State
	if len(s.PreviewMatches) != n/2 {
		t.Errorf("%d matches of %d players\n%s", len(s.PreviewMatches), n, text)
	}
	for _, m := range s.PreviewMatches {
		if !slices.ContainsFunc(s.Ledger.Rounds[forfeited].Matches, func(f ledger.Match) bool {
			return slices.Contains(f.Players(), m.Seats[0]) && slices.Contains(f.Players(), m.Seats[1])
		}) {
			t.Errorf("%d and %d have played\n%s", m.Seats[0]+1, m.Seats[1]+1, text)
		}
	}
}

// allPlayAllWithForfeits ranks a round robin of chess in which some games were not played:
// the order is that of points, games among those who are level, wins, Sonneborn-Berger and
// Koya, in which unplayed games count as played.
func allPlayAllWithForfeits(t *testing.T, rng *rand.Rand) {
	t.Helper()
	n := 4 + rng.IntN(5)
	robin, err := roundrobin.Schedule(n, 1)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`{"version":1,"ruleset":"chess-casual","format":"round_robin","rounds_planned":%d,"players":[`, len(robin))
	for i := range n {
		text += fmt.Sprintf(`{"id":"p%d"},`, i+1)
	}
	text = strings.TrimSuffix(text, ",") + `],"rounds":[`
	got := make([][]int, n) // halves of a point against each
	for i := range got {
		got[i] = make([]int, n)
	}
	for r, round := range robin {
		text += fmt.Sprintf(`{"number":%d,"stage":"round_robin","matches":[`, r+1)
		for _, p := range round.Pairs {
			a, b := p.First, p.Second
			if rng.IntN(2) == 0 {
				a, b = b, a
			}
			result := `"games":[1,0,0],"kind":"played"`
			switch rng.IntN(4) {
			case 0:
				result = `"games":[0,0,1],"kind":"played"`
				got[a][b], got[b][a] = 1, 1
			case 1:
				result = `"kind":"forfeit"`
				got[a][b] = 2
			default:
				got[a][b] = 2
			}
			text += fmt.Sprintf(`{"players":["p%d","p%d"],%s},`, a+1, b+1, result)
		}
		text = strings.TrimSuffix(text, ",") + "]},"
	}
	f := read(t, strings.TrimSuffix(text, ",")+"]}")
	table, err := standings.Compute(f.Ledger, f.Rules, standings.Options{After: standings.All})
	if err != nil {
		t.Fatal(err)
	}
	points := make([]int, n)
	for i := range got {
		for _, x := range got[i] {
			points[i] += x
		}
	}
	value := func(i int) []int {
		v := make([]int, 5)
		for k := range n {
			if v[0] += got[i][k]; points[k] == points[i] {
				v[1] += got[i][k]
			}
			if got[i][k] == 2 {
				v[2]++
			}
			if v[3] += got[i][k] * points[k]; points[k] >= n-1 {
				v[4] += got[i][k]
			}
		}
		return v
	}
	for i := 1; i < len(table.Rows); i++ {
		a, b := value(int(table.Rows[i-1].Player)), value(int(table.Rows[i].Player))
		if slices.Compare(a, b) < 0 {
			t.Errorf("p%d %v stands before p%d %v\n%s", table.Rows[i-1].Player+1, a, table.Rows[i].Player+1, b, text)
		}
	}
}

// groupsApart plays groups with random results and cuts to a bracket: players of one group
// are as far apart as the bracket allows.
func groupsApart(t *testing.T, rng *rand.Rand) {
	t.Helper()
	groups, in := pick(rng, 2, 4, 8), pick(rng, 1, 2, 4)
	if rng.IntN(3) == 0 {
		groups, in = pick(rng, 3, 5, 6), 2
	}
	size := max(3, in) + rng.IntN(2)
	if groups*size > 32 {
		size = max(3, in)
	}
	set := settings(0, 0)
	set.Stages = stage.MustParse(fmt.Sprintf("groups %d roundrobin > single %d", groups, groups*in))
	w := given(t, set, groups*size)
	w.do(&command.Start{})
	for w.round(); ; w.round() {
		r := len(w.snap.State.Rounds)
		for _, m := range w.snap.State.Blocking(r) {
			w.do(&command.Correct{Round: r, Match: m, Text: pick(rng, "2-0", "0-2", "2-1", "1-2")})
		}
		if w.snap.State.RoundsOver() {
			break
		}
	}
	w.do(&command.MakeCut{})
	s := w.snap.State
	seeds := s.Elimination().Players
	order := bracket.SlotOrder(bracket.FullSize(len(seeds)))
	for width := 2; width < len(order); width *= 2 {
		for from := 0; from < len(order); from += width {
			mates := map[int16]int{}
			for _, seed := range order[from : from+width] {
				if seed <= len(seeds) {
					mates[s.Players[seeds[seed-1]-1].Flight]++
				}
			}
			most := (in*width + len(order) - 1) / len(order)
			for g, n := range mates {
				if n > most {
					t.Errorf("%d groups, %d of each: %d of group %d in a part of %d, want %d", groups, in, n, g, width, most)
				}
			}
		}
	}
}

// noWinner reads a bracket with a match that neither player has won, and then as the
// refusal says: without the result, and both have left. Whoever would meet them next wins.
func noWinner(t *testing.T, rng *rand.Rand) {
	t.Helper()
	size := 1 << (1 + rng.IntN(4))
	order, rounds := bracket.SlotOrder(size), 0
	for 1<<rounds < size {
		rounds++
	}
	text := fmt.Sprintf(`{"version":1,"name":"Cup","ruleset":%q,"format":"single","cut":%d,"players":[`, pick(rng, "magic", "chess-casual", "pokemon", "lorcana"), size)
	for i := range size {
		text += fmt.Sprintf(`{"id":"p%d"},`, i+1)
	}
	text = strings.TrimSuffix(text, ",") + `],"rounds":[`
	round := 1 + rng.IntN(rounds)
	match := rng.IntN(size >> round)
	var both [2]string
	for r := 1; r <= round; r++ {
		text += fmt.Sprintf(`{"number":%d,"stage":"elimination","matches":[`, r)
		for i := 0; i < len(order); i += 2 {
			kind := "forfeit"
			if r == round && i/2 == match {
				kind, both = "double_loss", [2]string{fmt.Sprintf(`{"id":"p%d"`, order[i]), fmt.Sprintf(`{"id":"p%d"`, order[i+1])}
			}
			text += fmt.Sprintf(`{"players":["p%d","p%d"],"kind":%q},`, order[i], order[i+1], kind)
			order[i/2] = order[i]
		}
		order = order[:len(order)/2]
		text = strings.TrimSuffix(text, ",") + "]},"
	}
	text = strings.TrimSuffix(text, ",") + "]}"
	_, err := file.Read([]byte(text), rules.Load)
	if path := fmt.Sprintf("path=rounds[%d].matches[%d]", round-1, match); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "kind_no_winner") {
		t.Errorf("%v, want %s\n%s", err, path, text)
	}
	text = strings.Replace(text, `"kind":"double_loss"`, `"kind":"played"`, 1)
	for _, player := range both {
		text = strings.Replace(text, player+"}", fmt.Sprintf(`%s,"dropped_after":%d}`, player, round), 1)
	}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: read(t, text)}.Command())
	s := w.snap.State
	if s.Rounds.At(round).Status != tournament.Done {
		t.Errorf("round %d is open\n%s", round, text)
	}
	if round == rounds {
		return
	}
	w.do(&command.Pair{})
	s = w.snap.State
	walkovers := 0
	for _, m := range s.PreviewMatches {
		if m.Kind == ledger.Forfeit {
			walkovers++
		}
		if s.Players[m.Seats[0]].DroppedAfter != ledger.Active {
			t.Errorf("player %d has left and may win\n%s", m.Seats[0]+1, text)
		}
	}
	if walkovers != 1 {
		t.Errorf("%d walkovers\n%s", walkovers, text)
	}
}

// balancedSides looks at the sides of a round robin after every round: no player has one
// side more than twice in a row, nor two matches more of one, in a second leg three.
func balancedSides(t *testing.T, rng *rand.Rand) {
	t.Helper()
	n, legs := 3+rng.IntN(40), 1+rng.IntN(2)
	rounds, err := roundrobin.Schedule(n, legs)
	if err != nil {
		t.Fatal(err)
	}
	ahead, run := make([]int, n), make([]int, n)
	for r, round := range rounds {
		for _, p := range round.Pairs {
			for _, x := range []struct{ player, side int }{{p.First, 1}, {p.Second, -1}} {
				ahead[x.player] += x.side
				if run[x.player]*x.side < 0 {
					run[x.player] = 0
				}
				if run[x.player] += x.side; max(run[x.player], -run[x.player]) > 2 || max(ahead[x.player], -ahead[x.player]) > 1+r/(len(rounds)/legs) {
					t.Errorf("%d players, %d legs: player %d after round %d: %d in a row, %d more", n, legs, x.player+1, r+1, run[x.player], ahead[x.player])
				}
			}
		}
	}
}

// unevenGroups plays groups of different sizes with random results: their winners are
// seeded by points for each match.
func unevenGroups(t *testing.T, rng *rand.Rand) {
	t.Helper()
	groups := 2 + rng.IntN(3)
	players := 3*groups + 1 + rng.IntN(groups-1) + groups*rng.IntN(2)
	set := settings(0, 0)
	set.Stages = stage.MustParse(fmt.Sprintf("groups %d roundrobin > single %d", groups, 2*groups))
	w := given(t, set, players)
	w.do(&command.Start{})
	for w.round(); ; w.round() {
		r := len(w.snap.State.Rounds)
		for _, m := range w.snap.State.Blocking(r) {
			w.do(&command.Correct{Round: r, Match: m, Text: pick(rng, "2-0", "0-2", "2-1", "1-2", "1-1")})
		}
		if w.snap.State.RoundsOver() {
			break
		}
	}
	table, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	seeds, err := w.snap.State.Seeds(table, 2*groups)
	if err != nil {
		t.Fatal(err)
	}
	var before fraction.Fraction
	for i, n := range seeds[:groups] {
		row := table.Row(int32(n - 1))
		share := row.Points.Quo(fraction.Int(int64(row.Record[0] + row.Record[1] + row.Record[2])))
		if i > 0 && before.Less(share) {
			t.Errorf("%d players in %d groups: player %d has %s points for each match, the one before %s", players, groups, n, share, before)
		}
		before = share
	}
	for _, part := range [][]int{seeds[:groups], seeds[groups:]} { // the first and the second of each group
		in := map[int16]bool{}
		for _, n := range part {
			in[w.snap.State.Players[n-1].Flight] = true
		}
		if len(in) != groups {
			t.Errorf("%d players in %d groups: players of %d groups came in one place", players, groups, len(in))
		}
	}
}

// twoSpellings gives the players of a table other spellings of their names in each line:
// they are the same people, and no two of them are one.
func twoSpellings(t *testing.T, rng *rand.Rand) {
	t.Helper()
	who := people(rng, 4+2*rng.IntN(4))
	keys := map[string]bool{}
	text := "Round,Player 1,Player 2,Result\n"
	for round := range 3 {
		rng.Shuffle(len(who), func(i, j int) { who[i], who[j] = who[j], who[i] })
		for i := 0; i < len(who); i += 2 {
			text += fmt.Sprintf("%d,%s,%s,2-0\n", round+1, cell(",", respelt(rng, who[i])), cell(",", respelt(rng, who[i+1])))
		}
	}
	for _, name := range who {
		keys[names.Key(name)] = true
		if other := respelt(rng, name); names.Key(other) != names.Key(name) {
			t.Errorf("%q and %q are two", name, other)
		}
	}
	in, err := transfer.Read([]byte(text), transfer.Options{Ruleset: "magic"})
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return
	}
	if got := len(in.Events[0].Tournament.Players); got != len(who) || len(keys) != len(who) {
		t.Errorf("%d players, %d keys, want %d\n%s", got, len(keys), len(who), text)
	}
}

// savedByAnEditor reads a text with and without a byte order mark, and names UTF-16.
func savedByAnEditor(t *testing.T, rng *rand.Rand) {
	t.Helper()
	end := pick(rng, "\n", "\r\n")
	text := pick(rng, "# ", "[defaults]"+end, "name = ", `{"version":1,"name":`) + strings.Join(people(rng, 1+rng.IntN(5)), end) + end
	if got, err := textfile.Plain([]byte(pick(rng, "", "\ufeff") + text)); err != nil || string(got) != text {
		t.Errorf("%q: %q, %v", text, got, err)
	}
	order := pick[binary.AppendByteOrder](rng, binary.LittleEndian, binary.BigEndian)
	var wide []byte
	for _, unit := range utf16.Encode([]rune(pick(rng, "", "\ufeff") + text)) {
		wide = order.AppendUint16(wide, unit)
	}
	if _, err := textfile.Plain(wide); err == nil || err.Error() != "file.utf16" {
		t.Errorf("%q in UTF-16: %v", text, err)
	}
}

// robinTakenOver takes over a round robin that another program began, after any round,
// which some players have left, and completes it.
func robinTakenOver(t *testing.T, rng *rand.Rand, leavers int) {
	t.Helper()
	n := 4 + rng.IntN(11)
	schedule := []func(int) ([]roundrobin.Round, error){roundrobin.Circle, func(n int) ([]roundrobin.Round, error) { return roundrobin.Schedule(n, 1) }}[rng.IntN(2)]
	rounds, err := schedule(n)
	if err != nil {
		t.Fatal(err)
	}
	if rng.IntN(2) == 0 {
		rng.Shuffle(len(rounds), func(i, j int) { rounds[i], rounds[j] = rounds[j], rounds[i] })
	}
	done := 1 + rng.IntN(len(rounds)-1)
	left := rng.Perm(n)[:leavers]
	completed(t, rng, halfPlayed(pick(rng, "magic", "chess-casual"), n, rounds[:done], left), n, len(rounds), done, left)
}

// completed takes over a round robin of some rounds, of which some are done, and plays the
// rest of it: all who are in meet once, and have no bye but for a player who left.
func completed(t *testing.T, rng *rand.Rand, text string, n, rounds, done int, left []int) {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(rng.Uint32())}, make([]byte, 31)...)), now: begin}
	w.do(handover.TakeOver{File: read(t, text)}.Command())
	for len(w.snap.State.Rounds) < rounds && !w.snap.State.RoundsOver() {
		if err := w.as("organiser", &command.Pair{}); err != nil {
			break // all have met
		}
		w.do(&command.Publish{}, &command.StartRound{})
		w.firstWins()
	}
	met, byes := meetings(w.snap.State)
	before, _ := meetings(halfState(t, text))
	for b := range n {
		for a := range b {
			want := 1
			if slices.Contains(left, a) || slices.Contains(left, b) {
				want = before[[2]int{a, b}]
			}
			if got := met[[2]int{a, b}]; got != want {
				t.Errorf("%d players, %v left after round %d of %d: p%d and p%d meet %d times", n, left, done, rounds, a+1, b+1, got)
			}
		}
		open := 0
		for _, l := range left {
			if l != b && before[[2]int{min(l, b), max(l, b)}] == 0 && !slices.Contains(left, b) {
				open++
			}
		}
		if byes[b] > open {
			t.Errorf("%d players, %v left after round %d: p%d has %d byes, %d had yet to be met", n, left, done, b+1, byes[b], open)
		}
	}
	w.replays(t)
}
