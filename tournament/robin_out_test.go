package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/testrun"
)

// robinWith returns the file of a round robin of n players, of whom the first has one more
// key.
func robinWith(n int, key string) string {
	return strings.Replace(halfPlayed("magic", n, nil, nil), `{"id":"p1"`, `{"id":"p1"`+key, 1)
}

// TestWhoSitsOutARoundOfARoundRobinMeetsTheOthers lets one of 4 to 9 players sit out each
// round in turn, known before the start or said later: an odd group still meets in
// full, in an even one the match without a round is a bye for the other player.
func TestWhoSitsOutARoundOfARoundRobinMeetsTheOthers(t *testing.T) {
	kinds := map[string]ledger.Kind{"absent": ledger.AssignedLoss, "byes": ledger.Bye, "full_byes": ledger.Bye}
	for n := 4; n <= testrun.UpTo(7, 9); n++ {
		rounds := n - 1 + n%2
		for out := 1; out <= rounds; out++ {
			for key, kind := range kinds {
				for _, live := range []bool{false, true} {
					name := fmt.Sprintf("%d players, %s in round %d, live %v", n, key, out, live)
					w, late := robinOut(t, n, out, key, live), false // has sat out before it was said
					for len(w.snap.State.Rounds) < rounds {
						if live && len(w.snap.State.Rounds) == out-1 {
							w.do(outOf(key, out))
							late = len(w.snap.State.Rounds) > matchesOf(w.snap.State, 1)
						}
						w.round()
						w.firstWins()
						seatedOnce(t, w.snap.State)
					}
					s := w.snap.State
					if m := s.MatchOf(out, 1); m == 0 || s.Ledger.Rounds[out-1].Matches[m-1].N != 1 || s.Ledger.Rounds[out-1].Matches[m-1].Kind != kind {
						t.Errorf("%s: match %d of player 1", name, m)
					}
					met, byes := meetings(s)
					if want := n * (n - 1) / 2; len(met) < want-1 || len(met) < want && n%2 == 1 && !late {
						t.Errorf("%s: %d pairs meet, of %d", name, len(met), want)
					}
					for pair, times := range met {
						if times != 1 {
							t.Errorf("%s: %v meet %d times", name, pair, times)
						}
					}
					for other := 1; other < n; other++ {
						if want := 1 - met[[2]int{0, other}]; len(met) == n*(n-1)/2-1 && met[[2]int{0, other}] == 0 && byes[other] != want {
							t.Errorf("%s: player %d has %d byes, want %d", name, other+1, byes[other], want)
						}
					}
					w.replays(t)
				}
			}
		}
	}
}

// matchesOf returns how many others a player has met.
func matchesOf(s *tournament.State, n int) (count int) {
	met, _ := meetings(s)
	for pair := range met {
		if pair[0] == n-1 || pair[1] == n-1 {
			count++
		}
	}
	return count
}

// robinOut starts a round robin whose first player is known to sit out a round, unless
// that is said later.
func robinOut(t *testing.T, n, round int, key string, later bool) *table {
	t.Helper()
	text := robinWith(n, fmt.Sprintf(`,%q:[%d]`, key, round))
	if later {
		text = robinWith(n, "")
	}
	w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(n), byte(round)}, make([]byte, 30)...)), now: begin}
	w.do(handover.TakeOver{File: read(t, text)}.Command(), &command.Start{})
	return w
}

// outOf returns the command that says that player 1 sits out a round.
func outOf(key string, round int) *command.Change {
	c := &command.Change{Player: 1}
	switch rounds := []int{round}; key {
	case "absent":
		c.Away = rounds
	case "byes":
		c.Byes = rounds
	default:
		c.Full = rounds
	}
	return c
}

// TestSeveralSitOutRoundsOfARoundRobin lets several players sit out rounds, some of them
// the same: no two meet twice, who sits out is not seated, and the log can be paired again.
func TestSeveralSitOutRoundsOfARoundRobin(t *testing.T) {
	for n := 4; n <= testrun.UpTo(7, 9); n++ {
		text := halfPlayed("chess-casual", n, nil, nil)
		for i, out := range []string{`,"absent":[1,2]`, `,"byes":[1]`, `,"full_byes":[3]`} {
			id := fmt.Sprintf(`{"id":"p%d"`, i+1)
			text = strings.Replace(text, id, id+out, 1)
		}
		w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(n)}, make([]byte, 31)...)), now: begin}
		w.do(handover.TakeOver{File: read(t, text)}.Command(), &command.Start{})
		for len(w.snap.State.Rounds) < n-1+n%2 {
			w.round()
			w.firstWins()
			s, name := w.snap.State, fmt.Sprint(n, " players")
			seatedOnce(t, s)
			for p := 1; p <= 3; p++ {
				r := len(s.Rounds)
				if m := s.MatchOf(r, p); s.Players[p-1].SitsOut(r) && (m == 0 || s.Ledger.Rounds[r-1].Matches[m-1].N != 1) {
					t.Errorf("%s: player %d in round %d: match %d", name, p, r, m)
				}
			}
		}
		met, _ := meetings(w.snap.State)
		for pair, times := range met {
			if times > 1 {
				t.Errorf("%d players: %v meet %d times", n, pair, times)
			}
		}
		if least := n*(n-1)/2 - 4; len(met) < least {
			t.Errorf("%d players: %d pairs meet, want at least %d", n, len(met), least)
		}
		w.replays(t)
	}
}

// TestAByeOfARoundRobinIsForAMatchThatAnotherMissed lets several players of odd and even
// groups sit out one or two rounds: who loses matches by their own absence alone has no bye
// for them in another round. A bye is for a match that is lost because another sits out,
// so byes, absences and matches are never more than the matches of a player.
func TestAByeOfARoundRobinIsForAMatchThatAnotherMissed(t *testing.T) {
	byes := 0
	for n := 5; n <= 7; n++ {
		rounds := n - 1 + n%2
		for one := 1; one <= rounds; one++ {
			for other := 1; other <= rounds; other++ {
				text := halfPlayed("magic", n, nil, nil)
				for id, out := range map[string]int{`{"id":"p1"`: one, `{"id":"p3"`: other, `{"id":"p5"`: rounds} {
					text = strings.Replace(text, id, fmt.Sprintf(`%s,"absent":[%d]`, id, out), 1)
				}
				w := &table{t: t, snap: tournament.Begin(1, append([]byte{byte(n), byte(one), byte(other)}, make([]byte, 29)...)), now: begin}
				w.do(handover.TakeOver{File: read(t, text)}.Command(), &command.Start{})
				for len(w.snap.State.Rounds) < rounds {
					w.round()
					w.firstWins()
				}
				had, bye := make([]int, n), make([]int, n)
				for _, r := range w.snap.State.Ledger.Rounds {
					for _, m := range r.Matches {
						for _, p := range m.Players() {
							had[p]++
							if m.Kind == ledger.Bye {
								bye[p]++
								byes++
							}
						}
					}
				}
				for p := range n {
					if bye[p] > 0 && had[p] > n-1 {
						t.Errorf("%d players, absent in rounds %d, %d and %d: player %d has %d byes and %d matches in all, of %d", n, one, other, rounds, p+1, bye[p], had[p], n-1)
					}
				}
			}
		}
	}
	if byes == 0 {
		t.Error("no player has a bye")
	}
}
