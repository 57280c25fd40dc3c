package transfer_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
	"topcut/tournament/transfer"
)

// told writes a file of teams as people would tell of it: each team with its members, and each
// match with who sat at its boards and how they ended.
func told(f *file.Tournament) string {
	var b strings.Builder
	person := func(p int32, k int) string {
		if k == 0 {
			return "nobody"
		}
		return slices.Concat(f.Players[p].Members, f.Players[p].Former)[k-1]
	}
	for _, p := range f.Players {
		fmt.Fprintf(&b, "%s: %s\n", p.Name, strings.Join(p.Members, ", "))
	}
	for _, r := range f.Ledger.Rounds {
		for i := range r.Matches {
			m := &r.Matches[i]
			fmt.Fprintf(&b, "%d.", r.Number)
			for _, p := range m.Players() {
				fmt.Fprintf(&b, " %s", f.Players[p].Name)
			}
			fmt.Fprintf(&b, " %s %v\n", m.Kind, m.Result.V[:3])
			for n, board := range numbered.All(numbered.Get(r.Boards, i+1)) {
				w, k := board.Seats[0], board.Seats[1]
				fmt.Fprintf(&b, "  %s - %s %s %v\n", person(w, f.Sat(int(r.Number), w)[n-1]), person(k, f.Sat(int(r.Number), k)[n-1]), board.Kind, board.Result.V[:3])
			}
		}
	}
	return b.String()
}

