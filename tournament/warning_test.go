package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// TestEveryCompromiseHasItsReason: a pairing with a compromise has a warning with the
// reason; a round without one has none.
func TestEveryCompromiseHasItsReason(t *testing.T) {
	tagged := func(w *table) {
		for n := 1; n <= 4; n++ {
			tag := fmt.Sprint("team ", n%2)
			if n == 4 {
				tag = "team 1"
			}
			w.do(&command.Change{Player: n, Tag: &tag})
		}
	}
	for _, tc := range []struct {
		name, ruleset string
		players       int
		settings      tournament.Settings
		prepare       func(*table)
		forced        [][]int
		rounds        int // the warnings of the last one count
		result        string
		want          string // "" = none
	}{
		{"the first round", "magic", 4, settings(4, 0), nil, nil, 1, "2-0", ""},
		{"a rematch", "magic", 4, settings(4, 0), nil, nil, 4, "2-0", "warning.rematch reason=reason.no_pairing"},
		{"a second bye", "magic", 3, settings(4, 0), nil, nil, 4, "2-0", "warning.second_bye reason=reason.byes"},
		{"a fixed rematch", "magic", 4, settings(4, 0), nil, [][]int{{1, 2}, {3, 4}}, 2, "2-0", "warning.rematch reason=reason.forced"},
		{"one team", "meccg", 4, settings(3, 0), tagged, nil, 3, "20-10", "warning.same_tag reason=reason.no_pairing"},
		{"odd divisions", "pokemon-2009", 6, aged(3, stage.Entry{}), nil, nil, 3, "1-0", "warning.cross_division reason=reason.forced_by what=[cause.rematches]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
			w.do(&command.Create{Guild: "g", Channel: "c", Settings: tc.settings, Ruleset: load(t, tc.ruleset)}, &command.OpenRegistration{})
			for i := range tc.players {
				w.do(&command.Join{Name: fmt.Sprint("Guest ", i), Division: division(tc.settings, i), ByOrganiser: true})
			}
			if tc.prepare != nil {
				tc.prepare(w)
			}
			w.do(&command.Start{})
			for range tc.rounds {
				w.do(&command.Pair{Forced: tc.forced}, &command.Publish{}, &command.StartRound{})
				w.score(tc.result)
			}
			got := w.snap.State.Rounds[tc.rounds-1].Warnings
			for _, text := range got {
				if reason, ok := text.Arg("reason").(notice.Notice); !ok || reason.IsZero() || text.Arg("players") == nil {
					t.Errorf("%q names no compromise with a reason", text)
				}
			}
			if tc.want == "" && len(got) > 0 || tc.want != "" && !slices.ContainsFunc(got, func(n notice.Notice) bool {
				return strings.HasPrefix(n.String(), strings.Fields(tc.want)[0]) && strings.Contains(n.String(), tc.want[strings.Index(tc.want, " ")+1:])
			}) {
				t.Errorf("warnings %q, want %q", got, tc.want)
			}
		})
	}
}
