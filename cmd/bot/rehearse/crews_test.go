package rehearse

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
)

// TestTeamsAreRehearsed: teams of two register, accept and play to the champion, with kills
// and faults, and of any of them a member acts: nothing is lost, doubled, stale or against
// Discord's rules.
func TestTeamsAreRehearsed(t *testing.T) {
	atLength(t)
	t.Parallel()
	r := prepared(t, "--crews", "10", "--rounds", "3", "--cut", "4", "--seed", "4", "--faults", "5", "--restart-every", "2s")
	r.o.usual, r.o.restarts = true, 2
	performed(t, r)
	snap, err := r.play.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	s, mates := snap.State, 0
	for _, e := range snap.Log {
		if n := s.PlayerOf(e.Actor); n > 0 && snap.Book.Person(e.Actor).User != snap.User(n) {
			mates++
		}
	}
	if !s.Crewed() || len(s.Players) < 9 || mates < 10 {
		t.Errorf("%d teams, whose mates did %d things", len(s.Players), mates)
	}
}

// TestBoardsAreRehearsed: teams of four play their matches on three boards to the champion, with
// kills and faults; captains put in substitutes and give line-ups, and whoever sits at a board
// reports it.
func TestBoardsAreRehearsed(t *testing.T) {
	atLength(t)
	t.Parallel()
	r := prepared(t, "--crews", "8", "--boards", "3", "--bench", "1", "--rounds", "3", "--cut", "4", "--seed", "5", "--faults", "5", "--restart-every", "2s")
	r.o.usual, r.o.restarts = true, 2
	performed(t, r)
	sumsOfBoards(t, r, 12)
}

// sumsOfBoards compares each match of an event that is over with the sum of its boards, counted
// here, the points of each team with the matches that it has won and drawn, and who sat at the
// boards with the line-ups and substitutes of the log. At least so many matches were played.
func sumsOfBoards(t *testing.T, r *rehearsal, least int) {
	t.Helper()
	snap, err := r.play.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	s, matches := snap.State, 0
	points := make([]int, len(s.Players)+1)
	swiss := s.LastDone()
	if el := s.Elimination(); el != nil {
		swiss = s.Stage().FirstRound - 1
	}
	whole := map[tournament.Place]bool{} // of which the log has a result that is none of a board
	for _, e := range snap.Log {
		switch ev := e.Event.(type) {
		case *tournament.ResultCorrected:
			whole[ev.Place] = true
		case *tournament.ResultConfirmed:
			whole[ev.Place] = true
		}
	}
	for n := range s.Rounds {
		for m := range s.Rounds[n].Matches {
			match, l := s.Match(n+1, m+1)
			won := map[int32]int32{}
			if whole[tournament.Place{Round: n + 1, Match: m + 1}] && l.N == 2 {
				won = map[int32]int32{l.Seats[0]: l.Result.V[0], l.Seats[1]: l.Result.V[1]}
				match = &tournament.Match{}
			}
			for b := range match.Boards {
				_, board := s.Match(n+1, tournament.BoardNumber(m+1, b+1))
				if board.Kind == ledger.Forfeit || board.Result.V[0] > board.Result.V[1] {
					won[board.Seats[0]]++
				} else if board.Result.V[1] > board.Result.V[0] {
					won[board.Seats[1]]++
				}
			}
			if len(match.Boards) > 0 {
				matches++
				if got := l.Result.V; got[0] != won[l.Seats[0]] || got[1] != won[l.Seats[1]] || !match.Confirmed {
					t.Errorf("round %d, match %d: %v, counted %v", n+1, m+1, got, won)
				}
			}
			if n >= swiss {
				continue
			}
			for _, p := range l.Players() {
				other := l.Seats[0] + l.Seats[1] - p
				switch {
				case l.Kind == ledger.DoubleLoss:
				case l.Kind == ledger.Bye || l.N == 2 && won[p] > won[other]:
					points[p+1] += 3
				case l.N == 2 && won[p] == won[other]:
					points[p+1]++
				}
			}
		}
	}
	if matches < least {
		t.Errorf("%d matches on boards", matches)
	}
	table, err := s.Table(swiss)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		if !row.Points.Equal(fraction.Int(int64(points[row.Player+1]))) {
			t.Errorf("%s has %v points, counted %d", snap.Name(int(row.Player)+1), row.Points, points[row.Player+1])
		}
	}
	given, put := 0, map[[2]any]*tournament.MemberSubstituted{}
	gone := tournament.RetractedSeqs(snap.Log)
	for _, e := range snap.Log {
		switch ev := e.Event.(type) {
		case *tournament.LineUpGiven:
			given++
		case *tournament.MemberSubstituted:
			if !gone[e.Seq] {
				put[[2]any{ev.Place, ev.Player}] = ev
			}
		}
	}
	for _, ev := range put {
		if got := s.Sitting(ev.Place, ev.Player); got != ev.Person {
			t.Errorf("%+v: person %d sits there, not %d", ev.Place, got, ev.Person)
		}
	}
	if s.Settings.Boards < s.Settings.Crew && (given == 0 || len(put) == 0) {
		t.Errorf("%d line-ups, %d substitutes", given, len(put))
	}
}

// TestTeamsOfRoughPlayersGather: a team whose captain hands in a deck with the form, which does not
// add up, registers all the same, whatever is killed meanwhile: all teams play but the one
// that comes too late and the one that an organiser adds.
func TestTeamsOfRoughPlayersGather(t *testing.T) {
	atLength(t)
	t.Parallel()
	r := prepared(t, "--crews", "10", "--rounds", "2", "--cut", "4", "--seed", "3", "--rough", "--faults", "5", "--restart-every", "2s")
	r.o.restarts = 2
	performed(t, r)
	snap, err := r.play.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for n := range snap.State.Players {
		if len(snap.State.Players[n].Members()) == 2 {
			whole++
		}
	}
	if whole < 8 {
		t.Errorf("%d of 10 teams play", whole)
	}
}
