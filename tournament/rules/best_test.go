package rules_test

import (
	"slices"
	"testing"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// A match that is best of n is won with more than half of the games, in each game that is
// played in several lengths; nothing else wins one in a bracket, and the results of the game's
// own length stay as they are.
func TestBestOf(t *testing.T) {
	seen := 0
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 15; n++ {
			of := rs.BestOf(n)
			if listed := n == rs.Match.Games || slices.Contains(rs.Match.Best, n); (of != nil) != listed {
				t.Errorf("%s: best of %d: %v", id, n, of != nil)
			}
			if of == nil || n == rs.Match.Games {
				continue
			}
			seen++
			for a := int32(0); a <= int32(n); a++ {
				for b := int32(0); b <= int32(n); b++ {
					m := ledger.Match{N: 2, Seats: [4]int32{0, 1}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{a, b}}}
					whole := 2*max(a, b) > int32(n) && max(a, b) == int32(n+1)/2 && 2*min(a, b) < int32(n)
					if legal := of.CheckResult(ledger.Swiss, &m) == nil; whole && !legal || legal && rs.Vocabulary.AnyUpTo == 0 && max(a, b) > int32(n+1)/2 {
						t.Errorf("%s, best of %d: %d-%d is legal: %v", id, n, a, b, legal)
					}
					if legal := of.CheckResult(ledger.Elimination, &m) == nil; legal && a == b || whole && !legal {
						t.Errorf("%s, best of %d in a bracket: %d-%d is legal: %v", id, n, a, b, legal)
					}
				}
			}
			for _, st := range []ledger.Stage{ledger.Swiss, ledger.Elimination} {
				for _, o := range of.Results(st) {
					m := ledger.Match{Kind: o.Kind, N: 2, Seats: [4]int32{0, 1}, Result: o.Result}
					if o.Kind == ledger.Played && of.CheckResult(st, &m) != nil {
						t.Errorf("%s, best of %d: %s is listed and not legal", id, n, o.Value)
					}
				}
			}
		}
	}
	if seen < 5 {
		t.Errorf("%d lengths", seen)
	}
	magic, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	if got := magic.BestOf(5); got.IDResult().V != [4]int32{0, 0, 5} || got.Bye.Games != magic.Bye.Games || got.Winner(&ledger.Match{N: 2, Result: ledger.Result{Form: ledger.Games, V: [4]int32{2, 3}}}) != 1 {
		t.Errorf("best of five: %+v", got.Vocabulary)
	}
	if magic.Of(&ledger.Match{}) != magic || magic.Of(&ledger.Match{Best: 5}).Match.Games != 5 || magic.Of(&ledger.Match{Best: 9}) != magic {
		t.Error("a match is not of its length")
	}
}
