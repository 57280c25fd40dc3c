package commands_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/presence"
	"topcut/tournament"
)

// stray is what tells who is in the server, which says of some users once that they are
// not, and counts the questions.
type stray struct {
	presence.Members
	mu    sync.Mutex
	lies  map[string]bool
	asked []string
}

func (s *stray) IsMember(ctx context.Context, guild, user string) (bool, error) {
	s.mu.Lock()
	s.asked = append(s.asked, user)
	lie := s.lies[user]
	delete(s.lies, user)
	s.mu.Unlock()
	if lie {
		return false, nil
	}
	return s.Members.IsMember(ctx, guild, user)
}

// confirmedBySilence plays the open round: at every table the first player reports a win
// and the second does nothing. It returns the second ones.
func (h *testServer) confirmedBySilence() (silent []*localdiscord.Person) {
	h.t.Helper()
	s := h.snapshot().State
	for _, l := range s.Ledger.Rounds[len(s.Rounds)-1].Matches {
		if l.N == 2 {
			h.slash(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"})
			silent = append(silent, h.person(int(l.Seats[1])+1))
		}
	}
	h.settle()
	h.pass(30 * time.Minute)
	if r := h.snapshot().State.Rounds[len(s.Rounds)-1]; r.Status != tournament.Done {
		h.t.Fatalf("round %d is not over", r.Number)
	}
	return silent
}

// takesPart reports whether a person plays on in the event.
func (h *testServer) takesPart(p *localdiscord.Person) bool {
	s := h.snapshot()
	return s.State.Taking(s.PlayerByUser(p.ID()))
}

// TestWhoLeftTheServerIsSeenWhenPairing: Discord is asked about those only who have done
// nothing since the last round. Who has left is named in the preview with a button that
// drops them and shows the round without them; who has not, although Discord says so once,
// is not named.
func TestWhoLeftTheServerIsSeenWhenPairing(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(6, localdiscord.Options{"rounds": 3, "cut": 0})
	silent := h.confirmedBySilence()
	left, stays, third := silent[0], silent[1], silent[2]
	left.Leave(h.guild)
	to := &stray{Members: h.app.Presence.Members, lies: map[string]bool{stays.ID(): true}}
	h.app.Presence.Members = to
	preview := h.answer(h.use(h.organiser, "round pair", nil))
	h.hasAll(h.text(preview), "Left the server: "+left.Name(), "[Drop "+left.Name()+"]")
	if got := h.text(preview); strings.Contains(got, "Drop "+stays.Name()) || strings.Contains(got, "Discord didn't say") {
		t.Errorf("one stray answer is believed: %s", got)
	}
	slices.Sort(to.asked)
	want := []string{left.ID(), left.ID(), stays.ID(), stays.ID(), third.ID()}
	if slices.Sort(want); !slices.Equal(to.asked, want) {
		t.Errorf("Discord is asked about %v, want %v", to.asked, want)
	}
	if !h.takesPart(left) {
		t.Error("the bot drops a player by itself")
	}
	again := h.answer(h.use(h.organiser, "round pair", nil))
	if h.hasAll(h.text(again), "Left the server: "+left.Name()); len(to.asked) != len(want) {
		t.Errorf("Discord is asked again in the same round: %v", to.asked)
	}
	after := h.text(h.presses(h.organiser, preview, "Drop "+left.Name()))
	if h.hasAll(after, "Preview: Round 2"); strings.Contains(after, left.Name()) || h.takesPart(left) {
		t.Errorf("the player is not dropped: %s", after)
	}
	h.organise("round publish")
	h.clean()
}

// TestOnlyWhoIsPairedIsLookedFor: of who is out of the cut nothing is asked or said.
func TestOnlyWhoIsPairedIsLookedFor(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 1, "cut": 2})
	h.confirmedBySilence()[0].Leave(h.guild)
	to := &stray{Members: h.app.Presence.Members}
	h.app.Presence.Members = to
	h.organise("tournament cut")
	got := h.slash(h.organiser, "round pair", nil)
	if h.hasAll(got, "Preview"); strings.Contains(got, "Left the server") || len(to.asked) > 0 {
		t.Errorf("Discord is asked about %v: %s", to.asked, got)
	}
}

