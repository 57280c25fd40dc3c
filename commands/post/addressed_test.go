package post

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// TestADirectMessageIsThatOfItsPerson: each member of a team is addressed by a number of their
// own, which stays theirs when the captain leaves and another member is captain.
func TestADirectMessageIsThatOfItsPerson(t *testing.T) {
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	settings := tournament.DefaultSettings("Evening")
	settings.Crew = 3
	snap := tournament.Begin(1, make([]byte, 32))
	do := func(user string, c command.Command) {
		t.Helper()
		req := command.Request{Actor: tournament.Actor{User: user, Name: user}, Cause: fmt.Sprint(len(snap.Log)), Command: c}
		if snap, _, err = command.Decide(snap, req, time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	do("1", &command.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs})
	do("1", &command.OpenRegistration{})
	do("7", &command.Join{User: "7", Name: "Ann", Crew: "Owls", Mates: []command.Mate{{User: "71", Name: "Bob"}, {User: "72", Name: "Cy"}}})
	do("71", &command.AnswerInvitation{Player: 1, User: "71", Yes: true})
	do("72", &command.AnswerInvitation{Player: 1, User: "72", Yes: true})
	pages := map[string]int{}
	for _, user := range snap.Users(1) {
		pages[user] = addressed(snap, kindPairings, user)
	}
	do("7", &command.RemoveMember{Player: 1, Person: snap.Book.ByUser("7")})
	for user, page := range pages {
		if got := addressee(snap, page); got != user || playerOn(page) != 1 {
			t.Errorf("the message to %s is one to %s of player %d", user, got, playerOn(page))
		}
		if now := addressed(snap, kindPairings, user); user != "7" && now != page {
			t.Errorf("%s is addressed by %d, then by %d", user, page, now)
		}
	}
}
