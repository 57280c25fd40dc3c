package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/journal"
)

// crews returns an event of crews of two: u1 is the captain of player 1 with mate m1, and so on.
func crews(t *testing.T, n int) *table {
	t.Helper()
	s := settings(2, 0)
	s.Crew = 2
	w := given(t, s, 0)
	for i := 1; i <= n; i++ {
		user, mate := fmt.Sprint("u", i), fmt.Sprint("m", i)
		w.must(user, &command.Join{User: user, Name: user, Crew: fmt.Sprint("Team ", i), Mates: []command.Mate{{User: mate, Name: mate}}})
		w.must(mate, &command.AnswerInvitation{Player: i, User: mate, Yes: true})
	}
	return w
}

// Any member acts for the seat: one of a crew reports, the other member of the other crew
// confirms, and each member finds the seat. The name of the seat is that of the crew.
func TestAnyMemberActsForTheCrew(t *testing.T) {
	w := crews(t, 4)
	for i := 1; i <= 4; i++ {
		user, mate := fmt.Sprint("u", i), fmt.Sprint("m", i)
		if w.snap.PlayerByUser(user) != i || w.snap.PlayerByUser(mate) != i || w.snap.Name(i) != fmt.Sprint("Team ", i) {
			t.Fatalf("%s has seat %d, %s has %d of %q", user, w.snap.PlayerByUser(user), mate, w.snap.PlayerByUser(mate), w.snap.Name(i))
		}
		if got := w.snap.Users(i); !slices.Equal(got, []string{user, mate}) || w.snap.User(i) != user {
			t.Errorf("crew %d is %v, its captain %s", i, got, w.snap.User(i))
		}
	}
	w.do(&command.Start{})
	w.round()
	a, b := w.player(1, 1, 0), w.player(1, 1, 1)
	w.must(fmt.Sprint("m", a), &command.ReportResult{Player: a, Text: "2-1"})
	w.must(fmt.Sprint("m", b), &command.ConfirmReport{Player: b})
	if m, _ := w.snap.State.Match(1, 1); !m.Confirmed || m.ConfirmBy != tournament.ByOpponent {
		t.Errorf("the match is confirmed by %v", m.ConfirmBy)
	}
}

// A person sits in one crew: who has a seat is not asked into another, and of two invitations
// only one can be accepted.
func TestAPersonSitsInOneCrew(t *testing.T) {
	w := crews(t, 2)
	mate := func(user string) []command.Mate { return []command.Mate{{User: user, Name: user}} }
	w.refused("u3", &command.Join{User: "u3", Name: "u3", Crew: "Team 3", Mates: mate("m1")}, tournament.Conflict, "crew.elsewhere")
	w.refused("m1", &command.Join{User: "m1", Name: "m1", Crew: "Team 3"}, tournament.NoChange, "join.already")
	w.must("u3", &command.Join{User: "u3", Name: "u3", Crew: "Team 3", Mates: mate("free")})
	w.refused("u3", &command.InviteMates{Player: 3, Mates: mate("more")}, tournament.Conflict, "crew.full")
	w.must("u4", &command.Join{User: "u4", Name: "u4", Crew: "Team 4", Mates: mate("free")})
	w.refused("u5", &command.Join{User: "u5", Name: "u5", Crew: "team 4"}, tournament.Conflict, "join.name_taken")
	w.refused("stranger", &command.AnswerInvitation{Player: 3, User: "stranger", Yes: true}, tournament.NotAllowed, "crew.not_invited")
	w.must("free", &command.AnswerInvitation{Player: 3, User: "free", Yes: true})
	w.refused("free", &command.AnswerInvitation{Player: 4, User: "free", Yes: true}, tournament.Conflict, "crew.elsewhere")
	w.must("free", &command.AnswerInvitation{Player: 4, User: "free"})
	w.refused("u1", &command.InviteMates{Player: 1, Mates: mate("more")}, tournament.Conflict, "crew.full")
	w.refused("m1", &command.InviteMates{Player: 1, Mates: mate("more")}, tournament.NotAllowed, "crew.captain")
	w.refused("u4", &command.InviteMates{Player: 4, Mates: mate("u4")}, tournament.BadInput, "crew.self")
}

