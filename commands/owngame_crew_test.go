package commands_test

import (
	"slices"
	"strings"
	"testing"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// TestAnOwnGameWithPicksIsPlayedOnBoards: two teams on two boards. Who sits at a board picks and
// bans there, a mate does not, and the boards that are won make the result of the match.
func TestAnOwnGameWithPicksIsPlayedOnBoards(t *testing.T) {
	h := newTestServer(t)
	first := form("1", "no", "esports")
	first["name"] = "Shooter"
	draft := h.describe(first, structured("", "esports"))
	draft = h.fills(h.organiser, h.pressOn(h.organiser, draft, customid.GameOpen{Page: 3}), picking("veto", "Abbey, Bridge, Canal", "", ""))
	h.pressOn(h.organiser, draft, customid.GameSave{})
	p := h.people("Ann", "Bob", "Cy", "Dee")
	h.create(localdiscord.Options{"ruleset": "own-shooter", "rounds": 1, "cut": 0, "team_size": 2, "boards": 2})
	h.team("Owls", p[0], p[1])
	h.team("Foxes", p[2], p[3])
	h.begin()
	for board := 1; board <= 2; board++ {
		at := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, board)}
		sits := func(n int) *localdiscord.Person {
			s := h.snapshot()
			who, _ := h.srv.Person(s.Book.Person(s.State.Sitting(at, n)).User)
			return who
		}
		for steps := 0; ; steps++ {
			s := h.snapshot().State
			waits := s.PickWaits(at)
			if s.MayPick(at) {
				_, l := s.Match(at.Round, at.Match)
				waits = []int{int(l.Seats[0]) + 1}
				if a := h.answer(h.use(sits(waits[0]), "status", nil)); control(a.Message.Components, customid.Veto{Round: 1, Match: at.Match}) == "" {
					waits[0] = int(l.Seats[1]) + 1
				}
			}
			if len(waits) == 0 {
				if m, _ := s.Match(at.Round, at.Match); steps != 2 || m.Picks == nil || len(m.Picks.Seen()) != 3 {
					t.Errorf("board %d: %d steps, %+v", board, steps, m.Picks)
				}
				break
			}
			who := sits(waits[0])
			i := slices.IndexFunc(p, func(x *localdiscord.Person) bool { return x.ID() == who.ID() })
			mate := h.answer(h.use(p[i^1], "status", nil))
			if control(mate.Message.Components, customid.Veto{Round: 1, Match: at.Match}) != "" {
				t.Errorf("%s may ban at the board of %s", p[i^1].Name(), who.Name())
			}
			h.pressOn(who, h.answer(h.use(who, "status", nil)), customid.Veto{Round: 1, Match: at.Match})
		}
		h.slash(sits(1), "report", localdiscord.Options{"result": "1-0"})
		h.slash(sits(2), "confirm", nil)
	}
	s := h.snapshot().State
	m, l := s.Match(1, 1)
	if result := s.RulesOf(1, l).FormatResult(*l, slices.Index(l.Players(), 0)); !m.Confirmed || result != "2-0" {
		t.Errorf("the match is %s, %+v", result, m)
	}
	h.clean()
}

// TestOddsSayThatLengthsDiffer: no odds while rounds of the standings to come are of different
// lengths, and odds once those that are left are alike.
func TestOddsSayThatLengthsDiffer(t *testing.T) {
	h := newTestServer(t)
	first := form("1", "no", "esports")
	first["name"] = "Duel"
	h.pressOn(h.organiser, h.describe(first, structured("swiss 1 bo1 > swiss 2 bo3 > single 2 bo3 final bo5", "esports")), customid.GameSave{})
	people := h.people("Ann", "Bob", "Cy", "Dee")
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Cup", "ruleset": "own-duel"})
	h.organise("tournament open")
	for _, p := range people {
		h.slash(p, "join", nil)
	}
	h.begin()
	if got := h.slash(people[0], "odds", nil); !strings.Contains(got, "different lengths (best of 1, best of 3)") {
		t.Errorf("in the first stage the odds are %s", got)
	}
	for _, m := range h.snapshot().State.Blocking(1) {
		_, l := h.snapshot().State.Match(1, m)
		h.says("Table", "player report", localdiscord.Options{"table": int(l.Table), "result": "1-0"})
	}
	h.nextRound()
	if got := h.slash(people[0], "odds", nil); !strings.Contains(got, "%") || strings.Contains(got, "different lengths") {
		t.Errorf("in the second stage the odds are %s", got)
	}
	h.clean()
}
