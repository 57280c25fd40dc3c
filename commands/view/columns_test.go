package view_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/pictures"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// The columns of a picture: those that rank come first, a column with the same value for
// all is left out, and mahjong tables have no records.
func TestColumnsOfAStandingsPicture(t *testing.T) {
	duel := func(a, b, won, lost int32) ledger.Match {
		return ledger.Match{N: 2, Kind: ledger.Played, Seats: [4]int32{a, b, ledger.None, ledger.None}, Result: ledger.Result{Form: ledger.Games, V: [4]int32{won, lost}}}
	}
	for id, tc := range map[string]struct {
		matches []ledger.Match
		want    []string
	}{
		"pokemon": {
			[]ledger.Match{duel(0, 1, 2, 0), duel(2, 3, 2, 1)},
			[]string{"Points", "Record", "OWP%", "OOWP%", "WP%"},
		},
		"riichi-ema": {
			[]ledger.Match{{N: 4, Kind: ledger.Played, Seats: [4]int32{0, 1, 2, 3}, Result: ledger.Result{Form: ledger.Scores, V: [4]int32{45000, 30000, 25000, 20000}}}},
			[]string{"Points", "1sts", "Best"},
		},
	} {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		l := &ledger.Ledger{Players: make([]ledger.Player, 4), Rounds: []ledger.Round{{Number: 1, Matches: tc.matches}}}
		for i := range l.Players {
			l.Players[i].DroppedAfter = ledger.Active
		}
		computed, err := standings.Compute(l, rs, standings.Options{After: -1})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		s := (&tournament.State{Rules: rs, Rounds: make([]tournament.Round, 1)}).With(l)
		d := view.StandingsDrawing(view.Env{Snap: &tournament.Snapshot{State: s, Book: &tournament.Book{}}}, computed).(pictures.TableData)
		for _, c := range d.Columns[2:] {
			got = append(got, c.Title)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
}
