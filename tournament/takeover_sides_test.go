package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/roundrobin"
)

// TestSidesOfATakenOverRoundRobin: the first rounds of a round robin of 4 to 20 players
// were played elsewhere by Berger's tables. With those paired here no player has one side
// more than twice in a row, and each ends with as many matches on either side, or one more.
func TestSidesOfATakenOverRoundRobin(t *testing.T) {
	longest, furthest, events := 0, 0, 0
	for n := 4; n <= 20; n++ {
		for done := 1; done < n-1; done += max(1, n/4) {
			s := takenOverAfter(t, n, done)
			run, balance := make([]int, n), make([]int, n)
			for r := range s.Ledger.Rounds {
				for i := range s.Ledger.Rounds[r].Matches {
					m := &s.Ledger.Rounds[r].Matches[i]
					for seat, side := range []int{1, -1} {
						p := m.Seats[seat]
						if m.N < 2 {
							continue
						}
						if balance[p] += side; run[p]*side < 0 {
							run[p] = 0
						}
						run[p] += side
						longest = max(longest, run[p]*side)
					}
				}
			}
			for p := range n {
				if b := max(balance[p], -balance[p]); b > (n-1)%2 {
					t.Errorf("%d players after round %d: one is %d matches ahead on a side", n, done, b)
				} else {
					furthest = max(furthest, b)
				}
			}
			if events++; longest > 2 {
				t.Errorf("%d players after round %d: one side %d times in a row", n, done, longest)
			}
		}
	}
	t.Logf("%d events: at most %d in a row, and %d ahead", events, longest, furthest)
}

// takenOverAfter returns a round robin that is played to its end after it was taken over
// with some rounds of Berger's tables.
func takenOverAfter(t *testing.T, n, done int) *tournament.State {
	t.Helper()
	schedule, err := roundrobin.Schedule(n, 1)
	if err != nil {
		t.Fatal(err)
	}
	var players, rounds []string
	for i := range n {
		players = append(players, fmt.Sprintf(`{"id":"p%d"}`, i))
	}
	for r, round := range schedule[:done] {
		var matches []string
		for i, p := range round.Pairs {
			matches = append(matches, fmt.Sprintf(`{"table":%d,"players":["p%d","p%d"],"games":[1,0,0],"kind":"played"}`, i+1, p.First, p.Second))
		}
		rounds = append(rounds, fmt.Sprintf(`{"number":%d,"stage":"round_robin","matches":[%s]}`, r+1, strings.Join(matches, ",")))
	}
	f := read(t, fmt.Sprintf(`{"version":1,"name":"Club","ruleset":"chess-casual","format":"round_robin","rounds_planned":%d,"players":[%s],"rounds":[%s]}`,
		len(schedule), strings.Join(players, ","), strings.Join(rounds, ",")))
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&tournament.TakeOver{File: f})
	for len(w.snap.State.Rounds) < len(schedule) {
		w.round()
		for _, m := range w.snap.State.Blocking(len(w.snap.State.Rounds)) {
			w.do(&tournament.Correct{Round: len(w.snap.State.Rounds), Match: m, Text: "1-0"})
		}
	}
	return w.snap.State
}
