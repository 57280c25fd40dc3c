package tournament_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topcut/tournament"
)

// TestEveryCompromiseHasItsReason: a pairing that is not as it should be says so,
// and why; a round without a compromise says nothing.
func TestEveryCompromiseHasItsReason(t *testing.T) {
	form := regexp.MustCompile(`^#\d+( and #\d+)*:? [^()]+ \([^()]+\)\.$`)
	tagged := func(w *table) {
		for n := 1; n <= 4; n++ {
			tag := fmt.Sprint("team ", n%2)
			if n == 4 {
				tag = "team 1"
			}
			w.do(&tournament.Change{Player: n, Tag: &tag})
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
		{"a rematch", "magic", 4, settings(4, 0), nil, nil, 4, "2-0", "meet again (no pairing avoids it)"},
		{"a second bye", "magic", 3, settings(4, 0), nil, nil, 4, "2-0", "has another bye (nobody with fewer byes can sit out)"},
		{"a fixed rematch", "magic", 4, settings(4, 0), nil, [][]int{{1, 2}, {3, 4}}, 2, "2-0", "meet again (fixed beforehand)"},
		{"one team", "meccg", 4, settings(3, 0), tagged, nil, 3, "20-10", "have the same tag (every pairing without it breaks what the ruleset puts first)"},
		{"odd divisions", "pokemon-2009", 6, aged(3, tournament.Cut{Kind: tournament.CutNone}), nil, nil, 3, "1-0", "are of different divisions (every pairing without it breaks what the ruleset puts first)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
			w.do(&tournament.Create{Guild: "g", Channel: "c", Settings: tc.settings, Ruleset: load(t, tc.ruleset)}, &tournament.OpenRegistration{})
			for i := range tc.players {
				w.do(&tournament.Join{Name: fmt.Sprint("Guest ", i), Division: division(tc.settings, i), ByOrganiser: true})
			}
			if tc.prepare != nil {
				tc.prepare(w)
			}
			w.do(&tournament.Start{})
			for range tc.rounds {
				w.do(&tournament.Pair{Forced: tc.forced}, &tournament.Publish{}, &tournament.StartRound{})
				w.score(tc.result)
			}
			got := w.snap.State.Rounds[tc.rounds-1].Warnings
			for _, text := range got {
				if !form.MatchString(text) {
					t.Errorf("%q names no compromise with a reason", text)
				}
			}
			if tc.want == "" && len(got) > 0 || tc.want != "" && !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, tc.want) }) {
				t.Errorf("warnings %q, want %q", got, tc.want)
			}
		})
	}
}
