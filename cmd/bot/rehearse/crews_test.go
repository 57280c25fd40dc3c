package rehearse

import (
	"testing"

	"topcut/tournament"
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

// TestBoardsAreRehearsed: teams of three play their matches on boards to the champion, with kills
// and faults; whoever sits at a board reports it, and each match is the sum of its boards,
// counted here from the last result of each in the log.
func TestBoardsAreRehearsed(t *testing.T) {
	atLength(t)
	t.Parallel()
	r := prepared(t, "--crews", "8", "--boards", "3", "--rounds", "3", "--cut", "4", "--seed", "5", "--faults", "5", "--restart-every", "2s")
	r.o.usual, r.o.restarts = true, 2
	performed(t, r)
	snap, err := r.play.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	s, matches, boards := snap.State, 0, 0
	for n := range s.Rounds {
		for m := range s.Rounds[n].Matches {
			match, l := s.Match(n+1, m+1)
			if len(match.Boards) == 0 {
				continue
			}
			matches++
			won := map[int32]int32{}
			for b := range match.Boards {
				_, board := s.Match(n+1, tournament.BoardNumber(m+1, b+1))
				if boards++; board.Kind == ledger.Forfeit || board.Result.V[0] > board.Result.V[1] {
					won[board.Seats[0]]++
				} else if board.Result.V[1] > board.Result.V[0] {
					won[board.Seats[1]]++
				}
			}
			if got := l.Result.V; got[0] != won[l.Seats[0]] || got[1] != won[l.Seats[1]] || !match.Confirmed {
				t.Errorf("round %d, match %d: %v, counted %v", n+1, m+1, got, won)
			}
		}
	}
	if matches < 12 || boards != 3*matches {
		t.Errorf("%d matches on %d boards", matches, boards)
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
