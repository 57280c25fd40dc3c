package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// TestAnOpponentWhoIsNotThere: a press calls who is missed with a button. Without an answer
// the match is lost after the ruleset's time, but until the end of the round the same button
// brings it back. A player who never comes is dropped when the round is over, is told, and comes back
// by a press.
func TestAnOpponentWhoIsNotThere(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 3, "cut": 0})
	a, b := h.opponents(1, 1)
	c, d := h.opponents(1, 2)
	pressed := func(p, on *localdiscord.Person, words string, does customid.Panel) string {
		t.Helper()
		h.settle()
		m := h.newest(h.channel, on, words)
		id := control(m.Components, does)
		if id == "" {
			t.Fatalf("no %T: %s", does, h.srv.Render(m))
		}
		return h.text(h.presses(p, localdiscord.Answer{Message: &m}, id))
	}
	claims := func() {
		t.Helper()
		panel := h.answer(h.use(a, "status", nil))
		if got := h.text(h.presses(a, panel, control(panel.Message.Components, customid.Claim{}))); !strings.Contains(got, b.Name()+" is called") {
			t.Errorf("a claim is answered %q", got)
		}
		h.settle()
	}
	claims()
	called := h.newest(h.channel, b, "says you aren't at table")
	if !slices.Contains(called.Pinged.Users, b.ID()) {
		t.Errorf("%s is not pinged: %s", b.Name(), h.srv.Render(called))
	}
	if got := pressed(c, c, "says you aren't at table", customid.Present{}); !strings.Contains(got, "isn't missing you") {
		t.Errorf("who is not missed is answered %q", got)
	}
	h.slash(c, "report", localdiscord.Options{"result": "2-0"})
	h.slash(d, "confirm", nil)
	h.pass(11 * time.Minute)
	h.settle()
	if m, _ := h.snapshot().State.Match(1, 1); !m.LostByClaim() || h.snapshot().State.Current().Status != tournament.Started {
		t.Fatalf("the match after the time to come: %+v", m)
	}
	if got := pressed(b, b, "and it is played", customid.Present{}); !strings.Contains(got, "Play your match") {
		t.Errorf("who comes is answered %q", got)
	}
	h.settle()
	if came := h.newest(h.channel, a, b.Name()+" is here"); !slices.Contains(came.Pinged.Users, a.ID()) {
		t.Errorf("%s is not told: %s", a.Name(), h.srv.Render(came))
	}
	h.slash(b, "report", localdiscord.Options{"result": "2-0"})
	h.slash(a, "confirm", nil)
	h.settle()

	// In round 2 one of them never comes.
	h.slash(h.organiser, "round pair", nil)
	h.slash(h.organiser, "round publish", nil)
	h.pass(time.Hour)
	a, b = h.opponents(2, 1)
	c, d = h.opponents(2, 2)
	claims()
	h.slash(c, "report", localdiscord.Options{"result": "2-0"})
	h.slash(d, "confirm", nil)
	h.pass(2 * time.Hour)
	h.settle()
	out := "**@" + b.Name() + "** is out: didn't come in"
	told := h.newest(h.channel, b, out)
	if !slices.Contains(told.Pinged.Users, b.ID()) {
		t.Errorf("%s is not told: %s", b.Name(), h.srv.Render(told))
	}
	if got := pressed(b, b, out, customid.ComeBack{}); !strings.Contains(got, "You're in again") {
		t.Errorf("who comes back is answered %q", got)
	}
	h.clean()
}

// At a table of four the press asks who is not there. After the ruleset's time the others play on:
// the player cannot win, is not asked about the report, and comes back by the button of the call.
func TestAPlayerIsMissedAtATableOfFour(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"ruleset": "commander-pods", "rounds": 2, "cut": 0})
	_, l := h.snapshot().State.Match(1, 1)
	var p []*localdiscord.Person
	for _, seat := range l.Players() {
		p = append(p, h.person(int(seat)+1))
	}
	panel := h.answer(h.use(p[0], "status", nil))
	asks := h.presses(p[0], panel, control(panel.Message.Components, customid.Claim{}))
	if got := h.text(asks); !strings.Contains(got, "Who isn't here?") {
		t.Fatalf("a claim is answered %q", got)
	}
	missed := customid.ClaimOf{Round: 1, Match: 1, Of: int(l.Seats[3]) + 1}
	if got := h.text(h.presses(p[0], asks, customid.New(h.snapshot().State.ID, missed))); !strings.Contains(got, p[3].Name()+" is called. You play without them") {
		t.Errorf("a claim is answered %q", got)
	}
	h.settle()
	if called := h.newest(h.channel, p[3], "or the others play without you"); !slices.Equal(called.Pinged.Users, []string{p[3].ID()}) {
		t.Errorf("pinged: %v", called.Pinged.Users)
	}
	h.pass(6 * time.Minute)
	h.settle()
	if got := h.slash(p[1], "report", localdiscord.Options{"result": "seat 4"}); !strings.Contains(got, "can't win") {
		t.Errorf("a win of who is absent is answered %q", got)
	}
	h.slash(p[1], "report", localdiscord.Options{"result": "win"})
	h.pass(3 * time.Minute)
	h.settle()
	if asked := h.newest(h.channel, p[2], "Confirm"); slices.Contains(asked.Pinged.Users, p[3].ID()) {
		t.Errorf("who is absent is asked: %s", h.srv.Render(asked))
	}
	out := h.newest(h.channel, p[3], "plays without you")
	if got := h.text(h.presses(p[3], localdiscord.Answer{Message: &out}, control(out.Components, customid.Present{}))); !strings.Contains(got, "You're here") {
		t.Errorf("who comes is answered %q", got)
	}
	h.settle()
	h.slash(p[3], "confirm", nil)
	h.settle()
	if m, _ := h.snapshot().State.Match(1, 1); !m.Confirmed || !h.snapshot().State.Taking(int(l.Seats[3])+1) {
		t.Errorf("%+v", m)
	}
	h.clean()
}
