package transfer

import (
	"slices"

	"topcut/tournament/bracket"
	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
	"topcut/tournament/standings"
)

// Difference is a published value that our standings do not give.
type Difference struct {
	Stated
	Ours fraction.Fraction
}

// Compare compares the values of the file with our standings. It returns how many
// values of each kind agree, and those that differ. Places are compared among the
// players with a stated place, inside each division.
func (e *Imported) Compare() (agree map[string]int, differ []Difference, err error) {
	agree = map[string]int{}
	if len(e.Stated) == 0 {
		return agree, nil, nil
	}
	t := e.Tournament
	swiss := e.After
	for i := range t.Ledger.Rounds {
		if s := t.Ledger.Rounds[i].Stage; s != ledger.Swiss && s != ledger.RoundRobin {
			swiss = min(swiss, i)
			break
		}
	}
	table, err := standings.Compute(t.Ledger, t.Rules, standings.Options{After: swiss, Seed: t.SeedNumber()})
	if err != nil {
		return nil, nil, err
	}
	places := e.places(table)
	for _, s := range e.Stated {
		ours, ok := fraction.Fraction{}, true
		row := table.Row(s.Player)
		switch {
		case row == nil:
			ok = false
		case s.What == "points":
			ours = row.Points
		case s.What == "place":
			var n int
			n, ok = places[s.Player]
			ours = fraction.Int(int64(n))
		default:
			ours, ok = table.Value(row, s.What)
		}
		if !ok {
			continue
		}
		if d := ours.Sub(s.Value); d.Cmp(s.Half) <= 0 && d.Cmp(s.Half.Neg()) >= 0 {
			agree[s.What]++
		} else {
			differ = append(differ, Difference{s, ours})
		}
	}
	return agree, differ, nil
}

// compared is Compare as findings: one for each kind of value.
func (e *Imported) compared() ([]notice.Notice, error) {
	agree, differ, err := e.Compare()
	if err != nil {
		return nil, err
	}
	var kinds []string
	for _, s := range e.Stated {
		if !slices.Contains(kinds, s.What) {
			kinds = append(kinds, s.What)
		}
	}
	var out []notice.Notice
	for _, what := range kinds {
		n, first := 0, -1
		for i := range differ {
			if differ[i].What == what {
				if n++; first < 0 {
					first = i
				}
			}
		}
		if agree[what] > 0 {
			out = append(out, finding("transfer.understood.agrees", "what", what, "n", agree[what]))
		}
		if n > 0 {
			d := differ[first]
			out = append(out, finding("transfer.ambiguous.diff", "what", what, "n", n, "player", playerLabel(e.Tournament, d.Player), "ours", valueText(d.Ours), "theirs", valueText(d.Value)))
		}
	}
	return out, nil
}

// valueText writes a whole number or a fraction with four decimals.
func valueText(v fraction.Fraction) string {
	if _, den, ok := v.Parts(); ok && den == 1 {
		return v.String()
	}
	return v.Decimal(4)
}

// playerLabel returns the name of a player, or the id.
func playerLabel(t *file.Tournament, p int32) string {
	if t.Players[p].Name != "" {
		return t.Players[p].Name
	}
	return t.Players[p].ID
}

// places returns the final places of the players with a stated place: the bracket's,
// then the order of the Swiss standings, counted inside each division.
func (e *Imported) places(table *standings.Table) map[int32]int {
	t := e.Tournament
	wanted := map[int32]bool{}
	for _, s := range e.Stated {
		if s.What == "place" {
			wanted[s.Player] = true
		}
	}
	order := bracketOrder(t)
	first := make([]bool, len(t.Players))
	for _, p := range order {
		first[p] = true
	}
	for i := range table.Rows {
		if p := table.Rows[i].Player; !first[p] && !table.Rows[i].Disqualified {
			order = append(order, p)
		}
	}
	at, out := map[int16]int{}, map[int32]int{}
	for _, p := range order {
		if wanted[p] {
			d := t.Ledger.Players[p].Division
			at[d]++
			out[p] = at[d]
		}
	}
	return out
}

// bracketOrder returns the players of a single elimination by their places, as
// far as they are decided; the others of the cut follow by seed.
func bracketOrder(t *file.Tournament) []int32 {
	if len(t.CutSeeds) < 2 {
		return nil
	}
	br := bracketOf(t, doubled(t))
	if br == nil {
		return nil
	}
	_, state := enter(t, br, nil)
	order := slices.Clone(t.CutSeeds)
	if state == nil {
		return order
	}
	place := func(p int32) int {
		if n := state.Places[slices.Index(t.CutSeeds, p)]; n > 0 {
			return n
		}
		return len(order) + 1
	}
	sorted.Stable(order, func(a, b int32) int { return place(a) - place(b) })
	return order
}

// doubled reports whether the elimination is a double one.
func doubled(t *file.Tournament) bool {
	return slices.ContainsFunc(t.Ledger.Rounds, func(r ledger.Round) bool { return r.Stage == ledger.Upper || r.Stage == ledger.Final })
}

// enter puts the elimination matches into a bracket of the stated seeds and returns its
// state after them, or nil and the match if the bracket does not bring its players
// together. It calls seat, unless that is nil, with each match and its number.
func enter(t *file.Tournament, br *bracket.Bracket, seat func(m *ledger.Match, id int)) (which *ledger.Match, state *bracket.State) {
	results := bracket.Results{}
	for i := range t.Ledger.Rounds {
		r := &t.Ledger.Rounds[i]
		for j := range r.Matches {
			m := &r.Matches[j]
			if ranked(r.Stage) || m.N < 2 {
				continue
			}
			state, err := br.Resolve(results)
			if err != nil {
				return m, nil
			}
			id, seeds := slotOf(t, state, m)
			if id == 0 {
				return m, nil
			}
			if seat != nil {
				seat(m, id)
			}
			if w := t.Rules.Winner(m); w >= 0 {
				order := []int{seeds[w]} // the others share the last place
				for i, seed := range seeds {
					if i != w {
						order = append(order, seed)
					}
				}
				results[id] = order
			}
		}
	}
	state, err := br.Resolve(results)
	if err != nil {
		return nil, nil
	}
	return nil, state
}

// slotOf returns the open match of the bracket whose players are those of a match, or 0, and
// their seeds.
func slotOf(t *file.Tournament, state *bracket.State, m *ledger.Match) (id int, seeds []int) {
	for _, p := range m.Players() {
		seeds = append(seeds, slices.Index(t.CutSeeds, p)+1)
	}
	for _, id := range state.Ready {
		players := state.Matches.At(id).Players
		if len(players) == len(seeds) && !slices.ContainsFunc(seeds, func(s int) bool { return !slices.Contains(players, s) }) {
			return id, seeds
		}
	}
	return 0, seeds
}
