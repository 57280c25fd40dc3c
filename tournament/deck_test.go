package tournament_test

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
)

// TestADeckReplacesTheOneBefore: the text of the old one is not kept.
func TestADeckReplacesTheOneBefore(t *testing.T) {
	s := settings(1, 0)
	s.Decks = tournament.DecksOptional
	w := given(t, s, 3)
	for _, text := range []string{"20 Forest", "20 Island", "20 Swamp"} {
		if err := w.as(w.user(1), &command.SubmitDeck{Player: 1, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	var decks []string
	for _, x := range w.snap.Book.Texts {
		if x.Kind == tournament.TextDeck {
			decks = append(decks, x.Body)
		}
	}
	if len(decks) != 1 || decks[0] != "20 Swamp" {
		t.Errorf("kept are %q", decks)
	}
}

// A deck submitted as "only you and the organisers" is not shown to the others because
// the setting changed later, or an organiser corrected the deck.
func TestADeckHandedInAsPrivateStaysSo(t *testing.T) {
	s := settings(1, 0)
	s.DecksShown = tournament.DecksPrivate
	w := given(t, s, 3)
	submit := func(n int, by string) {
		t.Helper()
		if err := w.as(by, &command.SubmitDeck{Player: n, Text: "4 Bolt", ByOrganiser: by == "organiser"}); err != nil {
			t.Fatal(err)
		}
	}
	submit(1, "u1")
	submit(2, "u2")
	s.DecksShown = tournament.DecksPublic
	w.do(change(s))
	submit(1, "organiser")
	submit(2, "u2") // knows what is shown now
	submit(3, "u3")
	w.do(&command.Start{})
	w.round()
	for n, want := range []bool{false, true, true} {
		if got := w.snap.State.DeckVisible(n + 1); got != want {
			t.Errorf("the deck of player %d is shown: %v", n+1, got)
		}
	}
}

// TestMahjongAsksForNoDecklists: neither by the settings of the last event nor by a
// command.
func TestMahjongAsksForNoDecklists(t *testing.T) {
	for _, ruleset := range []string{"riichi-wrc", "chess-casual"} {
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		s := settings(3, 0)
		s.Decks = tournament.DecksRequired
		w.do(&command.Create{Settings: s, Ruleset: load(t, ruleset)})
		if got := w.snap.State.Settings.Decks; got != tournament.DecksNone {
			t.Errorf("%s: decklists are %s", ruleset, got)
		}
		w.refused("organiser", &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.Decks = tournament.DecksOptional
			return s, nil
		}}, tournament.BadInput, "settings.no_decks")
	}
}
