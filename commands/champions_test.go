package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// The ratings of a server lead to the winners of its finished events, the newest first. An
// event that goes on has none.
func TestAServerListsItsChampions(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Autumn"})
	people := h.people("Ann_1", "Ben", "Cleo", "Dan")
	h.evening(people[:2]...)
	first := h.history().Champions()
	h.pass(0)
	h.evening(people[2:]...)
	h.create(localdiscord.Options{"name": "Goes on"})
	won := h.history().Champions()
	if len(first) != 1 || len(won) != 2 || won[1].Event != first[0].Event || len(won[0].Winners) != 1 {
		t.Fatalf("the champions are %+v, then %+v", first, won)
	}
	list := h.presses(people[0], h.answer(h.use(people[0], "ratings", nil)), "Champions")
	got := h.text(list)
	newest, oldest := h.history().Name(won[0].Winners[0].Members[0]), h.history().Name(won[1].Winners[0].Members[0])
	if !strings.Contains(got, "**"+newest+"** · ") || strings.Index(got, newest) > strings.Index(got, oldest) || strings.Contains(got, "Goes on") {
		t.Errorf("the list is %s", got)
	}
	h.clean()
}
