package commands_test

import (
	"strings"
	"sync"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
)

// TestTwoOrganisersPairAtOnce: two organisers pair at the same time and publish at the
// same time. There is one round with one set of posts.
func TestTwoOrganisersPairAtOnce(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 0})
	h.players(8)
	h.slash(h.organiser, "tournament start", nil)
	otto := h.guild.AddPerson("Otto", h.guild.AddRole("Staff", wire.ManageEvents))
	together(t, func() { h.slash(h.organiser, "round pair", nil) }, func() { h.slash(otto, "round pair", nil) })
	if n := count[*tournament.RoundPaired](h.snapshot()); n != 1 {
		t.Errorf("%d pairings of round 1, want 1", n)
	}
	together(t, func() { h.slash(h.organiser, "round publish", nil) }, func() { h.slash(otto, "round publish", nil) })
	if n := count[*tournament.RoundPublished](h.snapshot()); n != 1 {
		t.Errorf("%d publications of round 1, want 1", n)
	}
	h.settle()
	if n := h.posts("Report"); n != 1 {
		t.Errorf("%d posts of the pairings, want 1", n)
	}
	h.clean()
}

// TestBothPlayersReportAtOnce: equal reports from both sides are one result, different
// ones are one dispute.
func TestBothPlayersReportAtOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, first, second string
		confirmed           bool
	}{
		{"same", "2-1", "1-2", true},
		{"different", "2-1", "2-0", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newTestServer(t)
			players := h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
			snap := h.snapshot()
			_, l := snap.State.Match(1, 1)
			a, b := players[l.Seats[0]], players[l.Seats[1]]
			together(t,
				func() { h.slash(a, "report", localdiscord.Options{"result": c.first}) },
				func() { h.slash(b, "report", localdiscord.Options{"result": c.second}) })
			m, l := h.snapshot().State.Match(1, 1)
			if m.Confirmed != c.confirmed || m.Disputed == c.confirmed {
				t.Errorf("confirmed %v, disputed %v, want confirmed %v", m.Confirmed, m.Disputed, c.confirmed)
			}
			if c.confirmed && l.Result.V != [4]int32{2, 1, 0, 0} {
				t.Errorf("result %v, want 2-1 for the first player", l.Result.V)
			}
			h.clean()
		})
	}
}

// TestSameInteractionTwice: an interaction that Discord delivers twice takes effect once
// and gets the same answer.
func TestSameInteractionTwice(t *testing.T) {
	h := newTestServer(t)
	h.create(nil)
	p := h.guild.AddPerson("Twice")
	i := h.use(p, "join", nil)
	i.Redeliver()
	h.answer(i)
	i.Redeliver()
	h.until("all three deliveries are dealt with", func() bool { return h.joins.Load() == 3 })
	if n := count[*tournament.PlayerRegistered](h.snapshot()); n != 1 {
		t.Errorf("registered %d times, want once", n)
	}
	if got := h.slash(p, "join", nil); !strings.Contains(got, "already") {
		t.Errorf("joining again answers %q", got)
	}
}

func together(t *testing.T, fs ...func()) {
	t.Helper()
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(f)
	}
	wg.Wait()
}

// count returns the number of events of a type in the log.
func count[E tournament.Event](s *tournament.Snapshot) int {
	n := 0
	for i := range s.Log {
		if _, ok := s.Log[i].Event.(E); ok {
			n++
		}
	}
	return n
}

// settle waits until every post is sent.
func (h *testServer) settle() {
	h.t.Helper()
	h.until("every post is sent", func() bool {
		waiting, _, err := h.store.PostsPending(h.t.Context())
		return err == nil && waiting == 0
	})
}

// posts counts the messages in the event's channel with a button of this label.
func (h *testServer) posts(label string) int {
	n := 0
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if strings.Contains(h.srv.Render(m), "["+label+"]") {
			n++
		}
	}
	return n
}
