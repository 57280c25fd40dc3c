package tournament_test

import (
	"errors"
	"strings"
	"testing"

	"topcut/tournament"
)

// TestNamesInRefusalsAreEscapedOnce: whatever is refused, the names in it come
// through escape, once each, and the words around them do not.
func TestNamesInRefusalsAreEscapedOnce(t *testing.T) {
	const name = "[Free](https://x)"
	w := given(t, settings(2, 0), 3)
	w.do(&tournament.Join{Name: name, ByOrganiser: true})
	refusedWith := func(c tournament.Command, want string) {
		t.Helper()
		err := w.as("olga", c)
		var r *tournament.Refusal
		if !errors.As(err, &r) {
			t.Fatalf("%T is not refused: %v", c, err)
		}
		if got := r.Shown(func(s string) string { return "<" + s + ">" }); !strings.Contains(got, want) {
			t.Errorf("%T: %s\nwant something with %s", c, got, want)
		}
		if !strings.Contains(r.Error(), name) || strings.Contains(r.Error(), "<") {
			t.Errorf("%T: the error itself is %s", c, r)
		}
	}

	w.do(&tournament.StartCheckIn{Minutes: 5})
	refusedWith(&tournament.Start{}, "not checked in: <Player 1>, <Player 2>, <Player 3>, <"+name+">. Start")
	w.do(&tournament.Start{KeepAll: true}, &tournament.Pair{})
	refusedWith(&tournament.Pair{Forced: [][]int{{4, 4}}, Again: true}, "<"+name+"> stands in the pairings twice")
	w.do(&tournament.Publish{}, &tournament.StartRound{})
	refusedWith(&tournament.CloseRound{}, "<"+name+">")
	refusedWith(&tournament.CloseRound{}, " (<")
}
