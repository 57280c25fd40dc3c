package commands_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// between returns the place of the match between two players.
func (h *testServer) between(a, b *localdiscord.Person) tournament.Place {
	h.t.Helper()
	snap := h.snapshot()
	x, y := snap.PlayerByUser(a.ID()), snap.PlayerByUser(b.ID())
	for r := range snap.State.Rounds {
		m := snap.State.MatchOf(r+1, x)
		if _, l := snap.State.Match(r+1, m); m > 0 && l.Seat(int32(y-1)) >= 0 {
			return tournament.Place{Round: r + 1, Match: m}
		}
	}
	h.t.Fatalf("%s and %s have no match", a.Name(), b.Name())
	return tournament.Place{}
}

// picks chooses a match in the menu that answers a command.
func (h *testServer) picks(p *localdiscord.Person, asked localdiscord.Answer, at tournament.Place) string {
	h.t.Helper()
	if got := h.text(asked); asked.Message == nil || !strings.Contains(got, "Which match?") {
		h.t.Fatalf("no menu of matches but %q", got)
	}
	i, err := p.Select(h.t.Context(), *asked.Message, "Choose a match", []string{customid.PlaceValue(at)})
	if err != nil {
		h.t.Fatal(err)
	}
	return h.text(h.answer(i))
}

// inMatch presses a button in the private panel of one of a person's matches: of that
// against the opponent in the options of /match list, else of the first that has it. It
// sends the form that the button opens.
func (h *testServer) inMatch(p *localdiscord.Person, options localdiscord.Options, button customid.Panel) string {
	h.t.Helper()
	got, none := h.offered(p, options, button)
	if none != nil {
		h.t.Fatal(none)
	}
	return got
}

// offered is inMatch for a button that may not be there.
func (h *testServer) offered(p *localdiscord.Person, options localdiscord.Options, button customid.Panel) (got string, none error) {
	h.t.Helper()
	against, list := options["opponent"], maps.Clone(options)
	delete(list, "opponent")
	for k := 0; ; k++ {
		a := h.answer(h.use(p, "match list", list))
		menu := h.idIn(a, customid.MatchPick{})
		if menu != "" {
			all := menuOf(a.Message.Components, menu)
			switch {
			case k == len(all):
				return "", fmt.Errorf("no match with %T in %s", button, h.text(a))
			case against != nil && !strings.HasSuffix(all[k].Label, ": "+against.(string)):
				continue
			}
			i, err := p.Select(h.t.Context(), *a.Message, menu, []string{all[k].Value})
			if err != nil {
				h.t.Fatal(err)
			}
			a = h.answer(i)
		}
		if id := h.idIn(a, button); id != "" {
			return h.submits(p, h.presses(p, a, id), nil), nil
		}
		if menu == "" || against != nil {
			return "", fmt.Errorf("no %T in %s", button, h.text(a))
		}
	}
}

// submits fills in the form of an answer, if it is one, and returns the text of the answer.
func (h *testServer) submits(p *localdiscord.Person, a localdiscord.Answer, fields localdiscord.Fields) string {
	h.t.Helper()
	if a.Modal == nil {
		return h.text(a)
	}
	i, err := p.SubmitModal(h.t.Context(), a.Modal, fields)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.text(h.answer(i))
}

// disputes presses Dispute in the private panel of a person's match and gives a reason.
func (h *testServer) disputes(p *localdiscord.Person, reason string) string {
	h.t.Helper()
	a := h.answer(h.use(p, "status", nil))
	id := h.idIn(a, customid.Dispute{})
	if id == "" {
		h.t.Fatalf("nothing to dispute in %s", h.text(a))
	}
	return h.submits(p, h.presses(p, a, id), localdiscord.Fields{"reason": reason})
}

// idIn returns the custom id of the first component of an answer that is like a panel, or
// "".
func (h *testServer) idIn(a localdiscord.Answer, panel customid.Panel) (found string) {
	if a.Message == nil {
		return ""
	}
	eachComponent(a.Message.Components, func(c *localdiscord.Component) {
		if id, ok := customid.Parse(c.CustomID); ok && found == "" && customid.Like(id.Panel, panel) {
			found = c.CustomID
		}
	})
	return found
}