// TestAPlayerWhoIsBackIsNotDropped: who does something in the event is not taken to have
// left, also by the button of an old preview.
func TestAPlayerWhoIsBackIsNotDropped(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 3, "cut": 0})
	left := h.confirmedBySilence()[0]
	left.Leave(h.guild)
	preview := h.answer(h.use(h.organiser, "round pair", nil))
	h.hasAll(h.text(preview), "Left the server: "+left.Name())
	h.organise("round publish")
	left.Join(h.guild)
	h.wantAnswer(left, "2", "report", localdiscord.Options{"result": "2-0"})
	if s := h.snapshot().State; len(s.HaveLeft()) != 0 {
		t.Errorf("players %v are taken to have left", s.HaveLeft())
	}
	h.hasAll(h.text(h.presses(h.organiser, preview, "Drop "+left.Name())), left.Name()+" has done something in the event since")
	if !h.takesPart(left) {
		t.Error("a player who is back is dropped")
	}
}

// TestDiscordDoesNotSayWhoLeft: an answer that says nothing about a member is no answer,
// and the preview says so.
func TestDiscordDoesNotSayWhoLeft(t *testing.T) {
	for _, fault := range []localdiscord.Fault{localdiscord.Fault403, localdiscord.Fault404} {
		t.Run(string(fault), func(t *testing.T) {
			h := newTestServer(t)
			h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
			h.confirmedBySilence()
			h.srv.Faults().Script("GET", "/members/", fault, 2)
			got := h.slash(h.organiser, "round pair", nil)
			if h.hasAll(got, "Discord didn't say whether 2 players are still in the server"); strings.Contains(got, "Left the server") {
				t.Errorf("a stray answer is believed: %s", got)
			}
			if got := h.slash(h.organiser, "round pair", nil); strings.Contains(got, "Discord didn't say") {
				t.Errorf("Discord is not asked again: %s", got)
			}
		})
	}
}

// TestWhoLeftIsNamedInAnUnattendedEvent: an event that pairs by itself goes on, drops
// no player, and names in the organisers' channel who has left, once, with a button that drops
// them.
func TestWhoLeftIsNamedInAnUnattendedEvent(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 3, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "auto_advance=yes, to_channel=" + h.office.ID()})
	h.keepPresence()
	s := h.snapshot().State
	_, l := s.Match(1, 1)
	left := h.person(int(l.Seats[1]) + 1)
	left.Leave(h.guild)
	for m := range s.Rounds[0].Matches {
		_, l := s.Match(1, m+1)
		h.slash(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"})
	}
	h.settle()
	h.pass(30 * time.Minute)
	if s := h.snapshot().State; len(s.Rounds) != 2 {
		t.Fatalf("%d rounds are paired", len(s.Rounds))
	}
	for range 2 { // also by a process that knows only what is stored
		h.app.Presence = &presence.Watch{Members: h.app.Presence.Members, Events: h.director, Now: h.now, Log: h.app.Log}
		h.keepPresence()
	}
	panel := h.newest(h.office, h.organiser, "Left the server: "+left.Name())
	if n := count[*tournament.PlayersGone](h.snapshot()); n != 1 || !h.takesPart(left) {
		t.Errorf("it is recorded %d times; the player takes part: %t", n, h.takesPart(left))
	}
	if got := h.press(h.organiser, panel, "Drop "+left.Name()); !strings.Contains(got, "is out of the event") || h.takesPart(left) {
		t.Errorf("the button answers: %s", got)
	}
	h.silentOf("Left the server")
	h.clean()
}

// keepPresence syncs the server, with a look for who has left.
func (h *testServer) keepPresence() {
	h.t.Helper()
	k := h.keeper(nil)
	k.Presence = h.app.Presence
	if err := k.Keep(h.t.Context(), h.guild.ID()); err != nil {
		h.t.Fatal(err)
	}
}
