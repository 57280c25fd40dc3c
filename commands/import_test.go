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

// TestTakeOverFromAForm: pasted standings and met pairs are entered in a form, and the
// event continues with the next round, without rematches.
func TestTakeOverFromAForm(t *testing.T) {
	h := newTestServer(t)
	submit := func(standings, met string) string {
		opened := h.answer(h.use(h.organiser, "tournament import", localdiscord.Options{"ruleset": "magic", "rounds": 4, "cut": 4}))
		if opened.Modal == nil {
			t.Fatalf("no form opened: %s", h.text(opened))
		}
		i, err := h.organiser.SubmitModal(t.Context(), opened.Modal, localdiscord.Fields{"name": "Club Open", "standings": standings, "met": met})
		if err != nil {
			t.Fatal(err)
		}
		preview := h.answer(i)
		if said := h.text(preview); strings.Contains(said, "Nothing is made yet") && !strings.Contains(said, "No games were given") {
			t.Errorf("the preview doesn't say which games are taken: %s", said)
		}
		return h.imported(preview, "Import")
	}
	if got := submit("Ada 2-0\nBob two wins", ""); !strings.Contains(got, "Line 2: There's no record in it. Write won-lost-drawn, such as 3-1-0.") {
		t.Errorf("a line that is none: %s", got)
	}
	if got := submit("Ada 2-0\nBob 0-2", "Ada - Zed"); !strings.Contains(got, `"zed" isn't in the standings`) {
		t.Errorf("a stranger among the pairs: %s", got)
	}
	if found, err := h.store.ByGuild(t.Context(), h.guild.ID()); err != nil || len(found) > 0 {
		t.Fatalf("bad input stored %d events (%v)", len(found), err)
	}
	got := submit("Ada 2-0\nBob 1-1\nCem 1-1\nDan *bold* 0-2", "Ada - Bob\nCem - Dan *bold*\nAda vs Cem\nBob vs Dan *bold*")
	for _, want := range []string{"Club Open is taken over: 4 players, 2 rounds.", "Next is round 3 of 4. → `/round pair`"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %q: %s", want, got)
		}
	}
	h.slash(h.organiser, "round pair", nil)
	s := h.snapshot().State
	if s.Preview == nil || len(s.PreviewMatches) != 2 {
		t.Fatal("round 3 is not paired")
	}
	for i := range s.PreviewMatches {
		if l := &s.PreviewMatches[i]; l.Seat(0) >= 0 && l.Seat(3) < 0 {
			t.Errorf("Ada should meet Dan, the only one left: %+v", l)
		}
	}
	if got := h.slash(h.organiser, "pairings", localdiscord.Options{"round": 1}); !strings.Contains(got, "before this event was imported") {
		t.Errorf("/pairings of a round elsewhere: %s", got)
	}
	if got := h.slash(h.organiser, "standings", nil); !strings.Contains(got, "6 2-0") && !strings.Contains(got, "Points 6, Record 2-0") {
		t.Errorf("/standings: %s", got)
	}
	h.settle()
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if text := h.srv.Render(m); strings.Contains(text, "Round 1") && strings.Contains(text, "[Report]") {
			t.Errorf("a round that was played elsewhere is posted: %s", text)
		}
	}
	h.clean()
}

// imported presses a button of a preview and returns the answer; anything other than a
// preview is returned unchanged.
func (h *testServer) imported(preview localdiscord.Answer, label string) string {
	h.t.Helper()
	if said := h.text(preview); !strings.Contains(said, "Nothing is made yet") {
		return said
	}
	return h.text(h.presses(h.organiser, preview, label))
}

// TestTakeOverFromATextFile: text that is too long for a form is attached.
func TestTakeOverFromATextFile(t *testing.T) {
	h := newTestServer(t)
	var text, pairs strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, "%d\tPlayer %d\t%d-%d-0\n", i+1, i+1, (i+1)%2, i%2)
		if i%2 == 0 {
			fmt.Fprintf(&pairs, "Player %d - Player %d\n", i+1, i+2)
		}
	}
	data := []byte(text.String() + "\nPairs:\n" + pairs.String())
	got := h.imported(h.answer(h.use(h.organiser, "tournament import", localdiscord.Options{"file": localdiscord.File{Name: "club.txt", Data: data}, "ruleset": "lorcana", "rounds": 9})), "Import")
	if !strings.Contains(got, "club is taken over: 400 players, 1 round.") {
		t.Fatalf("the answer: %s", got)
	}
	h.settle()
	h.clean()
}

// TestForfeitOfEitherPlayer: an organiser can enter a forfeit of the first-named player
// as well as of the second.
func TestForfeitOfEitherPlayer(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	_, l := h.snapshot().State.Match(1, 1)
	first, second := int(l.Seats[0])+1, int(l.Seats[1])+1
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "result": "forfeit-lost"})
	_, l = h.snapshot().State.Match(1, 1)
	if l.Kind != ledger.Forfeit || int(l.Seats[0])+1 != second || int(l.Seats[1])+1 != first {
		t.Fatalf("the match is %+v", l)
	}
	table, err := h.snapshot().State.Table(1)
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Row(int32(second - 1)).Points.String(); got != "3" {
		t.Errorf("the winner has %s points", got)
	}
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 2, "result": "forfeit"})
	if s := h.snapshot().State; s.Rounds[0].Status != tournament.Done {
		t.Error("the round is not over")
	}
	h.settle()
	h.clean()
}

// TestACorrectionSaysWhatItDoesToProvedFacts: a result of round 1 is corrected when only
// the last round is undecided.
func TestACorrectionSaysWhatItDoesToProvedFacts(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 2})
	for r := 1; r <= 2; r++ {
		for _, m := range h.snapshot().State.Blocking(r) {
			_, l := h.snapshot().State.Match(r, m)
			h.slash(h.organiser, "player report", localdiscord.Options{"table": int(l.Table), "result": "2-0"})
		}
		h.slash(h.organiser, "round pair", nil)
		h.slash(h.organiser, "round publish", nil)
	}
	got := h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "round": 1, "result": "0-2"})
	for _, want := range []string{"Changes for the cut", " out."} { // out, or back in, depending on the draw
		if !strings.Contains(got, want) {
			t.Errorf("the preview lacks %q: %s", want, got)
		}
	}
	h.clean()
}

// TestALeagueSaysThatItsEventWasMissed: a league whose registration and start fall into a
// downtime says so in its channel, once.
func TestALeagueSaysThatItsEventWasMissed(t *testing.T) {
	h := newTestServer(t)
	h.slash(h.organiser, "league-admin create", localdiscord.Options{
		"name": "Friday League", "cron": "0 19 * * 5", "time_zone": "Europe/Berlin", "ruleset": "magic", "open_hours": 2, "rounds": 2, "cut": 0,
	})
	h.pass(h.league().State.Next.Sub(h.now()) + time.Hour)
	h.settle()
	s := h.snapshot().State
	if s.Phase != tournament.Cancelled {
		t.Fatalf("the event is %s", s.Phase)
	}
	said := 0
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if text := h.srv.Render(m); strings.Contains(text, "cancelled") && strings.Contains(text, "The bot wasn't running") && strings.Contains(text, "The next one starts 2031-01-24 19:00") {
			said++
		}
	}
	if said != 1 {
		t.Errorf("the channel was told %d times", said)
	}
	h.clean()
}
