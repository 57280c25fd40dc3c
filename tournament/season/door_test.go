package season

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/division"
	"topcut/tournament/door"
	"topcut/tournament/journal"
)

// given decides a command where "zoe" is banned, and returns the season after it.
func given(s *Snapshot, by string, c Command) (*Snapshot, error) {
	bans := func(string) (door.List, error) {
		return door.List{Bans: []door.Ban{{User: "zoe", Name: "Zoe", Begin: time.Unix(1, 0)}}}, nil
	}
	req := Request{Actor: journal.Actor{User: by, Name: by}, Cause: fmt.Sprint("zoe", s.State.Seq), Command: c}
	after, _, err := journal.Decide(domain{bans: bans}, s, req, time.Unix(1_900_000_000, 0).UTC())
	return after, err
}

// A banned person enters a league by no command, nor does an organiser let them in. What
// they have played counts all the same, and the next season begins without them.
func TestNoBannedPersonEntersALeague(t *testing.T) {
	h := begin(t, rand.New(rand.NewPCG(1, 1)), Rules{Places: ints(5, 3, 1)})
	zoe := Person{User: "zoe", Name: "Zoe"}
	must := func(c Command) {
		t.Helper()
		if _, err := h.do(c); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	must(Add{Person: Person{Name: "Guest"}})
	refused := func(what string, c Command) {
		t.Helper()
		for _, by := range []string{"zoe", "to", ""} {
			if _, err := given(h.snap, by, c); !strings.HasPrefix(fmt.Sprint(err), "ban.") {
				t.Errorf("%s, by %q: %v", what, by, err)
			}
		}
	}
	refused("she joins", Join{Person: zoe})
	refused("she is added", Add{Person: zoe})
	refused("a guest of her name is added", Add{Person: Person{Name: "zoe"}})
	refused("she gets what a guest has", Adopt{Guest: "Guest", Person: zoe})
	must(Join{Person: zoe})
	left, err := h.do(Leave{Member: h.snap.PlayerByUser("zoe")})
	if err != nil {
		t.Fatal(err)
	}
	refused("she joins again", Join{Person: zoe})
	refused("that she left is undone", Undo{Batch: left})
	tiers := division.Default()
	settings := h.snap.State.Settings
	settings.Divisions = &tiers
	must(Change{Settings: settings})
	must(OpenSignup{Name: "Next"})
	refused("she signs up", Answer{Person: zoe, In: true})
	if _, err := given(h.snap, "zoe", Answer{Person: zoe}); err != nil {
		t.Errorf("she says that she does not play: %v", err)
	}
	empty := begin(t, rand.New(rand.NewPCG(2, 2)), Rules{Places: ints(5, 3, 1)})
	counted, err := given(empty.snap, "to", All{Count{Log: 7, People: []Person{zoe, {User: "ann", Name: "Ann"}}, Event: three(1, 2)}})
	if err != nil || counted.PlayerByUser("zoe") == 0 {
		t.Errorf("what she has played does not count: %v", err)
	}
	next := Create{Guild: "g", Settings: h.snap.State.Settings, Entrants: []Entrant{
		{Person: zoe, Division: 1, Why: division.Moved}, {Person: Person{User: "ann", Name: "Ann"}, Division: 1, Why: division.Moved},
	}}
	begun, err := given(journal.Begin(Aggregate{}, 2, nil), "to", next)
	if err != nil || begun.PlayerByUser("zoe") != 0 || begun.PlayerByUser("ann") == 0 {
		t.Errorf("the next season begins with her: %v", err)
	}
}

// Whom the gate of a league does not let in becomes no member by themselves: not by
// joining, not by signing up, not again after leaving. Organisers decide for them, and who
// is a member stays one.
func TestTheGateOfALeagueHoldsForWhoComesByThemselves(t *testing.T) {
	h := begin(t, rand.New(rand.NewPCG(1, 1)), Rules{Places: ints(5, 3, 1)})
	ann, bob := Person{User: "ann", Name: "Ann"}, Person{User: "bob", Name: "Bob"}
	must := func(c Command) {
		t.Helper()
		if _, err := h.do(c); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	must(Join{Person: bob})
	tiers := division.Default()
	settings := h.snap.State.Settings
	event := tournament.DefaultSettings("Autumn")
	event.Gate = door.Gate{Role: "77"}
	settings.Divisions, settings.Series = &tiers, &Series{Ruleset: "magic", Zone: "UTC", OpenHours: 24, Event: event}
	must(Change{Settings: settings})
	must(OpenSignup{Name: "Next"})
	refused := func(what string, c Command) {
		t.Helper()
		if _, err := given(h.snap, "ann", c); !door.Gated(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	passes := func(what string, c Command) {
		t.Helper()
		if _, err := given(h.snap, "ann", c); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("she joins", Join{Person: ann})
	refused("she signs up", Answer{Person: ann, In: true})
	passes("with the role she joins", Join{Person: ann, Facts: door.Facts{Roles: []string{"77"}}})
	passes("with the role she signs up", Answer{Person: ann, In: true, Facts: door.Facts{Roles: []string{"77"}}})
	passes("an organiser adds her", Add{Person: ann})
	passes("a member without the role signs up", Answer{Person: bob, In: true})
	must(Leave{Member: h.snap.PlayerByUser("bob")})
	refused("who has left joins again", Join{Person: bob})
	refused("who has left signs up", Answer{Person: bob, In: true})
	passes("an organiser brings back who has left", Add{Person: bob})
}
