package allowance

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"topcut/tournament"
)

// TestOneMembersQuestionsCostAnotherOneTurn: everyone who waits has a turn before anyone
// has a second one.
func TestOneMembersQuestionsCostAnotherOneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewTurns(2)
		asks := make(chan string, 200)
		ask := func(who string) {
			if err := d.Enter(t.Context(), Member{"g", who}); err == nil {
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
			d.Leave()
			synctest.Wait()
		}
		// Two were running and one was next; ann and bob come after those.
		if fmt.Sprint(order[:7]) != "[hog hog hog ann bob hog hog]" {
			t.Errorf("the turns are %v", order[:8])
		}
		if d.free != 2 || d.Wanted() {
			t.Errorf("%d turns are left of 2", d.free)
		}
	})
}

// TestAGivenUpTurnIsNobodysLoss: a caller that stops waiting uses no turn.
func TestAGivenUpTurnIsNobodysLoss(t *testing.T) {
	d := NewTurns(1)
	if err := d.Enter(t.Context(), Member{}); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() { gone <- d.Enter(ctx, Member{User: "ann"}) }()
		go cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	d.Leave()
	if err := d.Enter(t.Context(), Member{User: "bob"}); err != nil || d.Wanted() {
		t.Errorf("bob gets no turn: %v", err)
	}
}

func TestABudgetIsSpentAndComesBack(t *testing.T) {
	now := time.Now()
	b := NewBudget(func() time.Time { return now })
	ann, a := Member{"g", "ann"}, allowances[Join]
	for n := range a.most {
		if _, err := b.Spend(ann, Join); err != nil {
			t.Fatalf("the %dth: %v", n+1, err)
		}
	}
	if _, err := b.Spend(ann, Join); tournament.ClassOf(err) != tournament.Unavailable {
		t.Errorf("one too many: %v", err)
	}
	for who, what := range map[Member]Kind{{"g", "bob"}: Join, {"h", "ann"}: Join, ann: Report} {
		if _, err := b.Spend(who, what); err != nil {
			t.Errorf("%v pays for ann: %v", who, err)
		}
	}
	now = now.Add(a.every)
	back, err := b.Spend(ann, Join)
	if err != nil {
		t.Fatal(err)
	}
	back() // it was refused
	if _, err := b.Spend(ann, Join); err != nil {
		t.Errorf("what cost nothing was paid: %v", err)
	}
	now = now.Add(-24 * time.Hour) // the clock is set back
	if _, err := b.Spend(ann, Join); err == nil {
		t.Error("a clock that is set back gives everything back")
	}
	now = now.Add(a.every + time.Second)
	if _, err := b.Spend(ann, Join); err != nil {
		t.Errorf("a clock that was set back keeps ann waiting for a day: %v", err)
	}
}

func TestManyMembersTakeNoMemory(t *testing.T) {
	b := NewBudget(time.Now)
	for n := range 3 * rememberedMembers {
		if _, err := b.Spend(Member{"g", fmt.Sprint(n)}, Other); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.members) > rememberedMembers {
		t.Errorf("%d members are remembered", len(b.members))
	}
}

func TestAMemberHasSoMuchUnderWayAndNoMore(t *testing.T) {
	b := NewBudget(time.Now)
	for range atOncePerMember {
		if !b.Enter(Member{}) {
			t.Fatal("refused too early")
		}
	}
	if b.Enter(Member{}) {
		t.Error("one too many")
	}
	if !b.Enter(Member{User: "bob"}) {
		t.Error("another pays for it")
	}
	b.Leave(Member{})
	if !b.Enter(Member{}) {
		t.Error("what is done still counts")
	}
}

// TestEachMemberHasOneFileRead: a second file of a member is refused, the first one
// delivered again waits for itself, and so are more members than may wait at one time.
func TestEachMemberHasOneFileRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewReadings()
		ann := Member{"g", "ann"}
		end, err := r.Begin(t.Context(), ann, "1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Begin(t.Context(), ann, "2"); !errors.Is(err, errReading) {
			t.Errorf("a second file: %v", err)
		}
		again := false
		go func() {
			end, err := r.Begin(t.Context(), ann, "1")
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
			if _, err := r.Begin(t.Context(), Member{"g", fmt.Sprint(i)}, "x"); err != nil {
				t.Fatalf("member %d: %v", i, err)
			}
		}
		if _, err := r.Begin(t.Context(), Member{"g", "late"}, "x"); !errors.Is(err, errReadings) {
			t.Errorf("one more member: %v", err)
		}
		end()
		synctest.Wait()
		if !again {
			t.Error("the interaction delivered twice is not read again")
		}
	})
}
