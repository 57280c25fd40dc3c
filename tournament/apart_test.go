package tournament_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
)

// apartEvent is an event of players p1, p2, … from a file.
func apartEvent(t *testing.T, ruleset string, n int, apart string) *table {
	players := ""
	for i := range n {
		players += fmt.Sprintf(`{"id":"p%d"},`, i+1)
	}
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(handover.TakeOver{File: read(t, fmt.Sprintf(`{"version":1,"name":"Club","ruleset":%q,"rounds_planned":4,"players":[%s],"apart":[%s]}`, ruleset, players[:len(players)-1], apart))}.Command(), &command.Start{})
	return w
}

// meet reports whether two players are paired in a round.
func meet(r *ledger.Round, a, b int) bool {
	return slices.ContainsFunc(r.Matches, func(m ledger.Match) bool {
		return m.N == 2 && m.Seat(int32(a-1)) >= 0 && m.Seat(int32(b-1)) >= 0
	})
}

// firstWins are rulesets with a result that the first player wins.
var firstWins = map[string]string{"chess-casual": "1-0", "magic": "2-0", "meccg": "4-1", "netrunner": "6-0", "pokemon": "2-0"}

// Players who are kept apart do not meet in the rounds for which that was said, whatever
// their points, and whether it comes from a file or was said while the event is played.
func TestPlayersKeptApartDoNotMeet(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(8, 13).Draw(r, "players")
		id := rapid.SampledFrom(slices.Sorted(maps.Keys(firstWins))).Draw(r, "ruleset")
		apart, file := map[[2]int][2]int{}, ""
		for k := range 3 {
			a, b := rapid.IntRange(1, n-1).Draw(r, "a"), n
			if k > 0 {
				b = rapid.IntRange(a+1, n).Draw(r, "b")
			}
			from := rapid.IntRange(1, 2).Draw(r, "from")
			if apart[[2]int{a, b}] == [2]int{} {
				apart[[2]int{a, b}] = [2]int{from, 3}
				file += fmt.Sprintf(`{"players":["p%d","p%d"],"from":%d,"to":3},`, b, a, from)
			}
		}
		w := apartEvent(t, id, n, file[:len(file)-1])
		if late := [2]int{1, 2}; apart[late] == [2]int{} {
			w.do(&command.Change{Player: 2, Apart: 1})
			apart[late] = [2]int{1, 4}
		}
		for round := 1; round <= 3; round++ {
			w.round()
			for pair, in := range apart {
				if meet(&w.snap.State.Ledger.Rounds[round-1], pair[0], pair[1]) && in[0] <= round && round <= in[1] {
					r.Fatalf("%s: %v meet in round %d", id, pair, round)
				}
			}
			for _, m := range w.snap.State.Blocking(round) {
				w.do(&command.Correct{Round: round, Match: m, Text: firstWins[id]})
			}
		}
	})
}

// Being kept apart comes before a rematch, and is named where no pairing keeps it.
func TestAPairKeptApartIsNamedWhereItCannotBeAvoided(t *testing.T) {
	w := apartEvent(t, "magic", 4, `{"players":["p1","p2"]},{"players":["p3","p1"]}`)
	for round := 1; round <= 2; round++ {
		w.round()
		if !meet(&w.snap.State.Ledger.Rounds[round-1], 1, 4) {
			t.Errorf("round %d: 1 and 4 do not meet: %+v", round, w.snap.State.Ledger.Rounds[round-1])
		}
		w.finishRound()
	}
	if got := fmt.Sprint(w.snap.State.Rounds[1].Warnings); !strings.Contains(got, "warning.rematch") || !strings.Contains(got, "reason.forced_by what=[cause.apart]") {
		t.Errorf("the rematch of round 2 is not said to be forced by who is kept apart: %s", got)
	}
	w.do(&command.Change{Player: 4, Apart: 1})
	w.do(&command.Pair{})
	named := false
	for _, n := range w.snap.State.Preview.Warnings {
		named = named || n.Code == "warning.kept_apart" && n.String() != "" && fmt.Sprint(n.Args[1].Value) == "reason.no_pairing"
	}
	if !named {
		t.Errorf("not named: %v", w.snap.State.Preview.Warnings)
	}
	w.refused("organiser", &command.Change{Player: 4, Apart: 4}, tournament.BadInput, "change.apart")
}

