package season

import (
	"fmt"
	"testing"

	"topcut/tournament/division"
	"topcut/tournament/journal"
)

// A season with divisions from the first list to the next season: newcomers are placed,
// a member pauses, an organiser moves another with a reason, and the next season has
// the same placement of all.
func TestASeasonWithDivisionsGoesOn(t *testing.T) {
	h := begin(t, nil, Rules{Places: ints(100, 99, 98, 97, 96, 95, 94, 93)})
	must := func(c Command) {
		t.Helper()
		if _, err := h.do(c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	s := h.snap.State.Settings
	s.Divisions = &division.Rules{Target: 8, Min: 8, Max: 20, Pause: 1}
	must(Change{Settings: s})
	var people []Person
	for i := range 19 {
		people = append(people, Person{User: fmt.Sprint("u", i), Name: fmt.Sprint("Member ", i)})
		must(Join{Person: people[i]})
	}
	must(Divide{Ratings: map[int]int{17: 1900, 16: 1800}})
	if st := h.snap.State; st.Count() != 2 || st.DivisionOf(17) != 1 || st.DivisionOf(16) != 1 || st.DivisionOf(15) != 2 {
		t.Fatalf("divisions are %+v", st.Members)
	}
	if _, err := h.do(Divide{}); journal.ClassOf(err) != journal.NoChange {
		t.Errorf("all are placed, and placing again says %v", err)
	}
	e := Leg{}
	for i := range 19 {
		e.Results = append(e.Results, Result{Member: i + 1, Place: i/2 + 1})
	}
	must(Count{Log: 9, People: people, Event: e})
	if rows := h.snap.State.Division(2).Rows; len(rows) != 10 || rows[0].Place != 1 || rows[0].Member != 8 {
		t.Errorf("the second division is %+v", rows)
	}
	must(Close{})
	hash := h.snap.State.Closed.Hash
	must(Leave{Member: 1})
	must(Assign{Member: 13, Division: 1, Reason: "They asked for it"})
	if _, err := h.do(Assign{Member: 13, Division: 7, Reason: "x"}); journal.ClassOf(err) != journal.BadInput {
		t.Errorf("a division that is not there: %v", err)
	}
	if h.snap.State.Closed.Hash != hash {
		t.Error("planning the next season has moved the table")
	}
	create, err := Next(h.snap, "Summer", nil)
	if err != nil {
		t.Fatal(err)
	}
	next := &history{t: t, snap: journal.Begin(Aggregate{}, 8, []byte("another secret of thirty-two by"))}
	if _, err := next.do(create); err != nil {
		t.Fatal(err)
	}
	st := next.snap.State
	if st.Previous != h.snap.State.ID || st.Count() != 2 || len(st.Members) != 19 {
		t.Fatalf("the next season is %+v", st)
	}
	for _, x := range create.Entrants {
		m := st.PlayerOf(next.snap.Book.ByUser(x.Person.User))
		if got := st.Members[m-1]; got.Division != x.Division || got.Left != (x.Person.User == "u0") {
			t.Errorf("%s is %+v, planned %+v", x.Person.User, got, x)
		}
		if x.Person.User == "u12" && (x.Division != 1 || x.Why != division.Moved || x.Reason != "They asked for it") {
			t.Errorf("who was moved has %+v", x)
		}
	}
}

// Members level in the table of a division are ordered by the event's places, which are
// public; only those who share these are ordered by lot, and the plan says so.
func TestLevelInADivisionTheEventsPlacesDecideBeforeALot(t *testing.T) {
	finish := func(third, fourth int) (up int, lots map[int]bool) {
		h := begin(t, nil, Rules{Win: ints(1)[0]})
		s := h.snap.State.Settings
		s.Divisions = &division.Rules{Target: 2, Min: 2, Max: 3, Up: 1, Down: 1}
		var people []Person
		commands := []Command{Change{Settings: s}}
		for i := range 4 {
			people = append(people, Person{User: fmt.Sprint("u", i), Name: fmt.Sprint("Member ", i)})
			commands = append(commands, Join{Person: people[i]})
		}
		e := Leg{Results: []Result{{Member: 1, Place: 1, Won: 2}, {Member: 2, Place: 2, Won: 1}, {Member: 3, Place: third, Won: 1}, {Member: 4, Place: fourth, Won: 1}}}
		commands = append(commands, Divide{Ratings: map[int]int{1: 2000, 2: 1900}}, Count{Log: 9, People: people, Event: e}, Close{})
		for _, c := range commands {
			if _, err := h.do(c); err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
		}
		plan, err := h.snap.State.Plan(h.snap.Book, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plan.Divisions[0] {
			if p.From == 2 {
				up = p.Member
			}
		}
		return up, h.snap.State.ByLot()
	}
	for _, c := range []struct{ third, fourth, up int }{{3, 4, 3}, {4, 3, 4}} {
		if up, lots := finish(c.third, c.fourth); up != c.up || len(lots) > 0 {
			t.Errorf("in places %d and %d member %d goes up, by lot %v", c.third, c.fourth, up, lots)
		}
	}
	if _, lots := finish(3, 3); !lots[3] || !lots[4] || len(lots) != 2 {
		t.Errorf("of two who share the place of the event a lot decides, and %v are named", lots)
	}
}

// Once divisions have their events, results of people outside the league and matches
// against them do not enter the table; before, a person becomes a member by playing.
func TestOnlyMembersCountOnceDivisionsPlay(t *testing.T) {
	h := begin(t, nil, Rules{Places: ints(5, 3, 1), Ties: []Tie{HeadToHead}})
	people := []Person{{User: "u1", Name: "Ann"}, {User: "u2", Name: "Bo"}, {Name: "Cy"}}
	must := func(c Command) {
		t.Helper()
		if _, err := h.do(c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	must(Count{Log: 3, People: people, Event: three(1, 2, 3)})
	must(BeginDivisions{Divisions: 1})
	more := append([]Person{{User: "u9", Name: "Zoe"}, {Name: "Yan"}}, people...)
	e := three(1, 2, 3, 4, 5)
	e.Meetings = []Meeting{{A: 1, B: 3, Winner: 1}, {A: 4, B: 3, Winner: 4}, {A: 5, B: 2}}
	must(Count{Log: 4, People: more, Event: e})
	got := h.snap.State.Events[1]
	if len(got.Results) != 3 || len(got.Meetings) != 1 || len(h.snap.State.Members) != 3 || len(h.snap.Book.People) > 4 {
		t.Errorf("%+v counts, with %d members and %d people", got, len(h.snap.State.Members), len(h.snap.Book.People))
	}
	if m := got.Meetings[0]; m.A != 2 || m.B != 1 || m.Winner != 2 || got.Results[0].Member != 1 {
		t.Errorf("the results are those of %+v, the match %+v", got.Results, m)
	}
}
