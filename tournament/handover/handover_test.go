package handover_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// table is an event under test.
type table struct {
	t    *testing.T
	snap *tournament.Snapshot
	n    int
}

func empty(t *testing.T) *table {
	return &table{t: t, snap: tournament.Begin(1, make([]byte, 32))}
}

// running returns a started event of Swiss rounds and a cut, whose first round is being
// played.
func running(t *testing.T, players, rounds, cut int) *table {
	t.Helper()
	w, s := empty(t), tournament.DefaultSettings("Friday Night")
	s.Stages, s.Decks = s.Stages.WithRounds(rounds).WithCut(stage.TopN(cut)), tournament.DecksOptional
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, "magic"), Open: true})
	for i := range players {
		w.do(&command.Join{User: fmt.Sprintf("u%d", i+1), Name: fmt.Sprintf("Player %d", i+1)})
	}
	w.do(&command.Start{})
	w.round()
	return w
}

func load(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// try carries out the command of an organiser.
func (w *table) try(c command.Command) error {
	w.n++
	next, _, err := command.Decide(w.snap, command.Request{
		Actor: tournament.Actor{User: "organiser"}, Cause: fmt.Sprint("i", w.n), Command: c, Fresh: fmt.Appendf(nil, "%032d", w.n),
	}, time.Date(2026, 7, 28, 19, 0, w.n, 0, time.UTC))
	if err == nil {
		w.snap = next
	}
	return err
}

func (w *table) do(cs ...command.Command) {
	w.t.Helper()
	for _, c := range cs {
		if err := w.try(c); err != nil {
			w.t.Fatalf("%T: %v", c, err)
		}
	}
}

// round pairs and starts the next round.
func (w *table) round() {
	w.t.Helper()
	w.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
}

// finishRound lets the first-named player of each open match win 2-0.
func (w *table) finishRound() {
	w.t.Helper()
	r := len(w.snap.State.Rounds)
	for _, m := range w.snap.State.Blocking(r) {
		w.do(&command.Correct{Round: r, Match: m, Text: "2-0"})
	}
}
