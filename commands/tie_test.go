package commands_test

import (
	"slices"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/tournament/ledger"
)

// level returns a MECCG event of four in which every game was a tie.
func level(t *testing.T) *testServer {
	t.Helper()
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "meccg", "rounds": 2, "cut": 0})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	h.refusedUnchanged("still running", "tournament tie playoff", nil)
	h.playRound(always("tie"))
	h.playRound(always("tie"))
	return h
}

// TestMEC59_ATieAtTheTopIsPlayedOff: after a preview the play-off has its own rounds
// until one player leads; an undo removes it, and then the title can be shared
// (docs/rules/meccg.md#mec-60).
func TestMEC59_ATieAtTheTopIsPlayedOff(t *testing.T) {
	h := level(t)
	h.refusedUnchanged("tied at the top", "tournament finish", nil)
	h.refusedUnchanged("tied for first place", "tournament tie playoff", nil)
	ask := h.newest(h.channel, h.organiser, "Play off for the title?")
	if got := h.press(h.organiser, ask, "Start the play-off"); !strings.Contains(got, "The play-off begins: 4 players, 2 rounds") {
		t.Fatalf("the play-off: %s", got)
	}
	post := h.posted("Play-off for first place")
	if len(post.Pinged.Users) != 4 {
		t.Errorf("the play-off pings %d players", len(post.Pinged.Users))
	}
	if got := h.slash(h.person(1), "status", nil); !strings.Contains(got, "You're in the play-off") {
		t.Errorf("/status: %s", got)
	}
	h.undo()
	h.posted("~~The play-off~~ was undone")
	h.slash(h.organiser, "tournament tie playoff", nil)
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Play off for the title?"), "Start the play-off")
	h.refusedUnchanged("isn't over", "tournament tie share", nil)
	for range 2 {
		h.playRound(func(_ int, l *ledger.Match) string {
			if l.Seats[0] < l.Seats[1] {
				return "20-10"
			}
			return "10-20"
		})
	}
	if got := h.slash(h.person(2), "standings", nil); !strings.Contains(got, "6") {
		t.Errorf("/standings: %s", got)
	}
	h.says("The event is over", "tournament finish", nil)
	if places := h.snapshot().State.Places; slices.Index(places, 1) != 0 {
		t.Errorf("places %v: the first player won both games of the play-off", places)
	}
	h.posted("Player 1 wins Friday Night")
	if got := h.slash(h.organiser, "tournament log", localdiscord.Options{"page": 2}); !strings.Contains(got, "started a play-off of 2 rounds") {
		t.Errorf("the log: %s", got)
	}
	h.clean()
}

// TestMEC60_ATitleIsShared: after a preview there are co-champions; after a correction an
// old preview asks again.
func TestMEC60_ATitleIsShared(t *testing.T) {
	h := level(t)
	h.refusedUnchanged("share the prizes of places 1 to 4", "tournament tie share", nil)
	old := h.newest(h.channel, h.organiser, "Share the title?")
	correct := func(result string) {
		t.Helper()
		preview := *h.answer(h.use(h.organiser, "player report", localdiscord.Options{"round": 1, "table": 1, "result": result})).Message
		h.press(h.organiser, preview, "Change the result")
	}
	correct("20-10")
	if got := h.press(h.organiser, old, "Share the title"); !strings.Contains(got, "Nobody is tied") {
		t.Errorf("an old preview: %s", got)
	}
	correct("tie")
	if got := h.press(h.organiser, old, "Share the title"); !strings.Contains(got, "4 players share the title") {
		t.Fatalf("the share: %s", got)
	}
	h.posted("Co-champions of")
	h.refusedUnchanged("Nobody is tied", "tournament tie playoff", nil)
	h.says("The event is over", "tournament finish", nil)
	if places := h.snapshot().State.Places; !slices.Equal(places, []int{1, 1, 1, 1}) {
		t.Errorf("places %v, want four champions", places)
	}
	h.posted("share first place in Friday Night")
	h.clean()
}

// TestATieStopsRoundsThatFollowByThemselves: if rounds follow automatically, the
// organisers are asked when the lead is tied after the last one.
func TestATieStopsRoundsThatFollowByThemselves(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "meccg", "rounds": 1, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "auto_advance=yes"})
	h.players(4)
	h.says("Round 1 is running", "tournament start", nil)
	for _, table := range []int{1, 2} {
		h.says("Table", "player report", localdiscord.Options{"table": table, "result": "tie"})
	}
	next := h.posted("[Play off for the title]")
	h.press(h.organiser, next, "Share the title")
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Share the title?"), "Share the title")
	h.posted("Co-champions of")
	h.clean()
}

// TestATieNeedsATie: with a single leader neither a play-off nor a shared title is
// possible.
func TestATieNeedsATie(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(2, localdiscord.Options{"ruleset": "meccg", "rounds": 1, "cut": 0})
	h.says("Table 1", "player report", localdiscord.Options{"table": 1, "result": "29-15"})
	h.refusedUnchanged("Nobody is tied at the top", "tournament tie playoff", nil)
	h.refusedUnchanged("Nobody is tied at the top", "tournament tie share", nil)
	h.clean()
}
