package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestRatingsOfTheServerSeedAndForecast: an earlier winner is seeded first and has the
// better odds.
func TestRatingsOfTheServerSeedAndForecast(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Spring"})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.evening(p...)
	event := h.snapshot()
	_, l := event.State.Match(1, 1)
	winner := h.person(int(l.Seats[0]) + 1)

	h.create(localdiscord.Options{"name": "After", "rounds": 2, "cut": 2})
	for _, x := range p {
		h.slash(x, "join", nil)
	}
	if got := h.slash(h.organiser, "player seed", nil); !strings.Contains(got, "Name a player and a seed") {
		t.Errorf("nothing named: %s", got)
	}
	if got := h.slash(h.organiser, "player seed", localdiscord.Options{"from": "rating"}); !strings.Contains(got, "4 players are seeded by rating") {
		t.Errorf("seeding says %s", got)
	}
	s := h.snapshot()
	if n := s.PlayerByUser(winner.ID()); s.State.Players[n-1].Seed > 2 {
		t.Errorf("who won is seed %d", s.State.Players[n-1].Seed)
	}
	if got := h.slash(h.organiser, "player seed", localdiscord.Options{"from": "rating"}); !strings.Contains(got, "like that already") {
		t.Errorf("seeding twice says %s", got)
	}
	h.begin()
	if got := h.odds(winner, localdiscord.Options{"strength": "rating"}); !strings.Contains(got, "Ratings of this server") {
		t.Errorf("/odds strength:rating says %s", got)
	}
	h.clean()
}
