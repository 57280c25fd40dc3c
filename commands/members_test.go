package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/archive"
	"topcut/commands/localdiscord"
)

// history returns the current history of the server.
func (h *testServer) history() *archive.History {
	h.t.Helper()
	out, err := h.app.Archive.Of(h.t.Context(), h.guild.ID())
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// TestAProfileTellsWhatWasPlayed: a profile has record, places, rating and the matches
// against another member, from finished events. Damage is shown to organisers only.
func TestAProfileTellsWhatWasPlayed(t *testing.T) {
	h := openTestServer(t, nil, false)
	p := h.people("Ann", "Bob", "Cy", "Dee")
	if got := h.slash(p[0], "profile", nil); !strings.Contains(got, "in no event here") {
		t.Errorf("/profile before the first event: %s", got)
	}
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	h.evening(p...)
	event := h.snapshot()
	_, l := event.State.Match(1, 1)
	a, b := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	if got := h.slash(a, "profile", nil); !strings.Contains(got, "**1** event") || !strings.Contains(got, "Matches: **1-0**") || !strings.Contains(got, "provisional") || !strings.Contains(got, "Friday Night") {
		t.Errorf("/profile: %s", got)
	}
	if got := h.slash(b, "profile", localdiscord.Options{"versus": "<@" + a.ID() + ">"}); !strings.Contains(got, "**0-1** in 1 match") || !strings.Contains(got, "won by") {
		t.Errorf("/profile versus: %s", got)
	}
	if got := h.slash(b, "ratings", nil); !strings.Contains(got, "Ratings: magic") || strings.Count(got, "?") < 4 {
		t.Errorf("/ratings: %s", got)
	}
	hist := h.history()
	r, _ := hist.Ratings("magic")
	if up, down := r.Now[hist.User(a.ID())-1].Value, r.Now[hist.User(b.ID())-1].Value; up <= 1500 || down >= 1500 {
		t.Errorf("the winner is rated %f, the loser %f", up, down)
	}
	h.undo() // the end of the event
	if n := len(h.history().Events); n != 0 {
		t.Errorf("%d events are over", n)
	}
	h.clean()
}

// TestAMergedGuestIsOnePerson: after a preview, events, league and profile of a guest
// become a user's, and one button undoes all of it.
func TestAMergedGuestIsOnePerson(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "attendance"})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Friday Night"})
	for _, x := range p[:3] {
		h.slash(x, "join", nil)
	}
	h.slash(h.organiser, "player add", localdiscord.Options{"name": "Dora"})
	h.begin()
	h.finish("2-0")
	h.slash(h.organiser, "tournament finish", nil)
	h.pass(0)
	h.evening(p...)
	dee := p[3]
	if h.points(dee) != "1" || len(h.league().State.Table().Rows) != 5 {
		t.Fatalf("Dee has %s of %d rows", h.points(dee), len(h.league().State.Table().Rows))
	}
	ask := h.answer(h.use(h.organiser, "member merge", localdiscord.Options{"guest": "Dora", "user": dee.ID()}))
	if got := h.text(ask); !strings.Contains(got, "in 1 event") {
		t.Fatalf("/member merge: %s", got)
	}
	i, err := h.organiser.Click(t.Context(), *ask.Message, "They're one person")
	if err != nil {
		t.Fatal(err)
	}
	done := h.answer(i)
	h.pass(0)
	told := func(says string) {
		t.Helper()
		h.settle()
		if posts, pings := h.called(says); posts != 1 || pings[dee.ID()] != 1 {
			t.Errorf("%d posts say %q and ping %v", posts, says, pings)
		}
	}
	told("the results of guest Dora are yours now. Your rating has moved, and with it that of opponents")
	if s := h.league().State; h.points(dee) != "2" || len(s.Table().Rows) != 4 {
		t.Errorf("after the merge Dee has %s of %d rows: %s", h.points(dee), len(s.Table().Rows), h.text(done))
	}
	if got := h.slash(dee, "profile", nil); !strings.Contains(got, "**2** events") {
		t.Errorf("/profile after the merge: %s", got)
	}
	if i, err = h.organiser.Click(t.Context(), *done.Message, "Take it back"); err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(i)); !strings.Contains(got, "Taken back in 1 event") {
		t.Errorf("taking it back: %s", got)
	}
	h.pass(0)
	told("the results of guest Dora are no longer yours. Your rating has moved, and with it that of opponents")
	if h.points(dee) != "1" || len(h.league().State.Table().Rows) != 5 {
		t.Errorf("taken back, Dee has %s of %d rows", h.points(dee), len(h.league().State.Table().Rows))
	}
	if got := h.slash(h.organiser, "member merge", localdiscord.Options{"guest": "Ann", "user": dee.ID()}); !strings.Contains(got, "has an account") {
		t.Errorf("merging a user: %s", got)
	}
	h.clean()
}

// TestAForgottenPersonLeavesEverybodyElsesRatings: the person's name is gone from
// profiles and leaderboard, and no other rating changes by a bit.
func TestAForgottenPersonLeavesEverybodyElsesRatings(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	h.evening(p...)
	before := h.history()
	was, _ := before.Ratings("magic")
	ask := h.answer(h.use(p[0], "privacy forget", nil))
	h.press(p[0], *ask.Message, "Forget me")
	after := h.history()
	now, _ := after.Ratings("magic")
	if after.Members() != before.Members() || after.User(p[0].ID()) != 0 {
		t.Errorf("%d members, then %d", before.Members(), after.Members())
	}
	for _, x := range p[1:] {
		if a, b := was.Now[before.User(x.ID())-1], now.Now[after.User(x.ID())-1]; a != b {
			t.Errorf("%s was rated %+v, now %+v", x.Name(), a, b)
		}
	}
	if got := h.slash(p[1], "ratings", nil); strings.Contains(got, "Ann") {
		t.Errorf("the leaderboard names who was forgotten: %s", got)
	}
	h.clean()
}

// TestRatingsArePictures: a profile shows a curve of the ratings that it lists, and the
// leaderboard is a picture, with the same rows as text behind a button.
func TestRatingsArePictures(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	if a := h.answer(h.use(p[0], "profile", nil)); len(h.pictured(*a.Message)) > 0 {
		t.Error("a single event is no curve")
	}
	h.evening(p...)
	r, _ := h.history().Ratings("magic")
	a := h.answer(h.use(p[0], "profile", nil))
	drawn := h.pictured(*a.Message)
	if len(drawn) != 1 {
		t.Fatalf("%d pictures: %s", len(drawn), h.text(a))
	}
	for _, at := range r.Course(h.history().User(p[0].ID())) {
		value := fmt.Sprintf("%.0f", at.Value)
		if alt := drawn[0].Description; !strings.Contains(alt, value) || !strings.Contains(h.text(a), value) {
			t.Errorf("the rating %s is not in %q and in %s", value, alt, h.text(a))
		}
	}
	a = h.answer(h.use(p[0], "ratings", nil))
	drawn = h.pictured(*a.Message)
	if len(drawn) != 1 || !strings.Contains(drawn[0].Description, "Ann") {
		t.Fatalf("%d pictures: %s", len(drawn), h.text(a))
	}
	a = h.presses(p[0], a, "As text")
	if got := h.text(a); !strings.Contains(got, "Ann") || !strings.Contains(got, "Dee") || len(h.pictured(*a.Message)) > 0 {
		t.Errorf("as text: %s", got)
	}
	h.clean()
}
