package view

import (
	"cmp"

	"topcut/commands/columns"
	"topcut/sim"
	"topcut/tournament/ledger"
	"topcut/tournament/sorted"
)

// Pick is an assumed result of an open match, from the first player's side.
type Pick struct {
	Label  string
	Result ledger.Result
}

// Picks returns the basic results of an open two-player match: a win of either side and,
// if the rules have it, a played draw.
func Picks(e Env, round, match int) []Pick {
	s := e.state()
	l := s.Ledger.Rounds.At(round).Matches.At(match)
	var out []Pick
	seen := map[int]bool{}
	for _, o := range s.Rules.Results(s.Ledger.Rounds.At(round).Stage) {
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

// SupposedRow is one player's chance of making the cut, currently and with the assumed
// result.
type SupposedRow struct {
	Name, Before, After string
	P                   float64 // with the assumed result
}

// Supposing compares the chances of all players in contention for the cut; the likeliest
// with the assumed result comes first.
func Supposing(e Env, before, after *sim.OddsResult) []SupposedRow {
	var order []int
	for i := range after.Players {
		if after.HasCut(i) && (e.state().Taking(i+1) || after.Players[i].Cut.P > 0) {
			order = append(order, i)
		}
	}
	sorted.Stable(order, func(a, b int) int { return cmp.Compare(after.Players[b].Cut.P, after.Players[a].Cut.P) })
	out := make([]SupposedRow, len(order))
	for i, n := range order {
		was, is := before.Players[n].Cut, after.Players[n].Cut
		out[i] = SupposedRow{e.rawName(n + 1), columns.ShortVerdict(e.words(), was), columns.ShortVerdict(e.words(), is), is.P}
	}
	return out
}
