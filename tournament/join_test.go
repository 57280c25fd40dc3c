package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
)

// add returns the step of an organiser who enters a member.
func add(user, name string) *command.Join {
	return &command.Join{User: user, Name: name, ByOrganiser: true}
}

// A user who takes a guest's seat is in the log with it, and undo gives the seat back
// to the guest.
func TestTakingAGuestsSeatIsInTheLogAndCanBeUndone(t *testing.T) {
	for _, who := range []string{"somebody new", "somebody who left", "an organiser"} {
		t.Run(who, func(t *testing.T) {
			w := given(t, settings(3, 0), 3)
			w.do(&command.Join{Name: "Zoë", ByOrganiser: true})
			user := "zoe"
			switch who {
			case "somebody who left":
				if err := w.as(user, &command.Join{User: user, Name: "Zoé"}); err != nil {
					t.Fatal(err)
				}
				if err := w.as(user, &command.Leave{Player: 5}); err != nil {
					t.Fatal(err)
				}
			case "an organiser":
				user = "organiser"
			}
			w.do(add(user, "zoë"))
			if got := w.kinds(); !slices.Equal(got, []string{"seat_claimed"}) {
				t.Errorf("the log has %v", got)
			}
			if w.user(4) != user || w.snap.PlayerByUser(user) != 4 || w.snap.Name(4) != "Zoë" {
				t.Errorf("the seat is %s's (%q), and %s has player %d", w.user(4), w.snap.Name(4), user, w.snap.PlayerByUser(user))
			}
			w.refused("organiser", add(user, "Zoë"), tournament.NoChange, "join.in_as")
			w.do(&command.Undo{})
			if w.user(4) != "" || w.snap.Name(4) != "Zoë" {
				t.Errorf("after undo the seat is %q's, called %q", w.user(4), w.snap.Name(4))
			}
			w.do(add(user, "Zoë"))
			if w.snap.PlayerByUser(user) != 4 {
				t.Error("the seat cannot be taken again")
			}
		})
	}
	w := given(t, settings(3, 0), 3)
	w.do(&command.Join{Name: "Zoë", ByOrganiser: true})
	w.refused("zoe", &command.Join{User: "zoe", Name: "Zoë"}, tournament.Conflict, "join.name_taken")
	w.refused("zoe", &command.Join{User: "zoe", Name: "Z\u043eё"}, tournament.Conflict, "join.name_taken")                       // in Cyrillic
	w.refused("organiser", &command.Join{Name: "\uff3a\u043e\u00eb", ByOrganiser: true}, tournament.Conflict, "join.name_taken") // full width, and Cyrillic
	w.refused("organiser", add("u9", "Player 1"), tournament.Conflict, "join.name_taken")
}

// TestAListOfNamesIsReadAsIfEachWereAddedAlone: names in other letters, free again or
// changed on the way are found in a list just as well.
func TestAListOfNamesIsReadAsIfEachWereAddedAlone(t *testing.T) {
	w := given(t, settings(3, 0), 3)
	w.do(&command.Leave{Player: 3})
	steps := []command.Command{
		add("", "Player 1"), add("", "PLAYER\u20092"), add("", "Player 3"), add("", "Zoë"), add("", "Zоё"), // in Cyrillic
		add("u9", "ZOË"), add("u3", "Zoë"), add("u8", "Player 2"), &command.Leave{Player: 2}, &command.Leave{Player: 4},
	}
	decide := func(before *tournament.Snapshot, c command.Command) (*tournament.Snapshot, error) {
		after, _, err := command.Decide(before, command.Request{Actor: tournament.Actor{User: "organiser"}, Command: c, Fresh: make([]byte, 32)}, begin)
		return after, err
	}
	for i := range len(steps) * len(steps) * len(steps) * len(steps) {
		var list command.All
		alone, err := w.snap, error(nil)
		for n := range 4 {
			step := steps[i/[]int{1, 10, 100, 1000}[n]%10]
			if list = append(list, step); err == nil {
				alone, err = decide(alone, step)
			}
		}
		together, got := decide(w.snap, list)
		if fmt.Sprint(got) != fmt.Sprint(err) {
			t.Fatalf("list %04d: %v, alone %v", i, got, err)
		}
		whole := cmp.AllowUnexported(tournament.Player{})
		if err == nil && !cmp.Equal(together.State.Players, alone.State.Players, whole) {
			t.Fatalf("list %04d: the players are not those of each command alone: %s", i, cmp.Diff(alone.State.Players, together.State.Players, whole))
		}
	}
}

