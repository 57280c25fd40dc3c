package posted_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// TestEachChangeIsToldOnce: the newest ruling of a table is told, not those before it; what
// an undo takes back is told no more; and no person is told what they did themselves.
func TestEachChangeIsToldOnce(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = s.Stages.WithRounds(3)
	snap, now := tournament.Begin(1, make([]byte, 32)), time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	as := func(user string, list ...command.Command) {
		t.Helper()
		for _, c := range list {
			var err error
			if snap, _, err = command.Decide(snap, command.Request{Actor: tournament.Actor{User: user, Name: "User " + user}, Command: c}, now); err != nil {
				t.Fatalf("%T: %v", c, err)
			}
		}
	}
	told := func(want ...int) {
		t.Helper()
		var got []int
		for _, x := range posted.Changes(snap.State, snap.Log, 1, snap.State.Seq) {
			got = append(got, len(x.Players))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("changes for %v players are told, not for %v", got, want)
		}
	}
	as("9", &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs, Open: true})
	for n := 1; n <= 8; n++ {
		as(fmt.Sprint(n), &command.Join{User: fmt.Sprint(n), Name: fmt.Sprint("Player ", n)})
	}
	as("9", &command.Start{KeepAll: true}, &command.Pair{}, &command.PublishAndStart{})
	told()
	for _, result := range []string{"2-0", "2-1", "1-2"} {
		as("9", &command.Correct{Round: 1, Match: 1, Text: result})
	}
	told(2)
	as("9", &command.ExtendClock{Minutes: 5})
	told(2)
	as("9", &command.ExtendClock{Minutes: -5})
	told(2, 6)
	leaves := int(snap.State.Ledger.Rounds.At(1).Matches.At(2).Seats[0]) + 1
	as("9", &command.Remove{Player: leaves, Reason: "broke a table"})
	told(2, 4, 2, 1)
	as("9", &command.Undo{})
	told(2, 6)
	as(fmt.Sprint(leaves), &command.Drop{Player: leaves}) // their opponent has won
	told(2, 4, 1)

	// The other side of a dispute is told, until it is decided.
	seat := func(match, i int) int { return int(snap.State.Ledger.Rounds.At(1).Matches.At(match).Seats[i]) + 1 }
	as(fmt.Sprint(seat(3, 0)), &command.ReportResult{Player: seat(3, 0), Text: "2-0"})
	as(fmt.Sprint(seat(3, 1)), &command.DisputeReport{Player: seat(3, 1)})
	told(2, 4, 1, 1)
	as("9", &command.Correct{Round: 1, Match: 3, Text: "2-1"})
	told(2, 2, 1, 2)
	// Terms and a deck are told to the one, not what they did themselves, nor a tag.
	table, tag := 3, "Red"
	as("9", &command.Change{Player: 5, Table: &table}, &command.Change{Player: 5, Byes: []int{3}}, &command.Change{Player: 5, Tag: &tag})
	told(2, 2, 1, 2, 1, 1)
	// An undo calls the player whose terms it takes back, and more than a few not at all.
	undone := func(want ...int) {
		t.Helper()
		ev, env := tournament.Last[*tournament.Retracted](snap.Log, nil)
		if got := posted.Undone(snap.State, snap.Log, env, ev); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the undo calls %v, want %v", got, want)
		}
	}
	as("9", &command.Undo{}, &command.Undo{})
	told(2, 2, 1, 2, 1)
	undone(5)
	// An organiser who plays rules on their own match: the opponent is told.
	as(fmt.Sprint(seat(4, 0)), &command.Correct{Round: 1, Match: 4, Text: "2-0"})
	told(2, 1, 2, 1, 1)
}