// The public file of teams is read value by value. It is made up and contradicts itself: its
// lines about line-ups (300), byes (240) and pairs to keep apart (260) name players and teams
// that it does not have, and its totals are not those of its games. What it says that can be
// held against the rest is read, the rest is named.
func TestTheTeamFileOfTRF2026(t *testing.T) {
	in, err := transfer.Read(load(t, samples(t, "trf/trf2026-team.trf")[0]), transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := in.Events[0]
	f := e.Tournament
	want := `Team Alpha: Player 01, Player 02, Player 03, Player 04
Team Beta: Player 05, Player 06, Player 07, Player 08
1. Team Alpha Team Beta forfeit [0 0 0]
  Player 01 - Player 05 played [1 0 0]
  Player 02 - Player 06 played [1 0 0]
  Player 03 - Player 07 played [1 0 0]
  Player 04 - Player 08 played [0 0 1]
2. Team Alpha Team Beta forfeit [0 0 0]
  Player 06 - Player 01 played [0 1 0]
  Player 05 - Player 02 played [1 0 0]
  Player 08 - Player 03 played [0 0 1]
  Player 07 - Player 04 played [0 0 1]
`
	if d := cmp.Diff(want, told(f)); d != "" {
		t.Error(d)
	}
	if f.Crew != 4 || f.Boards != 4 || f.RoundsPlanned != 3 || f.Ledger.Players[0].Rating != 2746 || f.Ledger.Players[1].Rating != 2233 || !f.Ledger.Players[1].FullBye(3) {
		t.Errorf("teams of %d on %d boards, %d rounds, players %+v", f.Crew, f.Boards, f.RoundsPlanned, f.Ledger.Players)
	}
	agree, differ, err := e.Compare()
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(agree)
	for _, d := range differ {
		got += fmt.Sprintf("; %s %s: %v here, %v there", f.Players[d.Player].Name, d.What, d.Ours, d.Value)
	}
	if want := "map[points:1]; Team Alpha boardPoints: 8 here, 13/2 there; Team Beta points: 0 here, 2 there; Team Beta boardPoints: 0 here, 3 there"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	text := ""
	for _, n := range e.Findings {
		text += n.String() + "\n"
	}
	for _, says := range []string{
		"transfer.understood.agrees what=001 points n=7", "transfer.ambiguous.diff what=001 points n=1 player=Player 08 ours=1 theirs=0.5000",
		"line=44 code=240", "line=45 code=240", "line=47 code=260", "line=48 code=260", "line=49 code=300", "line=50 code=300",
	} {
		if !strings.Contains(text, says) {
			t.Errorf("no %q in\n%s", says, text)
		}
	}
}

// memberLine returns the line of a member of a team; a round has the opponent, the colour and
// the result in ten columns.
func memberLine(no int, name, points string, rounds ...string) string {
	return fmt.Sprintf("001 %4d      %-33s %31s %4s %4d%s\n", no, name, "", points, 1, strings.Join(rounds, ""))
}

// oldTeam returns the line of a team as TRF16 has it.
func oldTeam(name string, members ...int) string {
	line := fmt.Sprintf("013 %-32s", name)
	for _, n := range members {
		line += fmt.Sprintf("%4d ", n)
	}
	return strings.TrimSpace(line) + "\n"
}

// TestFifteenTeamsRankAsPublished: a public event of 15 teams on 6 boards, with its names
// replaced, in the TRF16 file that its program wrote: place, match points and board points of
// every team after seven rounds are those of its official table. The file says neither which boards
// were won without an opponent nor who had the byes.
func TestFifteenTeamsRankAsPublished(t *testing.T) {
	e := read(t, string(load(t, "testdata/fifteen-teams.trf"))).Events[0]
	f := e.Tournament
	table, err := standings.Compute(f.Ledger, f.Rules, standings.Options{After: 7})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for i := range table.Rows {
		row := &table.Rows[i]
		boards, _ := table.Value(row, "boardPoints")
		got[f.Players[row.Player].Name] = fmt.Sprintf("%d. %s %s", row.Rank, row.Points, boards.Decimal(1))
	}
	want := map[string]string{
		"Team 1": "4. 9 25.0", "Team 2": "12. 5 18.5", "Team 3": "1. 11 24.5", "Team 4": "3. 9 25.5", "Team 5": "14. 4 18.0", "Team 6": "11. 5 19.0", "Team 7": "5. 9 24.5", "Team 8": "10. 6 18.5",
		"Team 9": "6. 8 22.0", "Team 10": "2. 10 23.5", "Team 11": "13. 5 15.5", "Team 12": "8. 7 23.0", "Team 13": "15. 3 14.5", "Team 14": "9. 6 22.0", "Team 15": "7. 8 20.0",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if said := fmt.Sprint(e.Findings); !strings.Contains(said, "decided.present n=12") || !strings.Contains(said, "agrees what=001 points n=129") || strings.Count(said, "missingbye") != 7 {
		t.Error(said)
	}
	readsBack(t, f)
	if _, export := takenTeams(t, f); !slices.Equal(plainly(f), plainly(export)) {
		t.Error("taken over:", cmp.Diff(plainly(f), plainly(export)))
	}
	out, lost, err := transfer.Write(f, transfer.Target{Format: transfer.TRF})
	if err != nil || len(lost) > 0 {
		t.Error(lost, err)
	}
	if d := cmp.Diff(told(f), told(read(t, string(out)).Events[0].Tournament)); d != "" {
		t.Error(d)
	}
}

// teamLines are a file of teams of three, two and one, which play on two boards.
var teamLines = "012 Club\n" +
	memberLine(1, "Ann", "1.0", "     4 w 1", "     6 b 0") +
	memberLine(2, "Bob", "1.5", "     5 b =", "  0000 - +") +
	memberLine(3, "Cy", "0.0") +
	memberLine(4, "Dee", "0.0", "     1 b 0") +
	memberLine(5, "Eve", "0.5", "     2 w =") +
	memberLine(6, "Flo", "1.0", "          ", "     1 w 1") +
	oldTeam("Red", 1, 2, 3) + oldTeam("Blue", 4, 5) + oldTeam("Green", 6)

// A TRF16 file has teams by 013 alone: matches, boards and byes follow from the players. The
// team that has White at board 1 is named first, a board without a player is lost, and a team
// that is the only one without an opponent has the bye.
func TestTeamsOfTRF16(t *testing.T) {
	in := read(t, teamLines)
	want := `Red: Ann, Bob, Cy
Blue: Dee, Eve
Green: Flo
1. Red Blue played [1 0 1]
  Ann - Dee played [1 0 0]
  Eve - Bob played [0 0 1]
1. Green bye [0 0 0]
2. Green Red played [1 1 0]
  Flo - Ann played [1 0 0]
  Bob - nobody forfeit [0 0 0]
2. Blue bye [0 0 0]
`
	if got := told(in.Events[0].Tournament); got != want {
		t.Error(cmp.Diff(want, got))
	}
	readsBack(t, in.Events[0].Tournament)
	byes := read(t, strings.NewReplacer("     6 b 0\n", "  0000 - U\n", "0000 - +", "0000 - U", "     1 w 1", "  0000 - H").Replace(teamLines)).Events[0].Tournament
	if got := told(byes); !strings.HasSuffix(got, "played [0 0 1]\n1. Green bye [0 0 0]\n") || !byes.Ledger.Players[0].FullBye(2) || !byes.Ledger.Players[2].AwardedBye(2) {
		t.Errorf("coming byes: %+v in\n%s", byes.Ledger.Players, got)
	}
}

// Some programs write who wins a board without an opponent as they write who does not play: the
// points of the member know it. A team that misses two rounds alone has left. Of a team in which
// more than ten have played, the others are kept for their boards.
func TestTeamsAsAProgramWritesThem(t *testing.T) {
	lone := read(t, strings.Replace(teamLines, "0000 - +", "0000 - -", 1))
	if d := cmp.Diff(told(read(t, teamLines).Events[0].Tournament), told(lone.Events[0].Tournament)); d != "" || !strings.Contains(fmt.Sprint(lone.Events[0].Findings), "transfer.decided.present n=1") {
		t.Errorf("%s, found %v", d, lone.Events[0].Findings)
	}
	left := read(t, memberLine(1, "Ann", "1.0", "     2 w =", "     2 b =")+memberLine(2, "Bob", "1.0", "     1 b =", "     1 w =")+memberLine(3, "Cy", "0.0", "  0000 - -", "  0000 - -")+
		"352 WB\n"+oldTeam("Red", 1)+oldTeam("Blue", 2)+oldTeam("Green", 3))
	if got := told(left.Events[0].Tournament); strings.Contains(got, "bye") || left.Events[0].Tournament.Ledger.Players[2].DroppedAfter != 0 {
		t.Errorf("a team that plays no round:\n%s", got)
	}
	text, of := "352 WB\n", [2][]int{}
	for k := range 12 { // each member of a team plays a round at board 1
		for side := range 2 {
			no := 2*k + side + 1
			cells := slices.Repeat([]string{"          "}, 12)
			cells[k] = fmt.Sprintf("  %4d %c %c", no+1-2*side, "wb"[side], "10"[side])
			text += memberLine(no, fmt.Sprint("P", no), fmt.Sprint(1-side, ".0"), cells...)
			of[side] = append(of[side], no)
		}
	}
	f := read(t, text+oldTeam("Red", of[0]...)+oldTeam("Blue", of[1]...)).Events[0].Tournament
	readsBack(t, f)
	if p := f.Players[0]; len(p.Members) != 10 || len(p.Former) != 2 || f.Crew != 10 {
		t.Errorf("members %v and %v", p.Members, p.Former)
	}
	for k := range 12 {
		if want := fmt.Sprintf("  P%d - P%d played [1 0 0]\n", 2*k+1, 2*k+2); !strings.Contains(told(f), want) {
			t.Errorf("no %q in\n%s", want, told(f))
		}
	}
}

// Where the file says that persons play for themselves, the teams that they are in are tags.
func TestTeamsOfPersonsAreTags(t *testing.T) {
	f := read(t, "092 Individual: Swiss-System\n"+teamLines).Events[0].Tournament
	got := ""
	for i, p := range f.Players {
		got += fmt.Sprintf("%s %s, ", p.Name, f.Tags[f.Ledger.Players[i].Tag])
	}
	if want := "Ann Red, Bob Red, Cy Red, Dee Blue, Eve Blue, Flo Green, "; got != want || f.Crew != 0 || len(f.Ledger.Rounds) != 2 {
		t.Errorf("%s in teams of %d, %d rounds", got, f.Crew, len(f.Ledger.Rounds))
	}
	readsBack(t, f)
	if _, err := transfer.Read([]byte("092 Individual: Swiss-System\n"+strings.Replace(teamLines, "4    5\n", "4    5    1\n", 1)), transfer.Options{}); err == nil || !strings.Contains(err.Error(), "transfer.refused.two_teams at=transfer.line line=10 player=Ann") {
		t.Errorf("a person of two teams: %v", err)
	}
}

// Each contradiction has one sentence, which names the line, and nothing is read. What could be
// meant otherwise, a line-up or a bye that the players contradict, is named and left out.
func TestContradictionsInAFileOfTeams(t *testing.T) {
	for _, tc := range []struct{ old, with, want string }{
		{"4    5\n", "4    5    1\n", "transfer.refused.two_teams at=transfer.line line=9 player=Ann"},
		{"4    5\n", "4    5    5\n", "transfer.refused.doubled at=transfer.line line=9 player=5"},
		{"4    5\n", "4    5   77\n", "transfer.refused.player at=transfer.line line=9 player=77"},
		{"     5 b =", "     6 b =", "transfer.refused.contradiction at=transfer.line_round line=3 round=1 first=Bob second=Flo"},
		{"     5 b =", "    99 b =", "transfer.refused.player at=transfer.line_round line=3 round=1 player=99"},
		{"     4 w 1", "     5 w 1", "transfer.refused.contradiction at=transfer.line_round line=2 round=1 first=Ann second=Eve"},
		{"     1 b 0", "     1 b 1", "transfer.refused.result at=transfer.line_round line=8 round=1 result=11"},
		{"     1 b 0", "     1 b X", "transfer.refused.result"},
		{"0000 - +", "0000 - Q", "transfer.refused.code at=transfer.line_round line=3 round=2 what=result code=Q"},
		{oldTeam("Green", 6), "", "transfer.refused.no_team at=transfer.line_round line=2 round=2 player=Flo"},
		{oldTeam("Blue", 4, 5) + oldTeam("Green", 6), oldTeam("Green", 6, 5) + oldTeam("Blue", 4), "transfer.refused.team_opponents at=transfer.line_round line=3 round=1 team=Red"},
		{oldTeam("Blue", 4, 5), oldTeam("Blue", 5), "transfer.refused.no_team at=transfer.line_round line=2 round=1 player=Dee"},
		{"1    2    3\n", "1    2    3    4\n", "transfer.refused.two_teams at=transfer.line line=9 player=Dee"},
		{oldTeam("Red", 1, 2, 3) + oldTeam("Blue", 4, 5), oldTeam("Red", 1, 2, 3, 4, 5), "transfer.refused.own_team at=transfer.line_round line=2 round=1 first=Ann second=Dee"},
		{"001    2 ", "001    1 ", "transfer.refused.doubled at=transfer.line line=3 player=1"},
		{"012 Club\n", "330 +- 1 1 9\n", "transfer.refused.team at=transfer.line line=1 team=9"},
		{"012 Club\n", "300 1 1 8 1 2\n", "transfer.refused.team at=transfer.line line=1 team=8"},
		{"012 Club\n", "300 1 1 2 1 44\n", "transfer.refused.player at=transfer.line line=1 player=44"},
		{"012 Club\n", "320 1.0 1.0 009\n", "transfer.refused.team at=transfer.line line=1 team=9"},
		{"012 Club\n", "320 x\n", "transfer.refused.code at=transfer.line line=1 what=320"},
		{"012 Club\n", "330 ++ 1 1 2\n", "transfer.refused.code at=transfer.line line=1 what=330"},
		{"012 Club\n", "300 1 1 2\n", "transfer.refused.code at=transfer.line line=1 what=300"},
		{"012 Club\n", "352 WXWB\n", "transfer.refused.code at=transfer.line line=1 what=352"},
		{"012 Club\n", "352 WBWBWBWBWBW\n", "transfer.refused.boards n=11 most=10"},
		{"012 Club\n", "362 TW\n", "transfer.refused.code at=transfer.line line=1 what=362"},
		{"012 Club\n", "310     Red\n", "transfer.refused.code at=transfer.line line=1 what=310"},
		{teamLines[strings.Index(teamLines, "013"):], "320 1.0 1.0 001\n", "transfer.refused.incomplete what=310"},
	} {
		text := strings.Replace(teamLines, tc.old, tc.with, 1)
		if text == teamLines {
			t.Fatalf("no %q", tc.old)
		}
		in, err := transfer.Read([]byte(text), transfer.Options{Format: transfer.TRF})
		if err == nil || in != nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q for %q gives %v, want %s", tc.with, tc.old, err, tc.want)
		}
	}
	for line, named := range map[string]string{
		"300 001 001 002 4 5": "code=300", "300 001 001 003 1 2": "code=300", "300 009 001 002 1 2": "code=300",
		"330 +- 001 001 003": "code=330", "320 1.0 1.0 001": "code=320", "240 F 001 1": "code=240", "240 F 001 1 9": "code=240", "260 1 3 1 9": "code=260",
	} {
		in := read(t, strings.Replace(teamLines, "012 Club", line, 1))
		text := ""
		for _, n := range in.Events[0].Findings {
			if n.Code == "transfer.decided.unfit" {
				text = n.String()
			}
		}
		if !strings.Contains(text, "line=1 "+named) {
			t.Errorf("%s is named by %q", line, text)
		}
	}
}

// A file says who sat at which board by 300, also where a board is empty; without it the order
// of the members decides.
func TestBoardsByTheLineUpsOfAFile(t *testing.T) {
	boards := func(lines string) string {
		_, out, _ := strings.Cut(told(read(t, teamLines+lines).Events[0].Tournament), "2. ")
		return out
	}
	if got, want := boards("300 002 001 003    2    1\n"), "Red Green played [1 1 0]\n  Bob - nobody forfeit [0 0 0]\n  Flo - Ann played [1 0 0]\n2. Blue bye [0 0 0]\n"; got != want {
		t.Error(cmp.Diff(want, got))
	}
	if got, want := boards("300 002 003 001 0000    6 0000\n"), "Red Green played [1 1 0]\n  Bob - nobody forfeit [0 0 0]\n  Flo - Ann played [1 0 0]\n  nobody - nobody double_loss [0 0 0]\n2. Blue bye [0 0 0]\n"; got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// drawnTeams returns a made-up event of teams as a reader would give it: 4 to 12 teams, 2 to 10
// boards, teams with fewer and with more members than boards, substitutes, boards in another
// order or empty, boards and matches without play, byes, absences, and a last round that may
// still be played.
func drawnTeams(t testing.TB, rng *rand.Rand) *file.Tournament {
	t.Helper()
	rs, err := cached("chess-casual")
	if err != nil {
		t.Fatal(err)
	}
	n, boards := 4+rng.IntN(9), 2+rng.IntN(9)
	f := &file.Tournament{
		Name: fmt.Sprintf("Liga Nº %d", rng.IntN(100)), Ruleset: "chess-casual", Rules: rs.OfBoards(boards), BoardRules: rs, Crew: boards, Boards: boards,
		Divisions: []string{""}, Flights: []string{""}, Tags: []string{""}, Ledger: &ledger.Ledger{}, RoundsPlanned: 6,
	}
	for i := range n {
		p := file.Player{ID: fmt.Sprint(i + 1), Name: fmt.Sprintf("%s %d", []string{"Zürich", "Łódź", "Team", "東京のチーム"}[rng.IntN(4)], i+1)}
		for m := range max(1, min(10, boards-1+rng.IntN(5))) {
			p.Members = append(p.Members, fmt.Sprintf("%s %d.%d", []string{"Ann", "Jürgen", "Øystein", "佐藤"}[rng.IntN(4)], i+1, m+1))
		}
		f.Crew = max(f.Crew, len(p.Members))
		f.Players = append(f.Players, p)
		f.Ledger.Players = append(f.Ledger.Players, ledger.Player{DroppedAfter: ledger.Active, Rating: int32(rng.IntN(3) * 900)})
	}
	rounds := rng.IntN(5)
	for k := range rounds {
		f.Ledger.Rounds = append(f.Ledger.Rounds, drawnRound(f, rng, k, k == rounds-1 && rng.IntN(2) == 0))
	}
	for i := range f.Ledger.Players { // who sits out the next rounds
		lp, bit := &f.Ledger.Players[i], uint64(1)<<uint(rounds+1+rng.IntN(2))
		switch rng.IntN(12) {
		case 0:
			lp.ByeRounds |= bit
		case 1:
			lp.FullRounds |= bit
		case 2:
			lp.AwayRounds |= bit
		}
	}
	return f
}

func drawnRound(f *file.Tournament, rng *rand.Rand, k int, open bool) ledger.Round {
	r := ledger.Round{Number: int16(k + 1)}
	order := rng.Perm(len(f.Players))
	with := map[int]int{}
	for i := 0; i+1 < len(order)-rng.IntN(3)/2*2; i += 2 {
		with[order[i]], with[order[i+1]] = order[i+1], order[i]
	}
	away := 0
	for x := range f.Players {
		y, plays := with[x]
		switch none := ledger.None; {
		case !plays && (away > 0 || rng.IntN(3) > 0 || k == 0):
			if rng.IntN(2) == 0 {
				f.Ledger.Players[x].ByeRounds |= 1 << uint(k+1)
			}
			r.Matches = append(r.Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{int32(x), int32(none), int32(none), int32(none)}})
		case !plays: // absent
			away++
		case x < y:
			m, boards := drawnMatch(f, rng, k, x, y, open && rng.IntN(2) == 0)
			for len(r.Boards) < len(r.Matches) {
				r.Boards = append(r.Boards, nil)
			}
			r.Matches, r.Boards = append(r.Matches, m), append(r.Boards, boards)
		}
	}
	return r
}

// drawnLine returns who sits at the boards for a team: its first members or any.
func drawnLine(f *file.Tournament, rng *rand.Rand, x int) []int {
	line := make([]int, f.Boards)
	members := rng.Perm(len(f.Players[x].Members))
	usual := rng.IntN(2) == 0
	for b := range min(len(line), len(members)) {
		if line[b] = members[b] + 1; usual {
			line[b] = b + 1
		}
	}
	for b := range line {
		if !usual && rng.IntN(6) == 0 {
			line[b] = 0
		}
	}
	return line
}

func drawnMatch(f *file.Tournament, rng *rand.Rand, k, x, y int, open bool) (ledger.Match, numbered.List[ledger.Match]) {
	if rng.IntN(2) == 0 {
		x, y = y, x
	}
	seats := func(a, b int) [4]int32 { return [4]int32{int32(a), int32(b), ledger.None, ledger.None} }
	m := ledger.Match{N: 2, Seats: seats(x, y)}
	one, other := drawnLine(f, rng, x), drawnLine(f, rng, y)
	forfeited := rng.IntN(8) == 0
	var boards numbered.List[ledger.Match]
	won, over := map[int]int32{}, true
	for n := range f.Boards {
		w, b := x, y
		sits := map[int]int{x: one[n], y: other[n]}
		if n%2 == 1 {
			w, b = y, x
		}
		board := ledger.Match{N: 2, Seats: seats(w, b)}
		lose := func(winner, loser int) {
			board.Kind, board.Seats = ledger.Forfeit, seats(winner, loser)
			won[winner]++
		}
		switch kind := rng.IntN(10); {
		case sits[w] == 0 && sits[b] == 0:
			board.Kind = ledger.DoubleLoss
		case sits[w] == 0 || sits[b] == 0:
			if kind == 0 {
				board.Kind = ledger.DoubleLoss
			} else if sits[w] == 0 {
				lose(b, w)
			} else {
				lose(w, b)
			}
		case (open || forfeited) && kind < 7:
			over = false
		case kind == 0:
			lose(w, b)
		case kind == 1:
			lose(b, w)
		case kind == 2:
			board.Kind = ledger.DoubleLoss
			if rng.IntN(2) == 0 {
				board.Result = ledger.Result{Form: ledger.Games}
			}
		case kind < 5:
			board.Result = ledger.Result{Form: ledger.Games, V: [4]int32{1}}
			won[w]++
		case kind < 8:
			board.Result = ledger.Result{Form: ledger.Games, V: [4]int32{0, 1}}
			won[b]++
		default:
			board.Result = ledger.Result{Form: ledger.Games, V: [4]int32{0, 0, 1}}
			won[-1]++
		}
		boards = append(boards, board)
	}
	switch {
	case forfeited && !over:
		if m.Kind = ledger.Forfeit; rng.IntN(3) == 0 {
			m.Kind = ledger.DoubleLoss
		} else if rng.IntN(2) == 0 {
			m.Seats = seats(y, x)
		}
	case !over:
	case won[x]+won[y]+won[-1] == 0:
		m.Kind = ledger.DoubleLoss
	default:
		m.Result = ledger.Result{Form: ledger.Games, V: [4]int32{won[x], won[y], won[-1]}}
	}
	f.Sit(k+1, int32(x), one)
	f.Sit(k+1, int32(y), other)
	return m, boards
}

// TestTeamsAreWrittenAndReadAgain: a made-up event of teams, written as TRF-2026 and read, is
// the same, value by value, and nothing is said to be lost.
func TestTeamsAreWrittenAndReadAgain(t *testing.T) {
	matches, boards, lines := 0, 0, 0
	for seed := range uint64(300) {
		f := drawnTeams(t, rand.New(rand.NewPCG(seed, 310)))
		readsBack(t, f)
		out, lost, err := transfer.Write(f, transfer.Target{Format: transfer.TRF})
		if err != nil || len(lost) > 0 {
			t.Fatalf("seed %d: %v, lost %v", seed, err, lost)
		}
		in, err := transfer.Read(out, transfer.Options{Load: cached})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out)
		}
		again := in.Events[0].Tournament
		if d := cmp.Diff(f, again); d != "" {
			t.Fatalf("seed %d: %s\n%s", seed, d, out)
		}
		for _, n := range in.Events[0].Findings {
			if strings.HasPrefix(string(n.Code), "transfer.decided.unfit") || strings.HasPrefix(string(n.Code), "transfer.ambiguous") || strings.HasPrefix(string(n.Code), "transfer.decided.order") {
				t.Errorf("seed %d: %s\n%s", seed, n.String(), out)
			}
		}
		for _, r := range f.Ledger.Rounds {
			for _, list := range r.Boards {
				matches, boards = matches+min(1, len(list)), boards+len(list)
			}
		}
		lines += len(f.LineUps)
	}
	t.Logf("matches: %d, boards: %d, line-ups out of order: %d", matches, boards, lines)
	if matches < 1800 || lines < 1000 {
		t.Errorf("only %d matches and %d line-ups", matches, lines)
	}
}