// Who leaves a crew leaves it alone; after the captain the member who has been there longest
// is captain. The last one takes the crew along.
func TestWhoLeavesACrewLeavesItAlone(t *testing.T) {
	w := crews(t, 3)
	w.must("m1", &command.Leave{Player: 1})
	if got := w.snap.Users(1); !slices.Equal(got, []string{"u1"}) || w.snap.PlayerByUser("m1") != 0 {
		t.Errorf("without the mate the crew is %v", got)
	}
	u2, m3 := w.snap.Book.ByUser("u2"), w.snap.Book.ByUser("m3")
	w.must("u2", &command.RemoveMember{Player: 2, Person: u2})
	if got := w.snap.Users(2); !slices.Equal(got, []string{"m2"}) {
		t.Errorf("without the captain the crew is %v", got)
	}
	w.must("m2", &command.InviteMates{Player: 2, Mates: []command.Mate{{User: "u2", Name: "u2"}}})
	w.refused("m3", &command.RemoveMember{Player: 3, Person: w.snap.Book.ByUser("u3")}, tournament.NotAllowed, "crew.captain")
	w.do(&command.Start{})
	w.round()
	w.refused("u3", &command.RemoveMember{Player: 3, Person: m3}, tournament.WrongPhase, "crew.started")
	w.do(&command.RemoveMember{Player: 3, Person: m3, ByOrganiser: true}, &command.InviteMates{Player: 3, Mates: []command.Mate{{User: "new", Name: "New"}}, ByOrganiser: true, Pass: door.Pass{Anyway: true}})
	if got := w.snap.Users(3); !slices.Equal(got, []string{"u3", "new"}) {
		t.Errorf("as the organiser decides, the crew is %v", got)
	}
	w.must("u1", &command.RemoveMember{Player: 1, Person: w.snap.Book.ByUser("u1")})
	if w.snap.State.Taking(1) {
		t.Error("a crew without members plays on")
	}
}

// The size of crews is fixed once one has registered, and no crew drafts or sits at a table
// of four.
func TestCrewsFitTheEvent(t *testing.T) {
	w := crews(t, 1)
	s := w.snap.State.Settings
	s.Crew = 3
	w.refused("organiser", change(s), tournament.WrongPhase, "crew.fixed")
	for _, crew := range []int{1, 11, -1} {
		s := settings(2, 0)
		s.Crew = crew
		if err := s.Validate(); err == nil {
			t.Errorf("crews of %d are accepted", crew)
		}
	}
	s = settings(2, 0)
	s.Crew = 2
	for game, ok := range map[string]bool{"magic": true, "commander-pods": false, "riichi-wrc": false, "chess-casual": true} {
		if _, err := s.Fit(load(t, game)); (err == nil) != ok {
			t.Errorf("crews in %s: %v", game, err)
		}
	}
}

// Who is out of the event with their crew does not come in again by leaving it.
func TestAMemberOfACrewThatIsOutStaysOut(t *testing.T) {
	for name, out := range map[string]command.Command{"disqualified": &command.Disqualify{Player: 1}, "dropped": &command.Remove{Player: 1}} {
		w := crews(t, 4)
		w.do(&command.Start{})
		w.round()
		w.finishRound()
		w.do(out)
		m1 := w.snap.Book.ByUser("m1")
		w.refused("m1", &command.RemoveMember{Player: 1, Person: m1}, tournament.Conflict, "join.dropped")
		w.refused("m1", &command.Join{User: "m1", Name: "m1", Crew: "Again"}, tournament.Conflict, "join.dropped")
		w.do(&command.RemoveMember{Player: 1, Person: m1, ByOrganiser: true})
		if got := w.snap.Users(1); !slices.Equal(got, []string{"u1"}) {
			t.Errorf("%s: the organiser leaves %v", name, got)
		}
	}
}

// A crew that enters late brings its mates, who accept during the event. After that the crew
// stays as it is, but for an invitation that the captain takes back.
func TestALateCrewBringsItsMates(t *testing.T) {
	w := crews(t, 4)
	w.do(&command.Start{})
	w.round()
	w.must("late", &command.Join{User: "late", Name: "late", Crew: "Late", Mates: []command.Mate{{User: "mate", Name: "mate"}}})
	mate := w.snap.Book.ByUser("mate")
	w.must("late", &command.RemoveMember{Player: 5, Person: mate})
	w.refused("mate", &command.AnswerInvitation{Player: 5, User: "mate", Yes: true}, tournament.NotAllowed, "crew.not_invited")
	w.refused("late", &command.InviteMates{Player: 5, Mates: []command.Mate{{User: "mate", Name: "mate"}}}, tournament.WrongPhase, "crew.started")
}

