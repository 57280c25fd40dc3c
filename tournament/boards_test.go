package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/replay"
	"topcut/tournament/rules"
)

// seatUser returns the user who is member k (from 1) of crew n.
func seatUser(n, k int) string { return fmt.Sprintf("c%d.%d", n, k) }

// boarded returns an event of n crews that play on some boards, before its start. A crew has
// as many members as boards, or those that members says.
func boarded(t *testing.T, boards, n, cut int, members ...int) *table {
	t.Helper()
	s := settings(2, cut)
	s.Crew, s.Boards = max(boards, slices.Max(append(members, 0))), boards
	return boardedBy(t, s, n, members...)
}

func boardedBy(t *testing.T, s tournament.Settings, n int, members ...int) *table {
	t.Helper()
	w := given(t, s, 0)
	for i := 1; i <= n; i++ {
		size := s.Boards
		if i <= len(members) {
			size = members[i-1]
		}
		var mates []command.Mate
		for k := 2; k <= size; k++ {
			mates = append(mates, command.Mate{User: seatUser(i, k), Name: seatUser(i, k)})
		}
		w.must(seatUser(i, 1), &command.Join{User: seatUser(i, 1), Name: seatUser(i, 1), Crew: fmt.Sprint("Team ", i), Mates: mates})
		for _, m := range mates {
			w.must(m.User, &command.AnswerInvitation{Player: i, User: m.User, Yes: true})
		}
	}
	return w
}

// begins starts the event and its first round.
func (w *table) begins() *table {
	w.t.Helper()
	w.do(&command.Start{})
	w.round()
	return w
}

// sum returns the result of a match and whether it is final.
func (w *table) sum(r, m int) (ledger.Result, bool) {
	match, l := w.snap.State.Match(r, m)
	return l.Result, match.Confirmed
}

// Whoever sits at a board reports it without naming it, any member of the other crew confirms
// it, and once all boards are in their sum is the result of the match.
func TestTheBoardsOfAMatchAreItsResult(t *testing.T) {
	w := boarded(t, 3, 4, 0).begins()
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	for k := 1; k <= 3; k++ {
		at := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, k)}
		text, by, confirms := "2-1", seatUser(a, k), seatUser(b, 1+k%3)
		if k == 2 {
			text = "1-2"
		}
		w.must(by, &command.ReportResult{Player: a, Text: text})
		if m, _ := w.snap.State.Match(1, at.Match); m.Report == nil {
			t.Fatalf("%s has reported another board than %d", by, k)
		}
		if _, over := w.sum(1, 1); over {
			t.Fatalf("the match is over after %d boards", k-1)
		}
		w.refused(seatUser(a, 1+k%3), &command.ConfirmReport{Player: a, Round: 1, Match: at.Match}, tournament.NotAllowed, "confirm.own")
		w.refused(by, &command.ReportResult{Player: a, Text: "3-0"}, tournament.BadInput, "typed") // as many games as a match has boards
		before := w.snap.State
		w.must(confirms, &command.ConfirmReport{Player: b, Round: 1, Match: at.Match})
		if m, _ := before.Match(1, at.Match); m.Confirmed {
			t.Fatal("the state before the confirmation has changed")
		}
	}
	if res, over := w.sum(1, 1); !over || res.V != [4]int32{2, 1, 0} {
		t.Fatalf("the match is %v, %v", res.V, over)
	}
	w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, 3), Text: "0-2"})
	if res, _ := w.sum(1, 1); res.V != [4]int32{1, 2, 0} {
		t.Fatalf("after a correction of a board the match is %v", res.V)
	}
	w.do(&command.Undo{})
	if res, over := w.sum(1, 1); !over || res.V != [4]int32{2, 1, 0} {
		t.Fatalf("after the correction is taken back the match is %v", res.V)
	}
	w.replays(t)
}

// A member who sits at no board, and a captain of whom nothing else is known, say which board
// they mean.
func TestWhoSitsAtNoBoardNamesIt(t *testing.T) {
	w := boarded(t, 2, 4, 0, 3, 3, 3, 3).begins()
	a := w.player(1, 1, 0)
	w.refused(seatUser(a, 3), &command.ReportResult{Player: a, Text: "2-0"}, tournament.BadInput, "match.which_board")
	w.must(seatUser(a, 3), &command.ReportResult{Player: a, Round: 1, Match: tournament.BoardNumber(1, 2), Text: "2-0"})
	w.refused(seatUser(a, 1), &command.ReportResult{Player: a, Round: 1, Match: tournament.BoardNumber(1, 3), Text: "2-0"}, tournament.NotAllowed, "match.not_yours")
}

