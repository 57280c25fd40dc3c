package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/discord"
	"topcut/commands/pictures"
	"topcut/tournament"
)

// TestOneMembersQuestionsCostAnotherOneTurn: everyone who waits has a turn before anyone
// has a second one.
func TestOneMembersQuestionsCostAnotherOneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTurns(2)
		asks := make(chan string, 200)
		ask := func(who string) {
			if err := d.enter(t.Context(), member{"g", who}); err == nil {
				asks <- who
			}
		}
		for range 60 {
			go ask("hog")
		}
		synctest.Wait()
		go ask("ann")
		synctest.Wait()
		go ask("bob")
		synctest.Wait()
		var order []string
		for range 62 {
			order = append(order, <-asks)
			d.leave()
			synctest.Wait()
		}
		// Two were running and one was next; ann and bob come after those.
		if fmt.Sprint(order[:7]) != "[hog hog hog ann bob hog hog]" {
			t.Errorf("the turns are %v", order[:8])
		}
		if d.free != 2 || d.wanted() {
			t.Errorf("%d turns are left of 2", d.free)
		}
	})
}

// TestAGivenUpTurnIsNobodysLoss: a caller that stops waiting uses no turn.
func TestAGivenUpTurnIsNobodysLoss(t *testing.T) {
	d := newTurns(1)
	if err := d.enter(t.Context(), member{}); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() { gone <- d.enter(ctx, member{user: "ann"}) }()
		go cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	d.leave()
	if err := d.enter(t.Context(), member{user: "bob"}); err != nil || d.wanted() {
		t.Errorf("bob gets no turn: %v", err)
	}
}

// TestOneMembersPicturesCostAnotherOneTurn: one picture is drawn at a time, and everyone
// who waits gets one before anyone gets a second one.
func TestOneMembersPicturesCostAnotherOneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		next := make(chan struct{})
		a := &App{Log: slog.New(slog.DiscardHandler), drawing: newTurns(1)}
		a.Draw = func(_ context.Context, name string, _ pictures.Drawing) ([]discord.File, error) {
			order = append(order, name)
			<-next
			return nil, nil
		}
		ask := func(who string) {
			go a.draw(t.Context(), member{"g", who}, who, nil)
			synctest.Wait()
		}
		for range 10 {
			ask("hog")
		}
		ask("ann")
		for range 11 {
			next <- struct{}{}
			synctest.Wait()
		}
		// One was being drawn and one was next; ann's comes after those.
		if fmt.Sprint(order[:4]) != "[hog hog ann hog]" || len(order) != 11 {
			t.Errorf("the pictures are drawn in the order %v", order)
		}
	})
}

func TestABudgetIsSpentAndComesBack(t *testing.T) {
	now := time.Now()
	b := newBudget(func() time.Time { return now })
	ann, a := member{"g", "ann"}, allowances[spendJoin]
	for n := range a.most {
		if _, err := b.spend(ann, spendJoin); err != nil {
			t.Fatalf("the %dth: %v", n+1, err)
		}
	}
	if _, err := b.spend(ann, spendJoin); tournament.ClassOf(err) != tournament.Unavailable {
		t.Errorf("one too many: %v", err)
	}
	for who, what := range map[member]spending{{"g", "bob"}: spendJoin, {"h", "ann"}: spendJoin, ann: spendReport} {
		if _, err := b.spend(who, what); err != nil {
			t.Errorf("%v pays for ann: %v", who, err)
		}
	}
	now = now.Add(a.every)
	back, err := b.spend(ann, spendJoin)
	if err != nil {
		t.Fatal(err)
	}
	back() // it was refused
	if _, err := b.spend(ann, spendJoin); err != nil {
		t.Errorf("what cost nothing was paid: %v", err)
	}
	now = now.Add(-24 * time.Hour) // the clock is set back
	if _, err := b.spend(ann, spendJoin); err == nil {
		t.Error("a clock that is set back gives everything back")
	}
	now = now.Add(a.every + time.Second)
	if _, err := b.spend(ann, spendJoin); err != nil {
		t.Errorf("a clock that was set back keeps ann waiting for a day: %v", err)
	}
}

func TestManyMembersTakeNoMemory(t *testing.T) {
	b := newBudget(time.Now)
	for n := range 3 * rememberedMembers {
		if _, err := b.spend(member{"g", fmt.Sprint(n)}, spendOther); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.members) > rememberedMembers {
		t.Errorf("%d members are remembered", len(b.members))
	}
}

func TestAMemberHasSoMuchUnderWayAndNoMore(t *testing.T) {
	b := newBudget(time.Now)
	for range atOncePerMember {
		if !b.enter(member{}) {
			t.Fatal("refused too early")
		}
	}
	if b.enter(member{}) {
		t.Error("one too many")
	}
	if !b.enter(member{user: "bob"}) {
		t.Error("another pays for it")
	}
	b.leave(member{})
	if !b.enter(member{}) {
		t.Error("what is done still counts")
	}
}

// TestEachMemberHasOneFileRead: a second file of a member is refused, the first one
// delivered again waits for itself, and so are more members than may wait at one time.
func TestEachMemberHasOneFileRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newReadings()
		ann := member{"g", "ann"}
		end, err := r.begin(t.Context(), ann, "1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.begin(t.Context(), ann, "2"); !errors.Is(err, errReading) {
			t.Errorf("a second file: %v", err)
		}
		again := false
		go func() {
			end, err := r.begin(t.Context(), ann, "1")
			if err != nil {
				t.Error(err)
				return
			}
			again = true
			end()
		}()
		synctest.Wait()
		if again {
			t.Error("the interaction delivered twice is read twice at one time")
		}
		for i := range mostReadings - 1 {
			if _, err := r.begin(t.Context(), member{"g", fmt.Sprint(i)}, "x"); err != nil {
				t.Fatalf("member %d: %v", i, err)
			}
		}
		if _, err := r.begin(t.Context(), member{"g", "late"}, "x"); !errors.Is(err, errReadings) {
			t.Errorf("one more member: %v", err)
		}
		end()
		synctest.Wait()
		if !again {
			t.Error("the interaction delivered twice is not read again")
		}
	})
}
