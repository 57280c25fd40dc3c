package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// says fails the test unless the answer to the organiser's command contains a text.
func (h *testServer) says(want, command string, options localdiscord.Options) {
	h.t.Helper()
	if got := h.slash(h.organiser, command, options); !strings.Contains(got, want) {
		h.t.Fatalf("/%s: %s\nwant something with %q", command, got, want)
	}
}

// posted waits for a message in the channel that contains a text, and returns it.
func (h *testServer) posted(text string) localdiscord.Message {
	h.t.Helper()
	h.settle()
	return h.newest(h.channel, h.organiser, text)
}

// refusedUnchanged fails the test unless the command is refused with a text and nothing
// is stored.
func (h *testServer) refusedUnchanged(want, command string, options localdiscord.Options) {
	h.t.Helper()
	before := h.snapshot().State.Seq
	if got := h.text(h.answer(h.use(h.organiser, command, options))); !strings.Contains(got, want) {
		h.t.Fatalf("/%s: %s\nwant something with %q", command, got, want)
	}
	if after := h.snapshot().State.Seq; after != before {
		h.t.Errorf("/%s was refused and wrote %d events", command, after-before)
	}
}

// undo undoes the last command.
func (h *testServer) undo() {
	h.t.Helper()
	h.slash(h.organiser, "tournament undo", nil)
	if got := h.press(h.organiser, h.newest(h.channel, h.organiser, "Undo this?"), "Undo"); !strings.Contains(got, "Undone") {
		h.t.Fatalf("undo: %s", got)
	}
	h.settle()
}

// playRound pairs, publishes, starts and plays a round; result returns the result to
// enter for a match, from its first player's side.
func (h *testServer) playRound(result func(match int, l *ledger.Match) string) {
	h.t.Helper()
	h.nextRound()
	s := h.snapshot().State
	r := s.Current()
	if r == nil || r.Status == tournament.Done && len(s.Blocking(r.Number)) > 0 || r.Status == tournament.Published {
		h.t.Fatalf("no round is running: %s", h.slash(h.organiser, "round start", nil))
	}
	for _, m := range s.Blocking(r.Number) {
		_, l := s.Match(r.Number, m)
		h.says("Table", "player report", localdiscord.Options{"table": int(l.Table), "result": result(m, l)})
	}
	if s := h.snapshot().State; s.Rounds[r.Number-1].Status != tournament.Done {
		h.t.Fatalf("%s is not over", s.RoundTitle(r.Number))
	}
}

func always(text string) func(int, *ledger.Match) string {
	return func(int, *ledger.Match) string { return text }
}