// A board for which a crew has no member is lost without play; a crew of which no members are
// known can play all.
func TestABoardWithoutAMemberIsLost(t *testing.T) {
	w := boarded(t, 3, 2, 0, 3, 2)
	w.must("organiser", &command.Join{Name: "Guests", Crew: "Guests", ByOrganiser: true})
	w.must("organiser", &command.Join{Name: "Others", Crew: "Others", ByOrganiser: true})
	w.begins()
	for m := range w.snap.State.Rounds.At(1).Matches {
		for b := 1; b <= 3; b++ {
			at := tournament.BoardNumber(m+1, b)
			match, l := w.snap.State.Match(1, at)
			short := l.Seat(1) >= 0 && b == 3 // crew 2 has two members
			if match.Confirmed != short || short && (l.Kind != ledger.Forfeit || l.Seats[0] == 1) {
				t.Errorf("match %d, board %d: %v %v of %v", m+1, b, match.Confirmed, l.Kind, l.Seats)
			}
		}
	}
}

// A level match of a bracket goes to the crew that has won on boards with the lower sum of
// numbers, and where these are equal too to that which has won on the first; if all boards are
// drawn an organiser decides.
func TestALevelBracketMatchIsDecidedByItsBoards(t *testing.T) {
	for _, c := range []struct {
		boards []string
		won    int
	}{
		{[]string{"2-0", "0-2", "0-2", "2-0"}, 0}, // 5 each: the first board
		{[]string{"0-2", "2-0", "2-0", "0-2"}, 1}, //
		{[]string{"2-0", "2-0", "0-2", "0-2"}, 0}, // 3 to 7
		{[]string{"0-2", "2-0", "0-2", "2-0"}, 1}, // 4 to 6
		{[]string{"0-2", "2-0", "2-0", "2-0"}, 0}, // not level
	} {
		w := boarded(t, 4, 4, 4).begins()
		for range 2 {
			w.finishRound()
			if len(w.snap.State.Rounds) < 2 {
				w.round()
			}
		}
		w.do(&command.MakeCut{})
		w.round()
		r := len(w.snap.State.Rounds)
		a, b := w.player(r, 1, 0), w.player(r, 1, 1)
		for k, text := range c.boards {
			w.do(&command.Correct{Round: r, Match: tournament.BoardNumber(1, k+1), Text: text})
		}
		res, over := w.sum(r, 1)
		_, l := w.snap.State.Match(r, 1)
		if won := w.snap.State.Rules.Winner(l); !over || int(l.Seats[won])+1 != []int{a, b}[c.won] {
			t.Errorf("%v: %v, over %v, won by %d of %d and %d", c.boards, res, over, int(l.Seats[won])+1, a, b)
		}
	}
}

// The member who takes the place of one that organisers take out of the crew sits at the board,
// as long as nothing is reported of it; if there is none the board is lost.
func TestABoardIsTakenOverInTheCrew(t *testing.T) {
	w := boarded(t, 2, 4, 0, 3, 3, 3, 3).begins()
	a := w.player(1, 1, 0)
	at := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 2)}
	leaves := func(k int) {
		w.do(&command.RemoveMember{Player: a, Person: w.snap.Book.ByUser(seatUser(a, k)), ByOrganiser: true})
	}
	leaves(2)
	if got := w.snap.Book.Person(w.snap.State.Sitting(at, a)).User; got != seatUser(a, 3) {
		t.Fatalf("at board 2 sits %q", got)
	}
	leaves(3)
	if m, l := w.snap.State.Match(1, at.Match); !m.Confirmed || int(l.Seats[0])+1 == a {
		t.Errorf("the board of a crew without another member: %v, won by %d", m.Confirmed, int(l.Seats[0])+1)
	}
	w.replays(t)
}