// damages are ways to damage a file of teams so that it contradicts itself. Each returns the
// lines of the file, or nil if there is nothing to damage in that way.
var damages = map[string]func(rng *rand.Rand, lines []string) []string{
	"a member of two teams": func(rng *rand.Rand, lines []string) []string {
		i, j := anyLine(rng, lines, "310"), anyLine(rng, lines, "310")
		if i == j || len(lines[i]) < 77 || len(lines[j]) < 77 {
			return nil
		}
		lines[i] += " " + lines[j][73:77]
		return lines
	},
	"a member without a line": func(rng *rand.Rand, lines []string) []string {
		lines[anyLine(rng, lines, "310")] += " 9876"
		return lines
	},
	"an opponent without a line": func(rng *rand.Rand, lines []string) []string { return otherOpponent(rng, lines, "9876") },
	"an opponent who plays another": func(rng *rand.Rand, lines []string) []string {
		return otherOpponent(rng, lines, lines[anyLine(rng, lines, "001")][4:8])
	},
	"a result of its own": func(rng *rand.Rand, lines []string) []string {
		i, at := anyGame(rng, lines)
		lines[i] = lines[i][:at+9] + "Q" + lines[i][at+10:]
		return lines
	},
	"a team without its line": func(rng *rand.Rand, lines []string) []string {
		i, _ := anyGame(rng, lines)
		return slices.DeleteFunc(lines, func(line string) bool {
			return strings.HasPrefix(line, "310") && slices.Contains(strings.Fields(line[73:]), strings.TrimSpace(lines[i][4:8]))
		})
	},
	"a player twice": func(rng *rand.Rand, lines []string) []string {
		return append(lines, lines[anyLine(rng, lines, "001")])
	},
	"a forfeit of no team": func(_ *rand.Rand, lines []string) []string { return append(lines, "330 +- 001 001 998") },
	"a line-up of no one":  func(_ *rand.Rand, lines []string) []string { return append(lines, "300 001 001 002 9876") },
	"a bye in letters":     func(_ *rand.Rand, lines []string) []string { return append(lines, "320  1.0  one 001") },
}