// TestADraftFromSeatsToFinalPlaces: eight players draft, build decks by the
// clock, and play three rounds (docs/rules/magic.md#mtg-09 to MTG-17); each step is
// posted, and steps in the wrong order are refused.
func TestADraftFromSeatsToFinalPlaces(t *testing.T) {
	h := drawnTestServer(t)
	h.create(localdiscord.Options{"format": "draft"})
	players := h.players(8)
	h.refusedUnchanged("started", "tournament draft seats", nil)
	if got := h.slash(h.organiser, "tournament settings", nil); strings.Contains(got, "Late entry") {
		t.Errorf("the settings of a draft promise late entry: %s", got)
	}
	h.says("→ `/tournament draft seats`", "tournament start", nil)
	h.posted("**Late entry:** until the seats are drawn.")
	h.posted("**Before round 1:** 30 min for the draft, 25 min to build decks")
	// Three rounds of 50 minutes, two breaks, 15 minutes to begin, the draft and the decks.
	h.posted("**Length:** about 4 h, with 15 min to set up")
	h.refusedUnchanged("Draw the draft seats first", "round pair", nil)
	h.refusedUnchanged("", "tournament draft start", nil)
	h.says("1 pod is drawn", "tournament draft seats", nil)
	seats := h.posted("Draft seats")
	text := h.srv.Render(seats)
	for _, want := range []string{"opposite seats: 1-5 · 2-6 · 3-7 · 4-8", "Player 1", "Player 8"} {
		if !strings.Contains(text, want) {
			t.Errorf("the seating plan lacks %q: %s", want, text)
		}
	}
	if !testing.Short() && (len(seats.Attachments) != 1 || !strings.Contains(text, "Seat 8: ")) {
		t.Errorf("the seating plan has %d pictures: %s", len(seats.Attachments), text)
	}
	if got := len(seats.Pinged.Users); got != 8 {
		t.Errorf("the seating plan pings %d players, want 8", got)
	}
	if got := h.slash(players[0], "status", nil); !strings.Contains(got, "Take your seat: seat ") {
		t.Errorf("/status before the first pack: %s", got)
	}
	// Seats are drawn again only after the organiser confirms.
	before := fmt.Sprint(h.snapshot().State.Draft.Pods)
	h.refusedUnchanged("The seats are drawn and being posted", "tournament draft seats", nil)
	panel := h.newest(h.channel, h.organiser, "The seats are drawn and being posted")
	h.press(h.organiser, panel, "Draw the seats anew")
	if again := fmt.Sprint(h.snapshot().State.Draft.Pods); again == before {
		t.Error("the seats are the same")
	}
	h.posted("The seats were redrawn; these are void.")
	h.undo()
	if now := fmt.Sprint(h.snapshot().State.Draft.Pods); now != before {
		t.Error("the undo does not bring the first seats back")
	}
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if m.ID == seats.ID && !strings.Contains(h.srv.Render(m), "opposite seats") {
			t.Errorf("the first seats are not shown again: %s", h.srv.Render(m))
		}
	}
	h.refusedUnchanged("The draft hasn't begun", "tournament draft next", nil)
	h.says("Pack 1 is open. Pass left", "tournament draft start", nil)
	h.posted("Pack 1: pass left")
	h.refusedUnchanged("begun already", "tournament draft start", nil)
	h.refusedUnchanged("begun already", "tournament draft seats", nil)
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Pack 1 is open"), "Open pack 2")
	h.posted("Pack 2: pass right")
	h.posted("This pack is over")
	if got := h.slash(players[3], "status", nil); !strings.Contains(got, "Draft pack 2 and pass right") {
		t.Errorf("/status in pack 2: %s", got)
	}
	pack3 := h.slash(h.organiser, "tournament draft next", nil)
	if !strings.Contains(pack3, "Pack 3 is open. Pass left") || !strings.Contains(pack3, "[Build decks]") || strings.Contains(pack3, "Open pack") {
		t.Errorf("after the last pack (MTG-12): %s", pack3)
	}
	h.refusedUnchanged("10 to 30 minutes", "tournament draft build", localdiscord.Options{"minutes": 45})
	h.says("Deck building has started", "tournament draft build", localdiscord.Options{"minutes": 25})
	h.posted("Build your deck. Ends")
	h.refusedUnchanged("already", "tournament draft build", nil)
	h.pass(20 * time.Minute)
	h.posted("Deck building: 5 min left")
	h.pass(5 * time.Minute)
	h.posted("Time! Decks are built")
	h.pass(time.Hour)
	h.settle()
	reminders := 0
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if strings.Contains(h.srv.Render(m), "Finish your deck") || strings.Contains(h.srv.Render(m), "Deck building: 5 min left") {
			reminders++
		}
	}
	if reminders != 1 {
		t.Errorf("%d reminders", reminders)
	}
	for range 3 {
		h.playRound(always("2-1"))
	}
	h.says("The event is over", "tournament finish", nil)
	h.posted("wins Friday Night")
	log := h.slash(h.organiser, "tournament log", localdiscord.Options{"page": 3}) + h.slash(h.organiser, "tournament log", localdiscord.Options{"page": 4}) + h.slash(h.organiser, "tournament log", localdiscord.Options{"page": 2})
	for _, want := range []string{"drew the draft seats", "opened pack 3", "started deck building until", "Deck building ended"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q", want)
		}
	}
	h.clean()
}

