package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestWhoDoesTooMuchIsToldWhen: a member can do each kind of action up to its limit; the
// next one is refused with the time at which it is possible again. Another member of the
// event is not affected.
func TestWhoDoesTooMuchIsToldWhen(t *testing.T) {
	h := newTestServer(t)
	still := h.now() // allowances do not refill while the test runs
	h.stopped.Store(&still)
	hog, other := h.guild.AddPerson("Hog"), h.guild.AddPerson("Other")
	event := func(n int) {
		h.channel = h.guild.AddChannel(fmt.Sprint("event-", n))
		h.create(localdiscord.Options{"name": fmt.Sprint("Event ", n), "rounds": 1, "cut": 0})
		h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=optional"})
		for _, p := range []*localdiscord.Person{hog, other} {
			h.wantAnswer(h.organiser, p.Name(), "player add", localdiscord.Options{"member": p.Mention()})
		}
	}
	const spent = "That was a lot at once. You can go on"
	tooMuch := func(most int, what string, do func(p *localdiscord.Person, n int) string) {
		t.Helper()
		for n := range most {
			if got := do(hog, n); strings.Contains(got, spent) {
				t.Fatalf("%s: the %dth is too much: %s", what, n+1, got)
			}
		}
		before := h.snapshot().State.Seq
		if got := do(hog, most); !strings.Contains(got, spent) {
			t.Errorf("%s: the %dth is answered %q", what, most+1, got)
		}
		if after := h.snapshot().State.Seq; after != before {
			t.Errorf("%s: what was too much is done", what)
		}
		if got := do(other, 0); strings.Contains(got, spent) {
			t.Errorf("%s: another member is told %q", what, got)
		}
	}
	event(1)
	tooMuch(6, "joining and leaving", func(p *localdiscord.Person, n int) string {
		return h.slash(p, []string{"leave", "join"}[n%2], nil)
	})
	h.slash(other, "join", nil)
	tooMuch(10, "decks", func(p *localdiscord.Person, n int) string {
		return h.slash(p, "deck submit", localdiscord.Options{"deck": fmt.Sprint(n+1, " Bolt")})
	})
	h.organise("tournament start", "round pair", "round publish")
	tooMuch(12, "reports", func(p *localdiscord.Person, n int) string {
		return h.slash(p, "report", localdiscord.Options{"result": []string{"2-0", "2-1"}[n%2]})
	})
	first := h.channel
	rooms := []*localdiscord.Channel{first}
	for n := range 5 {
		event(n + 2)
		h.organise("tournament start", "round pair", "round publish")
		rooms = append(rooms, h.channel)
	}
	tooMuch(5, "calls for a judge", func(p *localdiscord.Person, n int) string {
		h.channel = rooms[len(rooms)-1-n]
		return h.slash(p, "judge", nil)
	})
	h.clean()
}

// TestWhoHasTooMuchUnderWayIsToldToWait: a limited number of interactions of one member
// is handled at once, further ones are refused immediately, and another member is
// answered.
func TestWhoHasTooMuchUnderWayIsToldToWait(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	h.settle()
	gate := make(chan struct{})
	h.gate.Store(&gate)
	hog := h.guild.AddPerson("Hog")
	var asked []*localdiscord.Interaction
	for range 30 {
		asked = append(asked, h.use(hog, "join", nil))
	}
	told := func() (n int) {
		for _, i := range asked {
			if m, ok := i.Original(); ok && strings.Contains(h.srv.Render(m), "You have too much under way at once. Wait for an answer first.") {
				n++
			}
		}
		return n
	}
	h.until("all but twelve are told to wait", func() bool { return told() >= 30-12 })
	if got := h.slash(h.guild.AddPerson("Other"), "help", nil); !strings.Contains(got, "/join") {
		t.Errorf("another member gets %q", got)
	}
	close(gate)
	h.until("the others are done", func() bool { return h.joins.Load() == 12 })
	if n := told(); n != 30-12 {
		t.Errorf("%d of 30 are told to wait, want 18", n)
	}
	if n := len(h.snapshot().State.Players); n != 1 {
		t.Errorf("%d players joined", n)
	}
	h.clean()
}
