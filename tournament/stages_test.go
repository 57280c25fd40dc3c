package tournament_test

import (
	"bytes"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// TestStagesAreChained: one stage after the other, in one log, to final places:
// round robin and a cut, a draft and a cut, a second day and a double
// elimination, divisions with a cut each and third place.
func TestStagesAreChained(t *testing.T) {
	with := func(change func(*tournament.Settings)) tournament.Settings {
		s := settings(3, 4)
		change(&s)
		return s
	}
	for _, tc := range []struct {
		name, ruleset string
		settings      tournament.Settings
		players       int
		want          []ledger.Stage // in the order in which they begin
	}{
		{"round robin and a cut", "magic", with(func(s *tournament.Settings) { s.Stages = stage.MustParse("roundrobin > bracket 4") }), 6, []ledger.Stage{ledger.RoundRobin, ledger.Elimination}},
		{"draft and a cut", "magic", with(func(s *tournament.Settings) { s.Stages = s.Stages.WithPreparation(stage.Draft) }), 16, []ledger.Stage{ledger.Swiss, ledger.Elimination}},
		{"second day and double elimination", "netrunner", with(func(s *tournament.Settings) { s.Stages = s.Stages.WithSecond(stage.TopN(8), 2) }), 14, []ledger.Stage{ledger.Swiss, ledger.Elimination}},
		{"divisions and third place", "pokemon-2009", with(func(s *tournament.Settings) {
			s.Divisions, s.Stages = []string{"junior", "masters"}, s.Stages.WithThird(true)
		}), 24, []ledger.Stage{ledger.Swiss, ledger.Elimination}},
		{"scramble and final tables", "riichi-helper", with(func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Auto}) }), 16, []ledger.Stage{ledger.Scramble, ledger.FinalTables}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			snap := evening(t, load(t, tc.ruleset), tc.settings, histories.Options{Players: tc.players}, 5, nil)
			var got []ledger.Stage
			for _, r := range snap.State.Rounds {
				if len(got) == 0 || got[len(got)-1] != r.Stage {
					got = append(got, r.Stage)
				}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("stages %v, want %v", got, tc.want)
			}
			placesArePermutation(t, snap.State)
			folds(t, snap)
			exported(t, snap)
		})
	}
}

// TestTakeOverKeepsTheCut: the cut of a file is that of the event that goes on
// here; what cannot be taken over is refused.
func TestTakeOverKeepsTheCut(t *testing.T) {
	players := `"players":[{"id":"a","division":"junior"},{"id":"b","division":"junior"},{"id":"c","division":"junior"},{"id":"d","division":"junior"},
		{"id":"e","division":"masters"},{"id":"f","division":"masters"},{"id":"g","division":"masters"},{"id":"h","division":"masters"}]`
	for cut, want := range map[string]any{
		`4`:                                     stage.Entry{By: stage.Top, N: 4},
		`{"points":6,"top":4}`:                  stage.Entry{By: stage.Points, N: 6, Least: 4},
		`{"top":2,"equal_points":true,"max":3}`: stage.Entry{By: stage.Equal, N: 2, Max: 3},
		`{"per_division":{"junior":2,"masters":2}}`: stage.Entry{By: stage.Top, N: 2},
		`{"per_division":{"junior":2,"masters":4}}`: "takeover.cuts",
	} {
		f, err := file.Read([]byte(`{"version":1,"name":"Cut","ruleset":"pokemon-2009","rounds_planned":3,"cut":`+cut+`,`+players+`}`), rules.Load)
		if err != nil {
			t.Fatal(err)
		}
		w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
		err = w.as("organiser", handover.TakeOver{File: f}.Command())
		if text, refused := want.(string); refused {
			if err == nil || !bytes.Contains([]byte(err.Error()), []byte(text)) {
				t.Errorf("%s: %v", cut, err)
			}
			continue
		}
		if st, _ := w.snap.State.Settings.Stages.Cut(); err != nil || st.Entry != want {
			t.Errorf("%s: %+v, %v", cut, st.Entry, err)
		}
	}
}