// Said again, it is lifted; who comes back under another number is still kept apart.
func TestPlayersMayMeetAgain(t *testing.T) {
	w := apartEvent(t, "magic", 6, `{"players":["p1","p2","p3"]}`)
	w.do(&command.Change{Player: 2, Apart: 3})
	if s := w.snap.State; s.KeptApart(2, 3) || !s.KeptApart(3, 1) || !s.KeptApart(1, 2) {
		t.Errorf("kept apart: %+v", s.Ledger.Apart)
	}
	w.do(&command.Change{Player: 3, Apart: 2})
	if !w.snap.State.KeptApart(2, 3) {
		t.Error("2 and 3 may meet")
	}
	set := settings(3, 0)
	set.Capacity, set.LateUntil = 4, 1
	w = given(t, set, 5)
	w.do(&command.Change{Player: 5, Apart: 2}, &command.Start{})
	w.round()
	w.do(&command.Join{User: "u5", Name: "Player 5", ByOrganiser: true})
	if n := w.snap.PlayerByUser("u5"); n != 6 || !w.snap.State.KeptApart(6, 2) {
		t.Errorf("player %d: %+v", n, w.snap.State.Ledger.Apart)
	}
}

// Round 1 by halves changes as little as possible from the end: the best player keeps the
// first opponent of the lower half whom they may meet.
func TestHalvesOfPlayersKeptApart(t *testing.T) {
	for apart, want := range map[string][4]int{
		``:                                 {5, 6, 7, 8},
		`{"players":["p1","p5"]}`:          {6, 5, 7, 8},
		`{"players":["p4","p8"]}`:          {5, 6, 8, 7},
		`{"players":["p4","p8","p7"]}`:     {5, 7, 8, 6},
		`{"players":["p2","p3"]}`:          {5, 6, 7, 8},
		`{"players":["p1","p6"],"from":2}`: {5, 6, 7, 8},
	} {
		w := apartEvent(t, "chess-casual", 8, apart)
		for n := range 8 {
			seed := n + 1
			w.do(&command.Change{Player: n + 1, Seed: &seed})
		}
		w.round()
		for k, other := range want {
			if !meet(&w.snap.State.Ledger.Rounds[0], k+1, other) {
				t.Errorf("%s: %d and %d do not meet: %+v", apart, k+1, other, w.snap.State.Ledger.Rounds[0].Matches)
			}
		}
	}
	// Where halves cannot keep them apart, the round is paired like any other.
	w := apartEvent(t, "chess-casual", 4, `{"players":["p1","p3"]},{"players":["p1","p4"]}`)
	for n := range 4 {
		seed := n + 1
		w.do(&command.Change{Player: n + 1, Seed: &seed})
	}
	w.round()
	if !meet(&w.snap.State.Ledger.Rounds[0], 1, 2) {
		t.Errorf("1 and 2 do not meet: %+v", w.snap.State.Ledger.Rounds[0].Matches)
	}
}

// A state that is shown while players are set apart, or may meet again, stays what it was.
func TestKeepingPlayersApartChangesNoEarlierState(t *testing.T) {
	w := apartEvent(t, "magic", 6, `{"players":["p1","p2","p3"]}`)
	for _, other := range []int{3, 5, 3} { // takes 2 and 3 off the list, then adds two pairs
		before := w.snap.State
		apart := slices.Clone(before.Ledger.Apart)
		w.do(&command.Change{Player: 2, Apart: other})
		if !slices.Equal(before.Ledger.Apart, apart) {
			t.Errorf("after player %d: %+v, was %+v", other, before.Ledger.Apart, apart)
		}
	}
}
