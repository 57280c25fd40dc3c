package tournament_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/missing"
	"topcut/tournament/stage"
)

func drafting(t *testing.T, players int) *table {
	t.Helper()
	s := settings(0, 0)
	s.Stages = s.Stages.WithPreparation(stage.Draft)
	return started(t, "magic", s, players)
}

// docs/rules/magic.md#mtg-09, MTG-16: one step after the other, seats at random.
func TestMTG09_DraftStepByStep(t *testing.T) {
	w := drafting(t, 8)
	w.refused("organiser", &command.Pair{}, tournament.WrongPhase, "draft.no_seats")
	w.refused("organiser", &command.OpenPack{First: true}, tournament.WrongPhase, "draft.no_seats")
	w.do(&command.SeatDraft{})
	first := w.snap.State.Draft.Pods
	w.do(&command.SeatDraft{}) // again, until the first pack is opened
	if fmt.Sprint(first) == fmt.Sprint(w.snap.State.Draft.Pods) {
		t.Error("seating again drew the same seats")
	}
	seats := slices.Clone(w.snap.State.Draft.Pods[0])
	slices.Sort(seats)
	if !slices.Equal(seats, []int{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Fatalf("the pod is %v", seats)
	}
	w.refused("organiser", &command.OpenPack{}, tournament.WrongPhase, "draft.not_begun")
	// docs/rules/magic.md#mtg-10 to MTG-12: left, right, left.
	for pack, left := range []bool{true, false, true} {
		w.do(&command.OpenPack{First: pack == 0})
		if e := w.snap.Log[len(w.snap.Log)-1].Event.(*tournament.PackOpened); e.Pack != pack+1 || e.Left != left {
			t.Errorf("pack %d: %+v", pack+1, e)
		}
	}
	w.refused("organiser", &command.SeatDraft{}, tournament.WrongPhase, "draft.begun")
	w.refused("organiser", &command.Pair{}, tournament.WrongPhase, "build.none")
	w.refused("u9", &command.Join{User: "u9", Name: "Late"}, tournament.WrongPhase, "late.draft")
	w.do(&command.BuildDecks{}, &command.Pair{})
	// docs/rules/magic.md#mtg-15: 1-5, 2-6, 3-7, 4-8.
	seats = w.snap.State.Draft.Pods[0]
	for i := range w.snap.State.PreviewMatches {
		m := &w.snap.State.PreviewMatches[i]
		a, b := slices.Index(seats, int(m.Seats[0])+1), slices.Index(seats, int(m.Seats[1])+1)
		if b-a != 4 {
			t.Errorf("seats %d and %d meet", a+1, b+1)
		}
	}
}

func TestMTG17_OddPodHasABye(t *testing.T) {
	w := drafting(t, 7)
	w.do(&command.SeatDraft{}, &command.OpenPack{First: true}, &command.BuildDecks{Minutes: tournament.Untimed})
	if due := tournament.Deadlines(w.snap.State); len(due) != 0 {
		t.Errorf("an unlimited deck building has deadlines %v", due)
	}
	w.round()
	for i := range w.snap.State.Ledger.Rounds[0].Matches {
		if m := &w.snap.State.Ledger.Rounds[0].Matches[i]; m.Kind == ledger.Bye {
			if seat := slices.Index(w.snap.State.Draft.Pods[0], int(m.Seats[0])+1) + 1; seat != 4 {
				t.Errorf("the bye went to seat %d, want 4", seat)
			}
			return
		}
	}
	t.Error("nobody has the bye")
}

func TestMTG14_DeckBuildingClock(t *testing.T) {
	w := drafting(t, 8)
	w.do(&command.SeatDraft{}, &command.OpenPack{First: true})
	w.refused("organiser", &command.BuildDecks{Minutes: 9}, tournament.BadInput, "build.minutes") // docs/rules/magic.md#mtg-04
	w.do(&command.BuildDecks{Minutes: 25})
	start := w.now
	warn, end := w.timer(tournament.DueBuildWarning), w.timer(tournament.DueBuildEnd)
	if warn.At != start.Add(20*time.Minute) || end.At != start.Add(25*time.Minute) {
		t.Errorf("reminder at %s, end at %s", warn.At.Sub(start), end.At.Sub(start))
	}
	if err := w.fire(warn.Due); tournament.ClassOf(err) != tournament.NoChange {
		t.Errorf("the reminder fired early: %v", err)
	}
	w.now = warn.At
	if err := w.fire(warn.Due); err != nil {
		t.Fatal(err)
	}
	w.now = end.At
	if err := w.fire(end.Due); err != nil {
		t.Fatal(err)
	}
	if due := tournament.Deadlines(w.snap.State); len(due) != 0 {
		t.Errorf("deadlines left: %v", due)
	}
}

// TestMTG13_SealedDeckBuilding: a sealed event builds decks without a draft.
func TestMTG13_SealedDeckBuilding(t *testing.T) {
	w := given(t, settings(3, 0), 8)
	w.refused("organiser", &command.BuildDecks{Minutes: 30}, tournament.WrongPhase, "build.when")
	w.do(&command.Start{})
	w.refused("organiser", &command.BuildDecks{Minutes: 10}, tournament.BadInput, "build.minutes")
	w.do(&command.BuildDecks{Minutes: 30})
}

// TestMTG55_PodsPlayByThemselves plays drafts of one to three pods to the end.
func TestMTG55_PodsPlayByThemselves(t *testing.T) {
	s := settings(0, 0)
	s.Stages = s.Stages.WithPreparation(stage.Draft)
	for _, players := range []int{2, 6, 7, 13, 20} {
		snap := evening(t, load(t, "magic"), s, histories.Options{Players: players}, uint64(players), nil)
		for r := range snap.State.Ledger.Rounds {
			for i := range snap.State.Ledger.Rounds[r].Matches {
				m := &snap.State.Ledger.Rounds[r].Matches[i]
				if m.N == 2 && snap.State.Players[m.Seats[0]].Flight != snap.State.Players[m.Seats[1]].Flight {
					t.Errorf("%d players, round %d: players of two pods meet", players, r+1)
				}
			}
		}
		placesArePermutation(t, snap.State)
		folds(t, snap)
	}
}

// TestMTG55_PodsMeet: as an option the pods play each other after round 1, and the
// rounds are those of the whole field.
func TestMTG55_PodsMeet(t *testing.T) {
	s := settings(0, 0)
	s.Stages = stage.MustParse("draft > swiss across")
	snap := evening(t, load(t, "magic"), s, histories.Options{Players: 16}, 3, nil)
	across := make([]int, len(snap.State.Rounds))
	for r := range snap.State.Ledger.Rounds {
		for i := range snap.State.Ledger.Rounds[r].Matches {
			m := &snap.State.Ledger.Rounds[r].Matches[i]
			if m.N == 2 && snap.State.Players[m.Seats[0]].Flight != snap.State.Players[m.Seats[1]].Flight {
				across[r]++
			}
		}
	}
	if len(across) != 4 || across[0] != 0 || across[1]+across[2]+across[3] == 0 {
		t.Errorf("matches across the pods by round: %v", across)
	}
	placesArePermutation(t, snap.State)
	folds(t, snap)
}

// TestDraftWithIncidents plays lively drafts.
func TestDraftWithIncidents(t *testing.T) {
	s := settings(3, 4)
	s.Stages = s.Stages.WithPreparation(stage.Draft)
	for seed := range uint64(8) {
		snap := evening(t, load(t, "magic"), s, histories.Lively(15), seed, func(snap *tournament.Snapshot) {
			if len(snap.State.Rounds) > 0 {
				seatedOnce(t, snap.State)
			}
		})
		placesArePermutation(t, snap.State)
		folds(t, snap)
	}
}

// TestADraftedDeckIsHandedInWhenItIsBuilt: not before the packs are drafted, unless by an
// organiser; and once decks are built, those that the event requires are missing.
func TestADraftedDeckIsHandedInWhenItIsBuilt(t *testing.T) {
	s := settings(0, 0)
	s.Decks, s.Stages = tournament.DecksRequired, s.Stages.WithPreparation(stage.Draft)
	w := started(t, "magic", s, 8)
	deck := &command.SubmitDeck{Player: 1, Text: "17 Island"}
	w.refused(w.user(1), deck, tournament.WrongPhase, "deck.not_drafted")
	w.do(&command.SubmitDeck{Player: 2, Text: "17 Swamp", ByOrganiser: true}, &command.SeatDraft{}, &command.OpenPack{First: true})
	w.refused(w.user(1), deck, tournament.WrongPhase, "deck.not_drafted")
	if _, players := missing.Players(w.snap.State); len(players) > 0 {
		t.Errorf("decks of %v are missing before anybody could build one", players)
	}
	w.do(&command.BuildDecks{})
	if err := w.as(w.user(1), deck); err != nil {
		t.Fatal(err)
	}
	w.do(&command.Pair{})
	if what, players := missing.Players(w.snap.State); what != missing.Deck || !slices.Equal(players, []int{3, 4, 5, 6, 7, 8}) {
		t.Errorf("%q is missing of %v", what, players)
	}
}