// anyLine returns one of the lines of a code.
func anyLine(rng *rand.Rand, lines []string, code string) int {
	var at []int
	for i, line := range lines {
		if strings.HasPrefix(line, code) {
			at = append(at, i)
		}
	}
	return at[rng.IntN(len(at))]
}

// anyGame returns a line of a member and the column of a round in which it has an opponent.
func anyGame(rng *rand.Rand, lines []string) (i, at int) {
	for {
		i = anyLine(rng, lines, "001")
		if n := (len(lines[i]) - 89) / 10; n > 0 {
			at = 89 + 10*rng.IntN(n)
			if was := strings.TrimSpace(lines[i][at : at+6]); was != "" && was != "0000" {
				return i, at
			}
		}
	}
}

// otherOpponent gives a player another opponent in a round.
func otherOpponent(rng *rand.Rand, lines []string, with string) []string {
	i, at := anyGame(rng, lines)
	if lines[i][at+2:at+6] == with {
		return nil
	}
	lines[i] = lines[i][:at+2] + with + lines[i][at+6:]
	return lines
}

// TestDamagedFilesOfTeamsAreRefused: 200 files that contradict themselves give one sentence
// each, and no event.
func TestDamagedFilesOfTeamsAreRefused(t *testing.T) {
	refused := map[string]map[notice.Code]int{}
	n := 0
	for seed := uint64(0); n < 200; seed++ {
		rng := rand.New(rand.NewPCG(seed, 200))
		f := drawnTeams(t, rng)
		for len(f.Ledger.Rounds) == 0 {
			f = drawnTeams(t, rng)
		}
		for i := range f.Players { // in ASCII, so that a column is a byte
			f.Players[i].Name = fmt.Sprint("Team ", i+1)
			for m := range f.Players[i].Members {
				f.Players[i].Members[m] = fmt.Sprintf("Player %d.%d", i+1, m+1)
			}
		}
		out, _, err := transfer.Write(f, transfer.Target{Format: transfer.TRF})
		if err != nil {
			t.Fatal(err)
		}
		names := slices.Sorted(func(yield func(string) bool) {
			for name := range damages {
				if !yield(name) {
					return
				}
			}
		})
		name := names[seed%uint64(len(names))]
		lines := damages[name](rng, strings.Split(strings.TrimSpace(string(out)), "\n"))
		if lines == nil {
			continue
		}
		n++
		in, err := transfer.Read([]byte(strings.Join(lines, "\n")+"\n"), transfer.Options{Format: transfer.TRF, Load: cached})
		var said *notice.Error
		if in != nil || !errors.As(err, &said) {
			t.Errorf("%s, seed %d: %v\n%s", name, seed, err, strings.Join(lines, "\n"))
			continue
		}
		if refused[name] == nil {
			refused[name] = map[notice.Code]int{}
		}
		refused[name][said.Notice.Code]++
	}
	for name, codes := range refused {
		t.Logf("%s: %v", name, codes)
	}
	if len(refused) != len(damages) {
		t.Errorf("only %d ways of %d", len(refused), len(damages))
	}
}

