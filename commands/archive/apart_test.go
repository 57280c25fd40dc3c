package archive

import (
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/record"
	"topcut/tournament/stores"
)

// TestTwoAccountsOfOneNameAreToldApart: those who have never been in one event, where the
// second is shown with a user name, are numbered. The name alone means both.
func TestTwoAccountsOfOneNameAreToldApart(t *testing.T) {
	event := func(id tournament.ID, people ...tournament.Person) *stores.Recorded {
		r := &stores.Recorded{ID: id}
		for i, p := range people {
			p.No = i + 1
			r.People = append(r.People, stores.Identity{Person: p})
			r.Players = append(r.Players, record.Player{Person: p.No, Place: p.No})
		}
		return r
	}
	cyrillic := "\u0410lex"
	h := newHistory([]*stores.Recorded{
		event(1, tournament.Person{User: "1", Name: "Alex"}, tournament.Person{User: "2", Name: "Bo"}, tournament.Person{Name: "Alex"}),
		event(2, tournament.Person{User: "3", Name: "alex"}, tournament.Person{User: "4", Name: cyrillic}),
		event(3, tournament.Person{User: "5", Name: "Eva (2)"}, tournament.Person{User: "6", Name: "Eva"}), event(4, tournament.Person{User: "7", Name: "eva"}),
	}, nil)
	if got := []string{h.Name(h.User("1")), h.Name(h.User("2")), h.Name(h.User("3")), h.Name(h.User("4"))}; !slices.Equal(got, []string{"Alex", "Bo", "alex (2)", cyrillic + " (3)"}) {
		t.Errorf("they are called %q", got)
	}
	if got := h.Name(h.User("7")); got != "eva (3)" {
		t.Errorf("beside Eva (2), the second Eva is called %q", got)
	}
	if n, clash := h.Named("alex"); n != 0 || !clash {
		t.Errorf("alex is member %d, of several: %v", n, clash)
	}
	if n, _ := h.Named("Alex (2)"); n != h.User("3") {
		t.Errorf("Alex (2) is member %d, not %d", n, h.User("3"))
	}
}