// menuOf returns the options of a menu.
func menuOf(list []localdiscord.Component, id string) (options []localdiscord.SelectOption) {
	eachComponent(list, func(c *localdiscord.Component) {
		if c.CustomID == id {
			options = c.Options
		}
	})
	return options
}

func eachComponent(list []localdiscord.Component, do func(*localdiscord.Component)) {
	for i := range list {
		do(&list[i])
		eachComponent(list[i].Components, do)
	}
}

// TestACommandFindsItsMatchAmongSeveral: with all matches of a round robin open, a command
// takes the match that was reported or whose time has come, and else asks with a menu.
func TestACommandFindsItsMatchAmongSeveral(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=at_once"})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	a, b, c, d := h.person(1), h.person(2), h.person(3), h.person(4)
	result := localdiscord.Options{"result": "2-1"}
	if got := h.picks(a, h.answer(h.use(a, "report", result)), h.between(a, b)); !strings.Contains(got, "Waiting for") {
		t.Errorf("a report by menu is answered %q", got)
	}
	if m, _ := h.snapshot().State.Match(h.between(a, b).Round, h.between(a, b).Match); m.Report == nil {
		t.Error("the chosen match has no report")
	}
	if got := h.slash(a, "report", result); !strings.Contains(got, "Which match?") {
		t.Errorf("a second report is answered %q", got)
	}
	if got := h.slash(c, "confirm", nil); !strings.Contains(got, "Which match?") && !strings.Contains(got, "report") {
		t.Errorf("confirming without a report is answered %q", got)
	}
	if got := h.slash(b, "confirm", nil); !strings.Contains(got, a.Name()) {
		t.Errorf("confirming the only report is answered %q", got)
	}
	// Two reports wait for one player.
	for _, p := range []*localdiscord.Person{c, d} {
		h.slash(p, "report", localdiscord.Options{"result": "2-0", "opponent": b.Name()})
	}
	if got := h.picks(b, h.answer(h.use(b, "confirm", nil)), h.between(b, c)); !strings.Contains(got, c.Name()) {
		t.Errorf("confirming by menu is answered %q", got)
	}
	if got := h.inMatch(b, nil, customid.Dispute{}); !strings.Contains(got, "organiser") {
		t.Errorf("disputing the only report left is answered %q", got)
	}
	if m, _ := h.snapshot().State.Match(h.between(b, d).Round, h.between(b, d).Match); !m.Disputed {
		t.Error("the report of the match is not disputed")
	}
	// The time of one match has come.
	h.slash(c, "match propose", localdiscord.Options{"when": "tomorrow 20:00", "time_zone": "UTC", "opponent": d.Name()})
	h.inMatch(d, nil, customid.TimeAccept{})
	at := h.between(c, d)
	m, _ := h.snapshot().State.Match(at.Round, at.Match)
	h.pass(m.Fixture.Agreed.Sub(h.now()))
	h.slash(c, "report", result)
	if m, _ = h.snapshot().State.Match(at.Round, at.Match); m.Report == nil {
		t.Error("the match whose time has come has no report")
	}
	// Both players of every match are named, with a result and without.
	list := h.slash(a, "pairings", localdiscord.Options{"show": "fixtures", "round": h.between(a, b).Round})
	for _, p := range []*localdiscord.Person{a, b, c, d} {
		if !strings.Contains(list, p.Name()) {
			t.Errorf("/pairings show:fixtures does not name %s: %s", p.Name(), list)
		}
	}
}

// TestSeveralLeaguesAreAskedForByMenu: a command that may mean either of two leagues asks
// with a menu, and runs for the one chosen.
func TestSeveralLeaguesAreAskedForByMenu(t *testing.T) {
	h := newTestServer(t)
	for _, name := range []string{"Spring", "Autumn"} {
		h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": name, "ruleset": "magic"})
	}
	asked := h.answer(h.use(h.organiser, "league info", nil))
	if got := h.text(asked); !strings.Contains(got, "Which league?") || !strings.Contains(got, "Autumn | Spring") {
		t.Fatalf("/league info with two leagues: %s", got)
	}
	i, err := h.organiser.Select(t.Context(), *asked.Message, "", []string{"l1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.text(h.answer(i)); !strings.Contains(got, "Spring") || strings.Contains(got, "Autumn") {
		t.Errorf("the chosen league: %s", got)
	}
}