// A ruling for the whole match ends it, and no board is open any more.
func TestARulingOfAMatchEndsItsBoards(t *testing.T) {
	w := boarded(t, 3, 4, 0).begins()
	a := w.player(1, 1, 0)
	w.must(seatUser(a, 1), &command.ReportResult{Player: a, Text: "2-0"})
	w.do(&command.Correct{Round: 1, Match: 1, Kind: ledger.Forfeit})
	if open := w.snap.State.Blocking(1); slices.ContainsFunc(open, func(n int) bool { m, _ := tournament.OfBoard(n); return m == 1 }) {
		t.Errorf("open after the ruling: %v", open)
	}
	if res, over := w.sum(1, 1); !over || res.V != [4]int32{3, 0, 0} {
		t.Errorf("the ruling gives %v", res.V)
	}
}

// Boards count the same whatever the order in which they come in, by whom and how: the sum is
// that of an independent count, and points and games of the standings follow from it.
func TestBoardsAgainstACount(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 20 {
		boards := 2 + rng.IntN(4)
		w := boarded(t, boards, 6, 0).begins()
		for r := 1; r <= 2; r++ {
			won := map[int][3]int32{}
			open := w.snap.State.Blocking(r)
			rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
			for _, number := range open {
				m, _ := tournament.OfBoard(number)
				text := []string{"2-0", "0-2", "1-2", "1-1", "2-1"}[rng.IntN(5)]
				a, b := w.player(r, number, 0), w.player(r, number, 1)
				w.must(seatUser(a, 1), &command.ReportResult{Player: a, Round: r, Match: number, Text: text})
				w.must(seatUser(b, 1), &command.ConfirmReport{Player: b, Round: r, Match: number})
				v := won[m]
				switch {
				case text == "1-1":
					v[2]++
				case (text[0] > text[2]) == (a == w.player(r, m, 0)):
					v[0]++
				default:
					v[1]++
				}
				won[m] = v
			}
			for m, want := range won {
				if res, over := w.sum(r, m); !over || [3]int32(res.V[:3]) != want {
					t.Fatalf("%d boards, match %d: %v, counted %v", boards, m, res.V, want)
				}
			}
			if r == 1 {
				w.round()
			}
		}
		w.replays(t)
	}
}

// Both crews lose where all boards are lost by both, as one match would be.
func TestBoardsThatBothLoseAreNoDraw(t *testing.T) {
	w := boarded(t, 2, 4, 0).begins()
	w.do(&command.CloseRound{Resolve: tournament.ResolveDoubleLoss})
	for m := range w.snap.State.Rounds.At(1).Matches {
		if match, l := w.snap.State.Match(1, m+1); !match.Confirmed || l.Kind != ledger.DoubleLoss {
			t.Errorf("match %d: %v %v", m+1, match.Confirmed, l.Kind)
		}
	}
}

// What was ruled for a match stands, whatever one of its boards is corrected to.
func TestARulingOutlivesACorrectionOfABoard(t *testing.T) {
	w := boarded(t, 2, 4, 0).begins()
	w.finishRound()
	w.do(&command.Correct{Round: 1, Match: 1, Kind: ledger.Forfeit, Second: true})
	w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, 1), Text: "2-1"})
	if _, l := w.snap.State.Match(1, 1); l.Kind != ledger.Forfeit {
		t.Errorf("after the correction of a board the ruled match is %v", l.Result.V)
	}
}

// A correction of a board of a bracket asks for its later rounds only if another crew wins.
func TestABracketIsPlayedAgainWhereAnotherCrewWins(t *testing.T) {
	w := boarded(t, 3, 4, 4).begins()
	for range 2 {
		w.finishRound()
		if len(w.snap.State.Rounds) < 2 {
			w.round()
		}
	}
	w.do(&command.MakeCut{})
	w.round()
	r := len(w.snap.State.Rounds)
	w.finishRound()
	w.round()
	correct := func(b int) command.Command {
		return &command.Correct{Round: r, Match: tournament.BoardNumber(1, b), Text: "0-2"}
	}
	w.do(correct(1)) // three to nothing becomes two to one
	w.refused("organiser", correct(2), tournament.NeedsForce, "correct.paired")
}

