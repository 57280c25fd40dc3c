package asof_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/command"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// played returns an event of two rounds and a cut: player 3 drops after round 1, whose
// first result is corrected after round 2, and the final is being played.
func played(t *testing.T) *tournament.Snapshot {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	snap, n := tournament.Begin(1, make([]byte, 32)), 0
	do := func(cs ...command.Command) {
		t.Helper()
		for _, c := range cs {
			n++
			req := command.Request{Actor: tournament.Actor{User: "organiser"}, Cause: fmt.Sprint("i", n), Command: c}
			if snap, _, err = command.Decide(snap, req, time.Unix(int64(n), 0)); err != nil {
				t.Fatalf("%T: %v", c, err)
			}
		}
	}
	round := []command.Command{&command.Pair{}, &command.Publish{}, &command.StartRound{}}
	finish := func() {
		t.Helper()
		r := len(snap.State.Rounds)
		for _, m := range snap.State.Blocking(r) {
			do(&command.Correct{Round: r, Match: m, Text: "2-0"})
		}
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = s.Stages.WithRounds(2).WithCut(stage.TopN(2))
	do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs, Open: true})
	for i := range 9 {
		do(&command.Join{User: fmt.Sprint("u", i), Name: fmt.Sprint("Player ", i)})
	}
	do(&command.Start{})
	do(round...)
	finish()
	do(&command.Drop{Player: 3})
	do(round...)
	finish()
	do(&command.Correct{Round: 1, Match: 1, Text: "0-2"}, &command.MakeCut{Early: true})
	do(round...)
	return snap
}

// A round has two moments: when it was closed, and when the next could be paired. A
// drop and a cut lie between them; a correction is in both.
func TestARoundHasTwoMoments(t *testing.T) {
	snap := played(t)
	as := func(m asof.Moment) *tournament.State {
		t.Helper()
		s, err := asof.Fold(1, snap.Log, m)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Rounds) > 0 && s.Ledger.Rounds[0].Matches[0].Result != snap.State.Ledger.Rounds[0].Matches[0].Result {
			t.Error("the correction is not in it")
		}
		return s
	}
	for _, c := range []struct {
		name             string
		at               asof.Moment
		rounds           int
		third, cut, open bool
	}{
		{"after round 1", asof.AfterRound(1), 1, true, false, false},
		{"before round 2 is paired", asof.BeforePairing(2), 1, false, false, false},
		{"after round 2", asof.AfterRound(2), 2, false, false, false},
		{"before round 3 is paired", asof.BeforePairing(3), 2, false, true, false},
		{"before a round that is still to come", asof.BeforePairing(4), 3, false, true, true},
	} {
		s := as(c.at)
		if s.Taking(3) != c.third || (s.Elimination() != nil) != c.cut || len(s.Rounds) != c.rounds || s.Preview != nil {
			t.Errorf("%s: player 3 in %v, cut %v, %d rounds", c.name, s.Taking(3), s.Elimination() != nil, len(s.Rounds))
		}
		if open := s.Current().Status != tournament.Done; open != c.open {
			t.Errorf("%s: a round is open: %v", c.name, open)
		}
	}
}