// A match that was decided as a whole is written by its boards so that it ends as decided, and
// this is said. One that the boards contradict, and a board whose players are not known, are
// named as lost.
func TestWhatAFileOfTeamsCannotSay(t *testing.T) {
	f := read(t, teamLines).Events[0].Tournament
	written := func(change func(*ledger.Round)) (*file.Tournament, []notice.Notice) {
		g := *f
		g.Ledger = f.Ledger.Clone()
		change(g.Ledger.Rounds.At(1))
		out, lost, err := transfer.Write(&g, transfer.Target{Format: transfer.TRF, Template: []byte(teamLines)})
		if err != nil {
			t.Fatal(err)
		}
		return read(t, string(out)).Events[0].Tournament, lost
	}
	again, lost := written(func(r *ledger.Round) {
		r.Boards[0][1].Result = ledger.Result{}
		r.Matches[0].Result.V = [4]int32{1, 1, 0}
	})
	if got := fmt.Sprint(lost); !strings.Contains(got, "lost.ruled n=1") || !strings.Contains(got, "lost.template") || again.Ledger.Rounds[0].Matches[0].Result.V != [4]int32{1, 1, 0} {
		t.Errorf("lost %s, read\n%s", got, told(again))
	}
	if _, lost := written(func(r *ledger.Round) { r.Matches[0].Result.V = [4]int32{0, 2, 0} }); !strings.Contains(fmt.Sprint(lost), "lost.results n=1") {
		t.Errorf("lost %v", lost)
	}
	g := *f
	g.Players = slices.Clone(f.Players)
	g.Players[0].Members, g.Players[0].Former = []string{"Bob", "Cy"}, []string{"Ann"}
	g.LineUps = nil
	g.Sit(1, 0, []int{3, 1})
	g.Sit(2, 0, []int{3, 1})
	out, lost, err := transfer.Write(&g, transfer.Target{Format: transfer.TRF})
	if err != nil || !strings.Contains(fmt.Sprint(lost), "lost.former n=1") {
		t.Errorf("%v, lost %v", err, lost)
	}
	if got := told(read(t, string(out)).Events[0].Tournament); !strings.Contains(got, "Red: Bob, Cy, Ann") || !strings.Contains(got, "  Ann - Dee played [1 0 0]\n") {
		t.Errorf("read\n%s", got)
	}
}

