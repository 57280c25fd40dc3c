package tournament_test

import (
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/stage"
)

// prizes changes a setting that has nothing to do with rounds.
func prizes(text string) *command.ChangeSettings {
	return &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
		s.Prizes = text
		return s, nil
	}}
}

func roundsOf(n int) *command.ChangeSettings {
	return &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
		s.Stages = s.Stages.WithRounds(n)
		return s, nil
	}}
}

// Another setting changed while the event runs leaves its rounds alone, however
// their number came about.
func TestOtherSettingsLeaveTheRoundsAlone(t *testing.T) {
	t.Run("round robin", func(t *testing.T) {
		s := settings(3, 0)
		s.Stages = stage.MustParse("roundrobin")
		w := given(t, s, 6)
		w.do(&command.Start{}, prizes("A mat"))
		if got := w.snap.State.PlannedRounds(); got != 5 {
			t.Fatalf("six players who all meet have %d rounds, want 5", got)
		}
		for range 4 {
			w.round()
			w.finishRound()
		}
		w.do(prizes("Two mats"))
		w.refused("organiser", roundsOf(4), tournament.BadInput, "stages.rounds_follow")
	})
	t.Run("second day", func(t *testing.T) {
		s := settings(2, 0)
		s.Stages = s.Stages.WithSecond(stage.TopN(4), 2)
		w := given(t, s, 8)
		w.do(&command.Start{})
		for range 3 {
			w.round()
			w.finishRound()
		}
		if len(w.snap.State.Stages) < 2 {
			t.Fatal("the second day has not begun")
		}
		w.do(prizes("A mat"))
		if got := w.snap.State.PlannedRounds(); got != 4 {
			t.Errorf("two rounds and two of the second day are %d", got)
		}
		w.refused("organiser", roundsOf(3), tournament.WrongPhase, "stages.stands")
		w.round()
		w.finishRound()
		w.do(&command.Finish{})
		folds(t, w.snap)
	})
	t.Run("swiss", func(t *testing.T) {
		w := running(t, 8, 3, 0)
		w.do(roundsOf(4))
		if got := w.snap.State.PlannedRounds(); got != 4 {
			t.Errorf("%d rounds, want the 4 that were asked for", got)
		}
	})
}

// The time zone of this machine must not be used.
func TestLocalIsNoTimeZone(t *testing.T) {
	for zone, good := range map[string]bool{"": true, "UTC": true, "Europe/Berlin": true, "Local": false, "Mars/Olympus": false} {
		s := settings(3, 0)
		s.TimeZone = zone
		if err := s.Validate(); (err == nil) != good {
			t.Errorf("time zone %q: %v", zone, err)
		}
	}
	s := settings(3, 0)
	s.TimeZone = "Local"
	if got := s.Location().String(); got != "UTC" {
		t.Errorf("an event of an old log keeps its days by %s", got)
	}
}

// An organiser who tries out the options of a game before the start ends with what
// was chosen last, and with the game as it is where nothing is chosen.
func TestAnOptionIsChangedAsOftenAsOneLikesBeforeTheStart(t *testing.T) {
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: settings(3, 0), Ruleset: load(t, "magic")})
	for _, want := range []struct {
		options []tournament.Option
		games   int
	}{
		{[]tournament.Option{{Name: "match", Value: "best-of-one"}}, 1},
		{[]tournament.Option{{Name: "match", Value: "best-of-three"}}, 3},
		{[]tournament.Option{{Name: "match", Value: "best-of-one"}}, 1},
		{nil, 3},
	} {
		w.do(&command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.Options = want.options
			return s, nil
		}})
		if got := w.snap.State.Rules.Match.Games; got != want.games {
			t.Errorf("with %v a match has %d games, want %d", want.options, got, want.games)
		}
	}
}