// Nobody is missed at a match whose boards decide it: at a board they are. In an untimed round
// the crew that lost a board by a claim is waited for.
func TestWhoIsMissedAtABoard(t *testing.T) {
	s := settings(2, 0)
	s.Crew, s.Boards, s.RoundMinutes = 2, 2, tournament.Untimed
	w := boardedBy(t, s, 4).begins()
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	at := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 1)}
	w.must(seatUser(b, 2), &command.ReportResult{Player: b, Round: 1, Match: tournament.BoardNumber(1, 2), Text: "2-0"}) // so the crew is there
	w.refused(seatUser(a, 1), &command.ClaimForfeit{Player: a, At: tournament.Place{Round: 1, Match: 1}}, tournament.BadInput, "match.which_board")
	w.must(seatUser(a, 1), &command.ClaimForfeit{Player: a, At: at})
	timer := w.timer(tournament.DueClaim, 1, at.Match)
	w.now = timer.At
	if err := w.fire(timer.Due); err != nil {
		t.Fatal(err)
	}
	if m, l := w.snap.State.Match(1, at.Match); !m.LostByClaim() || int(l.Seats[0])+1 != a {
		t.Fatalf("the board is %v, won by %d", m.Confirmed, int(l.Seats[0])+1)
	}
	if got := w.snap.State.Awaited(w.snap.State.Current()); !slices.Equal(got, []int{b}) || w.snap.State.AwaitedUntil(w.snap.State.Current()).IsZero() {
		t.Errorf("waited for are %v", got)
	}
	w.must(seatUser(b, 1), &command.BePresent{Player: b, At: at})
	if m, _ := w.snap.State.Match(1, at.Match); m.Confirmed {
		t.Error("the board is not played although the one who was missed came")
	}
}

// A member who leaves as the last open board is played ends the round.
func TestALeaverEndsTheRound(t *testing.T) {
	w := boarded(t, 2, 2, 0).begins()
	a := w.player(1, 1, 0)
	w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, 1), Text: "2-0"})
	w.do(&command.RemoveMember{Player: a, Person: w.snap.Book.ByUser(seatUser(a, 2)), ByOrganiser: true})
	if r := w.snap.State.Current(); r.Status != tournament.Done {
		t.Errorf("the round is %v", r.Status)
	}
}

// A crew that leaves may keep the board it has reported, until the other one answers: its other
// boards are lost, and only the answer makes their sum the result.
func TestALeavingCrewKeepsTheBoardItReported(t *testing.T) {
	for _, keep := range []bool{true, false} {
		w := boarded(t, 3, 4, 0).begins()
		a, b := w.player(1, 1, 0), w.player(1, 1, 1)
		w.must(seatUser(a, 2), &command.ReportResult{Player: a, Text: "2-1"})
		second := tournament.BoardNumber(1, 2)
		if !w.snap.State.ReportKept(1, 1, a) || w.snap.State.ReportKept(1, 1, b) {
			t.Fatal("the report of the second board cannot be kept by who leaves")
		}
		w.do(&command.Drop{Player: a, Keep: keep})
		if res, over := w.sum(1, 1); over == keep || !keep && res.V != [4]int32{0, 3, 0} {
			t.Fatalf("kept %v: the match is %v, %v", keep, res.V, over)
		}
		if !keep {
			continue
		}
		w.must(seatUser(b, 1), &command.ConfirmReport{Player: b, Round: 1, Match: second})
		if res, over := w.sum(1, 1); !over || res.V != [4]int32{1, 2, 0} {
			t.Errorf("the board that was kept is answered, and the match is %v, %v", res.V, over)
		}
		w.replays(t)
	}
}

// What an undo changes at a board is an effect at the board, beside that on the match.
func TestAnUndoOfABoardHasItsEffect(t *testing.T) {
	w := boarded(t, 2, 4, 0).begins()
	a := w.player(1, 1, 0)
	for b := 1; b <= 2; b++ {
		w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, b), Text: "2-0"})
	}
	before := w.snap.State
	w.do(&command.Undo{})
	found := map[int]bool{}
	for _, e := range effect.Of(before, w.snap.State) {
		if e.Player == a && e.Fact == effect.Result && e.After == nil {
			found[e.At.Match] = true
		}
	}
	if len(found) != 2 || !found[1] || !found[tournament.BoardNumber(1, 2)] {
		t.Errorf("what is open again is %v", found)
	}
	if effects := effect.Of(w.snap.State, before); effect.Asks(effects) {
		t.Errorf("a ruling at one table is asked about: %v", effects)
	}
}

