package command

import (
	"errors"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/journal"
)

// worded is an event of teams of three in which the captain's word is enough. u1 to u4 are
// captains.
func worded(t *testing.T) *hall {
	return open(t, "swiss 3", func(s *tournament.Settings) { s.Crew, s.CaptainsWord = 3, true })
}

// names is the captain of player n naming people.
func (h *hall) names(n int, users ...string) *hall {
	h.Helper()
	return h.do("u"+string(rune('0'+n)), &InviteMates{Player: n, Mates: mates(door.Pass{}, users...)})
}

func mates(pass door.Pass, users ...string) (out []Mate) {
	for _, u := range users {
		out = append(out, Mate{User: u, Name: u, Pass: pass})
	}
	return out
}

// crew fails unless people are the members of the team of player n, and others are asked.
func (h *hall) crew(n int, members, asked []string) {
	h.Helper()
	users := func(persons []int) (out []string) {
		for _, no := range persons {
			out = append(out, h.snap.Book.Person(no).User)
		}
		return out
	}
	p := h.snap.State.Player(n)
	if in, wait := users(p.Members()), users(p.Invited()); !slices.Equal(in, members) || !slices.Equal(wait, asked) {
		h.Errorf("in team %d are %q, asked are %q; want %q and %q", n, in, wait, members, asked)
	}
}

// refusal returns the code of a refusal.
func refusal(err error) string {
	r, ok := errors.AsType[*journal.Refusal](err)
	if !ok {
		return ""
	}
	return string(r.Notice.Code)
}

// With the setting, whom a captain names is a member at once, in the form of the team and
// later; without it they are asked. Who plays elsewhere is refused, one who is asked already is
// taken in, and the log gives the same again.
func TestTheCaptainsWordIsEnoughWhereTheEventSaysSo(t *testing.T) {
	h := worded(t).names(1, "bob")
	h.do("ann", &Join{User: "ann", Name: "Ann", Crew: "Owls", Mates: mates(door.Pass{}, "cy", "dee")})
	h.crew(1, []string{"u1", "bob"}, nil)
	h.crew(6, []string{"ann", "cy", "dee"}, nil)
	if n := h.snap.PlayerByUser("dee"); n != 6 {
		t.Errorf("who was named plays as %d", n)
	}
	for who, code := range map[string]string{"dee": "crew.elsewhere", "u1": "crew.self"} {
		if _, err := h.decide("u1", &InviteMates{Player: 1, Mates: mates(door.Pass{}, who)}); err == nil || refusal(err) != code {
			t.Errorf("%s is refused with %v, want %s", who, err, code)
		}
	}
	if _, err := h.decide("bob", &InviteMates{Player: 1, Mates: mates(door.Pass{}, "eve")}); err == nil || refusal(err) != "crew.captain" {
		t.Errorf("a mate's word: %v", err)
	}
	word := func(on bool) {
		h.do(organiser, &ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) { s.CaptainsWord = on; return s, nil }})
	}
	word(false)
	h.names(2, "eve")
	h.crew(2, []string{"u2"}, []string{"eve"})
	word(true)
	h.names(2, "eve")
	h.crew(2, []string{"u2", "eve"}, nil)
	again, err := tournament.Fold(h.snap.State.ID, h.snap.Log)
	if err != nil || !slices.Equal(again.Player(2).Members(), h.snap.State.Player(2).Members()) {
		t.Errorf("folded again it is %v, %v", again.Player(2).Members(), err)
	}
}

// Whom a captain's word does not bring in is asked: who has left a team or was taken out of one,
// who has declined, who is banned or whom the gate does not let in. They read why themselves.
func TestChoiceWhoHasStayedOutIsAskedDespiteTheCaptainsWord(t *testing.T) {
	h := worded(t).names(1, "left", "out")
	h.do("left", &Leave{Player: 1})
	h.do("u1", &RemoveMember{Player: 1, Person: h.snap.Book.ByUser("out")})
	h.names(1, "left").names(2, "out")
	h.crew(1, []string{"u1"}, []string{"left"})
	h.crew(2, []string{"u2"}, []string{"out"})
	if _, err := h.decide("u1", &InviteMates{Player: 1, Mates: mates(door.Pass{}, "left")}); err == nil || refusal(err) != "crew.asked" {
		t.Errorf("who is asked again: %v", err)
	}
	h.do("left", &AnswerInvitation{Player: 1, User: "left", Yes: true})
	h.crew(1, []string{"u1", "left"}, nil)
	h.do("out", &AnswerInvitation{Player: 2, User: "out"})
	h.names(3, "out", "new")
	h.crew(3, []string{"u3", "new"}, []string{"out"})

	h.ban(time.Time{}).names(2, zoe)
	h.crew(2, []string{"u2"}, []string{zoe})
	if _, err := h.decide(zoe, &AnswerInvitation{Player: 2, User: zoe, Yes: true}); err == nil || refusal(err) != "ban.you_appeal" {
		t.Errorf("who is banned reads %v", err)
	}
	h = worded(t).gated()
	fits := door.Pass{Facts: door.Facts{Roles: []string{"77"}, Events: 2, Rating: 1600, Invited: true}}
	h.do("u1", &InviteMates{Player: 1, Mates: append(mates(fits, "fits"), mates(door.Pass{}, "fails")...)})
	h.crew(1, []string{"u1", "fits"}, []string{"fails"})
}

// Who declines a team that asks is asked by the next, too.
func TestADeclinedInvitationEndsTheCaptainsWord(t *testing.T) {
	h := open(t, "swiss 3", func(s *tournament.Settings) { s.Crew = 3 }).names(1, "no", "taken back")
	h.do("no", &AnswerInvitation{Player: 1, User: "no"})
	h.do("u1", &RemoveMember{Player: 1, Person: h.snap.Book.ByUser("taken back")})
	h.do(organiser, &ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) { s.CaptainsWord = true; return s, nil }})
	h.names(2, "no", "taken back")
	h.crew(2, []string{"u2", "taken back"}, []string{"no"})
}
