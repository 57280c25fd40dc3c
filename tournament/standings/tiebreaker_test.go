package standings_test

import (
	"testing"

	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// A table with two columns of one heading, or one that is too wide, cannot be
// read: each tiebreaker has a short form, and those that one ruleset shows differ.
func TestEveryTiebreakerIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range standings.Tiebreakers() {
		if n := len([]rune(d.Short)); n == 0 || n > 7 {
			t.Errorf("%s is abbreviated %q", d.Func, d.Short)
		}
		if seen[d.Func] {
			t.Errorf("%s stands twice", d.Func)
		}
		seen[d.Func] = true
		if percent := d.Short[len(d.Short)-1] == '%'; percent != (d.Unit == standings.Percentage) {
			t.Errorf("%s is abbreviated %s", d.Func, d.Short)
		}
		if d.Group() && d.Sim != standings.Beyond && d.Sim != standings.HeadToHead {
			t.Errorf("%s is about level players, and the simulator takes it for a value", d.Func)
		}
	}
	for _, id := range rules.IDs() {
		rs := load(t, id)
		if err := rs.ValidateOptions(standings.Known); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		short := map[string]string{}
		for _, tb := range rs.Ranking.Tiebreaks {
			d := standings.Lookup(tb.Func)
			if other := short[d.Short]; other != "" {
				t.Errorf("%s: %s and %s are both %s", id, other, tb.Func, d.Short)
			}
			short[d.Short] = tb.Func
		}
	}
}

// The forms that players of a game know from its documents and its software.
func TestTiebreakersAreAbbreviatedAsInTheField(t *testing.T) {
	for fn, want := range map[string]string{
		"omw": "OMW%", "gwp": "GW%", "ogw": "OGW%", "owp": "OWP%", "oowp": "OOWP%",
		"buchholz": "BH", "buchholzCut1": "BH-C1", "medianBuchholz": "BH-M1", "sonnebornBerger": "SB", "directEncounter": "DE", "progressive": "PS", "gamesWon": "WON",
		"sos": "SoS", "esos": "ESoS", "ctb": "CTB",
	} {
		if got := standings.Lookup(fn).Short; got != want {
			t.Errorf("%s is abbreviated %s, not %s", fn, got, want)
		}
	}
	rs := *load(t, "magic")
	rs.Ranking.Tiebreaks = append([]rules.Tiebreak(nil), rs.Ranking.Tiebreaks...)
	rs.Ranking.Tiebreaks[0].Short = "Gegner%"
	table := newField("A", "B").compute(t, &rs)
	if got := table.Columns[0].Short; got != "Gegner%" {
		t.Errorf("a ruleset's own short form is not shown, but %s", got)
	}
}

// A server's file with an unknown tiebreaker is refused when it is read, not in the
// middle of an event.
func TestAnUnknownTiebreakerIsRefused(t *testing.T) {
	for _, bad := range []rules.Tiebreak{{Func: "luck", Title: "luck"}, {Func: "omw", Method: "tom", Title: "x"}, {Func: "owp", Method: "guess", Title: "x"}} {
		rs := *load(t, "magic")
		rs.Ranking.Tiebreaks = []rules.Tiebreak{bad}
		if standings.Known(&rs) == nil {
			t.Errorf("%s %s passes", bad.Func, bad.Method)
		}
		if _, err := standings.Compute(newField("A").l, &rs, standings.Options{}); err == nil {
			t.Errorf("%s %s is computed", bad.Func, bad.Method)
		}
	}
}
