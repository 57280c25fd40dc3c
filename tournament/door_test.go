package tournament_test

import (
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
)

// Every way into an event is closed to a person who is not on its list, whatever the
// phase, and to no other person.
func TestAClosedListAdmitsItsPeopleByEveryWay(t *testing.T) {
	before := func() *table {
		w := given(t, arranged("roundrobin"), 4)
		w.do(&command.Join{Name: "Guest", ByOrganiser: true}, &command.CloseEntry{League: 7, Division: 2})
		return w
	}
	running := func() *table {
		w := before()
		w.do(&command.Start{})
		return w
	}
	checkIn := func() *table {
		w := before()
		w.do(&command.StartCheckIn{Minutes: 10})
		return w
	}
	join := &command.Join{User: "zoe", Name: "Zoe"}
	for name, c := range map[string]struct {
		at   func() *table
		user string
		way  command.Command
	}{
		"a player joins":                         {before, "zoe", join},
		"a player joins during check-in":         {checkIn, "zoe", join},
		"a player waits for a seat":              {running, "zoe", join},
		"an organiser adds a member":             {before, "organiser", &command.Join{User: "zoe", Name: "Zoe", ByOrganiser: true}},
		"an organiser adds a member late":        {running, "organiser", &command.Join{User: "zoe", Name: "Zoe", ByOrganiser: true}},
		"an organiser adds a guest":              {before, "organiser", &command.Join{Name: "Zoe", ByOrganiser: true}},
		"an organiser adds several":              {before, "organiser", command.All{&command.Join{Name: "Yan", ByOrganiser: true}, &command.Join{Name: "Zoe", ByOrganiser: true}}},
		"a member is added by a guest's name":    {before, "organiser", &command.Join{User: "zoe", Name: "Guest", ByOrganiser: true}},
		"a guest comes back by a name that left": {before, "organiser", command.All{&command.Expel{Player: 5}, &command.Join{Name: "Guest", ByOrganiser: true}}},
		"who was taken off the list comes back":  {before, "organiser", command.All{&command.Expel{Player: 1}, &command.Join{User: "u1", Name: "Player 1", ByOrganiser: true}}},
		"who was taken off is reinstated":        {running, "organiser", command.All{&command.Expel{Player: 1}, &command.Reinstate{Player: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			w := c.at()
			seq := w.snap.State.Seq
			w.refused(c.user, c.way, tournament.NotAllowed, "door.closed")
			if w.snap.State.Seq != seq {
				t.Error("a refused entry is in the log")
			}
		})
	}
}

// A person on the list may leave and come back, an organiser's addition puts the person on
// it, and a guest who is found to be a member stays on it.
func TestTheListOfAnEventIsKept(t *testing.T) {
	w := given(t, settings(3, 0), 4)
	w.do(&command.Join{Name: "Guest", ByOrganiser: true}, &command.CloseEntry{League: 7})
	for _, c := range []command.Command{&command.Leave{Player: 1}, &command.Join{User: "u1", Name: "Player 1"}} {
		if err := w.as("u1", c); err != nil {
			t.Fatal(err)
		}
	}
	w.do(&command.AdmitPlayer{User: "zoe", Name: "Zoe"}, &command.AdmitPlayer{Name: "Yan"})
	w.refused("organiser", &command.AdmitPlayer{User: "zoe", Name: "Zoe"}, tournament.NoChange, "join.in_as")
	w.do(&command.ClaimSeat{Guest: w.snap.State.Players[4].Person, User: "gina"})
	if err := w.as("gina", &command.Leave{Player: 5}); err != nil {
		t.Fatal(err)
	}
	if err := w.as("gina", &command.Join{User: "gina", Name: "Gina"}); err != nil {
		t.Errorf("a guest who got an account is off the list: %v", err)
	}
	w.do(&command.Expel{Player: w.snap.PlayerByUser("zoe")})
	w.refused("zoe", &command.Join{User: "zoe", Name: "Zoe"}, tournament.NotAllowed, "door.closed")
	if got := len(w.snap.State.Entry.List); got != 6 {
		t.Errorf("%d people are on the list", got)
	}
	w.do(&command.Undo{})
	if w.snap.State.Admits(w.snap.Book.ByUser("zoe")) != nil || w.snap.State.Players[w.snap.PlayerByUser("zoe")-1].Status != tournament.Registered {
		t.Error("undo does not bring back who was taken off the list")
	}
}

// A player who is taken off the list is out by the rules for those who leave: before the
// start without a trace in the table, afterwards with the matches forfeited or annulled.
func TestWhoIsTakenOffTheListIsOut(t *testing.T) {
	w := given(t, arranged("roundrobin"), 4)
	w.do(&command.CloseEntry{League: 7, Division: 1}, &command.Start{}, &command.AdmitPlayer{User: "sub", Name: "Sub"})
	if p := w.snap.State.Players[4]; p.Status != tournament.Waiting {
		t.Fatalf("a late member of a round robin is %v, not waiting for a seat", p.Status)
	}
	w.do(&command.Expel{Player: 1, Reason: "left the league"})
	if w.snap.State.Taking(1) || !w.snap.State.Taking(5) || w.snap.State.Players[4].SeatOf != 1 {
		t.Error("the seat of a removed player is not taken by the member who waits")
	}
	w.do(&command.Expel{Player: 2})
	if w.snap.State.Taking(2) || !w.snap.State.Players[1].Annulled {
		t.Error("without an alternate, less than half of the matches played does not count")
	}
	if slices.Contains(w.snap.State.Entry.List, w.snap.State.Players[0].Person) {
		t.Error("who was removed is still on the list")
	}
	w.do(&command.Expel{Player: 2}) // once more changes nothing
	w.replays(t)
}

// A list that a league decides about opens when the event no longer counts in the league.
func TestAnEventThatLeavesItsLeagueIsOpen(t *testing.T) {
	w := given(t, settings(3, 0), 4)
	w.do(&command.EnterLeague{League: 7}, &command.CloseEntry{League: 7, Division: 1}, &command.EnterLeague{})
	if err := w.as("zoe", &command.Join{User: "zoe", Name: "Zoe"}); err != nil {
		t.Error(err)
	}
}
