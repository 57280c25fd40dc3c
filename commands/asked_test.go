package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
)

// called returns how many posts with a text the bot has ever made in the channel,
// including deleted ones, and how often they pinged each user.
func (h *testServer) called(says string) (posts int, pings map[string]int) {
	pings = map[string]int{}
	for _, e := range h.srv.Transcript(0) {
		if e.Kind != localdiscord.EntryPosted || !strings.Contains(e.Text, says) {
			continue
		}
		posts++
		if e.Pinged != nil {
			for _, id := range e.Pinged.Users {
				pings[id]++
			}
		}
	}
	return posts, pings
}

// TestAReportPingsTheOtherSideOnce: a player who has to confirm a report is pinged once,
// many tables are in one post, and after an answer there is no ping. The outbox is slow,
// so what was read from it is outdated when it is sent.
func TestAReportPingsTheOtherSideOnce(t *testing.T) {
	h := newTestServer(t)
	h.lag.Store(int64(5 * time.Millisecond))
	h.toRound1(52, localdiscord.Options{"rounds": 2, "cut": 0})
	h.settle()
	s := h.snapshot().State
	var asked []string
	var volley []*localdiscord.Interaction
	for i := range s.Rounds[0].Matches {
		_, l := s.Match(1, i+1)
		volley = append(volley, h.use(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"}))
		asked = append(asked, h.person(int(l.Seats[1])+1).ID())
	}
	for _, i := range volley {
		h.answer(i)
	}
	h.pass(2 * time.Minute)
	h.settle()
	posts, pinged := h.called("[Confirm]")
	for _, id := range asked {
		if pinged[id] != 1 {
			t.Errorf("somebody who has to answer was pinged %d times", pinged[id])
		}
	}
	if len(pinged) != len(asked) || posts >= len(asked) {
		t.Errorf("%d posts ping %d people about %d tables", posts, len(pinged), len(asked))
	}
	// The button is about the match of the player who presses it. Confirmed reports leave
	// the post, which is deleted when all are confirmed.
	h.lag.Store(0)
	for i, id := range asked {
		call := h.newest(h.channel, h.organiser, "[Confirm]")
		who, _ := h.srv.Person(id)
		if got := h.press(who, call, "Confirm"); !strings.Contains(got, "Confirmed") {
			t.Errorf("Confirm answers %s", got)
		}
		h.settle()
		standing := 0
		for _, m := range h.srv.Messages(h.channel, h.organiser) {
			if text := h.srv.Render(m); strings.Contains(text, "[Confirm]") {
				standing++
				if strings.Contains(text, "@"+who.Name()+":") {
					t.Errorf("who has answered is asked: %s", text)
				}
			}
		}
		if want := min(1, len(asked)-1-i); standing != want {
			t.Fatalf("after %d answers %d questions stand, want %d", i+1, standing, want)
		}
	}
	if now, _ := h.called("[Confirm]"); now != posts {
		t.Errorf("answers made %d posts", now-posts)
	}
	h.clean()
}

// TestAConfirmIsTakenWhileItsCallIsReplaced: players press Confirm on a call that another
// report replaces: the press is on its way when the new call is made, or falls between the
// new post and the end of the old one. Each report is confirmed, and pinged once.
func TestAConfirmIsTakenWhileItsCallIsReplaced(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(8, localdiscord.Options{"rounds": 1, "cut": 0})
	h.pass(46 * time.Minute) // the last minutes, in which a report calls at once
	h.settle()
	s := h.snapshot().State
	person := func(table, seat int) *localdiscord.Person {
		_, l := s.Match(1, table)
		return h.person(int(l.Seats[seat]) + 1)
	}
	report := func(table int) *localdiscord.Interaction {
		return h.use(person(table, 0), "report", localdiscord.Options{"result": "2-0"})
	}
	confirm := func(table int, on localdiscord.Message) *localdiscord.Interaction {
		t.Helper()
		i, err := person(table, 1).Click(t.Context(), on, "Confirm")
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	confirmed := func(i *localdiscord.Interaction) {
		t.Helper()
		if got := h.text(h.answer(i)); !strings.Contains(got, "Confirmed") {
			t.Errorf("Confirm is answered %q", got)
		}
	}
	h.answer(report(1))
	h.settle()
	call := h.newest(h.channel, h.organiser, "[Confirm]")

	gate := make(chan struct{})
	h.gate.Store(&gate)
	pressed, reported := confirm(1, call), report(2)
	h.gate.Store(nil)
	close(gate)
	confirmed(pressed)
	h.answer(reported)
	h.settle()

	call = h.newest(h.channel, h.organiser, "[Confirm]")
	h.srv.Faults().Script("DELETE", h.channel.ID()+"/messages/"+call.ID, localdiscord.Fault500, 3)
	h.answer(report(3))
	h.until("both calls stand", func() bool { return h.newest(h.channel, h.organiser, "[Confirm]").ID != call.ID })
	confirmed(confirm(2, call))
	h.settle()
	confirmed(confirm(3, h.newest(h.channel, h.organiser, "[Confirm]")))
	h.settle()
	_, pings := h.called("[Confirm]")
	for table := 1; table <= 3; table++ {
		if n := pings[person(table, 1).ID()]; n != 1 {
			t.Errorf("the opponent at table %d was pinged %d times", table, n)
		}
	}
	h.clean()
}

// TestARepairReachesTheMatchThreads: after a repair a thread has the names of its new
// players, who are pinged there, which adds them to it.
func TestARepairReachesTheMatchThreads(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "threads=yes"})
	h.players(4)
	h.organise("tournament start", "round pair", "round publish")
	h.settle()
	first, second := h.threadOf(1), h.threadOf(2)
	s := h.snapshot().State
	_, l := s.Match(1, 1)
	if m := h.srv.Messages(first, h.organiser)[0]; len(m.Pinged.Users) != 2 {
		t.Errorf("the first post of a thread pings %d people", len(m.Pinged.Users))
	}
	_, other := s.Match(1, 2)
	a, b := int(l.Seats[1])+1, int(other.Seats[1])+1
	ask := h.answer(h.use(h.organiser, "round repair", localdiscord.Options{"what": "swap", "player": fmt.Sprintf("p%d", a), "other": fmt.Sprintf("p%d", b)}))
	if got := h.press(h.organiser, *ask.Message, "Repair"); !strings.Contains(got, "These tables changed:") {
		t.Errorf("the repair answers %q", got)
	}
	if got := h.slash(h.person(a), "explain", localdiscord.Options{"what": "pairing"}); !strings.Contains(got, "by an organiser.") {
		t.Errorf("a table of the repair is explained by %q", got)
	}
	h.settle()
	for thread, n := range map[*localdiscord.Channel]int{first: b, second: a} {
		if name := h.snapshot().Name(n); !strings.Contains(thread.Name(), name) {
			t.Errorf("the thread of %s is called %q", name, thread.Name())
		}
		if !slices.Contains(thread.ThreadMembers(), h.person(n).ID()) {
			t.Errorf("%s is not in the thread of their match", h.snapshot().Name(n))
		}
	}
	h.clean()
}
