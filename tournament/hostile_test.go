package tournament

import (
	"math"
	"testing"
)

// TestOnePlayerNumberTakesNoMemory: the number of a player in a foreign log is bounded
// before memory is allocated for those below it.
func TestOnePlayerNumberTakesNoMemory(t *testing.T) {
	for _, n := range []int{MaxPlayers + 5, 1 << 31, math.MaxInt64} {
		s := &State{Phase: Open}
		err := (&PlayerRegistered{Player: n, Person: 1}).apply(s, &Envelope{Seq: 3})
		if ClassOf(err) != Corrupt || len(s.Players) != 0 {
			t.Errorf("player %d: %v, room for %d", n, err, len(s.Players))
		}
	}
}

// TestATagIsNoDeck: the number of a tag's text may be any number that a long event
// reaches. In sixteen bits it wrapped into the text of another.
func TestATagIsNoDeck(t *testing.T) {
	for _, n := range []int{1 << 15, 1<<16 + 7, 1 << 30} {
		s := &State{Phase: Open}
		if err := (&PlayerRegistered{Player: 1, Person: 1, Tag: n}).apply(s, &Envelope{Seq: 3}); err != nil || int(s.Ledger.Players[0].Tag) != n {
			t.Errorf("tag %d is read as %d (%v)", n, s.Ledger.Players[0].Tag, err)
		}
		if err := (&PlayerChanged{Player: 1, Tag: &n}).apply(s, &Envelope{Seq: 4}); err != nil || int(s.Ledger.Players[0].Tag) != n {
			t.Errorf("changed to tag %d it is read as %d (%v)", n, s.Ledger.Players[0].Tag, err)
		}
	}
}
