package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// ratings returns the ratings of the server's members by name, rounded.
func (h *testServer) ratings() map[string]int {
	h.t.Helper()
	history, err := h.app.Archive.Of(h.t.Context(), h.guild.ID())
	if err != nil {
		h.t.Fatal(err)
	}
	r, ok := history.Ratings("magic")
	if !ok {
		h.t.Fatal("there are no ratings")
	}
	out := map[string]int{}
	for i := range r.Now {
		out[history.Name(i+1)] = int(r.Now[i].Value + 0.5)
	}
	return out
}

// TestAResultIsCorrectedInAClosedSeason: a result of the first of two events, which are
// over in a season that is closed, is corrected by one command and one press. The preview
// names all that moves; the season is closed again, its end is posted once, and ratings of
// people who have nothing to do with it stay.
func TestAResultIsCorrectedInAClosedSeason(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league create", localdiscord.Options{"name": "Spring", "preset": "records"})
	h.evening(h.people("Ann", "Bob", "Cy", "Dee")...)
	first := h.snapshot()
	h.evening(h.people("Eve", "Finn", "Gus", "Hal")...)
	ask := h.answer(h.use(h.organiser, "league close", nil))
	h.press(h.organiser, *ask.Message, "Close the season")
	h.settle()
	before, hash := h.ratings(), h.league().State.Closed.Hash

	_, l := first.State.Match(1, 1)
	winner, loser := first.Name(int(l.Seats[0])+1), first.Name(int(l.Seats[1])+1)
	preview := h.answer(h.use(h.organiser, "player report", localdiscord.Options{
		"tournament": fmt.Sprint("t", first.State.ID), "round": 1, "table": int(l.Table), "result": "0-2",
	}))
	shown := h.text(preview)
	for _, want := range []string{"Ratings:** 2 change", winner + ": ", "Spring", "The season is closed", loser} {
		if !strings.Contains(shown, want) {
			t.Errorf("the preview does not say %q: %s", want, shown)
		}
	}
	if h.league().State.Closed.Hash != hash {
		t.Fatal("the preview has changed the season")
	}
	h.press(h.organiser, *preview.Message, "Change the result")
	h.pass(0)
	h.settle()

	snap, err := h.director.Snapshot(t.Context(), first.State.ID)
	if err != nil {
		t.Fatal(err)
	}
	if s := snap.State; s.Phase != tournament.Finished || !s.EndedAt.Equal(first.State.EndedAt) || len(tournament.Timers(s)) > 0 {
		t.Errorf("the event is %s, over at %s, with %v to come", s.Phase, s.EndedAt, tournament.Timers(s))
	}
	if s := h.league().State; s.Closed == nil || s.Closed.Hash == hash || len(s.Held) > 0 || s.EventOf(first.State.ID) != 1 {
		t.Errorf("the season: closed %v, held %v", s.Closed, s.Held)
	}
	now := h.ratings()
	for name, was := range before {
		if (name == winner || name == loser) == (now[name] == was) {
			t.Errorf("the rating of %s: %d, before %d", name, now[name], was)
		}
	}
	h.endsOnce()
	h.clean()
}

// endsOnce holds that the end of the season is posted once, with the code of the table as
// it was closed last.
func (h *testServer) endsOnce() {
	h.t.Helper()
	ends := 0
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if shown := h.srv.Render(m); strings.Contains(shown, "the season is over") {
			ends++
			if code := h.league().State.Closed.Hash; !strings.Contains(shown, code[:4]+"-"+code[4:8]) {
				h.t.Errorf("the post of the end has another code: %s", shown)
			}
		}
	}
	if ends != 1 {
		h.t.Errorf("the end of the season is posted %d times", ends)
	}
}

// TestAClosedSeasonIsOpenedAgain: /league close of a closed season shows what moves, since
// a correction has waited, and opens it at a press. Its end is posted once, however often
// it is closed.
func TestAClosedSeasonIsOpenedAgain(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league create", localdiscord.Options{"name": "Spring", "preset": "records"})
	h.evening(h.people("Ann", "Bob", "Cy", "Dee")...)
	shut := func() {
		t.Helper()
		ask := h.answer(h.use(h.organiser, "league close", nil))
		if got := h.press(h.organiser, *ask.Message, "Close the season"); !strings.Contains(got, "is closed") {
			t.Fatalf("closing says %s", got)
		}
		h.settle()
	}
	shut()
	first := h.league().State.Table().Rows[0].Member
	event := h.snapshot()
	for m := range event.State.Rounds[0].Matches { // not by an organiser of the league: it waits
		c := &tournament.Correct{Round: 1, Match: m + 1, Text: "0-2"}
		if _, err := h.director.Do(t.Context(), event.State.ID, tournament.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	h.pass(0)
	h.settle()
	if len(h.league().State.Held) != 1 {
		t.Fatal("the correction does not wait")
	}
	late, ask := h.answer(h.use(h.organiser, "league close", nil)), h.answer(h.use(h.organiser, "league close", nil))
	if shown := h.text(ask); !strings.Contains(shown, "Open it again?") || !strings.Contains(shown, "→") {
		t.Errorf("opening again shows %s", shown)
	}
	if got := h.press(h.organiser, *ask.Message, "Open the season again"); !strings.Contains(got, "open again") {
		t.Errorf("opening again says %s", got)
	}
	h.settle()
	if s := h.league().State; s.Closed != nil || len(s.Held) > 0 || s.Table().Rows[0].Member == first {
		t.Errorf("closed %v, held %v, first %d", s.Closed, s.Held, s.Table().Rows[0].Member)
	}
	if got := h.press(h.organiser, *late.Message, "Open the season again"); !strings.Contains(got, "Look at the table") {
		t.Errorf("a second press says %s", got)
	}
	shut()
	h.endsOnce()
	h.clean()
}