// A log in which members took the seats of guests folds and replays as it is
// stored.
func TestClaimedSeatsReplay(t *testing.T) {
	opts := histories.Lively(16)
	opts.Guests, opts.Claims = 3, true
	for seed := range uint64(4) {
		snap := evening(t, load(t, "magic"), settings(3, 4), opts, seed, nil)
		folds(t, snap)
		claimed := 0
		for i := range snap.Log {
			if ev, ok := snap.Log[i].Event.(*tournament.SeatClaimed); ok {
				claimed++
				if snap.User(ev.Player) == "" || snap.State.Players[ev.Player-1].Person != ev.Person {
					t.Errorf("seed %d: player %d is still the guest", seed, ev.Player)
				}
			}
		}
		if claimed != 3 {
			t.Errorf("seed %d: %d of 3 seats were taken", seed, claimed)
		}
	}
}

// An organiser may exceed the capacity, and so admits a player who waits.
func TestAnOrganiserLetsInWhoWaits(t *testing.T) {
	waiting := func() *table {
		s := settings(3, 0)
		s.Capacity, s.Divisions, s.LateUntil = 4, []string{"Junior", "Senior"}, 0
		w := given(t, s, 0)
		for _, u := range []string{"u1", "u2", "u3", "u4", "u5", "u6"} {
			if err := w.as(u, &command.Join{User: u, Name: "Player " + u, Division: "Senior"}); err != nil {
				t.Fatal(err)
			}
		}
		return w
	}
	t.Run("before the start", func(t *testing.T) {
		w := waiting()
		w.refused("u6", &command.Join{User: "u6", Name: "Six", Division: "Senior"}, tournament.NoChange, "join.waiting")
		w.do(add("u6", "Six"))
		if got := w.kinds(); !slices.Equal(got, []string{"promoted"}) {
			t.Errorf("the log has %v", got)
		}
		s := w.snap.State
		if s.Players[5].Status != tournament.Registered || s.Players[4].Status != tournament.Waiting || w.snap.Name(6) != "Player u6" {
			t.Errorf("players %+v, the sixth called %q", s.Players[4:], w.snap.Name(6))
		}
	})
	t.Run("while it runs", func(t *testing.T) {
		w := waiting()
		w.do(&command.Start{})
		w.round()
		w.do(add("u6", "Six"))
		if got := w.kinds(); !slices.Equal(got, []string{"left", "registered"}) {
			t.Errorf("the log has %v", got)
		}
		n := w.snap.PlayerByUser("u6")
		if n != 7 || !w.snap.State.Taking(n) || w.snap.Name(n) != "Player u6" {
			t.Fatalf("u6 is player %d, called %q", n, w.snap.Name(n))
		}
		if l := w.snap.State.Players[n-1]; l.LateRounds != 1 || l.Division != 1 {
			t.Errorf("late for %d rounds, in division %d", l.LateRounds, l.Division)
		}
	})
}

// TestAPlaceThatIsLeftIsTheNextOnes: the player who has waited longest gets it,
// otherwise the next who joins. The number of the player who left is not reused: what
// was shown or offered about them (a button, a suggestion) would mean another player.
func TestAPlaceThatIsLeftIsTheNextOnes(t *testing.T) {
	s := settings(3, 0)
	s.Capacity = 2
	w := given(t, s, 0)
	join := func(user string, want tournament.PlayerStatus) int {
		t.Helper()
		if err := w.as(user, &command.Join{User: user, Name: "Player " + user}); err != nil {
			t.Fatal(err)
		}
		n := w.snap.PlayerByUser(user)
		if got := w.snap.State.Players[n-1].Status; got != want {
			t.Errorf("%s is %v, want %v", user, got, want)
		}
		return n
	}
	leave := func(user string) {
		t.Helper()
		if err := w.as(user, &command.Leave{Player: w.snap.PlayerByUser(user)}); err != nil {
			t.Fatal(err)
		}
	}
	first := join("ann", tournament.Registered)
	join("bob", tournament.Registered)
	third := join("cem", tournament.Waiting)
	leave("ann")
	if w.snap.State.Players[third-1].Status != tournament.Registered {
		t.Error("who waits does not move up")
	}
	leave("bob")
	if n := join("dora", tournament.Registered); n == first || w.snap.PlayerByUser("dora") != n || w.snap.Name(first) != "Player ann" {
		t.Errorf("dora is player %d, and player %d is %s", n, first, w.snap.Name(first))
	}
	join("ann", tournament.Waiting)
}

