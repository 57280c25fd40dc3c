package tournament

import (
	"math"
	"testing"
)

// TestOnePlayerNumberTakesNoMemory: the number of a player in a log that somebody
// sent is bounded before room is made for those below it.
func TestOnePlayerNumberTakesNoMemory(t *testing.T) {
	for _, n := range []int{MaxPlayers + 5, 1 << 31, math.MaxInt64} {
		s := &State{Phase: Open}
		err := (&PlayerRegistered{Player: n, Person: 1}).apply(s, &Envelope{Seq: 3})
		if ClassOf(err) != Corrupt || len(s.Players) != 0 {
			t.Errorf("player %d: %v, room for %d", n, err, len(s.Players))
		}
	}
}
