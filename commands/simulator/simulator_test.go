package simulator

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"topcut/commands/allowance"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// busySimulator returns a simulator whose turns are all taken.
func busySimulator() *Simulator {
	d := New(slog.New(slog.DiscardHandler), good)
	d.turns = allowance.NewTurns(0)
	return d
}

// waitingContext is a context that reports when a goroutine begins to wait for its end.
type waitingContext struct {
	context.Context
	begun chan struct{}
	once  *sync.Once
}

// Done implements context.Context.
func (c waitingContext) Done() <-chan struct{} {
	c.once.Do(func() { close(c.begun) })
	return c.Context.Done()
}

// TestAQuickPlanLeavesTheFinalOne: a call that waited for a turn gets the final plan
// computed meanwhile, and the final plan stays.
func TestAQuickPlanLeavesTheFinalOne(t *testing.T) {
	d := busySimulator()
	ctx := waitingContext{t.Context(), make(chan struct{}), &sync.Once{}}
	got := make(chan *Planned, 1)
	go func() {
		p, err := d.Plan(ctx, allowance.Member{}, "shape", sim.PlanConfig{}, true)
		if err != nil {
			t.Error(err)
		}
		got <- p
	}()
	<-ctx.begun
	final := &Planned{Final: true}
	d.mu.Lock()
	d.plans["shape"] = final
	d.mu.Unlock()
	d.turns.Leave()
	if p := <-got; p != final || d.plans["shape"] != final {
		t.Errorf("the plan is %+v, and kept is %+v; want the final one", p, d.plans["shape"])
	}
}

// TestAPanicInASimulationIsLogged with its question: the caller gets an error, and the
// next caller a new simulation.
func TestAPanicInASimulationIsLogged(t *testing.T) {
	rs, err := rules.Load("lorcana")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	d := New(slog.New(slog.NewTextHandler(&log, nil)), good)
	// A match in which the player does not play.
	l := &ledger.Ledger{Players: make([]ledger.Player, 2), Rounds: []ledger.Round{{Number: 1, Matches: []ledger.Match{{N: 2, Seats: [4]int32{0, 99}}}}}}
	q := Question{Event: 42, Seq: 7, Player: 1}
	for range 2 {
		log.Reset()
		r := d.Ask(t.Context(), allowance.Member{Guild: "g", User: "ann"}, q, sim.OddsConfig{Rules: rs, Ledger: l, Rounds: 2, Cut: rules.Cut{Top: 1}, Player: -1})
		if _, err := r.Next(t.Context(), 0); !errors.Is(err, sim.ErrPanic) {
			t.Fatalf("the answer is %v", err)
		}
		if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), "Event:42 Seq:7 Player:1") {
			t.Errorf("%d errors are logged:\n%s", n, &log)
		}
		r.Leave()
	}
	if _, err := d.Plan(t.Context(), allowance.Member{Guild: "g", User: "ann"}, "the shape", sim.PlanConfig{}, true); err == nil || strings.Contains(log.String(), "the shape") {
		t.Errorf("what is refused is logged (%v):\n%s", err, &log)
	}
}

// TestANewRoundEndsTheGlanceOfTheOld: the simulation for a finished round has no
// watchers.
func TestANewRoundEndsTheGlanceOfTheOld(t *testing.T) {
	d := busySimulator()
	s := &tournament.State{ID: 1, Seq: 10}
	old := d.statusOddsOf(t.Context(), s, sim.OddsConfig{})
	if again := d.statusOddsOf(t.Context(), &tournament.State{ID: 1, Seq: 11}, sim.OddsConfig{}); again != old {
		t.Error("a second glance begins within the same round")
	}
	next := d.statusOddsOf(t.Context(), &tournament.State{ID: 1, Seq: 12, Rounds: make([]tournament.Round, 1)}, sim.OddsConfig{})
	if _, err := old.run.Next(t.Context(), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("the old glance ends with %v, want that it is given up", err)
	}
	next.run.Leave()
}

// good selects the default number of trials.
func good() int { return 0 }
