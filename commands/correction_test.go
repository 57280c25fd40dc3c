package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
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
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records"})
	h.evening(h.people("Ann", "Bob", "Cy", "Dee")...)
	first := h.snapshot()
	h.evening(h.people("Eve", "Finn", "Gus", "Hal")...)
	ask := h.answer(h.use(h.organiser, "league-admin close", nil))
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

// TestACorrectionByOthersIsAskedInTheTOChannel: whoever organises an event but not its
// server corrects it after its season was closed, by each way there is. The closed table
// stays until an organiser of the server has decided about it in the TO channel. Each of
// the two needs at most three presses.
func TestACorrectionByOthersIsAskedInTheTOChannel(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID()})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records"})
	people := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(people...)
	event := h.snapshot()
	ann, id := people[0], fmt.Sprint("t", event.State.ID)
	h.slash(h.organiser, "tournament staff", localdiscord.Options{"tournament": id, "member": ann.ID()})
	ask := h.answer(h.use(h.organiser, "league-admin close", nil))
	h.press(h.organiser, *ask.Message, "Close the season")
	h.settle()

	_, l := event.State.Match(1, 1)
	report := func(result string) localdiscord.Options {
		return localdiscord.Options{"tournament": id, "round": 1, "table": int(l.Table), "result": result}
	}
	for _, c := range []struct {
		command string
		options localdiscord.Options
		label   string
		decides string // the press of the organiser
	}{
		{"player report", report("0-2"), "Change the result", "Leave it"},
		{"tournament undo", localdiscord.Options{"tournament": id}, "Undo", ""}, // as the table still is
		{"player report", report("1-2"), "Change the result", "Correct the table"},
		{"tournament undo", localdiscord.Options{"tournament": id}, "Undo", "Correct the table"},
	} {
		hash, presses := h.league().State.Closed.Hash, map[*localdiscord.Person]int{}
		pressed := func(p *localdiscord.Person, m localdiscord.Message, label string) localdiscord.Answer {
			t.Helper()
			presses[p]++
			return h.presses(p, localdiscord.Answer{Message: &m}, label)
		}
		h.guild.ShowCommands(h.guild.ID())
		shown := h.answer(h.use(ann, c.command, c.options))
		presses[ann]++
		pressed(ann, *shown.Message, c.label)
		h.pass(0)
		h.settle()
		if s := h.league().State; s.Closed == nil || s.Closed.Hash != hash || (len(s.Held) == 1) != (c.decides != "") {
			t.Fatalf("after /%s the table moves before it was decided: closed %+v, held %v", c.command, s.Closed, s.Held)
		}
		if n := h.held(h.channel); n > 0 {
			t.Errorf("after /%s the question is in the channel of the league", c.command)
		}
		if c.decides != "" {
			moves := pressed(h.organiser, h.newest(h.office, h.organiser, "See what moves"), "See what moves")
			pressed(h.organiser, *moves.Message, c.decides)
			h.settle()
		}
		if s := h.league().State; len(s.Held) > 0 || (s.Closed.Hash != hash) != (c.decides == "Correct the table") || h.held(h.office) > 0 {
			t.Errorf("after %q: held %v, %d questions", c.decides, s.Held, h.held(h.office))
		}
		if presses[ann] > mostPresses || presses[h.organiser] > mostPresses {
			t.Errorf("/%s takes %d presses, the decision %d", c.command, presses[ann], presses[h.organiser])
		}
	}
	if got := h.slash(ann, "round repair", localdiscord.Options{"tournament": id, "what": "swap", "player": "Ann", "other": "Cy"}); !strings.Contains(got, "The event is finished") {
		t.Errorf("repairing a round of an event that is over is answered %q", got)
	}
	h.clean()
}

// held counts the questions in a channel whether a closed table is corrected.
func (h *testServer) held(channel *localdiscord.Channel) (n int) {
	for _, m := range h.srv.Messages(channel, h.organiser) {
		if strings.Contains(h.srv.Render(m), "See what moves") {
			n++
		}
	}
	return n
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

// TestAClosedSeasonIsOpenedAgain: /league-admin close of a closed season shows what moves, since
// a correction has waited, and opens it at a press. Its end is posted once, however often
// it is closed. Who presses second reads who was first.
func TestAClosedSeasonIsOpenedAgain(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring", "preset": "records"})
	h.evening(h.people("Ann", "Bob", "Cy", "Dee")...)
	shut := func() {
		t.Helper()
		ask := h.answer(h.use(h.organiser, "league-admin close", nil))
		if got := h.press(h.organiser, *ask.Message, "Close the season"); !strings.Contains(got, "is closed") {
			t.Fatalf("closing says %s", got)
		}
		h.settle()
	}
	shut()
	first := h.league().State.Table().Rows[0].Member
	event := h.snapshot()
	for m := range event.State.Rounds[0].Matches { // not by an organiser of the league: it waits
		c := &command.Correct{Round: 1, Match: m + 1, Text: "0-2"}
		if _, err := h.director.Do(t.Context(), event.State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID()}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	h.pass(0)
	h.settle()
	if len(h.league().State.Held) != 1 {
		t.Fatal("the correction does not wait")
	}
	otto := h.guild.AddPerson("Otto", h.guild.AddRole("Staff", wire.ManageEvents))
	late, ask := h.answer(h.use(otto, "league-admin close", nil)), h.answer(h.use(h.organiser, "league-admin close", nil))
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
	if got := h.press(otto, *late.Message, "Open the season again"); !strings.Contains(got, "Look at the table") || !strings.Contains(got, h.organiser.Name()+" was first.") {
		t.Errorf("a second press says %s", got)
	}
	shut()
	h.endsOnce()
	h.clean()
}
