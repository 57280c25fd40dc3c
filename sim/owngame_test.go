package sim_test

import (
	"testing"
	"testing/fstest"

	"topcut/sim"
	"topcut/tournament/customgame"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// TestOddsOfAnOwnGameAgainstEnumeration: the chances of the cut in the last round of a game of a
// server are those of trying every result, whatever its length, tiebreakers and picks.
func TestOddsOfAnOwnGameAgainstEnumeration(t *testing.T) {
	lib, err := rules.LoadDir(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	for _, best := range []int{1, 3} {
		for _, ranking := range append(customgame.Rankings(), customgame.OfBase) {
			g := customgame.New(customgame.Esports)
			g.ID, g.Name, g.Date, g.BestOf, g.Ranking = "own-shooter", "Shooter", "2026-11-29", best, ranking
			g.Picks = customgame.Picks{Preset: customgame.Veto, Lists: []customgame.List{{Name: "maps", Items: []string{"Abbey", "Bridge", "Canal", "Depot", "Estate"}}}}
			data, err := g.TOML(lib)
			if err != nil {
				t.Fatal(err)
			}
			own, err := lib.And(rules.File{ID: g.ID, Data: data}).Load(g.ID)
			if err != nil {
				t.Fatal(err)
			}
			rs := *own
			rs.Ranking.Final = "shared"
			l := lastRound()
			for i := range l.Rounds[:2] {
				for k := range l.Rounds[i].Matches {
					l.Rounds[i].Matches[k].Result.V = [4]int32{int32(best/2 + 1), int32(k % (best/2 + 1))}
				}
			}
			want := make([]float64, len(l.Players))
			everyResult(t, &rs, l, 1, want)
			res := oddsOf(t, sim.OddsConfig{Rules: &rs, Ledger: l, Rounds: 3, Cut: rules.Cut{Top: 4}, Player: -1, Trials: 20_000})
			for p, o := range res.Players {
				near(t, "the chance of the cut, "+string(ranking), o.Cut.P, want[p], 0.016)
			}
		}
	}
}

// everyResult adds up the chance of a cut to 4 over all results of the open tables: each player
// wins as often, and each score is as frequent.
func everyResult(t *testing.T, rs *rules.Ruleset, l *ledger.Ledger, weight float64, chances []float64) {
	t.Helper()
	last := &l.Rounds[len(l.Rounds)-1]
	for i := range last.Matches {
		m := &last.Matches[i]
		if m.Finished() {
			continue
		}
		codes := rs.Vocabulary.Swiss
		for _, code := range codes {
			for seat := range 2 {
				_, result, err := rs.ParseResult(ledger.Swiss, seat, 2, code)
				if err != nil {
					t.Fatal(err)
				}
				m.Result = result
				everyResult(t, rs, l, weight/float64(2*len(codes)), chances)
			}
		}
		m.Result = ledger.Result{}
		return
	}
	qualify(t, rs, l, 4, weight, chances)
}
