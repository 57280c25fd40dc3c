package tournament_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
)

// arrangedBoards returns a running event of n crews whose boards are arranged.
func arrangedBoards(t *testing.T, chain string, boards, n int, change func(*tournament.Settings), members ...int) *table {
	t.Helper()
	s := arranged(chain)
	s.Crew, s.Boards = boards+1, boards
	if change != nil {
		change(&s)
	}
	w := boardedBy(t, s, n, members...)
	w.do(&command.Start{})
	return w
}

// agree makes the two at a board agree on a time.
func (w *table) agree(a, b, k int, when time.Time) {
	w.t.Helper()
	at := tournament.Place{Round: 1, Match: tournament.BoardNumber(w.match(a, b).Match, k)}
	w.must(seatUser(a, k), &command.ProposeTimes{Player: a, Times: []time.Time{when}})
	w.must(seatUser(b, k), &command.AcceptTime{Player: b, At: at, Time: when})
}

// Each board of an arranged match has a time, a claim and an end of its own, whichever member sits at it
// need not name it, and the match is their sum: one board is reported, one is lost by a claim,
// and at one neither player did anything.
func TestABoardIsArrangedAsAMatchIs(t *testing.T) {
	w := arrangedBoards(t, "swiss 2", 3, 4, nil)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	board := func(k int) tournament.Place {
		return tournament.Place{Round: 1, Match: tournament.BoardNumber(1, k)}
	}
	opened := w.snap.State.Rounds[0].StartedAt
	if m, _ := w.snap.State.Match(1, 1); m.Fixture != nil || w.fixture(board(3)).PlayBy != w.snap.State.Rounds[0].Deadline {
		t.Fatal("the match is arranged as a whole, or its boards have no window")
	}
	first, second := opened.AddDate(0, 0, 2), opened.AddDate(0, 0, 3)
	w.agree(a, b, 1, first)
	w.agree(a, b, 2, second)
	if got := []time.Time{w.fixture(board(1)).Agreed, w.fixture(board(2)).Agreed, w.fixture(board(3)).Agreed}; !slices.Equal(got, []time.Time{first, second, {}}) {
		t.Fatalf("the boards are agreed for %v", got)
	}
	for k, when := range []time.Time{first, second} {
		if due := w.timer(tournament.RemindKind(fixture.Soon), 1, board(k+1).Match); due.At.Sub(when) != -time.Hour {
			t.Errorf("board %d at %v is reminded of at %v", k+1, when, due.At)
		}
	}
	w.runs(first.Add(time.Hour))
	w.must(seatUser(a, 1), &command.ReportResult{Player: a, Text: "2-1"})
	w.must(seatUser(b, 1), &command.ConfirmReport{Player: b})
	if f := w.fixture(board(1)); f.End != fixture.Played {
		t.Errorf("the board that was played ended as %q", f.End)
	}
	w.runs(second)
	w.must(seatUser(a, 2), &command.BePresent{Player: a, At: board(2)})
	w.runs(second.Add(25 * time.Minute))
	w.must(seatUser(a, 2), &command.ClaimForfeit{Player: a, At: board(2)})
	w.runs(opened.AddDate(0, 0, 6))
	if f := w.fixture(board(2)); f.End != fixture.Forfeit {
		t.Errorf("the board that was claimed ended as %q", f.End)
	}
	if _, over := w.sum(1, 1); over {
		t.Fatal("the match is over before its third board")
	}
	w.runs(opened.AddDate(0, 0, 8))
	if f := w.fixture(board(3)); f.End != fixture.Void {
		t.Errorf("the board at which nobody did anything ended as %q", f.End)
	}
	if res, over := w.sum(1, 1); !over || res.V != [4]int32{2, 0, 0} {
		t.Errorf("the match is %v, %v", res.V, over)
	}
	w.replays(t)
}

// A board that ends without a result counts for neither crew, and a match of which no board was
// played for nothing.
func TestChoiceABoardWithoutAResultCountsForNeither(t *testing.T) {
	w := arrangedBoards(t, "swiss 1", 3, 4, nil)
	w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, 2), Text: "2-0"})
	w.do(&command.Verdict{At: tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 1)}, End: fixture.Void})
	if _, over := w.sum(1, 1); over {
		t.Fatal("the match is over before its third board")
	}
	w.runs(w.now.AddDate(0, 0, 8))
	if res, over := w.sum(1, 1); !over || res.V != [4]int32{1, 0, 0} {
		t.Errorf("the match is %v, %v", res.V, over)
	}
	if m, _ := w.snap.State.Match(1, 2); !m.Void() || m.Confirmed {
		t.Error("a match of which no board was played counts")
	}
	if w.snap.State.Phase != tournament.Finished {
		t.Errorf("the event is %s", w.snap.State.Phase)
	}
	w.replays(t)
}

