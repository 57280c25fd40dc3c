package season

import (
	"math/rand/v2"
	"testing"
)

// TestTwoMembersOfOneNameAreToldApart: the second of two accounts whose names look the same
// is shown with the user name, or with a number where that is not known. A guest may be the
// same person.
func TestTwoMembersOfOneNameAreToldApart(t *testing.T) {
	h := begin(t, rand.New(rand.NewPCG(1, 1)), Rules{Places: ints(5, 3, 1)})
	for _, p := range []Person{{User: "1", Name: "Alex"}, {User: "2", Name: "\u0410lex", Handle: "alex_two"}, {User: "3", Name: "Alex"}, {User: "4", Name: "Zoe"}} {
		if _, err := h.do(Join{Person: p}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.do(Add{Person: Person{Name: "Zoe"}}); err != nil {
		t.Fatal(err)
	}
	for user, want := range map[string]string{"1": "Alex", "2": "\u0410lex (alex_two)", "3": "Alex (2)", "4": "Zoe"} {
		if got := h.snap.Name(h.snap.PlayerByUser(user)); got != want {
			t.Errorf("member %s is %q, want %q", user, got, want)
		}
	}
}
