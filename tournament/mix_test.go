package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/jointseed"
	"topcut/tournament/replay"
)

// press is player n mixing the draw.
func (w *table) press(n int) error {
	return w.as(w.snap.User(n), &command.Mix{Player: n})
}

// due lets what is due happen, in the order of time.
func (w *table) due() {
	w.t.Helper()
	all := tournament.Deadlines(w.snap.State)
	slices.SortStableFunc(all, func(a, b tournament.Deadline) int { return a.At.Compare(b.At) })
	for _, d := range all {
		if d.At.After(w.now) || !slices.Contains(tournament.Deadlines(w.snap.State), d) {
			continue
		}
		next, _, err := command.Decide(w.snap, command.Request{Cause: d.Key, Command: &command.Fire{Key: d.Key}}, w.now)
		if err != nil {
			w.t.Fatalf("%s: %v", d.Key, err)
		}
		w.snap = next
	}
}

func TestJoiningAgainIsNotAnotherThrowOfTheDice(t *testing.T) {
	w := given(t, settings(3, 0), 4)
	before := w.snap.State.Joins
	for range 5 {
		if err := w.as("u4", &command.Leave{Player: w.snap.PlayerByUser("u4")}); err != nil {
			t.Fatal(err)
		}
		if err := w.as("u4", &command.Join{User: "u4", Name: "Player 4"}); err != nil {
			t.Fatal(err)
		}
		if w.snap.State.Joins != before {
			t.Fatal("whoever joins again chooses among draws")
		}
	}
	if err := w.as("u5", &command.Join{User: "u5", Name: "Player 5"}); err != nil || w.snap.State.Joins == before {
		t.Fatalf("a first join is not mixed in: %v", err)
	}
}

// TestWhoJoinsLastDoesNotChooseTheDraw: the draw follows from ids that are given
// out after registration has closed, to players.
func TestWhoJoinsLastDoesNotChooseTheDraw(t *testing.T) {
	w := given(t, settings(3, 0), 6)
	w.do(&command.Join{Name: "Guest", ByOrganiser: true})
	w.do(&command.Start{Mix: true})
	s := w.snap.State
	if !s.Waits() || s.Phase != tournament.Closed || s.MixersNeeded() != 3 {
		t.Fatalf("the start does not wait for the draw to be mixed: %+v", s.Mixing)
	}
	if err := w.as("u9", &command.Join{User: "u9", Name: "Late"}); err == nil {
		t.Error("somebody joins while the draw is mixed")
	}
	if err := w.as("organiser", &command.Start{Mix: true}); tournament.ClassOf(err) != tournament.NeedsForce {
		t.Errorf("a second start goes on although nobody has mixed the draw: %v", err)
	}
	if err := w.press(7); tournament.ClassOf(err) != tournament.NotFound {
		t.Errorf("a guest mixes the draw: %v", err)
	}
	w.do(&command.SetStaff{User: "u1", Name: "Player 1", Staff: true})
	if err := w.press(1); tournament.ClassOf(err) != tournament.WrongPhase {
		t.Errorf("an organiser mixes the draw: %v", err)
	}
	digests := map[string]bool{w.snap.State.Joins: true}
	for n := 2; n <= 4; n++ {
		if err := w.press(n); err != nil {
			t.Fatal(err)
		}
		if digests[w.snap.State.Joins] {
			t.Fatal("a press changes nothing in the seed")
		}
		digests[w.snap.State.Joins] = true
		if n == 2 {
			if err := w.press(2); tournament.ClassOf(err) != tournament.NoChange {
				t.Errorf("one player mixes twice: %v", err)
			}
		}
	}
	if err := w.press(5); err == nil {
		t.Error("whoever comes fourth mixes the draw: the last one would choose")
	}
	if s := w.snap.State; s.Phase != tournament.Running || len(s.Mixing.By) != 3 {
		t.Fatalf("the event does not start when the draw is mixed: %s, %+v", s.Phase, s.Mixing)
	}
	w.round()
	if len(w.snap.State.Mixing.By) != 3 {
		t.Error("who mixed the draw is forgotten")
	}
}