// TestDraftedDecksAreHandedInAfterTheDraft: players are not asked for a deck before the
// packs are opened, even if decks are required.
func TestDraftedDecksAreHandedInAfterTheDraft(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"format": "draft"})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=required"})
	p := h.players(4)
	if got := h.srv.Render(h.posted("Registration is open")); strings.Contains(got, "Hand in deck") {
		t.Errorf("the card asks for decks: %s", got)
	}
	if got := h.slash(p[0], "status", nil); strings.Contains(got, "deck") {
		t.Errorf("/status before the draft: %s", got)
	}
	h.says("has started", "tournament start", nil)
	h.says("", "tournament draft seats", nil)
	h.says("", "tournament draft start", nil)
	h.says("Deck building has started", "tournament draft build", localdiscord.Options{"minutes": 10})
	if got := h.srv.Render(h.posted("Then hand in your list")); !strings.Contains(got, "Hand in deck") {
		t.Errorf("deck building asks for no deck: %s", got)
	}
	h.clean()
}

// TestADraftThatAdvancesByItself: seats are drawn at the start, and round 1 begins when
// the time for deck building is over.
func TestADraftThatAdvancesByItself(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"format": "draft"})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "auto_advance=yes"})
	h.players(4)
	h.says("The draft seats are drawn. → `/tournament draft start`", "tournament start", nil)
	h.posted("Draft seats")
	h.says("Pack 1 is open", "tournament draft start", nil)
	h.says("Deck building has started", "tournament draft build", localdiscord.Options{"minutes": 10})
	h.pass(10 * time.Minute)
	h.posted("Round 1")
	h.clean()
}

// TestASealedEventBuildsDecksByTheClock: a sealed event has deck building by the clock
// before round 1, without a draft (docs/rules/magic.md#mtg-04, MTG-13).
func TestASealedEventBuildsDecksByTheClock(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.refusedUnchanged("in a draft", "tournament draft seats", nil)
	h.refusedUnchanged("20 to 50 minutes", "tournament draft build", localdiscord.Options{"minutes": 10})
	h.says("No time limit", "tournament draft build", localdiscord.Options{"minutes": -1})
	h.posted("No time limit")
	h.undo()
	h.says("Deck building has started", "tournament draft build", nil)
	h.playRound(always("2-0"))
	h.posted("Deck building is over")
	h.refusedUnchanged("before round 1", "tournament draft build", nil)
	h.clean()
}

// TestMEC50_CardsAreExchangedBetweenRounds: in a sealed MECCG event a deck can be
// changed after a round, until the next pairing is published.
func TestMEC50_CardsAreExchangedBetweenRounds(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "meccg", "rounds": 2, "cut": 0})
	h.says("Structure", "tournament settings", localdiscord.Options{"set": "option.game_type=sealed"})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=optional"})
	p := h.players(4)[0]
	submit := func(want, deck string) {
		t.Helper()
		if got := h.slash(p, "deck submit", localdiscord.Options{"deck": deck}); !strings.Contains(got, want) {
			t.Errorf("/deck submit: %s\nwant something with %q", got, want)
		}
	}
	h.slash(h.organiser, "tournament start", nil)
	h.says("Deck building has started", "tournament draft build", localdiscord.Options{"minutes": 45})
	submit("Your decklist is in", "25 resources")
	h.playRound(always("20-10"))
	if got := h.slash(p, "status", nil); !strings.Contains(got, "Until then you can change your deck") || !strings.Contains(got, "[Change deck]") {
		t.Errorf("/status between rounds: %s", got)
	}
	submit("Your decklist is in", "26 resources")
	h.slash(h.organiser, "round pair", nil)
	h.slash(h.organiser, "round publish", nil)
	submit("between rounds, before the next pairings are published", "27 resources")
	if got := h.slash(p, "deck show", nil); !strings.Contains(got, "26 resources") {
		t.Errorf("/deck show: %s", got)
	}
	h.clean()
}
