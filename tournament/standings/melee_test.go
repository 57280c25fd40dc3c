package standings_test

import (
	"testing"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/standings"
)

// By choice the own game-win percentage has no floor, as Melee shows it, and no other
// player gains or loses by it: for opponents it counts at least a third in either case.
func TestTheOwnGameWinPercentageMayBeAsItIs(t *testing.T) {
	l := &ledger.Ledger{
		Players: []ledger.Player{{DroppedAfter: ledger.Active}, {DroppedAfter: ledger.Active}},
		Rounds: []ledger.Round{{Number: 1, Matches: []ledger.Match{{
			N: 2, Seats: [4]int32{0, 1, ledger.None, ledger.None}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{2, 0, 0}},
		}}}},
	}
	for choice, own := range map[string]fraction.Fraction{"floor": fraction.New(1, 3), "as-is": {}} {
		table, err := standings.Compute(l, load(t, "magic-melee", "own_games", choice), standings.Options{After: 1})
		if err != nil {
			t.Fatal(err)
		}
		winner, loser := table.Rows[0].Values, table.Rows[1].Values // OMW, GW, OGW
		if !loser[1].Equal(own) || !winner[2].Equal(fraction.New(1, 3)) || !winner[1].Equal(fraction.Int(1)) {
			t.Errorf("%s: after 0-2 the own share is %v, that which the winner has of it %v; want %v and 1/3", choice, loser[1], winner[2], own)
		}
	}
}