// TestAFieldThatChangesIsMixedAnew: otherwise the host, who knows the secret, would
// choose among the draws of all fields.
func TestAFieldThatChangesIsMixedAnew(t *testing.T) {
	w := given(t, settings(3, 0), 6)
	w.do(&command.Start{Mix: true})
	for n := 2; n <= 3; n++ {
		if err := w.press(n); err != nil {
			t.Fatal(err)
		}
	}
	w.do(&command.Join{Name: "Guest", ByOrganiser: true})
	if got := w.snap.State.Mixing.By; len(got) != 0 {
		t.Fatalf("a guest more, and the draw counts as mixed by %v", got)
	}
	w.now = w.now.Add(2 * time.Minute)
	w.due()
	if s := w.snap.State; s.Phase != tournament.Running || len(s.Mixing.By) != 0 {
		t.Fatalf("the start waits for ever, or says it was mixed: %s %+v", s.Phase, s.Mixing)
	}
}

// TestAnUndoneStartIsMixedAnew: the next start asks again, and does not happen
// automatically.
func TestAnUndoneStartIsMixedAnew(t *testing.T) {
	w := given(t, settings(3, 0), 6)
	w.do(&command.Start{Mix: true})
	for n := 2; n <= 4; n++ {
		if err := w.press(n); err != nil {
			t.Fatal(err)
		}
	}
	before := w.snap.State.Joins
	w.do(&command.Undo{})
	w.now = w.now.Add(time.Hour)
	w.due()
	if s := w.snap.State; s.Phase != tournament.Closed || s.Waits() || len(s.Mixing.By) != 0 {
		t.Fatalf("after an undone start: %s, %+v", s.Phase, s.Mixing)
	}
	w.do(&command.Start{Mix: true})
	for n := 2; n <= 4; n++ {
		if err := w.press(n); err != nil {
			t.Fatal(err)
		}
	}
	if s := w.snap.State; s.Phase != tournament.Running || s.Joins == before {
		t.Fatalf("the second start has the draw of the first: %s", s.Phase)
	}
}

// TestARevealedSecretDrawsNothingMore: an end that is taken back has shown the secret,
// so that the draws to come would be public.
func TestARevealedSecretDrawsNothingMore(t *testing.T) {
	w := running(t, 6, 3, 0)
	w.finishRound()
	w.do(&command.Finish{Early: true})
	old := w.snap.State.Secret
	lots, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	w.do(&command.Undo{})
	s := w.snap.State
	if s.Phase != tournament.Running || s.Secret != "" || len(s.Spent) != 1 || s.Spent[0].Secret != old || s.Commitment == s.Spent[0].Commitment {
		t.Fatalf("the event goes on with the secret that everybody knows: %+v", s.Spent)
	}
	if jointseed.Commit(w.snap.Book.Secret) != s.Commitment {
		t.Fatal("the new commitment is not that of the new secret")
	}
	again, err := s.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range lots.Rows {
		if lots.Rows[i].Player != again.Rows[i].Player {
			t.Error("the draw among those level on everything changes")
			break
		}
	}
	w.round()
	w.finishRound()
	w.do(&command.Finish{Early: true})
	if _, found, err := replay.Run(1, w.snap.Log); err != nil || !found.Difference.IsZero() || found.Rounds != 2 {
		t.Fatalf("replay: %+v, %v", found, err)
	}
	// With the draws before and after told apart by nothing, the second is found.
	for i := range w.snap.Log {
		if ev, ok := w.snap.Log[i].Event.(*tournament.SeedRenewed); ok {
			ev.Revealed = strings.Repeat("00", 31) + "01"
		}
	}
	if _, _, err := replay.Run(1, w.snap.Log); err == nil {
		t.Error("another secret than was committed to is taken")
	}
}
