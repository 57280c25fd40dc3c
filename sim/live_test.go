package sim_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// liveEvent returns a Swiss event of eight in its last round.
func liveEvent(t *testing.T) *tournament.State {
	s := &tournament.State{Settings: tournament.DefaultSettings("Friday"), Phase: tournament.Running, Rules: load(t, "lorcana")}
	planned(s, "swiss 3 > single 4")
	s = s.With(lastRound())
	for i := range s.Ledger.Rounds {
		r := tournament.Round{Number: i + 1, Status: tournament.Done, Matches: make([]tournament.Match, len(s.Ledger.Rounds[i].Matches))}
		if i+1 == len(s.Ledger.Rounds) {
			r.Status = tournament.Started
		}
		s.Rounds = append(s.Rounds, r)
	}
	return s
}

// planned gives an event its stages, of which the first is under way.
func planned(s *tournament.State, chain string) {
	s.Settings.Stages, s.Plan = stage.MustParse(chain), nil
	for _, st := range s.Settings.Stages.Stages {
		s.Plan = append(s.Plan, tournament.Planned{Stage: st, Rounds: st.Rounds})
		if st.Kind.Eliminates() && st.Entry.By != stage.Points {
			s.Plan[len(s.Plan)-1].Size = st.Entry.N
		} else if st.Kind.Eliminates() {
			s.Plan[len(s.Plan)-1].Size = 2
		}
	}
	s.Stages = []tournament.Stage{{Kind: s.Plan[0].Kind(), FirstRound: 1, Rounds: s.Plan[0].Rounds}}
}

// What a running event asks the simulator, and which events have no odds and why.
func TestLiveEvents(t *testing.T) {
	for _, x := range []struct {
		name string
		set  func(*tournament.State)
		cut  rules.Cut
		err  error
	}{
		{"top 4", func(*tournament.State) {}, rules.Cut{Top: 4}, nil},
		{"points", func(s *tournament.State) { planned(s, "swiss 3 > single points 6") }, rules.Cut{Points: 6}, nil},
		{"equal", func(s *tournament.State) { planned(s, "swiss 3 > single equal 4 max 6") }, rules.Cut{Top: 4, EqualPoints: true, Max: 6}, nil},
		{"registration", func(s *tournament.State) { s.Phase = tournament.Open }, rules.Cut{}, sim.ErrNotStarted},
		{"in the cut", func(s *tournament.State) {
			s.Stages = append(s.Stages, tournament.Stage{Kind: stage.Single, Plan: 1, FirstRound: 4})
		}, rules.Cut{}, sim.ErrSwissOver},
		{"finished", func(s *tournament.State) { s.Phase = tournament.Finished }, rules.Cut{}, sim.ErrSwissOver},
		{"no cut", func(s *tournament.State) { planned(s, "swiss 3") }, rules.Cut{}, sim.ErrNoCut},
		{"round robin", func(s *tournament.State) { planned(s, "roundrobin") }, rules.Cut{}, sim.ErrNoCut},
		{"round robin and a cut", func(s *tournament.State) {
			planned(s, "roundrobin > single 4")
		}, rules.Cut{Top: 4}, nil},
		{"round robin after this", func(s *tournament.State) { planned(s, "swiss 3 > top 6 roundrobin > single 4") }, rules.Cut{Top: 6}, nil},
		{"round robin of everybody after this", func(s *tournament.State) { planned(s, "swiss 3 > roundrobin > single 4") }, rules.Cut{}, sim.ErrNoCut},
		{"second day", func(s *tournament.State) { planned(s, "swiss 3 > points 6 swiss 2 > single 4") }, rules.Cut{Top: 4}, nil},
		{"a match of an earlier round is open", func(s *tournament.State) { s.Rounds[0].Matches[0].Fixture = &fixture.Fixture{} }, rules.Cut{}, sim.ErrNoOdds},
		{"a length that is the game's own", func(s *tournament.State) { planned(s, "swiss 3 > points 6 swiss 2 bo3 > single 4 bo5") }, rules.Cut{Top: 4}, nil},
		{"rounds of two lengths", func(s *tournament.State) { planned(s, "swiss 3 bo1 > points 6 swiss 2 bo3 > single 4") }, rules.Cut{}, sim.ErrNoOdds},
		{"second day and no cut", func(s *tournament.State) { planned(s, "swiss 3 > points 6 swiss 2") }, rules.Cut{}, nil},
	} {
		s := liveEvent(t)
		x.set(s)
		c, err := sim.Live(s)
		if !errors.Is(err, x.err) {
			t.Errorf("%s: %v, want %v", x.name, err, x.err)
		}
		if d := cmp.Diff(x.cut, c.Cut); d != "" {
			t.Errorf("%s (-want +got):\n%s", x.name, d)
		}
	}
}

