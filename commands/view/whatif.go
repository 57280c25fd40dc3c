package view

import (
	"cmp"
	"slices"

	"topcut/sim"
	"topcut/tournament/ledger"
)

// Pick is a result that can be supposed of an open match, of the first player's side.
type Pick struct {
	Label  string
	Result ledger.Result
}

// Picks returns the plainest results of an open match of two: a win of either side and,
// where the rules have one, a draw that is played.
func Picks(e Env, round, match int) []Pick {
	s := e.state()
	l := &s.Ledger.Rounds[round-1].Matches[match-1]
	var out []Pick
	seen := map[int]bool{}
	for _, o := range s.Rules.Results(s.Ledger.Rounds[round-1].Stage) {
		m := *l
		m.Kind, m.Result = o.Kind, o.Result
		winner := s.Rules.Winner(&m)
		if o.Kind != ledger.Played || seen[winner] {
			continue
		}
		seen[winner] = true
		label := e.rawName(int(l.Seats[0])+1) + " – " + e.rawName(int(l.Seats[1])+1)
		if winner >= 0 {
			label = e.rawName(int(l.Seats[winner]) + 1)
		}
		out = append(out, Pick{label + " " + s.Rules.FormatResult(m, max(winner, 0)), o.Result})
	}
	return out
}

// SupposedRow is one player's chance of the cut, as it is and as it would be.
type SupposedRow struct {
	Name, Before, After string
	P                   float64 // as it would be
}

// Supposing compares the chances of all players who compete for the cut; the likeliest
// after what is supposed comes first.
func Supposing(e Env, before, after *sim.OddsResult) []SupposedRow {
	var order []int
	for i := range after.Players {
		if after.HasCut(i) && (e.state().Taking(i+1) || after.Players[i].Cut.P > 0) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(after.Players[b].Cut.P, after.Players[a].Cut.P) })
	out := make([]SupposedRow, len(order))
	for i, n := range order {
		was, is := before.Players[n].Cut, after.Players[n].Cut
		out[i] = SupposedRow{e.rawName(n + 1), shortVerdict(e.words(), was), shortVerdict(e.words(), is), is.P}
	}
	return out
}