// A match of which a board is open when the next round is paired counts as a draw for the
// pairing, once.
func TestAMatchWithAnOpenBoardIsPairedAsADraw(t *testing.T) {
	w := arrangedBoards(t, "swiss 2", 2, 4, nil)
	w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, 1), Text: "2-0"})
	for k := 1; k <= 2; k++ {
		w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(2, k), Text: "2-0"})
	}
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.agree(a, b, 2, w.snap.State.Rounds[0].StartedAt.AddDate(0, 0, 9))
	w.runs(w.snap.State.Rounds[0].StartedAt.AddDate(0, 0, 8))
	for i := range w.snap.Log {
		if p, ok := w.snap.Log[i].Event.(*tournament.RoundPaired); ok && p.Round == 2 && !slices.Equal(p.AsDraws, []tournament.Place{{Round: 1, Match: 1}}) {
			t.Errorf("round 2 is paired with %v as draws", p.AsDraws)
		}
	}
	if got := w.snap.State.FixturesFor(a, w.snap.Book.ByUser(seatUser(a, 2))); len(got) != 2 || got[0] != (tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 2)}) {
		t.Errorf("the member at board 2 still plays %v", got)
	}
	w.refused(seatUser(a, 2), &command.ReportResult{Player: a, Text: "2-0"}, tournament.BadInput, "fixtures.which")
	w.must(seatUser(a, 1), &command.ProposeTimes{Player: a, Times: []time.Time{w.now.Add(30 * time.Hour)}}) // the only one at board 1
	w.replays(t)
}

// A ruling for the whole match ends the times of its boards.
func TestARulingEndsTheTimesOfItsBoards(t *testing.T) {
	w := arrangedBoards(t, "swiss 2", 2, 4, nil)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.agree(a, b, 1, w.now.Add(50*time.Hour))
	w.do(&command.Correct{Round: 1, Match: 1, Kind: ledger.Forfeit})
	for _, timer := range tournament.Timers(w.snap.State) {
		if m, k := tournament.OfBoard(timer.Match); m == 1 && k > 0 {
			t.Errorf("%s is still due", timer.Key())
		}
	}
	w.refused(seatUser(a, 1), &command.ProposeTimes{Player: a, At: tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 1)}, Times: []time.Time{w.now.Add(40 * time.Hour)}}, tournament.WrongPhase, "fixture.ended")
	w.replays(t)
}

// Who takes the place of a member who leaves agrees on a time anew, in each open round; where
// there is no such member the board is lost.
func TestAMemberWhoLeavesLeavesNoTimeBehind(t *testing.T) {
	w := arrangedBoards(t, "roundrobin", 2, 4, func(s *tournament.Settings) { s.Fixtures.Opens = tournament.AtOnce }, 3, 3, 3, 3)
	a := 1
	board := func(r, k int) tournament.Place {
		return tournament.Place{Round: r, Match: tournament.BoardNumber(w.snap.State.MatchOf(r, a), k)}
	}
	at, other := board(1, 2), w.opponent(1, a)
	when := w.now.Add(50 * time.Hour)
	w.must(seatUser(a, 2), &command.ProposeTimes{Player: a, At: at, Times: []time.Time{when}})
	w.must(seatUser(other, 2), &command.AcceptTime{Player: other, At: at, Time: when})
	playBy := w.fixture(at).PlayBy
	leaves := func(k int) {
		w.do(&command.RemoveMember{Player: a, Person: w.snap.Book.ByUser(seatUser(a, k)), ByOrganiser: true})
	}
	leaves(2)
	for r := 1; r <= 3; r++ {
		if got := w.snap.Book.Person(w.snap.State.Sitting(board(r, 2), a)).User; got != seatUser(a, 3) {
			t.Errorf("at board 2 of round %d sits %q", r, got)
		}
	}
	if f := w.fixture(at); !f.Agreed.IsZero() || f.PlayBy != playBy {
		t.Errorf("who takes over has a time at %v, by %v", f.Agreed, f.PlayBy)
	}
	leaves(3)
	if f := w.fixture(board(3, 2)); f.End != fixture.Forfeit {
		t.Errorf("a board without a member ended as %q", f.End)
	}
	w.replays(t)
}

// A crew from the waiting list takes over the matches of which no board was played; what is
// left of the others is forfeited by who leaves.
func TestACrewTakesOverWhatIsUnplayed(t *testing.T) {
	w := arrangedBoards(t, "roundrobin", 2, 4, func(s *tournament.Settings) { s.Fixtures.Opens = tournament.AtOnce })
	w.must(seatUser(5, 1), &command.Join{User: seatUser(5, 1), Name: seatUser(5, 1), Crew: "Team 5"})
	a, waits := 1, 5
	begun, whole := w.snap.State.MatchOf(1, a), w.snap.State.MatchOf(2, a)
	w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(begun, 1), Text: "2-0"})
	reported := w.snap.State.MatchOf(3, a)
	w.do(&command.Correct{Round: 3, Match: tournament.BoardNumber(reported, 1), Text: "2-0"})
	w.must(seatUser(a, 2), &command.ReportResult{Player: a, Round: 3, Match: tournament.BoardNumber(reported, 2), Text: "2-0"})
	w.do(&command.Drop{Player: a})
	for r, number := range map[int]int{1: begun, 3: reported} {
		if _, l := w.snap.State.Match(r, number); l.Seat(int32(a-1)) < 0 {
			t.Errorf("the match of round %d, of which a board was played, has passed to another crew", r)
		}
	}
	if _, over := w.sum(1, begun); !over {
		t.Error("the match that was begun is open")
	}
	m, l := w.snap.State.Match(2, whole)
	if l.Seat(int32(waits-1)) < 0 || m.Confirmed {
		t.Fatalf("the match of round 2 is of %v", l.Seats)
	}
	one := tournament.Place{Round: 2, Match: tournament.BoardNumber(whole, 1)}
	if got := w.snap.Book.Person(w.snap.State.Sitting(one, waits)).User; got != seatUser(waits, 1) || w.fixture(one).End != "" {
		t.Errorf("at board 1 sits %q", got)
	}
	if f, _ := w.snap.State.Match(2, tournament.BoardNumber(whole, 2)); !f.Confirmed { // the crew has one member
		t.Error("a board without a member is open")
	}
	w.replays(t)
}