// TestTheFileHoldsWhoSatAtABoard: the tournament file refuses a member that a team does not
// have, one at two boards, and half a board.
func TestTheFileHoldsWhoSatAtABoard(t *testing.T) {
	f := read(t, teamLines).Events[0].Tournament
	f.Sit(1, 0, []int{3, 0})
	var b bytes.Buffer
	if err := file.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if !strings.Contains(text, `"members":[3,1]`) {
		t.Fatal(text)
	}
	for with, want := range map[string]string{`[4,1]`: "file.board_member", `[0,0]`: "", `[2]`: "file.players", `[3,2]`: "file.board_member"} {
		_, err := file.Read([]byte(strings.Replace(text, `"members":[3,1]`, `"members":`+with, 1)), rules.Load)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s gives %v, want %q", with, err, want)
		}
	}
}

// plainly tells what happened between two teams in a file, round by round, from the side of the
// team that stands first in the list: who sat at each board and who won it, and the match.
func plainly(f *file.Tournament) []string {
	var out []string
	ends := func(rs *rules.Ruleset, m *ledger.Match, p int32) string {
		how := "="
		switch w := rs.Winner(m); {
		case !m.Finished():
			how = "*"
		case m.Kind == ledger.DoubleLoss:
			how = "both lose"
		case w >= 0 && m.Seats[w] == p:
			how = "1"
		case w >= 0:
			how = "0"
		}
		if m.Kind == ledger.Forfeit {
			how += " without play"
		}
		return how
	}
	for _, r := range f.Ledger.Rounds {
		for i := range r.Matches {
			m := &r.Matches[i]
			if m.N != 2 {
				continue
			}
			x, y := min(m.Seats[0], m.Seats[1]), max(m.Seats[0], m.Seats[1])
			line := fmt.Sprintf("%d. %s %s %s:", r.Number, f.Players[x].Name, f.Players[y].Name, ends(f.Rules, m, x))
			for n, board := range numbered.All(numbered.Get(r.Boards, i+1)) {
				line += fmt.Sprintf(" %d-%d %s,", f.Sat(int(r.Number), x)[n-1], f.Sat(int(r.Number), y)[n-1], ends(f.BoardRules, board, x))
			}
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

// takenTeams takes an event over from its file, and returns its file then.
func takenTeams(t *testing.T, f *file.Tournament) (*tournament.Snapshot, *file.Tournament) {
	t.Helper()
	snap, _, err := command.Decide(tournament.Begin(1, make([]byte, 32)), command.Request{
		Actor: tournament.Actor{User: "organiser", Name: "Organiser"}, Cause: "i1", Command: handover.TakeOver{File: f}.Command(),
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	export, err := handover.Export(snap)
	if err != nil {
		t.Fatal(err)
	}
	return snap, export
}

// TestTeamsAreTakenOver: an event of teams that is taken over from its file is the same event:
// exported, and written as TRF-2026 and read, it has the same matches, with the same members at
// the same boards. Where it goes on, no board stays empty that a team could fill.
func TestTeamsAreTakenOver(t *testing.T) {
	for seed := range uint64(60) {
		f := drawnTeams(t, rand.New(rand.NewPCG(seed, 34)))
		snap, export := takenTeams(t, f)
		if d := cmp.Diff(plainly(f), plainly(export)); d != "" {
			t.Fatalf("seed %d, exported: %s", seed, d)
		}
		out, _, err := transfer.Write(export, transfer.Target{Format: transfer.TRF})
		if err != nil {
			t.Fatal(err)
		}
		in, err := transfer.Read(out, transfer.Options{Load: cached})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out)
		}
		again := in.Events[0].Tournament
		if d := cmp.Diff(plainly(f), plainly(again)); d != "" {
			t.Fatalf("seed %d, read again: %s\n%s", seed, d, out)
		}
		for i, p := range again.Players {
			if !slices.Equal(p.Members, f.Players[i].Members) || p.Name != f.Players[i].Name {
				t.Errorf("seed %d: team %s of %v, want %s of %v", seed, p.Name, p.Members, f.Players[i].Name, f.Players[i].Members)
			}
			if next := snap.State.NextLineUp(i + 1); slices.Contains(next, 0) || len(next) != min(f.Boards, len(p.Members)) {
				t.Errorf("seed %d: team %d begins the next round with %v", seed, i+1, next)
			}
		}
	}
}
