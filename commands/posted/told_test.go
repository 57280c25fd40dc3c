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
	as(fmt.Sprint(leaves), &command.Drop{Player: leaves})
	told(2, 4)
}