// TakesLate agrees with Join, in every round of an event.
func TestTakesLateIsWhatJoinDoes(t *testing.T) {
	var got []bool
	s := settings(4, 0)
	s.LateUntil = 2
	w := given(t, s, 8)
	w.do(&command.Start{})
	look := func() {
		t.Helper()
		_, _, err := command.Decide(w.snap, command.Request{Cause: "late", Command: &command.Join{User: "late", Name: "Late"}}, w.now)
		if takes := w.snap.State.TakesLate(); takes != (err == nil) {
			t.Errorf("round %d: TakesLate says %v, and joining %v", len(w.snap.State.Rounds), takes, err)
		}
		got = append(got, err == nil)
	}
	look()
	for range 4 {
		w.do(&command.Pair{}, &command.Publish{})
		look()
		w.do(&command.StartRound{})
		look()
		w.finishRound()
	}
	if d := cmp.Diff([]bool{true, true, true, true, true, true, false, false, false}, got); d != "" {
		t.Errorf("late entry up to round 2, by moment:\n%s", d)
	}
}

// TestTwoMembersWithOneName: a member whose display name is that of another member in the
// event is shown with their user name. A name that was typed, or that a guest has, is refused
// as before, and so is one that stays the same.
func TestTwoMembersWithOneName(t *testing.T) {
	w := given(t, settings(3, 0), 3)
	enters := func(j command.Join) {
		t.Helper()
		if err := w.as(j.User, &j); err != nil {
			t.Fatal(err)
		}
	}
	enters(command.Join{User: "alex1", Name: "Alex", Handle: "alex.one"})
	enters(command.Join{User: "alex2", Name: "\u0410lex", Handle: "alex_two"}) // in Cyrillic
	w.do(&command.Join{Name: "Zoë", ByOrganiser: true})
	for user, want := range map[string]string{"alex1": "Alex", "alex2": "\u0410lex (alex_two)"} {
		if got := w.snap.Name(w.snap.PlayerByUser(user)); got != want {
			t.Errorf("%s plays as %q, want %q", user, got, want)
		}
	}
	w.refused("alex3", &command.Join{User: "alex3", Name: "Alex"}, tournament.Conflict, "join.name_taken")
	for _, user := range []string{"alex4", "alex5"} { // from a league, which knows no user names
		w.do(&command.Enlist{User: user, Name: "Alex"})
	}
	if got := w.snap.Name(w.snap.PlayerByUser("alex4")) + ", " + w.snap.Name(w.snap.PlayerByUser("alex5")); got != "Alex (2), Alex (3)" {
		t.Errorf("members of a league play as %s", got)
	}
	w.refused("alex3", &command.Join{User: "alex3", Name: "Alex", Handle: "alex_two"}, tournament.Conflict, "join.name_taken")
	w.refused("zoe", &command.Join{User: "zoe", Name: "Zoë", Handle: "zoe"}, tournament.Conflict, "join.name_taken")
	long := strings.Repeat("n", tournament.MaxPersonal)
	enters(command.Join{User: "long1", Name: long, Handle: "one"})
	enters(command.Join{User: "long2", Name: long, Handle: "two"})
	if got := w.snap.Name(w.snap.PlayerByUser("long2")); !strings.HasSuffix(got, "n (two)") || len(got) != tournament.MaxPersonal {
		t.Errorf("a long name is %q", got)
	}
}
