package commands_test

import (
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/fixture"
)

// TestPlayersArrangeTheirMatches: a round robin whose rounds open by date; a time is
// proposed in the own zone, accepted in the thread, missed, claimed and objected to;
// the organisers decide, and the next round opens beside what is late.
func TestPlayersArrangeTheirMatches(t *testing.T) {
	h := newHall(t)
	h.create(localdiscord.Options{"cut": 0})
	if got := h.slash(h.olga, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date, to_channel=" + h.office.ID()}); !strings.Contains(got, "arrange") {
		t.Fatalf("the settings say %q", got)
	}
	h.players(4)
	h.slash(h.olga, "tournament start", nil)
	s := h.snapshot().State
	if len(s.Rounds) != 1 || s.Rounds[0].Status != tournament.Started {
		t.Fatalf("%d rounds: %s", len(s.Rounds), s.Phase)
	}
	thread := h.threadOf(1)
	_, l := s.Match(1, 1)
	a, b := h.person(int(l.Seats[0])+1), h.person(int(l.Seats[1])+1)
	// The zone is asked once; what can be read in two ways is asked back.
	i := h.use(a, "match propose", localdiscord.Options{"when": "tomorrow 20:00"})
	form := h.answer(i).Modal
	if form == nil {
		t.Fatal("no form asks for the time zone")
	}
	if got := h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 8", "time_zone": "Europe/Berlin"}); !strings.Contains(got, "two ways") {
		t.Errorf("an hour that comes twice a day is %q", got)
	}
	if got := h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 4:00"}); !strings.Contains(got, "at night") {
		t.Errorf("four in the morning is %q", got)
	}
	if got := h.slash(a, "match propose", localdiscord.Options{"when": "tomorrow 20:00"}); !strings.Contains(got, "Proposed: ") {
		t.Errorf("a proposal is answered %q", got)
	}
	post := h.newest(thread, b, "proposes a time for your match")
	if !strings.Contains(h.srv.Render(post), "20:00 CE") && !strings.Contains(h.srv.Render(post), "UTC]") {
		t.Errorf("no button names day, time and zone: %s", h.srv.Render(post))
	}
	if got := h.slash(b, "match list", nil); !strings.Contains(got, "proposed") {
		t.Errorf("/match list is %q", got)
	}
	if got := h.slash(b, "match accept", nil); !strings.Contains(got, "Agreed") {
		t.Errorf("accepting is answered %q", got)
	}
	h.newest(thread, a, "Your match is on")
	m, _ := h.snapshot().State.Match(1, 1)
	h.pass(m.Fixture.Agreed.Sub(h.now()) - 30*time.Minute)
	h.newest(thread, a, "You play")
	h.pass(31 * time.Minute)
	h.slash(a, "match present", nil)
	if got := h.slash(a, "match claim", nil); !strings.Contains(got, "A claim is possible") {
		t.Errorf("a claim at once is %q", got)
	}
	h.pass(25 * time.Minute)
	if got := h.slash(a, "match claim", nil); !strings.Contains(got, "can object") {
		t.Errorf("a claim is answered %q", got)
	}
	h.press(b, h.newest(thread, b, "claims this match"), "Object")
	h.newest(h.office, h.olga, "Matches that need you")
	// A result needs no appointment.
	_, other := s.Match(1, 2)
	h.slash(h.person(int(other.Seats[0])+1), "report", localdiscord.Options{"result": "2-1"})
	h.slash(h.person(int(other.Seats[1])+1), "confirm", nil)
	h.pass(7 * 24 * time.Hour)
	if s = h.snapshot().State; len(s.Rounds) != 2 || len(s.Blocking(1)) != 1 {
		t.Fatalf("%d rounds, %d open matches in the first", len(s.Rounds), len(s.Blocking(1)))
	}
	if got := h.slash(a, "report", localdiscord.Options{"result": "2-0"}); !strings.Contains(got, "Say which one") {
		t.Errorf("a report that could mean two matches is answered %q", got)
	}
	if got := h.slash(a, "fixtures", localdiscord.Options{"round": 1}); !strings.Contains(got, "organisers decide") {
		t.Errorf("/fixtures is %q", got)
	}
	select1, err := h.olga.Select(t.Context(), h.newest(h.office, h.olga, "Matches that need you"), "", []string{"1.1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.press(h.olga, *h.answer(select1).Message, "Draw"); !strings.Contains(got, "Decided") {
		t.Errorf("a verdict is answered %q", got)
	}
	if m, _ = h.snapshot().State.Match(1, 1); m.Fixture.End != fixture.SchedulingDraw {
		t.Errorf("the match ended %q", m.Fixture.End)
	}
	h.settle()
	for _, post := range h.srv.Messages(h.office, h.olga) {
		if strings.Contains(h.srv.Render(post), "Matches that need you") {
			t.Error("the organisers' panel stands although nothing waits")
		}
	}
	h.clean()
}