// TestLiveEventsPlayTheDrawsOfTheGame: what /odds answers has the share of draws that was
// measured for the game, and the agreed draws of real events where the game has them.
func TestLiveEventsPlayTheDrawsOfTheGame(t *testing.T) {
	for _, x := range []struct {
		ruleset string
		draws   sim.Percent // half percents
		ids     sim.IDMode
	}{
		{"magic", 5, sim.IDsUsual},
		{"lorcana", 5, sim.IDsUsual},
		{"pokemon", 27, sim.IDsUsual},
		{"chess-casual", 20, sim.IDsOff},
		{"pokemon-2009", 0, sim.IDsOff},
		{"one-piece", 0, sim.IDsOff},
	} {
		s := liveEvent(t)
		s.Rules = load(t, x.ruleset)
		c, err := sim.Live(s)
		if err != nil {
			t.Fatalf("%s: %v", x.ruleset, err)
		}
		if c.DrawChance != x.draws || c.IDs != x.ids || c.Habit != nil {
			t.Errorf("%s: draws %d, agreed %v, habit %v; want %d, %v and that of real events", x.ruleset, c.DrawChance, c.IDs, c.Habit, x.draws, x.ids)
		}
	}
	if got, want := sim.UsualHabit, (sim.Habit{Safe: 170, SafeBelow: 0.75, Likely: 50, LikelyBelow: 1}); got != want {
		t.Errorf("players of real events agree as %+v, docs/reports/calibration.md has it from %+v", got, want)
	}
}

// TestWhatIsSupposedKnowsNoReportThatWaits: public answers reveal no result before it
// counts, and leave the event unchanged.
func TestWhatIsSupposedKnowsNoReportThatWaits(t *testing.T) {
	s := liveEvent(t)
	last := len(s.Rounds) - 1
	s.Rounds[last].Matches[0].Report = &tournament.Report{Kind: ledger.Played, Result: ledger.Result{Form: ledger.Games, V: [4]int32{2, 0, 0}}}
	c, err := sim.Suppose(s, map[int]ledger.Result{1: {Form: ledger.Games, V: [4]int32{0, 2, 0}}})
	if err != nil || c.Reported != nil {
		t.Fatalf("the reports that wait: %v, %v", c.Reported, err)
	}
	if got := c.Ledger.Rounds[last].Matches; got[0].Finished() || !got[1].Finished() || s.Ledger.Rounds[last].Matches[1].Finished() {
		t.Errorf("supposed: %+v", got[:2])
	}
}

// A report that waits is in the position that estimates start from; one that is
// disputed is not.
func TestLiveCountsPendingReports(t *testing.T) {
	s := liveEvent(t)
	if c, _ := sim.Live(s); c.Reported != nil {
		t.Error("nothing is reported")
	}
	last := len(s.Rounds) - 1
	report := &tournament.Report{Player: 1, Result: ledger.Result{Form: ledger.Games, V: [4]int32{2, 1}}}
	s.Rounds[last].Matches[0].Report = report
	s.Rounds[last].Matches[1].Report, s.Rounds[last].Matches[1].Disputed = report, true
	c, err := sim.Live(s)
	if err != nil || c.Reported == nil {
		t.Fatalf("the report is not there: %v", err)
	}
	if got := c.Reported.Rounds[last].Matches; !got[0].Finished() || got[1].Finished() || s.Ledger.Rounds[last].Matches[0].Finished() {
		t.Errorf("reported: %v, disputed: %v; the event's own ledger: %v", got[0].Finished(), got[1].Finished(), s.Ledger.Rounds[last].Matches[0].Finished())
	}
}