// A report of a board that waits for its answer stands in the file as one, and in what is said
// of the tables for which a round waits.
func TestAWaitingReportOfABoardIsExported(t *testing.T) {
	w := boarded(t, 2, 4, 0).begins()
	a := w.player(1, 1, 0)
	w.must(seatUser(a, 2), &command.ReportResult{Player: a, Text: "2-1"})
	data, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	f, err := file.Read(data, rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Pending) != 1 || f.Pending[0].Board != 2 || f.Pending[0].Result.V[0]+f.Pending[0].Result.V[1] != 3 || f.Ledger.Rounds.At(1).Boards.At(1).At(2).Finished() {
		t.Errorf("the file has %v", f.Pending)
	}
	waits := w.as("9", &command.CloseRound{})
	if said := fmt.Sprint(waits); strings.Count(said, "boards.table") != 4 || strings.Count(said, "blocker.reported") != 1 {
		t.Errorf("the round waits for %s", said)
	}
}

// The file of an event whose crews are short of a member is read again, bracket and all.
func TestAFileOfShortCrewsIsRead(t *testing.T) {
	w := boarded(t, 3, 4, 4, 2, 2, 2, 2).begins()
	for range 2 {
		w.finishRound()
		if len(w.snap.State.Rounds) < 2 {
			w.round()
		}
	}
	w.do(&command.MakeCut{})
	w.round()
	r := len(w.snap.State.Rounds)
	w.do(&command.Correct{Round: r, Match: tournament.BoardNumber(1, 1), Text: "2-0"})
	w.do(&command.Correct{Round: r, Match: tournament.BoardNumber(1, 2), Text: "0-2"})
	data, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	f, err := file.Read(data, rules.Load)
	if err != nil {
		t.Fatal(err)
	}
	taken := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	taken.do(handover.TakeOver{File: f}.Command())
	for m := range w.snap.State.Rounds.At(r).Matches {
		_, was := w.snap.State.Match(r, m+1)
		_, is := taken.snap.State.Match(r, m+1)
		if was.Result != is.Result {
			t.Errorf("match %d: %v, taken over %v", m+1, was.Result, is.Result)
		}
	}
	if got := len(taken.snap.State.Players.At(1).Members()); got != 2 {
		t.Errorf("the first crew taken over has %d members", got)
	}
}

// A captain names who sits at the boards: from the next round on that is published, a repair of
// the current one changes nothing, and who has left is replaced by the first of the others.
func TestALineUpHoldsFromTheNextRound(t *testing.T) {
	s := settings(3, 0)
	s.Crew, s.Boards = 4, 2
	w := boardedBy(t, s, 4, 4, 4, 2, 4)
	person := func(n, k int) int { return w.snap.Book.ByUser(seatUser(n, k)) }
	give := func(n int, members ...int) *command.GiveLineUp {
		c := &command.GiveLineUp{Player: n}
		for _, k := range members {
			c.Persons = append(c.Persons, person(n, k))
		}
		return c
	}
	sits := func(n int, members ...int) {
		t.Helper()
		r := len(w.snap.State.Rounds)
		for b, k := range members {
			at := tournament.Place{Round: r, Match: tournament.BoardNumber(w.snap.State.MatchOf(r, n), b+1)}
			if got := w.snap.State.Sitting(at, n); got != person(n, k) {
				t.Errorf("round %d, board %d of team %d: %d, not member %d", r, b+1, n, got, k)
			}
		}
	}
	w.refused(seatUser(1, 2), give(1, 3, 4), tournament.NotAllowed, "crew.captain")
	w.refused(seatUser(1, 1), give(1, 3), tournament.BadInput, "crew.line_up_size")
	w.refused(seatUser(1, 1), give(1, 3, 3), tournament.NotFound, "crew.not_member")
	w.refused(seatUser(1, 1), &command.GiveLineUp{Player: 1, Persons: []int{person(1, 1), person(2, 2)}}, tournament.NotFound, "crew.not_member")
	w.refused(seatUser(1, 1), give(1, 1, 2), tournament.NoChange, "crew.line_up_same")
	w.refused(seatUser(3, 1), give(3, 2, 1), tournament.WrongPhase, "crew.all_play")
	w.must(seatUser(1, 1), give(1, 4, 3))
	w.begins()
	sits(1, 4, 3)
	sits(2, 1, 2)
	w.must(seatUser(1, 1), give(1, 1, 2))
	w.must(seatUser(2, 1), give(2, 2, 4))
	other := 1
	for other == 1 || other == w.opponent(1, 1) {
		other++
	}
	w.do(&command.Repair{Swap: [2]int{1, other}})
	sits(1, 4, 3)
	w.do(&command.RemoveMember{Player: 2, Person: person(2, 4), ByOrganiser: true})
	w.finishRound()
	w.round()
	sits(1, 1, 2)
	sits(2, 2, 1)
	w.finishRound()
	w.round()
	sits(1, 1, 2) // until the captain names others
	w.replays(t)
}

