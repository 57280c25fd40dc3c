package consent_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/consent"
	"topcut/commands/discord"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

var now = time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)

// evening returns an event of four members in round 1, in which the first has reported.
func evening(t *testing.T) *tournament.Snapshot {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = s.Stages.WithRounds(3)
	snap := tournament.Begin(1, make([]byte, 32))
	list := []command.Command{&command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs, Open: true}}
	for n := 1; n <= 4; n++ {
		list = append(list, &command.Join{User: fmt.Sprint(n), Name: fmt.Sprint("Player ", n), ByOrganiser: true})
	}
	list = append(list, &command.Start{KeepAll: true}, &command.Pair{}, &command.PublishAndStart{}, &command.ReportResult{Player: 1, Text: "2-0"})
	for _, c := range list {
		snap = do(t, snap, c)
	}
	return snap
}

func do(t *testing.T, snap *tournament.Snapshot, c command.Command) *tournament.Snapshot {
	t.Helper()
	return try(t, snap, c).After
}

func try(t *testing.T, snap *tournament.Snapshot, c command.Command) tournament.Outcome {
	t.Helper()
	after, events, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: "9", Name: "Olga"}, Command: c}, now)
	if err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	return tournament.Outcome{Before: snap, After: after, Events: events}
}

// TestOnlyWhatWasShownIsDone: who has agreed to one deed has not agreed to another, nor
// to the same one after something has come in between.
func TestOnlyWhatWasShownIsDone(t *testing.T) {
	before := evening(t)
	drop := func(before *tournament.Snapshot, agreed string) error {
		return consent.Check(try(t, before, &command.Remove{Player: 1}), "9", agreed, false)
	}
	var asked *consent.SurpriseError
	if err := drop(before, ""); !errors.As(err, &asked) || len(asked.Effects) == 0 {
		t.Fatalf("a drop that turns a reported 2-0 into a loss is not asked about: %v", err)
	}
	if err := drop(before, asked.Mark()); err != nil {
		t.Errorf("what was shown is asked about once more: %v", err)
	}
	l := before.State.Ledger.Rounds.At(1).Matches.At(before.State.MatchOf(1, 1))
	opponent := int(l.Seats[0]+l.Seats[1]) + 1
	confirmed := do(t, before, &command.ConfirmReport{Player: opponent})
	if err := drop(confirmed, asked.Mark()); err == nil {
		t.Error("the report was confirmed in between, and the drop is done as if it had not been")
	}
	if err := consent.Check(try(t, before, &command.Disqualify{Player: 1}), "9", asked.Mark(), false); err == nil {
		t.Error("who agreed to a drop disqualifies")
	}
	if err := consent.Check(try(t, before, &command.ExtendClock{Minutes: 5}), "9", "", false); err != nil {
		t.Errorf("five more minutes are asked about: %v", err)
	}
	if err := consent.Check(try(t, before, &command.ExtendClock{Minutes: 500}), "9", "", false); err == nil {
		t.Error("500 more minutes are not asked about")
	}
	if err := consent.Check(try(t, before, &command.Remove{Player: 1}), "1", "", false); !errors.As(err, &asked) {
		t.Fatal("the opponent is not asked about")
	}
	for _, e := range asked.Effects {
		if e.Player == 1 {
			t.Errorf("an organiser who plays is asked about what changes for themselves: %+v", e)
		}
	}
}

// TestAnUndoOfSomethingElseIsAnotherQuestion: what is taken back is part of what was shown,
// also where it changes nothing for others.
func TestAnUndoOfSomethingElseIsAnotherQuestion(t *testing.T) {
	before := evening(t)
	undo := func(changed *tournament.Snapshot) *consent.SurpriseError {
		t.Helper()
		var asked *consent.SurpriseError
		err := consent.Check(try(t, changed, &command.Undo{Batch: tournament.LastBatch(changed.Log)}), "9", "", true)
		if !errors.As(err, &asked) || len(asked.Effects) > 0 {
			t.Fatalf("the undo of a prize: %v", err)
		}
		return asked
	}
	prizes := func(list string) command.Command {
		return &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.Prizes = list
			return s, nil
		}}
	}
	first := do(t, before, prizes("A box"))
	second := do(t, first, prizes("Two boxes"))
	if undo(first).Mark() == undo(second).Mark() {
		t.Error("who agreed to take back one change takes back another")
	}
	if once, again := undo(first), undo(first); once.Mark() != again.Mark() {
		t.Error("the same question has two marks")
	}
}

// TestWhatWasTypedIsDone: the deed is what was typed or chosen, in the press that agrees.
func TestWhatWasTypedIsDone(t *testing.T) {
	in := &discord.Interaction{
		ID: "1", Kind: discord.KindCommand, Path: []string{"player", "drop"}, Options: map[string]discord.Option{"reason": {Type: 3, Text: "broke a table"}},
		Users: map[string]discord.User{"5": {ID: "5", Name: "Ann"}},
	}
	store, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "c.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	in.GuildID, in.User.ID = "7", "9"
	file := discord.Option{Type: 11, Text: "a file that is not kept"}
	in.Options["names"] = file
	if err := consent.Put(t.Context(), store, consent.Instead(in, "names", "Ann"), now); err != nil {
		t.Fatal(err)
	}
	if in.Options["names"] != file {
		t.Error("the interaction itself has changed")
	}
	press := &discord.Interaction{ID: "2", Kind: discord.KindComponent, CustomID: "1:sure", GuildID: "7", User: discord.User{ID: "9"}}
	got, at, err := consent.Again(t.Context(), store, press, "1", now)
	if err != nil {
		t.Fatal(err)
	}
	if !at.Equal(now) {
		t.Errorf("asked at %s, want %s", at, now)
	}
	want := *consent.Instead(in, "names", "Ann")
	want.ID = "2"
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}
	other := *press
	other.User.ID = "10"
	for what, press := range map[string]*discord.Interaction{"another member": &other, "an old button": press} {
		asked := map[bool]string{true: "1", false: "0"}[press == &other]
		if _, _, err := consent.Again(t.Context(), store, press, asked, now); !errors.Is(err, tournament.ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