// A captain who leaves and registers again mixes the draw once, as a player does.
func TestACaptainMixesTheDrawOnce(t *testing.T) {
	w := crews(t, 2)
	joins := w.snap.State.Joins
	w.must("m1", &command.Leave{Player: 1})
	w.must("u1", &command.Leave{Player: 1})
	w.must("u1", &command.Join{User: "u1", Name: "u1", Crew: "Team 1"})
	w.must("m1", &command.Join{User: "m1", Name: "m1", Crew: "Team of m1"})
	if w.snap.State.Joins != joins {
		t.Error("the draw is mixed again by people who were in")
	}
	w.must("new", &command.Join{User: "new", Name: "new", Crew: "Team of new"})
	if w.snap.State.Joins == joins {
		t.Error("a new captain mixes nothing")
	}
}

// An undo does not put a person into two crews.
func TestAnUndoPutsNoPersonIntoTwoCrews(t *testing.T) {
	w := crews(t, 2)
	w.must("m1", &command.Leave{Player: 1})
	left := w.snap.State.Seq
	w.must("m1", &command.Join{User: "m1", Name: "m1", Crew: "Team of m1"})
	w.refused("organiser", &command.Undo{Batch: left}, tournament.NeedsForce, "undo.rests")
}

// The name of a crew is forgotten with the last of its members, and not before.
func TestTheNameOfACrewIsForgottenWithItsMembers(t *testing.T) {
	w := crews(t, 1)
	crew := w.snap.State.PersonOf(1)
	traces := func(user string) []int {
		people, _ := tournament.Aggregate{}.Traces(w.snap.Log, w.snap.Book, user)
		return people
	}
	if got := traces("u1"); slices.Contains(got, crew) {
		t.Error("a crew is forgotten with its captain")
	}
	u1 := w.snap.Book.ByUser("u1")
	forgotten := w.snap.Book.People.At(u1)
	forgotten.User, forgotten.Name = "", journal.ForgottenName(u1)
	if got := traces("m1"); !slices.Contains(got, crew) {
		t.Errorf("the name of a crew is kept when its last member is forgotten: %v", got)
	}
}

// An organiser who registers a crew asks its mates: each passes the gate with their own
// answer. Who is asked twice is named.
func TestTheMatesOfARegisteredCrewAnswerThemselves(t *testing.T) {
	w := crews(t, 1)
	w.do(&command.Join{User: "u2", Name: "u2", Crew: "Team 2", ByOrganiser: true, Mates: []command.Mate{{User: "m2", Name: "Mate"}}, Pass: door.Pass{Anyway: true}})
	if got := w.snap.Users(2); !slices.Equal(got, []string{"u2"}) {
		t.Errorf("an organiser registers %v", got)
	}
	for _, says := range []string{"crew.asked", "Mate"} {
		w.refused("u2", &command.InviteMates{Player: 2, Mates: []command.Mate{{User: "m2", Name: "Mate"}}}, tournament.NoChange, says)
	}
	w.must("m2", &command.AnswerInvitation{Player: 2, User: "m2", Yes: true})
}

// A deck that a mate replaces is not kept, whoever of the crew handed it in.
func TestAReplacedDeckOfACrewIsNotKept(t *testing.T) {
	w := crews(t, 1)
	s := w.snap.State.Settings
	s.Decks = tournament.DecksOptional
	w.do(change(s))
	w.must("u1", &command.SubmitDeck{Player: 1, Text: "60 Island"})
	w.must("m1", &command.SubmitDeck{Player: 1, Text: "60 Swamp"})
	for _, text := range w.snap.Book.Texts {
		if text.Body == "60 Island" {
			t.Error("the deck that was replaced is kept")
		}
	}
	if got := w.snap.Book.Text(w.snap.State.Players[0].Deck); got != "60 Swamp" {
		t.Errorf("the deck is %q", got)
	}
}

// A list of who may enter names people, so it and crews refuse each other.
func TestAClosedListHasNoCrews(t *testing.T) {
	w := crews(t, 1)
	w.refused("organiser", &command.CloseEntry{}, tournament.Conflict, "crew.listed")
	w = given(t, settings(2, 0), 0)
	w.do(&command.CloseEntry{})
	s := w.snap.State.Settings
	s.Crew = 2
	w.refused("organiser", change(s), tournament.Conflict, "crew.listed")
}