// Line-ups of random crews against a count of their own.
func TestLineUpsAgainstACount(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 34))
		s := settings(4, 0)
		s.Boards = 2 + rng.IntN(3)
		s.Crew = s.Boards + 1 + rng.IntN(3)
		sizes := make([]int, 4)
		for i := range sizes {
			sizes[i] = s.Boards + rng.IntN(s.Crew-s.Boards+1)
		}
		w := boardedBy(t, s, 4, sizes...)
		want := make([][]int, 5) // member by board
		for n := 1; n <= 4; n++ {
			for k := 1; k <= s.Boards; k++ {
				want[n] = append(want[n], k)
			}
		}
		w.do(&command.Start{})
		for r := 1; r <= 4; r++ {
			for n, size := range sizes {
				n++
				if size == s.Boards || rng.IntN(2) == 0 {
					continue
				}
				chosen := rng.Perm(size)[:s.Boards]
				c := &command.GiveLineUp{Player: n}
				for i := range chosen {
					chosen[i]++
					c.Persons = append(c.Persons, w.snap.Book.ByUser(seatUser(n, chosen[i])))
				}
				if !slices.Equal(chosen, want[n]) {
					w.must(seatUser(n, 1), c)
					want[n] = chosen
				}
			}
			w.round()
			for n := 1; n <= 4; n++ {
				for b, k := range want[n] {
					at := tournament.Place{Round: r, Match: tournament.BoardNumber(w.snap.State.MatchOf(r, n), b+1)}
					if got := w.snap.Book.Person(w.snap.State.Sitting(at, n)).User; got != seatUser(n, k) {
						t.Fatalf("seed %d, round %d, team %d, board %d: %s, not %s", seed, r, n, b+1, got, seatUser(n, k))
					}
				}
			}
			w.finishRound()
		}
		w.replays(t)
	}
}

// A captain puts a member who sits at no board in the place of another at a board without a
// report, for the rest of the round. The substitute acts there, and the one before no more.
func TestASubstituteTakesOverABoard(t *testing.T) {
	s := settings(2, 0)
	s.Crew, s.Boards = 4, 2
	w := boardedBy(t, s, 4, 4, 4, 4, 4).begins()
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	person := func(n, k int) int { return w.snap.Book.ByUser(seatUser(n, k)) }
	board := func(k int) tournament.Place { return tournament.Place{Round: 1, Match: tournament.BoardNumber(1, k)} }
	put := func(k, in, out int) *command.Substitute {
		return &command.Substitute{Place: board(k), Player: a, Person: person(a, in), For: person(a, out)}
	}
	if got := len(w.snap.State.Substitutes(a)); got != 4 {
		t.Errorf("two members can take over two boards in %d ways, not 4", got)
	}
	w.refused(seatUser(a, 2), put(1, 3, 1), tournament.NotAllowed, "crew.captain")
	w.refused(seatUser(b, 1), put(1, 3, 1), tournament.NotAllowed, "crew.captain")
	w.refused(seatUser(a, 1), put(1, 2, 1), tournament.Conflict, "crew.sub_sits")
	w.refused(seatUser(a, 1), put(1, 3, 2), tournament.WrongPhase, "crew.sub_gone")
	w.refused(seatUser(a, 1), &command.Substitute{Place: board(1), Player: a, Person: person(b, 3), For: person(a, 1)}, tournament.NotFound, "crew.not_member")
	w.must(seatUser(a, 1), put(1, 3, 1))
	if got := w.snap.State.Sitting(board(1), a); got != person(a, 3) {
		t.Errorf("person %d sits at board 1, not the substitute", got)
	}
	w.must(seatUser(a, 3), &command.ReportResult{Player: a, Text: "2-0"})
	if m, _ := w.snap.State.Match(1, board(1).Match); m.Report == nil {
		t.Error("the substitute has reported another board")
	}
	w.refused(seatUser(a, 1), put(1, 4, 3), tournament.Conflict, "crew.sub_reported")
	organised := put(2, 1, 2) // who has made room can sit at another
	organised.ByOrganiser = true
	w.do(organised)
	w.do(&command.Undo{Batch: tournament.LastBatch(w.snap.Log)})
	if got := w.snap.State.Sitting(board(2), a); got != person(a, 2) {
		t.Errorf("after the undo person %d sits at board 2", got)
	}
	w.finishRound()
	w.refused(seatUser(a, 1), put(2, 4, 2), tournament.WrongPhase, "crew.sub_gone")
	w.round()
	next := tournament.Place{Round: 2, Match: tournament.BoardNumber(w.snap.State.MatchOf(2, a), 1)}
	if got := w.snap.State.Sitting(next, a); got != person(a, 1) {
		t.Errorf("in the next round person %d sits at board 1", got)
	}
	w.replays(t)
}