// Only who sits at a board arranges it; a teammate may object for them.
func TestATeammateTakesNoTime(t *testing.T) {
	w := arrangedBoards(t, "swiss 2", 2, 4, nil)
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	at, when := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 1)}, w.now.Add(50*time.Hour)
	w.must(seatUser(a, 1), &command.ProposeTimes{Player: a, Times: []time.Time{when}})
	w.refused(seatUser(b, 2), &command.AcceptTime{Player: b, At: at, Time: when}, tournament.NotAllowed, "match.not_yours")
	w.must(seatUser(b, 1), &command.AcceptTime{Player: b, At: at, Time: when})
	w.runs(when)
	w.refused(seatUser(b, 2), &command.BePresent{Player: b, At: at}, tournament.NotAllowed, "match.not_yours")
	w.must(seatUser(a, 1), &command.BePresent{Player: a, At: at})
	w.runs(when.Add(30 * time.Minute))
	w.refused(seatUser(a, 2), &command.ClaimForfeit{Player: a, At: at}, tournament.NotAllowed, "match.not_yours")
	w.must(seatUser(a, 1), &command.ClaimForfeit{Player: a, At: at})
	w.must(seatUser(b, 2), &command.ObjectToClaim{Player: b, At: at})
}

// The boards of a crew whose results do not count are left out of the table with its matches.
func TestBoardsOfACrewThatLeavesAreLeftOut(t *testing.T) {
	w := arrangedBoards(t, "roundrobin", 2, 6, func(s *tournament.Settings) { s.Fixtures.Opens = tournament.AtOnce })
	gone, at := w.player(1, 1, 0), 0
	for m := 1; m <= 3; m++ {
		for k, text := range []string{"2-0", "2-1"} {
			w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(m, k+1), Text: text})
		}
	}
	w.do(&command.Drop{Player: gone})
	for r := range w.snap.State.Rounds {
		if m, _ := w.snap.State.Match(r+1, w.snap.State.MatchOf(r+1, gone)); m.Void() {
			at++
		}
	}
	if !w.snap.State.Players.At(gone).Annulled || at != 4 {
		t.Fatalf("%d matches are void", at)
	}
	table, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	for m := 2; m <= 3; m++ {
		if row := table.Row(int32(w.player(1, m, 0) - 1)); row.Record[0] != 1 {
			t.Errorf("the winner of match %d has %v", m, row.Record)
		}
	}
	if row := table.Row(int32(gone - 1)); row.Record != [3]int{} {
		t.Errorf("who left has %v", row.Record)
	}
	w.replays(t)
}

// Seasons of crews that arrange their boards, with ghosts and a process that dies: every board
// ends in a named way, and each match is what its boards add up to.
func TestEveryBoardEndsInANamedWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 21))
	ends, boards := map[fixture.End]int{}, 0
	for i, chain := range []string{"roundrobin", "swiss 3 > single 4", "swiss 2"} {
		set := arranged(chain)
		set.Crew, set.Boards = 2, 2
		if i == 0 {
			set.Fixtures.Opens = tournament.AtOnce
		}
		w := &simulated{table: boardedBy(t, set, 5+i), rng: rng, crashes: 50, waits: map[tournament.Place]time.Time{}}
		w.meet(5 + i)
		w.season()
		boards += w.checked(ends)
		for r := range w.snap.State.Rounds {
			for m := range w.snap.State.Rounds[r].Matches {
				res, over := w.sum(r+1, m+1)
				won, drawn, open := w.snap.State.BoardsSoFar(tournament.Place{Round: r + 1, Match: m + 1})
				match, l := w.snap.State.Match(r+1, m+1)
				if len(match.Boards) > 0 && l.Kind == ledger.Played && over && (open != 0 || res.V != [4]int32{int32(won[0]), int32(won[1]), int32(drawn)}) {
					t.Errorf("round %d, match %d: %v, but its boards are %v, %d drawn, %d open", r+1, m+1, res.V, won, drawn, open)
				}
			}
		}
	}
	if t.Logf("%d boards: %v", boards, ends); ends[fixture.Played] < boards/3 || ends[fixture.Forfeit] == 0 {
		t.Errorf("hardly anything happened: %v", ends)
	}
}