// Each way that Substitutes names is accepted, and no other: random crews and reports.
func TestSubstitutesAreAllWaysAndNoOther(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 35))
		s := settings(2, 0)
		s.Boards = 2 + rng.IntN(2)
		s.Crew = s.Boards + 2
		w := boardedBy(t, s, 2, s.Crew-rng.IntN(3), s.Crew-rng.IntN(3)).begins()
		for b := 1; b <= s.Boards; b++ {
			if rng.IntN(3) == 0 {
				w.do(&command.Correct{Round: 1, Match: tournament.BoardNumber(1, b), Text: "2-0"})
			}
		}
		for n := 1; n <= 2; n++ {
			ways := w.snap.State.Substitutes(n)
			for b := 0; b <= s.Boards+1; b++ {
				for in := 1; in <= 2*s.Crew+1; in++ {
					for out := 0; out <= 2*s.Crew+1; out++ {
						x := tournament.MemberSubstituted{Place: tournament.Place{Round: 1, Match: tournament.BoardNumber(1, b)}, Player: n, Person: in, For: out}
						_, err := w.snap.State.Supposing(&x)
						if named := slices.Contains(ways, x); named != (err == nil) {
							t.Fatalf("seed %d: %+v is named: %v, refused: %v", seed, x, named, err)
						}
					}
				}
			}
		}
	}
}

// The file of an event holds no line-up of a round that is not published, and that of a
// published one, and is replayed either way. An organiser gives one without reading it.
func TestAFileHoldsNoHiddenLineUp(t *testing.T) {
	s := settings(3, 0)
	s.Crew, s.Boards = 4, 2
	w := boardedBy(t, s, 4, 4, 4, 4, 4).begins()
	w.finishRound()
	given := []int{w.snap.Book.ByUser(seatUser(1, 3)), w.snap.Book.ByUser(seatUser(1, 4))}
	w.must(seatUser(1, 1), &command.GiveLineUp{Player: 1, Persons: given})
	w.refused(seatUser(1, 1), &command.GiveLineUp{Player: 1}, tournament.BadInput, "crew.line_up_size")
	w.do(&command.GiveLineUp{Player: 1, Persons: given, ByOrganiser: true})
	holds := func() bool {
		data, err := handover.ExportJSON(w.snap)
		if err != nil {
			t.Fatal(err)
		}
		f, err := file.Read(data, rules.Load)
		if err != nil {
			t.Fatal(err)
		}
		log, err := tournament.ReadLog(1, f.Log)
		if err != nil {
			t.Fatal(err)
		}
		if _, out, err := replay.Run(1, log); err != nil || !out.Difference.IsZero() {
			t.Fatal(err, out)
		}
		for _, e := range log {
			if ev, ok := e.Event.(*tournament.LineUpGiven); ok && slices.Equal(ev.Persons, given) {
				return true
			}
		}
		return false
	}
	if holds() {
		t.Error("the file holds a line-up of a round that is not published")
	}
	w.round()
	if !holds() {
		t.Error("the file lacks the line-up of a published round")
	}
}
